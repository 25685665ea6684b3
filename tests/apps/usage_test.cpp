// Wrong commands, options and names: exit code 2, a message that names the flag, what was found and what to do.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

struct BadUsage {
    Words words;
    Words said;  ///< what the message must contain
};

std::string text_of(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + ("'" + word + "'");
    return text;
}

std::ostream& operator<<(std::ostream& stream, const BadUsage& usage) {
    return stream << text_of(usage.words);
}

/// `solve` with a fine board and these options.
BadUsage with_options(Words options, Words said) {
    options.insert(options.begin(), {"solve", "1 2 3/4 5 6/7 0 8"});
    return {std::move(options), std::move(said)};
}

std::vector<BadUsage> wrong_values() {
    return {
        with_options({"--time", "abc"}, {"--time", "'abc'", "30s"}),
        with_options({"--time", "-1"}, {"--time", "'-1'"}),
        with_options({"--time", "5 parsecs"}, {"--time", "30s"}),
        with_options({"--time", "nan"}, {"--time"}),
        with_options({"--time"}, {"--time needs a value"}),
        with_options({"--time", ""}, {"--time needs a value"}),
        with_options({"--memory", "-1"}, {"--memory", "'-1'", "4G"}),
        with_options({"--memory", "lots"}, {"--memory", "'lots'"}),
        with_options({"--memory", "1e30"}, {"--memory"}),
        with_options({"--order", "UUUU"}, {"--order", "UUUU", "UDLR"}),
        with_options({"--order", "UDL"}, {"--order", "UDL"}),
        with_options({"--order", "UDLRU"}, {"--order", "UDLRU"}),
        with_options({"--weight", "0.5"}, {"--weight", "'0.5'", "1"}),
        with_options({"--weight", "0"}, {"--weight", "'0'"}),
        with_options({"--weight", "nan", "--algorithm", "wa*"}, {"--weight"}),
        with_options({"--weight", "heavy"}, {"--weight", "'heavy'"}),
        with_options({"--weight", "2", "--algorithm", "bfs"},
                     {"bfs has no option 'weight'", "weighted-a*"}),
        with_options({"--nodes", "x"}, {"--nodes", "'x'", "whole number"}),
        with_options({"--nodes", "-5"}, {"--nodes", "'-5'"}),
        with_options({"--nodes", "0"}, {"--nodes", "'0'"}),
        with_options({"--nodes", "99999999999999999999999"}, {"--nodes"}),
        with_options({"--max-depth", "-3"}, {"--max-depth", "'-3'"}),
        with_options({"--max-depth", "deep"}, {"--max-depth", "'deep'"}),
        with_options({"--seed", "-1"}, {"--seed", "'-1'"}),
        with_options({"--adaptive", "--algorithm", "a*"}, {"a* has no option", "anytime-a*"}),
        with_options({"--sideways", "-1"}, {"--sideways"}),
        with_options({"--restarts", "many"}, {"--restarts"}),
        with_options({"--threads", "0"}, {"--threads", "'0'", "from 1 to 1024"}),
        with_options({"--threads", "two"}, {"--threads", "'two'"}),
        with_options({"--threads", "-1"}, {"--threads", "'-1'"}),
        with_options({"--threads", "1025"}, {"--threads", "'1025'"}),
        with_options({"--cost", "foo"}, {"--cost", "'foo'", "unit", "tile"}),
        with_options({"--cost", "tiles"}, {"did you mean 'tile'?"}),
        with_options({"--show", "film"}, {"--show", "'film'", "path", "boards", "none"}),
        with_options({"--moves", "foo"}, {"foo", "blank", "tile", "numbers", "compact", "arrows"}),
        with_options({"--progress", "loud"}, {"--progress", "'loud'", "never"}),
        with_options({"--color", "pink"}, {"--color", "'pink'", "always"}),
        with_options({"--size", "3xx"}, {"3xx", "3x4"}),
        with_options({"--size", "1x9"}, {"1x9", "2 to 100"}),
        with_options({"--size", "0x0"}, {"0x0"}),
        with_options({"--json=5"}, {"--json takes no value"}),
        with_options({"--goal", ""}, {"--goal needs a value"}),
        with_options({"--algorithm", "/"},
                     {"'/'", "in quotes", "astar"}),  // as from an unquoted a*
        with_options({"--goal", "snail", "--goal", "blank-last"}, {"--goal", "only once"}),
    };
}

