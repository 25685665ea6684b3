// `tessera explain`: what it prints, its JSON and its picture, and how it answers bad input.
// home: sanitizers
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

constexpr const char* reversed = "0 8 7/6 5 4/3 2 1";

TEST(ExplainCommand, ShowsEveryHeuristicAndTheTruth) {
    const RunResult result = tessera({"explain", reversed});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "the shortest solution takes 28 moves"));
    EXPECT_TRUE(contains(tessera({"explain", "1 2 3/4 5 6/7 0 8"}).out,
                         "the shortest solution takes 1 move."));
    EXPECT_TRUE(contains(result.out, "Solvable."));
    for (const Json& heuristic : listed("heuristics")) {
        EXPECT_TRUE(contains(result.out, heuristic["name"].get<std::string>() + " "))
            << heuristic["name"];
    }
    EXPECT_TRUE(contains(result.out, "too high here"));
    EXPECT_TRUE(contains(result.out,
                         "row 2: in the wrong order: 6 before 5, 6 before 4, 5 before "
                         "4; 5 and 4 must leave it and come back"));
    EXPECT_EQ(result.err, "");
}

TEST(ExplainCommand, ExplainsTheChosenOnesInFull) {
    const RunResult result = tessera({"explain", reversed, "--heuristic", "manhattan,gaschnig"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "8 is 2 rows from its place"));
    EXPECT_TRUE(contains(result.out, "cycle of the blank with 1"));
    EXPECT_FALSE(contains(result.out, "walking-distance"));
    const RunResult all = tessera({"explain", reversed, "--heuristic", "all"});
    EXPECT_TRUE(contains(all.out, "squared-distance = 52"));
    EXPECT_TRUE(contains(all.out, "8 is 2 rows from its place: 2² + 0²"));
    // What solve would use on this size.
    const RunResult automatic = tessera({"explain", reversed, "--heuristic", "auto"});
    EXPECT_TRUE(contains(automatic.out, "linear-conflict = 28"));
}

TEST(ExplainCommand, JsonAddsUp) {
    const Json answer = json_of({"explain", "korf:12"});
    ASSERT_TRUE(answer.is_object());
    EXPECT_EQ(answer["schema"], "tessera.explain/1");
    EXPECT_EQ(answer["goal_name"], "blank-first");
    EXPECT_TRUE(answer["truth"].is_null());
    EXPECT_EQ(answer["heuristics"].size(), listed("heuristics").size());
    for (const Json& heuristic : answer["heuristics"]) {
        const Json& explanation = heuristic["explanation"];
        double combined = 0.0;
        for (const Json& part : explanation["parts"]) {
            const auto value = part["value"].get<double>();
            combined =
                explanation["combine"] == "sum" ? combined + value : std::max(combined, value);
        }
        EXPECT_EQ(heuristic["value"].get<double>(), combined * explanation["factor"].get<double>())
            << heuristic["heuristic"];
    }
}

TEST(ExplainCommand, TheExactDistanceOnRequest) {
    const Json answer = json_of({"explain", "korf:12", "--heuristic", "manhattan", "--exact"});
    EXPECT_EQ(answer["truth"]["best"], 45);
    EXPECT_EQ(answer["truth"]["lower_bound"], 45);
    EXPECT_EQ(answer["heuristics"].size(), 1U);
}

TEST(ExplainCommand, TileCosts) {
    // 1 moves once and 2 moves once.
    const Json answer =
        json_of({"explain", "1 2 3/4 5 6/0 7 8", "--heuristic", "manhattan", "--cost", "tile"});
    EXPECT_EQ(answer["cost"], "tile");
    EXPECT_EQ(answer["heuristics"][0]["value"], 15);
    EXPECT_EQ(answer["truth"]["best"], 15);
}

TEST(ExplainCommand, AnUnsolvableBoardIsExplainedAndTheCodeSaysSo) {
    const RunResult result = tessera({"explain", "1 2 3/4 5 6/8 7 0"});
    EXPECT_EQ(result.code, 11);
    EXPECT_TRUE(contains(result.out, "Unsolvable."));
    EXPECT_TRUE(contains(result.out, "(8 7)"));
    EXPECT_TRUE(contains(result.out, "swap tiles 7 and 8"));
    EXPECT_TRUE(contains(result.out, "∞"));
}

