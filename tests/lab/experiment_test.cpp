// Running a suite in this process: every pair once, what each run carries, and what is not run.
#include "tessera/lab/experiment.hpp"

#include <gtest/gtest.h>

#include "tessera/lab/selection.hpp"
#include "tessera/lab/suite_results.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

/// Remembers what it was told, and stops after so many runs.
class Recorder : public ExperimentObserver {
  public:
    explicit Recorder(std::size_t most = 1000) : most_(most) {}
    void starting(const RunTask&, std::size_t, std::size_t number, std::size_t total) override {
        started.emplace_back(number, total);
    }
    void finished(const RunTask&, std::size_t, const ExperimentRun&, std::size_t number,
                  std::size_t) override {
        EXPECT_EQ(number, started.size());
        ++ended;
    }
    bool cancelled() override { return ended >= most_; }

    std::vector<std::pair<std::size_t, std::size_t>> started;
    std::size_t ended = 0;

  private:
    std::size_t most_;
};

LabSuite suite_for(const std::vector<std::string>& boards, std::string_view algorithms,
                   std::string_view heuristics) {
    LabSuite suite;
    for (const std::string& text : boards) {
        const DynamicBoard board = read_boards(text, {})->boards.front().board;
        suite.boards.push_back(
            {"", "", board, *make_goal("blank-last", board.geometry()), std::nullopt});
    }
    suite.configurations =
        select_configurations(algorithms, heuristics, suite.boards.front().start.geometry())->list;
    suite.limits.memory_bytes = std::size_t{1} << 30;
    return suite;
}
Experiment run(LabSuite suite, Recorder& recorder) {
    Engine engine;
    return run_experiment(engine, std::move(suite), {}, recorder);
}

TEST(Experiment, RunsEverythingOnce) {
    Recorder recorder;
    const Experiment experiment = run(
        suite_for({"8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/0 7 8"}, "bfs,a*", "manhattan,pdb"), recorder);
    ASSERT_EQ(experiment.runs.size(), 6U);
    EXPECT_EQ(recorder.ended, 6U);
    EXPECT_EQ(recorder.started.back(), (std::pair<std::size_t, std::size_t>{6, 6}));
    EXPECT_FALSE(experiment.interrupted);
    for (std::size_t i = 0; i < 6; ++i) {
        const ExperimentRun& one = experiment.runs[i];
        EXPECT_EQ(one.board, i / 3);
        EXPECT_EQ(one.configuration, i % 3);
        EXPECT_EQ(one.record.end, RunEnd::solved_optimally);
        EXPECT_TRUE(one.solution->proof.optimal);
        EXPECT_EQ(one.record.length, i < 3 ? 31U : 2U);
        EXPECT_GE(one.record.measured.seconds, one.record.measured.setup_seconds);
        EXPECT_FALSE(one.record.started.empty());
    }
    const SuiteResults results = results_of(experiment);
    EXPECT_EQ(results.configurations[0].name, "bfs");
    EXPECT_EQ(results.configurations[1].name, "a* with manhattan");
    EXPECT_EQ(results.configurations[2].name, "a* with pdb:8") << "in full, where all boards agree";
}

/// The same board twice is two boards: what is run is placed by number, not by name.
TEST(Experiment, TheSameBoardTwice) {
    Recorder recorder;
    const Experiment experiment =
        run(suite_for({"1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/0 7 8"}, "bfs", ""), recorder);
    const SuiteResults results = results_of(experiment);
    EXPECT_EQ(results.boards.size(), 2U);
    EXPECT_EQ(results.configurations[0].solved, 2U);
    EXPECT_EQ(results.superseded, 0U);
}

/// The first run with a heuristic must not pay for its tables, neither in its time nor out of its limit.
TEST(Experiment, SetUpIsNotTheSearchsTime) {
    Recorder recorder;
    LabSuite suite = suite_for({"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"}, "ida*", "pdb:5-5-5");
    suite.limits.time = std::chrono::nanoseconds(1);  // over before anything can be built
    const Experiment experiment = run(std::move(suite), recorder);
    ASSERT_TRUE(experiment.runs.at(0).solution);
    const RunRecord& record = experiment.runs[0].record;
    EXPECT_GT(record.measured.table_bytes, 0U) << "built all the same";
    EXPECT_LT(search_seconds(record.measured), record.measured.setup_seconds);
    EXPECT_EQ(experiment.runs[0].measurements, 1U) << "what a limit stops is not repeated";
}

/// A clock of the processor by which every run takes a millisecond, whatever the wall says.
double quick_clock() {
    static double now = 0.0;
    return now += 1e-3;
}

/// On a busy machine the first of several short runs may take long: it is short by what it computed.
TEST(Experiment, ShortRunsAreRepeatedHoweverLongTheyWaited) {
    Recorder recorder;
    Host host;
    host.cpu_seconds = &quick_clock;
    Engine engine(host);
    const Experiment experiment =
        run_experiment(engine, suite_for({"8 6 7/2 5 4/3 0 1"}, "ucs", ""), {}, recorder);
    ASSERT_TRUE(experiment.runs.at(0).solution);
    const Measured& measured = experiment.runs[0].record.measured;
    EXPECT_EQ(experiment.runs[0].measurements, most_measurements);
    EXPECT_GE(measured.seconds, search_seconds(measured));
    EXPECT_EQ(experiment.runs[0].solution->measured.counters.expanded, measured.counters.expanded);
}

TEST(Experiment, UnsolvableBoardsAreFoundAtOnceAndTheOthersRun) {
    Recorder recorder;
    const Experiment experiment =
        run(suite_for({"1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"}, "bfs", ""), recorder);
    ASSERT_EQ(experiment.unsolvable.size(), 1U);
    EXPECT_EQ(experiment.unsolvable[0].place, 0U);
    EXPECT_NE(experiment.unsolvable[0].report.reason, "");
    ASSERT_EQ(experiment.runs.size(), 1U);
    EXPECT_EQ(experiment.places, std::vector<std::size_t>{1});
    EXPECT_TRUE(is_solved(experiment.runs[0].record.end));
}

TEST(Experiment, WhatCannotBeRunIsARowWithItsReason) {
    Recorder recorder;
    const Experiment experiment =
        run(suite_for({"1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"},
                      "a*,bfs", "walking-distance,manhattan"),
            recorder);
    ASSERT_EQ(experiment.runs.size(), 3U);
    ASSERT_TRUE(experiment.runs[0].error);
    EXPECT_NE(experiment.runs[0].error->message.find("5x5"), std::string::npos);
    EXPECT_EQ(experiment.runs[0].record.detail, experiment.runs[0].error->message);
    EXPECT_TRUE(is_solved(experiment.runs[1].record.end));
    EXPECT_TRUE(is_solved(experiment.runs[2].record.end));
}

TEST(Experiment, StopsWhenAskedAndKeepsWhatIsThere) {
    Recorder recorder(2);
    const Experiment experiment =
        run(suite_for({"1 2 3/4 5 6/0 7 8"}, "bfs,ucs,a*,ida*", "manhattan"), recorder);
    EXPECT_TRUE(experiment.interrupted);
    EXPECT_EQ(experiment.runs.size(), 2U);
    EXPECT_EQ(results_of(experiment).not_run, 2U);
}

}  // namespace
}  // namespace tessera::lab
