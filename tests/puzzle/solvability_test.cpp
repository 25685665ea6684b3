// Solvability: parity against exhaustive reachability, the table of goals, and the repairing swap.
#include "tessera/puzzle/solvability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>

#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

std::set<std::vector<Tile>> reachable_from(const DynamicBoard& goal) {
    std::set<std::vector<Tile>> seen{tiles_of(goal)};
    std::deque<DynamicBoard> queue{goal};
    for (; !queue.empty(); queue.pop_front()) {
        for (const Move move : all_moves) {
            if (!queue.front().legal_moves().has(move)) continue;
            DynamicBoard next = queue.front();
            next.slide(move);
            if (seen.insert(tiles_of(next)).second) queue.push_back(next);
        }
    }
    return seen;
}

DynamicBoard swapped(const DynamicBoard& board, Tile a, Tile b) {
    std::vector<Tile> tiles = tiles_of(board);
    std::iter_swap(std::find(tiles.begin(), tiles.end(), a),
                   std::find(tiles.begin(), tiles.end(), b));
    return DynamicBoard::from_tiles(board.geometry(), tiles);
}

TEST(Solvability, AgreesWithExhaustiveSearchForEveryGoal) {
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}}) {
        std::vector<DynamicBoard> goals;
        for (const NamedGoal& named : named_goals()) goals.push_back(named.make(geometry));
        for (std::size_t cell = 0; cell < geometry.cells(); ++cell) {
            goals.push_back(canonical_goal<DynamicBoard>(geometry, make_cell(cell)));
        }
        for (const DynamicBoard& goal : goals) {
            const auto reachable = reachable_from(goal);
            std::vector<Tile> tiles(geometry.cells());
            for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(i);
            do {
                const DynamicBoard board = DynamicBoard::from_tiles(geometry, tiles);
                ASSERT_EQ(solvable(board, goal), reachable.contains(tiles));
            } while (std::next_permutation(tiles.begin(), tiles.end()));
        }
    }
}

struct ParityRow {
    Geometry size;
    bool last_first, last_snail, first_snail;
};

/// The table of interface.md, "Goals and solvability".
constexpr ParityRow parity_table[] = {
    {{2, 2}, false, true, false}, {{2, 3}, true, false, false}, {{3, 3}, true, false, false},
    {{3, 4}, true, false, false}, {{4, 3}, true, false, false}, {{4, 5}, true, false, false},
    {{5, 5}, true, false, false}, {{4, 4}, false, true, false}, {{6, 6}, false, false, true},
    {{7, 7}, true, true, true},
};

TEST(Solvability, ParityTableOfNamedGoals) {
    for (const ParityRow& row : parity_table) {
        const DynamicBoard last = *make_goal("blank-last", row.size);
        const DynamicBoard first = *make_goal("blank-first", row.size);
        const DynamicBoard snail = *make_goal("snail", row.size);
        SCOPED_TRACE(testing::Message() << row.size.rows << "x" << row.size.cols);
        EXPECT_EQ(solvable(last, first), row.last_first);
        EXPECT_EQ(solvable(first, last), row.last_first);
        EXPECT_EQ(solvable(last, snail), row.last_snail);
        EXPECT_EQ(solvable(snail, last), row.last_snail);
        EXPECT_EQ(solvable(first, snail), row.first_snail);
        EXPECT_EQ(solvable(snail, first), row.first_snail);
    }
}

TEST(Solvability, RepairingSwapRepairs) {
    Random random(11);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 3}, Geometry{4, 4},
                                    Geometry{7, 5}, Geometry{100, 100}}) {
        for (const NamedGoal& named : named_goals()) {
            const DynamicBoard goal = named.make(geometry);
            const DynamicBoard board = random_unsolvable(goal, random);
            const SolvabilityReport report = explain_solvability(board, goal);
            ASSERT_FALSE(report.solvable);
            ASSERT_NE(report.swap_a, blank_tile);
            ASSERT_NE(report.swap_b, blank_tile);
            ASSERT_NE(report.swap_a, report.swap_b);
            EXPECT_TRUE(solvable(swapped(board, report.swap_a, report.swap_b), goal));
        }
    }
}

TEST(Solvability, LoydsPuzzleIsExplained) {
    const DynamicBoard goal = *make_goal("blank-last", {4, 4});
    const DynamicBoard loyd = swapped(goal, Tile{14}, Tile{15});
    const SolvabilityReport report = explain_solvability(loyd, goal);
    EXPECT_FALSE(report.solvable);
    EXPECT_TRUE(report.permutation_odd);
    EXPECT_EQ(report.blank_distance, 0U);
    EXPECT_EQ(report.swap_a, Tile{14});
    EXPECT_EQ(report.swap_b, Tile{15});
    EXPECT_NE(report.reason.find("odd permutation"), std::string::npos);
    EXPECT_EQ(
        std::count(report.reachable_goals.begin(), report.reachable_goals.end(), "blank-first"), 1);
    for (const std::string_view name : report.reachable_goals) {
        EXPECT_TRUE(solvable(loyd, *make_goal(name, {4, 4}))) << name;
    }
}

TEST(Solvability, DifferentSizesAreNeverSolvable) {
    const DynamicBoard board = *make_goal("blank-last", {2, 3});
    const DynamicBoard goal = *make_goal("blank-last", {3, 2});
    EXPECT_FALSE(solvable(board, goal));
    EXPECT_NE(explain_solvability(board, goal).reason.find("2x3"), std::string::npos);
}

TEST(Inversions, EqualTheDefinition) {
    Random random(2);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 6}}) {
        for (int i = 0; i < 20; ++i) {
            const DynamicBoard board = random_solvable(*make_goal("blank-last", geometry), random);
            std::uint64_t expected = 0;
            const auto tiles = board.tiles();
            for (std::size_t a = 0; a < tiles.size(); ++a) {
                for (std::size_t b = a + 1; b < tiles.size(); ++b) {
                    expected += tiles[b] != blank_tile && tiles[a] > tiles[b];
                }
            }
            EXPECT_EQ(inversions(board), expected);
        }
    }
    EXPECT_EQ(inversions(*make_goal("blank-last", {100, 100})), 0U);
}

}  // namespace
}  // namespace tessera
