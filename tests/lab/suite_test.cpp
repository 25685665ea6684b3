// Suites: every form of boards and configurations, what is wrong with its place, and the suites that ship with the program.
#include "tessera/lab/suite.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tessera/lab/quantities.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/puzzle/solvability.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera::lab {
namespace {

/// A folder with files of its own, gone with the object.
class Folder {
  public:
    Folder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "tessera-suite-XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, std::string_view text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

Result<LabSuite> read(std::string_view text, const std::string& folder = "") {
    return read_suite(text, "test", "test.toml", {folder, folder});
}

LabSuite good(std::string_view text, const std::string& folder = "") {
    auto suite = read(text, folder);
    EXPECT_TRUE(suite.ok()) << (suite.ok() ? "" : suite.error().message);
    return suite.ok() ? std::move(*suite) : LabSuite();
}

constexpr std::string_view one_board = R"(
[[boards]]
boards = "1 2 3/4 5 6/7 0 8"
)";
constexpr std::string_view one_configuration = R"(
[[configurations]]
algorithm = "a*"
)";

LabSuite with_boards(const std::string& boards, const std::string& folder = "") {
    return good(boards + std::string(one_configuration), folder);
}
LabSuite with_configurations(const std::string& configurations) {
    return good(configurations + std::string(one_board));
}
std::vector<std::string> names_of(const LabSuite& suite) {
    std::vector<std::string> names;
    for (const RunConfiguration& one : suite.configurations) names.push_back(one.name);
    return names;
}

/// The text is refused, in these words and with this remedy.
void expect_fault(const std::string& text, std::string_view message, std::string_view hint) {
    SCOPED_TRACE(text);
    const auto suite = read(text);
    ASSERT_FALSE(suite.ok());
    EXPECT_EQ(suite.error().message, message);
    EXPECT_NE(suite.error().hint.find(hint), std::string::npos) << suite.error().hint;
    EXPECT_EQ(suite.error().code, ErrorCode::bad_input);
}

using Names = std::vector<std::string>;

TEST(LabSuiteForm, LimitsAndRepetitionsMultiplyIntoTasks) {
    const LabSuite suite = good(R"(
title = "a title"
repetitions = 3
[limits]
time = "500ms"
memory = "64M"
nodes = 1_000
max_depth = 40
[[boards]]
suite = "korf:1-2"
[[configurations]]
algorithm = ["ida*", "bfs"]
heuristic = "manhattan"
)");
    EXPECT_EQ(suite.name, "test");
    EXPECT_EQ(suite.title, "a title");
    EXPECT_EQ(suite.limits.time, std::chrono::milliseconds(500));
    EXPECT_EQ(suite.limits.memory_bytes, std::size_t{64} << 20);
    EXPECT_EQ(suite.limits.nodes, 1000U);
    EXPECT_EQ(suite.limits.depth, 40);
    const std::vector<RunTask> tasks = suite.tasks();
    ASSERT_EQ(tasks.size(), 2U * 2U * 3U);
    EXPECT_EQ(tasks[0].board.id, "korf-1");
    EXPECT_EQ(tasks[0].board.set, "korf");
    EXPECT_EQ(tasks[0].board.optimal, Cost{57});
    EXPECT_EQ(tasks[2].repetition, 2U);
    EXPECT_EQ(tasks[3].configuration.algorithm, "bfs");
    EXPECT_EQ(tasks[6].board.id, "korf-2");
    std::set<std::string> keys;
    for (const RunTask& task : tasks) keys.insert(task.key("v"));
    EXPECT_EQ(keys.size(), tasks.size());
}

TEST(LabSuiteForm, WithoutLimitsThereAreNone) {
    const LabSuite suite = with_boards(std::string(one_board));
    EXPECT_EQ(suite.limits.time, Limits().time);
    EXPECT_EQ(suite.limits.nodes, Limits().nodes);
    EXPECT_EQ(suite.repetitions, 1U);
    EXPECT_EQ(good("[limits]\ntime = 2\n" + std::string(one_board) + std::string(one_configuration))
                  .limits.time,
              std::chrono::seconds(2));
}

