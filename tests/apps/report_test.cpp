// solve --report: byte for byte what courses ask for and what the seeds print, times and memory apart.
#include <gtest/gtest.h>

#include <regex>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

RunResult report(const std::string& name, Words words) {
    words.insert(words.begin(), "solve");
    words.insert(words.end(), {"--report", name});
    return tessera(words);
}

/// Figures that no two runs share are replaced by their form.
std::string without_figures(std::string text) {
    text = std::regex_replace(text, std::regex(R"((running_time|max_ram_usage): \d+\.\d{8}\n)"),
                              "$1: #\n");
    text = std::regex_replace(text, std::regex(R"(Execution time: \d+\.\d{4} seconds)"),
                              "Execution time: # seconds");
    text = std::regex_replace(text, std::regex(R"(Execution Time: \d+\.\d{4}s\n)"),
                              "Execution Time: #s\n");
    return std::regex_replace(text, std::regex(R"(Memory Usage: \d+\.\d{2}MB\n)"),
                              "Memory Usage: #MB\n");
}

void expect_report(const std::string& name, const Words& words, const std::string& golden,
                   int code = 0) {
    const RunResult result = report(name, words);
    EXPECT_EQ(result.code, code) << result.err;
    EXPECT_EQ(without_figures(result.out), golden);
}

const std::string two_to_go = "1 2 3/4 5 6/0 7 8";
const std::string unsolvable = "1 2 3/4 5 6/8 7 0";

TEST(Report, FortyTwo) {
    expect_report("42", {"1 2 3/0 8 4/7 6 5", "--algorithm", "a*", "--heuristic", "manhattan"},
                  "Complexity in time: 2\nComplexity in size: 4\nNumber of moves: 1\n"
                  "Ordered sequence of states:\n"
                  "1 2 3\n0 8 4\n7 6 5\n\n1 2 3\n8 0 4\n7 6 5\n");
    expect_report("42", {"1 2 3/8 0 4/7 6 5"},
                  "Complexity in time: 1\nComplexity in size: 0\nNumber of moves: 0\n"
                  "Ordered sequence of states:\n1 2 3\n8 0 4\n7 6 5\n");
    expect_report("42", {"2 1 3/8 0 4/7 6 5"}, "This puzzle is unsolvable.\n", 11);
}

/// Wide boards are aligned as the school's generator aligns them.
TEST(Report, FortyTwoAlignsAndReadsTheSchoolsFiles) {
    TemporaryFolder folder;
    const std::string file = folder.file("p.txt",
                                         "# This puzzle is solvable\n4\n"
                                         " 1  2  3  4\n12 13 14  5\n11 15  0  6\n10  9  8  7\n");
    const RunResult result = report("42", {file});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("Number of moves: 1\n"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find(" 1  2  3  4\n12 13 14  5\n11  0 15  6\n10  9  8  7\n"),
              std::string::npos)
        << result.out;
}

TEST(Report, FortyTwoSaysWhenALimitWasReached) {
    const RunResult result = report("42", {"korf:88", "--goal", "blank-first", "--algorithm",
                                           "ida*", "--heuristic", "manhattan", "--nodes", "1000"});
    EXPECT_EQ(result.code, 12);
    EXPECT_NE(result.out.find("No solution found (node-limit).\n"), std::string::npos)
        << result.out;
}

