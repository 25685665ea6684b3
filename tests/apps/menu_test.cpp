// tessera menu: scripted to the end of its input, and in a real terminal.
#include <gtest/gtest.h>

#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {
namespace {

/// Answers, one a line, to the menu; its whole output.
RunResult menu(const std::string& answers, Words options = {}) {
    options.insert(options.begin(), "menu");
    return tessera_reading(answers, options);
}

void expect_in_order(const std::string& text, std::initializer_list<std::string_view> parts) {
    std::size_t from = 0;
    for (const std::string_view part : parts) {
        const std::size_t place = text.find(part, from);
        ASSERT_NE(place, std::string::npos) << "no '" << part << "' after byte " << from << " of\n"
                                            << text;
        from = place + part.size();
    }
}

TEST(Menu, QuitsWhenAskedAndAtTheEndOfItsInput) {
    for (const std::string answers : {"6\n", "quit\n", "q\n", ""}) {
        const RunResult result = menu(answers);
        EXPECT_EQ(result.code, 0) << answers;
        EXPECT_TRUE(result.out.ends_with("Goodbye!\n")) << result.out;
        EXPECT_EQ(result.err, "");
    }
}

TEST(Menu, EndsCleanlyWhereverTheInputEnds) {
    std::string answers;
    for (const std::string line : {"1\n", "3x3\n", "\n", "1 2 3\n", "4 5 6\n", "7 0 8\n"}) {
        answers += line;
        const RunResult result = menu(answers);
        EXPECT_EQ(result.code, 0) << answers;
        EXPECT_TRUE(result.out.ends_with("Goodbye!\n")) << result.out;
    }
}

TEST(Menu, SolvesABoardTypedInRowByRow) {
    const RunResult result = menu("1\n3x3\n\n1 2 3\n4 5 6\n0 7 8\na*\nmanhattan\n6\n");
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(
        result.out,
        {"Row 1: 1 2 3\n", "Row 2: 4 5 6\n", "Row 3: 0 7 8\n", "Which algorithm?",
         "Which heuristic?", "│   │ 7 │ 8 │", "After move 1: right\n", "│ 7 │   │ 8 │",
         "After move 2: right\n", "│ 7 │ 8 │   │", "Solved in 2 moves", "moves (blank): RR",
         "a* with manhattan: expanded 2", "Congratulations! The puzzle is solved.", "Goodbye!"});
}

TEST(Menu, ExplainsBadRowsAndAsksAgain) {
    const RunResult result =
        menu("1\n3x3\n\n1 2\n1 2 3 4\n1 b 3\n1 2 9\n1 2 2\n1 2 3\n4 5 3\n4,5,6\n7 _ 8\n1\n6\n",
             {"--show", "none"});
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(result.out,
                    {"This row has 2 numbers, but needs 3", "This row has 4 numbers, but needs 3",
                     "'b' is not a number", "9 is not on a 3×3 board", "2 stands twice in this row",
                     "Row 2: ", "3 is already in row 1", "Row 3: ", "Solved in 1 move"});
    EXPECT_EQ(result.out.find("After move"), std::string::npos) << "--show none";
}

TEST(Menu, ExplainsBadSizesGoalsAndChoices) {
    const RunResult result =
        menu("9\nx\n1\n3y3\n2x2\nsnial\n1 2 3/4 5 6/7 8 0\nblank-first\n0 1\n2 3\nnothing\n1\n6\n",
             {"--show", "none"});
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(
        result.out,
        {"Invalid choice: '9'", "Invalid choice: 'x'", "3y3", "snial",
         "Goal [blank-last]: 1 2 3/4 5 6/7 8 0\n", "Goal [blank-last]: blank-first\n", "Row 1: 0 1",
         "Invalid choice: 'nothing'", "Solved in 0 moves", "Congratulations!"});
}

TEST(Menu, OffersToRepairAnUnsolvableBoard) {
    const std::string board = "1\n\n\n1 2 3\n4 5 6\n8 7 0\n";
    const RunResult refused = menu(board + "n\n6\n");
    expect_in_order(refused.out, {"This puzzle cannot be solved.", "swap tiles 7 and 8",
                                  "What would you like to do?", "Goodbye!"});
    const RunResult repaired = menu(board + "y\n1\n6\n");
    expect_in_order(repaired.out, {"Swap these two and go on?", "Solved in 0 moves"});
}

TEST(Menu, LoadsFilesWithTheirOwnGoals) {
    TemporaryFolder folder;
    const std::string file = folder.file(
        "cases.txt",
        "CASE: near\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 5 6\n7 8 0\nEND\n"
        "CASE: centre\nINITIAL:\n1 2 3\n4 5 0\n6 7 8\nGOAL:\n1 2 3\n4 0 5\n6 7 8\nEND\n");
    const RunResult result =
        menu("2\n" + folder.path("none") + "\n" + file + "\nbfs\n6\n", {"--show", "path"});
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(result.out, {"is not a file", "2 boards found.", "near", "Solved in 1 move",
                                 "centre", "Solved in 1 move", "Goodbye!"});
}

TEST(Menu, RandomBoardsOfEveryDifficultyTheSameForTheSameSeed) {
    for (const std::string difficulty : {"easy", "medium", "hard"}) {
        const std::string answers = "3\n3x3\n" + difficulty + "\n\n6\n";
        const RunResult first = menu(answers, {"--seed", "5"});
        EXPECT_EQ(first.code, 0) << first.err;
        expect_in_order(first.out, {"Random puzzle:\n", "Solved in ", "proven optimal"});
        const RunResult second = menu(answers, {"--seed", "5"});
        EXPECT_EQ(first.out.substr(0, first.out.find("time ")),
                  second.out.substr(0, second.out.find("time ")));
    }
}

TEST(Menu, ALimitLeadsBackToTheMenu) {
    const RunResult result = menu("2\nkorf:88\nida*\nmanhattan\n6\n", {"--nodes", "100000"});
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(result.out, {"Stopped by the node limit", "No solution found.",
                                 "What would you like to do?", "Goodbye!"});
}

TEST(Menu, ComparesAll) {
    const RunResult result = menu("4\n1 2 3/4 5 6/0 7 8\n6\n");
    EXPECT_EQ(result.code, 0) << result.err;
    expect_in_order(result.out, {"a*", "expanded", "Goodbye!"});
}

TEST(Menu, RunsTheClassicComparison) {
    const RunResult result = menu("5\n3x3\nhard\n6\n", {"--seed", "2"});
    EXPECT_EQ(result.code, 0) << result.err;
    for (const std::string_view name : {"a*", "bfs", "dfs", "ucs"}) {
        EXPECT_NE(result.out.find(name), std::string::npos) << name;
    }
}

using MenuTerminal = InATerminal;

TEST_F(MenuTerminal, ShowsStepsOneByOne) {
    Terminal terminal({100, 50});
    terminal.tessera({"menu"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.command("1");
    ASSERT_TRUE(terminal.wait_for("Size, rows x columns [3x3]:"));
    terminal.command("");
    ASSERT_TRUE(terminal.wait_for("Goal [blank-last]:"));
    terminal.command("");
    ASSERT_TRUE(terminal.wait_for("Row 1:"));
    terminal.command("1 2 3");
    terminal.command("4 5 6");
    terminal.command("0 7 8");
    ASSERT_TRUE(terminal.wait_for("Your choice [1]:"));
    terminal.command("");
    ASSERT_TRUE(terminal.wait_for("After move 1: right"));
    ASSERT_TRUE(terminal.wait_for("Enter: next step"));
    EXPECT_FALSE(terminal.shows("After move 2"));
    terminal.command("");
    ASSERT_TRUE(terminal.wait_for("After move 2: right"));
    ASSERT_TRUE(terminal.wait_for("Congratulations!"));
    terminal.command("6");
    EXPECT_EQ(terminal.exit_code(), 0);
}

TEST_F(MenuTerminal, ControlDAndControlCLeave) {
    Terminal terminal({100, 40});
    terminal.tessera({"menu"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.press({"C-d"});
    EXPECT_EQ(terminal.exit_code(), 0);
    terminal.tessera({"menu"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.press({"C-c"});
    EXPECT_EQ(terminal.exit_code(), 130);
    EXPECT_TRUE(terminal.restored());
}

/// Ctrl-C stops the search, not the menu.
TEST_F(MenuTerminal, ControlCStopsASearch) {
    Terminal terminal({110, 60});
    terminal.tessera({"menu", "--show", "none", "--time", "10m"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.command("2");
    ASSERT_TRUE(terminal.wait_for("korf:12):"));
    terminal.command("korf24:1");
    ASSERT_TRUE(terminal.wait_for("Which algorithm?"));
    terminal.command("ida*");
    ASSERT_TRUE(terminal.wait_for("Which heuristic?"));
    terminal.command("manhattan");
    ASSERT_TRUE(terminal.wait_for("Ctrl-C stops it."));
    terminal.press({"C-c"});
    ASSERT_TRUE(terminal.wait_for("Interrupted."));
    ASSERT_TRUE(terminal.wait_for("What would you like to do?"));
    terminal.command("6");
    EXPECT_EQ(terminal.exit_code(), 0);
}

}  // namespace
}  // namespace tessera::app_testing
