// seed-8, seed-8-report and seed-8-lines: the three outputs of the 8-puzzle origin.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::reports {
namespace seed_8_course {
namespace {

constexpr double megabyte = 1024.0 * 1024.0;

/// Its first two go no deeper than 50 moves.
constexpr ReportRun all_four[] = {
    {"DFS", "dfs", "auto", 50},
    {"IDS", "iddfs", "auto", 50},
    {"A*_Manhattan", "a*", "manhattan"},
    {"A*_Misplaced", "a*", "misplaced"},
};
/// The best of them, which is the default.
constexpr std::span<const ReportRun> best_one = std::span(all_four).subspan(2, 1);

std::string heading(std::string_view text) {
    return fmt::format("{}\n{}\n", text, std::string(50, '='));
}
std::string menu_header() {
    return heading("8-Puzzle Solver - Multi-Algorithm Search Engine");
}
std::string report_header() {
    return heading("8-Puzzle Solver Performance Analysis");
}

/// The words of its menu for one board. What cannot be solved is not searched.
std::string write_one(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (solution.proof.unsolvable) return "This puzzle configuration is not solvable!\n";
    const std::string text =
        fmt::format("\nSolving puzzle using {}...\n", title_of(solution, all_four));
    if (!solution.outcome.found) return text + "No solution found within the search limits.\n";
    std::string moves;
    for (const Move move : solution.outcome.moves) {
        if (!moves.empty()) moves += " -> ";
        moves += in_capitals(to_string(move));
    }
    return text + fmt::format(
                      "Solution found in {} moves!\nMoves: {}\nNodes expanded: {}\n"
                      "Execution time: {:.4f} seconds\n",
                      solution.outcome.moves.size(), moves, solution.measured.counters.expanded,
                      solution.measured.seconds);
}

/// Its comparison of all algorithms, case by case.
std::string write_case(const ReportedBoard& board) {
    const std::string& id = board.solutions.front().asked.id;
    std::string text =
        fmt::format("\nTest Case: {}\n{}\n", id.empty() ? std::to_string(board.number) : id,
                    std::string(30, '-'));
    for (const Solution& solution : board.solutions) {
        text += fmt::format(
            "{}:\n  Solution Found: {}\n  Solution Length: {}\n  Nodes Expanded: {}\n"
            "  Execution Time: {:.4f}s\n  Memory Usage: {:.2f}MB\n\n",
            title_of(solution, all_four), solution.outcome.found ? "True" : "False",
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
    } else if (solution.outcome.status == Status::depth_limit && board.depth < infinite_cost) {
        text += fmt::format("goal state was not found before or at depth {}.\n", board.depth);
    } else {
        text += fmt::format("goal state was not found ({}).\n", to_string(solution.outcome.status));
    }
    return text + fmt::format("Number of states enqueued = {}\n{}\n",
                              solution.measured.counters.generated, std::string(60, '-'));
}

}  // namespace
}  // namespace seed_8_course

constinit const ReportFormat seed_8{
    .name = "seed-8",
    .synopsis = "the 8-puzzle origin: 'Solution found in N moves!', moves, nodes, time",
    .order = "UDLR",
    .runs = seed_8_course::best_one,
    .header = seed_8_course::menu_header,
    .write = seed_8_course::write_one,
};

constinit const ReportFormat seed_8_report{
    .name = "seed-8-report",
    .synopsis =
        "the 8-puzzle origin's comparison of DFS, IDS and A* with two heuristics, case by case",
    .order = "UDLR",
    .runs = seed_8_course::all_four,
    .header = seed_8_course::report_header,
    .write = seed_8_course::write_case,
};

constinit const ReportFormat seed_8_lines{
    .name = "seed-8-lines",
    .synopsis =
        "the 8-puzzle origin's repository: every line of a file with depth= and action=; goal "
        "1 2 3/4 0 5/6 7 8",
    .goal = "1 2 3/4 0 5/6 7 8",
    .order = "UDLR",
    .write = seed_8_course::write_line,
};

}  // namespace tessera::reports
