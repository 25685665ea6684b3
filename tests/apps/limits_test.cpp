// Limits, Ctrl-C and closed outputs: the right exit code, and the best known answer with its proven bound.
#include <gtest/gtest.h>

#include <set>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string hard = "antipode:1";  // 80 moves: no algorithm here is done with it soon

/// No solution, but a proven bound at least as good as the heuristic's and no better than the
/// truth.
void expect_bound_only(const Json& answer, const std::string& status, const std::string& about) {
    EXPECT_EQ(answer["status"], status) << about;
    EXPECT_TRUE(answer["length"].is_null()) << about;
    EXPECT_TRUE(answer["moves"].is_null()) << about;
    EXPECT_EQ(answer["optimal"], false) << about;
    EXPECT_GE(answer["lower_bound"], answer["initial_h"]) << about;
    EXPECT_GT(answer["lower_bound"], 0) << about;
    EXPECT_LE(answer["lower_bound"], 80) << about;
}

TEST(Limits, TimeIs23) {
    const RunResult text =
        tessera({"solve", hard, "--algorithm", "ida*", "--heuristic", "pdb", "--time", "0.2s"});
    EXPECT_EQ(text.code, 23);
    EXPECT_TRUE(contains(text.out, "time limit")) << text.out;
    EXPECT_TRUE(contains(text.out, "at least")) << text.out;
    EXPECT_EQ(text.err, "");
}

TEST(Limits, AutoHasAnAnswerInAnyTime) {
    const RunResult text = tessera({"solve", hard, "--time", "0.2s"});
    EXPECT_EQ(text.code, 23);
    EXPECT_TRUE(contains(text.out, "time limit")) << text.out;
    EXPECT_TRUE(contains(text.out, "Solved in")) << text.out;
    EXPECT_TRUE(contains(text.err, "built line by line")) << text.err;
}

TEST(Limits, EveryAlgorithmObeysTimeAndNodes) {
    for (const Json& entry : listed("algorithms")) {
        const std::string algorithm = entry["name"];
        // These find some long solution soon, give up by their own rule, or end at a deadline as a rule.
        const std::set<std::string> others{"greedy",        "sliding-greedy", "exponent-a*",
                                           "hill-climbing", "human",          "anytime"};
        if (others.contains(algorithm)) continue;
        Words words = {"solve", hard, "--algorithm", algorithm, "--json"};
        // By itself the program takes the best tables at hand, and these are what other tests have built.
        if (entry["uses_heuristic"] == true)
            words.insert(words.end(), {"--heuristic", "linear-conflict"});
        if (algorithm == "weighted-a*" || algorithm == "anytime-a*")
            words.insert(words.end(), {"--weight", "1"});
        Words timed = words;
        timed.insert(timed.end(), {"--time", "30ms"});
        const RunResult time = tessera(timed);
        EXPECT_EQ(time.code, 23) << algorithm << time.err;
        expect_bound_only(json_lines(time.out).at(0), "time-limit", algorithm);
        Words counted = words;
        counted.insert(counted.end(), {"--nodes", "5000"});
        const RunResult nodes = tessera(counted);
        EXPECT_EQ(nodes.code, 12) << algorithm << nodes.err;
        const Json answer = json_lines(nodes.out).at(0);
        expect_bound_only(answer, "node-limit", algorithm);
        EXPECT_LE(answer["stats"]["generated"], 5004) << algorithm;
    }
}

TEST(Limits, DepthIs12) {
    for (const std::string algorithm : {"bfs", "iddfs", "depth-limited", "dfs", "a*", "ida*"}) {
        const RunResult result =
            tessera({"solve", "korf:12", "--max-depth", "8", "--algorithm", algorithm, "--json"});
        EXPECT_EQ(result.code, 12) << algorithm << result.err;
        expect_bound_only(json_lines(result.out).at(0), "depth-limit", algorithm);
    }
}

