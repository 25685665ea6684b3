// Boards far beyond any table: the searches work until a limit, and keep within the memory allowed.
// home: release
#include <gtest/gtest.h>

#include <cstdio>

#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/engine/algorithm_checks.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

TEST(LargeBoardsInRelease, EveryAlgorithmNearTheGoalOf100x100) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {100, 100});
    Random random(100);
    const DynamicBoard start = random_walk(goal, 30, random);
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        Job job = make_job(start, goal, entry->info->name, "manhattan");
        job.limits.nodes = 3000;
        job.limits.memory_bytes = std::size_t{1} << 28;
        SCOPED_TRACE(job.algorithm);
        const Solution solution = solved(engine, job);
        EXPECT_LE(solution.proof.lower_bound, 30);
        EXPECT_GE(solution.proof.lower_bound, solution.proof.initial_h);
        if (solution.outcome.found) {
            EXPECT_TRUE(reaches_goal(solution));
        }
        if (promises_optimal(job) && solution.outcome.status == Status::solved) {
            EXPECT_LE(solution.outcome.moves.size(), 30U);
        }
    }
}

TEST(LargeBoards, AStarAndGreedySolve100x100NearTheGoal) {
    Engine engine;
    for (const DynamicBoard& goal : three_goals({100, 100})) {
        Random random(101);
        const DynamicBoard start = random_walk(goal, 30, random);
        for (const std::string_view algorithm : {"a*", "ida*", "weighted-a*"}) {
            Job job = make_job(start, goal, algorithm, "linear-conflict");
            job.limits.nodes = 100'000;
            const Solution solution = solved(engine, job);
            EXPECT_EQ(to_string(solution.outcome.status), "solved") << algorithm;
            EXPECT_TRUE(reaches_goal(solution));
            EXPECT_LE(solution.outcome.moves.size(), algorithm == "weighted-a*" ? 45U : 30U);
        }
    }
}

TEST(LargeBoards, EveryHeuristicOn50x50) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {50, 50});
    Random random(102);
    const DynamicBoard start = random_solvable(goal, random);
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        Job job = make_job(start, goal, "greedy", entry->info->name);
        job.limits.nodes = 20;
        auto solution = engine.solve(job);
        if (!solution) {
            EXPECT_EQ(solution.error().code, ErrorCode::memory_limit) << entry->info->name;
            continue;
        }
        EXPECT_EQ(to_string(solution->outcome.status), "node-limit") << entry->info->name;
        EXPECT_GE(solution->proof.initial_h, 0.0);
        EXPECT_LT(solution->proof.initial_h, 1e9);
        EXPECT_LT(solution->proof.lower_bound, infinite_cost);
    }
}

TEST(LargeBoards, Uniform6x6IsSolved) {
    Engine engine;
    for (const std::string_view goal_name : {"blank-last", "snail"}) {
        const DynamicBoard goal = goal_of(goal_name, {6, 6});
        Random random(66);
        const DynamicBoard start = random_solvable(goal, random);
        Job weighted = make_job(start, goal, "weighted-a*", "linear-conflict");
        weighted.options.set(search::weighted_a_star::weight, OptionValue(5.0));
        weighted.limits.memory_bytes = std::size_t{1} << 29;
        for (const Job& job : {weighted, make_job(start, goal, "greedy", "linear-conflict")}) {
            const Solution solution = solved(engine, job);
            EXPECT_EQ(to_string(solution.outcome.status), "solved") << describe(job);
            EXPECT_TRUE(reaches_goal(solution));
            EXPECT_GE(solution.proof.lower_bound, solution.proof.initial_h);
            EXPECT_LE(solution.proof.lower_bound, solution.outcome.cost);
        }
    }
}

TEST(LargeBoardsInRelease, AutomaticChoiceSolvesEverySizeUpTo6x6) {
    Engine engine;
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 3}, Geometry{3, 4},
                                    Geometry{4, 5}, Geometry{5, 5}, Geometry{6, 6}}) {
        const DynamicBoard goal = goal_of("blank-last", geometry);
        Random random(geometry.cells());
        Job job = make_job(random_solvable(goal, random), goal);
        if (geometry.cells() > 16) job.limits.time = std::chrono::milliseconds(500);
        const Solution solution = solved(engine, job);
        EXPECT_EQ(to_string(solution.outcome.status), "solved")
            << geometry.rows << "x" << geometry.cols;
        EXPECT_TRUE(reaches_goal(solution));
        EXPECT_EQ(solution.notes.empty(), solution.proof.optimal) << "what is not proven is said";
        EXPECT_TRUE(solution.proof.optimal || geometry.cells() > 16);
        EXPECT_LE(solution.proof.lower_bound, solution.outcome.cost);
    }
}

TEST(LargeBoards, UnsolvableOnesAreAnsweredWithoutASearch) {
    Engine engine;
    const DynamicBoard goal = goal_of("snail", {100, 100});
    Random random(5);
    const Solution solution =
        solved(engine, make_job(random_unsolvable(goal, random), goal, "bfs"));
    EXPECT_EQ(solution.outcome.status, Status::unsolvable);
    EXPECT_EQ(solution.measured.counters.generated, 0U);
    ASSERT_TRUE(solution.proof.unsolvable.has_value());
    EXPECT_FALSE(solution.proof.unsolvable->reason.empty());
}

/// The process's peak of resident memory in bytes since the last reset; 0 where it cannot be known.
std::size_t peak_resident() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        unsigned long kilobytes = 0;
        if (std::sscanf(line.c_str(), "VmHWM: %lu kB", &kilobytes) == 1) return kilobytes * 1024;
    }
    return 0;
}

void reset_peak_resident() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// Runs a hopeless search within `limit` and measures what the process really took.
void check_memory(std::string_view algorithm, std::size_t limit) {
    Engine engine;
    const BoardEntry entry = suite_boards("korf:82").value().front();
    Job job = make_job(entry.board, goal_of("blank-first", {4, 4}), algorithm, "manhattan");
    job.limits.memory_bytes = limit;
    reset_peak_resident();
    const std::size_t before = peak_resident();
    const Solution solution = solved(engine, job);
    const std::size_t after = peak_resident();
    SCOPED_TRACE(job.algorithm);
    if (solution.outcome.status == Status::solved) {
        EXPECT_FALSE(promises_optimal(job));
        return;
    }
    EXPECT_EQ(to_string(solution.outcome.status), "memory-limit");
    EXPECT_FALSE(solution.proof.optimal);
    EXPECT_GE(solution.proof.lower_bound, solution.proof.initial_h);
    EXPECT_LE(solution.proof.lower_bound, *entry.optimal);
    EXPECT_LE(solution.measured.container_bytes, limit);
    EXPECT_GT(solution.measured.container_bytes, limit / 4) << "the memory allowed was hardly used";
    constexpr std::size_t allowance = 30'000'000;
    if (!sanitized) {  // those take memory of their own
        EXPECT_LE(after, before + limit + allowance);
    }
}

TEST(MemoryLimitInRelease, IsHonouredByTheProcess) {
    ASSERT_GT(peak_resident(), 0U) << "every Linux tells it";
    check_memory("a*", sanitized ? 25'000'000 : 100'000'000);
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        if (entry->info->linear_memory) continue;
        check_memory(entry->info->name, sanitized ? 10'000'000 : 40'000'000);
    }
}

}  // namespace
}  // namespace tessera
