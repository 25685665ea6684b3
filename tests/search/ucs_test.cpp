// Uniform-cost search against exact distances and, where moves cost their tile, least costs.
#include "tessera/search/ucs.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::ucs_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("ucs");

TEST(Ucs, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 1);
}
TEST(Ucs, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm);
}
TEST(Ucs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(Ucs, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(Ucs, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
}
TEST(Ucs, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 14, 3));
}

TEST(Ucs, FindsTheLeastCostWhenMovesCostTheirTile) {
    bool longer_but_cheaper = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 40 + seed, seed);
        const std::size_t fewest_moves = run(algorithm, problem).path.size();
        charge_tile_numbers(problem);
        const Outcome outcome = run(algorithm, problem);
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_optimal(problem, outcome, least_cost(problem));
        longer_but_cheaper = longer_but_cheaper || outcome.path.size() > fewest_moves;
    }
    EXPECT_TRUE(longer_but_cheaper) << "the sample does not tell costs from moves";
}

TEST(Ucs, TestsTheGoalWhenItIsTaken) {
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {1, 2, 0, 3}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.path.size(), 1U);
    // The start and its other child, which is as near as the goal; not the goal.
    EXPECT_GE(outcome.counters.expanded, 1U);
    EXPECT_LE(outcome.counters.expanded, 2U);
}

}  // namespace
}  // namespace tessera::ucs_test
