// Breadth-first search against exact distances, with exact counts where they follow from the definition.
#include "tessera/search/bfs.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::bfs_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("bfs");

TEST(Bfs, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 2);
}
TEST(Bfs, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm);
}
TEST(Bfs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(Bfs, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(Bfs, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
}
TEST(Bfs, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 14, 3));
}

TEST(Bfs, CountsAreThoseOfTheTextbook) {
    // 2x2, one move from the goal: the start and, unless the goal comes first, its one other child.
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {1, 2, 0, 3}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    ASSERT_EQ(outcome.path, std::vector<Move>{Move::right});
    EXPECT_EQ(outcome.counters.expanded, 1U);
    EXPECT_EQ(outcome.counters.generated, 2U);
    EXPECT_EQ(outcome.counters.peak_open, 2U);
    EXPECT_EQ(outcome.counters.peak_states, 3U);
    EXPECT_EQ(outcome.counters.max_depth, 1U);

    SearchOptions right_first;
    right_first.order = {Move::right, Move::up, Move::left, Move::down};
    EXPECT_EQ(run(algorithm, problem, {}, right_first).counters.generated, 1U);
}

TEST(Bfs, SeesEveryStateOfAnUnsolvableBoard) {
    const auto problem =
        from_numbers<Board<3, 3>>(Geometry{3, 3}, {2, 1, 3, 4, 5, 6, 7, 8, 0}, make_cell(8));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_EQ(outcome.counters.expanded, 181440U);
    EXPECT_EQ(outcome.counters.peak_states, 181440U);
    EXPECT_LT(outcome.counters.peak_open, 181440U / 2);
}

}  // namespace
}  // namespace tessera::bfs_test
