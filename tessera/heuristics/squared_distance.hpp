// Squared distance: an estimate that guides a search to the goal but proves nothing.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/support/line_conflict.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::squared_distance {

inline constexpr std::string_view aliases[] = {"squares", "spread"};

inline constexpr HeuristicInfo info{
    .name = "squared-distance",
    .aliases = aliases,
    .synopsis =
        "rows² + columns² each tile is away, + 3 for every tile in linear conflict; for beam "
        "search",
    .options = {},
    .admissible = false,
    .consistent = false,
    .origin = "none: tiles that are far away count more than their distance",
    .cost = "one look-up a move",
    .use = "With beam, for short solutions of large boards. It proves nothing.",
};

struct Distance {
    static constexpr Cost scale = 1;
    static Cost between(Geometry geometry, Cell a, Cell b) {
        const auto rows = static_cast<Cost>(geometry.row(a)) - static_cast<Cost>(geometry.row(b));
        const auto cols = static_cast<Cost>(geometry.col(a)) - static_cast<Cost>(geometry.col(b));
        return rows * rows + cols * cols;
    }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        return fmt::format("{} from its place: {}² + {}²", way_between(geometry, a, b),
                           apart(geometry.row(a), geometry.row(b)),
                           apart(geometry.col(a), geometry.col(b)));
    }
};

/// A tile that is far away counts more than several that are near, so a search guided by this brings all tiles
/// near their places before it puts the last ones right. A beam of the same width finds 6×6 solutions that are
/// 8 % shorter than with linear-conflict, and 7×7 solutions 11 % (docs/performance.md). The weight of the
/// conflicts may be anything from 1 to 3 times as large: no difference could be measured.
template <BoardType B>
class Heuristic {
  public:
    using State = Cost;

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        // The costs of moves do not change where a tile should go.
        HeuristicSetup<B> units = setup;
        units.tile_costs.clear();
        auto distances = TileSum<B, Distance>::make(units);
        if (!distances) return distances.error();
        Heuristic heuristic(std::move(*distances));
        heuristic.rows_.build(units, nullptr);
        heuristic.columns_.build(units, heuristic.rows_.table());
        return heuristic;
    }
    /// Makes the heuristic for another size or goal blank, with unit costs. Tables of conflicts depend only on
    /// the length of the lines, so it shares those of the two given heuristics where the lengths are the same.
    static Heuristic make_sharing(Geometry geometry, Cell goal_blank, const Heuristic& with_rows,
                                  const Heuristic& with_columns) {
        HeuristicSetup<B> setup;
        setup.geometry = geometry;
        setup.goal_blank = goal_blank;
        Heuristic heuristic(*TileSum<B, Distance>::make(setup));
        heuristic.rows_.build(setup, with_rows.rows_.table());
        heuristic.columns_.build(setup, with_columns.columns_.table());
        return heuristic;
    }

    State evaluate(const B& board) const { return distances_.evaluate(board) + conflicts(board); }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        return distances_.after_slide(state, board, tile, from, to) +
               conflicts_change(board, tile, from, to);
    }
    /// What the conflicts add, and how a slide changes it.
    Cost conflicts(const B& board) const {
        Cost penalties = 0;
        for (std::size_t row = 0; row < rows_.lines(); ++row) {
            penalties += rows_.penalty(board, row);
        }
        for (std::size_t column = 0; column < columns_.lines(); ++column) {
            penalties += columns_.penalty(board, column);
        }
        return weighted(penalties);
    }
    Cost conflicts_change(const B& board, Tile tile, Cell from, Cell to) const {
        return weighted(is_vertical(from, to) ? rows_.change(board, tile, from, to)
                                              : columns_.change(board, tile, from, to));
    }
    /// A part for every line in the wrong order, with `weight` for what it adds here.
    void explain_conflicts(const B& board, double weight, std::vector<Explanation>& parts) const {
        const double times = weight * static_cast<double>(weighted(2)) / 2.0;
        rows_.explain_all(board, times, parts);
        columns_.explain_all(board, times, parts);
    }
    static Cost value(State state) { return state; }
    static State state_of(Cost value) { return value; }
    static double exact_value(State state) { return state; }
    Explanation explain(const B& board) const {
        Explanation whole = distances_.explain(board);
        const double alone = whole.value;
        explain_conflicts(board, 1.0, whole.parts);
        whole.combine(Combination::sum);
        whole.reason.words =
            fmt::format("the squares of the distances are {}, lines in the wrong order add {}",
                        alone, whole.value - alone);
        return whole;
    }
    std::size_t table_bytes() const {
        const bool shared = rows_.table() != nullptr && rows_.table() == columns_.table();
        return distances_.table_bytes() + rows_.bytes() + columns_.bytes() -
               (shared ? rows_.table_bytes() : 0);
    }

  private:
    using Conflicts = linear_conflict::FewestRemoved;

    explicit Heuristic(TileSum<B, Distance> distances) : distances_(std::move(distances)) {}

    /// Penalties are 2 for every tile that must leave its line.
    static Cost weighted(Cost penalty) { return penalty + penalty / 2; }

    TileSum<B, Distance> distances_;
    LineSet<B, Conflicts, true> rows_;
    LineSet<B, Conflicts, false> columns_;
};

}  // namespace tessera::heuristics::squared_distance
