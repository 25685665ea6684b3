// Text for people fits the terminal and the locale: wrapped to the width, progress in one line, ASCII where there is nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "apps/tessera/terminal/characters.hpp"
#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {
namespace {

using app::terminal::cut;
using app::terminal::in_ascii;
using app::terminal::text_width;
using app::terminal::wrapped_lines;

TEST(Wrapping, BreaksAtSpacesAndKeepsTheIndentation) {
    EXPECT_EQ(wrapped_lines("one two three\n", 20), "one two three\n");
    EXPECT_EQ(wrapped_lines("one two three\n", 8), "one two\nthree\n");
    EXPECT_EQ(wrapped_lines("  one two three\n\nend\n", 9), "  one two\n  three\n\nend\n");
}

TEST(Wrapping, KeepsWordsWholeThatArePaths) {
    EXPECT_EQ(wrapped_lines("moves: URDLURDLURDL\n", 8), "moves:\nURDLURDLURDL\n");
}

TEST(Wrapping, PutsTheRestOfASecondColumnBelowIt) {
    EXPECT_EQ(wrapped_lines("  --json    answer as JSON\n", 24),
              "  --json    answer as\n            JSON\n");
    EXPECT_EQ(wrapped_lines("  --heuristic NAME    one of the list\n", 24),
              "  --heuristic NAME\n      one of the list\n")
        << "a column of four letters would be too narrow";
    EXPECT_EQ(wrapped_lines(std::string(26, ' ') + "one two three four\n", 20),
              "      one two three\n      four\n");
}

TEST(Wrapping, KeepsTheColumnsOfATable) {
    EXPECT_EQ(wrapped_lines("name    first   second\na           1        2\n", 16),
              "name    first\n   second\na           1\n        2\n");
}

TEST(Wrapping, CountsCharactersAndNoColours) {
    EXPECT_EQ(text_width("\x1b[32mSolved\x1b[0m 3×3"), 10);
    EXPECT_EQ(wrapped_lines("\x1b[32mSolved\x1b[0m 3×3\n", 10), "\x1b[32mSolved\x1b[0m 3×3\n");
    EXPECT_EQ(cut("a·b·c", 3), "a·b");
    EXPECT_EQ(cut("short", 30), "short");
}

TEST(Ascii, HasSomethingForEverythingThatIsDrawn) {
    EXPECT_EQ(in_ascii("┌─┐ 3×3 · ≤ 5 … ∞"), "+-+ 3x3 . <= 5 ... inf");
}

bool is_ascii(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Whoever has no UTF-8 reads ASCII; programs that read JSON and files still get UTF-8.
TEST(Ascii, WhereTheLocaleHasNothingElse) {
    const TemporaryFolder folder;
    const std::string solution =
        folder.file("solution.txt", tessera({"solve", "1 2 3/4 5 6/7 0 8"}).out);
    RunOptions plain;
    plain.environment = {"LC_ALL=C"};
    const std::vector<Words> commands = {
        {"check", "1 2 3/4 5 6/8 7 0"},
        {"solve", "1 2 3/4 5 6/0 7 8", "--show", "boards"},
        {"explain", hardest},
        {"replay", solution, "--print"},
        {"list", "algorithms"},
        {"audit", "2x3"},
        {"compare", hardest, "--algorithm", "a*", "--heuristic", "manhattan"},
        {"pdb", "list"},
        {"--help"},
        {"solve", "9 9"},
    };
    for (const Words& words : commands) {
        const RunResult result = tessera(words, plain);
        EXPECT_TRUE(is_ascii(result.out)) << words.front() << "\n" << result.out;
        EXPECT_TRUE(is_ascii(result.err)) << words.front() << "\n" << result.err;
    }
    EXPECT_TRUE(contains(tessera(commands[0], plain).out, "+---+---+---+\n| 1 | 2 | 3 |"));
    plain.input = "1\n\n\n1 2 3\n4 5 6\n0 7 8\nbfs\nq\n";
    EXPECT_TRUE(is_ascii(tessera({"menu"}, plain).out));
    plain.input.clear();
    const Json listed = Json::parse(tessera({"list", "reports", "--json"}, plain).out);
    EXPECT_TRUE(contains(listed.dump(), "n×n")) << "JSON is UTF-8 everywhere";
    RunOptions unknown;
    unknown.environment = {"LC_ALL=xx_YY.UTF-8"};
    EXPECT_TRUE(contains(tessera(commands[0], unknown).out, "┌───")) << "not installed, but UTF-8";
}

using Width = InATerminal;

TEST_F(Width, NothingThatIsPrintedIsBrokenByTheTerminal) {
    for (const int width : {40, 80, 120}) {
        Terminal terminal({width, 250});
        for (const Words& words :
             std::vector<Words>{{"list", "heuristics"},
                                {"solve", "--help"},
                                {"--help"},
                                {},
                                {"check", "1 2 3/4 5 6/8 7 0"},
                                {"audit", "2x3"},
                                {"explain", "1 2 3/4 5 6/0 7 8"},
                                {"solve", "korf:1", "--nodes", "10", "--show", "none"},
                                {"solve", "no-such-file-of-any-name"}}) {
            terminal.tessera(words);
            terminal.exit_code();
            EXPECT_TRUE(terminal.fits()) << width;
        }
    }
}

/// What is told on stderr before tables are built.
TEST_F(Width, WhatIsToldOfTablesIsFolded) {
    const TemporaryFolder cache;
    Terminal terminal({50, 40}, {"TESSERA_CACHE=" + cache.path()});
    terminal.tessera({"pdb", "build", "5-5-5"});
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(contains(terminal.screen(), "while it is")) << terminal.screen();
    EXPECT_TRUE(terminal.fits()) << terminal.screen();
}

/// Sentences of the lab are folded once, to the width of the terminal.
TEST_F(Width, TheLabsSummaryIsFoldedToTheTerminal) {
    const TemporaryFolder folder;
    const std::string suite = folder.file("s.toml",
                                          "[[boards]]\nboards = [\"1 2 3/4 5 6/7 0 8\", \"1 2 3/4 "
                                          "5 6/7 0 8\", \"1 2 3/4 5 6/8 7 0\"]\n"
                                          "[[configurations]]\nalgorithm = [\"bfs\", \"ucs\"]\n");
    Terminal terminal({50, 60});
    for (const std::string command : {"run", "status"}) {
        Words words{"lab", command, "--db", folder.path() + "/s.db"};
        if (command == "run") words.insert(words.begin() + 2, suite);
        terminal.tessera(words);
        EXPECT_EQ(terminal.exit_code(), 0);
        EXPECT_TRUE(terminal.fits()) << command;
        const std::string screen = terminal.screen();
        EXPECT_TRUE(contains(screen,
                             "Means over 2 of 2 solvable boards (100 %): those\n"
                             "  that all configurations solved. 1 more board is\n"
                             "  unsolvable."))
            << screen;
    }
}

/// The progress line stays one line, however narrow the terminal is: the screen does not scroll.
TEST_F(Width, ProgressNeverScrolls) {
    Terminal terminal({40, 12});
    terminal.tessera({"solve", "korf:88", "--algorithm", "idastar", "--heuristic", "manhattan",
                      "--threads", "1", "--show", "none", "--time", "10m"});
    std::string before;
    for (int lines = 0; lines < 4; ++lines) {
        ASSERT_TRUE(terminal.wait_until(
            [&](const std::string& now) { return contains(now, "bound") && now != before; }));
        before = terminal.screen();
        EXPECT_LE(count_of(before, "bound"), 1U) << before;
        EXPECT_TRUE(terminal.fits());
    }
    terminal.press({"C-c"});
    EXPECT_EQ(terminal.exit_code(), 130);
}

/// At most ten lines a second, also of those that are quickly done.
TEST(Progress, IsToldTenTimesASecondAtMost) {
    TESSERA_NEEDS_PROGRAM("script");
    const TemporaryFolder folder;
    RunOptions here;
    here.folder = folder.path();
    here.environment = {"TERM=xterm"};
    const auto begin = std::chrono::steady_clock::now();
    const RunResult result = run_program(
        {"script", "-qec", "'" + program_under_test() + "' audit 2x3 >/dev/null", "typescript"},
        here);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(result.code, 0);
    const double most = 2.0 + passed.count() * 10.0;
    EXPECT_LE(static_cast<double>(count_of(result.out, " %")), most) << result.out;
    EXPECT_TRUE(contains(result.out, "%")) << "there is one, or this tests nothing";
}

}  // namespace
}  // namespace tessera::app_testing
