// Linear conflict: the penalty of single lines, known boards, and long lines against short ones.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/linear_conflict_pairs.hpp"
#include "tessera/heuristics/linear_conflict_prefix.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::linear_conflict_test {
namespace {

using linear_conflict::FewestRemoved;
using linear_conflict_pairs::ConflictingPairs;
using linear_conflict_prefix::BehindLarger;

std::vector<LineTile> line_of(const std::vector<std::size_t>& numbers) {
    std::vector<LineTile> line;
    for (const std::size_t number : numbers) line.push_back({number - 1, 1});
    return line;
}

/// The definition: the cheapest of all sets of tiles whose removal leaves the rest increasing.
Cost cheapest_removal(const std::vector<LineTile>& line) {
    Cost best = infinite_cost;
    for (unsigned removed = 0; removed < (1U << line.size()); ++removed) {
        Cost cost = 0;
        std::size_t next = 0;
        bool increasing = true;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if ((removed >> i) & 1U) {
                cost += line[i].cost;
            } else {
                increasing = increasing && line[i].place >= next;
                next = line[i].place + 1;
            }
        }
        if (increasing) best = std::min(best, cost);
    }
    return best;
}

TEST(LinearConflict, RemovesTwoOfTheLineOnWhichGreedyRemovalTakesThree) {
    EXPECT_EQ(FewestRemoved::of(line_of({2, 4, 1, 5, 3})), 2 * 2);
    EXPECT_EQ(ConflictingPairs::of(line_of({2, 4, 1, 5, 3})), 2 * 4);
    EXPECT_EQ(BehindLarger::of(line_of({2, 4, 1, 5, 3})), 2 * 2);
}

TEST(LinearConflict, VariantsDifferWhereOneTileBlocksMany) {
    EXPECT_EQ(FewestRemoved::of(line_of({4, 1, 2, 3})), 2);
    EXPECT_EQ(ConflictingPairs::of(line_of({4, 1, 2, 3})), 6);
    EXPECT_EQ(BehindLarger::of(line_of({4, 1, 2, 3})), 6);
}

TEST(LinearConflict, IsTheCheapestRemovalOnEveryLineOfSix) {
    std::vector<std::size_t> order(6);
    std::iota(order.begin(), order.end(), std::size_t{1});
    do {
        std::vector<LineTile> line = line_of(order);
        EXPECT_EQ(FewestRemoved::of(line), 2 * cheapest_removal(line));
        for (LineTile& tile : line) tile.cost = static_cast<Cost>(1 + (tile.place * 5) % 7);
        EXPECT_EQ(FewestRemoved::of(line), 2 * cheapest_removal(line));
    } while (std::next_permutation(order.begin(), order.end()));
}

/// h on a 4×4 board whose goal is blank-last.
template <template <BoardType> class H>
Cost on_4x4(const std::vector<std::size_t>& numbers) {
    using B = Board<4, 4>;
    const auto heuristic = H<B>::make(unit_setup<B>(B::shape, make_cell(15)));
    return heuristic->value(heuristic->evaluate(board_of<B>(B::shape, numbers)));
}

TEST(LinearConflict, VariantsOverestimateTheseBoardsThirteenMovesFromTheGoal) {
    const std::vector<std::size_t> pairs{1, 2, 11, 3, 5, 6, 15, 4, 9, 10, 7, 0, 13, 14, 12, 8};
    const std::vector<std::size_t> prefix{1, 3, 7, 4, 5, 10, 0, 8, 9, 2, 15, 11, 13, 6, 14, 12};
    EXPECT_EQ(on_4x4<linear_conflict_pairs::Heuristic>(pairs), 15);
    EXPECT_EQ(on_4x4<linear_conflict_prefix::Heuristic>(prefix), 15);
    EXPECT_LE(on_4x4<linear_conflict::Heuristic>(pairs), 13);
    EXPECT_LE(on_4x4<linear_conflict::Heuristic>(prefix), 13);
}

TEST(LinearConflict, AgreesWithItsDefinitionOnRandomBoardsOfEverySize) {
    std::mt19937 random(7);
    for (const Geometry shape :
         {Geometry{4, 4}, Geometry{5, 6}, Geometry{6, 7}, Geometry{9, 2}, Geometry{11, 6}}) {
        const Cell goal_blank = shape.cell(1, 1);
        auto setup = unit_setup<DynamicBoard>(shape, goal_blank);
        setup.tile_costs = uneven_costs(shape.cells());
        const auto heuristic = linear_conflict::Heuristic<DynamicBoard>::make(setup);
        const auto manhattan = manhattan::Heuristic<DynamicBoard>::make(setup);
        for (int repetition = 0; repetition < 50; ++repetition) {
            // Shuffled within rows, every line is full of conflicts.
            std::vector<Tile> tiles = tiles_of(canonical_goal<DynamicBoard>(shape, goal_blank));
            Cost expected = 0;
            for (std::size_t row = 0; row < shape.rows; ++row) {
                const auto first = tiles.begin() + static_cast<std::ptrdiff_t>(row * shape.cols);
                std::shuffle(first, first + shape.cols, random);
                std::vector<LineTile> line;
                for (auto tile = first; tile != first + shape.cols; ++tile) {
                    if (*tile == blank_tile) continue;
                    line.push_back({shape.col(goal_cell(*tile, goal_blank)), setup.cost_of(*tile)});
                }
                expected += 2 * cheapest_removal(line);
            }
            const auto board = DynamicBoard::from_tiles(shape, tiles);
            for (std::size_t column = 0; column < shape.cols; ++column) {
                std::vector<LineTile> line;
                for (std::size_t row = 0; row < shape.rows; ++row) {
                    const Tile tile = board.tile_at(shape.cell(row, column));
                    if (tile == blank_tile) continue;
                    const Cell home = goal_cell(tile, goal_blank);
                    if (shape.col(home) == column) {
                        line.push_back({shape.row(home), setup.cost_of(tile)});
                    }
                }
                expected += 2 * cheapest_removal(line);
            }
            EXPECT_EQ(heuristic->evaluate(board), manhattan->evaluate(board) + expected);
        }
    }
}

}  // namespace
}  // namespace tessera::heuristics::testing::linear_conflict_test
