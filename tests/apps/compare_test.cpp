// tessera compare as people and programs use it: every pair of the registry, limits, sentences, exports, Ctrl-C.
// home: sanitizers
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string easy_one = "1 2 3/4 5 6/0 7 8";
const Words few_limits = {"--time", "1s", "--memory", "1G"};

Words compare_words(const Words& more) {
    Words words = {"compare"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), few_limits.begin(), few_limits.end());
    return words;
}
Json compare_json(const Words& more) {
    Words words = compare_words(more);
    words.emplace_back("--json");
    const RunResult result = tessera(words);
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<Json> objects = json_lines(result.out);
    EXPECT_EQ(objects.size(), 1U);
    return objects.empty() ? Json() : objects.front();
}
std::string name_of(const Json& run) {
    const std::string algorithm = run["algorithm"];
    return run["heuristic"].is_null() ? algorithm
                                      : algorithm + " " + run["heuristic"].get<std::string>();
}
/// Sentences are folded for reading.
std::string unfolded(const std::string& text) {
    return std::regex_replace(text, std::regex("\n  "), " ");
}

/// Every pair of the registry runs on the hardest board and either comes to its end or says which limit it met; every
/// pair that promises the shortest solution finds 31.
TEST(LongCompareAll, EveryPairOfTheRegistry) {
    const Json answer = json_of({"compare", hardest, "--algorithm", "all", "--heuristic", "all",
                                 "--time", "150ms", "--memory", "1G"});
    const std::vector<Json> heuristics = listed("heuristics");
    std::set<std::string> expected;
    std::set<std::string> exact;
    for (const Json& algorithm : listed("algorithms")) {
        const std::string name = algorithm["name"];
        if (!algorithm["uses_heuristic"]) {
            expected.insert(name);
            // What works to a deadline may have found a solution that it could not prove by then.
            if (algorithm["optimal"] && !algorithm["improves"]) exact.insert(name);
            continue;
        }
        for (const Json& heuristic : heuristics) {
            const std::string pair = name + " " + heuristic["name"].get<std::string>();
            expected.insert(pair);
            if (algorithm["optimal"] && heuristic["admissible"]) exact.insert(pair);
        }
    }
    std::set<std::string> seen;
    std::size_t proven = 0;
    for (const Json& run : answer["runs"]) {
        const std::string name = name_of(run);
        EXPECT_TRUE(seen.insert(name).second) << name;
        ASSERT_TRUE(run["ran"]) << name << run["reason"];
        const std::string status = run["result"]["status"];
        EXPECT_TRUE((std::set<std::string>{"solved", "time-limit", "gave-up", "memory-limit",
                                           "depth-limit"})
                        .contains(status))
            << name << status;
        if (exact.contains(name) && status == "solved") {
            EXPECT_EQ(run["result"]["length"], 31) << name;
            EXPECT_EQ(run["result"]["optimal"], true) << name;
            ++proven;
        }
        if (!run["result"]["length"].is_null()) {
            EXPECT_GE(run["result"]["length"], 31) << name;
            EXPECT_EQ(run["result"]["length"].get<int>() % 2, 1) << name << ": parity";
        }
    }
    EXPECT_EQ(seen, expected);
    EXPECT_GT(proven, 20U);
    EXPECT_EQ(answer["boards"][0]["best_cost"], 31);
    EXPECT_EQ(answer["boards"][0]["best_proven"], true);
}

TEST(Compare, TheTableOnOneBoard) {
    const RunResult result = tessera(compare_words(
        {hardest, "--algorithm", "bfs,greedy,a*", "--heuristic", "manhattan,linear-conflict"}));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "") << "limits that were given need no note";
    for (const std::string part : {"expanded", "generated", "max fringe", "depth", "time", "memory",
                                   "proven", "a*         manhattan", "3,827", "181,380"}) {
        EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
    }
    EXPECT_TRUE(contains(result.out, "*")) << "the best is marked without colour";
    EXPECT_FALSE(contains(result.out, "\x1b[")) << "no colour outside a terminal";
    for (const std::string& line : lines_of(result.out)) EXPECT_LE(line.size(), 130U) << line;
    Words coloured = compare_words({hardest, "--algorithm", "bfs,a*", "--color", "always"});
    EXPECT_TRUE(contains(tessera(coloured).out, "\x1b[32m"));
}

