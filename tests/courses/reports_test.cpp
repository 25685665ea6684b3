// Every report, on a board that is solved, one that cannot be and one whose search was stopped.
#include "tessera/courses/reports.hpp"

#include <gtest/gtest.h>

#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

struct ReportWords {
    std::string_view name;
    /// Parts of the report; empty: it must say nothing.
    std::string_view solved;
    std::string_view unsolvable;
    std::string_view stopped;
};

// tests/apps/report_test.cpp has them byte for byte, as the program prints them.
constexpr ReportWords report_words[] = {
    {"42",
     "Number of moves: 2\nOrdered sequence of states:\n"
     "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n",
     "This puzzle is unsolvable.\n", "No solution found (node-limit).\n"},
    {"columbia", "path_to_goal: ['Right', 'Right']\ncost_of_path: 2\n", "", ""},
    {"princeton",
     "Minimum number of moves = 2\n3\n 1  2  3 \n 4  5  6 \n 0  7  8 \n\n3\n 1  2  3 \n",
     "No solution possible\n", ""},
    {"seed-15",
     "Search found a path of 2 moves.\nSolution path:\nAfter move 1: right\n----------------\n"
     "|  1 |  2 |  3 |\n",
     "No solution found.\n", "No solution found.\n"},
    {"seed-sliding", " path: 7 -> 8 \n\nA*\n nodes expanded: ",
     "A*\n nodes expanded: 0\n didn't find solution\n\n", " didn't find solution\n\nGBFS\n"},
    {"seed-8", "Solution found in 2 moves!\nMoves: RIGHT -> RIGHT\nNodes expanded: ",
     "This puzzle configuration is not solvable!\n",
     "No solution found within the search limits.\n"},
    {"seed-8-lines",
     "depth=2 action=left\n1 2 3\n4 5 6\n7 8 0\nNumber of moves = 2\nNumber of states",
     "goal state can not be reached from this board.\n",
     "goal state was not found (node-limit).\n"},
    {"seed-8-report", "A*_Manhattan:\n  Solution Found: True\n  Solution Length: 2\n",
     "IDS:\n  Solution Found: False\n  Solution Length: None\n",
     "A*_Misplaced:\n  Solution Found: False\n  Solution Length: None\n"},
    {"seed-best-first", "Steps: 2\n1 2 3\n4 5 6\n7 8 0\n", "The puzzle is not solvable.\n",
     "No solution found (node-limit).\n"},
    {"seed-nxn", "Solution length: 2\nActions evaluated: ", "Is the puzzle solved? False\n",
     "Solution length: None\nActions evaluated: 5\n"},
};

/// The board solved as the report wants it, and written.
std::string written_report(const ReportFormat& format, std::string_view board,
                           std::uint64_t nodes = Limits().nodes) {
    Engine engine;
    const DynamicBoard start = board_of({3, 3}, board);
    std::vector<Solution> solutions;
    const ReportRun one{"", "a*", "manhattan"};
    for (const ReportRun& run : format.runs.empty() ? std::span(&one, 1) : format.runs) {
        Job job = make_job(start, goal_of("blank-last", {3, 3}), run.algorithm, run.heuristic);
        job.limits.depth = run.depth;
        job.limits.nodes = nodes;
        solutions.push_back(solved(engine, job));
    }
    return format.write({1, solutions});
}

TEST(Reports, SayWhatWasFoundOnEveryKindOfBoard) {
    EXPECT_EQ(report_formats().size(), std::size(report_words));
    for (const ReportWords& words : report_words) {
        SCOPED_TRACE(words.name);
        const auto format = find_report(words.name);
        ASSERT_TRUE(format.ok());
        const auto expect = [](const std::string& text, std::string_view part) {
            EXPECT_EQ(text.empty(), part.empty()) << text;
            EXPECT_NE(text.find(part), std::string::npos) << text << "lacks\n" << part;
        };
        expect(written_report(**format, "1 2 3/4 5 6/0 7 8"), words.solved);
        expect(written_report(**format, "1 2 3/4 5 6/8 7 0"), words.unsolvable);
        expect(written_report(**format, "8 6 7/2 5 4/3 0 1", 5), words.stopped);
    }
    EXPECT_EQ(find_report("seed-8-report").value()->header(),
              "8-Puzzle Solver Performance Analysis\n" + std::string(50, '=') + "\n");
}

/// Nothing is called a minimum that is not proven to be one.
TEST(Reports, PrincetonSaysNothingOfAPathThatIsOnlyFound) {
    Engine engine;
    Solution solution = solved(engine, make_job(board_of({2, 3}, "1 2 3/4 0 5"),
                                                goal_of("blank-last", {2, 3}), "a*", "manhattan"));
    const ReportFormat& princeton = *find_report("princeton").value();
    EXPECT_EQ(princeton.write({1, std::span(&solution, 1)}),
              "Minimum number of moves = 1\n2 3\n 1  2  3 \n 4  0  5 \n\n2 3\n 1  2  3 \n 4  5  0 "
              "\n\n");
    solution.proof.optimal = false;
    EXPECT_EQ(princeton.write({1, std::span(&solution, 1)}), "");
}

TEST(Reports, AnUnknownOneIsAUsageErrorWithTheNearest) {
    const auto near = find_report("columbai");
    ASSERT_FALSE(near.ok());
    EXPECT_EQ(near.error().code, ErrorCode::usage);
    EXPECT_EQ(near.error().hint, "did you mean 'columbia'?");
    const auto far = find_report("zzzzzzzzzzzz");
    ASSERT_FALSE(far.ok());
    EXPECT_EQ(far.error().message, "there is no report called 'zzzzzzzzzzzz'");
    EXPECT_TRUE(far.error().hint.starts_with("reports: 42, columbia")) << far.error().hint;
}

}  // namespace
}  // namespace tessera
