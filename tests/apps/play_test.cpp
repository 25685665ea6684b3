// tessera play in a real terminal: whole games, hints, the solution shown, and the terminal given back whatever happens.
#include <gtest/gtest.h>
#include <signal.h>
#include <string.h>

#include "tests/apps/board_on_screen.hpp"
#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {
namespace {

/// Two moves from the goal: 5 goes up, 8 goes left.
const std::string two_moves = "1 2 3/4 0 6/7 5 8";

class Play : public InATerminal {
  protected:
    /// Starts a game and waits until the shortest solution is known.
    static void start(Terminal& terminal, Words words, std::string_view until) {
        words.insert(words.begin(), "play");
        terminal.tessera(words);
        EXPECT_TRUE(terminal.wait_for(until));
        EXPECT_TRUE(terminal.on_alternate_screen());
        EXPECT_FALSE(terminal.cursor_visible());
    }
    static void quit(Terminal& terminal) {
        terminal.press({"q"});
        EXPECT_EQ(terminal.exit_code(), 0);
        EXPECT_TRUE(terminal.restored());
    }
};

TEST_F(Play, AWholeGame) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 6 7 5 8");
    EXPECT_TRUE(terminal.shows("0 moves (0 slides)"));
    EXPECT_TRUE(terminal.reports_mouse());
    terminal.press({"Up"});
    EXPECT_TRUE(terminal.wait_for("1 move (1 slide)"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 5 6 7 8");
    terminal.press({"Left"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    EXPECT_TRUE(terminal.shows("2 moves (2 slides)"));
    EXPECT_TRUE(terminal.shows("fewest possible"));
    terminal.press({"Right", "q"});
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(terminal.shows("solved in 2 moves (2 slides), 0:0")) << terminal.screen();
    EXPECT_TRUE(terminal.shows("again: tessera play"));
    EXPECT_TRUE(terminal.shows(two_moves));
    EXPECT_TRUE(terminal.restored());
}

TEST_F(Play, LettersAndTheOtherMeaningOfTheArrows) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "move a tile");
    terminal.press({"k", "h"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    quit(terminal);
    start(terminal, {two_moves, "--keys", "blank"}, "move the blank");
    terminal.press({"Down", "l"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    quit(terminal);
    start(terminal, {two_moves, "--keys", "blank"}, "move the blank");
    terminal.press({"t"});
    EXPECT_TRUE(terminal.wait_for("now move the tile"));
    terminal.press({"Up", "Left"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    quit(terminal);
}

TEST_F(Play, UndoRedoAndRestart) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    terminal.press({"u"});
    EXPECT_TRUE(terminal.wait_for("nothing to undo"));
    terminal.press({"r"});
    EXPECT_TRUE(terminal.wait_for("nothing to redo"));
    terminal.press({"Down", "Right"});
    EXPECT_TRUE(terminal.wait_for("2 moves (2 slides)"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 3 4 2 6 7 5 8");
    terminal.press({"BSpace", "u"});
    EXPECT_TRUE(terminal.wait_for("0 moves (0 slides)"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 6 7 5 8");
    terminal.press({"r", "C-r"});
    EXPECT_TRUE(terminal.wait_for("2 moves (2 slides)"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 3 4 2 6 7 5 8");
    terminal.press({"R"});
    EXPECT_TRUE(terminal.wait_for("Back at the start"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 6 7 5 8");
    terminal.press({"Down", "Up", "Up", "Left"});
    EXPECT_TRUE(terminal.wait_for("2 more than the shortest (2)"));
    terminal.press({"u"});
    EXPECT_TRUE(terminal.wait_for("3 moves"));
    EXPECT_FALSE(terminal.shows("Solved"));
    quit(terminal);
}

TEST_F(Play, HintsFollowThePlayer) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    terminal.press({"?"});
    EXPECT_TRUE(terminal.wait_for("Hint: slide 5 ↑ (2 to go"));
    terminal.press({"Enter"});
    EXPECT_TRUE(terminal.wait_for("1 move (1 slide)"));
    EXPECT_FALSE(terminal.shows("Hint")) << "a hint is for one move";
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 5 6 7 8");
    terminal.press({"Right", "?"});
    EXPECT_TRUE(terminal.wait_for("Hint: slide 7 ← (2 to go"));
    terminal.press({"Enter", "?", "Enter"});
    EXPECT_TRUE(terminal.wait_for("Solved with Tessera's help"));
    terminal.press({"q"});
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(terminal.shows("3 hints, 3 moves made by Tessera"));
}

TEST_F(Play, TheSolutionIsShown) {
    Terminal terminal(wide);
    start(terminal, {"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"}, "Shortest 9 moves");
    terminal.press({"s"});
    EXPECT_TRUE(terminal.wait_for("Solved with Tessera's help: 9 moves (4 slides)"));
    EXPECT_EQ(numbers_on(terminal.screen()), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    quit(terminal);
}

TEST_F(Play, TheSolutionPausesAndGoesByStep) {
    Terminal terminal(wide);
    start(terminal, {"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"}, "Shortest 9 moves");
    terminal.press({"."});
    EXPECT_TRUE(terminal.wait_for("Paused, 8 to go"));
    terminal.press({".", "."});
    EXPECT_TRUE(terminal.wait_for("Paused, 6 to go"));
    terminal.press({"-", "-", "-", "Space"});
    EXPECT_TRUE(terminal.wait_for("Solving, 0.5 steps a second"));
    terminal.press({"Space"});
    EXPECT_TRUE(terminal.wait_for("Paused"));
    terminal.press({"s"});
    EXPECT_TRUE(terminal.wait_until_gone("Paused"));
    terminal.press({"u"});
    EXPECT_TRUE(terminal.wait_for("moves ("));
    terminal.press({"+", "+", "+", "+", "+", "+", "+", "+", "s"});
    EXPECT_TRUE(terminal.wait_for("Solved with Tessera's help"));
    quit(terminal);
}

TEST_F(Play, AClickSlidesAWholeRow) {
    Terminal terminal(wide);
    start(terminal, {"1 2 3/4 5 6/0 7 8"}, "Shortest 2 moves");
    const auto tile = tile_on(terminal.screen(), "8");
    ASSERT_TRUE(tile.has_value());
    const auto elsewhere = tile_on(terminal.screen(), "6");
    ASSERT_TRUE(elsewhere.has_value());
    terminal.click(elsewhere->column, elsewhere->row);
    terminal.click(tile->column, tile->row);
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    EXPECT_TRUE(terminal.shows("2 moves (1 slide)"));
    terminal.press({"u"});
    EXPECT_TRUE(terminal.wait_for("0 moves (0 slides)"));
    terminal.send("\x1b[1;2D");  // Shift and Left
    EXPECT_TRUE(terminal.wait_for("2 moves (1 slide)"));
    quit(terminal);
}

TEST_F(Play, TheWindowMayChangeItsSize) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    terminal.resize({14, 6});
    EXPECT_TRUE(terminal.wait_for("too small"));
    terminal.resize({40, 12});
    EXPECT_TRUE(terminal.wait_for("shortest 2 moves"));
    EXPECT_TRUE(terminal.wait_until(
        [](const std::string& screen) { return numbers_on(screen) == "1 2 3 4 6 7 5 8"; }));
    terminal.resize({100, 40});
    EXPECT_TRUE(terminal.wait_for("Shortest 2 moves"));
    terminal.press({"Up", "Left"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    quit(terminal);
}

TEST_F(Play, AWindowThatIsTooSmallSaysSo) {
    Terminal terminal({30, 8});
    terminal.tessera({"play", "--size", "20x20"});
    EXPECT_TRUE(terminal.wait_for("too small"));
    quit(terminal);
}

TEST_F(Play, TheDefaultDifficultyIsThatOfThePage) {  // D25
    Terminal terminal(wide);
    start(terminal, {"--size", "3x3", "--seed", "5"}, "medium · seed 5");
    quit(terminal);
}

TEST_F(Play, NewBoardsAndDifficulty) {
    Terminal terminal(wide);
    start(terminal, {"--size", "3x3", "--seed", "5", "--difficulty", "easy"}, "easy · seed 5");
    const std::string first = numbers_on(terminal.screen());
    terminal.press({"n"});
    EXPECT_TRUE(terminal.wait_for("seed 6"));
    EXPECT_NE(numbers_on(terminal.screen()), first);
    terminal.press({"d"});
    EXPECT_TRUE(terminal.wait_for("medium · seed 7"));
    terminal.press({"Up", "Down", "Left", "Right"});
    EXPECT_TRUE(terminal.wait_until_gone("0 moves"));
    terminal.press({"d"});
    EXPECT_TRUE(terminal.wait_for("next board (n) will be hard"));
    terminal.press({"n"});
    EXPECT_TRUE(terminal.wait_for("Press n again"));
    terminal.press({"n"});
    EXPECT_TRUE(terminal.wait_for("hard · seed 8"));
    quit(terminal);
    start(terminal, {"--size", "3x3", "--seed", "5", "--difficulty", "easy"}, "easy · seed 5");
    EXPECT_EQ(numbers_on(terminal.screen()), first) << "the same seed gives the same board";
    quit(terminal);
}

TEST_F(Play, OtherGoalsSizesAndLargeBoards) {
    Terminal terminal(wide);
    start(terminal, {"1 2 3/8 6 4/7 5 0", "--goal", "snail"}, "goal snail");
    terminal.press({"g"});
    EXPECT_TRUE(terminal.wait_for("Goal"));
    terminal.press({"g"});
    EXPECT_TRUE(terminal.wait_until_gone("Goal"));
    terminal.press({"s"});
    EXPECT_TRUE(terminal.wait_for("Solved"));
    terminal.press({"q"});
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(terminal.shows("--goal snail"));
    start(terminal, {"--size", "5x6", "--seed", "1"}, "(gap");
    terminal.press({"?"});
    EXPECT_TRUE(terminal.wait_for("to go this way"));
    terminal.press({"Up", "Down", "Left", "Right", "?"});
    EXPECT_TRUE(terminal.wait_for("Hint: slide"));
    quit(terminal);
}

TEST_F(Play, TheBoardMayComeThroughAPipe) {
    Terminal terminal(wide);
    terminal.run("echo '" + two_moves + "' | tessera play -");
    EXPECT_TRUE(terminal.wait_for("Shortest 2 moves"));
    terminal.press({"Up", "Left"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    quit(terminal);
}

// ---- The terminal is given back ----------------------------------------------------------------------------

TEST_F(Play, CtrlCEndsIt) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    terminal.press({"Up"});
    EXPECT_TRUE(terminal.wait_for("1 move (1 slide)"));
    terminal.press({"C-c"});
    EXPECT_EQ(terminal.exit_code(), 130);
    EXPECT_TRUE(terminal.shows("not solved after 1 move (1 slide)"));
    EXPECT_TRUE(terminal.restored());
}

TEST_F(Play, SignalsGiveTheTerminalBack) {
    for (const int number : {SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGQUIT, SIGFPE}) {
        Terminal terminal(wide);
        start(terminal, {"korf:12"}, "Shortest");
        ASSERT_GT(terminal.program(), 0);
        kill(terminal.program(), number);
        const int code = terminal.exit_code();
        if (number == SIGTERM || number == SIGHUP) {
            EXPECT_EQ(code, 130);
        } else if (sanitized_program()) {
            EXPECT_NE(code, 0);
        } else {
            EXPECT_EQ(code, 128 + number);
        }
        EXPECT_TRUE(terminal.restored()) << strsignal(number);
    }
}

TEST_F(Play, CtrlZStopsItAndItComesBack) {
    Terminal terminal(wide);
    start(terminal, {two_moves}, "Shortest 2 moves");
    terminal.press({"Up"});
    EXPECT_TRUE(terminal.wait_for("1 move (1 slide)"));
    terminal.press({"C-z"});
    EXPECT_TRUE(terminal.wait_for("Stopped"));
    EXPECT_TRUE(terminal.restored());
    terminal.command("fg");
    EXPECT_TRUE(terminal.wait_for("1 move (1 slide)"));
    EXPECT_TRUE(terminal.on_alternate_screen());
    terminal.press({"Left"});
    EXPECT_TRUE(terminal.wait_for("Solved!"));
    terminal.press({"q"});
    EXPECT_TRUE(terminal.wait_for("solved in 2 moves"));
    EXPECT_TRUE(terminal.restored());
}

TEST_F(Play, EndsWithItsWindow) {
    Terminal terminal(wide);
    start(terminal, {"korf:12"}, "Shortest");
    const std::string program = std::to_string(terminal.program());
    terminal.close_window();
    EXPECT_EQ(
        run_program({"sh", "-c", "while kill -0 $0 2>/dev/null; do sleep 0.02; done", program})
            .code,
        0);
}

// ---- Surroundings ------------------------------------------------------------------------------------------------

TEST_F(Play, ColoursOnlyWhereTheyAreWanted) {
    Terminal coloured(wide);
    start(coloured, {two_moves}, "Shortest 2 moves");
    EXPECT_TRUE(has_colour(coloured.coloured_screen()));
    quit(coloured);
    start(coloured, {two_moves, "--color", "never"}, "Shortest 2 moves");
    EXPECT_FALSE(has_colour(coloured.coloured_screen()));
    quit(coloured);
    Terminal plain(wide, {"NO_COLOR=1"});
    start(plain, {two_moves}, "Shortest 2 moves");
    const std::string screen = plain.coloured_screen();
    EXPECT_FALSE(has_colour(screen));
    EXPECT_TRUE(contains(screen, "\x1b[")) << "tiles in their place are in reverse";
    plain.press({"Up", "Left"});
    EXPECT_TRUE(plain.wait_for("Solved!"));
    quit(plain);
}

TEST_F(Play, WithoutUnicodeItIsAscii) {
    Terminal terminal(wide);
    terminal.run("LC_ALL=C tessera play '" + two_moves + "'");
    EXPECT_TRUE(terminal.wait_for("Shortest 2 moves"));
    const std::string screen = terminal.screen();
    EXPECT_EQ(numbers_on(screen), "1 2 3 4 6 7 5 8");
    for (const char c : screen) ASSERT_GE(c, 0) << screen;
    quit(terminal);
}

TEST_F(Play, NeedsATerminalThatCanDoIt) {
    const RunResult nowhere = tessera({"play"});
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_TRUE(contains(nowhere.err, "play needs a terminal")) << nowhere.err;
    EXPECT_EQ(nowhere.out, "");
    Terminal dumb({80, 24}, {"TERM=dumb"});
    dumb.tessera({"play"});
    EXPECT_EQ(dumb.exit_code(), 2);
    EXPECT_TRUE(dumb.shows("TERM=dumb"));
    Terminal terminal(wide);
    terminal.run("tessera play </dev/null");
    EXPECT_EQ(terminal.exit_code(), 2);
    EXPECT_TRUE(terminal.shows("standard input is none"));
    EXPECT_TRUE(terminal.restored());
}

TEST_F(Play, RefusesWhatCannotBePlayed) {
    struct Refused {
        Words words;
        int code;
        std::string said;
    };
    const std::vector<Refused> cases = {
        {{"play", "1 2 3/4 5 6/8 7 0"}, 11, "cannot be solved"},
        {{"play", "1 2 3/4 5 6/8 7 0"}, 11, "swap tiles 7 and 8"},
        {{"play", "--difficulty", "hrad"}, 2, "did you mean 'hard'"},
        {{"play", "--keys", "mouse"}, 2, "tile, blank"},
        {{"play", "--size", "1x1"}, 2, ""},
        {{"play", "--goal", "snial"}, 2, "did you mean \"snail\""},
        {{"play", "--seed", "x"}, 2, "whole number"},
        {{"play", "1 2 3/4 5 6/7 7 0"}, 3, "7"},
        {{"play", "nothing.txt"}, 3, "nothing.txt"},
    };
    for (const Refused& refused : cases) {
        const RunResult result = tessera(refused.words);
        EXPECT_EQ(result.code, refused.code) << refused.words.back() << result.err;
        EXPECT_TRUE(contains(result.err, refused.said)) << result.err;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace tessera::app_testing
