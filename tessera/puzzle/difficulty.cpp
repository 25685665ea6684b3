// Levels of difficulty for players, and random boards of each level on any size.
#include "tessera/puzzle/difficulty.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/manhattan.hpp"

namespace tessera {
namespace {

constexpr std::array<Difficulty, 4> in_order{Difficulty::easy, Difficulty::medium, Difficulty::hard,
                                             Difficulty::expert};

DynamicBoard farthest_of_many(const DynamicBoard& goal, Random& random) {
    constexpr int many = 200;
    DynamicBoard farthest = random_solvable(goal, random);
    Cost distance = manhattan_distance(farthest, goal);
    for (int i = 1; i < many; ++i) {
        DynamicBoard board = random_solvable(goal, random);
        const Cost its_distance = manhattan_distance(board, goal);
        if (its_distance > distance) {
            farthest = std::move(board);
            distance = its_distance;
        }
    }
    return farthest;
}

/// A walk of about two moves per cell leaves a 4×4 board about 20 moves from the goal, one of six about 35; a
/// random board needs 53 on average. The length varies, because a fixed length could fit the loops of a small
/// board and lead back to the goal.
DynamicBoard draw_one(const DynamicBoard& goal, Difficulty difficulty, Random& random) {
    const std::uint64_t cells = goal.geometry().cells();
    switch (difficulty) {
        case Difficulty::easy:
            return random_walk(goal, 3 * cells / 2 + random.below(cells), random);
        case Difficulty::medium:
            return random_walk(goal, 5 * cells + random.below(2 * cells), random);
        case Difficulty::hard:
            return random_solvable(goal, random);
        case Difficulty::expert:
            return farthest_of_many(goal, random);
    }
    return goal;
}

}  // namespace

std::string_view synopsis(Difficulty difficulty) {
    switch (difficulty) {
        case Difficulty::easy:
            return "a short random walk from the goal";
        case Difficulty::medium:
            return "a longer random walk from the goal";
        case Difficulty::hard:
            return "every board that can be solved, all equally likely";
        case Difficulty::expert:
            return "the farthest of many random boards";
    }
    return "";
}

std::span<const Difficulty> all_difficulties() {
    return in_order;
}

Difficulty next_harder(Difficulty difficulty) {
    return in_order[(static_cast<std::size_t>(difficulty) + 1) % in_order.size()];
}

Result<Difficulty> difficulty_named(std::string_view name) {
    for (const Difficulty difficulty : in_order) {
        if (name == to_string(difficulty)) return difficulty;
    }
    const std::string_view nearest = nearest_name(name, difficulty_names);
    return usage_error(
        fmt::format("there is no difficulty called '{}'", formats::excerpt(name, 60)),
        nearest.empty() ? fmt::format("choose one of {}", fmt::join(difficulty_names, ", "))
                        : fmt::format("did you mean '{}'?", nearest));
}

DynamicBoard board_to_play(const DynamicBoard& goal, Difficulty difficulty, Random& random) {
    DynamicBoard board = draw_one(goal, difficulty, random);
    while (board == goal) board = draw_one(goal, difficulty, random);
    return board;
}

}  // namespace tessera