TEST(LabSuiteBoards, WrittenInTheSuite) {
    const LabSuite suite = with_boards(R"(
[[boards]]
boards = ["1 2 3/4 5 6/7 0 8", "0 1 2/3 4 5"]
[[boards]]
name = "first"
boards = "1 0 2/3 4 5/6 7 8"
goal = "blank-first"
[[boards]]
name = "own goal"
boards = "1 2 3/0 4 5/6 7 8"
goal = "1 2 3/4 0 5/6 7 8"
)");
    ASSERT_EQ(suite.boards.size(), 4U);
    EXPECT_EQ(goal_name(suite.boards[0].goal), "blank-last");
    EXPECT_EQ(suite.boards[1].start.geometry(), (Geometry{2, 3}));
    EXPECT_EQ(suite.boards[1].id, "2");
    EXPECT_EQ(goal_name(suite.boards[2].goal), "blank-first");
    EXPECT_EQ(inline_form(suite.boards[3].goal), "1 2 3/4 0 5/6 7 8");
}

TEST(LabSuiteBoards, FromFilesRelativeToTheSuite) {
    const Folder folder;
    folder.write("boards.txt", "1 2 3\n4 5 6\n7 0 8\n");
    folder.write("many.txt", "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n1 2 3 4 0 6 7 5 8\n");
    folder.write("suite.toml", R"(
[[boards]]
file = "boards.txt"
[[boards]]
file = "many.txt"
count = 2
)" + std::string(one_configuration));
    const auto suite = load_suite(folder.path() + "/suite.toml");
    ASSERT_TRUE(suite.ok()) << suite.error().message;
    EXPECT_EQ(suite->name, "suite");
    ASSERT_EQ(suite->boards.size(), 3U);
    EXPECT_EQ(suite->boards[0].set, "boards");
    EXPECT_EQ(suite->boards[2].set, "many");
}

TEST(LabSuiteBoards, TablesOfOtherPeople) {
    const Folder folder;
    folder.write("spaces.txt",
                 "# a comment\n7 1 2 3 4 5 6 7 0 8 99 1 0.5\n8 1 2 3 4 5 6 0 7 8 98 2 0.5\n");
    folder.write("commas.csv",
                 "id,state,optimal\na,1 2 3 4 5 6 7 0 8,1\nb,1 2 3 4 5 6 0 7 8,unsolvable\n");
    const LabSuite suite = with_boards(R"(
[[boards]]
external = "spaces.txt"
size = "3x3"
columns = ["id", "tiles", "reference", "optimal"]
[[boards]]
external = "commas.csv"
size = "3x3"
columns = ["id", "tiles", "optimal"]
)",
                                       folder.path());
    ASSERT_EQ(suite.boards.size(), 4U);
    EXPECT_EQ(suite.boards[0].id, "7");
    EXPECT_EQ(suite.boards[0].optimal, Cost{1});
    EXPECT_EQ(suite.boards[1].optimal, Cost{2});
    EXPECT_EQ(suite.boards[1].reference, Cost{98});
    EXPECT_EQ(suite.boards[2].id, "a");
    EXPECT_FALSE(suite.boards[2].reference);
    EXPECT_EQ(suite.boards[2].optimal, Cost{1});
    EXPECT_FALSE(suite.boards[3].optimal);
    EXPECT_TRUE(suite.notes.empty());
}

/// A line without a board may be a heading; a board whose length is none is a fault, on the first line too.
TEST(LabSuiteBoards, LengthsThatAreNoneAreFaults) {
    const Folder folder;
    folder.write("table.csv", "a,1 2 3 4 5 6 7 0 8,none\n");
    const auto suite = read_suite(R"(
[[configurations]]
algorithm = "a*"
[[boards]]
external = "table.csv"
size = "3x3"
columns = ["id", "tiles", "optimal"]
)",
                                  "s", "s.toml", {"", folder.path()});
    ASSERT_FALSE(suite.ok());
    EXPECT_NE(suite.error().message.find("line 1: 'none' is not the length"), std::string::npos)
        << suite.error().message;
}

TEST(LabSuiteBoards, ExternalDataThatIsNotHereIsLeftOutWithANote) {
    const LabSuite suite = with_boards(std::string(one_board) + R"(
[[boards]]
external = "korf15-1000.txt"
)",
                                       "/nonexistent");
    EXPECT_EQ(suite.boards.size(), 1U);
    ASSERT_EQ(suite.notes.size(), 1U);
    EXPECT_NE(suite.notes[0].find("TESSERA_DATA"), std::string::npos);
    EXPECT_NE(suite.notes[0].find("korf15-1000"), std::string::npos);
}

