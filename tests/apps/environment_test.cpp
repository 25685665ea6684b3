// The answer does not depend on the surroundings: locale, width, home, terminal, colours.
#include <gtest/gtest.h>

#include "apps/tessera/terminal/characters.hpp"
#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string near_goal = "1 2 3/4 5 6/7 0 8";

/// The lines of the answer that are the same on every run: those without times.
std::string fixed_part(const std::string& output) {
    std::string text;
    for (const std::string& line : lines_of(output)) {
        if (!line.starts_with("time ")) text += line + "\n";
    }
    return text;
}

TEST(Surroundings, ChangeNothing) {
    const std::vector<Words> commands = {{"check", near_goal},
                                         {"list", "heuristics"},
                                         {"--help"},
                                         {"solve", "--help"},
                                         {"generate", "4x4", "--seed", "1"},
                                         {"solve", "korf:1", "--nodes", "1000"},
                                         {"solve", near_goal}};
    const std::vector<Words> environments = {
        {"LANG=C", "LC_ALL=C"},
        {"LANG=de_DE.UTF-8", "LC_ALL=de_DE.UTF-8"},
        {"LC_ALL=nonsense"},
        {"COLUMNS=1000000"},
        {"COLUMNS=1"},
        {"COLUMNS=abc"},
        {"HOME"},
        {"HOME=/nonexistent"},
        {"TERM"},
        {"TERM=dumb"},
        {"NO_COLOR=1"},
        {"PATH"},
        {"TMPDIR=/nonexistent"},
    };
    for (std::size_t i = sanitized_program() ? commands.size() - 3 : 0; i < commands.size(); ++i) {
        const Words& command = commands[i];
        const RunResult usual = tessera(command);
        for (const Words& environment : environments) {
            RunOptions options;
            options.environment = environment;
            const RunResult result = tessera(command, options);
            EXPECT_EQ(result.code, usual.code) << command.front() << environment.front();
            // Without UTF-8 it is the same in ASCII.
            const std::string& last = environment.back();
            const bool ascii = last == "LC_ALL=C" || last == "LC_ALL=nonsense";
            const auto expected = [&](const std::string& text) {
                return ascii ? app::terminal::in_ascii(text) : text;
            };
            EXPECT_EQ(fixed_part(result.out), expected(fixed_part(usual.out)))
                << command.front() << environment.front();
            EXPECT_EQ(result.err, expected(usual.err)) << command.front() << environment.front();
        }
    }
}

TEST(Surroundings, NumbersHaveAPointInAGermanLocale) {
    RunOptions german;
    german.environment = {"LC_ALL=de_DE.UTF-8"};
    const Json answer = json_of({"solve", near_goal, "--time", "1.5s"}, german);
    EXPECT_TRUE(answer["stats"]["seconds"].is_number());
}

TEST(Surroundings, AnEmptyEnvironmentAndAnotherFolder) {
    RunOptions options;
    options.folder = "/";
    const RunResult result =
        run_program({"env", "-i", program_under_test(), "solve", near_goal}, options);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(value_of(result.out, "moves (blank): "), "R");
    EXPECT_EQ(result.err, "");
}

bool has_escapes(const std::string& text) {
    return contains(text, "\x1b[");
}

/// Runs in a terminal of its own; what both outputs show on it.
RunResult in_a_terminal(const std::string& arguments, const Words& environment) {
    RunOptions options;
    options.environment = environment;
    return run_program(
        {"script", "-qec", "'" + program_under_test() + "' " + arguments, "/dev/null"}, options);
}

TEST(Colours, OnlyOnATerminalOrWhenAsked) {
    EXPECT_FALSE(has_escapes(tessera({"solve", near_goal}).out));
    EXPECT_FALSE(has_escapes(tessera({"solve", near_goal, "--color", "never"}).out));
    const RunResult coloured = tessera({"solve", near_goal, "--color", "always"});
    EXPECT_TRUE(has_escapes(coloured.out));
    EXPECT_EQ(tessera_reading(coloured.out, {"verify"}).code, 0) << "and verify still reads it";
    EXPECT_FALSE(has_escapes(tessera({"solve", near_goal, "--color", "always", "--json"}).out));
    EXPECT_TRUE(has_escapes(tessera({"check", near_goal, "--color", "always"}).out));
}

TEST(Colours, NoColorIsHonouredOnATerminal) {
    TESSERA_NEEDS_PROGRAM("script");
    const std::string arguments = "solve '" + near_goal + "'";
    const RunResult plain = in_a_terminal(arguments, {"TERM=xterm", "NO_COLOR"});
    EXPECT_TRUE(has_escapes(plain.out)) << plain.out;
    EXPECT_FALSE(has_escapes(in_a_terminal(arguments, {"TERM=xterm", "NO_COLOR=1"}).out));
    EXPECT_FALSE(has_escapes(in_a_terminal(arguments, {"TERM=dumb", "NO_COLOR"}).out));
    EXPECT_FALSE(
        has_escapes(in_a_terminal(arguments + " --color never", {"TERM=xterm", "NO_COLOR"}).out));
}

TEST(Terminal, ShowsAProgressLineAndClearsIt) {
    TESSERA_NEEDS_PROGRAM("script");
    const RunResult result = in_a_terminal("solve antipode:1 --algorithm idastar --time 700ms",
                                           {"TERM=xterm", "NO_COLOR=1"});
    EXPECT_TRUE(contains(result.out, "bound ")) << result.out;
    EXPECT_TRUE(contains(result.out, "nodes/s"));
    const std::size_t answer = result.out.find("antipode-1");
    ASSERT_NE(answer, std::string::npos) << result.out;
    EXPECT_TRUE(result.out.substr(0, answer).ends_with("\r\x1b[K"))
        << "the line is gone before the answer";
    const RunResult quiet = in_a_terminal("solve antipode:1 --time 350ms --progress never", {});
    EXPECT_FALSE(contains(quiet.out, "bound ")) << quiet.out;
}

TEST(Terminal, NothingPrompts) {
    TESSERA_NEEDS_PROGRAM("script");
    for (const std::string command : {"solve", "check"}) {
        const RunResult result = in_a_terminal(command, {});
        EXPECT_EQ(result.code, 2) << command << result.out;
        EXPECT_TRUE(contains(result.out, "no board was given")) << result.out;
    }
}

}  // namespace
}  // namespace tessera::app_testing
