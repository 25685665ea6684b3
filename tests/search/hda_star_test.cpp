// Hash-distributed A* with its one worker; several are tried in tests/backends.
#include "tessera/search/hda_star.hpp"

#include "tests/search/patchy_heuristic.hpp"

namespace tessera::hda_star_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("hda*");

TEST(HdaStar, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 10);
}
TEST(HdaStar, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm, 14);
}
TEST(HdaStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(HdaStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(HdaStar, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm, 31);
}
TEST(HdaStar, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3));
}
TEST(HdaStar, ReopensStatesWhereTheEstimateIsInconsistent) {
    std::uint64_t reexpanded = 0;
    const auto patchy = [&](const auto& problem, const SearchOptions& options, Monitor& monitor) {
        using B = std::decay_t<decltype(problem.start)>;
        const Patchy<B, heuristics::manhattan::Heuristic<B>> heuristic(manhattan_for(problem));
        const Outcome outcome = run_registered("hda*", problem, heuristic, options, monitor);
        reexpanded += outcome.counters.reexpanded;
        return outcome;
    };
    expect_optimal_on_3x3(patchy, 3);
    EXPECT_GT(reexpanded, 0U);
}

}  // namespace
}  // namespace tessera::hda_star_test
