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
         "Which heuristic?", "│   │ 7 │ 8 │", "Solution: 2 moves\n", "After move 1 of 2: right\n",
         "│ 7 │   │ 8 │", "After move 2 of 2: right\n", "│ 7 │ 8 │   │", "Solved in 2 moves",
         "moves (blank): RR", "a* with manhattan: expanded 2",
         "Congratulations! The puzzle is solved.", "Goodbye!"});
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
    expect_in_order(result.out, {"is not a file", "2 boards found: near, centre.", "\nnear\n",
                                 "Solved in 1 move", "\ncentre\n", "Solved in 1 move", "Goodbye!"});
    const RunResult none = menu("2\n1 2 3/4 5 6/8 7 0\nbfs\nq\n");
    expect_in_order(none.out, {"│ 8 │ 7 │   │", "Unsolvable.", "No solution found."});
    EXPECT_FALSE(contains(none.out, "Searching")) << "there is nothing to search";
    const RunResult compared = menu("4\n" + file + "\nq\n");
    expect_in_order(compared.out, {"\nnear\n", "a*", "\ncentre\n", "a*", "Goodbye!"});
}

TEST(Menu, UnderstandsQuotesAndTheHomeFolderInNamesOfFiles) {
    TemporaryFolder folder;
    folder.file("my board.txt", "1 2 3\n4 5 6\n7 0 8\n");
    RunOptions options;
    options.environment = {"HOME=" + folder.path()};
    for (const std::string& name :
         Words{"~/my board.txt", "'~/my board.txt'", "\"" + folder.path("my board.txt") + "\"",
               "'" + folder.path("my board.txt") + "'", "\"1 2 3/4 5 6/7 0 8\""}) {
        options.input = "2\n" + name + "\nbfs\nq\n";
        const RunResult result = tessera({"menu", "--show", "none"}, options);
        EXPECT_EQ(result.code, 0) << result.err;
        expect_in_order(result.out, {"1 board found.", "Solved in 1 move", "Goodbye!"});
    }
}

/// Beginners see what they know; whoever knows more types its name, or asks for all.
TEST(Menu, ShowsAShortListFirstAndTakesEveryName) {
    const std::string board = "1\n\n\n1 2 3\n4 5 6\n0 7 8\n";
    const RunResult first = menu(board);
    const std::string asked = first.out.substr(first.out.find("Which algorithm?"));
    EXPECT_FALSE(contains(asked, "rbfs"));
    expect_in_order(asked, {"1 auto", "2 a* ", "3 bfs", "4 dfs", "5 iddfs", "6 ucs", "7 greedy",
                            "8 ida*", "9 more"});
    for (const std::string more : {"9", "more"}) {
        const RunResult all = menu(board + more + "\nq\n");
        expect_in_order(all.out, {"9 more", "Which algorithm?", "8 ida*", "rbfs", "weighted-a*"});
    }
    const RunResult every = menu(board + "a*\nmore\nq\n");
    for (const Json& heuristic : listed("heuristics")) {
        const std::string marked = heuristic["synopsis"].get<std::string>() + " (can overestimate)";
        EXPECT_NE(contains(every.out, marked), heuristic["admissible"].get<bool>()) << marked;
    }
    for (const auto& [typed, meant] :
         std::vector<std::pair<std::string, std::string>>{{"astar", "a*"},
                                                          {"A*", "a*"},
                                                          {"IDA_star", "ida*"},
                                                          {"rbfs", "rbfs"},
                                                          {"recursive-best-first", "rbfs"},
                                                          {"textbook-a-star", "textbook-a*"}}) {
        const RunResult result = menu(board + typed + "\nManhattan distance\nq\n");
        expect_in_order(result.out, {meant + " with manhattan: expanded"});
    }
    const RunResult heuristics = menu(board + "a*\n");
    EXPECT_FALSE(contains(heuristics.out, "linear-conflict-corners"));
    expect_in_order(menu(board + "a*\nmore\n").out,
                    {"Which heuristic?", "linear-conflict-corners"});
}

TEST(Menu, GoesBackOneQuestion) {
    // From the heuristic to the algorithm, from there over the rows one by one to the goal and the size, and out.
    const std::string board = "1\n\n\n1 2 3\n4 5 6\n0 7 8\n";
    expect_in_order(menu(board + "a*\nb\nbfs\nq\n").out,
                    {"Which heuristic?", ": b\n", "Which algorithm?", "bfs: expanded"});
    expect_in_order(menu("1\n\n\n1 2 3\n4 5 6\nback\n4 6 5\nB\nb\nb\nb\nq\n").out,
                    {"Row 3: back", "Row 2: 4 6 5", "Row 3: B", "Row 2: b", "Row 1: b",
                     "Goals:", "Goal [blank-last]: b", "Size, rows x columns", "Goodbye!"});
    expect_in_order(menu("1\nb\nq\n").out,
                    {"Size, rows x columns", ": b\n", "What would you like to do?", "Goodbye!"});
    // A question that was not asked is not gone back to.
    expect_in_order(
        menu("3\n\neasy\nb\nmoves\n7\nb\n9\nbfs\nq\n", {"--seed", "5"}).out,
        {"seed 5", "Which algorithm?", ": b\n", "How difficult?", "random moves [50]: 7", "seed 6",
         ": b\n", "random moves [50]: 9", "seed 7", "bfs: expanded"});
}

