// The sentences about results: the right numbers, and none that are not measured.
#include "tessera/lab/findings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::stopped;

std::vector<Finding> of_kind(const Experiment& experiment, Finding::Kind kind) {
    std::vector<Finding> list;
    for (Finding& finding : findings(results_of(experiment))) {
        if (finding.kind == kind) list.push_back(std::move(finding));
    }
    return list;
}
Finding only(const Experiment& experiment, Finding::Kind kind) {
    std::vector<Finding> list = of_kind(experiment, kind);
    EXPECT_EQ(list.size(), 1U) << to_string(kind);
    return list.empty() ? Finding() : list.front();
}

TEST(Findings, TwoHeuristicsOfOneAlgorithm) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "linear-conflict"}},
             {{{Status::solved, 31, 9100, 0.32, true}, {Status::solved, 31, 1000, 0.1, true}}});
    const Finding finding = only(experiment, Finding::Kind::heuristics);
    EXPECT_EQ(
        finding.text,
        "a* with linear-conflict expanded 9.1× fewer nodes than a* with manhattan (1,000 instead "
        "of 9,100) and was 3.2× faster.");
    EXPECT_EQ(finding.subject, std::size_t{1});
    EXPECT_EQ(finding.reference, std::size_t{0});
    EXPECT_DOUBLE_EQ(*finding.expanded_ratio, 9.1);
    EXPECT_DOUBLE_EQ(*finding.time_ratio, 0.32 / 0.1);
}

TEST(Findings, FewerNodesMayTakeLonger) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "pdb"}},
             {{{Status::solved, 31, 1000, 0.1, true}, {Status::solved, 31, 500, 0.2, true}}});
    const Finding finding = only(experiment, Finding::Kind::heuristics);
    EXPECT_NE(finding.text.find("2.0× fewer nodes"), std::string::npos) << finding.text;
    EXPECT_NE(finding.text.find("but took 2.0× as long"), std::string::npos) << finding.text;
}

TEST(Findings, NoRatioOfTimesThatAreNotMeasured) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "linear-conflict"}},
             {{{Status::solved, 31, 200, 0.0008, true}, {Status::solved, 31, 100, 0.0004, true}}});
    const Finding finding = only(experiment, Finding::Kind::heuristics);
    EXPECT_FALSE(finding.time_ratio.has_value());
    EXPECT_EQ(finding.text.find("faster"), std::string::npos) << finding.text;
    EXPECT_EQ(of_kind(experiment, Finding::Kind::not_measured).size(), 1U);
}

/// The run waited for a processor nearly all of its time: only what it computed can be compared.
TEST(Findings, WhereTheMachineWasBusyTimeIsTheProcessors) {
    Experiment experiment =
        made({{"ida*", "manhattan"}, {"ida*", "linear-conflict"}},
             {{{Status::solved, 31, 9100, 0.02, true}, {Status::solved, 31, 1000, 0.203, true}}});
    const auto computed = [&](std::size_t run, double seconds) {
        experiment.runs[run].record.measured.cpu_seconds = seconds;
    };
    computed(0, 0.02);
    computed(1, 0.01);
    const Finding finding = only(experiment, Finding::Kind::heuristics);
    EXPECT_DOUBLE_EQ(*finding.time_ratio, 2.0);
    EXPECT_NE(finding.text.find("and was 2.0× faster"), std::string::npos) << finding.text;
    EXPECT_EQ(only(experiment, Finding::Kind::remark).text,
              "The machine was busy during 1 of 2 runs: its time is that of the processor, not of "
              "the clock.");
    // A little waiting is usual, a device computes elsewhere, and several threads share the time.
    Measured& measured = experiment.runs[1].record.measured;
    computed(1, 0.18);
    EXPECT_FALSE(machine_was_busy(measured));
    computed(1, 0.01);
    measured.device = "gpu";
    EXPECT_FALSE(machine_was_busy(measured));
    measured.device = cpu_device;
    measured.threads = 2;
    EXPECT_DOUBLE_EQ(search_seconds(measured), 0.005);
}