/// A suite that is nothing without them says what is missing and where it belongs, instead of running nothing.
TEST(LabSuiteBoards, WithoutAnyDataThereIsNothingToRun) {
    const auto suite = read(std::string(one_configuration) + R"(
[[boards]]
external = "korf15-1000.txt"
)",
                            "/nonexistent");
    ASSERT_TRUE(suite.ok());
    EXPECT_EQ(suite->missing, std::vector<std::string>{"/nonexistent/korf15-1000.txt"});
    const auto objection = suite->objection();
    ASSERT_TRUE(objection.has_value());
    EXPECT_EQ(objection->code, ErrorCode::bad_input);
    EXPECT_NE(objection->message.find("it needs korf15-1000.txt"), std::string::npos);
    EXPECT_NE(objection->hint.find("TESSERA_DATA"), std::string::npos);
    EXPECT_FALSE(with_boards(std::string(one_board)).objection().has_value());
}

/// One typing mistake in a file of boards need not stop an experiment, if the suite says so.
TEST(LabSuiteBoards, LinesThatAreNoBoardCanBeLeftOut) {
    const Folder folder;
    folder.write("lines.txt", "1 2 3 4 5 6 7 0 8\n\n1 2 3 4 5 6 7 7 0\n1 2 3 4 5 6 0 7 8\n");
    folder.write("table.csv", "a,1 2 3 4 5 6 7 0 8\nb,1 2 3 4 5 6 7 7 8\nc,1 2 3 4 5 6 0 7 8\n");
    folder.write("grid.txt", "1 2 3\n4 5 5\n7 8 0\n");
    const std::string lines = "[[boards]]\nfile = \"lines.txt\"\n";
    const auto refused = read(std::string(one_configuration) + lines, folder.path());
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("(line 3, column 15)"), std::string::npos)
        << refused.error().message;
    LabSuite suite = with_boards(lines + "keep_going = true\n", folder.path());
    ASSERT_EQ(suite.boards.size(), 2U);
    EXPECT_EQ(suite.boards[1].id, "3") << "its place in the file";
    ASSERT_EQ(suite.notes.size(), 1U);
    EXPECT_NE(suite.notes[0].find("lines.txt: tile 7 appears twice and 8 is missing (line 3, "),
              std::string::npos)
        << suite.notes[0];
    suite = with_boards(R"([[boards]]
file = "table.csv"
size = "3x3"
columns = ["id", "tiles"]
keep_going = true
)",
                        folder.path());
    ASSERT_EQ(suite.boards.size(), 2U);
    EXPECT_EQ(suite.boards[1].id, "c");
    ASSERT_EQ(suite.notes.size(), 1U);
    EXPECT_NE(suite.notes[0].find("line 2"), std::string::npos) << suite.notes[0];
    // A file of another form has no lines that could be left out.
    const auto grid = read(
        std::string(one_configuration) + "[[boards]]\nfile = \"grid.txt\"\nkeep_going = true\n",
        folder.path());
    ASSERT_FALSE(grid.ok());
    EXPECT_NE(grid.error().message.find("(line 2, column 5)"), std::string::npos);
}

TEST(LabSuiteBoards, GeneratedOnesDependOnTheSeedAlone) {
    const std::string recipe = R"(
[[boards]]
generate = "walk"
moves = 30
undo = true
unique = true
size = ["3x3", "4x4"]
count = 40
seed = )";
    const LabSuite suite = with_boards(recipe + "5");
    ASSERT_EQ(suite.boards.size(), 80U);
    EXPECT_EQ(suite.boards[0].set, "walk 3x3");
    EXPECT_EQ(suite.boards[40].set, "walk 4x4");
    std::set<std::string> different;
    for (const RunBoard& board : suite.boards) {
        different.insert(inline_form(board.start));
        EXPECT_TRUE(solvable(board.start, board.goal));
    }
    EXPECT_EQ(different.size(), 80U);
    const LabSuite again = with_boards(recipe + "5");
    const LabSuite other = with_boards(recipe + "6");
    EXPECT_EQ(inline_form(suite.boards[7].start), inline_form(again.boards[7].start));
    EXPECT_NE(inline_form(suite.boards[7].start), inline_form(other.boards[7].start));
}

