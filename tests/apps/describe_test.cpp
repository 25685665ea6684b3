// What the program says about itself: --version, --help, list, completions and the manual page agree with each other.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tessera/engine/registry.hpp"
#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

using Names = std::set<std::string>;

Names matches(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    Names names;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), regex);
         match != std::sregex_iterator(); ++match) {
        names.insert((*match)[1]);
    }
    return names;
}

/// The commands that --help shows.
Names commands() {
    const std::string help = tessera({"--help"}).out;
    return matches(help.substr(help.find("Commands:")), "\n  ([a-z]+) ");
}

/// The long options that a help shows, but for those of its examples.
Names options_in(const std::string& help) {
    return matches(help.substr(0, help.find("\nExamples:")), "(--[a-z-]+)[ ,\n]");
}
Names options_of(const std::string& command) {
    return options_in(tessera({command, "--help"}).out);
}

/// The same with those of its own commands, all of which completion offers.
Names options_offered_by(const std::string& command) {
    Names options = options_of(command);
    const std::string help = tessera({command, "--help"}).out;
    const std::size_t inner = help.find("ommands:\n");
    if (inner == std::string::npos) return options;
    for (const std::string& own : matches(help.substr(inner), "\n  ([a-z]+) "))
        options.merge(options_in(tessera({command, own, "--help"}).out));
    return options;
}

TEST(Version, OnStdout) {
    for (const std::string flag : {"--version", "-V"}) {
        const RunResult result = tessera({flag});
        EXPECT_EQ(result.code, 0);
        EXPECT_TRUE(std::regex_search(result.out, std::regex("^tessera [0-9]+\\.[0-9]+\\.[0-9]+ "
                                                             "\\(([0-9a-f]{12,}(-dirty)?|unknown), "
                                                             "(GNU|Clang) [0-9.]+, [A-Z][A-Za-z]+, "
                                                             "[a-z0-9_]+-[a-z0-9-]+\\)\n$")))
            << result.out;
        EXPECT_EQ(lines_of(result.out).size(), 1U);
        EXPECT_EQ(result.err, "");
    }
}

TEST(Help, ShowsEveryCommandOfTheInterface) {
    const Names expected = {"solve", "check", "generate",    "convert", "verify",  "list",
                            "audit", "bench", "completions", "man",     "pdb",     "help",
                            "menu",  "play",  "replay",      "compare", "explain", "lab",
                            "call",  "serve", "selftest",    "records"};
    EXPECT_EQ(commands(), expected);
    const std::string help = tessera({"--help"}).out;
    EXPECT_EQ(tessera({"-h"}).out, help);
    EXPECT_EQ(tessera({"help"}).out, help);
    for (const std::string code : {"11 unsolvable", "22 memory", "23 time", "130 interrupted"}) {
        EXPECT_TRUE(contains(help, code)) << code;
    }
}

TEST(Help, OfEveryCommandIsOnStdoutAndTheSameEitherWay) {
    for (const std::string& command : commands()) {
        const RunResult result = tessera({command, "--help"});
        EXPECT_EQ(result.code, 0) << command;
        EXPECT_EQ(result.err, "") << command;
        EXPECT_TRUE(contains(result.out, "Usage: tessera " + command)) << result.out;
        EXPECT_EQ(tessera({"help", command}).out, result.out) << command;
        EXPECT_EQ(tessera({command, "-h"}).out, result.out) << command;
    }
}

TEST(Help, OfSolveMentionsEveryCommonOptionOfTheInterface) {
    const Names shown = options_of("solve");
    for (const std::string option :
         {"--size", "--goal", "--algorithm", "--heuristic", "--weight", "--time", "--memory",
          "--nodes", "--max-depth", "--seed", "--moves", "--show", "--cost", "--json", "--jsonl",
          "--progress", "--color", "--order", "--format"}) {
        EXPECT_TRUE(shown.contains(option)) << option;
    }
}