/// The homework's own example, figures and all.
TEST(Report, Columbia) {
    expect_report("columbia", {"1,2,5,3,4,0,6,7,8", "--algorithm", "bfs"},
                  "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 10\n"
                  "search_depth: 3\nmax_search_depth: 4\nrunning_time: #\nmax_ram_usage: #\n");
    expect_report("columbia", {"1,2,5,3,4,0,6,7,8", "--algorithm", "dfs"},
                  "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 181437\n"
                  "search_depth: 3\nmax_search_depth: 66125\nrunning_time: #\nmax_ram_usage: #\n");
    expect_report("columbia", {"1,2,5,3,4,0,6,7,8", "--algorithm", "ast"},
                  "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 3\n"
                  "search_depth: 3\nmax_search_depth: 3\nrunning_time: #\nmax_ram_usage: #\n");
    const RunResult long_path = report("columbia", {"8,6,4,2,1,3,5,7,0", "--algorithm", "bfs"});
    EXPECT_NE(long_path.out.find("cost_of_path: 26\nnodes_expanded: 166786\nsearch_depth: 26\n"
                                 "max_search_depth: 27\n"),
              std::string::npos)
        << long_path.out;
    EXPECT_EQ(long_path.out.find("path_to_goal: ['Left', 'Up', 'Up', 'Left', 'Down', 'Right', "
                                 "'Down', 'Left', 'Up', 'Right', 'Right', 'Up', 'Left', 'Left', "
                                 "'Down', 'Right', 'Right', 'Up', 'Left', 'Down', 'Down', "
                                 "'Right', 'Up', 'Left', 'Up', 'Left']\n"),
              0U)
        << long_path.out;
}

TEST(Report, ColumbiaTakesAnotherGoalAndSaysNothingOfUnsolvableBoards) {
    expect_report("columbia", {"1 2 3/4 5 6/7 0 8", "--goal", "blank-last", "--algorithm", "bfs"},
                  "path_to_goal: ['Right']\ncost_of_path: 1\nnodes_expanded: 3\nsearch_depth: 1\n"
                  "max_search_depth: 2\nrunning_time: #\nmax_ram_usage: #\n");
    const RunResult result = report("columbia", {"0 2 1/3 4 5/6 7 8"});
    EXPECT_EQ(result.code, 11);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("unsolvable"), std::string::npos) << result.err;
}

TEST(Report, Princeton) {
    expect_report("princeton", {two_to_go},
                  "Minimum number of moves = 2\n"
                  "3\n 1  2  3 \n 4  5  6 \n 0  7  8 \n\n"
                  "3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n"
                  "3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n");
    expect_report("princeton", {unsolvable}, "No solution possible\n", 11);
    expect_report("princeton", {"1 2 3 4 5 6 7 8 0"},
                  "Minimum number of moves = 0\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n");
}

/// The word is "minimum": a solution that is not proven to be one is no answer.
TEST(Report, PrincetonSaysNothingThatIsNotProven) {
    const RunResult result = report(
        "princeton", {"8 6 7/2 5 4/3 0 1", "--algorithm", "greedy", "--heuristic", "manhattan"});
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.code, 23);
    EXPECT_NE(result.err.find("not proven shortest"), std::string::npos) << result.err;
}

