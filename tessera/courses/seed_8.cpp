// seed-8, seed-8-report and seed-8-lines: the three outputs of the 8-puzzle origin.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::reports {
namespace {

constexpr double megabyte = 1024.0 * 1024.0;

/// The words of its menu for one board.
std::string write_one(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (solution.proof.unsolvable) return "This puzzle is not solvable!\n";
    std::string text;
    if (solution.outcome.found) {
        std::string moves;
        for (const Move move : solution.outcome.moves) {
            if (!moves.empty()) moves += " -> ";
            moves += in_capitals(move);
        }
        text = fmt::format("Solution found in {} moves!\nMoves: {}\n",
                           solution.outcome.moves.size(), moves);
    } else {
        text = "No solution found within the search limits.\n";
    }
    return text + fmt::format("Nodes expanded: {}\nExecution time: {:.4f} seconds\n",
                              solution.measured.counters.expanded, solution.measured.seconds);
}

/// Its first two go no deeper than 50 moves.
constexpr ReportRun all_four[] = {
    {"DFS", "dfs", "auto", 50},
    {"IDS", "iddfs", "auto", 50},
    {"A* (Manhattan)", "a*", "manhattan"},
    {"A* (Misplaced Tiles)", "a*", "misplaced"},
};

std::string report_header() {
    return fmt::format("8-Puzzle Algorithm Comparison Report\n{}\n", std::string(50, '='));
}

/// Its comparison of all algorithms, case by case.
std::string write_case(const ReportedBoard& board) {
    const std::string& id = board.solutions.front().asked.id;
    std::string text =
        fmt::format("\nTest Case: {}\n{}\n", id.empty() ? std::to_string(board.number) : id,
                    std::string(30, '-'));
    for (std::size_t i = 0; i < board.solutions.size(); ++i) {
        const Solution& solution = board.solutions[i];
        text += fmt::format(
            "\n{}:\n  Solution Found: {}\n  Solution Length: {}\n  Nodes Expanded: {}\n"
            "  Execution Time: {:.4f} s\n  Memory Usage: {:.2f} MB\n",
            board.runs.empty() ? solution.asked.algorithm : std::string(board.runs[i].title),
            solution.outcome.found ? "True" : "False",
            solution.outcome.found ? std::to_string(solution.outcome.moves.size()) : "None",
            solution.measured.counters.expanded, solution.measured.seconds,
            static_cast<double>(solution.measured.peak_memory_bytes) / megabyte);
    }
    return text;
}

/// The origin's output for each line of a file; `action` is the direction in which the tile goes.
std::string write_line(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    std::string text =
        fmt::format("line {} -> test_case = {}\n", board.number, flat_form(solution.asked.start));
    if (solution.outcome.found) {
        for_each_board(
            solution, [&](std::size_t step, std::optional<Move> move, const DynamicBoard& state) {
                const std::string action = move ? std::string(to_string(opposite(*move))) : "start";
                text += fmt::format("depth={} action={}\n{}", step, action, rows_of(state, 1));
            });
        text += fmt::format("Number of moves = {}\n", solution.outcome.moves.size());
    } else if (solution.proof.unsolvable) {
        text += "goal state can not be reached from this board.\n";
    } else {
        text += fmt::format("goal state was not found ({}).\n", to_string(solution.outcome.status));
    }
    return text + fmt::format("Number of states enqueued = {}\n{}\n",
                              solution.measured.counters.generated, std::string(60, '-'));
}

}  // namespace

constinit const ReportFormat seed_8{
    .name = "seed-8",
    .synopsis = "the 8-puzzle origin: 'Solution found in N moves!', moves, nodes, time",
    .order = "UDLR",
    .write = write_one,
};

constinit const ReportFormat seed_8_report{
    .name = "seed-8-report",
    .synopsis =
        "the 8-puzzle origin's comparison of DFS, IDS and A* with two heuristics, case by case",
    .order = "UDLR",
    .runs = all_four,
    .header = report_header,
    .write = write_case,
};

constinit const ReportFormat seed_8_lines{
    .name = "seed-8-lines",
    .synopsis = "the 8-puzzle origin's repository: every line of a file with depth= and action=",
    .order = "UDLR",
    .write = write_line,
};

}  // namespace tessera::reports