TEST(LabSuiteBoards, EveryGenerator) {
    const LabSuite suite = with_boards(R"(
[[boards]]
generate = "uniform"
size = "3x4"
goal = "blank-first"
count = 5
[[boards]]
generate = "unsolvable"
size = "4x4"
goal = "snail"
count = 5
[[boards]]
generate = "distance"
distance = 17
size = "3x3"
count = 5
[[boards]]
generate = "walk"
moves = 3
size = "5x5"
)");
    ASSERT_EQ(suite.boards.size(), 16U);
    for (const RunBoard& board : suite.boards) {
        EXPECT_EQ(solvable(board.start, board.goal), board.set != "unsolvable 4x4");
        EXPECT_EQ(board.optimal,
                  board.set == "distance 3x3" ? std::optional<Cost>(17) : std::nullopt);
    }
    EXPECT_EQ(goal_name(suite.boards[0].goal), "blank-first");
    EXPECT_EQ(goal_name(suite.boards[5].goal), "snail");
}

TEST(LabSuiteConfigurations, ProductsOfWhatEachAlgorithmHas) {
    const LabSuite suite = with_configurations(R"(
[[configurations]]
algorithm = ["bfs", "a*", "weighted-a*"]
heuristic = ["manhattan", "linear-conflict"]
weight = [1.5, 2]
)");
    EXPECT_EQ(names_of(suite), (Names{"bfs", "a* with manhattan", "a* with linear-conflict",
                                      "weighted-a* with manhattan, weight 1.5",
                                      "weighted-a* with manhattan, weight 2",
                                      "weighted-a* with linear-conflict, weight 1.5",
                                      "weighted-a* with linear-conflict, weight 2"}));
    EXPECT_EQ(suite.configurations[0].heuristic, "auto");
    EXPECT_EQ(suite.configurations[1].options.find("weight"), nullptr);
    EXPECT_EQ(suite.configurations[3].options.real(search::weighted_a_star::weight), 1.5);
}

TEST(LabSuiteConfigurations, OptionsNamesAndSeedsNames) {
    const LabSuite suite = with_configurations(R"(
[[configurations]]
algorithm = "ida*"
heuristic = "md"
cycles = [0, 12]
order = "UDLR"
[[configurations]]
algorithm = "beam"
heuristic = "manhattan"
width = 500
seed = [1, 2]
[[configurations]]
algorithm = "a*"
heuristic = "manhattan"
cost = "tile"
name = "weighted tiles"
[[configurations]]
algorithm = ["astar1", "auto", "anytime"]
[[configurations]]
algorithm = ["a*", "human"]
heuristic = "misplaced"
)");
    EXPECT_EQ(
        names_of(suite),
        (Names{"ida* with manhattan, order UDLR", "ida* with manhattan, cycles 12, order UDLR",
               "beam with manhattan, width 500", "beam with manhattan, width 500, seed 2",
               "weighted tiles", "astar1", "auto", "anytime", "human"}))
        << "a* with misplaced is astar1, which is there already";
    EXPECT_EQ(suite.configurations[1].options.whole(search::ida_star::cycles), 12U);
    EXPECT_EQ(suite.configurations[4].cost, CostModel::tile);
    EXPECT_EQ(suite.configurations[5].algorithm, "a*");
    EXPECT_EQ(suite.configurations[5].heuristic, "misplaced");
}

TEST(LabSuiteFaults, NamesAndTypes) {
    const std::string rest = std::string(one_board) + std::string(one_configuration);
    expect_fault("titel = \"x\"\n" + rest,
                 "test.toml: a suite has no key 'titel' (line 1, column 1)",
                 "did you mean 'title'?");
    expect_fault("title = 7\n" + rest,
                 "test.toml: 'title' of a suite is a whole number (line 1, column 9)",
                 "a text in quotes");
    expect_fault("[limits]\n  time = \"soon\"\n" + rest,
                 "test.toml: 'soon' is not a time to run for (line 2, column 10)", "\"30s\"");
    expect_fault("[limits]\nnodes = -5\n" + rest,
                 "test.toml: 'nodes' of [limits] is -5 (line 2, column 9)",
                 "a whole number from 1");
    expect_fault("[limits]\nmemory = \"big\"\n" + rest,
                 "test.toml: 'big' is not an amount of memory (line 2, column 10)", "\"4G\"");
    expect_fault("[boards]\nsuite = \"korf\"\n",
                 "test.toml: 'boards' is a table (line 1, column 1)", "[[boards]]");
    const Error broken = read("title = \"x\n" + rest).error();
    EXPECT_NE(broken.message.find("(line 1, column 11)"), std::string::npos) << broken.message;
    EXPECT_NE(broken.hint.find("TOML"), std::string::npos);
}