TEST(ExplainCommand, SeveralBoardsOneAfterTheOther) {
    const RunResult result =
        tessera_reading("1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/8 7 0\n",
                        {"explain", "-", "--jsonl", "--heuristic", "manhattan"});
    EXPECT_EQ(result.code, 11);
    const std::vector<Json> answers = json_lines(result.out);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0]["heuristics"][0]["value"], 1);
    EXPECT_EQ(answers[1]["solvability"]["solvable"], false);
}

TEST(ExplainCommand, WhatHasNoTableIsNotedOnStderr) {
    const RunResult result =
        tessera({"explain", "korf24:1", "--heuristic", "walking-distance,manhattan"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.err, "walking-distance left out"));
    const RunResult nothing = tessera({"explain", "korf24:1", "--heuristic", "walking-distance"});
    EXPECT_EQ(nothing.code, 22);
    EXPECT_EQ(nothing.out, "");
}

TEST(ExplainCommand, DrawsAPictureIntoAFile) {
    const TemporaryFolder folder;
    const std::string path = folder.path("board.svg");
    const RunResult result = tessera({"explain", "korf:3", "--svg", path});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "linear-conflict"));
    const std::string picture = content_of(path);
    EXPECT_TRUE(picture.starts_with("<?xml"));
    EXPECT_TRUE(picture.ends_with("</svg>\n"));
    EXPECT_TRUE(contains(picture, "walking-distance = "));
    if (is_installed("xmllint")) {
        const RunResult lint = run_program({"xmllint", "--noout", path});
        EXPECT_EQ(lint.code, 0) << lint.err;
    }
    // A shorter picture leaves nothing of the longer one behind.
    EXPECT_EQ(tessera({"explain", reversed, "--heuristic", "zero", "--svg", path}).code, 0);
    const std::string shorter = content_of(path);
    EXPECT_LT(shorter.size(), picture.size());
    EXPECT_TRUE(shorter.ends_with("</svg>\n"));
}

TEST(ExplainCommand, DrawsAPictureOnStdoutAlone) {
    const RunResult result =
        tessera({"explain", reversed, "--svg", "-", "--heuristic", "manhattan"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(result.out.starts_with("<?xml"));
    EXPECT_TRUE(result.out.ends_with("</svg>\n"));
}

TEST(ExplainCommand, RefusesBadInputWithTheRightCode) {
    const RunResult unknown = tessera({"explain", reversed, "--heuristic", "manhatan"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(contains(unknown.err, "did you mean 'manhattan'?"));
    RunOptions no_input;
    no_input.close_stdin = true;
    const RunResult missing = tessera({"explain"}, no_input);
    EXPECT_NE(missing.code, 0);
    EXPECT_NE(missing.err, "");
    EXPECT_EQ(tessera({"explain", "1 2 3/4 5 6/7 7 0"}).code, 3);
    EXPECT_EQ(tessera({"explain", reversed, "--goal", "1 2/3 0"}).code, 3);
    EXPECT_EQ(tessera({"explain", reversed, "--svg", "-", "--json"}).code, 2);
    EXPECT_EQ(tessera({"explain", reversed, "--time", "soon"}).code, 2);
}

TEST(ExplainCommand, KnowsBeforeTheWorkThatAPictureCannotBeWritten) {
    const TemporaryFolder folder;
    const RunResult nowhere =
        tessera({"explain", reversed, "--svg", folder.path("no/such/folder.svg")});
    EXPECT_EQ(nowhere.code, 3);
    EXPECT_EQ(nowhere.out, "");
    EXPECT_TRUE(contains(nowhere.err, "cannot write"));
    EXPECT_EQ(tessera({"explain", reversed, "--svg", folder.path()}).code, 3);
    const RunResult several =
        tessera({"explain", "korf", "--svg", folder.path("many.svg"), "--heuristic", "zero"});
    EXPECT_EQ(several.code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder.path("many.svg")));
    // What fails later leaves no empty file behind.
    const RunResult failed = tessera(
        {"explain", "korf24:1", "--heuristic", "walking-distance", "--svg", folder.path("x.svg")});
    EXPECT_EQ(failed.code, 22);
    EXPECT_FALSE(std::filesystem::exists(folder.path("x.svg")));
}

TEST(ExplainCommand, ColoursOnlyWhenAskedTo) {
    EXPECT_FALSE(contains(tessera({"explain", reversed}).out, "\x1b["));
    EXPECT_TRUE(contains(tessera({"explain", reversed, "--color", "always"}).out, "\x1b["));
}

}  // namespace
}  // namespace tessera::app_testing