std::vector<BadUsage> wrong_names() {
    return {
        with_options({"--algorithm", "ada*"}, {"ada*", "did you mean", "list algorithms"}),
        with_options({"--algorithm", "IDDA*"}, {"did you mean 'ida*'?"}),
        with_options({"--algorithm", "zzzzzzzz"}, {"zzzzzzzz", "list algorithms"}),
        with_options({"--heuristic", "manhatan"}, {"did you mean 'manhattan'?"}),
        with_options({"--heuristic", "linear_conflct"}, {"did you mean 'linear-conflict'?"}),
        with_options({"--heuristic", "max(manhattan,mispalced)"}, {"did you mean 'misplaced'?"}),
        with_options({"--heuristic", ""}, {"--heuristic needs a value"}),
        with_options({"--goal", "snal"}, {"snal", "did you mean \"snail\"?"}),
        with_options({"--goal", "file1.txt"}, {"file1.txt", "blank-first"}),
        with_options({"--format", "grd"}, {"did you mean \"grid\"?"}),
        with_options({"--algoritm", "bfs"}, {"'--algoritm'", "did you mean '--algorithm'?"}),
        with_options({"--bogus"}, {"'--bogus'", "tessera solve --help"}),
        with_options({"--bogus=5"}, {"'--bogus'"}),
        with_options({"-z"}, {"'-z'"}),
        {{"convert", "1 2/3 0", "--to", "inlin"}, {"did you mean \"inline\"?"}},
        {{"convert", "1 2/3 0"}, {"needs --to", "list formats"}},
        {{"solve", "korff:12"}, {"korff", "did you mean 'korf'?", "list collections"}},
        {{"slove", "1 2/3 0"}, {"'slove'", "did you mean 'tessera solve'?"}},
        {{"version"}, {"did you mean 'tessera --version'?"}},
        {{"help", "generat"}, {"did you mean 'tessera generate'?"}},
        {{"frobnicate"}, {"'frobnicate'", "tessera --help"}},
        {{"--bogus"}, {"'--bogus'"}},
        {{"list"}, {"needs WHAT", "algorithms"}},
        {{"list", "foo"}, {"'foo'", "algorithms", "suites"}},
        {{"list", "algorithm"}, {"did you mean 'algorithms'?"}},
        {{"list", "goals", "extra"}, {"'extra'"}},
        {{"bench", "smok"}, {"did you mean 'smoke'?"}},
        {{"bench", "smoke", "--repetitions", "0"}, {"--repetitions", "'0'"}},
        {{"bench", "dedline"}, {"did you mean 'deadline'?"}},
        {{"bench", "deadline", "--set", "korf24,korf42"}, {"'korf42'", "did you mean 'korf24'?"}},
        {{"bench", "deadline", "--boards", "0"}, {"--boards", "'0'"}},
        {{"bench", "deadline", "--time", "soon"}, {"--time", "'soon'", "30s"}},
        {{"bench", "deadline", "--repetitions", "2"}, {"--repetitions", "'deadline'"}},
        {{"bench", "smoke", "--boards", "2"}, {"--boards", "'smoke'", "bench deadline"}},
        {{"completions"}, {"needs SHELL"}},
        {{"completions", "tcsh"}, {"'tcsh'", "bash, zsh, fish"}},
        {{"verify", "a", "b"}, {"'b'"}},
        {{"audit"}, {"needs SIZE"}},
        {{"audit", "4x4"}, {"4x4", "12 cells", "3x4"}},
        {{"audit", "foo"}, {"foo", "3x4"}},
        {{"audit", "2x2", "--heuristic", "manhatan"}, {"did you mean 'manhattan'?"}},
        {{"audit", "2x2", "--goal", "snal"}, {"snail"}},
        {{"generate"}, {"needs SIZE", "4x4"}},
        {{"generate", "1x1"}, {"1x1", "2 to 100"}},
        {{"generate", "200x200"}, {"200x200", "2 to 100"}},
        {{"generate", "foo"}, {"foo", "3x4"}},
        {{"generate", "4x4x4"}, {"4x4x4"}},
        {{"generate", "-4x4"}, {"-4x4"}},
        {{"generate", "3x3", "-n", "0"}, {"'0'", "1"}},
        {{"generate", "3x3", "-n", "-1"}, {"'-1'"}},
        {{"generate", "3x3", "-n", "x"}, {"'x'"}},
        {{"generate", "3x3", "--walk", "-1"}, {"--walk", "'-1'"}},
        {{"generate", "3x3", "--distance", "x"}, {"--distance", "'x'"}},
        {{"generate", "3x3", "--distance", "32"}, {"32", "0 to 31"}},
        {{"generate", "4x4", "--distance", "200"}, {"200"}},
        {{"generate", "3x3", "--walk", "3", "--distance", "4"},
         {"--walk", "--distance", "only one"}},
        {{"generate", "3x3", "--walk", "3", "--unsolvable"}, {"--unsolvable"}},
        {{"generate", "3x3", "--format", "foo"}, {"foo", "inline"}},
        {{"generate", "3x3", "--seed", "foo"}, {"--seed", "'foo'"}},
        {{"generate", "2x3", "--format", "42"}, {"square", "2x3"}},
    };
}

class Usage : public testing::TestWithParam<BadUsage> {};

TEST_P(Usage, IsRefusedWithAWayOut) {
    const RunResult result = tessera(GetParam().words);
    EXPECT_EQ(result.code, 2) << result.out << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("tessera: ")) << result.err;
    EXPECT_GE(lines_of(result.err).size(), 2U) << "no remedy: " << result.err;
    for (const std::string& part : GetParam().said) {
        EXPECT_TRUE(contains(result.err, part)) << "should say " << part << ": " << result.err;
    }
}

INSTANTIATE_TEST_SUITE_P(Values, Usage, testing::ValuesIn(wrong_values()));
INSTANTIATE_TEST_SUITE_P(Names, Usage, testing::ValuesIn(wrong_names()));

TEST(UsageFine, EqualsSignsDoubleDashAndUnits) {
    const std::string board = "1 2 3/4 5 6/7 0 8";
    const std::vector<Words> fine = {
        {"solve", board, "--show=none", "--time=2m", "--memory=1.5GiB"},
        {"solve", "--", board},
        {"solve", board, "--time", "500ms"},
        {"solve", board, "--time", "1h", "--memory", "100000000"},
        {"solve", board, "--time", "0.5", "--memory", "512m"},
        {"solve", board, "--order", "udlr"},
        {"solve", board, "--seed", "010"},
        {"solve", board, "--max-depth", "1"},
        {"check", board},
        {"generate", "3"},
        {"generate", "3x4"},
        {"generate", "3X4"},
    };
    for (const Words& words : fine) {
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, 0) << text_of(words) << result.err;
        EXPECT_NE(result.out, "");
    }
}

}  // namespace
}  // namespace tessera::app_testing
