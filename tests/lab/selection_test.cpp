// Choosing configurations and running them: which there are, in which order, and what each run carries.
#include "tessera/lab/selection.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tessera/puzzle/formats.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

constexpr Geometry three{3, 3};

std::vector<std::string> names(std::string_view algorithms, std::string_view heuristics,
                               Geometry size = three) {
    auto selected = select_configurations(algorithms, heuristics, size);
    EXPECT_TRUE(selected) << (selected ? "" : selected.error().message);
    std::vector<std::string> list;
    if (!selected) return list;
    for (const ComparedConfiguration& one : selected->list)
        list.push_back(one.heuristic.empty() ? one.algorithm : one.algorithm + " " + one.heuristic);
    return list;
}
using Names = std::vector<std::string>;

TEST(Selection, ProductsInTheOrderGiven) {
    EXPECT_EQ(names("ida*,bfs,a*", "misplaced,manhattan"),
              (Names{"ida* misplaced", "ida* manhattan", "bfs", "a* misplaced", "a* manhattan"}));
    EXPECT_EQ(names("astar,a*", "md,manhattan"), (Names{"a* manhattan"})) << "aliases, each once";
    EXPECT_EQ(names("a*", "max(linear-conflict,walking-distance)"),
              (Names{"a* max(linear-conflict,walking-distance)"}));
}

TEST(Selection, SeedsNamesAndTheEnginesOwn) {
    EXPECT_EQ(names("astar1,pure-heuristic,anytime,auto", "zero"),
              (Names{"a* misplaced", "greedy manhattan", "anytime", "auto"}));
}

TEST(Selection, AllIsTheWholeRegistry) {
    std::size_t expected = 0;
    for (const auto* entry : registry::all_algorithms())
        expected += entry->info->uses_heuristic ? registry::all_heuristics().size() : 1;
    const Names all = names("all", "all");
    EXPECT_EQ(all.size(), expected);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), expected);
}

TEST(Selection, DefaultsExistForEverySizeAndAreReadable) {
    for (const Geometry size :
         {Geometry{2, 2}, three, Geometry{3, 4}, Geometry{4, 4}, Geometry{5, 5}, Geometry{7, 7}}) {
        const Names list = names("", "", size);
        EXPECT_GE(list.size(), 5U);
        EXPECT_LE(list.size(), 16U);
    }
    EXPECT_EQ(names("bfs", ""), Names{"bfs"});
    for (const std::string& name : names("", "zero"))
        EXPECT_NE(name.find(" zero"), std::string::npos) << "heuristics alone: no blind searches";
}

TEST(Selection, UnknownNamesAreUsageErrors) {
    for (const auto& [algorithms, heuristics] : std::vector<std::pair<std::string, std::string>>{
             {"a*,foo", ""}, {"", "manhatan"}, {"a*,,ida*", ""}, {"a*", "max(manhattan"}}) {
        const auto selected = select_configurations(algorithms, heuristics, three);
        ASSERT_FALSE(selected) << algorithms << heuristics;
        EXPECT_EQ(selected.error().code, ErrorCode::usage);
    }
    EXPECT_EQ(select_configurations("bfs", "manhattan", three)->notes.size(), 1U);
}

TEST(Selection, OptionsGoToThoseThatHaveThem) {
    SearchOptions options;
    options.set(search::weighted_a_star::weight, OptionValue(2.0));
    options.set(search::beam::width, 50);
    options.set(search::ida_star::cycles, 8);
    EXPECT_EQ(options_for("weighted-a*", options).real(search::weighted_a_star::weight), 2.0);
    EXPECT_EQ(options_for("a*", options).find("weight"), nullptr);
    EXPECT_EQ(options_for("beam", options).whole(search::beam::width), 50U);
    EXPECT_EQ(options_for("ida*", options).find("width"), nullptr);
    EXPECT_EQ(options_for("ida*", options).whole(search::ida_star::cycles), 8U);
    EXPECT_EQ(options_for("anytime", options).find("weight"), nullptr);
}

/// Remembers what it was told, and stops after so many runs.
class Recorder : public ComparisonObserver {
  public:
    explicit Recorder(std::size_t most = 1000) : most_(most) {}
    void starting(const ComparisonRequest&, std::size_t, std::size_t, std::size_t number,
                  std::size_t total) override {
        started.emplace_back(number, total);
    }
    void finished(const ComparisonRun&, std::size_t number, std::size_t) override {
        EXPECT_EQ(number, started.size());
        ++ended;
    }
    bool cancelled() override { return ended >= most_; }

    std::vector<std::pair<std::size_t, std::size_t>> started;
    std::size_t ended = 0;

