// What people try first must just work: the examples of interface.md, and a user's next steps.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

TEST(FirstTries, ABoardInOneLine) {
    const RunResult result = tessera({"solve", "1 2 3/4 5 6/7 0 8"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(
        contains(result.out, "Solved in 1 move, proven optimal (1 slide in this solution)."))
        << result.out;
    EXPECT_EQ(value_of(result.out, "moves (blank): "), "R");
}

TEST(FirstTries, CommasAndAnotherGoal) {
    const Json answer = json_of({"solve", "0,8,7,6,5,4,3,2,1", "--goal", "blank-first"});
    EXPECT_EQ(answer["length"], 30);
    EXPECT_EQ(answer["optimal"], true);
}

TEST(FirstTries, AFileOf42School) {
    const TemporaryFolder folder;
    const std::string file = folder.file("puzzle.txt", "# solvable\n3\n3 2 6\n1 4 0\n8 7 5\n");
    const RunResult result =
        tessera({"solve", file, "--goal", "snail", "--heuristic", "linear-conflict"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "Solved in 15 moves")) << result.out;
    EXPECT_EQ(result.err, "") << "the goal was given, so there is nothing to remark";
}

TEST(FirstTries, GenerateThenSolveThenJq) {
    const RunResult made = tessera({"generate", "3x3", "--seed", "7"});
    ASSERT_EQ(made.code, 0);
    const RunResult solved = tessera_reading(made.out, {"solve", "-", "--json"});
    EXPECT_EQ(solved.code, 0);
    EXPECT_GE(json_lines(solved.out).at(0)["length"], 0);
}

TEST(FirstTries, CellsAsSeparateWords) {
    const RunResult result =
        tessera({"solve", "1", "4", "0", "5", "8", "2", "3", "6", "7", "--goal", "blank-first",
                 "--algorithm", "bfs", "--moves", "numbers"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "Solved in 10 moves")) << result.out;
    EXPECT_EQ(value_of(result.out, "moves (numbers): ").substr(0, 6), "2 -> 8");
}

TEST(FirstTries, ADashAmongCellsIsTheBlank) {
    const RunResult result = tessera({"solve", "1", "2", "3", "4", "5", "6", "7", "-", "8"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(value_of(result.out, "board: "), "1 2 3/4 5 6/7 0 8");
}

TEST(FirstTries, TheCommandSolveMayBeLeftOut) {
    const std::vector<Words> ways = {{"1 2 3/4 5 6/7 0 8"},
                                     {"1", "2", "3", "4", "5", "6", "7", "0", "8"},
                                     {"--goal", "blank-last", "1 2 3/4 5 6/7 0 8"},
                                     {"--show=path", "1 2 3/4 5 6/7 0 8"},
                                     {"--", "1 2 3/4 5 6/7 0 8"}};
    for (const Words& words : ways) {
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, 0) << words.front() << result.err;
        EXPECT_EQ(value_of(result.out, "moves (blank): "), "R") << words.front();
    }
    const RunResult piped = tessera_reading("1 2 3/4 5 6/7 0 8\n", {"-"});
    EXPECT_EQ(value_of(piped.out, "moves (blank): "), "R");
    const RunResult suite = tessera({"korf:12", "--nodes", "10"});
    EXPECT_EQ(suite.code, 12);
    EXPECT_EQ(lines_of(suite.out).at(0), "korf-12");
}

TEST(FirstTries, NothingAtAllShowsASampleAndWhatToTry) {
    const RunResult result = tessera({});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "Solved in"));
    EXPECT_TRUE(contains(result.out, "tessera --help"));
    EXPECT_TRUE(contains(result.out, "tessera serve --open")) << "the page is not hidden";
}

/// Every line that the welcome suggests is a command that works.
TEST(FirstTries, WhatTheWelcomeSuggestsWorks) {
    int tried = 0;
    for (const std::string& line : lines_of(tessera({}).out)) {
        if (!line.starts_with("  tessera ")) continue;
        std::string command = line.substr(2, line.find("  ", 2) - 2);
        if (command.find("audit") != std::string::npos) continue;  // has its own tests
        // So have these, which need a terminal.
        if (command.ends_with(" play") || command.ends_with(" menu")) continue;
        if (command == "tessera serve --open") continue;  // stays until Ctrl-C
        std::string script =
            "tessera() { \"" + program_under_test() + "\" \"$@\"; }; set -f; " + command;
        if (command.find("generate 4x4") != std::string::npos) script += " --nodes 1000";
        const RunResult result = run_program({"bash", "-c", script});
        EXPECT_NE(result.out, "") << command;
        EXPECT_TRUE(result.code == 0 || result.code == 11 || result.code == 12)
            << command << ": " << result.code << result.err;
        ++tried;
    }
    EXPECT_GE(tried, 5);
}

TEST(FirstTries, ASolvedBoardNeedsNoMoves) {
    const Json answer = json_of({"solve", "1 2 3/4 5 6/7 8 0"});
    EXPECT_EQ(answer["length"], 0);
    EXPECT_EQ(answer["moves"], "");
    EXPECT_EQ(answer["status"], "solved");
    EXPECT_EQ(answer["optimal"], true);
}

}  // namespace
}  // namespace tessera::app_testing
