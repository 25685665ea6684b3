// tessera replay: a solution played forward and backward in a real terminal, or printed where there is none.
#include <gtest/gtest.h>

#include "tests/apps/board_on_screen.hpp"
#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {
namespace {

const std::string nine_moves = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";  // 9 moves
const std::string solved_tiles = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
const std::string nine_moves_tiles = "5 1 2 4 9 6 3 8 13 10 7 12 14 11 15";

class Replay : public InATerminal {
  protected:
    std::string solution(const Words& options = {}, const std::string& of = nine_moves) {
        Words words = {"solve", of};
        words.insert(words.end(), options.begin(), options.end());
        return tessera(words).out;
    }
    std::string file(const std::string& content) { return folder_.file("solution", content); }
    void open(Terminal& terminal, const std::string& content, std::string_view until) {
        terminal.tessera({"replay", file(content)});
        EXPECT_TRUE(terminal.wait_for(until));
    }
    static void quit(Terminal& terminal) {
        terminal.press({"q"});
        EXPECT_EQ(terminal.exit_code(), 0);
        EXPECT_TRUE(terminal.restored());
    }

    TemporaryFolder folder_;
};

TEST_F(Replay, StepsForwardAndBack) {
    Terminal terminal(wide);
    open(terminal, solution(), "0 of 9");
    EXPECT_EQ(numbers_on(terminal.screen()), nine_moves_tiles);
    terminal.press({"Right"});
    EXPECT_TRUE(terminal.wait_for("1 of 9"));
    EXPECT_TRUE(terminal.shows("13 slid ↓ (blank up)"));
    terminal.press({"l", "."});
    EXPECT_TRUE(terminal.wait_for("3 of 9"));
    terminal.press({"Left", "h", ","});
    EXPECT_TRUE(terminal.wait_for("0 of 9"));
    EXPECT_EQ(numbers_on(terminal.screen()), nine_moves_tiles);
    terminal.press({"Left"});
    terminal.press({"End"});
    EXPECT_TRUE(terminal.wait_for("9 of 9"));
    EXPECT_TRUE(terminal.shows("The goal, after 9 moves"));
    EXPECT_EQ(numbers_on(terminal.screen()), solved_tiles);
    terminal.press({"Right", "Home"});
    EXPECT_TRUE(terminal.wait_for("0 of 9"));
    terminal.press({"7"});
    EXPECT_TRUE(terminal.wait_for("Go to move 7_"));
    terminal.press({"Enter"});
    EXPECT_TRUE(terminal.wait_for("7 of 9"));
    terminal.press({"9", "9", "9", "Enter"});
    EXPECT_TRUE(terminal.wait_for("9 of 9"));
    terminal.press({"5", "BSpace", "3", "Enter"});
    EXPECT_TRUE(terminal.wait_for("3 of 9"));
    quit(terminal);
}

TEST_F(Replay, PlaysPausesAndRewinds) {
    Terminal terminal(wide);
    open(terminal, solution(), "0 of 9");
    terminal.press({"-", "-", "-", "Space"});
    EXPECT_TRUE(terminal.wait_for("playing, 0.5 a second"));
    terminal.press({"Space"});
    EXPECT_TRUE(terminal.wait_for("paused"));
    terminal.press({"+", "+", "+", "+", "+", "+", "Space"});
    EXPECT_TRUE(terminal.wait_for("9 of 9"));
    EXPECT_TRUE(terminal.wait_for("paused")) << "at the end it stops by itself";
    terminal.press({"b"});
    EXPECT_TRUE(terminal.wait_for("0 of 9"));
    EXPECT_EQ(numbers_on(terminal.screen()), nine_moves_tiles);
    terminal.press({"End", "Space"});
    EXPECT_TRUE(terminal.wait_for("9 of 9")) << "from the end it plays all again";
    quit(terminal);
}

TEST_F(Replay, KeysAreHeardAtAnySpeed) {
    const std::string large = tessera({"generate", "20x20", "--seed", "1"}).out;
    Terminal terminal(wide);
    open(terminal, solution({"--algorithm", "human", "--json"}, large), "0 of");
    terminal.type("++++++++++ ");
    EXPECT_TRUE(terminal.wait_for("playing, 256 a second"));
    terminal.press({"Space"});
    EXPECT_TRUE(terminal.wait_for("paused"));
    EXPECT_FALSE(terminal.shows("The goal"));
    quit(terminal);
}

TEST_F(Replay, TheBarCanBeClicked) {
    Terminal terminal(wide);
    open(terminal, solution(), "0 of 9");
    const std::vector<std::string> lines = lines_of(terminal.screen());
    int row = 0;
    while (!contains(lines[static_cast<std::size_t>(row)], "░░░░")) ++row;
    terminal.click(wide.width - 1, row);
    EXPECT_TRUE(terminal.wait_for("9 of 9"));
    EXPECT_TRUE(terminal.shows("████"));
    terminal.click(0, row);
    EXPECT_TRUE(terminal.wait_for("0 of 9"));
    quit(terminal);
}

TEST_F(Replay, SeveralSolutionsAndStages) {
    Terminal terminal(wide);
    const std::string lines =
        solution({"--json", "--algorithm", "human"}) + solution({"--json"}, "1 2 3/4 0 6/7 5 8");
    open(terminal, lines, "solution 1 of 2");
    EXPECT_TRUE(terminal.shows("row 1: 4 is there")) << terminal.screen();
    terminal.press({"]"});
    EXPECT_TRUE(terminal.wait_for("solution 2 of 2"));
    EXPECT_TRUE(terminal.shows("0 of 2"));
    EXPECT_TRUE(terminal.shows("proven shortest"));
    terminal.press({"]", "["});
    EXPECT_TRUE(terminal.wait_for("solution 1 of 2"));
    terminal.press({"g"});
    EXPECT_TRUE(terminal.wait_for("Goal"));
    quit(terminal);
}

TEST_F(Replay, SurvivesOtherSizesAndSignals) {
    Terminal terminal(wide);
    open(terminal, solution(), "0 of 9");
    terminal.resize({12, 5});
    EXPECT_TRUE(terminal.wait_for("too small"));
    terminal.resize({40, 20});
    EXPECT_TRUE(terminal.wait_for("move 0 of 9"));
    terminal.press({"C-c"});
    EXPECT_EQ(terminal.exit_code(), 130);
    EXPECT_TRUE(terminal.restored());
}

TEST_F(Replay, ReadsAPipe) {
    Terminal terminal(wide);
    terminal.run("tessera solve '" + nine_moves + "' --json | tessera replay -");
    EXPECT_TRUE(terminal.wait_for("0 of 9"));
    terminal.press({"End"});
    EXPECT_TRUE(terminal.wait_for("9 of 9"));
    quit(terminal);
}

TEST_F(Replay, OnADumbTerminalItSaysWhatToDo) {
    Terminal dumb({80, 24}, {"TERM=dumb"});
    dumb.tessera({"replay", file(solution())});
    EXPECT_EQ(dumb.exit_code(), 2);
    EXPECT_TRUE(dumb.shows("--print"));
    dumb.tessera({"replay", file(solution()), "--print"});
    EXPECT_EQ(dumb.exit_code(), 0);
    EXPECT_TRUE(dumb.shows("moves (blank): UUURRDDDR"));
}

/// The part of the text from the first drawing to the moves.
std::string boards_in(const std::string& text) {
    const std::size_t first = text.find("┌");
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find("\nmoves (", first) - first);
}