TEST(Limits, MemoryIs22AndObeyed) {
    constexpr std::size_t megabyte = 1 << 20;
    const RunResult result = tessera({"solve", "korf:88", "--algorithm", "a*", "--heuristic",
                                      "manhattan", "--memory", "50M", "--json"});
    EXPECT_EQ(result.code, 22) << result.err;
    const Json answer = json_lines(result.out).at(0);
    EXPECT_EQ(answer["status"], "memory-limit");
    EXPECT_GE(answer["lower_bound"], 43);
    EXPECT_LE(answer["lower_bound"], 65);
    EXPECT_LE(answer["stats"]["container_bytes"], 50 * megabyte);
    if (!sanitized_program()) {  // those take memory of their own
        EXPECT_LE(answer["stats"]["peak_memory_bytes"], (50 + 12) * megabyte)
            << "the program itself takes some";
    }
    const RunResult tiny = tessera({"solve", "korf:88", "--algorithm", "a*", "--memory", "1"});
    EXPECT_EQ(tiny.code, 22);
    EXPECT_TRUE(contains(tiny.out + tiny.err, "memory")) << tiny.out << tiny.err;
    const RunResult audit = tessera({"audit", "3x3", "--memory", "1k"});
    EXPECT_EQ(audit.code, 22);
    EXPECT_TRUE(contains(audit.err, "--memory")) << audit.err;
}

TEST(Limits, ALimitThatIsNotReachedChangesNothing) {
    const RunResult result = tessera({"solve", "8 6 7/2 5 4/3 0 1", "--time", "10m", "--memory",
                                      "2G", "--nodes", "100000000", "--max-depth", "31"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "Solved in 31 moves")) << result.out;
}

TEST(Limits, GivingUpByItsOwnRuleIs12) {
    const RunResult result =
        tessera({"solve", "korf:88", "--algorithm", "hill-climbing", "--heuristic", "misplaced",
                 "--restarts", "0", "--sideways", "0"});
    EXPECT_EQ(result.code, 12);
    EXPECT_TRUE(contains(result.out, "Gave up")) << result.out;
}

/// Progress as JSON on stderr tells when the search runs; then comes Ctrl-C.
RunResult interrupted(Words words) {
    RunOptions options;
    options.interrupt_on_stderr = true;
    words.insert(words.end(), {"--progress", "json"});
    return tessera(words, options);
}

TEST(Interrupt, StillPrintsTheBestBound) {
    const RunResult text = interrupted({"solve", hard});
    EXPECT_EQ(text.code, 130) << text.err;
    EXPECT_TRUE(contains(text.out, "Interrupted.")) << text.out;
    EXPECT_TRUE(contains(text.out, "at least")) << text.out;
    for (const std::string algorithm : {"a*", "ida*", "bfs", "rbfs", "bidirectional-a*"}) {
        const RunResult result = interrupted({"solve", hard, "--algorithm", algorithm, "--json"});
        EXPECT_EQ(result.code, 130) << algorithm << result.err;
        expect_bound_only(json_lines(result.out).at(0), "interrupted", algorithm);
    }
}

TEST(Interrupt, EndsAWholeListOfBoards) {
    const RunResult result = interrupted({"solve", "antipode", "--json"});
    EXPECT_EQ(result.code, 130);
    EXPECT_EQ(json_lines(result.out).size(), 1U) << "the other sixteen are not begun";
}

TEST(Interrupt, StopsOtherCommandsToo) {
    const RunResult generate = interrupted({"generate", "4x4", "--distance", "80"});
    EXPECT_EQ(generate.code, 130) << generate.err;
    EXPECT_EQ(generate.out, "");
}

TEST(Progress, JsonLinesOnStderrHaveBoundNodesRateMemoryTime) {
    const RunResult result = tessera({"solve", hard, "--algorithm", "ida*", "--heuristic",
                                      "linear-conflict", "--time", "700ms", "--progress", "json"});
    const std::vector<Json> events = json_lines(result.err);
    ASSERT_FALSE(events.empty());
    EXPECT_LE(events.size(), 7U) << "at most ten a second";
    for (const Json& event : events) {
        for (const std::string field :
             {"lower_bound", "expanded", "generated", "nodes_per_second", "bytes", "seconds"}) {
            EXPECT_TRUE(event[field].is_number()) << field;
        }
    }
}

