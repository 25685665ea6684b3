// Searches to the letter of the courses: the counts that Columbia's homework states, and what they cost in quality.
#include <gtest/gtest.h>

#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

constexpr std::array<Move, 4> course_order{Move::up, Move::down, Move::left, Move::right};

Solution by_the_book(std::string_view board, std::string_view algorithm) {
    Engine engine;
    Job job = make_job(board_of({3, 3}, board), goal_of("blank-first", {3, 3}), algorithm,
                       algorithm == "textbook-a*" ? "manhattan" : "auto");
    job.options.order = course_order;
    return solved(engine, job);
}

void expect_counts(std::string_view board, std::string_view algorithm, std::size_t length,
                   std::uint64_t expanded, std::uint64_t deepest) {
    SCOPED_TRACE(algorithm);
    const Solution solution = by_the_book(board, algorithm);
    EXPECT_EQ(solution.outcome.moves.size(), length);
    EXPECT_EQ(solution.measured.counters.expanded, expanded);
    EXPECT_EQ(solution.measured.counters.max_depth, deepest);
}

/// Figures of the homework's own test cases (cost_of_path, nodes_expanded, max_search_depth). Red is never right.
TEST(Textbook, CountsAsColumbiasHomeworkStates) {
    expect_counts("1 2 5 3 4 0 6 7 8", "textbook-bfs", 3, 10, 4);
    expect_counts("1 2 5 3 4 0 6 7 8", "textbook-dfs", 3, 181'437, 66'125);
    expect_counts("1 2 5 3 4 0 6 7 8", "textbook-a*", 3, 3, 3);
    expect_counts("8 6 4 2 1 3 5 7 0", "textbook-bfs", 26, 166'786, 27);
    expect_counts("8 6 4 2 1 3 5 7 0", "textbook-dfs", 9612, 9869, 9612);
    expect_counts("8 6 4 2 1 3 5 7 0", "textbook-a*", 26, 1585, 26);
}

/// Breadth-first search with either goal test goes through the same states; the later one expands more of them.
TEST(Textbook, BfsFindsWhatBfsFinds) {
    Engine engine;
    Random random(4);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const int depth : {0, 1, 7, 16, 22, 31}) {
        const DynamicBoard start = board_at_distance(goal, depth, random);
        const Solution late = solved(engine, make_job(start, goal, "textbook-bfs"));
        const Solution early = solved(engine, make_job(start, goal, "bfs"));
        EXPECT_EQ(late.outcome.moves, early.outcome.moves);
        EXPECT_TRUE(late.proof.optimal);
        EXPECT_GE(late.measured.counters.expanded, early.measured.counters.expanded);
        // Everything that joined the queue before the goal is expanded before it.
        if (depth > 0) {
            EXPECT_EQ(late.measured.counters.expanded, early.measured.counters.peak_states - 1);
        }
    }
}

/// A state that waits in the frontier keeps the first path to it, so the claim "not optimal" has its counterexample.
TEST(TextbookInRelease, AStarIsNotAlwaysShortest) {
    Engine engine;
    Random random(6);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    int longer = 0;
    for (int round = 0; round < 200 && longer == 0; ++round) {
        const DynamicBoard start = board_at_distance(goal, 20 + round % 10, random);
        const Solution solution = solved(engine, make_job(start, goal, "textbook-a*", "misplaced"));
        if (solution.outcome.moves.size() >
            solved(engine, make_job(start, goal, "a*")).outcome.moves.size()) {
            ++longer;
            EXPECT_FALSE(solution.proof.optimal);
        }
    }
    EXPECT_GT(longer, 0);
}

TEST(Textbook, DepthLimitsCutAndProveOnlyInLayers) {
    Engine engine;
    Random random(8);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const DynamicBoard start = board_at_distance(goal, 14, random);
    for (const std::string_view algorithm : {"textbook-bfs", "textbook-dfs", "textbook-a*"}) {
        Job job = make_job(start, goal, algorithm);
        job.limits.depth = 13;
        const Solution solution = solved(engine, job);
        EXPECT_EQ(solution.outcome.status, Status::depth_limit) << algorithm;
        EXPECT_FALSE(solution.outcome.found) << algorithm;
        EXPECT_LE(solution.proof.lower_bound, 14) << algorithm;
    }
}

}  // namespace
}  // namespace tessera