/// A ratio is over boards that both solved; what only one solved would favour the other.
TEST(Findings, SeveralBoardsCountOnlyWhereBothSolved) {
    const Experiment experiment =
        made({{"ida*", "manhattan"}, {"ida*", "linear-conflict"}},
             {{{Status::solved, 10, 400, 0.4, true}, {Status::solved, 10, 100, 0.1, true}},
              {{Status::solved, 12, 800, 0.8, true}, {Status::solved, 12, 300, 0.3, true}},
              {stopped(Status::time_limit, 7), {Status::solved, 14, 1'000'000, 9.0, true}}});
    const Finding finding = only(experiment, Finding::Kind::heuristics);
    EXPECT_EQ(finding.boards, 2U);
    // 4 and 8/3 times as many: the geometric mean of the ratios, and of the nodes.
    EXPECT_DOUBLE_EQ(*finding.expanded_ratio, std::sqrt(4.0 * 8.0 / 3.0));
    EXPECT_DOUBLE_EQ(*finding.time_ratio, std::sqrt(4.0 * 8.0 / 3.0));
    EXPECT_EQ(finding.text,
              "ida* with linear-conflict expanded 3.3× fewer nodes than ida* with manhattan (2 "
              "boards: too few for an interval; 173.2 instead of 565.7) and was 3.3× faster. "
              "Geometric means over the 2 boards that both solved.");
}

/// A heuristic that overestimates is not praised for the nodes it saves by missing the shortest solution.
TEST(Findings, WhatIsNotProvenIsNotComparedByNodes) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"a*", "manhattan-inversions"}},
             {{{Status::solved, 31, 9000, 0.3, true}, {Status::solved, 37, 10, 0.1, false, 20}}});
    EXPECT_TRUE(of_kind(experiment, Finding::Kind::heuristics).empty());
    EXPECT_EQ(only(experiment, Finding::Kind::longer).text,
              "Longer than the shortest (31): a* with manhattan-inversions 37 (+6).");
}

TEST(Findings, LengthsOfAlgorithmsThatPromiseNothing) {
    const Experiment experiment =
        made({{"greedy", "manhattan"}, {"greedy", "linear-conflict"}, {"greedy", "misplaced"}},
             {{{Status::solved, 53, 9, 0.1},
               {Status::solved, 33, 9, 0.1},
               {Status::solved, 85, 9, 0.1}}});
    EXPECT_EQ(
        only(experiment, Finding::Kind::lengths).text,
        "greedy found its shortest solution with linear-conflict (33 moves), its longest with "
        "misplaced (85).");
    EXPECT_NE(only(experiment, Finding::Kind::longer).text.find("not proven (33)"),
              std::string::npos);
}

TEST(Findings, LimitsAndReasons) {
    Experiment experiment = made({{"bfs", ""}, {"a*", "manhattan"}, {"a*", "walking-distance"}},
                                 {{stopped(Status::time_limit, 7),
                                   {Status::solved, 4, 9, 0.1, true},
                                   {Status::solved, 4, 9, 0.1, true}}});
    testing::refuse(experiment.runs[2], Error{ErrorCode::memory_limit, "no table for 5x5", ""});
    EXPECT_EQ(only(experiment, Finding::Kind::limits).text,
              "1 of 3 runs ended early, at the time limit of 10 s: bfs.");
    EXPECT_EQ(only(experiment, Finding::Kind::not_run).text,
              "Not run: a* with walking-distance (no table for 5x5).");
    EXPECT_TRUE(of_kind(experiment, Finding::Kind::unexplained).empty()) << "it says why";
}

TEST(Findings, AContradictionIsSaidFirst) {
    const Experiment experiment =
        made({{"a*", "manhattan"}, {"ida*", "manhattan"}},
             {{{Status::solved, 10, 5, 0.1, true}, {Status::solved, 12, 5, 0.1, true}}});
    const std::vector<Finding> list = findings(results_of(experiment));
    ASSERT_FALSE(list.empty());
    EXPECT_EQ(list.front().kind, Finding::Kind::contradiction);
}

TEST(Findings, NothingRunNothingSaid) {
    EXPECT_TRUE(findings(results_of(Experiment())).empty());
}

}  // namespace
}  // namespace tessera::lab
