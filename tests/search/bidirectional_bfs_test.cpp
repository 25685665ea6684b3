// Bidirectional breadth-first search against exact distances; it does less work than the one-sided search.
#include "tessera/search/bidirectional_bfs.hpp"

#include "tessera/search/bfs.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::bidirectional_bfs_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("bidirectional-bfs");

TEST(BidirectionalBfs, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 10);
}
TEST(BidirectionalBfs, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm, 14);
}
TEST(BidirectionalBfs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(BidirectionalBfs, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(BidirectionalBfs, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm, 31);
}
TEST(BidirectionalBfs, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 20, 3));
}

TEST(BidirectionalBfs, NeedsFarFewerStatesThanOneSide) {
    const auto board = distances_3x3(make_cell(8)).at_depth(24).front();
    const auto problem = make_problem(board, make_cell(8));
    const auto one_sided = registered("bfs");
    EXPECT_LT(run(algorithm, problem).counters.expanded * 10,
              run(one_sided, problem).counters.expanded);
}

TEST(BidirectionalBfs, CountsBothFrontiers) {
    // One move apart: the start's layer is expanded and its second child is the goal's own root.
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {1, 2, 0, 3}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.path, std::vector<Move>{Move::right});
    EXPECT_EQ(outcome.counters.expanded, 1U);
    EXPECT_EQ(outcome.counters.generated, 2U);
    EXPECT_EQ(outcome.counters.peak_open, 3U);
    EXPECT_EQ(outcome.counters.peak_states, 4U);
}

TEST(BidirectionalBfs, SeesThatABoardIsUnsolvable) {
    const auto problem =
        from_numbers<DynamicBoard>(Geometry{2, 3}, {2, 1, 3, 4, 5, 0}, make_cell(5));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_GE(outcome.counters.expanded, 360U);
}

}  // namespace
}  // namespace tessera::bidirectional_bfs_test
