// seed-sliding: the n×n origin of the command line, which runs four searches on every board.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::reports {
namespace seed_sliding_course {
namespace {

/// Its searches, counted as it counts. Its linear conflict counts pairs; here that heuristic is called
/// linear-conflict-pairs. Its IDDFS has a stack, from which the child that was pushed last is taken first.
constexpr ReportRun runs[] = {
    {"BFS", "bfs", "auto"},
    {"IDDFS", "iddfs", "auto", infinite_cost, "DURL"},
    {"GBFS", "sliding-greedy", "linear-conflict-pairs"},
    {"A*", "sliding-a*", "linear-conflict-pairs"},
};

std::string write(const ReportedBoard& board) {
    std::string text;
    for (const Solution& solution : board.solutions) {
        text += fmt::format("{}\n nodes expanded: {}\n", title_of(solution, runs),
                            solution.measured.counters.expanded);
        text += solution.outcome.found
                    ? fmt::format(" path: {} \n\n",
                                  format_moves(solution.outcome.moves, solution.asked.start,
                                               Notation::numbers))
                    : " didn't find solution\n\n";
    }
    return text;
}

}  // namespace
}  // namespace seed_sliding_course

constinit const ReportFormat seed_sliding{
    .name = "seed-sliding",
    .synopsis =
        "the n×n command line origin: BFS, IDDFS, GBFS and A* with nodes and tile path; goal "
        "blank-first",
    .goal = "blank-first",
    .order = "LRUD",
    .runs = seed_sliding_course::runs,
    .write = seed_sliding_course::write,
};

}  // namespace tessera::reports