TEST(Progress, NoneWithoutATerminal) {
    EXPECT_EQ(tessera({"solve", hard, "--algorithm", "ida*", "--time", "250ms"}).err, "");
    EXPECT_EQ(
        tessera({"solve", hard, "--algorithm", "ida*", "--time", "250ms", "--progress", "never"})
            .err,
        "");
}

TEST(ClosedOutput, LikeHeadEndsQuietly) {
    RunOptions options;
    options.hang_up_after_line = true;
    const std::vector<Words> talkative = {{"generate", "4x4", "-n", "200000", "--seed", "1"},
                                          {"solve", "korf", "--nodes", "2000"},
                                          {"check", "korf", "--json"},
                                          {"convert", "korf", "--to", "grid"}};
    for (const Words& words : talkative) {
        const RunResult result = tessera(words, options);
        EXPECT_TRUE(result.signal == SIGPIPE || result.code == 0 || result.code == 12)
            << words.front() << result.signal << " " << result.code;
        EXPECT_FALSE(contains(result.err, "internal")) << result.err;
    }
}

TEST(ClosedOutput, AFullDiskIsAnError) {
    ASSERT_EQ(access("/dev/full", W_OK), 0) << "every Linux has it";
    RunOptions options;
    options.stdout_to = "/dev/full";
    for (const Words& words : std::vector<Words>{{"solve", "1 2 3/4 5 6/7 0 8"},
                                                 {"list", "algorithms"},
                                                 {"generate", "4x4", "-n", "10000", "--seed", "1"},
                                                 {"man"},
                                                 {"completions", "bash"}}) {
        const RunResult result = tessera(words, options);
        EXPECT_EQ(result.code, 1) << words.front();
        EXPECT_TRUE(contains(result.err, "cannot write the answer")) << words.front() << result.err;
    }
}

TEST(ClosedOutput, NoStdoutAtAllIsAnError) {
    RunOptions options;
    options.close_stdout = true;
    const RunResult result = tessera({"solve", "1 2 3/4 5 6/7 0 8"}, options);
    EXPECT_EQ(result.code, 1);
    EXPECT_TRUE(contains(result.err, "cannot write the answer")) << result.err;
}

/// Whatever the limit: the right exit code, one JSON object, and a solution where the choice is the program's.
TEST(Limits, ThereIsAlwaysAnAnswer) {
    const std::vector<Words> tight = {
        {"korf:1", "--memory", "1M"},
        {"korf:1", "--memory", "0", "--time", "1s"},
        {"korf:1", "--heuristic", "pdb", "--memory", "1M"},
        {"korf24:1", "--heuristic", "manhattan", "--time", "0.3s"},
        {"korf24:1", "--heuristic", "pdb", "--memory", "1M", "--time", "0.3s"},
        {"korf24:1", "--heuristic", "linear-conflict-pairs", "--nodes", "2000"}};
    for (Words words : tight) {
        const std::string about = words[0] + " " + words[1] + " " + words[2];
        words.insert(words.begin(), "solve");
        words.insert(words.end(), {"--json", "--goal", "blank-first"});
        const RunResult result = tessera(words);
        const std::vector<Json> answers = json_lines(result.out);
        ASSERT_EQ(answers.size(), 1U) << about << result.err;
        EXPECT_TRUE(answers[0]["length"].is_number()) << about << result.out;
        EXPECT_LE(answers[0]["lower_bound"], answers[0]["length"]) << about;
    }
    // Who names both gets what was asked, or an object that says why not.
    const RunResult refused = tessera({"solve", "korf:1", "--algorithm", "ida*", "--heuristic",
                                       "pdb:7-8", "--memory", "1M", "--json"});
    EXPECT_EQ(refused.code, 22);
    const Json answer = json_lines(refused.out).at(0);
    EXPECT_EQ(answer["status"], "memory-limit");
    EXPECT_TRUE(answer["length"].is_null());
}