TEST(Compare, DefaultsAreStatedAndSuitTheSize) {
    const RunResult result = tessera({"compare", easy_one});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.err, "each run may take 10 s")) << result.err;
    for (const std::string name :
         {"bfs", "iddfs", "greedy", "a*", "ida*", "manhattan", "misplaced", "linear-conflict"}) {
        EXPECT_TRUE(contains(result.out, name)) << name;
    }
}

/// The numbers of the sentences are those of the JSON, and the ratios follow from its runs.
TEST(Compare, SentencesAgreeWithTheRuns) {
    const Json answer = compare_json(
        {hardest, "--algorithm", "a*,ida*", "--heuristic", "misplaced,manhattan,linear-conflict"});
    std::size_t compared = 0;
    for (const Json& finding : answer["findings"]) {
        if (finding["kind"] != "heuristics") continue;
        ++compared;
        const Json& better = answer["runs"][finding["subject"].get<std::size_t>()];
        const Json& other = answer["runs"][finding["reference"].get<std::size_t>()];
        const double fewer = better["result"]["stats"]["expanded"];
        const double more = other["result"]["stats"]["expanded"];
        EXPECT_DOUBLE_EQ(finding["expanded_ratio"], more / fewer);
        const std::string text = finding["text"];
        std::smatch match;
        ASSERT_TRUE(std::regex_search(text, match, std::regex("expanded ([0-9.]+)× fewer")))
            << text;
        EXPECT_NEAR(std::stod(match[1]), more / fewer, 0.051) << text;
        EXPECT_TRUE(contains(text, better["heuristic"].get<std::string>())) << text;
        EXPECT_TRUE(better["clock"] == "wall" || better["clock"] == "cpu") << better;
        const double quick = better["search_seconds"];
        const double slow = other["search_seconds"];
        EXPECT_EQ(finding["time_ratio"].is_null(), quick < 1e-3 || slow < 1e-3) << text;
        if (!finding["time_ratio"].is_null()) {
            EXPECT_DOUBLE_EQ(finding["time_ratio"], slow / quick);
        }
        EXPECT_EQ(
            contains(text, "faster") || contains(text, "as long") || contains(text, "same time"),
            !finding["time_ratio"].is_null())
            << text;
    }
    EXPECT_EQ(compared, 2U);
    // What people read is the same.
    const RunResult text = tessera(
        compare_words({hardest, "--algorithm", "a*", "--heuristic", "manhattan,linear-conflict"}));
    EXPECT_TRUE(contains(unfolded(text.out),
                         "a* with linear-conflict expanded 1.8× fewer nodes than a* with manhattan "
                         "(3,827 instead of 6,728)"))
        << text.out;
}

TEST(Compare, SeveralBoardsHaveMeansOverTheSameBoards) {
    const Json answer = compare_json({easy_one, hardest, "--algorithm", "iddfs,a*,greedy",
                                      "--heuristic", "manhattan", "--nodes", "100000"});
    // iddfs cannot solve the hard board with so few nodes.
    EXPECT_EQ(answer["summary"]["common_boards"], Json::parse("[0]"));
    for (const Json& one : answer["summary"]["configurations"])
        EXPECT_EQ(one["statistics"]["length"]["mean"], 2.0) << one;
    EXPECT_EQ(answer["summary"]["configurations"][0]["solved"], 1);
    EXPECT_EQ(answer["summary"]["configurations"][1]["solved"], 2);
    const RunResult text =
        tessera(compare_words({easy_one, hardest, "--algorithm", "iddfs,a*", "--heuristic",
                               "manhattan", "--nodes", "100000"}));
    EXPECT_EQ(text.code, 0) << "a limit is a result";
    EXPECT_TRUE(contains(text.out, "Means over 1 of 2 boards")) << text.out;
    EXPECT_TRUE(contains(text.out, "limit of 100,000 nodes: iddfs")) << text.out;
}

