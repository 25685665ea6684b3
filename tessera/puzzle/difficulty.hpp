// Levels of difficulty for players, and random boards of each level on any size.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/random.hpp"

namespace tessera {

/// How hard a board is, from a few moves to as many as a random board can need.
enum class Difficulty {
    easy,    ///< a short random walk from the goal
    medium,  ///< a longer one
    hard,    ///< every solvable board equally likely
    expert   ///< the farthest of many such boards, by Manhattan distance
};

inline constexpr std::array<std::string_view, 4> difficulty_names{"easy", "medium", "hard",
                                                                  "expert"};
constexpr std::string_view to_string(Difficulty difficulty) {
    return difficulty_names[static_cast<std::size_t>(difficulty)];
}
/// The difficulty in a few words.
std::string_view synopsis(Difficulty difficulty);
std::span<const Difficulty> all_difficulties();
/// The next harder level; easy comes after the hardest.
Difficulty next_harder(Difficulty difficulty);
/// The difficulty with this name, or a usage error that suggests the nearest.
Result<Difficulty> difficulty_named(std::string_view name);

/// A board to play, from which `goal` can be reached; never the goal itself.
DynamicBoard board_to_play(const DynamicBoard& goal, Difficulty difficulty, Random& random);

}  // namespace tessera