/// A command that was asked for JSON answers a limit in JSON, too.
TEST(Limits, AreAnsweredInJsonByEveryCommand) {
    for (const Words& words :
         std::vector<Words>{{"audit", "3x4", "--memory", "1M"},
                            {"explain", "korf:1", "--heuristic", "pdb:7-8", "--memory", "1M"},
                            {"pdb", "build", "7-8", "--memory", "1M"},
                            {"selftest", "--long", "--memory", "1M"},
                            {"generate", "3x4", "--distance", "20", "--memory", "1M"}}) {
        EXPECT_EQ(tessera(words).out, "") << "people read stderr";
        Words asked = words;
        asked.emplace_back("--json");
        const RunResult result = tessera(asked);
        EXPECT_EQ(result.code, 22) << words.front();
        EXPECT_NE(result.err, "");
        const Json reply = Json::parse(result.out);
        EXPECT_EQ(reply["schema"], "tessera.error/1");
        EXPECT_EQ(reply["code"], "memory-limit");
    }
}

TEST(Limits, AHeuristicAloneIsUsedByAnytimeOnLargeBoards) {
    const RunResult result = tessera(
        {"solve", "korf24:1", "--heuristic", "linear-conflict", "--nodes", "100000", "--json"});
    const Json answer = json_lines(result.out).at(0);
    EXPECT_EQ(answer["algorithm"], "anytime");
    EXPECT_TRUE(contains(answer["notes"].dump(),
                         "linear-conflict guides the search for solutions and proves the bound"))
        << answer;
    const RunResult guess = tessera({"solve", "korf24:1", "--heuristic", "linear-conflict-pairs",
                                     "--nodes", "100000", "--json"});
    const Json guessed = json_lines(guess.out).at(0);
    EXPECT_EQ(guessed["algorithm"], "anytime");
    EXPECT_TRUE(contains(guessed["notes"].dump(), "others prove the bound")) << guessed;
    // Which tables `pdb` is, is said.
    const RunResult tables = tessera({"solve", "korf24:1", "--heuristic", "pdb", "--memory", "60M",
                                      "--nodes", "100000", "--json"});
    EXPECT_TRUE(json_lines(tables.out).at(0)["heuristic"].get<std::string>().starts_with("pdb:"))
        << tables.out;
}

/// What has no tables is replaced, and that is said once for each of its two tasks.
TEST(Limits, AHeuristicWithoutTablesIsReplacedWithANote) {
    const RunResult result =
        tessera({"solve",
                 "23 5 24 32 28 7/8 20 35 3 10 22/29 0 16 13 18 6/31 11 30 34 14 26/1 15 2 19 21 "
                 "17/27 12 4 9 25 33",
                 "--heuristic", "walking-distance", "--time", "1s", "--json"});
    const std::string notes = json_lines(result.out).at(0)["notes"].dump();
    EXPECT_EQ(count_of(notes, "walking-distance has no table"), 2U) << notes;
    EXPECT_TRUE(contains(notes, "learned guides the search instead")) << notes;
    EXPECT_TRUE(contains(notes, "linear-conflict proves the bound instead")) << notes;
    EXPECT_TRUE(contains(notes, "the best solution found within 1 second\"")) << notes;
}

/// A search that has no room for anything ends at once, also where only the clock would end it.
TEST(Limits, WithoutMemoryThereIsAnEnd) {
    for (const std::string memory : {"0", "1k"}) {
        const RunResult result =
            tessera({"solve", "korf24:1", "--memory", memory, "--time", "1s", "--json"});
        const Json answer = json_lines(result.out).at(0);
        EXPECT_TRUE(answer["length"].is_number()) << memory << result.out;
        EXPECT_LE(answer["lower_bound"], answer["length"]) << memory;
    }
}

TEST(LimitsInReleaseOnly, SoThereIsWhereTheSystemGivesNoMore) {
    for (const std::string kilobytes : {"50000", "60000", "70000", "80000"}) {
        const RunResult result =
            run_program({"bash", "-c",
                         "ulimit -v " + kilobytes + "; exec \"$0\" solve korf24:1 --time 1s --json",
                         program_under_test()});
        const std::vector<Json> answers = json_lines(result.out);
        ASSERT_EQ(answers.size(), 1U) << kilobytes << result.err;
        EXPECT_TRUE(answers[0]["length"].is_number()) << kilobytes << result.out;
    }
}

}  // namespace
}  // namespace tessera::app_testing