/// An option that the help shows is understood: none is answered with "there is no option".
TEST(Help, EveryOptionShownExists) {
    for (const std::string& command : commands()) {
        for (const std::string& option : options_of(command)) {
            if (option == "--help") continue;
            // The last option does not exist, so that nothing is done (the one before may be taken for a value); the first
            // must not be what it complains of.
            const RunResult result =
                tessera({command, option, "--no-such-option", "--no-such-option"});
            EXPECT_NE(result.code, 0) << command << option;
            EXPECT_FALSE(contains(result.err, "there is no option '" + option + "'"))
                << command << option << result.err;
        }
    }
}

TEST(Help, OfSolveHasTheMostUsedOptionsFirstAndTheOthersInGroups) {
    const std::string help = tessera({"solve", "--help"}).out;
    std::size_t from = 0;
    for (const std::string_view part :
         {"\nMost used:\n", "--goal", "--algorithm", "--heuristic", "--show", "--time", "--json",
          "\nBoards:\n", "--size", "\nSearch:\n", "--threads", "\nLimits:\n", "--memory",
          "\nOutput:\n", "--moves", "\nOf single algorithms:\n", "--weight", "-h,--help",
          "\nExamples:\n"}) {
        const std::size_t place = help.find(part, from);
        ASSERT_NE(place, std::string::npos) << part << help;
        from = place + part.size();
    }
    EXPECT_FALSE(contains(help, "  the same\n")) << "says nothing about --jsonl";
}

/// The examples at the end of a command's help: the lines, as a shell takes them.
std::vector<std::string> examples_of(const Words& command) {
    Words words = command;
    words.emplace_back("--help");
    const std::string help = tessera(words).out;
    std::vector<std::string> lines;
    const std::size_t start = help.find("\nExamples:\n");
    if (start == std::string::npos) return lines;
    for (const std::string& line : lines_of(help.substr(start))) {
        if (line.starts_with("  ") && line[2] != ' ') lines.push_back(line.substr(2));
    }
    return lines;
}

/// Every command shows an example, with options that exist.
TEST(Help, OfEveryCommandEndsWithExamplesThatAreUnderstood) {
    std::vector<Words> all;
    for (const std::string& command : commands()) all.push_back({command});
    for (const std::string own :
         {"run", "status", "report", "export", "merge", "script", "claims"}) {
        all.push_back({"lab", own});
    }
    const std::string man = std::regex_replace(tessera({"man"}).out, std::regex("\\\\-"), "-");
    for (const Words& command : all) {
        const std::vector<std::string> examples = examples_of(command);
        EXPECT_FALSE(examples.empty()) << command.back();
        for (const std::string& line : examples) {
            EXPECT_TRUE(line.starts_with("tessera ")) << line;
            EXPECT_TRUE(contains(man, std::regex_replace(line, std::regex("\""), "\\(dq"))) << line;
            // With one option too many nothing is done, and that is all there is to complain of. (It is put before a
            // word of the shell, and before what may stand last.)
            std::string asked = line.substr(0, line.find_first_of("|>"));
            asked = std::regex_replace(asked, std::regex("~"), "");
            const RunResult result =
                run_program({"bash", "-c",
                             "tessera() { \"" + program_under_test() +
                                 "\" \"$@\" --no-such-option; }; set -f; " + asked});
            EXPECT_EQ(result.code, 2) << line;
            EXPECT_TRUE(contains(result.err, "there is no option '--no-such-option'"))
                << line << result.err;
        }
    }
}

TEST(List, SaysWhatEveryAlgorithmCosts) {
    const std::string text = tessera({"list", "algorithms"}).out;
    EXPECT_TRUE(contains(
        text, "time until the deadline, memory O(wd); a heuristic that is given guides it"));
    const std::regex unsaid("time ,|memory (;|\\n)");
    EXPECT_FALSE(std::regex_search(text, unsaid)) << text;
}