TEST(ReplayPrinted, IsWhatSolveShows) {
    const TemporaryFolder folder;
    for (const Words& options : {Words{}, Words{"--algorithm", "human"}}) {
        Words words = {"solve", nine_moves, "--show", "boards"};
        words.insert(words.end(), options.begin(), options.end());
        const std::string shown = tessera(words).out;
        words.emplace_back("--json");
        const RunResult printed = tessera({"replay", folder.file("a.json", tessera(words).out)});
        EXPECT_EQ(printed.code, 0) << printed.err;
        EXPECT_NE(boards_in(printed.out), "") << printed.out;
        EXPECT_EQ(boards_in(printed.out), boards_in(shown));
        EXPECT_EQ(tessera_reading(printed.out, {"verify"}).code, 0) << "and verify reads it back";
    }
    const std::string plain = tessera({"solve", nine_moves}).out;
    const RunResult piped = tessera_reading(plain, {"replay", "-"});
    EXPECT_EQ(piped.code, 0);
    EXPECT_TRUE(contains(piped.out, "After move 9: right"));
}

TEST(ReplayPrinted, RefusesWrongSolutions) {
    struct Wrong {
        std::string text;
        std::string said;
    };
    const std::vector<Wrong> cases = {
        {"board: 1 2 3/4 0 6/7 5 8\nmoves: DD\n", "move 2"},
        {"board: 1 2 3/4 0 6/7 5 8\nmoves: D\n", "not the goal"},
        {"board: 1 2 3/4 0 6/7 5 8\nmoves: DR\n\nboard: 1 2 3/4 0 6/7 5 8\nmoves: LLL\n",
         "solution 2"},
        {"", "empty"},
        {"hello", ""},
        {R"({"size":[3,3],"start":[1,2,3,4,5,6,8,7,0],"goal":"blank-last","status":"unsolvable"})",
         "nothing to replay"},
    };
    for (const Wrong& wrong : cases) {
        const RunResult result = tessera_reading(wrong.text, {"replay", "-"});
        EXPECT_EQ(result.code, 3) << wrong.text;
        EXPECT_TRUE(contains(result.err, wrong.said)) << result.err;
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(tessera({"replay"}).code, 2);
    EXPECT_EQ(tessera({"replay", "/nonexistent"}).code, 3);
}

TEST(ReplayExport, WritesTheFormThatTheNameEndsIn) {
    const TemporaryFolder folder;
    const std::string solution =
        folder.file("a.json", tessera({"solve", nine_moves, "--json"}).out);
    const std::vector<std::pair<std::string, std::string>> forms = {{"a.svg", "<?xml"},
                                                                    {"a.html", "<!DOCTYPE html>"},
                                                                    {"a.htm", "<!DOCTYPE"},
                                                                    {"a.gif", "GIF89a"}};
    for (const auto& [name, beginning] : forms) {
        const RunResult result = tessera({"replay", solution, "--output", folder.path(name)});
        EXPECT_EQ(result.code, 0) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(result.err, "");
        EXPECT_TRUE(content_of(folder.path(name)).starts_with(beginning)) << name;
    }
    const std::string slow = content_of(folder.path("a.svg"));
    EXPECT_TRUE(contains(slow, "moves of the blank: UUURRDDDR."));
    EXPECT_TRUE(contains(slow, " 5.25s "));
    tessera({"replay", solution, "-o", folder.path("a.svg"), "--speed", "9"});
    EXPECT_TRUE(contains(content_of(folder.path("a.svg")), " 4s "));
}

/// The picture in the README is what its command draws.
TEST(ReplayExport, DrawsThePictureOfTheReadme) {
    const TemporaryFolder folder;
    const std::string solution =
        folder.file("solution.json", tessera({"solve", "8 6 7/2 5 4/3 0 1", "--json"}).out);
    const std::string picture = folder.path("solution.svg");
    EXPECT_EQ(tessera({"replay", solution, "--output", picture}).code, 0);
    EXPECT_EQ(content_of(picture),
              content_of(TESSERA_SOURCE_DIR "/docs/examples/hardest-8-puzzle.svg"));
}

TEST(ReplayExport, DrawsOneOfSeveralSolutions) {
    const TemporaryFolder folder;
    const std::string plain =
        "board: 1 2 3/4 0 6/7 5 8\nmoves: DR\n\nboard: 1 2 3/4 5 6/7 0 8\nmoves: R\n";
    const std::string solutions = folder.file("two.txt", plain);
    const std::string picture = folder.path("a.svg");
    const RunResult first = tessera({"replay", solutions, "-o", picture});
    EXPECT_EQ(first.code, 0);
    EXPECT_TRUE(contains(first.err, "has 2 solutions; the first is drawn")) << first.err;
    EXPECT_TRUE(contains(content_of(picture), "2 moves"));
    EXPECT_EQ(tessera({"replay", solutions, "-o", picture, "--solution", "2"}).err, "");
    EXPECT_TRUE(contains(content_of(picture), "1 move<"));
    const RunResult third = tessera({"replay", solutions, "-o", picture, "--solution", "3"});
    EXPECT_EQ(third.code, 2);
    EXPECT_TRUE(contains(third.err, "from 1 to 2")) << third.err;
}

TEST(ReplayExport, BadUseLeavesNoFile) {
    const TemporaryFolder folder;
    const std::string good = folder.file("good.txt", "board: 1 2 3/4 0 6/7 5 8\nmoves: DR\n");
    const std::string wrong = folder.file("wrong.txt", "board: 1 2 3/4 0 6/7 5 8\nmoves: DD\n");
    std::string walk;
    for (int i = 0; i < 2501; ++i) walk += "LR";
    const std::string long_one =
        folder.file("long.txt", "board: 1 2 3/4 5 6/7 8 0\nmoves: " + walk + "\n");
    struct Bad {
        Words words;
        int code;
        std::string said;
    };
    const std::vector<Bad> cases = {
        {{good, "-o", folder.path("a.png")}, 2, "end in .svg, .html or .gif"},
        {{good, "-o", folder.path("svg")}, 2, "end in .svg"},
        {{good, "-o", "-"}, 2, "end in .svg"},
        {{good, "-o", folder.path("a.svg"), "--speed", "0"}, 2, "from 0.1 to 50"},
        {{good, "-o", folder.path("a.svg"), "--speed", "nan"}, 2, "--speed"},
        {{good, "--solution", "1"}, 2, "--output"},
        {{good, "-o", "/nonexistent/a.gif"}, 3, "cannot write '/nonexistent/a.gif'"},
        {{wrong, "-o", folder.path("a.gif")}, 3, "move 2"},
        {{long_one, "-o", folder.path("a.gif")}, 3, "at most 5000"},
    };
    for (const Bad& bad : cases) {
        Words words = bad.words;
        words.insert(words.begin(), "replay");
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, bad.code) << bad.said << result.err;
        EXPECT_TRUE(contains(result.err, bad.said)) << result.err;
        EXPECT_EQ(result.out, "");
    }
    for (const char* name : {"a.png", "svg", "a.svg", "a.gif"}) {
        EXPECT_FALSE(std::filesystem::exists(folder.path(name))) << name;
    }
}

}  // namespace
}  // namespace tessera::app_testing