  private:
    std::size_t most_;
};

ComparisonRequest request_for(const std::vector<std::string>& boards, std::string_view algorithms,
                              std::string_view heuristics) {
    ComparisonRequest request;
    for (const std::string& text : boards) {
        const DynamicBoard board = read_boards(text, {})->boards.front().board;
        request.boards.push_back({"", board, *make_goal("blank-last", board.geometry())});
    }
    request.configurations =
        select_configurations(algorithms, heuristics, request.boards.front().start.geometry())
            ->list;
    request.limits.memory_bytes = std::size_t{1} << 30;
    return request;
}

TEST(Compare, RunsEverythingOnce) {
    Engine engine;
    Recorder recorder;
    const Comparison comparison = compare(
        engine, request_for({"8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/0 7 8"}, "bfs,a*", "manhattan,pdb"),
        recorder);
    EXPECT_EQ(comparison.runs.size(), 6U);
    EXPECT_EQ(recorder.ended, 6U);
    EXPECT_EQ(recorder.started.back(), (std::pair<std::size_t, std::size_t>{6, 6}));
    EXPECT_FALSE(comparison.interrupted);
    for (std::size_t b = 0; b < 2; ++b) {
        for (std::size_t c = 0; c < 3; ++c) {
            const ComparisonRun* run = comparison.run(b, c);
            ASSERT_NE(run, nullptr);
            ASSERT_TRUE(run->solved());
            EXPECT_TRUE(run->solution->optimal);
            EXPECT_EQ(run->solution->moves.size(), b == 0 ? 31U : 2U);
            EXPECT_GE(run->solution->seconds, run->solution->setup_seconds);
        }
    }
    EXPECT_EQ(comparison.run(2, 0), nullptr);
    EXPECT_EQ(comparison.name(0), "bfs");
    EXPECT_EQ(comparison.name(1), "a* with manhattan");
    EXPECT_EQ(comparison.name(2), "a* with pdb:8") << "in full, where all boards agree";
}

/// The first run with a heuristic must not pay for its tables, neither in its time nor out of its limit.
TEST(Compare, SetUpIsNotTheSearchsTime) {
    Engine engine;
    Recorder recorder;
    ComparisonRequest request =
        request_for({"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"}, "ida*", "pdb:5-5-5");
    request.limits.time = std::chrono::nanoseconds(1);  // over before anything can be built
    const Comparison comparison = compare(engine, std::move(request), recorder);
    ASSERT_TRUE(comparison.runs.at(0).solution);
    const Solution& solution = *comparison.runs[0].solution;
    EXPECT_GT(solution.table_bytes, 0U) << "built all the same";
    EXPECT_LT(search_seconds(solution), solution.setup_seconds);
    EXPECT_EQ(comparison.runs[0].measurements, 1U) << "what a limit stops is not repeated";
}

TEST(Compare, UnsolvableBoardsAreFoundAtOnceAndTheOthersRun) {
    Engine engine;
    Recorder recorder;
    const Comparison comparison = compare(
        engine, request_for({"1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"}, "bfs", ""), recorder);
    ASSERT_EQ(comparison.unsolvable.size(), 1U);
    EXPECT_EQ(comparison.unsolvable[0].board, 0U);
    EXPECT_NE(comparison.unsolvable[0].report.reason, "");
    EXPECT_EQ(comparison.runs.size(), 1U);
    EXPECT_EQ(comparison.run(0, 0), nullptr);
    EXPECT_TRUE(comparison.run(1, 0)->solved());
}

TEST(Compare, WhatCannotBeRunIsARowWithItsReason) {
    Engine engine;
    Recorder recorder;
    ComparisonRequest request =
        request_for({"1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"}, "a*,bfs",
                    "walking-distance,manhattan");
    const Comparison comparison = compare(engine, std::move(request), recorder);
    ASSERT_EQ(comparison.runs.size(), 3U);
    ASSERT_TRUE(comparison.runs[0].error);
    EXPECT_NE(comparison.runs[0].error->message.find("5x5"), std::string::npos);
    EXPECT_TRUE(comparison.runs[1].solved());
    EXPECT_TRUE(comparison.runs[2].solved());
}

TEST(Compare, StopsWhenAskedAndKeepsWhatIsThere) {
    Engine engine;
    Recorder recorder(2);
    const Comparison comparison = compare(
        engine, request_for({"1 2 3/4 5 6/0 7 8"}, "bfs,ucs,a*,ida*", "manhattan"), recorder);
    EXPECT_TRUE(comparison.interrupted);
    EXPECT_EQ(comparison.runs.size(), 2U);
}

}  // namespace
}  // namespace tessera::lab