/// A star is a pattern for shells, so every name that has one can be written without.
TEST(List, HasANameWithoutAStarForEveryAlgorithm) {
    const std::string text = tessera({"list", "algorithms"}).out;
    std::vector<std::string> plain_names;
    for (const Json& entry : listed("algorithms")) {
        if (!contains(entry["name"].get<std::string>(), "*")) continue;
        const auto& aliases = entry["aliases"];
        const auto plain = std::find_if(aliases.begin(), aliases.end(), [](const Json& name) {
            return !contains(name.get<std::string>(), "*");
        });
        ASSERT_NE(plain, aliases.end()) << entry;
        plain_names.push_back(*plain);
    }
    EXPECT_GE(plain_names.size(), 7U);
    plain_names.emplace_back("combined-astar");
    for (const std::string& name : plain_names) {
        EXPECT_TRUE(contains(text, name)) << name;
        const RunResult result =
            tessera({"solve", "1 2 3/4 5 6/7 0 8", "--algorithm", name, "--show", "none"});
        EXPECT_EQ(result.code, 0) << name << result.err;
    }
}

/// What the help and the errors list comes from the claims of the algorithms.
TEST(Help, NamesTheAlgorithmsThatHaveAnOption) {
    std::string help = tessera({"solve", "--help"}).out;
    const auto line_of = [&](const std::string& option) {
        const std::size_t start = help.find("\n  " + option + " ") + 1;
        return help.substr(start, help.find("\n  -", start) - start) + " ";
    };
    const std::string cost = line_of("--cost");
    const std::string threads = line_of("--threads");
    const std::string hint =
        tessera({"solve", hardest, "--algorithm", "bfs", "--cost", "tile"}).err + " ";
    for (const Json& entry : listed("algorithms")) {
        const std::string name =
            std::regex_replace(entry["name"].get<std::string>(), std::regex("\\*"), "\\*");
        const std::regex word("[ (]" + name + "[ ,;]");
        EXPECT_EQ(std::regex_search(cost, word), entry["tile_cost"].get<bool>()) << name << cost;
        EXPECT_EQ(std::regex_search(threads, word), entry["shares_work"].get<bool>())
            << name << threads;
        if (name == "bfs") continue;
        EXPECT_EQ(std::regex_search(hint, word), entry["tile_cost"].get<bool>()) << name << hint;
    }
}

TEST(List, EveryKindInTextAndJson) {
    for (const std::string kind :
         {"algorithms", "heuristics", "goals", "formats", "suites", "reports"}) {
        const RunResult text = tessera({"list", kind});
        EXPECT_EQ(text.code, 0);
        const Json json = json_of({"list", kind});
        EXPECT_EQ(json["schema"], "tessera.list/1");
        ASSERT_FALSE(json[kind].empty()) << kind;
        for (const Json& entry : json[kind]) {
            EXPECT_TRUE(contains("\n" + text.out, "\n" + entry["name"].get<std::string>() + "\n"))
                << entry;
            EXPECT_NE(entry["synopsis"], "") << entry;
        }
    }
}

/// Lists, menus and lanes say with their own words what is claimed, where it is true: a race has one thread for each lane.
TEST(List, LeavesToTheClaimsWhatTheySay) {
    for (const Json& entry : listed("algorithms")) {
        EXPECT_FALSE(contains(entry["synopsis"].get<std::string>(), "all cores")) << entry;
    }
    for (const Json& entry : listed("heuristics")) {
        EXPECT_FALSE(contains(entry["synopsis"].get<std::string>(), "overestimate")) << entry;
    }
}

TEST(List, NamesWhatUsersWerePromised) {
    Names algorithms;
    for (const Json& entry : listed("algorithms")) {
        algorithms.insert(entry["name"]);
        for (const Json& alias : entry["aliases"]) algorithms.insert(alias);
    }
    for (const std::string name :
         {"bfs", "dfs", "depth-limited", "iddfs", "ucs", "dijkstra", "bidirectional-bfs",
          "bidirectional-a*", "greedy", "a*", "weighted-a*", "anytime-a*", "ida*", "rbfs",
          "hill-climbing", "human"}) {
        EXPECT_TRUE(algorithms.contains(name)) << name;
    }
    Names heuristics;
    for (const Json& entry : listed("heuristics")) heuristics.insert(entry["name"]);
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const std::string name(entry->info->name);
        EXPECT_TRUE(heuristics.contains(name)) << name;
    }
}

