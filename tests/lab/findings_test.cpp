// The sentences of a comparison: the right numbers, and none that are not measured.
#include "tessera/lab/findings.hpp"

#include <gtest/gtest.h>

#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::stopped;

std::vector<Finding> of_kind(const Comparison& comparison, Finding::Kind kind) {
    std::vector<Finding> list;
    for (Finding& finding : findings(comparison, summarise(comparison))) {
        if (finding.kind == kind) list.push_back(std::move(finding));
    }
    return list;
}
Finding only(const Comparison& comparison, Finding::Kind kind) {
    std::vector<Finding> list = of_kind(comparison, kind);
    EXPECT_EQ(list.size(), 1U) << to_string(kind);
    return list.empty() ? Finding() : list.front();
}

TEST(Findings, TwoHeuristicsOfOneAlgorithm) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "linear-conflict"}},
             {{{Status::solved, 31, 9100, 0.32, true}, {Status::solved, 31, 1000, 0.1, true}}});
    const Finding finding = only(comparison, Finding::Kind::heuristics);
    EXPECT_EQ(
        finding.text,
        "a* with linear-conflict expanded 9.1× fewer nodes than with manhattan (1,000 instead "
        "of 9,100) and was 3.2× faster.");
    EXPECT_EQ(finding.subject, std::size_t{1});
    EXPECT_EQ(finding.reference, std::size_t{0});
    EXPECT_DOUBLE_EQ(*finding.expanded_ratio, 9.1);
    EXPECT_DOUBLE_EQ(*finding.time_ratio, 0.32 / 0.1);
}

TEST(Findings, FewerNodesMayTakeLonger) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "pdb"}},
             {{{Status::solved, 31, 1000, 0.1, true}, {Status::solved, 31, 500, 0.2, true}}});
    const Finding finding = only(comparison, Finding::Kind::heuristics);
    EXPECT_NE(finding.text.find("2.0× fewer nodes"), std::string::npos) << finding.text;
    EXPECT_NE(finding.text.find("but took 2.0× as long"), std::string::npos) << finding.text;
}

TEST(Findings, NoRatioOfTimesThatAreNotMeasured) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "linear-conflict"}},
             {{{Status::solved, 31, 200, 0.0008, true}, {Status::solved, 31, 100, 0.0004, true}}});
    const Finding finding = only(comparison, Finding::Kind::heuristics);
    EXPECT_FALSE(finding.time_ratio.has_value());
    EXPECT_EQ(finding.text.find("faster"), std::string::npos) << finding.text;
    EXPECT_EQ(of_kind(comparison, Finding::Kind::not_measured).size(), 1U);
}

/// A ratio is over boards that both solved; what only one solved would favour the other.
TEST(Findings, SeveralBoardsCountOnlyWhereBothSolved) {
    const Comparison comparison =
        made({{"ida*", "manhattan"}, {"ida*", "linear-conflict"}},
             {{{Status::solved, 10, 400, 0.4, true}, {Status::solved, 10, 100, 0.1, true}},
              {{Status::solved, 12, 800, 0.8, true}, {Status::solved, 12, 300, 0.3, true}},
              {stopped(Status::time_limit, 7), {Status::solved, 14, 1'000'000, 9.0, true}}});
    const Finding finding = only(comparison, Finding::Kind::heuristics);
    EXPECT_EQ(finding.boards, 2U);
    EXPECT_DOUBLE_EQ(*finding.expanded_ratio, 3.0);
    EXPECT_DOUBLE_EQ(*finding.time_ratio, 3.0);
    EXPECT_NE(finding.text.find("(200 instead of 600 on average)"), std::string::npos)
        << finding.text;
    EXPECT_NE(finding.text.find("on the 2 boards that both solved"), std::string::npos)
        << finding.text;
}

/// A heuristic that overestimates is not praised for the nodes it saves by missing the shortest solution.
TEST(Findings, WhatIsNotProvenIsNotComparedByNodes) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"a*", "manhattan-inversions"}},
             {{{Status::solved, 31, 9000, 0.3, true}, {Status::solved, 37, 10, 0.1, false, 20}}});
    EXPECT_TRUE(of_kind(comparison, Finding::Kind::heuristics).empty());
    EXPECT_EQ(only(comparison, Finding::Kind::longer).text,
              "Longer than the shortest (31): a* with manhattan-inversions 37 (+6).");
}

TEST(Findings, LengthsOfAlgorithmsThatPromiseNothing) {
    const Comparison comparison =
        made({{"greedy", "manhattan"}, {"greedy", "linear-conflict"}, {"greedy", "misplaced"}},
             {{{Status::solved, 53, 9, 0.1},
               {Status::solved, 33, 9, 0.1},
               {Status::solved, 85, 9, 0.1}}});
    EXPECT_EQ(
        only(comparison, Finding::Kind::lengths).text,
        "greedy found its shortest solution with linear-conflict (33 moves), its longest with "
        "misplaced (85).");
    EXPECT_NE(only(comparison, Finding::Kind::longer).text.find("not proven (33)"),
              std::string::npos);
}

TEST(Findings, LimitsAndReasons) {
    Comparison comparison = made({{"bfs", ""}, {"a*", "manhattan"}, {"a*", "walking-distance"}},
                                 {{stopped(Status::time_limit, 7),
                                   {Status::solved, 4, 9, 0.1, true},
                                   {Status::solved, 4, 9, 0.1, true}}});
    comparison.runs[2].solution.reset();
    comparison.runs[2].error = Error{ErrorCode::memory_limit, "no table for 5x5", ""};
    EXPECT_EQ(only(comparison, Finding::Kind::limits).text,
              "1 of 3 runs did not come to an end of its own: time limit of 10 s: bfs.");
    EXPECT_EQ(only(comparison, Finding::Kind::not_run).text,
              "Not run: a* with walking-distance (no table for 5x5).");
    EXPECT_EQ(summarise(comparison).configurations[2].not_run, 1U);
}

TEST(Findings, AContradictionIsSaidFirst) {
    const Comparison comparison =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 10, 5, 0.1, true}, {Status::solved, 12, 5, 0.1, true}}});
    const std::vector<Finding> list = findings(comparison, summarise(comparison));
    ASSERT_FALSE(list.empty());
    EXPECT_EQ(list.front().kind, Finding::Kind::contradiction);
}

TEST(Findings, NothingRunNothingSaid) {
    EXPECT_TRUE(findings(Comparison(), summarise(Comparison())).empty());
}

}  // namespace
}  // namespace tessera::lab
