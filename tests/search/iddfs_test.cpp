// Iterative deepening against exact distances, and its rounds one by one.
#include "tessera/search/iddfs.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::iddfs_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("iddfs");

TEST(Iddfs, IsOptimalOn3x3) {
    expect_optimal_on_3x3(algorithm, 2, 19);
}
TEST(Iddfs, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm, 11);
}
TEST(Iddfs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(Iddfs, KeepsLimits) {
    expect_keeps_limits(algorithm, 1000);
}
TEST(Iddfs, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm, 14);
}
TEST(Iddfs, SuccessorOrderMatters) {
    const auto board = distances_3x3(make_cell(8)).at_depth(14).front();
    expect_order_matters(algorithm, make_problem(board, make_cell(8)));
}

/// Deeper than depth-first rounds reach in the time of a fast test.
TEST(SlowIddfs, IsOptimalOnDeeperBoardsOf3x3) {
    const auto& distances = distances_3x3(make_cell(8));
    for (Cost depth = 20; depth <= 25; ++depth) {
        const auto problem = make_problem(distances.at_depth(depth).front(), make_cell(8));
        expect_optimal(problem, run(algorithm, problem), depth);
    }
}

TEST(Iddfs, RoundsHaveTheLimitsZeroOneTwo) {
    const auto board = distances_3x3(make_cell(8)).at_depth(10).front();
    const Outcome outcome = run(algorithm, make_problem(board, make_cell(8)));
    ASSERT_EQ(outcome.iterations.size(), 11U);
    std::uint64_t generated = 0;
    for (std::size_t i = 0; i < outcome.iterations.size(); ++i) {
        EXPECT_EQ(outcome.iterations[i].bound, static_cast<Cost>(i));
        generated += outcome.iterations[i].generated;
    }
    EXPECT_EQ(outcome.iterations[0].generated, 0U);
    EXPECT_EQ(outcome.iterations[1].generated,
              static_cast<std::uint64_t>(board.legal_moves().count()));
    EXPECT_EQ(generated, outcome.counters.generated);
    EXPECT_EQ(outcome.counters.max_depth, 10U);
}

TEST(Iddfs, ProvesThatARingHasNoSolution) {
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {2, 1, 3, 0}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_EQ(outcome.iterations.size(), 13U);
}

}  // namespace
}  // namespace tessera::iddfs_test