// ---- Completions

/// What bash offers for the last of these words.
Names bash_offers(const TemporaryFolder& folder, const std::string& words) {
    const std::string script = "set -u; source <(\"$0\" completions bash); COMP_WORDS=(tessera " +
                               words +
                               "); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMPREPLY=(); "
                               "_tessera; printf '%s\\n' \"${COMPREPLY[@]-}\"";
    RunOptions options;
    options.folder = folder.path();
    const RunResult result = run_program({"bash", "-c", script, program_under_test()}, options);
    EXPECT_EQ(result.err, "") << words;
    const std::vector<std::string> lines = lines_of(result.out);
    Names names(lines.begin(), lines.end());
    names.erase("");
    return names;
}

TEST(Completions, TheBashScriptIsValidAndRegistersItself) {
    RunOptions options;
    options.input = tessera({"completions", "bash"}).out;
    EXPECT_EQ(run_program({"bash", "-n"}, options).code, 0);
    const RunResult registered =
        run_program({"bash", "-c", "source <(\"$0\" completions bash); complete -p tessera",
                     program_under_test()});
    EXPECT_TRUE(contains(registered.out, "-F _tessera")) << registered.out << registered.err;
}

TEST(Completions, BashOffersCommandsOptionsAndNames) {
    const TemporaryFolder folder;
    Names with_flags = commands();
    with_flags.insert({"-h", "--help", "-V", "--version"});
    EXPECT_EQ(bash_offers(folder, "''"), with_flags);
    EXPECT_EQ(bash_offers(folder, "so"), Names{"solve"});
    for (const std::string& command : commands()) {
        EXPECT_EQ(bash_offers(folder, command + " --"), options_offered_by(command)) << command;
    }
    const auto names_of = [](const std::string& kind) {
        Names names;
        for (const Json& entry : listed(kind)) names.insert(entry["name"]);
        return names;
    };
    const auto includes = [&](const std::string& words, const Names& names) {
        const Names offered = bash_offers(folder, words);
        for (const std::string& name : names) EXPECT_TRUE(offered.contains(name)) << words << name;
    };
    includes("solve --algorithm ''", names_of("algorithms"));
    includes("solve --heuristic ''", names_of("heuristics"));
    includes("solve --goal ''", names_of("goals"));
    includes("audit --goal ''", names_of("goals"));
    includes("solve --format ''", names_of("formats"));
    includes("convert korf --to ''", names_of("formats"));
    includes("solve ''", names_of("suites"));
    includes("bench ''", {"quick", "smoke", "deadline"});
    includes("bench deadline --set ''", {"deepcubea-24", "korf24", "uniform10"});
    includes("solve --report ''", names_of("reports"));
    includes("explain --heuristic ''", names_of("heuristics"));
    includes("list ''", {"algorithms", "heuristics", "goals", "formats", "suites", "reports"});
    EXPECT_EQ(bash_offers(folder, "solve --heuristic lin"),
              (Names{"linear-conflict", "linear-conflict-corners", "linear-conflict-last-moves",
                     "linear-conflict-pairs", "linear-conflict-prefix"}));
    includes("compare ''", names_of("suites"));
    includes("compare --algorithm ''", names_of("algorithms"));
    includes("compare --heuristic ''", {"all", "manhattan"});
    EXPECT_EQ(bash_offers(folder, "compare --algorithm 'bfs,a*,ida'"),
              (Names{"bfs,a*,ida*", "bfs,a*,idastar"}));
    includes("solve --algorithm ''", {"astar", "textbook-astar", "combined-astar", "anytime"});
    EXPECT_EQ(bash_offers(folder, "compare --export h"), Names{"html"});
    EXPECT_EQ(bash_offers(folder, "compare --show ''"), (Names{"runs", "summary"}));
    EXPECT_EQ(bash_offers(folder, "solve --show b"), Names{"boards"});
    EXPECT_EQ(bash_offers(folder, "solve --show s"), Names{"stats"});
    EXPECT_EQ(bash_offers(folder, "menu --show ''"), (Names{"path", "boards", "none"}));
    EXPECT_EQ(bash_offers(folder, "lab export --format ''"),
              (Names{"csv", "jsonl", "seed-csv", "origin-csv"}));
    EXPECT_EQ(bash_offers(folder, "explain --cost ''"), (Names{"unit", "tile"}));
    EXPECT_EQ(bash_offers(folder, "solve --moves ''"),
              (Names{"blank", "tile", "numbers", "compact", "arrows"}));
    EXPECT_EQ(bash_offers(folder, "solve --time ''"), Names{});
}

