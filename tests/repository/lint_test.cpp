// Holds the source tree to the rules of lint.hpp, and each rule to finding what it is there to find.
#include "tests/repository/lint.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace tessera::lint {
namespace {

namespace fs = std::filesystem;
using Findings = std::vector<Finding>;

const fs::path project = TESSERA_SOURCE_DIR;

/// Only `file:line` of each finding.
Findings places(Findings findings) {
    for (Finding& finding : findings) finding.resize(finding.find(": "));
    return findings;
}

/// A tree of its own in the temporary folder, gone at the end of the test.
class FakeTree : public ::testing::Test {
  protected:
    FakeTree()
        : root_(fs::temp_directory_path() /
                (std::string("tessera-lint-") + std::to_string(getpid()) + "-" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::create_directories(root_);
    }
    ~FakeTree() override { fs::remove_all(root_); }

    void write(const std::string& path, std::string_view text) const {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path, std::ios::binary) << text;
    }
    const fs::path& root() const { return root_; }

  private:
    fs::path root_;
};

using Layers = FakeTree;
using Core = FakeTree;
using Files = FakeTree;
using ComponentNames = FakeTree;
using Messages = FakeTree;

TEST(Repository, IncludesFollowTheLayers) {
    EXPECT_EQ(check_layers(project), Findings{});
}

TEST(Repository, CoreHasNoExceptionsThreadsOrFiles) {
    EXPECT_EQ(check_core(project), Findings{});
}

TEST(Repository, NobodyAsksForComponentsByName) {
    EXPECT_EQ(check_component_names(project), Findings{});
}

TEST(Repository, EveryFileSaysWhatItIsFor) {
    EXPECT_EQ(check_first_lines(project), Findings{});
}

TEST(Repository, FilesAreSmallAndNameNoMachine) {
    EXPECT_EQ(check_files(project), Findings{});
}

TEST(Repository, FilesAndFunctionsAreShort) {
    EXPECT_EQ(check_sizes(project), Findings{});
}

TEST(Repository, DocumentsAreWrapped) {
    EXPECT_EQ(check_documents(project), Findings{});
}

TEST(Repository, TheLibraryDoesNotSpeakOfTheCommandLine) {
    EXPECT_EQ(check_messages(project), Findings{});
}

TEST_F(Messages, OptionsAndCommandsAreFound) {
    write("tessera/pdb/a.cpp", "// x\nauto hint = \"allow more with --memory\";\n");
    write("tessera/puzzle/b.cpp", "f(\"--goal sets another\");\n");
    write("tessera/server/c.cpp", "f(R\"(one\n'tessera list goals' shows them)\");\n");
    write("tessera/api/d.cpp", "f(\"build it with 'tessera \"\n  \"pdb build'\");\n");
    EXPECT_EQ(places(check_messages(root())),
              (Findings{"tessera/api/d.cpp:1", "tessera/pdb/a.cpp:2", "tessera/puzzle/b.cpp:1",
                        "tessera/server/c.cpp:1"}));
}

TEST_F(Messages, CommentsAndStyleSheetsAreFree) {
    write("tessera/pdb/a.cpp",
          "// --memory\n--i; f(\"a -- b, x--y, ---\", \"fill:var(--ink)\", \"{--ink:#000}\");\n");
    write("apps/tessera/b.cpp", "f(\"--memory\");\n");
    EXPECT_EQ(check_messages(root()), Findings{});
}

TEST_F(Layers, AllowedArrowsPass) {
    write("tessera/puzzle/board.hpp", "#include <vector>\n#include \"tessera/puzzle/types.hpp\"\n");
    write("tessera/contracts/search.hpp", "#include \"tessera/puzzle/board.hpp\"\n");
    write("tessera/heuristics/zero.hpp", "#include \"tessera/contracts/heuristic.hpp\"\n");
    write("tessera/engine/solve.cpp",
          "#include <fmt/format.h>\n#include \"tessera/search/bfs.hpp\"\n"
          "#include \"tessera/heuristics/zero.hpp\"\n");
    EXPECT_EQ(check_layers(root()), Findings{});
}

TEST_F(Layers, SearchAndHeuristicsNeverMeet) {
    write("tessera/search/bfs.hpp", "// x\n#include \"tessera/heuristics/zero.hpp\"\n");
    write("tessera/heuristics/zero.hpp", "# include \"tessera/search/bfs.hpp\"\n");
    EXPECT_EQ(check_layers(root()),
              (Findings{"tessera/heuristics/zero.hpp:1: heuristics may not include search "
                        "(tessera/search/bfs.hpp)",
                        "tessera/search/bfs.hpp:2: search may not include heuristics "
                        "(tessera/heuristics/zero.hpp)"}));
}

TEST_F(Layers, NothingReachesUpwards) {
    write("tessera/contracts/a.hpp", "#include \"tessera/engine/a.hpp\"\n");
    write("tessera/engine/a.hpp", "#include <tessera/lab/a.hpp>\n");
    write("tessera/lab/a.hpp", "#include \"tessera/server/a.hpp\"\n");
    write("tessera/puzzle/a.hpp", "#include \"tessera/contracts/a.hpp\"\n");
    EXPECT_EQ(check_layers(root()).size(), 4U);
}

TEST_F(Layers, AForwardDeclarationIsAnArrow) {
    write("tessera/contracts/a.hpp",
          "// x\nnamespace tessera {\nnamespace pdb {\nclass TableSource;\n}\n}\n");
    write("tessera/contracts/b.hpp", "// x\nnamespace tessera::search { class MoveAutomaton; }\n");
    write("tessera/engine/c.hpp", "// x\nnamespace tessera::pdb { class TableSource; }\n");
    EXPECT_EQ(
        check_layers(root()),
        (Findings{"tessera/contracts/a.hpp:3: contracts may not declare anything of pdb",
                  "tessera/contracts/b.hpp:2: contracts may not declare anything of search"}));
}

TEST_F(Layers, NothingIncludesAppsOrHidesBehindRelativePaths) {
    write("tessera/engine/a.hpp", "#include \"apps/tessera/main.hpp\"\n");
    write("tessera/engine/b.hpp", "#include <apps/tessera/main.hpp>\n");
    write("tessera/search/c.hpp", "#include \"../heuristics/zero.hpp\"\n");
    EXPECT_EQ(check_layers(root()).size(), 3U);
}

TEST_F(Layers, NewLayerMustBeDeclared) {
    write("tessera/magic/a.hpp", "// x\n");
    EXPECT_EQ(places(check_layers(root())), Findings{"tessera/magic/a.hpp:1"});
}

TEST_F(Core, ForbiddenThingsAreFound) {
    write("tessera/puzzle/a.hpp", "#include <thread>\n");
    write("tessera/puzzle/b.hpp", "# include <filesystem>\n");
    write("tessera/search/c.hpp", "int f() { throw 1; }\n");
    write("tessera/search/d.hpp", "// x\nint f() { try {\n");
    write("tessera/engine/e.cpp", "int f() { return std::stoi(text); }\n");
    write("tessera/contracts/f.hpp", "std::mutex m;\n");
    write("tessera/pdb/g.hpp", "char32_t c = U'│'; f(U'\"'); throw 1;\n");
    EXPECT_EQ(check_core(root()).size(), 7U);
}

TEST_F(Core, CommentsTextsAndOtherLayersAreFree) {
    write("tessera/puzzle/a.hpp",
          "// never throws; try another\n/* throw\n try */ const char* s = \"throw \\\" try\";\n"
          "int n = 1'000; char c = '\"'; const char* r = R\"x(throw \" )x\";\nint retry, "
          "catching;\n");
    write("tessera/lab/b.cpp", "#include <thread>\n");
    EXPECT_EQ(check_core(root()), Findings{});
}

TEST_F(Core, LineNumbersSurviveComments) {
    write("tessera/puzzle/a.hpp", "/* one\ntwo */\nthrow 1;\n");
    EXPECT_EQ(places(check_core(root())), Findings{"tessera/puzzle/a.hpp:3"});
}

TEST_F(Files, MissingFirstLineIsFound) {
    write("tessera/puzzle/a.hpp", "#pragma once\n");
    write("tests/b.cpp", "// What b is for.\n");
    write("tessera/lab/a.cpp", "// What a is for.\n// This folder is the laboratory.\n");
    write("tessera/lab/b.cpp", "// What b is for.\n");
    EXPECT_EQ(places(check_first_lines(root())),
              (Findings{"tessera/puzzle/a.hpp:1", "tessera/puzzle/a.hpp:2"}));
}

TEST_F(Files, LongFilesAndFunctionsAreFound) {
    const std::string ninety_nine(99, '\n');
    write("tessera/puzzle/just_fits.cpp", "// x\nint f() {" + ninety_nine + "}\nint x = 1;\n");
    write("tessera/puzzle/long.cpp", "// x\nstruct S {\n" + ninety_nine + "int f(int a) const {" +
                                         ninety_nine + "// }\n}\n};\n");
    write("tessera/lab/table.cpp", "// x\nint rows[] = {1,\n" + ninety_nine + "2};\n");
    write("apps/a.cpp", std::string(650, '\n'));
    write("apps/b.cpp", std::string(651, '\n'));
    write("tests/c.cpp", std::string(651, '\n'));
    EXPECT_EQ(places(check_sizes(root())),
              (Findings{"tessera/puzzle/long.cpp:102", "apps/b.cpp:651"}));
}

TEST_F(Files, LongLinesOfDocumentsAreFound) {
    const std::string long_line(121, 'x');
    std::string just_fits;
    for (int i = 0; i < 120; ++i) just_fits += "×";
    write("docs/a.md",
          just_fits + "\n```\n" + long_line + "\n```\n| " + long_line + "\n" + long_line + "\n");
    write("docs/examples/b.md", long_line);
    EXPECT_EQ(places(check_documents(root())), Findings{"docs/a.md:6"});
}

TEST_F(Files, LargeFilesAndMachinePathsAreFound) {
    write("data/large.txt", std::string((1U << 20U) + 1, 'x'));
    write("data/just_fits.txt", std::string(1U << 20U, 'x'));
    write("docs/a.md", std::string("see /") + "home/somebody/tessera\n");
    write("docs/b.md", "a/home/page, and/or work/main\n");
    write("build/c.md", std::string("/") + "work/main\n");
    EXPECT_EQ(places(check_files(root())), (Findings{"data/large.txt:1", "docs/a.md:1"}));
}

TEST_F(ComponentNames, ComparisonsAreFound) {
    write("tessera/search/a_star.hpp",
          "inline constexpr std::string_view aliases[] = {\"astar\", \"ast\"};\n"
          "inline constexpr AlgorithmInfo info{\n    .name = \"a*\",\n};\n");
    write("tessera/heuristics/zero.hpp",
          "inline constexpr HeuristicInfo info{\n    .name = \"zero\",\n};\n");
    write("tessera/engine/one.cpp",
          "if (algorithm == \"a*\") {}\n"
          "if (\"ast\" != algorithm) {}\n"
          "if (heuristic.starts_with(\"zero\")) {}\n"
          "if (info.space == \"O(d)\") {}\n"
          "job.algorithm = \"a*\";\n"
          "if (name == \"auto\") {}\n"
          "if (name == \"auto\" || name == \"a*\") {}\n"
          "if (info == &search::a_star::info) {}\n"
          "if (name != search::a_star::info.name) {}\n"
          "if (heuristics::zero::info.name == name) {}\n"
          "job.algorithm = search::a_star::info.name;\n"
          "if (&info == nullptr || argument == component::info.argument) {}\n"
          "if (info != &anytime_info) {}\n"
          "if (anytime_info.name == name) {}\n"
          "add(info == nullptr ? anytime_info.name : name);\n");
    write("tessera/engine/hot_pairs.cpp", "if (info == &search::a_star::info) {}\n");
    write("tools/two", "if algorithm != \"a*\": pass\nif command == \"zero\": pass\n");
    write("web/src/three.svelte",
          "{#if name === 'zero'}{name.startsWith('ast') ? 1 : 2}\n'auto' !== name\n"
          "const depthFirst = new Set(['auto', 'a*']);\n"
          "const calls = new Set(['auto', 'solve']);\n"
          "return synopsis.replace(', on all cores', '');\n"
          "item.synopsis\n");
    write("web/src/components/spoken.ts", "const acronyms = new Set(['a*']);\n");
    const Findings expected{"tessera/engine/one.cpp:1",
                            "tessera/engine/one.cpp:2",
                            "tessera/engine/one.cpp:3",
                            "tessera/engine/one.cpp:4",
                            "tessera/engine/one.cpp:7",
                            "tessera/engine/one.cpp:8",
                            "tessera/engine/one.cpp:9",
                            "tessera/engine/one.cpp:10",
                            "tessera/engine/one.cpp:13",
                            "tessera/engine/one.cpp:14",
                            "tools/two:1",
                            "web/src/three.svelte:1",
                            "web/src/three.svelte:3",
                            "web/src/three.svelte:5"};
    EXPECT_EQ(places(check_component_names(root())), expected);
}

}  // namespace
}  // namespace tessera::lint
