// Greedy best-first search: always a solution, hardly ever a shortest one, and no bound claimed.
#include "tessera/search/greedy.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::greedy_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("greedy");

TEST(Greedy, SolvesEveryDepthOf3x3ButNotShortest) {
    Cost extra = 0;
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            for (const auto& board : distances.sample(depth, 5)) {
                const auto problem = make_problem(board, goal_blank);
                const Outcome outcome = run(algorithm, problem);
                expect_solution(problem, outcome);
                EXPECT_EQ(outcome.lower_bound, 0);
                EXPECT_EQ(outcome.counters.reexpanded, 0U);
                extra += static_cast<Cost>(outcome.path.size()) - depth;
            }
        }
    }
    EXPECT_GT(extra, 0);
}

TEST(Greedy, SolvesOtherSizes) {
    const auto check = [&](const auto& problem) {
        expect_solution(problem, run(algorithm, problem));
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        check(walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(0), 100, seed));
        check(walk_problem<DynamicBoard>(Geometry{3, 4}, make_cell(5), 100, seed));
        check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 200, seed));
        check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(12), 60, seed));
    }
}

TEST(Greedy, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(Greedy, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(Greedy, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 200, 3));
}

TEST(Greedy, DepthLimitBoundsThePathAndProvesNothing) {
    const auto& distances = distances_3x3(make_cell(8));
    bool missed = false;
    for (Cost depth = 1; depth <= 31; ++depth) {
        for (const auto& board : distances.sample(depth, 3)) {
            const auto problem = make_problem(board, make_cell(8));
            Limits limits;
            limits.depth = depth;
            const Outcome outcome = run(algorithm, problem, limits);
            if (outcome.status == Status::solved) {
                expect_solution(problem, outcome, depth);
            } else {
                missed = true;
                EXPECT_EQ(outcome.status, Status::depth_limit);
                EXPECT_EQ(outcome.lower_bound, 0);
            }
        }
    }
    EXPECT_TRUE(missed) << "the sample has no case in which a bound would be wrong";
}

}  // namespace
}  // namespace tessera::greedy_test