/// `a*` must stay `a*` where a file `apple` lies about, and names of files may have spaces.
TEST(Completions, BashIsNotConfusedByFiles) {
    const TemporaryFolder folder;
    folder.file("apple", "");
    folder.file("with space", "");
    const Names offered = bash_offers(folder, "solve --algorithm a");
    EXPECT_TRUE(offered.contains("a*"));
    EXPECT_FALSE(offered.contains("apple"));
    EXPECT_EQ(bash_offers(folder, "solve wi"), Names{"with space"});
    EXPECT_FALSE(bash_offers(folder, "list a").contains("apple")) << "list takes no files";
}

TEST(Completions, ZshAndFishNameEveryCommandAndOption) {
    const std::string zsh = tessera({"completions", "zsh"}).out;
    const std::string fish = tessera({"completions", "fish"}).out;
    EXPECT_TRUE(zsh.starts_with("#compdef tessera\n"));
    for (const std::string& command : commands()) {
        EXPECT_TRUE(contains(zsh, "        '" + command + ":")) << command;
        EXPECT_TRUE(contains(fish, "-n __fish_use_subcommand -a " + command + " ")) << command;
        for (const std::string& option : options_of(command)) {
            EXPECT_TRUE(contains(zsh, "'" + option + "[")) << option;
            EXPECT_TRUE(contains(fish, "from " + command + "' -l " + option.substr(2) + " ") ||
                        contains(fish, " -l " + option.substr(2) + " "))
                << option;
        }
    }
    for (const std::string& script : {zsh, fish}) {
        EXPECT_TRUE(contains(script, "ida\\*")) << "the star must not be taken for a pattern";
        EXPECT_TRUE(contains(script, "linear-conflict")) << script;
        EXPECT_TRUE(contains(script, "blank-first"));
        EXPECT_FALSE(contains(script, ":{unit")) << "CLI11's own notation for choices";
    }
    for (const std::string shell : {"zsh", "fish"}) {
        if (!is_installed(shell)) {
            std::cout << "skipped: " << shell
                      << " is not installed, its script is only looked at\n";
            continue;
        }
        const TemporaryFolder folder;
        const std::string file = folder.file("script", shell == "zsh" ? zsh : fish);
        const RunResult checked = run_program({shell, "-n", file});
        EXPECT_EQ(checked.code, 0) << checked.err;
    }
}

// ---- The manual page

TEST(ManualPage, NamesEveryCommandOptionAlgorithmAndHeuristic) {
    std::string page = tessera({"man"}).out;
    EXPECT_TRUE(page.starts_with(".TH TESSERA 1"));
    page = std::regex_replace(page, std::regex("\\\\-"), "-");
    for (const std::string& command : commands()) {
        const std::size_t start = page.find("\n.SS " + command + "\n");
        ASSERT_NE(start, std::string::npos) << command;
        const std::string section = page.substr(start, page.find("\n.S", start + 2) - start);
        for (const std::string& option : options_of(command)) {
            EXPECT_TRUE(contains(section, option)) << command << " " << option;
        }
    }
    for (const std::string kind : {"algorithms", "heuristics"}) {
        for (const Json& entry : listed(kind)) {
            EXPECT_TRUE(contains(page, "\n.B " + entry["name"].get<std::string>() + "\n"))
                << entry["name"];
        }
    }
    for (const std::string code : {"3 bad input", "11 unsolvable", "130 interrupted"}) {
        EXPECT_TRUE(contains(page, code)) << code;
    }
}

