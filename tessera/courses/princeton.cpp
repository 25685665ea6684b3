// princeton: what the test client of Princeton's 8-puzzle assignment (COS 226) prints.
#include <fmt/format.h>

#include "tessera/courses/report.hpp"

namespace tessera::reports {
namespace princeton_course {
namespace {

/// As `Board.toString()` of the assignment's checklist: the side, then every number in two columns with a space behind it.
std::string board_text(const DynamicBoard& board) {
    const Geometry geometry = board.geometry();
    std::string text = geometry.rows == geometry.cols
                           ? fmt::format("{}\n", geometry.rows)
                           : fmt::format("{} {}\n", geometry.rows, geometry.cols);
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        text += fmt::format("{:2d} ", index(board.tile_at(make_cell(c))));
        if ((c + 1) % geometry.cols == 0) text += '\n';
    }
    return text;
}

/// The client says "minimum", so only proven minima are reported with that word.
std::string write(const ReportedBoard& board) {
    const Solution& solution = board.solutions.front();
    if (solution.proof.unsolvable) return "No solution possible\n";
    if (!solution.outcome.found || !solution.proof.optimal) return {};
    std::string text = fmt::format("Minimum number of moves = {}\n", solution.outcome.moves.size());
    for_each_board(solution, [&](std::size_t, std::optional<Move>, const DynamicBoard& state) {
        text += board_text(state);
        text += '\n';
    });
    return text;
}

}  // namespace
}  // namespace princeton_course

constinit const ReportFormat princeton{
    .name = "princeton",
    .synopsis =
        "Princeton's assignment: 'Minimum number of moves = N' and every board, or 'No "
        "solution possible'",
    .write = princeton_course::write,
};

}  // namespace tessera::reports
