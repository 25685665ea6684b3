// Completion in real shells: what fish offers, and what the Tab key does in zsh.
#include <gtest/gtest.h>

#include <set>

#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {
namespace {

using Names = std::set<std::string>;

/// What fish offers for a line, without the descriptions.
Names fish_offers(const TemporaryFolder& folder, const std::string& line) {
    const std::string script = folder.file("tessera.fish", tessera({"completions", "fish"}).out);
    RunOptions options;
    options.folder = folder.path();
    options.environment = {"HOME=" + folder.path()};
    const RunResult result = run_program(
        {"fish", "--no-config", "-c", "source " + script + "; complete -C 'tessera " + line + "'"},
        options);
    EXPECT_EQ(result.err, "") << line;
    Names names;
    for (const std::string& offered : lines_of(result.out)) {
        names.insert(offered.substr(0, offered.find('\t')));
    }
    return names;
}

TEST(CompletionsInFish, CommandsOptionsAndNames) {
    TESSERA_NEEDS_PROGRAM("fish");
    const TemporaryFolder folder;
    EXPECT_EQ(fish_offers(folder, "so"), Names{"solve"});
    EXPECT_EQ(fish_offers(folder, "solve --heuristic wal"), Names{"walking-distance"});
    EXPECT_EQ(fish_offers(folder, "solve --goal sn"), Names{"snail"});
    EXPECT_EQ(fish_offers(folder, "solve --report col"), Names{"columbia"});
    EXPECT_EQ(fish_offers(folder, "list rep"), Names{"reports"});
    EXPECT_EQ(fish_offers(folder, "solve --alg"), Names{"--algorithm"});
    const Names suites = fish_offers(folder, "solve kor");
    EXPECT_TRUE(suites.contains("korf") && suites.contains("korf24"));
    EXPECT_TRUE(fish_offers(folder, "solve --algorithm ida").contains("ida*"));
}

using CompletionsInZsh = InATerminal;

TEST_F(CompletionsInZsh, TheTabKeyCompletes) {
    TESSERA_NEEDS_PROGRAM("zsh");
    const TemporaryFolder folder;
    folder.file("_tessera", tessera({"completions", "zsh"}).out);
    Terminal terminal({120, 40});
    terminal.command("HOME=" + folder.path() + " exec zsh -f");
    terminal.command("fpath=(" + folder.path() +
                     " $fpath); autoload -Uz compinit; compinit -u -D; PS1='zsh> '; clear");
    ASSERT_TRUE(
        terminal.wait_until([](const std::string& now) { return now.starts_with("zsh>"); }));
    const auto expect_completed = [&](const std::string& begun, const std::string& completed) {
        terminal.type("tessera " + begun);
        terminal.press({"Tab"});
        EXPECT_TRUE(terminal.wait_for("tessera " + completed));
        terminal.press({"C-c"});
        terminal.command("clear");
        terminal.wait_until([](const std::string& now) { return now.starts_with("zsh>"); });
    };
    expect_completed("compl", "completions");
    expect_completed("solve --heuristic walk", "solve --heuristic walking-distance");
    expect_completed("solve --goal sn", "solve --goal snail");
    expect_completed("solve --report col", "solve --report columbia");
    expect_completed("solve --algorithm bidirectional-b", "solve --algorithm bidirectional-bfs");
    expect_completed("list sui", "list suites");
    expect_completed("solve --max", "solve --max-depth");
}

}  // namespace
}  // namespace tessera::app_testing
