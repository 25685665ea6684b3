// seed-sliding: the n×n origin of the command line, which runs four searches on every board.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::reports {
namespace {

/// Its linear conflict counts pairs; here that heuristic is called linear-conflict-pairs. Its A* queued
/// children with the parent's f; ours does not.
constexpr ReportRun runs[] = {
    {"BFS", "bfs", "auto"},
    {"IDDFS", "iddfs", "auto"},
    {"GBFS", "greedy", "linear-conflict-pairs"},
    {"A*", "a*", "linear-conflict-pairs"},
};

std::string write(const ReportedBoard& board) {
    std::string text;
    for (std::size_t i = 0; i < board.solutions.size(); ++i) {
        const Solution& solution = board.solutions[i];
        text += fmt::format(
            "{}\n nodes expanded: {}\n",
            board.runs.empty() ? solution.asked.algorithm : std::string(board.runs[i].title),
            solution.measured.counters.expanded);
        text +=
            solution.outcome.found
                ? fmt::format(" path: {}\n", format_moves(solution.outcome.moves,
                                                          solution.asked.start, Notation::numbers))
                : " didn't find solution\n";
    }
    return text;
}

}  // namespace

constinit const ReportFormat seed_sliding{
    .name = "seed-sliding",
    .synopsis =
        "the n×n command line origin: BFS, IDDFS, GBFS and A* with nodes and tile path; goal "
        "blank-first",
    .goal = "blank-first",
    .order = "LRUD",
    .runs = runs,
    .write = write,
};

}  // namespace tessera::reports
