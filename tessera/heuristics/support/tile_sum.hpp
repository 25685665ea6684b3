// The frame of every heuristic that is a sum over tiles of something that depends on the tile's cell alone.
#pragma once

#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// h = Σ over tiles of `distance(cell, goal cell)` × the tile's cost, kept as one integer.
///
/// `Distance::between(geometry, a, b)` returns a whole number of `1 / Distance::scale` moves. A fractional distance
/// is rounded *down* to that grid, tile by tile: floor(s·a) ≤ floor(s·b) + s whenever a ≤ b + 1, so the sum stays
/// admissible and consistent, and `value` may round the total up because path costs are whole.
template <BoardType B, class Distance>
class TileSum {
  public:
    using Fixed = std::int64_t;
    using State = std::conditional_t<Distance::scale == 1, Cost, Fixed>;

    static Result<TileSum> make(const HeuristicSetup<B>& setup) {
        TileSum heuristic;
        const std::size_t cells = setup.geometry.cells();
        heuristic.setup_ = {setup.geometry, setup.goal_blank, setup.tile_costs, {}, {}};
        if (cells > most_tabled_cells) return heuristic;
        heuristic.table_.assign(cells * cells, 0);
        for (std::size_t t = 1; t < cells; ++t) {
            for (std::size_t c = 0; c < cells; ++c) {
                heuristic.table_[t * cells + c] = heuristic.computed(make_tile(t), make_cell(c));
            }
        }
        return heuristic;
    }

    State evaluate(const B& board) const {
        State sum = 0;
        for (std::size_t c = 0; c < cells(); ++c) {
            sum += distance(board.tile_at(make_cell(c)), make_cell(c));
        }
        return sum;
    }
    State after_slide(State state, const B&, Tile tile, Cell from, Cell to) const {
        return state - distance(tile, from) + distance(tile, to);
    }
    static Cost value(State state) {
        return static_cast<Cost>((state + Distance::scale - 1) / Distance::scale);
    }
    /// The state whose value this is.
    static State state_of(Cost value)
        requires(Distance::scale == 1)
    {
        return value;
    }
    static double exact_value(State state) {
        return static_cast<double>(state) / static_cast<double>(Distance::scale);
    }
    std::size_t table_bytes() const { return table_.size() * sizeof(State); }

    /// The part of one tile on one cell; 0 for the blank.
    State distance(Tile tile, Cell cell) const {
        if constexpr (!B::fixed_geometry) {
            if (table_.empty()) return computed(tile, cell);
        }
        return table_[index(tile) * cells() + index(cell)];
    }

  private:
    /// Above this the table (cells² entries) would leave the cache, and distances are computed instead.
    static constexpr std::size_t most_tabled_cells = 256;

    std::size_t cells() const {
        if constexpr (B::fixed_geometry) {
            return B::cell_count;
        } else {
            return setup_.geometry.cells();
        }
    }
    State computed(Tile tile, Cell cell) const {
        if (tile == blank_tile) return 0;
        const Cell home = goal_cell(tile, setup_.goal_blank);
        return static_cast<State>(Distance::between(setup_.geometry, cell, home)) *
               setup_.cost_of(tile);
    }

    HeuristicSetup<B> setup_;
    std::vector<State> table_;
};

}  // namespace tessera::heuristics
