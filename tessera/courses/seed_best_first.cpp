// seed-best-first: the window of the 8/15/24-puzzle origin: its step counter with each board.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::reports {
namespace seed_best_first_course {
namespace {

std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (solution.proof.unsolvable) return "The puzzle is not solvable.\n";
    if (!solution.outcome.found)
        return fmt::format("No solution found ({}).\n", to_string(solution.outcome.status));
    std::string text;
    for_each_board(solution, [&](std::size_t step, std::optional<Move>, const DynamicBoard& state) {
        text += fmt::format("Steps: {}\n{}", step, rows_of(state, cell_width(state)));
    });
    return text;
}

}  // namespace
}  // namespace seed_best_first_course

constinit const ReportFormat seed_best_first{
    .name = "seed-best-first",
    .synopsis = "the 8/15/24-puzzle origin: 'Steps: n' and the board of each step",
    .order = "UDLR",
    .write = seed_best_first_course::write,
};

}  // namespace tessera::reports
