// Inversions of a board read row by row or column by column, against the goal read the same way.
#pragma once

#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// Counts the pairs of tiles that stand in the other order than in the goal; the blank is left out.
///
/// Read row by row, a horizontal slide carries a tile past the blank only and changes nothing; a
/// vertical one carries it past the columns − 1 tiles between its two cells. Column by column it is
/// the other way round.
template <BoardType B, bool by_rows>
class ReadingOrder {
  public:
    ReadingOrder() = default;
    explicit ReadingOrder(const HeuristicSetup<B>& setup)
        : shape_(setup.geometry), rank_(setup.geometry.cells(), 0) {
        for (std::size_t t = 1; t < rank_.size(); ++t) {
            rank_[t] = position(goal_cell(make_tile(t), setup.goal_blank));
        }
    }

    std::size_t bytes() const { return rank_.size() * sizeof(std::size_t); }

    /// All inversions, pair by pair.
    Cost count(const B& board) const {
        Cost sum = 0;
        for (std::size_t j = 1; j < rank_.size(); ++j) {
            const Tile later = board.tile_at(cell(j));
            if (later == blank_tile) continue;
            for (std::size_t i = 0; i < j; ++i) {
                const Tile earlier = board.tile_at(cell(i));
                if (earlier != blank_tile && rank(earlier) > rank(later)) ++sum;
            }
        }
        return sum;
    }

    /// By how much the count changes when `tile` slides; `board` is the one before.
    Cost change(const B& board, Tile tile, Cell from, Cell to) const {
        if (is_vertical(from, to) != by_rows) return 0;
        const bool forward = position(from) < position(to);
        const std::size_t first = forward ? position(from) : position(to);
        const std::size_t last = forward ? position(to) : position(from);
        Cost smaller_less_larger = 0;
        for (std::size_t i = first + 1; i < last; ++i) {
            smaller_less_larger += rank(board.tile_at(cell(i))) < rank(tile) ? 1 : -1;
        }
        return forward ? -smaller_less_larger : smaller_less_larger;
    }

  private:
    std::size_t rank(Tile tile) const { return rank_[index(tile)]; }
    std::size_t position(Cell at) const {
        return by_rows ? index(at) : shape_().col(at) * shape_().rows + shape_().row(at);
    }
    Cell cell(std::size_t place) const {
        return by_rows ? make_cell(place)
                       : shape_().cell(place % shape_().rows, place / shape_().rows);
    }

    Shape<B> shape_;
    std::vector<std::size_t> rank_;
};

}  // namespace tessera::heuristics