TEST(LabSuiteFaults, Configurations) {
    const std::string head = std::string(one_board) + "[[configurations]]\n";
    expect_fault(head + "algorithm = \"b*\"\n",
                 "test.toml: there is no algorithm called 'b*' (line 5, column 13)", "");
    expect_fault(head + "algorithm = \"a*\"\nheuristic = [\"manhattan\", \"manhatan\"]\n",
                 "test.toml: there is no heuristic called 'manhatan' (line 6, column 27)",
                 "manhattan");
    expect_fault(
        head + "algorithm = \"a*\"\nheuristic = []\n",
        "test.toml: the list 'heuristic' of [[configurations]] is empty (line 6, column 13)",
        "nothing would be run");
    expect_fault(head + "algorithm = \"a*\"\nweight = 2\n",
                 "test.toml: none of these algorithms has the option 'weight' (line 6, column 10)",
                 "name an algorithm that has it");
    expect_fault(head + "algorithm = \"bfs\"\nheuristic = \"manhattan\"\n",
                 "test.toml: none of these algorithms uses a heuristic (line 6, column 13)",
                 "leave");
    expect_fault(head + "algorithm = \"weighted-a*\"\nweight = [2, 0.5]\n",
                 "test.toml: 'weight' of [[configurations]] is a number (line 6, column 14)",
                 "from 1 to 1000");
    expect_fault(head + "algorithm = \"a*\"\norder = \"UDL\"\n",
                 "test.toml: 'UDL' is not a move order (line 6, column 9)", "UDLR");
    expect_fault(head + "algorithm = [\"bfs\", \"a*\"]\nname = \"both\"\n",
                 "test.toml: 'both' cannot name 2 configurations (line 6, column 8)", "one value");
    expect_fault(std::string(one_board),
                 "test.toml: the suite has no configurations (line 1, column 1)",
                 "[[configurations]]");
}

TEST(LabSuiteFaults, Boards) {
    const std::string head = std::string(one_configuration) + "[[boards]]\n";
    expect_fault(head + "boards = \"1 2 3/4 5 5/7 0 8\"\n",
                 "test.toml: board: tile 5 appears twice and 6 is missing (line 1, column 11) "
                 "(line 5, column 10)",
                 "");
    expect_fault(head + "suite = \"korf:101\"\n",
                 "test.toml: '101' selects no board of the collection korf (line 5, column 9)", "");
    expect_fault(head + "file = \"nothing.txt\"\n",
                 "test.toml: cannot read 'nothing.txt' (line 5, column 8)", "relative");
    expect_fault(head + "generate = \"uniformly\"\n",
                 "test.toml: there is no generator 'uniformly' (line 5, column 12)",
                 "did you mean 'uniform'?");
    expect_fault(head + "generate = \"walk\"\nsize = \"3x3\"\n",
                 "test.toml: generate = \"walk\" needs 'moves' (line 5, column 12)", "moves = 100");
    expect_fault(head + "generate = \"uniform\"\nsize = \"3by3\"\n",
                 "test.toml: \"3by3\" is not a board size (line 6, column 8)", "3x4");
    expect_fault(
        head + "generate = \"uniform\"\nsize = \"2x2\"\nunique = true\ncount = 13\n",
        "test.toml: only 12 different boards were found in 2300 tries, not 13 (line 5, column 12)",
        "fewer");
    expect_fault(head + "file = \"a.txt\"\nsuite = \"korf\"\n",
                 "test.toml: 'suite' and 'file' exclude each other (line 5, column 8)",
                 "one [[boards]]");
    expect_fault(head + "suite = \"korf\"\n[[boards]]\nsuite = \"korf:3\"\n",
                 "test.toml: there are two sets of boards called 'korf' (line 6, column 1)",
                 "name");
    expect_fault(head + "suite = \"korf\"\nseed = 3\n",
                 "test.toml: 'seed' is for generated boards (line 6, column 8)", "leave it out");
    expect_fault(std::string(one_configuration),
                 "test.toml: the suite has no boards (line 1, column 1)", "[[boards]]");
}

