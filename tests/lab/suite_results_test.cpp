// The results of experiments against figures computed by hand: the same boards for all, and what is known of each.
#include "tessera/lab/suite_results.hpp"

#include <gtest/gtest.h>

#include "tessera/lab/pairs.hpp"
#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::stopped;

/// The mean of a figure over the boards that everybody solved which solved any.
double mean_of(const SuiteResults& results, std::size_t c, Figure figure) {
    return mean(values_on(results, all_solvers(results, all_boards(results)).boards, c, figure));
}

/// The hard board that only one of them solved must not count against it.
TEST(ExperimentResults, MeansAreOverTheBoardsThatAllSolved) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "misplaced"}},
             {{{Status::solved, 10, 100, 0.1, true}, {Status::solved, 10, 400, 0.2, true}},
              {{Status::solved, 20, 300, 0.3, true}, {Status::solved, 20, 800, 0.6, true}},
              {{Status::solved, 30, 90'000, 9.0, true}, stopped(Status::time_limit, 5'000'000)}});
    const SuiteResults results = results_of(experiment);
    EXPECT_EQ(all_solvers(results, all_boards(results)).boards, (std::vector<std::size_t>{0, 1}));
    const ConfigurationResult& first = results.configurations[0];
    const ConfigurationResult& second = results.configurations[1];
    EXPECT_EQ(first.solved, 3U);
    EXPECT_EQ(second.solved, 2U);
    EXPECT_EQ(second.boards, 3U);
    EXPECT_EQ(second.ended.at(RunEnd::time_limit), 1U);
    EXPECT_DOUBLE_EQ(mean_of(results, 0, Figure::expanded), 200.0);
    EXPECT_DOUBLE_EQ(mean_of(results, 1, Figure::expanded), 600.0);
    EXPECT_DOUBLE_EQ(mean_of(results, 0, Figure::seconds), 0.2);
    EXPECT_DOUBLE_EQ(mean_of(results, 0, Figure::length), 15.0);
    // E0.3: two that are optimal must have the same mean length.
    EXPECT_DOUBLE_EQ(mean_of(results, 1, Figure::length), 15.0);
}

TEST(ExperimentResults, OneThatSolvedNothingHasNoMeansAndTakesNoneAway) {
    const Experiment experiment =
        made({{"bfs", ""}, {"a*", "manhattan"}},
             {{stopped(Status::memory_limit, 9), {Status::solved, 8, 50, 0.1, true}},
              {stopped(Status::memory_limit, 9), {Status::solved, 6, 30, 0.1, true}}});
    const SuiteResults results = results_of(experiment);
    const ComparedGroup group = all_solvers(results, all_boards(results));
    EXPECT_EQ(group.boards.size(), 2U);
    EXPECT_EQ(group.configurations, std::vector<std::size_t>{1});
    EXPECT_DOUBLE_EQ(mean_of(results, 1, Figure::expanded), 40.0);
}

TEST(ExperimentResults, NoCommonBoardNoMeans) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "misplaced"}},
             {{{Status::solved, 10, 1, 0.1, true}, stopped(Status::time_limit, 1)},
              {stopped(Status::time_limit, 1), {Status::solved, 10, 1, 0.1, true}}});
    const SuiteResults results = results_of(experiment);
    EXPECT_EQ(solvers(results, all_boards(results)).size(), 2U);
    EXPECT_TRUE(all_solvers(results, all_boards(results)).boards.empty());
}

/// A solution that a limit found in hand is a solution, but its counters are the limit's.
TEST(ExperimentResults, ASolutionInHandIsFoundButNotSolved) {
    const Experiment experiment =
        made({{"anytime-a*", "manhattan"}, {"a*", "manhattan"}},
             {{{Status::time_limit, 14, 77, 10.0, false, 10}, {Status::solved, 12, 5, 1.0, true}}});
    const SuiteResults results = results_of(experiment);
    EXPECT_TRUE(results.cell(0, 0).found());
    EXPECT_FALSE(results.cell(0, 0).solved());
    EXPECT_EQ(results.configurations[0].solved, 0U);
    EXPECT_EQ(solvers(results, all_boards(results)), std::vector<std::size_t>{1});
}

TEST(ExperimentResults, BestKnownAndExcess) {
    const Experiment experiment =
        made({{"greedy", "manhattan"}, {"a*", "manhattan"}},
             {{{Status::solved, 15, 5, 0.1, false, 4}, {Status::solved, 10, 50, 0.1, true}},
              {{Status::solved, 30, 5, 0.1, false, 4}, {Status::solved, 20, 50, 0.1, true}}});
    const SuiteResults results = results_of(experiment);
    EXPECT_EQ(results.boards[0].unit.cost, 10);
    EXPECT_TRUE(results.boards[0].unit.proven);
    EXPECT_DOUBLE_EQ(mean_excess(results, all_boards(results), 0), 0.5);
    EXPECT_DOUBLE_EQ(mean_excess(results, all_boards(results), 1), 0.0);
    EXPECT_TRUE(results.contradictions.empty());
}

/// A bound of one run and a solution of another prove together what neither proves alone.
TEST(ExperimentResults, ABoundOfOneProvesTheSolutionOfAnother) {
    const Experiment experiment = made(
        {{"greedy", "manhattan"}, {"ida*", "manhattan"}},
        {{{Status::solved, 12, 5, 0.1, false, 8}, {Status::time_limit, 0, 9, 10.0, false, 12}}});
    EXPECT_TRUE(results_of(experiment).boards[0].unit.proven);
}

TEST(ExperimentResults, ProofsThatContradictEachOtherAreFound) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 10, 5, 0.1, true}, {Status::solved, 12, 5, 0.1, true}}});
    ASSERT_EQ(results_of(experiment).contradictions.size(), 1U);
    EXPECT_TRUE(results_of(experiment).contradictions[0].starts_with("board-1 "));
    const Experiment other_way =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 12, 5, 0.1, true}, {Status::solved, 10, 5, 0.1, true}}});
    EXPECT_EQ(results_of(other_way).contradictions.size(), 1U);
}

}  // namespace
}  // namespace tessera::lab
