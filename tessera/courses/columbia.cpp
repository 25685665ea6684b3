// columbia: the output.txt of Columbia University's 8-puzzle homework (COMS W4701, CSMM.101x).
// This folder writes answers in the exact form that a course or one of the origins expects.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"

namespace tessera::reports {
namespace columbia_course {
namespace {

/// The homework tests the goal when a state leaves the frontier, and demands counts of that kind. Its handout
/// has 10 expanded nodes for `bfs 1,2,5,3,4,0,6,7,8` and 181437 for `dfs`.
constexpr CountedAs counted[] = {
    {"bfs", "textbook-bfs", "auto"},
    {"dfs", "textbook-dfs", "auto"},
    {"a*", "textbook-a*", "manhattan"},
};

/// Empty if there is no path: the homework does not say what to print then.
std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (!solution.outcome.found) return {};
    constexpr double megabyte = 1024.0 * 1024.0;
    return fmt::format(
        "path_to_goal: {}\ncost_of_path: {}\nnodes_expanded: {}\nsearch_depth: {}\n"
        "max_search_depth: {}\nrunning_time: {:.8f}\nmax_ram_usage: {:.8f}\n",
        python_list(solution.outcome.moves, capitalised), solution.outcome.cost,
        solution.measured.counters.expanded, solution.outcome.moves.size(),
        solution.measured.counters.max_depth, solution.measured.seconds,
        static_cast<double>(solution.measured.peak_memory_bytes) / megabyte);
}

}  // namespace
}  // namespace columbia_course

constinit const ReportFormat columbia{
    .name = "columbia",
    .synopsis =
        "Columbia's homework: path_to_goal … max_ram_usage; bfs, dfs and a* counted as it "
        "does; goal blank-first",
    .goal = "blank-first",
    .order = "UDLR",
    .counted_as = columbia_course::counted,
    .write = columbia_course::write,
};

}  // namespace tessera::reports
