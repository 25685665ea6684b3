// A* against exact distances and least costs, with consistent and inconsistent estimates.
#include "tessera/search/a_star.hpp"

#include "tests/search/patchy_heuristic.hpp"

namespace tessera::a_star_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("a*");

TEST(AStar, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 10);
}
TEST(AStar, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm, 14);
}
TEST(AStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(AStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(AStar, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm, 31);
}
TEST(AStar, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3));
}

TEST(AStar, ReopensStatesWhereTheEstimateIsInconsistent) {
    std::uint64_t reexpanded = 0;
    const auto patchy = [&]<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                         Monitor& monitor) {
        const Patchy<B, heuristics::manhattan::Heuristic<B>> heuristic(manhattan_for(problem));
        const Outcome outcome = run_registered("a*", problem, heuristic, options, monitor);
        reexpanded += outcome.counters.reexpanded;
        return outcome;
    };
    expect_optimal_on_3x3(patchy, 3);
    EXPECT_GT(reexpanded, 0U);
}

TEST(AStar, NeverExpandsAStateTwiceWhereTheEstimateIsConsistent) {
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3);
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.counters.reexpanded, 0U);
    EXPECT_LE(outcome.counters.expanded, outcome.counters.peak_states);
    EXPECT_LE(outcome.counters.peak_open, outcome.counters.peak_states);
}

TEST(AStar, FindsTheLeastCostWhenMovesCostTheirTile) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 40 + seed, seed);
        charge_tile_numbers(problem);
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_optimal(problem, run(algorithm, problem), least_cost(problem));
    }
}

TEST(AStar, AMillionStatesOf4x4TakeAtMost32BytesEach) {
    // Korf's (1985) first board, far beyond a million states.
    const auto problem = from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}, make_cell(0));
    Limits limits;
    limits.nodes = 2500000;
    const Outcome outcome = run(algorithm, problem, limits);
    EXPECT_EQ(outcome.status, Status::node_limit);
    ASSERT_GT(outcome.counters.peak_states, 1000000U);
    EXPECT_LE(outcome.peak_bytes, 32 * outcome.counters.peak_states);
}

}  // namespace
}  // namespace tessera::a_star_test
