// seed-nxn: the quality, the cost and the verification that the n×n seed's notebook prints.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"

namespace tessera::reports {
namespace {

/// A path is only ever reported after it was replayed to the goal, so that a found one is a solved puzzle.
std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (!solution.found) {
        return fmt::format(
            "Solution length: None\nActions evaluated: {}\nIs the puzzle solved? False\n",
            solution.counters.generated);
    }
    return fmt::format("Solution length: {}\nActions evaluated: {}\nIs the puzzle solved? True\n",
                       solution.moves.size(), solution.counters.generated);
}

}  // namespace

constinit const ReportFormat seed_nxn{
    .name = "seed-nxn",
    .synopsis =
        "the n×n seed's notebook: solution length, actions evaluated, 'Is the puzzle "
        "solved? True'",
    .write = write,
};

}  // namespace tessera::reports
