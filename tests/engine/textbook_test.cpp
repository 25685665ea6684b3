// Searches to the letter of the courses and of the origins: the counts that they state, and what they cost in quality.
#include <gtest/gtest.h>

#include <algorithm>

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

// ---- The origins --------------------------------------------------------------------------

/// A search of the n×n command line origin.
Job of_the_command_line(const DynamicBoard& start, std::string_view algorithm,
                        std::string_view heuristic) {
    Job job = make_job(start, goal_of("blank-first", {3, 3}), algorithm, heuristic);
    job.options.order = {Move::left, Move::right, Move::up, Move::down};
    // Its stack takes the child that was pushed last.
    if (algorithm == "iddfs") std::ranges::reverse(job.options.order);
    return job;
}

/// Its README's eight counts, and those that its program gives with Manhattan distance. Red is never right.
TEST(Textbook, CountsAsTheCommandLineOriginStates) {
    struct Stated {
        std::string_view algorithm;
        std::string_view heuristic;
        std::uint64_t expanded[2];
        std::size_t length[2];
    };
    constexpr Stated stated[] = {
        {"bfs", "auto", {357, 31'922}, {10, 20}},
        {"iddfs", "auto", {868, 232'297}, {10, 20}},
        {"sliding-greedy", "linear-conflict-pairs", {15, 140}, {10, 38}},
        {"sliding-a*", "linear-conflict-pairs", {15, 379}, {10, 20}},
        {"sliding-greedy", "manhattan", {54, 533}, {20, 74}},
        {"sliding-a*", "manhattan", {17, 526}, {10, 20}},
    };
    Engine engine;
    constexpr std::string_view boards[] = {"1 4 0 5 8 2 3 6 7", "8 4 5 3 2 1 0 6 7"};
    for (const Stated& one : stated) {
        for (std::size_t i = 0; i < std::size(boards); ++i) {
            const Job job =
                of_the_command_line(board_of({3, 3}, boards[i]), one.algorithm, one.heuristic);
            SCOPED_TRACE(describe(job));
            const Solution solution = solved(engine, job);
            EXPECT_EQ(solution.measured.counters.expanded, one.expanded[i]);
            EXPECT_EQ(solution.outcome.moves.size(), one.length[i]);
            if (i == 0 && one.length[0] == 10) {
                EXPECT_EQ(
                    format_moves(solution.outcome.moves, solution.asked.start, Notation::numbers),
                    "2 -> 8 -> 5 -> 3 -> 6 -> 7 -> 8 -> 5 -> 4 -> 1");
            }
        }
    }
}

/// Its searches from every state, as another program has emulated them: a mean over 181,439 starts in tenths, the largest count,
/// and how many paths are not shortest.
void expect_of_all_starts(std::string_view algorithm, std::string_view heuristic,
                          std::uint64_t tenths, std::uint64_t largest, std::uint64_t longer) {
    SCOPED_TRACE(std::string(algorithm) + " with " + std::string(heuristic));
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    const ExactDistances& distances = exact_table({3, 3}, goal.blank());
    std::uint64_t starts = 0;
    std::uint64_t expanded = 0;
    std::uint64_t most = 0;
    std::uint64_t suboptimal = 0;
    std::vector<Tile> tiles = tiles_of(goal);
    std::ranges::sort(tiles);
    do {
        const auto start = DynamicBoard::from_tiles({3, 3}, tiles);
        if (start == goal || !solvable(start, goal)) continue;
        const Solution solution = solved(engine, of_the_command_line(start, algorithm, heuristic));
        ++starts;
        expanded += solution.measured.counters.expanded;
        most = std::max(most, solution.measured.counters.expanded);
        suboptimal += static_cast<int>(solution.outcome.moves.size()) > distances.distance(start);
    } while (std::ranges::next_permutation(tiles).found);
    EXPECT_EQ(starts, 181'439U);
    EXPECT_EQ((10 * expanded + starts / 2) / starts, tenths);
    EXPECT_EQ(most, largest);
    EXPECT_EQ(suboptimal, longer);
}

TEST(LongTextbook, GreedySearchCountsAsTheCommandLineOriginFromEveryStart) {
    expect_of_all_starts("sliding-greedy", "linear-conflict-pairs", 1'028, 436, 167'805);
}
TEST(LongTextbook, AStarCountsAsTheCommandLineOriginFromEveryStart) {
    expect_of_all_starts("sliding-a*", "linear-conflict-pairs", 7'098, 13'392, 2);
}
TEST(LongTextbook, AStarWithManhattanCountsAsTheCommandLineOriginFromEveryStart) {
    expect_of_all_starts("sliding-a*", "manhattan", 13'268, 24'531, 0);
}

Job of_the_fifteen_puzzle(std::string_view board, std::string_view heuristic) {
    Job job =
        make_job(board_of({4, 4}, board), goal_of("blank-last", {4, 4}), "fifteen-a*", heuristic);
    job.options.order = course_order;
    return job;
}

/// The 15-puzzle origin calls the number of nodes that it ever queued its fringe.
TEST(Textbook, CountsAsTheFifteenPuzzleOriginStates) {
    Engine engine;
    const Solution solution =
        solved(engine, of_the_fifteen_puzzle("1 2 3 4 5 6 8 10 9 14 7 12 13 11 15 0", "misplaced"));
    EXPECT_EQ(solution.measured.counters.expanded, 118U);
    EXPECT_EQ(solution.measured.counters.generated + 1, 379U);
    EXPECT_EQ(solution.outcome.moves.size(), 12U);
}

TEST(Textbook, CountsAsTheFifteenPuzzleOriginsFilesState) {
    const auto path = external_data("seed0-author-results.csv");
    TESSERA_NEEDS(path);
    Engine engine;
    std::size_t compared = 0;
    for (const Row& row : read_csv(path)) {
        // Its other heuristics aim at another goal.
        if (row.at("heuristic") != "h1" || row.at("expanded") == "Timeout") continue;
        const Job job = of_the_fifteen_puzzle(row.at("state"), "misplaced");
        SCOPED_TRACE(describe(job));
        const Solution solution = solved(engine, job);
        EXPECT_EQ(solution.measured.counters.expanded, number(row, "expanded"));
        EXPECT_EQ(solution.measured.counters.generated + 1, number(row, "max_fringe_size"));
        EXPECT_EQ(solution.outcome.moves.size(), number(row, "depth"));
        ++compared;
    }
    EXPECT_GE(compared, 13U);
}

/// The same rule with heuristics for the right goal, computed for this project.
TEST(Textbook, CountsAsAnEmulationOfTheFifteenPuzzleOrigin) {
    const auto path = external_data("seed0-scenarios-250.csv");
    TESSERA_NEEDS(path);
    Engine engine;
    std::size_t compared = 0;
    for (const Row& row : read_csv(path)) {
        for (const auto& [column, heuristic] :
             {std::pair("exp_misplaced", "misplaced"), std::pair("exp_manhattan", "manhattan"),
              std::pair("exp_rowcol", "row-column")}) {
            constexpr double quick = 10'000;
            if (row.at(column).empty() || number(row, column) > quick) continue;
            const Job job = of_the_fifteen_puzzle(row.at("state"), heuristic);
            EXPECT_EQ(solved(engine, job).measured.counters.expanded, number(row, column))
                << describe(job);
            ++compared;
        }
    }
    EXPECT_GT(compared, 200U);
}

}  // namespace
}  // namespace tessera
