// The boards of the five seed projects, with their true distances: what they state, where it is right.
// home: release
#include <gtest/gtest.h>

#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// The shortest length, proven by two different algorithms.
std::size_t shortest(Engine& engine, const DynamicBoard& start, const DynamicBoard& goal) {
    const Solution ida = solved(engine, make_job(start, goal, "ida*", "linear-conflict"));
    const Solution a_star = solved(engine, make_job(start, goal, "a*", "manhattan"));
    EXPECT_TRUE(ida.proof.optimal && a_star.proof.optimal) << inline_form(start);
    EXPECT_EQ(ida.outcome.moves.size(), a_star.outcome.moves.size()) << inline_form(start);
    return ida.outcome.moves.size();
}

std::size_t shortest_3x3(std::string_view board, std::string_view goal) {
    Engine engine;
    const DynamicBoard start = board_of({3, 3}, board);
    const DynamicBoard target = goal_of(goal, {3, 3});
    const std::size_t length = shortest(engine, start, target);
    EXPECT_EQ(static_cast<int>(length), exact_distance(start, target));
    return length;
}

TEST(Seeds, WorkedBoardsOfTheCommandLineSeed) {
    EXPECT_EQ(shortest_3x3("0 2 1/6 4 5/3 7 8", "blank-first"), 22U);
    EXPECT_EQ(shortest_3x3("3 1 2/6 4 5/0 7 8", "blank-first"), 2U);
    EXPECT_EQ(shortest_3x3("1 4 0 5 8 2 3 6 7", "blank-first"), 10U);
    EXPECT_EQ(shortest_3x3("8 4 5 3 2 1 0 6 7", "blank-first"), 20U);
}

TEST(Seeds, ReadmeExamplesByEveryOptimalAlgorithm) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        if (!entry->info->optimal) continue;
        const DynamicBoard ten = board_of({3, 3}, "1 4 0 5 8 2 3 6 7");
        const DynamicBoard twenty = board_of({3, 3}, "8 4 5 3 2 1 0 6 7");
        EXPECT_EQ(solved(engine, make_job(ten, goal, entry->info->name)).outcome.moves.size(), 10U);
        EXPECT_EQ(solved(engine, make_job(twenty, goal, entry->info->name)).outcome.moves.size(),
                  20U);
    }
}

TEST(Seeds, BoardsOfTheMeasurements) {
    EXPECT_EQ(shortest_3x3("4 8 3 7 0 6 2 5 1", "blank-last"), 20U);
    EXPECT_EQ(shortest_3x3("8 6 7 2 5 4 3 0 1", "blank-last"), 31U);
    Engine engine;
    EXPECT_EQ(shortest(engine, board_of({4, 4}, "1 2 3 4 5 6 8 10 9 14 7 12 13 11 15 0"),
                       goal_of("blank-last", {4, 4})),
              12U);
}

TEST(Seeds, TheTwoBoardsOnWhichPairwiseConflictsMislead) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    for (const std::string_view board : {"8 7 6 5 0 3 2 4 1", "8 7 6 5 0 4 2 1 3"}) {
        const DynamicBoard start = board_of({3, 3}, board);
        EXPECT_EQ(exact_distance(start, goal), 28);
        const Solution exact = solved(engine, make_job(start, goal, "a*", "linear-conflict"));
        EXPECT_EQ(exact.outcome.moves.size(), 28U);
        EXPECT_TRUE(exact.proof.optimal);
        const Solution pairs = solved(engine, make_job(start, goal, "a*", "linear-conflict-pairs"));
        EXPECT_EQ(pairs.outcome.moves.size(), 30U);
        EXPECT_FALSE(pairs.proof.optimal);
        EXPECT_LE(pairs.proof.lower_bound, 28);
    }
}

TEST(Seeds, PairwiseConflictsMisleadAStarOnNoOtherBoardsOfASample) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    Random random(1);
    for (int depth = 0; depth <= 31; depth += sanitized ? 8 : 1) {
        const DynamicBoard start = board_at_distance(goal, depth, random);
        if (depth == 28) continue;
        const Job job = make_job(start, goal, "a*", "linear-conflict-pairs");
        EXPECT_EQ(static_cast<int>(solved(engine, job).outcome.moves.size()), depth)
            << describe(job);
    }
}

TEST(SlowSeeds, InstancesOfTheSizeNSeed) {
    Engine engine;
    std::size_t compared = 0;
    for (const Row& row : own_data("seed4-instances.csv")) {
        const auto n = static_cast<std::uint16_t>(number(row, "n"));
        const DynamicBoard start = board_of({n, n}, row.at("state"));
        const DynamicBoard goal = goal_of("blank-last", {n, n});
        if (row.at("optimal").empty()) continue;
        const Solution solution = solved(engine, make_job(start, goal, "ida*", "linear-conflict"));
        EXPECT_TRUE(solution.proof.optimal);
        EXPECT_EQ(static_cast<double>(solution.outcome.moves.size()), number(row, "optimal"))
            << inline_form(start);
        ++compared;
    }
    EXPECT_EQ(compared, 10U);
}

