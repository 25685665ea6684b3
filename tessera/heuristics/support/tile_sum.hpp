// The frame of every heuristic that is a sum over tiles of something that depends on the tile's cell alone.
#pragma once

#include <fmt/format.h>

#include <array>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// h = Σ over tiles of `distance(cell, goal cell)` × the tile's cost, kept as one integer.
///
/// `Distance::between(geometry, a, b)` returns a whole number of `1 / Distance::scale` moves. A fractional distance
/// is rounded *down* to that grid, tile by tile: floor(s·a) ≤ floor(s·b) + s whenever a ≤ b + 1, so the sum stays
/// admissible and consistent, and `value` may round the total up because path costs are whole.
/// `Distance::words(geometry, a, b)` says the same of a tile that is not at home: "# is …".
template <BoardType B, class Distance>
class TileSum {
  public:
    using Fixed = std::int64_t;
    using State = std::conditional_t<Distance::scale == 1, Cost, Fixed>;
    static constexpr bool changes_by_one = [] {
        if constexpr (requires { Distance::changes_by_one; }) {
            return Distance::changes_by_one;
        } else {
            return false;
        }
    }();

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
        if constexpr (tables_changes) heuristic.table_changes();
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
        if constexpr (tables_changes) {
            return state + changes_[change_index(tile, from, to)];
        }
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
    /// A part for every tile that is not at home.
    Explanation explain(const B& board) const {
        Explanation whole;
        for (std::size_t c = 0; c < cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile || goal_cell(tile, setup_.goal_blank) == make_cell(c)) continue;
            whole.parts.push_back(explain_tile(tile, make_cell(c)));
        }
        whole.reason.words = whole.parts.empty()
                                 ? std::string("every tile is in its place")
                                 : fmt::format("{} of {} tiles are not in their places",
                                               whole.parts.size(), cells() - 1);
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const { return table_.size() * sizeof(State) + sizeof(changes_); }

    /// The part of one tile on one cell; 0 for the blank.
    State distance(Tile tile, Cell cell) const {
        if constexpr (!B::fixed_geometry) {
            if (table_.empty()) return computed(tile, cell);
        }
        return table_[index(tile) * cells() + index(cell)];
    }

  private:
    /// On boards of compile-time size the change of every slide of every tile has an entry of its own, in
    /// the object itself: one load where the cells are constants. With tile numbers as costs too it
    /// fits a byte.
    static constexpr bool tables_changes = B::fixed_geometry && Distance::scale == 1;
    static constexpr std::size_t change_entries = [] {
        if constexpr (tables_changes) {
            return B::cell_count * all_moves.size() * B::cell_count;
        } else {
            return std::size_t{0};
        }
    }();

    /// `from` and `to` are neighbours: four directions from every cell.
    static constexpr std::size_t change_index(Tile tile, Cell from, Cell to) {
        const std::size_t a = index(from);
        const std::size_t b = index(to);
        const std::size_t direction = b == a + 1 ? 0 : a == b + 1 ? 1 : b > a ? 2 : 3;
        if constexpr (B::fixed_geometry) {
            return (a * all_moves.size() + direction) * B::cell_count + index(tile);
        } else {
            return 0;
        }
    }
    void table_changes() {
        for (std::size_t c = 0; c < cells(); ++c) {
            for (const Move move : all_moves) {
                const Cell from = make_cell(c);
                if (!setup_.geometry.legal_moves(from).has(move)) continue;
                const Cell to = setup_.geometry.neighbour(from, move);
                for (std::size_t t = 1; t < cells(); ++t) {
                    const Tile tile = make_tile(t);
                    changes_[change_index(tile, from, to)] =
                        static_cast<std::int8_t>(distance(tile, to) - distance(tile, from));
                }
            }
        }
    }

    /// Above this the table (cells² entries) would leave the cache, and distances are computed instead.
    static constexpr std::size_t most_tabled_cells = 256;

    std::size_t cells() const {
        if constexpr (B::fixed_geometry) {
            return B::cell_count;
        } else {
            return setup_.geometry.cells();
        }
    }
    Explanation explain_tile(Tile tile, Cell cell) const {
        const Cell home = goal_cell(tile, setup_.goal_blank);
        Explanation part;
        part.kind = PartKind::tile;
        part.title = {"tile #", {tile}};
        part.reason = {fmt::format("# is {}", Distance::words(setup_.geometry, cell, home)),
                       {tile}};
        if (!setup_.tile_costs.empty()) {
            part.reason.words += fmt::format(", times {} a move", setup_.cost_of(tile));
        }
        part.value = exact_value(distance(tile, cell));
        part.tiles = {tile};
        part.cells = {cell};
        part.goals = {home};
        return part;
    }
    State computed(Tile tile, Cell cell) const {
        if (tile == blank_tile) return 0;
        const Cell home = goal_cell(tile, setup_.goal_blank);
        return static_cast<State>(Distance::between(setup_.geometry, cell, home)) *
               setup_.cost_of(tile);
    }

    HeuristicSetup<B> setup_;
    std::vector<State> table_;
    std::array<std::int8_t, change_entries> changes_{};
};

}  // namespace tessera::heuristics
