// Any goal on any size: the engine's shortest paths agree with a breadth-first search from that goal.
// home: release
#include <gtest/gtest.h>

#include "tessera/puzzle/generate.hpp"
#include "tests/engine/algorithm_checks.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Any arrangement at all: half of them cannot be reached from the usual goals.
DynamicBoard random_goal(Geometry geometry, Random& random) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(i);
    random.shuffle(std::span(tiles));
    return DynamicBoard::from_tiles(geometry, tiles);
}

/// Every heuristic that is admissible, through the algorithm, from `start`.
void check_goal(Engine& engine, const DynamicBoard& start, const DynamicBoard& goal, int exact) {
    for (const std::string_view algorithm :
         {"a*", "ida*", "bidirectional-a*", "bfs", "bidirectional-bfs", "rbfs"}) {
        const AlgorithmInfo& info = *find_algorithm(algorithm).value()->info;
        for (const std::string& heuristic : heuristics_for(info)) {
            Job job = make_job(start, goal, algorithm, heuristic);
            if (!promises_optimal(job)) continue;
            SCOPED_TRACE(describe(job));
            job.limits.nodes = 300'000;
            const Solution solution = solved(engine, job);
            check_honest(solution, job, exact);
            if (heuristic == "manhattan" || heuristic == "linear-conflict") {
                EXPECT_EQ(solution.outcome.status, Status::solved);
            }
        }
    }
}

TEST(AnyGoal, OnBoardsWithATableOfEveryState) {
    Engine engine;
    Random random(71);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}, Geometry{2, 4},
                                    Geometry{4, 2}, Geometry{3, 3}}) {
        for (int i = 0; i < (sanitized ? 1 : 3); ++i) {
            const DynamicBoard goal = random_goal(geometry, random);
            const DynamicBoard start = geometry.cells() < 8 ? random_solvable(goal, random)
                                                            : random_walk(goal, 20, random);
            check_goal(engine, start, goal, exact_distance(start, goal));
        }
    }
}

TEST(AnyGoal, NearIt) {
    Engine engine;
    Random random(72);
    for (const Geometry geometry : {Geometry{3, 4}, Geometry{4, 3}, Geometry{4, 4}}) {
        for (int i = 0; i < (sanitized ? 1 : 2); ++i) {
            const DynamicBoard goal = random_goal(geometry, random);
            const DynamicBoard start = random_walk(goal, 14, random);
            check_goal(engine, start, goal, distance_by_search(start, goal));
        }
    }
}

TEST(AnyGoal, ParityDecidesForEveryGoal) {
    Engine engine;
    Random random(73);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{5, 5},
                                    Geometry{3, 4}, Geometry{6, 6}}) {
        for (int i = 0; i < 5; ++i) {
            const DynamicBoard goal = random_goal(geometry, random);
            Job job = make_job(random_unsolvable(goal, random), goal);
            EXPECT_EQ(solved(engine, job).outcome.status, Status::unsolvable) << describe(job);
            job.start = random_solvable(goal, random);
            job.limits.nodes = 10;
            EXPECT_NE(solved(engine, job).outcome.status, Status::unsolvable) << describe(job);
        }
    }
}

TEST(AnyGoal, AsFarAsTheOtherWayRound) {
    Engine engine;
    Random random(74);
    for (int i = 0; i < 10; ++i) {
        const DynamicBoard a = random_goal({3, 3}, random);
        const DynamicBoard b = random_solvable(a, random);
        EXPECT_EQ(solved(engine, make_job(a, b)).outcome.moves.size(),
                  solved(engine, make_job(b, a)).outcome.moves.size());
    }
}

TEST(AnyGoal, OfTheWrongSizeIsAUsageError) {
    Engine engine;
    auto refused = engine.solve(make_job(goal_of("snail", {3, 4}), goal_of("snail", {4, 3})));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    EXPECT_FALSE(refused.error().hint.empty());
}

TEST(AnyGoal, TheHeuristicCacheKeepsGoalsApart) {
    // The same board for many goals in one engine, against a fresh engine for each.
    Engine kept;
    Random random(75);
    const DynamicBoard start = goal_of("blank-last", {3, 3});
    for (int i = 0; i < 100; ++i) {
        const DynamicBoard goal = random_walk(start, 12, random);
        Engine fresh;
        for (const std::string_view heuristic : {"max", "manhattan", "walking-distance"}) {
            const Job job = make_job(start, goal, "a*", heuristic);
            const Solution a = solved(kept, job);
            const Solution b = solved(fresh, job);
            EXPECT_EQ(a.outcome.moves, b.outcome.moves) << describe(job);
            EXPECT_EQ(a.measured.counters.generated, b.measured.counters.generated)
                << describe(job);
        }
    }
}

TEST(AnyGoal, TheHeuristicCacheForgetsTheMemoryOfEarlierJobs) {
    // With hardly any memory `max` does without the walking distance; the next job must not.
    Engine kept;
    Engine fresh;
    Random random(76);
    const DynamicBoard goal = goal_of("blank-last", {4, 4});
    Job job = make_job(random_walk(goal, 40, random), goal, "ida*", "max");
    job.limits.memory_bytes = 100'000;
    job.limits.nodes = 1000;
    EXPECT_LT(solved(kept, job).measured.table_bytes, 100'000U);
    job.limits = Limits();
    const Solution after = solved(kept, job);
    const Solution first = solved(fresh, job);
    EXPECT_EQ(after.measured.table_bytes, first.measured.table_bytes);
    EXPECT_EQ(after.measured.counters.generated, first.measured.counters.generated);
}

}  // namespace
}  // namespace tessera
