// seed-15: the interactive program of the 15-puzzle origin, without its questions.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::reports {
namespace seed_15_course {
namespace {

std::string drawing(const DynamicBoard& board) {
    const Geometry geometry = board.geometry();
    const std::size_t width = std::max<std::size_t>(2, cell_width(board));
    const std::string rule(1 + geometry.cols * (width + 3), '-');
    std::string text = rule + '\n';
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        const Tile tile = board.tile_at(make_cell(c));
        if (c % geometry.cols == 0) text += '|';
        text +=
            fmt::format(" {:>{}} |", tile == blank_tile ? "" : std::to_string(index(tile)), width);
        if ((c + 1) % geometry.cols == 0) text += fmt::format("\n{}\n", rule);
    }
    return text;
}

std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    std::string text = fmt::format("Puzzle:\n{}", drawing(solution.asked.start));
    if (!solution.asked.algorithm.empty()) {
        text += fmt::format("You chose {} search", in_capitals(solution.asked.algorithm));
        text += solution.asked.heuristic.empty()
                    ? "\n"
                    : fmt::format(" with heuristic: {}\n", solution.asked.heuristic);
    }
    if (!solution.outcome.found) return text + "No solution found.\n";
    text += fmt::format("Search found a path of {} moves.\nSolution path:\n",
                        solution.outcome.moves.size());
    for_each_board(
        solution, [&](std::size_t step, std::optional<Move> move, const DynamicBoard& state) {
            if (!move) return;
            text += fmt::format("After move {}: {}\n{}", step, to_string(*move), drawing(state));
        });
    return text + fmt::format("Congratulations! Goal is reached. Puzzle is solved!\n{}\n",
                              python_list(solution.outcome.moves,
                                          [](Move move) { return std::string(to_string(move)); }));
}

}  // namespace
}  // namespace seed_15_course

constinit const ReportFormat seed_15{
    .name = "seed-15",
    .synopsis = "the 15-puzzle origin: its boxes, 'Search found a path of N moves.', every step",
    .write = seed_15_course::write,
};

}  // namespace tessera::reports