/// What the laboratory says of a suite, compare says of its boards: pairs with intervals, cactus plots, scatters.
TEST(Compare, ManyBoardsArePairedWithIntervals) {
    const Words what = {
        "8 5 0/4 3 1/2 6 7", "2 4 8/5 6 3/7 1 0",        "5 1 8/2 4 6/7 3 0", "5 7 6/8 4 3/0 1 2",
        "5 2 6/3 8 1/0 4 7", "5 4 6/7 0 8/2 3 1",        "--algorithm",       "ida*",
        "--heuristic",       "misplaced,linear-conflict"};
    const Json answer = compare_json(what);
    const Json& pairs = answer["summary"]["pairs"];
    ASSERT_EQ(pairs.size(), 1U);
    const double low = pairs[0]["expanded"]["low"];
    const double high = pairs[0]["expanded"]["high"];
    EXPECT_LT(low, pairs[0]["expanded"]["ratio"].get<double>());
    EXPECT_GT(high, pairs[0]["expanded"]["ratio"].get<double>());
    const Words words = compare_words(what);
    EXPECT_TRUE(contains(unfolded(tessera(words).out), "95 % interval"));
    Words page = words;
    page.insert(page.end(), {"--export", "html"});
    const std::string html = tessera(page).out;
    for (const std::string part : {"Boards solved over time", "Boards solved over nodes",
                                   "95 % interval", "above the line", "the box holds"})
        EXPECT_TRUE(contains(html, part)) << part;
}

TEST(Compare, SeedsNamesBringTheirHeuristics) {
    const Json answer = compare_json({easy_one, "--algorithm", "astar1,astar2,combined-a*"});
    ASSERT_EQ(answer["runs"].size(), 3U);
    EXPECT_EQ(name_of(answer["runs"][0]), "a* misplaced");
    EXPECT_EQ(name_of(answer["runs"][1]), "a* manhattan");
    EXPECT_EQ(name_of(answer["runs"][2]), "a* weighted-combination");
}

TEST(Compare, UnsolvableBoardsAre11AndTheOthersAreCompared) {
    const RunResult alone = tessera({"compare", "1 2 3/4 5 6/8 7 0"});
    EXPECT_EQ(alone.code, 11);
    EXPECT_TRUE(contains(alone.out, "Unsolvable.")) << alone.out;
    EXPECT_TRUE(contains(alone.out, "swap tiles 7 and 8")) << alone.out;
    EXPECT_FALSE(contains(alone.out, "algorithm")) << "nothing was compared";
    const RunResult both =
        tessera(compare_words({"1 2 3/4 5 6/8 7 0", easy_one, "--algorithm", "bfs", "--json"}));
    EXPECT_EQ(both.code, 11);
    const Json answer = json_lines(both.out).at(0);
    EXPECT_EQ(answer["boards"][0]["solvable"], false);
    EXPECT_EQ(answer["runs"].size(), 1U);
    EXPECT_EQ(answer["runs"][0]["board"], 1);
}

TEST(Compare, WhatMakesNoSenseIsARow) {
    const RunResult result = tessera(compare_words(
        {easy_one, "--cost", "tile", "--algorithm", "bfs,ucs,a*", "--heuristic", "manhattan"}));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "not run")) << result.out;
    EXPECT_TRUE(contains(unfolded(result.out), "Not run: bfs (bfs counts moves")) << result.out;
    EXPECT_TRUE(contains(result.out, "cost")) << result.out;
    const RunResult nothing =
        tessera(compare_words({easy_one, "--cost", "tile", "--algorithm", "bfs"}));
    EXPECT_EQ(nothing.code, 2) << "where nothing could be run, that is the error";
}

