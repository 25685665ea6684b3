// Explains what walking distance sees of a board in one direction.
#pragma once

#include <fmt/format.h>

#include "tessera/contracts/explanation.hpp"
#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// How many tiles of each line belong to each line.
template <BoardType B>
LineMatrix line_matrix(const B& board, Cell goal_blank, bool by_rows) {
    const Geometry shape = board.geometry();
    const auto line_of = [&](Cell cell) { return by_rows ? shape.row(cell) : shape.col(cell); };
    LineMatrix matrix;
    matrix.of_rows = by_rows;
    matrix.lines = by_rows ? shape.rows : shape.cols;
    matrix.blank_line = line_of(board.blank());
    matrix.counts.assign(matrix.lines * matrix.lines, 0);
    for (std::size_t c = 0; c < shape.cells(); ++c) {
        const Tile tile = board.tile_at(make_cell(c));
        if (tile == blank_tile) continue;
        const std::size_t home = line_of(goal_cell(tile, goal_blank));
        ++matrix.counts[line_of(make_cell(c)) * matrix.lines + home];
    }
    return matrix;
}

/// The moves of one direction as a walking table counts them.
inline Explanation explain_walk(LineMatrix matrix, Cost moves) {
    std::size_t alone = 0;
    for (std::size_t i = 0; i < matrix.lines; ++i) {
        for (std::size_t j = 0; j < matrix.lines; ++j) alone += matrix.count(i, j) * apart(i, j);
    }
    const std::string_view noun = matrix.of_rows ? "row" : "column";
    const auto walked = static_cast<std::size_t>(moves);
    Explanation part;
    part.kind = PartKind::direction;
    part.title.words = matrix.of_rows ? "vertical moves" : "horizontal moves";
    part.reason.words =
        walked == 0 ? fmt::format("every tile and the blank are in their {}s", noun)
        : walked == alone
            ? fmt::format("the tiles are {} from their places, which is enough",
                          counted(alone, noun))
            : fmt::format(
                  "the tiles are {} from their places, but only the one blank can move "
                  "them: {}",
                  counted(alone, noun), counted(walked, "move"));
    part.value = moves;
    part.matrix = std::move(matrix);
    return part;
}

}  // namespace tessera::heuristics
