// Goals by name or by board, and the canonical labelling in which every search and heuristic works.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// A goal that has a name on every size.
struct NamedGoal {
    std::string_view name;
    std::string_view synopsis;
    DynamicBoard (*make)(Geometry);
};

/// blank-last, blank-first, snail, column-major.
std::span<const NamedGoal> named_goals();

/// The goal called `name` on this size, or a usage error that suggests the nearest name.
Result<DynamicBoard> make_goal(std::string_view name, Geometry geometry);

/// The name of this goal board if it is one of the named goals, else "custom".
std::string_view goal_name(const DynamicBoard& goal);

/// Relabels tiles so that any goal becomes the one canonical goal with the same blank cell.
///
/// Canonical labels number the tiles in the goal's own reading order, so the canonical goal is
/// determined by its blank cell alone: tile k lies on the k-th cell that is not the blank's.
/// Everything inside (heuristics, tables, searches) sees canonical boards only; costs by tile
/// number come along as a table over canonical labels. Cells, and therefore moves, are the same in
/// both labellings.
class Labelling {
  public:
    explicit Labelling(const DynamicBoard& goal);

    Geometry geometry() const { return geometry_; }
    Cell goal_blank() const { return goal_blank_; }
    Tile canonical(Tile original) const { return canonical_[index(original)]; }
    Tile original(Tile canonical) const { return original_[index(canonical)]; }

    /// A board in the goal's labels, in canonical labels and the wanted board type.
    template <BoardType B>
    B canonical_board(const DynamicBoard& board) const {
        std::vector<Tile> tiles = tiles_of(board);
        for (Tile& tile : tiles) tile = canonical(tile);
        return B::from_tiles(geometry_, tiles);
    }

  private:
    Geometry geometry_;
    Cell goal_blank_{0};
    std::vector<Tile> canonical_;
    std::vector<Tile> original_;
};

/// The cell where canonical tile `tile` belongs when the goal's blank is on `goal_blank`.
constexpr Cell goal_cell(Tile tile, Cell goal_blank) {
    return make_cell(index(tile) <= index(goal_blank) ? index(tile) - 1 : index(tile));
}

/// The canonical tile that belongs on `cell`; the blank for `goal_blank` itself.
constexpr Tile goal_tile(Cell cell, Cell goal_blank) {
    if (cell == goal_blank) return blank_tile;
    return make_tile(cell < goal_blank ? index(cell) + 1 : index(cell));
}

/// The canonical goal board.
template <BoardType B>
B canonical_goal(Geometry geometry, Cell goal_blank) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = goal_tile(make_cell(i), goal_blank);
    return B::from_tiles(geometry, tiles);
}

}  // namespace tessera
