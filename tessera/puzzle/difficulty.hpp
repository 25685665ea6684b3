// How hard a random board is to be, for people who do not want to think about distances.
#pragma once

#include <array>
#include <string_view>

#include "tessera/puzzle/generate.hpp"

namespace tessera {

enum class Difficulty { easy, medium, hard };

inline constexpr std::array difficulties{Difficulty::easy, Difficulty::medium, Difficulty::hard};

/// "easy", "medium", "hard".
constexpr std::string_view to_string(Difficulty difficulty) {
    constexpr std::array<std::string_view, 3> names{"easy", "medium", "hard"};
    return names[static_cast<std::size_t>(difficulty)];
}
constexpr std::string_view synopsis(Difficulty difficulty) {
    constexpr std::array<std::string_view, 3> texts{
        "a few moves from the goal: as many random ones as the board has cells",
        "four times as many random moves from the goal",
        "any board that can be solved, all equally likely"};
    return texts[static_cast<std::size_t>(difficulty)];
}

/// A board from which `goal` can be reached and that is not the goal itself.
inline DynamicBoard random_board(const DynamicBoard& goal, Difficulty difficulty, Random& random) {
    const std::uint64_t cells = goal.geometry().cells();
    while (true) {
        DynamicBoard board =
            difficulty == Difficulty::hard
                ? random_solvable(goal, random)
                : random_walk(goal, difficulty == Difficulty::easy ? cells : 4 * cells, random);
        if (!(board == goal)) return board;
    }
}

}  // namespace tessera