TEST(LabSuiteFaults, ABoardFileIsToldWithItsOwnPlace) {
    const Folder folder;
    folder.write("bad.txt", "1 2 3\n4 5 5\n7 8 0\n");
    const auto suite =
        read(std::string(one_configuration) + "[[boards]]\nfile = \"bad.txt\"\n", folder.path());
    ASSERT_FALSE(suite.ok());
    EXPECT_NE(suite.error().message.find(
                  "bad.txt: tile 5 appears twice and 6 is missing (line 2, column 5)"),
              std::string::npos)
        << suite.error().message;
    EXPECT_NE(suite.error().message.find("test.toml: "), std::string::npos);
}

TEST(LabSuiteFaults, ASuiteThatDoesNotExist) {
    const auto near = load_suite("seeds-51");
    ASSERT_FALSE(near.ok());
    EXPECT_NE(near.error().hint.find("seeds-15"), std::string::npos) << near.error().hint;
    const auto far = load_suite("/nonexistent/thing.toml");
    ASSERT_FALSE(far.ok());
    EXPECT_EQ(far.error().field, "suite");
    EXPECT_NE(far.error().hint.find("TOML"), std::string::npos) << far.error().hint;
    EXPECT_FALSE(load_suite("/tmp").ok()) << "a folder is no suite";
    // Collections of boards are called suites, too.
    const auto boards = load_suite("korf");
    ASSERT_FALSE(boards.ok());
    EXPECT_EQ(boards.error().message, "'korf' is a collection of boards, not an experiment");
    EXPECT_NE(boards.error().hint.find("suite = \"korf\""), std::string::npos);
}

// ---- The suites that ship with the program ----------------------------------------------------

LabSuite shipped(std::string_view name) {
    auto suite = load_suite(name);
    EXPECT_TRUE(suite.ok()) << name << ": " << (suite.ok() ? "" : suite.error().message);
    return suite.ok() ? std::move(*suite) : LabSuite();
}

TEST(ShippedLabSuites, AreReadInOrderWithTheirTitles) {
    ASSERT_GE(shipped_suites().size(), 30U);
    std::pair<bool, std::string_view> before;
    for (const ShippedSuite& one : shipped_suites()) {
        // Those that need files of other projects come last.
        const std::pair place(!one.external_files().empty(), one.name);
        EXPECT_LT(before, place);
        before = place;
        const LabSuite suite = shipped(one.name);
        EXPECT_EQ(suite.title, one.synopsis());
        EXPECT_EQ(suite.name, one.name);
        EXPECT_FALSE(suite.configurations.empty()) << one.name;
        const bool external = !one.external_files().empty();
        EXPECT_TRUE(external || !one.name.starts_with("external-")) << one.name;
        EXPECT_TRUE(external || !suite.boards.empty()) << one.name;
        EXPECT_TRUE(external || suite.notes.empty()) << one.name;
        EXPECT_NE(suite.limits.time, Limits().time) << one.name;
        EXPECT_NE(suite.limits.memory_bytes, Limits().memory_bytes) << one.name;
        for (const RunBoard& board : suite.boards) {
            ASSERT_TRUE(one.name == "external-seeds-8" || solvable(board.start, board.goal))
                << one.name << " " << board.set << " " << board.id;
        }
    }
}

/// Two minutes of one core in the worst case are a minute of a laptop, which has two.
TEST(ShippedLabSuites, QuickOnesAreQuick) {
    std::size_t quick = 0;
    for (const ShippedSuite& one : shipped_suites()) {
        if (!one.name.ends_with("-quick")) continue;
        ++quick;
        const LabSuite suite = shipped(one.name);
        const double worst = std::chrono::duration<double>(suite.limits.time).count() *
                             static_cast<double>(suite.tasks().size());
        EXPECT_LE(worst, 120.0) << one.name;
        EXPECT_LE(suite.limits.memory_bytes, std::size_t{512} << 20) << one.name;
        const auto whole = one.name.substr(0, one.name.size() - std::string_view("-quick").size());
        // Where the data of other projects is not here, there is nothing to run in either.
        EXPECT_LE(suite.tasks().size(), shipped(whole).tasks().size()) << one.name;
    }
    EXPECT_GE(quick, 14U);
}

