// seed-nxn: the quality, the cost and the verification that the notebook of the n×n origin prints.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"

namespace tessera::reports {
namespace seed_nxn_course {
namespace {

/// The search that its README reports.
constexpr ReportRun runs[] = {{"", "combined-a*", "auto"}};

/// A path is reported only after it was replayed to the goal, so a found path means a solved puzzle.
std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (!solution.outcome.found) {
        return fmt::format(
            "Solution length: None\nActions evaluated: {}\nIs the puzzle solved? False\n",
            solution.measured.counters.generated);
    }
    return fmt::format("Solution length: {}\nActions evaluated: {}\nIs the puzzle solved? True\n",
                       solution.outcome.moves.size(), solution.measured.counters.generated);
}

}  // namespace
}  // namespace seed_nxn_course

constinit const ReportFormat seed_nxn{
    .name = "seed-nxn",
    .synopsis =
        "the n×n origin's notebook: solution length, actions evaluated, 'Is the puzzle "
        "solved? True'; combined-a*",
    .runs = seed_nxn_course::runs,
    .write = seed_nxn_course::write,
};

}  // namespace tessera::reports
