// Tests of human: every path replays on every kind of board, the stages go with it, and limits are kept.
#include "tessera/search/human.hpp"

#include <gtest/gtest.h>

#include "tests/search/search_testing.hpp"

namespace tessera::search::human_test {
namespace {

using namespace search_testing;

const auto by_hand = []<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                     Monitor& monitor) {
    return human::search(problem, options, monitor);
};

TEST(Human, IsOptimalOn3x3) {
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            for (const auto& board : distances.sample(depth, 5)) {
                const auto problem = make_problem(board, goal_blank);
                expect_optimal(problem, run(by_hand, problem), depth);
            }
        }
    }
}

TEST(Human, SolvesEveryKindOfBoard) {
    const auto check = [](const auto& problem) {
        const Outcome outcome = run(by_hand, problem);
        expect_solution(problem, outcome);
        EXPECT_EQ(outcome.counters.generated, outcome.path.size());
        EXPECT_EQ(outcome.counters.expanded, outcome.path.size());
        EXPECT_EQ(outcome.counters.max_depth, outcome.path.size());
        const bool proven = problem.start.geometry().cells() <= 9;
        EXPECT_EQ(outcome.lower_bound, proven ? static_cast<Cost>(outcome.path.size()) : 0);
        std::size_t moves = 0;
        for (const Stage& stage : outcome.stages) moves += stage.moves;
        EXPECT_EQ(moves, outcome.path.size());
    };
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        check(walk_problem<Board<3, 3>>(Geometry{3, 3}, make_cell(seed % 9), 1000, seed));
        check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(seed % 16), 2000, seed));
        check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(seed % 25), 5000, seed));
        check(walk_problem<DynamicBoard>(Geometry{4, 9}, make_cell(seed), 10000, seed));
    }
    check(hopeless_problem());
}

TEST(Human, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(by_hand);
}

TEST(Human, KeepsLimits) {
    expect_keeps_limits(by_hand, 20'000);
}

TEST(Human, KeepsTheDepthLimitExactly) {
    const auto problem = walk_problem<DynamicBoard>(Geometry{6, 6}, make_cell(35), 5000, 3);
    const auto length = static_cast<Cost>(run(by_hand, problem).path.size());
    Limits limits;
    for (limits.depth = 0; limits.depth < length; limits.depth += 7) {
        const Outcome outcome = run(by_hand, problem, limits);
        EXPECT_EQ(outcome.status, Status::depth_limit);
        EXPECT_TRUE(outcome.path.empty());
        EXPECT_TRUE(outcome.stages.empty());
        EXPECT_EQ(outcome.counters.max_depth, static_cast<std::uint64_t>(limits.depth));
    }
    limits.depth = length;
    expect_solution(problem, run(by_hand, problem, limits), length);
}

/// A limit of nodes is a limit of moves: as many as it takes are enough.
TEST(Human, KeepsTheNodeLimitExactly) {
    const auto problem = walk_problem<DynamicBoard>(Geometry{6, 6}, make_cell(0), 5000, 4);
    const std::uint64_t length = run(by_hand, problem).path.size();
    Limits limits;
    limits.nodes = length;
    expect_solution(problem, run(by_hand, problem, limits));
    limits.nodes = length - 1;
    const Outcome outcome = run(by_hand, problem, limits);
    EXPECT_EQ(outcome.status, Status::node_limit);
    EXPECT_TRUE(outcome.path.empty());
    EXPECT_EQ(outcome.counters.generated, length - 1);
}

TEST(Human, SaysThatABoardIsUnsolvable) {
    const auto problem =
        from_numbers<Board<3, 3>>(Geometry{3, 3}, {2, 1, 3, 4, 5, 6, 7, 8, 0}, make_cell(8));
    const Outcome outcome = run(by_hand, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_TRUE(outcome.path.empty());
}

}  // namespace
}  // namespace tessera::search::human_test