TEST(Report, SeedFifteen) {
    expect_report(
        "seed-15",
        {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", "--algorithm", "a*", "--heuristic", "manhattan"},
        "Puzzle:\n"
        "---------------------\n|  1 |  2 |  3 |  4 |\n"
        "---------------------\n|  5 |  6 |  7 |  8 |\n"
        "---------------------\n|  9 | 10 | 11 | 12 |\n"
        "---------------------\n| 13 | 14 |    | 15 |\n---------------------\n"
        "You chose A* search with heuristic: manhattan\n"
        "Search found a path of 1 moves.\nSolution path:\nAfter move 1: right\n"
        "---------------------\n|  1 |  2 |  3 |  4 |\n"
        "---------------------\n|  5 |  6 |  7 |  8 |\n"
        "---------------------\n|  9 | 10 | 11 | 12 |\n"
        "---------------------\n| 13 | 14 | 15 |    |\n---------------------\n"
        "Congratulations! Goal is reached. Puzzle is solved!\n['right']\n");
    const RunResult result = report("seed-15", {unsolvable});
    EXPECT_EQ(result.code, 11);
    EXPECT_NE(result.out.find("No solution found.\n"), std::string::npos);
}

/// Its README, character by character, and every count that it states.
TEST(Report, SeedSliding) {
    const std::string path = " path: 2 -> 8 -> 5 -> 3 -> 6 -> 7 -> 8 -> 5 -> 4 -> 1 \n\n";
    expect_report("seed-sliding", {"1", "4", "0", "5", "8", "2", "3", "6", "7"},
                  "BFS\n nodes expanded: 357\n" + path + "IDDFS\n nodes expanded: 868\n" + path +
                      "GBFS\n nodes expanded: 15\n" + path + "A*\n nodes expanded: 15\n" + path);
    const RunResult twenty = report("seed-sliding", {"8 4 5 3 2 1 0 6 7"});
    const std::vector<std::string> lines = lines_of(twenty.out);
    ASSERT_EQ(lines.size(), 16U) << twenty.out;
    EXPECT_EQ(lines[1], " nodes expanded: 31922");
    EXPECT_EQ(lines[5], " nodes expanded: 232297");
    EXPECT_EQ(lines[9], " nodes expanded: 140");
    EXPECT_EQ(lines[13], " nodes expanded: 379");
    expect_report("seed-sliding", {"8 4 5 3 2 1 0 6 7", "--algorithm", "bfs"},
                  lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n\n");
    const std::string nothing = "\n nodes expanded: 0\n didn't find solution\n\n";
    expect_report("seed-sliding", {"0 2 1/3 4 5/6 7 8"},
                  "BFS" + nothing + "IDDFS" + nothing + "GBFS" + nothing + "A*" + nothing, 11);
}

TEST(Report, SeedEight) {
    const std::string heading =
        "8-Puzzle Solver - Multi-Algorithm Search Engine\n" + std::string(50, '=') + "\n";
    const std::string end = "Execution time: # seconds\n";
    expect_report("seed-8", {two_to_go, "--algorithm", "a*", "--heuristic", "manhattan"},
                  heading +
                      "\nSolving puzzle using A*_Manhattan...\nSolution found in 2 moves!\n"
                      "Moves: RIGHT -> RIGHT\nNodes expanded: 2\n" +
                      end);
    expect_report("seed-8", {two_to_go},
                  heading +
                      "\nSolving puzzle using A*_Manhattan...\nSolution found in 2 moves!\n"
                      "Moves: RIGHT -> RIGHT\nNodes expanded: 2\n" +
                      end);
    EXPECT_NE(report("seed-8", {two_to_go, "--heuristic", "misplaced"}).out.find("A*_Misplaced..."),
              std::string::npos);
    expect_report("seed-8", {unsolvable}, heading + "This puzzle configuration is not solvable!\n",
                  11);
    expect_report("seed-8",
                  {"1 2 3/4 5 6/7 8 0", "--algorithm", "a*", "--heuristic", "linear-conflict"},
                  heading +
                      "\nSolving puzzle using a*_linear-conflict...\nSolution found in 0 moves!\n"
                      "Moves: \nNodes expanded: 0\n" +
                      end);
    expect_report("seed-8", {"8 6 7/2 5 4/3 0 1", "--algorithm", "ids", "--max-depth", "3"},
                  heading +
                      "\nSolving puzzle using IDS...\nNo solution found within the search "
                      "limits.\n",
                  12);
}

TEST(Report, SeedEightComparesEveryCaseOfAFile) {
    TemporaryFolder folder;
    const std::string file = folder.file(
        "cases.txt",
        "CASE: near\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 5 6\n7 8 0\nEND\n"
        "CASE: never\nINITIAL:\n1 2 3\n4 5 0\n6 8 7\nGOAL:\n1 2 3\n4 0 5\n6 7 8\nEND\n");
    const auto results = [](const std::string& found, const std::string& length,
                            const std::string& nodes) {
        return ":\n  Solution Found: " + found + "\n  Solution Length: " + length +
               "\n  Nodes Expanded: " + nodes + "\n  Execution Time: #s\n  Memory Usage: #MB\n\n";
    };
    const std::string none = results("False", "None", "0");
    const std::string rule = "\n" + std::string(30, '-') + "\n";
    // From here, up and then ever deeper: the depth-first search tries the way up first.
    const RunResult result = report("seed-8-report", {file});
    const std::string text = without_figures(result.out);
    std::smatch dfs;
    ASSERT_TRUE(std::regex_search(text, dfs,
                                  std::regex(R"(DFS:\n  Solution Found: True\n  )"
                                             R"(Solution Length: (\d+)\n  Nodes )"
                                             R"(Expanded: (\d+)\n)")))
        << text;
    EXPECT_EQ(result.code, 11) << result.err;
    EXPECT_EQ(text, "8-Puzzle Solver Performance Analysis\n" + std::string(50, '=') +
                        "\n\nTest Case: near" + rule + "DFS" + results("True", dfs[1], dfs[2]) +
                        "IDS" + results("True", "1", "1") + "A*_Manhattan" +
                        results("True", "1", "1") + "A*_Misplaced" + results("True", "1", "1") +
                        "\nTest Case: never" + rule + "DFS" + none + "IDS" + none + "A*_Manhattan" +
                        none + "A*_Misplaced" + none);
}

TEST(Report, SeedEightLines) {
    TemporaryFolder folder;
    const std::string file = folder.file("lines.txt", "1 2 3 4 5 0 6 7 8\r\n1 2 3 4 0 5 6 8 7\r\n");
    expect_report("seed-8-lines", {file, "--algorithm", "a*", "--heuristic", "manhattan"},
                  "line 1 -> test_case = 1 2 3 4 5 0 6 7 8\n"
                  "depth=0 action=start\n1 2 3\n4 5 0\n6 7 8\n"
                  "depth=1 action=right\n1 2 3\n4 0 5\n6 7 8\n"
                  "Number of moves = 1\nNumber of states enqueued = 3\n" +
                      std::string(60, '-') +
                      "\nline 2 -> test_case = 1 2 3 4 0 5 6 8 7\n"
                      "goal state can not be reached from this board.\n"
                      "Number of states enqueued = 0\n" +
                      std::string(60, '-') + "\n",
                  11);
}

/// Its repository has the blank in the centre; a goal that is given, and boards that cannot have it, are another matter.
TEST(Report, SeedEightLinesHasAGoalOfItsOwn) {
    const RunResult own = report("seed-8-lines", {"1 2 3 4 5 0 6 7 8"});
    EXPECT_EQ(own.code, 0) << own.err;
    EXPECT_NE(own.out.find("Number of moves = 1\n"), std::string::npos) << own.out;
    EXPECT_NE(own.err.find("the goal is that of the report, 1 2 3/4 0 5/6 7 8"), std::string::npos)
        << own.err;
    const RunResult given = report("seed-8-lines", {two_to_go, "--goal", "blank-last"});
    EXPECT_NE(given.out.find("Number of moves = 2\n"), std::string::npos) << given.out;
    EXPECT_EQ(given.err.find("goal"), std::string::npos) << given.err;
    const RunResult large = report("seed-8-lines", {"1 2 3/4 0 5"});
    EXPECT_NE(large.out.find("Number of moves = 1\n"), std::string::npos) << large.out;
    EXPECT_EQ(large.err.find("the goal is"), std::string::npos) << large.err;
}

/// Its programs go no deeper than 10; here that is said if it was asked for.
TEST(Report, SeedEightLinesSaysHowDeepItLooked) {
    const RunResult cut = report("seed-8-lines", {"4 8 3 7 0 6 2 5 1", "--goal", "blank-last",
                                                  "--algorithm", "astar2", "--max-depth", "10"});
    EXPECT_EQ(cut.code, 12) << cut.err;
    EXPECT_NE(cut.out.find("goal state was not found before or at depth 10.\n"), std::string::npos)
        << cut.out;
}

TEST(Report, SeedBestFirst) {
    expect_report("seed-best-first", {"1 2 3/4 5 6/7 0 8"},
                  "Steps: 0\n1 2 3\n4 5 6\n7 0 8\nSteps: 1\n1 2 3\n4 5 6\n7 8 0\n");
    expect_report("seed-best-first", {unsolvable}, "The puzzle is not solvable.\n", 11);
}

TEST(Report, SeedNxn) {
    expect_report("seed-nxn", {two_to_go, "--algorithm", "a*", "--heuristic", "manhattan"},
                  "Solution length: 2\nActions evaluated: 4\nIs the puzzle solved? True\n");
    // Up to 3×3 its search is A* with Manhattan distance; above, one that is quick and not shortest.
    const auto evaluated = [](const std::string& board, const std::string& algorithm) {
        Words words{board};
        if (!algorithm.empty()) words.insert(words.end(), {"--algorithm", algorithm});
        return report("seed-nxn", words).out;
    };
    const std::string large = "6 10 4 12/1 5 9 3/13 2 7 8/0 14 11 15";
    EXPECT_EQ(evaluated("4 8 3 7 0 6 2 5 1", ""), evaluated("4 8 3 7 0 6 2 5 1", "astar2"));
    EXPECT_EQ(evaluated(large, ""), evaluated(large, "combined-a*"));
    EXPECT_NE(evaluated(large, ""), evaluated(large, "astar2"));
    expect_report("seed-nxn", {unsolvable},
                  "Solution length: None\nActions evaluated: 0\nIs the puzzle solved? False\n", 11);
}

/// Whatever the report, a path in it is one that `verify` would accept: lengths agree with the exact one.
TEST(Report, EveryReportIsListedAndAnswersEveryKindOfBoard) {
    const std::vector<Json> reports = listed("reports");
    EXPECT_GE(reports.size(), 10U);
    for (const Json& entry : reports) {
        const std::string name = entry["name"];
        for (const std::string& given : {std::string("2 4 5/1 0 3"), std::string("0 3/2 1"),
                                         std::string("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15")}) {
            const RunResult result = report(name, {given, "--goal", "blank-last", "--time", "1s"});
            EXPECT_TRUE(result.code == 0 || result.code == 11 || result.code == 22 ||
                        result.code == 23)
                << name << " on " << given << ": " << result.code << result.err;
        }
    }
}

TEST(Report, BadUse) {
    const RunResult unknown = report("princton", {two_to_go});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("did you mean 'princeton'?"), std::string::npos) << unknown.err;
    EXPECT_EQ(report("42", {two_to_go, "--json"}).code, 2);
    EXPECT_EQ(report("42", {two_to_go, "--all"}).code, 2);
    EXPECT_EQ(report("42", {"1 2 3/4 5 6/7 7 0"}).code, 3);
}

TEST(AllSolutions, ListedAndCounted) {
    const RunResult all = tessera({"solve", "8 6 7/2 5 4/3 0 1", "--all"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_NE(all.out.find("There are exactly 40 shortest solutions.\n"), std::string::npos)
        << all.out;
    const RunResult one = tessera({"solve", "1 2 3/4 5 6/7 0 8", "--count", "--show", "none"});
    EXPECT_NE(one.out.find("There is exactly 1 shortest solution.\n"), std::string::npos)
        << one.out;
    const Json json =
        json_lines(tessera({"solve", "8 6 7/2 5 4/3 0 1", "--all", "--json"}).out).at(0);
    EXPECT_EQ(json["solutions"]["count"], 40);
    EXPECT_EQ(json["solutions"]["complete"], true);
    EXPECT_EQ(json["solutions"]["moves"].size(), 40U);
    EXPECT_EQ(json["length"], 31);
}

TEST(AllSolutions, LimitsAndBadUse) {
    const RunResult limited =
        tessera({"solve", "korf:1", "--count", "--nodes", "50000", "--show", "none"});
    EXPECT_EQ(limited.code, 12);
    EXPECT_EQ(tessera({"solve", "1 2 3/4 5 6/7 0 8", "--all", "--algorithm", "bfs"}).code, 2);
    EXPECT_EQ(tessera({"solve", unsolvable, "--count"}).code, 11);
}

}  // namespace
}  // namespace tessera::app_testing