TEST(Menu, QLeavesAtEveryQuestion) {
    std::string answers;
    for (const std::string line : {"1\n", "3x3\n", "\n", "1 2 3\n", "4 5 6\n", "0 7 8\n", "a*\n"}) {
        answers += line;
        const RunResult result = menu(answers + "q\n1\n");
        EXPECT_EQ(result.code, 0) << answers;
        EXPECT_TRUE(result.out.ends_with(": q\nGoodbye!\n")) << result.out;
    }
}

/// The line that the menu prints makes the same board elsewhere.
TEST(Menu, SaysTheSeedOfEveryRandomBoard) {
    const RunResult walk = menu("3\n3x3\nmoves\n30\nbfs\nq\n", {"--show", "none"});
    const std::string words = "; the same again: tessera ";
    const std::string again =
        lines_of(walk.out.substr(walk.out.find(words) + words.size())).front();
    EXPECT_TRUE(again.starts_with("generate 3x3 -i 30 --seed ")) << walk.out;
    const RunResult made = run_program({"sh", "-c", "\"$0\" " + again, program_under_test()});
    EXPECT_EQ(value_of(walk.out, "board: ") + "\n", made.out);
    expect_in_order(menu("3\n4x4\nmedium\nbfs\nq\n", {"--seed", "12", "--nodes", "5"}).out,
                    {"seed 12; the same again: tessera play --size 4x4 --difficulty medium --seed "
                     "12\n"});
    expect_in_order(menu("4\n\nq\n", {"--seed", "3"}).out, {"seed 3;", "tessera play --size 3x3"});
    expect_in_order(menu("5\n\n\nq\n", {"--seed", "3"}).out, {"seed 3;"});
}

TEST(Menu, OffersPlayAndThePage) {
    const RunResult result = menu("7\n\npage\nq\n");
    EXPECT_EQ(result.code, 0);
    expect_in_order(result.out, {"7 play", "8 page", "needs a terminal", "Goodbye!"});
    EXPECT_TRUE(contains(result.err, "play")) << "a script cannot play: " << result.err;
}

TEST(Menu, RandomBoardsOfEveryDifficultyTheSameForTheSameSeed) {
    for (const std::string difficulty : {"easy", "medium", "hard"}) {
        const std::string answers = "3\n3x3\n" + difficulty + "\n\n6\n";
        const RunResult first = menu(answers, {"--seed", "5"});
        EXPECT_EQ(first.code, 0) << first.err;
        expect_in_order(first.out, {"Random puzzle, seed 5;", "Solved in ", "proven optimal"});
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

/// As long as `solve` works on boards of these sizes.
TEST(Menu, HasTenSecondsForLargeBoards) {
    const Words few = {"--nodes", "1000", "--show", "none"};
    const std::string first = "\nida*\nmanhattan\nq\n";
    expect_in_order(menu("2\nkorf24:1" + first, few).out, {"for 10 s at most", "node limit"});
    expect_in_order(menu("2\nkorf:1" + first, few).out, {"for 60 s at most", "node limit"});
    expect_in_order(menu("2\nkorf24:1" + first, {"--nodes", "1000", "--time", "3m"}).out,
                    {"for 180 s at most"});
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
    ASSERT_TRUE(terminal.wait_for("Solution: 2 moves"));
    ASSERT_TRUE(terminal.wait_for("After move 1 of 2: right"));
    ASSERT_TRUE(terminal.wait_for("Enter: next step"));
    EXPECT_FALSE(terminal.shows("After move 2"));
    terminal.command("nonsense");
    ASSERT_TRUE(terminal.wait_for("'nonsense' is none of these."));
    EXPECT_FALSE(terminal.shows("After move 2"));
    terminal.command("b");
    ASSERT_TRUE(terminal.wait_until(
        [](const std::string& now) { return count_of(now, "After move 1 of 2: right") == 2; }));
    EXPECT_FALSE(terminal.shows("After move 2"));
    terminal.command("");
    ASSERT_TRUE(terminal.wait_for("After move 2 of 2: right"));
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

/// What the menu starts comes back to it.
TEST_F(MenuTerminal, PlaysAndShowsThePage) {
    Terminal terminal({80, 40}, {"BROWSER=true"});
    terminal.tessera({"menu", "--seed", "4"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.command("play");
    ASSERT_TRUE(terminal.wait_for("rows x columns"));
    terminal.command("3x3");
    ASSERT_TRUE(terminal.wait_for("medium · seed 4"));
    terminal.press({"q"});
    ASSERT_TRUE(terminal.wait_for("Your choice:"));
    terminal.command("page");
    ASSERT_TRUE(terminal.wait_for("http://127.0.0.1:"));
    terminal.press({"C-c"});
    ASSERT_TRUE(terminal.wait_until([](const std::string& now) {
        return now.find("Your choice:", now.find("http://")) != std::string::npos;
    }));
    terminal.command("q");
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(terminal.restored());
}

/// No line is broken within a word, whatever the width.
TEST_F(MenuTerminal, FitsTheWidth) {
    for (const int width : {40, 80, 120}) {
        Terminal terminal({width, 120});
        terminal.tessera({"menu"});
        ASSERT_TRUE(terminal.wait_for("Your choice:"));
        terminal.command("2");
        ASSERT_TRUE(terminal.wait_for("korf:12):"));
        terminal.command("korf:1");
        ASSERT_TRUE(terminal.wait_for("Your choice [1]:"));
        terminal.command("more");
        ASSERT_TRUE(terminal.wait_for(" pure-heuristic"));
        EXPECT_TRUE(terminal.fits());
        terminal.command("q");
        EXPECT_EQ(terminal.exit_code(), 0);
    }
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
