// The terminal that other tests drive programs in shows what it should, and ends with its test.
#include "tests/apps/terminal.hpp"

#include <gtest/gtest.h>

namespace tessera::app_testing {
namespace {

using DrivenTerminal = InATerminal;

TEST_F(DrivenTerminal, RunsTheProgramAndKnowsHowItEnded) {
    Terminal terminal({100, 30});
    terminal.tessera({"solve", "1 2 3/4 5 6/7 0 8"});
    EXPECT_EQ(terminal.exit_code(), 0);
    EXPECT_TRUE(terminal.shows("moves (blank): R"));
    EXPECT_TRUE(contains(terminal.coloured_screen(), "\x1b[")) << "it is a terminal with colours";
    terminal.tessera({"solve", "1 2 3/4 5 6/8 7 0"});
    EXPECT_EQ(terminal.exit_code(), 11);
    EXPECT_TRUE(terminal.restored());
}

TEST_F(DrivenTerminal, HasTheSizeAndEnvironmentAskedFor) {
    Terminal terminal({61, 17}, {"NO_COLOR=1", "TERM=dumb"});
    terminal.command("stty size; echo \"[$TERM][$NO_COLOR][$LC_ALL]\"");
    EXPECT_TRUE(terminal.wait_for("[dumb][1][C.UTF-8]"));
    EXPECT_TRUE(terminal.shows("17 61"));
    terminal.resize({44, 12});
    terminal.command("clear; stty size");
    EXPECT_TRUE(terminal.wait_for("12 44"));
}

TEST_F(DrivenTerminal, SeesWhatAProgramLeftBehind) {
    Terminal terminal;
    terminal.command("stty -echo; printf '\\033[?1049h\\033[?25l\\033[?1000h'");
    EXPECT_TRUE(terminal.wait_until([&](const std::string&) { return terminal.reports_mouse(); }));
    EXPECT_TRUE(terminal.on_alternate_screen());
    EXPECT_FALSE(terminal.cursor_visible());
    EXPECT_FALSE(terminal.restored());
    terminal.command("printf '\\033[?1049l\\033[?25h\\033[?1000l'; echo he''re");
    EXPECT_TRUE(terminal.wait_for("here"));
    EXPECT_FALSE(terminal.restored()) << "typed letters are still not shown";
    terminal.command("stty echo; echo the''re");
    EXPECT_TRUE(terminal.wait_for("there"));
    EXPECT_TRUE(terminal.restored());
}

TEST_F(DrivenTerminal, KeysAndBytesArrive) {
    Terminal terminal;
    terminal.command("clear; cat -v");
    terminal.press({"Left", "a", "Enter"});
    EXPECT_TRUE(terminal.wait_for("^[[Da")) << "as cat -v shows it";
    terminal.click(4, 9);
    terminal.press({"Enter"});
    EXPECT_TRUE(terminal.wait_for("^[[<0;5;10M^[[<0;5;10m"));
    EXPECT_GT(terminal.program(), 0);
    terminal.press({"C-c"});
    EXPECT_TRUE(terminal.wait_for("\n$"));
}

TEST_F(DrivenTerminal, LeavesNoServerBehind) {
    pid_t shell = 0;
    {
        Terminal terminal;
        terminal.command("sleep 1000");
        EXPECT_TRUE(terminal.wait_until([&](const std::string&) {
            shell = terminal.program();
            return shell > 0;
        }));
    }
    EXPECT_EQ(run_program({"sh", "-c", "while kill -0 $0 2>/dev/null; do sleep 0.02; done",
                           std::to_string(shell)})
                  .code,
              0);
}

}  // namespace
}  // namespace tessera::app_testing
