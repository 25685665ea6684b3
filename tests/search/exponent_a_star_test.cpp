// A* with a growing exponent: solves everything, is A* while the exponent is 1, and gets greedier the longer it takes.
#include "tessera/search/exponent_a_star.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::exponent_a_star_test {
namespace {

using namespace search_testing;
using search::exponent_a_star::Policy;

const auto algorithm = registered("exponent-a*");

SearchOptions growing(double rate) {
    SearchOptions options;
    options.set(search::exponent_a_star::growth, OptionValue(double{rate}));
    return options;
}

TEST(ExponentAStar, SolvesEveryDepthOf3x3ButNotAlwaysShortest) {
    Cost extra = 0;
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            for (const auto& board : distances.sample(depth, 5)) {
                const auto problem = make_problem(board, goal_blank);
                const Outcome outcome = run(algorithm, problem, {}, growing(1.0));
                expect_solution(problem, outcome);
                EXPECT_EQ(outcome.lower_bound, 0);
                extra += static_cast<Cost>(outcome.path.size()) - depth;
            }
        }
    }
    EXPECT_GT(extra, 0) << "the sample does not tell it from A*";
}

TEST(ExponentAStar, IsAStarWhereTheExponentDoesNotGrow) {
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 5);
    const Outcome expected = run(registered("a*"), problem);
    const Outcome never = run(algorithm, problem, {}, growing(0.0));
    EXPECT_EQ(never.path, expected.path);
    EXPECT_EQ(never.counters.expanded, expected.counters.expanded);

    const auto near = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 20, 5);
    const Outcome early = run(algorithm, near, {}, growing(1.0));
    ASSERT_LT(early.counters.expanded, 1000U);
    EXPECT_EQ(early.path, run(registered("a*"), near).path);
}

TEST(ExponentAStar, NeedsFewerStatesTheFasterItGrows) {
    std::uint64_t none = 0;
    std::uint64_t slow = 0;
    std::uint64_t fast = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 90, seed);
        none += run(algorithm, problem, {}, growing(0.0)).counters.expanded;
        slow += run(algorithm, problem, {}, growing(0.0625)).counters.expanded;
        fast += run(algorithm, problem, {}, growing(0.5)).counters.expanded;
    }
    EXPECT_LT(slow, none);
    EXPECT_LT(fast, slow);
}

TEST(ExponentAStar, SolvesLargeBoards) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const auto problem =
            walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(24), 100'000, seed);
        expect_solution(problem, run(algorithm, problem));
    }
}

/// The number of expanded states doubles from one change to the next.
TEST(ExponentAStar, GrowsEachTimeTheStatesDouble) {
    Policy policy(0.5, 40);
    EXPECT_EQ(policy.exponent(), 64U);
    EXPECT_FALSE(policy.changes_after(999, 1));
    std::uint64_t since = 1000;
    for (const std::uint32_t exponent : {96U, 128U, 160U}) {
        EXPECT_FALSE(policy.changes_after(since - 1, 1));
        EXPECT_TRUE(policy.changes_after(since, 1));
        EXPECT_EQ(policy.exponent(), exponent);
        if (exponent > 96U) since *= 2;
    }
    EXPECT_EQ(policy.priority(3, 4), 3 + 32) << "4^2.5";
}

/// Powers of large estimates stay small enough to index an array.
TEST(ExponentAStar, StopsBeforePrioritiesGetLarge) {
    Policy policy(1.0, 600'000);
    EXPECT_EQ(policy.priority(7, 600'000), 600'007);
    EXPECT_FALSE(policy.changes_after(1000, 1));
    EXPECT_EQ(policy.exponent(), 64U);
}

TEST(ExponentAStar, PrioritiesAreMonotone) {
    Policy policy(0.0625, 40);
    std::uint64_t total = 0;
    for (int change = 0; change < 12; ++change) {
        for (Cost h = 1; h <= 300; ++h) {
            EXPECT_GE(policy.priority(0, h), policy.priority(0, h - 1)) << h;
            EXPECT_GE(policy.priority(0, h), h);
        }
        const std::uint64_t since = std::max<std::uint64_t>(total, 1000);
        EXPECT_TRUE(policy.changes_after(since, 1));
        total += since;
    }
}

TEST(ExponentAStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(ExponentAStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}

}  // namespace
}  // namespace tessera::exponent_a_star_test