TEST(ManualPage, IsRenderedWithoutWarnings) {
    TESSERA_NEEDS_PROGRAM("groff");
    RunOptions options;
    options.input = tessera({"man"}).out;
    const RunResult result = run_program({"groff", "-man", "-ww", "-Kutf8", "-Tutf8"}, options);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    for (const std::string text :
         {"tessera solve \"1 2 3/4 5 6/7 0 8\"", "EXIT STATUS", "NO_COLOR"}) {
        const std::string plain =
            std::regex_replace(result.out, std::regex("\x1b\\[[0-9;]*m|.\b"), "");
        EXPECT_TRUE(contains(plain, text)) << text;
    }
}

// The documentation speaks of collections and origins; scripts of suites and seeds.
TEST(Words, OfTheDocumentationAreUnderstood) {
    EXPECT_EQ(tessera({"list", "collections"}).out, tessera({"list", "suites"}).out);
    const auto report = [](const std::string& name) {
        return tessera({"solve", hardest, "--report", name});
    };
    EXPECT_EQ(report("origin-8-lines").code, 0) << report("origin-8-lines").err;
    EXPECT_EQ(report("origin-8-lines").out, report("seed-8-lines").out);
    EXPECT_EQ(tessera({"lab", "run", "origins-0"}).code, tessera({"lab", "run", "seeds-0"}).code);
    const TemporaryFolder folder;
    RunOptions here;
    here.folder = folder.path();
    EXPECT_EQ(tessera({"lab", "run", "origins-8-quick", "--nodes", "50"}, here).code, 0);
    EXPECT_EQ(
        tessera({"lab", "export", "--db", "seeds-8-quick.db", "--format", "origin-csv"}, here).out,
        tessera({"lab", "export", "--db", "seeds-8-quick.db", "--format", "seed-csv"}, here).out);
}

TEST(Documentation, IsWhatTheProgramSays) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult checked = run_program(
        {"python3", TESSERA_SOURCE_DIR "/tools/document_options", "--check", program_under_test()});
    EXPECT_EQ(checked.code, 0) << checked.err;
}

/// The text with one space wherever it has any.
std::string in_one_line(const std::string& text) {
    return std::regex_replace(text, std::regex("[ \n]+"), " ");
}

TEST(Documentation, EveryComponentSaysWhenToUseIt) {
    const std::string text = in_one_line(tessera({"list", "heuristics"}).out);
    for (const Json& one : listed("heuristics")) {
        for (const char* field : {"origin", "cost", "use"}) {
            EXPECT_NE(one[field], "") << one["name"] << " does not say its " << field;
        }
        EXPECT_TRUE(contains(text, one["use"].get<std::string>()));
    }
    for (const Json& one : listed("algorithms")) EXPECT_NE(one["use"], "") << one["name"];
}

TEST(Documentation, HasEveryPaperThatAComponentNames) {
    const std::string page =
        content_of(std::string(TESSERA_SOURCE_DIR) + "/docs/heuristics-and-algorithms.md");
    const std::string papers = page.substr(page.find("\n## Papers\n"));
    std::size_t found = 0;
    for (const char* kind : {"heuristics", "algorithms"}) {
        for (const Json& one : listed(kind)) {
            const std::string reference = one["reference"];
            const std::string author = reference.substr(0, reference.find_first_of(" ,"));
            static const std::regex year("\\b(1[89]|20)[0-9][0-9]\\b");
            std::smatch first;
            if (!std::regex_search(reference, first, year)) continue;
            // "- Author, …YEAR. Title", possibly over two lines.
            const std::regex entry("\n- " + author + ",[^.]*(\\.[^.]*){0,9} " + first.str() +
                                   "\\.");
            found += std::regex_search(papers, entry) ? 1 : 0;
            EXPECT_TRUE(std::regex_search(papers, entry)) << reference;
        }
    }
    EXPECT_GT(found, 15U);
}

}  // namespace
}  // namespace tessera::app_testing