TEST(ShippedLabSuites, TheSeedsTables) {
    const LabSuite fifteen = shipped("seeds-15");
    EXPECT_EQ(fifteen.boards.size(), 250U);
    std::set<std::string> different;
    for (const RunBoard& board : fifteen.boards) different.insert(inline_form(board.start));
    EXPECT_EQ(different.size(), 250U);
    EXPECT_EQ(names_of(fifteen), (Names{"a* with misplaced", "a* with euclidean",
                                        "a* with manhattan", "a* with row-column"}));
    const LabSuite algorithms = shipped("seeds-15-algorithms");
    EXPECT_EQ(names_of(algorithms), (Names{"a* with manhattan", "bfs", "dfs", "ucs"}));
    for (std::size_t i = 0; i < 250; ++i)
        ASSERT_EQ(algorithms.boards[i].start, fifteen.boards[i].start);
    EXPECT_EQ(shipped("seeds-15-quick").boards[29].start, fifteen.boards[29].start);

    EXPECT_EQ(names_of(shipped("seeds-8")),
              (Names{"dfs with visited states", "iddfs", "astar2", "astar1"}));
    EXPECT_EQ(shipped("seeds-sliding").configurations.size(), 4U);
    EXPECT_EQ(goal_name(shipped("seeds-sliding").boards[0].goal), "blank-first");
    EXPECT_EQ(shipped("seeds-best-first").configurations.size(), 5U);
    std::set<std::size_t> cells;
    for (const RunBoard& board : shipped("seeds-nxn").boards)
        cells.insert(board.start.geometry().cells());
    EXPECT_EQ(cells, (std::set<std::size_t>{4, 9, 16, 25, 36, 49}));
    EXPECT_EQ(shipped("korf100").boards.size(), 100U);
    EXPECT_EQ(shipped("korf24").boards.size(), 50U);
}

TEST(ShippedLabSuites, ExternalOnesTakeWhatIsThere) {
    const char* given = std::getenv("TESSERA_DATA");
    const std::string folder =
        given != nullptr
            ? given
            : (std::filesystem::path(TESSERA_SOURCE_DIR).parent_path() / "shared/data/external")
                  .string();
    if (!std::filesystem::exists(folder + "/korf15-1000.txt")) {
        GTEST_SKIP() << "reference data of other projects is not here; set TESSERA_DATA";
    }
    const std::pair<std::string_view, std::size_t> expected[] = {
        {"external-korf1000", 1000}, {"external-random24", 386}, {"external-deepcubea", 400},
        {"external-hog2", 400},      {"external-seeds-15", 250}, {"external-seeds-8", 16}};
    for (const auto& [name, count] : expected) {
        for (const ShippedSuite& one : shipped_suites()) {
            if (one.name != name) continue;
            const auto suite = read_suite(one.text, name, name, {"", folder});
            ASSERT_TRUE(suite.ok()) << suite.error().message;
            EXPECT_EQ(suite->boards.size(), count) << name;
            EXPECT_TRUE(suite->notes.empty()) << name;
            std::size_t known = 0;
            for (const RunBoard& board : suite->boards) known += board.optimal ? 1 : 0;
            if (name == "external-deepcubea") {
                EXPECT_EQ(known, 200U);
                EXPECT_EQ(suite->boards[0].optimal, Cost{38});
                EXPECT_EQ(goal_name(suite->boards[0].goal), "blank-last");
            }
            if (name == "external-hog2") {
                EXPECT_EQ(known, 0U) << "its last column is Manhattan distance";
            }
            if (name == "external-seeds-15") {
                EXPECT_EQ(known, 250U);
            }
        }
    }
}

TEST(Quantities, AsPeopleWriteThem) {
    EXPECT_EQ(duration_of("90"), std::chrono::seconds(90));
    EXPECT_EQ(duration_of("1.5m"), std::chrono::seconds(90));
    EXPECT_EQ(duration_of("20 ms"), std::nullopt);
    EXPECT_EQ(duration_of("-1s"), std::nullopt);
    EXPECT_EQ(memory_of("1.5K"), 1536U);
    EXPECT_EQ(memory_of("4 apples"), std::nullopt);
    EXPECT_EQ(order_of("udlr"),
              (std::array<Move, 4>{Move::up, Move::down, Move::left, Move::right}));
    EXPECT_EQ(order_of("UDLL"), std::nullopt);
}

}  // namespace
}  // namespace tessera::lab
