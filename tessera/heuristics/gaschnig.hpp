// Gaschnig's heuristic: the solution of the puzzle in which any tile may jump to the blank.
#pragma once

#include <algorithm>
#include <bitset>
#include <type_traits>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics::gaschnig {

inline constexpr std::string_view aliases[] = {"n-max-swap"};

inline constexpr HeuristicInfo info{
    .name = "gaschnig",
    .aliases = aliases,
    .synopsis = "moves needed if any tile could jump to the blank",
    .options = {},
    .admissible = true,
    .consistent = true,
    .reference = "Gaschnig 1979, A problem similarity approach to devising heuristics",
};

/// The exact cost of the relaxed puzzle, from the cycles of the permutation "cell → goal cell of
/// what lies there".
///
/// Every misplaced tile has to jump once. Only jumps of its own tiles change a cycle, so a cycle of
/// misplaced tiles that the blank is not in must begin with one of its tiles jumping to the blank,
/// which is not that tile's goal cell: that tile jumps twice, and the cheapest one will do. So
///     h = Σ cost of the misplaced tiles + Σ over those cycles of the cheapest cost in the cycle.
/// A slide is a jump: it splits the blank's cycle or joins another to it, and walking the slid
/// tile's cycle once tells which, and what it costs.
template <BoardType B>
class Heuristic {
  public:
    using State = Cost;

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        Heuristic heuristic;
        heuristic.shape_ = Shape<B>(setup.geometry);
        heuristic.goal_blank_ = setup.goal_blank;
        heuristic.costs_.resize(setup.geometry.cells());
        for (std::size_t t = 1; t < heuristic.costs_.size(); ++t) {
            heuristic.costs_[t] = setup.cost_of(make_tile(t));
        }
        return heuristic;
    }

    State evaluate(const B& board) const {
        const std::size_t cells = shape_().cells();
        Seen seen = nothing_seen(cells);
        Cost sum = 0;
        for (std::size_t start = 0; start < cells; ++start) {
            if (seen[start]) continue;
            Cost tiles = 0;
            Cost cheapest = infinite_cost;
            bool has_blank = false;
            std::size_t length = 0;
            for (std::size_t c = start; !seen[c]; c = index(home(board.tile_at(make_cell(c))))) {
                const Tile tile = board.tile_at(make_cell(c));
                seen[c] = true;
                ++length;
                if (tile == blank_tile) {
                    has_blank = true;
                } else {
                    tiles += cost(tile);
                    cheapest = std::min(cheapest, cost(tile));
                }
            }
            if (length > 1) sum += has_blank ? tiles : tiles + cheapest;
        }
        return sum;
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        Cell cell = home(tile);
        if (cell == from) return state + cost(tile);
        if (cell == to) return state - cost(tile);
        Cost cheapest = cost(tile);
        while (cell != from && cell != to) {
            const Tile next = board.tile_at(cell);
            cheapest = std::min(cheapest, cost(next));
            cell = home(next);
        }
        return cell == from ? state - cheapest : state + cheapest;
    }
    static Cost value(State state) { return state; }
    static double exact_value(State state) { return state; }
    std::size_t table_bytes() const { return costs_.size() * sizeof(Cost); }

  private:
    using Seen = std::conditional_t<B::fixed_geometry, std::bitset<64>, std::vector<bool>>;

    static Seen nothing_seen([[maybe_unused]] std::size_t cells) {
        if constexpr (B::fixed_geometry) {
            return {};
        } else {
            return Seen(cells, false);
        }
    }
    Cost cost(Tile tile) const { return costs_[index(tile)]; }
    Cell home(Tile tile) const {
        return tile == blank_tile ? goal_blank_ : goal_cell(tile, goal_blank_);
    }

    Shape<B> shape_;
    Cell goal_blank_{0};
    std::vector<Cost> costs_;
};

}  // namespace tessera::heuristics::gaschnig
