// Depth-first search: complete, exhaustive within a depth limit, and no recursion however deep it goes.
#include "tessera/search/dfs.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::dfs_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("dfs");

TEST(Dfs, SolvesEveryDepthOf3x3) {
    std::size_t longest = 0;
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            const auto problem = make_problem(distances.at_depth(depth).front(), goal_blank);
            const Outcome outcome = run(algorithm, problem);
            expect_solution(problem, outcome);
            EXPECT_EQ(outcome.lower_bound, 0);
            EXPECT_EQ(outcome.counters.reexpanded, 0U);
            EXPECT_GE(outcome.counters.max_depth, outcome.path.size());
            longest = std::max(longest, outcome.path.size());
        }
    }
    EXPECT_GT(longest, 1000U);
}

TEST(Dfs, SolvesRectangles) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto small = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(0), 100, seed);
        expect_solution(small, run(algorithm, small));
        const auto larger = walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(7), 100, seed);
        expect_solution(larger, run(algorithm, larger));
    }
}

TEST(Dfs, SolvesShortWalksOfLargerBoardsWithinADepthLimit) {
    Limits limits;
    limits.depth = 10;
    const auto check = [&](const auto& problem) {
        expect_solution(problem, run(algorithm, problem, limits), 10);
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        check(walk_problem<DynamicBoard>(Geometry{3, 4}, make_cell(11), 10, seed));
        check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 10, seed));
        check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(0), 10, seed));
    }
}

TEST(Dfs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(Dfs, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(Dfs, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
}
TEST(Dfs, SuccessorOrderMatters) {
    const auto board = distances_3x3(make_cell(8)).at_depth(20).front();
    expect_order_matters(algorithm, make_problem(board, make_cell(8)));
}

TEST(Dfs, EntersAStateAgainOnlyUnderADepthLimit) {
    const auto board = distances_3x3(make_cell(8)).at_depth(16).front();
    Limits limits;
    limits.depth = 15;
    EXPECT_GT(run(algorithm, make_problem(board, make_cell(8)), limits).counters.reexpanded, 0U);
}

TEST(Dfs, SeesEveryStateOfAnUnsolvableBoard) {
    const auto problem =
        from_numbers<Board<3, 3>>(Geometry{3, 3}, {2, 1, 3, 4, 5, 6, 7, 8, 0}, make_cell(8));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_EQ(outcome.counters.expanded, 181440U);
    EXPECT_EQ(outcome.counters.peak_states, 181440U);
    // Each state has its moves as neighbours, its parent is left out, and the root has no parent.
    EXPECT_EQ(outcome.counters.generated, 181440U * 24 / 9 - 181440U + 1);
}

TEST(Dfs, OpenCountsTheUntriedMovesOfThePath) {
    // 2x2 is one ring of 12 states: the root has two moves, every other state one.
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {2, 1, 3, 0}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_EQ(outcome.counters.expanded, 12U);
    EXPECT_EQ(outcome.counters.peak_open, 2U);
    EXPECT_EQ(outcome.counters.max_depth, 11U);
}

TEST(Dfs, GoesMillionsOfMovesDeep) {
    Limits limits;
    limits.nodes = 1000000;
    const auto problem = walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(24), 500, 1);
    const Outcome outcome = run(algorithm, problem, limits);
    EXPECT_EQ(outcome.status, Status::node_limit);
    EXPECT_GT(outcome.counters.max_depth, 100000U);
}

}  // namespace
}  // namespace tessera::dfs_test
