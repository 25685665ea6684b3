// Statistics of comparisons against figures computed by hand.
#include "tessera/lab/comparison_summary.hpp"

#include <gtest/gtest.h>

#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::stopped;

std::size_t place_of(std::string_view key) {
    const std::vector<Metric> list = metrics(CostModel::unit);
    for (std::size_t m = 0; m < list.size(); ++m) {
        if (list[m].key == key) return m;
    }
    ADD_FAILURE() << key;
    return 0;
}

TEST(ComparisonStatistics, MeanMedianAndMost) {
    const Statistic odd = statistic_of({5.0, 1.0, 3.0});
    EXPECT_DOUBLE_EQ(odd.mean, 3.0);
    EXPECT_DOUBLE_EQ(odd.median, 3.0);
    EXPECT_DOUBLE_EQ(odd.most, 5.0);
    const Statistic even = statistic_of({10.0, 1.0, 2.0, 3.0});
    EXPECT_DOUBLE_EQ(even.mean, 4.0);
    EXPECT_DOUBLE_EQ(even.median, 2.5);
    EXPECT_DOUBLE_EQ(even.most, 10.0);
    EXPECT_DOUBLE_EQ(statistic_of({7.0}).median, 7.0);
}

/// The hard board that only one of them solved must not count against it.
TEST(ComparisonStatistics, MeansAreOverTheBoardsThatAllSolved) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "misplaced"}},
             {{{Status::solved, 10, 100, 0.1, true}, {Status::solved, 10, 400, 0.2, true}},
              {{Status::solved, 20, 300, 0.3, true}, {Status::solved, 20, 800, 0.6, true}},
              {{Status::solved, 30, 90'000, 9.0, true}, stopped(Status::time_limit, 5'000'000)}});
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_EQ(summary.common, (std::vector<std::size_t>{0, 1}));
    const ConfigurationSummary& first = summary.configurations[0];
    const ConfigurationSummary& second = summary.configurations[1];
    EXPECT_EQ(first.solved, 3U);
    EXPECT_EQ(second.solved, 2U);
    EXPECT_EQ(second.runs, 3U);
    EXPECT_EQ(second.ended.at(Status::time_limit), 1U);
    ASSERT_EQ(first.statistics.size(), metrics(CostModel::unit).size());
    EXPECT_DOUBLE_EQ(first.statistics[place_of("expanded")].mean, 200.0);
    EXPECT_DOUBLE_EQ(second.statistics[place_of("expanded")].mean, 600.0);
    EXPECT_DOUBLE_EQ(first.statistics[place_of("search_seconds")].mean, 0.2);
    EXPECT_DOUBLE_EQ(first.statistics[place_of("length")].mean, 15.0);
    // E0.3: two that are optimal must have the same mean length.
    EXPECT_DOUBLE_EQ(second.statistics[place_of("length")].mean, 15.0);
}

TEST(ComparisonStatistics, OneThatSolvedNothingHasNoMeansAndTakesNoneAway) {
    const Comparison comparison =
        made({{"bfs", ""}, {"a*", "manhattan"}},
             {{stopped(Status::memory_limit, 9), {Status::solved, 8, 50, 0.1, true}},
              {stopped(Status::memory_limit, 9), {Status::solved, 6, 30, 0.1, true}}});
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_EQ(summary.common.size(), 2U);
    EXPECT_TRUE(summary.configurations[0].statistics.empty());
    EXPECT_FALSE(summary.configurations[0].excess.has_value());
    EXPECT_DOUBLE_EQ(summary.configurations[1].statistics[place_of("expanded")].mean, 40.0);
}

TEST(ComparisonStatistics, NoCommonBoardNoMeans) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "misplaced"}},
             {{{Status::solved, 10, 1, 0.1, true}, stopped(Status::time_limit, 1)},
              {stopped(Status::time_limit, 1), {Status::solved, 10, 1, 0.1, true}}});
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_TRUE(summary.common.empty());
    EXPECT_TRUE(summary.configurations[0].statistics.empty());
    EXPECT_TRUE(summary.configurations[1].statistics.empty());
}

/// A solution that a limit found in hand is a solution, but its counters are the limit's.
TEST(ComparisonStatistics, ASolutionInHandIsFoundButNotSolved) {
    const Comparison comparison =
        made({{"anytime-a*", "manhattan"}, {"a*", "manhattan"}},
             {{{Status::time_limit, 14, 77, 10.0, false, 10}, {Status::solved, 12, 5, 1.0, true}}});
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_EQ(summary.configurations[0].found, 1U);
    EXPECT_EQ(summary.configurations[0].solved, 0U);
    EXPECT_TRUE(summary.configurations[0].statistics.empty());
}

TEST(ComparisonStatistics, BestKnownAndExcess) {
    const Comparison comparison =
        made({{"greedy", "manhattan"}, {"a*", "manhattan"}},
             {{{Status::solved, 15, 5, 0.1, false, 4}, {Status::solved, 10, 50, 0.1, true}},
              {{Status::solved, 30, 5, 0.1, false, 4}, {Status::solved, 20, 50, 0.1, true}}});
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_EQ(summary.best[0].cost, Cost{10});
    EXPECT_TRUE(summary.best[0].proven);
    EXPECT_DOUBLE_EQ(*summary.configurations[0].excess, 0.5);
    EXPECT_DOUBLE_EQ(*summary.configurations[1].excess, 0.0);
    EXPECT_FALSE(summary.contradiction.has_value());
}

/// A bound of one run and a solution of another prove together what neither proves alone.
TEST(ComparisonStatistics, ABoundOfOneProvesTheSolutionOfAnother) {
    const Comparison comparison = made(
        {{"greedy", "manhattan"}, {"ida*", "manhattan"}},
        {{{Status::solved, 12, 5, 0.1, false, 8}, {Status::time_limit, 0, 9, 10.0, false, 12}}});
    EXPECT_TRUE(summarise(comparison).best[0].proven);
}

TEST(ComparisonStatistics, ProofsThatContradictEachOtherAreFound) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 10, 5, 0.1, true}, {Status::solved, 12, 5, 0.1, true}}});
    EXPECT_EQ(summarise(comparison).contradiction, std::size_t{0});
    const Comparison other_way =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 12, 5, 0.1, true}, {Status::solved, 10, 5, 0.1, true}}});
    EXPECT_EQ(summarise(other_way).contradiction, std::size_t{0});
}

}  // namespace
}  // namespace tessera::lab
