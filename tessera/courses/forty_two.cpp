// 42: the output that the subject of 42 school's n-puzzle demands.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::reports {
namespace forty_two_course {
namespace {

/// The subject asks for: the states ever selected from the open set (complexity in time: those expanded, and the goal), the most states held at once (complexity
/// in size), the number of moves, the sequence of states; and to be told of an unsolvable puzzle.
/// States are written as the school's generator writes them.
std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (solution.proof.unsolvable) return "This puzzle is unsolvable.\n";
    std::string text =
        fmt::format("Complexity in time: {}\nComplexity in size: {}\n",
                    solution.measured.counters.expanded + (solution.outcome.found ? 1 : 0),
                    solution.measured.counters.peak_states);
    if (!solution.outcome.found) {
        return text + fmt::format("No solution found ({}).\n", to_string(solution.outcome.status));
    }
    text += fmt::format("Number of moves: {}\nOrdered sequence of states:\n",
                        solution.outcome.moves.size());
    const std::size_t width = cell_width(solution.asked.start);
    for_each_board(solution, [&](std::size_t step, std::optional<Move>, const DynamicBoard& state) {
        if (step > 0) text += '\n';
        text += rows_of(state, width);
    });
    return text;
}

}  // namespace
}  // namespace forty_two_course

constinit const ReportFormat forty_two{
    .name = "42",
    .synopsis = "42 school's n-puzzle: complexity in time and size, moves, every state; goal snail",
    .goal = "snail",
    .write = forty_two_course::write,
};

}  // namespace tessera::reports
