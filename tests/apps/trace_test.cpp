// tessera solve --trace: the steps of a search in a file, and what cannot be traced said clearly.
// home: sanitizers
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string near = "1 2 3/4 0 6/7 5 8";

TEST(TraceFile, HoldsTheSearchThatTheAnswerCounts) {
    const TemporaryFolder folder;
    const std::string file = folder.path("trace.json");
    for (const std::string algorithm :
         {"bfs", "ucs", "greedy", "a*", "weighted-a*", "ida*", "astar"}) {
        const Json answer =
            json_of({"solve", near, "--algorithm", algorithm, "--heuristic", "manhattan",
                     "--threads", "1", "--order", "RDLU", "--trace", file});
        const std::vector<Json> traces = json_lines(content_of(file));
        ASSERT_EQ(traces.size(), 1U);
        const Json& trace = traces.front();
        EXPECT_EQ(trace["schema"], "tessera.trace/1");
        EXPECT_EQ(trace["algorithm"], answer["algorithm"]);
        EXPECT_EQ(trace["heuristic"], answer["heuristic"]);
        EXPECT_EQ(trace["expanded"], answer["stats"]["expanded"]) << algorithm;
        EXPECT_EQ(trace["generated"], answer["stats"]["generated"]) << algorithm;
        EXPECT_EQ(trace["moves"], answer["moves"]);
        EXPECT_EQ(trace["complete"], true);
    }
}

TEST(TraceFile, TakesTheHeuristicOfTheAnswer) {
    const TemporaryFolder folder;
    const std::string file = folder.path("trace.json");
    const Json answer = json_of(
        {"solve", hardest, "--algorithm", "a*", "--trace", file, "--trace-steps", "100000"});
    const Json trace = json_lines(content_of(file)).at(0);
    EXPECT_EQ(trace["heuristic"], answer["heuristic"]);
    EXPECT_EQ(trace["expanded"], answer["stats"]["expanded"]);
}

TEST(TraceFile, EndsAfterSoManyStepsAndSaysSo) {
    const TemporaryFolder folder;
    const std::string file = folder.path("trace.json");
    const RunResult result =
        tessera({"solve", hardest, "--algorithm", "bfs", "--trace", file, "--trace-steps", "25"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "Solved in 31 moves")) << result.out;
    EXPECT_TRUE(contains(result.err, "25 steps")) << result.err;
    const Json trace = json_lines(content_of(file)).at(0);
    EXPECT_EQ(trace["complete"], false);
    EXPECT_EQ(trace["steps"].size(), 25U);
}

TEST(TraceFile, ADashIsStandardOutputAlone) {
    const RunResult result = tessera({"solve", near, "--algorithm", "bfs", "--trace", "-"});
    EXPECT_EQ(result.code, 0);
    const std::vector<Json> lines = json_lines(result.out);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["schema"], "tessera.trace/1");
}

TEST(TraceFile, OfAnUnsolvableBoardShowsEveryState) {
    const TemporaryFolder folder;
    const std::string file = folder.path("trace.json");
    const RunResult result =
        tessera({"solve", "2 1 3/4 5 0", "--algorithm", "bfs", "--trace", file});
    EXPECT_EQ(result.code, 11);
    EXPECT_EQ(json_lines(content_of(file)).at(0)["expanded"], 360);
}

TEST(TraceFile, WhatCannotBeTracedIsAUsageError) {
    const TemporaryFolder folder;
    const std::string file = folder.path("trace.json");
    const std::pair<Words, std::string> wrong[] = {
        {{near, "--trace", file}, "a*, bfs, dfs, greedy, ida*, ucs and weighted-a*"},
        {{near, "--algorithm", "anytime", "--trace", file}, "a*, bfs, dfs"},
        {{near, "--algorithm", "rbfs", "--trace", file}, "rbfs"},
        {{near, "--algorithm", "bsf", "--trace", file}, "bsf"},
        {{near, hardest, "--algorithm", "bfs", "--trace", file}, "there are 2"},
        {{near, "--algorithm", "a*", "--cost", "tile", "--trace", file}, "--cost tile"},
        {{near, "--algorithm", "ida*", "--cycles", "8", "--trace", file}, "leave 'cycles' out"},
        {{near, "--algorithm", "bfs", "--report", "princeton", "--trace", file}, "--report"},
        {{near, "--algorithm", "ida*", "--all", "--trace", file}, "--all"},
        {{near, "--algorithm", "bfs", "--json", "--trace", "-"}, "standard output"},
        {{near, "--algorithm", "bfs", "--trace-steps", "9"}, "--trace FILE"},
        {{near, "--algorithm", "bfs", "--trace", file, "--trace-steps", "0"}, "--trace-steps"},
        {{near, "--algorithm", "bfs", "--trace", folder.path("no/such/folder.json")}, "no/such"},
    };
    for (auto [words, complaint] : wrong) {
        words.insert(words.begin(), "solve");
        const RunResult result = tessera(words);
        EXPECT_NE(result.code, 0);
        EXPECT_TRUE(contains(result.err, complaint)) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_FALSE(std::filesystem::exists(file)) << complaint;
    }
}

}  // namespace
}  // namespace tessera::app_testing