TEST(Seeds, ManhattanDistancesOfTheSizeNSeed) {
    Engine engine;
    std::size_t compared = 0;
    for (const Row& row : own_data("seed4-instances.csv")) {
        const auto n = static_cast<std::uint16_t>(number(row, "n"));
        Job job = make_job(board_of({n, n}, row.at("state")), goal_of("blank-last", {n, n}), "a*",
                           "manhattan");
        job.limits.nodes = 100;
        EXPECT_EQ(solved(engine, job).proof.initial_h, number(row, "md"));
        ++compared;
    }
    EXPECT_EQ(compared, 24U);
}

TEST(Seeds, NamedMixturesAreConfigurations) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const DynamicBoard start = board_of({3, 3}, "4 8 3 7 0 6 2 5 1");
    for (const Configuration& configuration : configurations()) {
        const Solution named = solved(engine, make_job(start, goal, configuration.name));
        const std::string heuristic(configuration.heuristic_for(start.geometry()));
        const Solution plain =
            solved(engine, make_job(start, goal, configuration.algorithm, heuristic));
        EXPECT_EQ(named.asked.algorithm, configuration.algorithm);
        EXPECT_EQ(named.asked.heuristic, heuristic);
        EXPECT_EQ(named.outcome.moves, plain.outcome.moves) << configuration.name;
        EXPECT_EQ(named.measured.counters.generated, plain.measured.counters.generated);
        // Only the heuristic can be changed: that is what it is called for.
        const Solution other = solved(engine, make_job(start, goal, configuration.name, "zero"));
        EXPECT_EQ(other.asked.heuristic, "zero");
    }
}

/// Walking distance has tables up to 4×4; above, the answer says what the n×n seed's sum has instead.
TEST(Seeds, TheWeightedSumSaysWhatItDoesWithout) {
    Engine engine;
    for (const std::uint16_t side : std::initializer_list<std::uint16_t>{3, 4, 5, 6}) {
        const DynamicBoard goal = goal_of("blank-last", {side, side});
        Random random(1);
        const Solution solution = solved(
            engine, make_job(random_walk(goal, 30, random), goal, "a*", "weighted-combination"));
        const bool told = std::ranges::any_of(solution.notes, [](const std::string& note) {
            return note.find("linear-conflict in its place") != std::string::npos;
        });
        EXPECT_EQ(told, side > 4) << side;
    }
}

// ---- Files of the seeds' repositories, where they are at hand -------------------------------

TEST(SeedFiles, SixteenTestLinesOfTheEightPuzzleSeed) {
    const auto path = external_data("seed2-test-cases.csv");
    TESSERA_NEEDS(path);
    Engine engine;
    const std::vector<DynamicBoard> goals = goals_3x3();
    const std::vector<std::string> columns{"dist_last", "dist_first", "dist_centre"};
    const std::vector<Row> rows = read_csv(path);
    ASSERT_EQ(rows.size(), 16U);
    std::size_t unsolvable = 0;
    for (const Row& row : rows) {
        const DynamicBoard start = board_of({3, 3}, row.at("state"));
        for (std::size_t g = 0; g < goals.size(); ++g) {
            SCOPED_TRACE(row.at("line") + " " + columns[g]);
            const std::string& distance = row.at(columns[g]);
            const Solution solution = solved(engine, make_job(start, goals[g]));
            if (distance == "unsolvable") {
                EXPECT_EQ(solution.outcome.status, Status::unsolvable);
                ++unsolvable;
            } else {
                EXPECT_TRUE(solution.proof.optimal);
                EXPECT_EQ(static_cast<double>(solution.outcome.moves.size()),
                          number(row, columns[g]));
            }
        }
    }
    EXPECT_EQ(unsolvable, 8U * 3U);
}

TEST(SeedFiles, The250ScenariosAreSolvedToTheirOptimum) {
    const auto path = external_data("seed0-scenarios-250.csv");
    TESSERA_NEEDS(path);
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {4, 4});
    const std::vector<Row> rows = read_csv(path);
    ASSERT_EQ(rows.size(), 250U);
    for (const Row& row : rows) {
        const DynamicBoard start = board_of({4, 4}, row.at("state"));
        const Solution solution = solved(engine, make_job(start, goal, "ida*", "linear-conflict"));
        EXPECT_TRUE(solution.proof.optimal);
        EXPECT_EQ(static_cast<double>(solution.outcome.moves.size()), number(row, "optimal"))
            << inline_form(start);
        EXPECT_EQ(solution.proof.initial_h, number(row, "md_lc"));
    }
}

}  // namespace
}  // namespace tessera