TEST(Compare, WrongNamesAndOptions) {
    struct Wrong {
        Words words;
        int code;
        std::string part;
    };
    for (const Wrong& wrong : std::vector<Wrong>{
             {{easy_one, "--algorithm", "a*,fbs"}, 2, "did you mean 'bfs'"},
             {{easy_one, "--heuristic", "manhatan"}, 2, "did you mean 'manhattan'"},
             {{easy_one, "--algorithm", "a*,"}, 2, "there is no algorithm called ''"},
             {{easy_one, "--algorithm", "bfs", "--weight", "2"}, 2, "--weight"},
             {{easy_one, "--export", "pdf"}, 2, "html"},
             {{easy_one, "--output", "result.xyz"}, 2, "--export"},
             {{easy_one, "--output", "/nonexistent/x.html"}, 3, "/nonexistent/x.html"},
             {{easy_one, "--json", "--export", "md"}, 2, "--json"},
             {{"1 2 3/4 5 6/7 7 8"}, 3, "tile 7 appears twice"},
             {{"no-such-file"}, 3, "no-such-file"},
             {{easy_one, "--goal", "1 2/3 0"}, 3, "--goal"},
             {{easy_one, "--time", "soon"}, 2, "--time"}}) {
        Words words = {"compare"};
        words.insert(words.end(), wrong.words.begin(), wrong.words.end());
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, wrong.code) << wrong.part << result.err;
        EXPECT_TRUE(contains(result.err, wrong.part)) << result.err;
        EXPECT_EQ(result.out, "") << wrong.part;
    }
}

/// The shell turns an unquoted a* into a file's name.
TEST(Compare, AnUnquotedStarIsExplained) {
    const TemporaryFolder folder;
    folder.file("apple", "");
    RunOptions options;
    options.folder = folder.path();
    const RunResult result = tessera({"compare", easy_one, "--algorithm", "apple"}, options);
    EXPECT_EQ(result.code, 2);
    EXPECT_TRUE(contains(result.err, "quotes")) << result.err;
}

TEST(Compare, ExportsToStdoutAndToFiles) {
    const TemporaryFolder folder;
    const Words what = {easy_one, "--algorithm", "bfs,a*", "--heuristic", "manhattan"};
    for (const auto& [form, start] : std::vector<std::pair<std::string, std::string>>{
             {"md", "# Comparison"},
             {"csv", "board,id,size"},
             {"json", "{\"schema\":\"tessera.compare/1\""},
             {"html", "<!DOCTYPE html>"}}) {
        Words to_stdout = compare_words(what);
        to_stdout.insert(to_stdout.end(), {"--export", form});
        const RunResult direct = tessera(to_stdout);
        EXPECT_EQ(direct.code, 0);
        EXPECT_TRUE(direct.out.starts_with(start)) << form << direct.out.substr(0, 60);
        const std::string path = folder.path("result." + form);
        Words to_file = compare_words(what);
        to_file.insert(to_file.end(), {"--output", path});
        const RunResult beside = tessera(to_file);
        EXPECT_TRUE(contains(beside.out, "algorithm")) << "the table goes to stdout";
        EXPECT_TRUE(content_of(path).starts_with(start)) << form;
    }
    EXPECT_TRUE(contains(content_of(folder.path("result.html")), "tessera compare"))
        << "a document says how it was made";
}

TEST(Compare, ProgressForProgramsTellsEveryRun) {
    const RunResult result = tessera(compare_words(
        {easy_one, "--algorithm", "bfs,a*", "--heuristic", "manhattan", "--progress", "json"}));
    std::size_t runs = 0;
    for (const Json& event : json_lines(result.err)) runs += event["event"] == "run" ? 1 : 0;
    EXPECT_EQ(runs, 2U);
}

TEST(Compare, AnInterruptGivesWhatIsFinished) {
    RunOptions options;
    options.interrupt_on_stderr = true;
    // The first run ends at once and is told on stderr; the second would take its whole minute.
    const RunResult result =
        tessera({"compare", "antipode:1", "--algorithm", "human,ida*,bfs", "--heuristic",
                 "manhattan", "--time", "60s", "--memory", "1G", "--progress", "json"},
                options);
    EXPECT_EQ(result.code, 130) << result.err;
    EXPECT_TRUE(contains(result.out, "human")) << result.out;
    EXPECT_TRUE(contains(result.out, "Interrupted after")) << result.out;
    EXPECT_TRUE(contains(result.out, "124")) << "human's solution is there: " << result.out;
}

TEST(Compare, BoardsFromStandardInput) {
    RunOptions options;
    options.input = easy_one + "\n" + hardest + "\n";
    const RunResult result = tessera(
        compare_words({"-", "--algorithm", "bidirectional-bfs", "--show", "runs"}), options);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "board: " + hardest)) << result.out;
    EXPECT_TRUE(contains(result.out, "Means over 2 of 2 boards")) << result.out;
}

}  // namespace
}  // namespace tessera::app_testing
