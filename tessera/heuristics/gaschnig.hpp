// Gaschnig's heuristic: the solution of the puzzle in which any tile may jump to the blank.
#pragma once

#include <algorithm>
#include <bitset>
#include <type_traits>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/words.hpp"
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
    .sight = Sight::little,
    .reference = "Gaschnig 1979, A problem similarity approach to devising heuristics",
    .origin = "any tile may jump to the blank, from anywhere",
    .cost = "a walk along one cycle of the permutation a move, at most all tiles",
    .use =
        "To see what is lost if only the blank counts: at least misplaced, but blind for "
        "distances.",
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
    /// The jumps of a cheapest solution of the relaxed puzzle, cycle by cycle. The blank's own cycle comes
    /// first: after it the blank is at home, and every other cycle begins and ends there.
    Explanation explain(const B& board) const {
        Explanation whole;
        std::vector<Tile> tile_on(shape_().cells());
        for (std::size_t c = 0; c < tile_on.size(); ++c) tile_on[c] = board.tile_at(make_cell(c));
        Cell blank = board.blank();
        if (blank != goal_blank_) whole.parts.push_back(explain_cycle(tile_on, blank, nullptr));
        for (std::size_t c = 0; c < tile_on.size(); ++c) {
            const Tile tile = tile_on[c];
            if (tile == blank_tile || home(tile) == make_cell(c)) continue;
            const Cell first = cheapest_of_cycle(tile_on, make_cell(c));
            whole.parts.push_back(explain_cycle(tile_on, blank, &first));
        }
        whole.reason.words =
            "every misplaced tile jumps once, one of each cycle without the blank "
            "jumps twice";
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const { return costs_.size() * sizeof(Cost); }

  private:
    Cell cheapest_of_cycle(const std::vector<Tile>& tile_on, Cell start) const {
        Cell cheapest = start;
        for (Cell c = home(tile_on[index(start)]); c != start; c = home(tile_on[index(c)])) {
            if (cost(tile_on[index(c)]) < cost(tile_on[index(cheapest)])) cheapest = c;
        }
        return cheapest;
    }
    /// Makes all jumps of a cycle. If the blank is not in the cycle, the first jump is the one from `first`.
    /// Then the tile that belongs where the blank is jumps there, until the blank is at home.
    Explanation explain_cycle(std::vector<Tile>& tile_on, Cell& blank, const Cell* first) const {
        Explanation cycle;
        cycle.kind = PartKind::cycle;
        if (first != nullptr) add_jump(cycle, tile_on, *first, blank);
        while (blank != goal_blank_) {
            const Tile wanted = goal_tile(blank, goal_blank_);
            const auto place = std::find(tile_on.begin(), tile_on.end(), wanted);
            const Cell from = make_cell(static_cast<std::size_t>(place - tile_on.begin()));
            add_jump(cycle, tile_on, from, blank);
        }
        cycle.combine(Combination::sum);
        cycle.title.words = first == nullptr ? "cycle of the blank" : "cycle";
        cycle.title.words += " with " + places_for(cycle.tiles.size());
        cycle.title.tiles = cycle.tiles;
        cycle.reason.words = first == nullptr ? "each tile jumps into its place once"
                                              : "# jumps out of the way first, then each into its "
                                                "place";
        if (first != nullptr) cycle.reason.tiles = {cycle.tiles.front()};
        return cycle;
    }
    void add_jump(Explanation& cycle, std::vector<Tile>& tile_on, Cell from, Cell& blank) const {
        const Tile tile = tile_on[index(from)];
        Explanation jump;
        jump.kind = PartKind::jump;
        jump.title = {"tile #", {tile}};
        jump.reason = {home(tile) == blank ? "# jumps into its place" : "# jumps out of the way",
                       {tile}};
        jump.value = cost(tile);
        jump.tiles = {tile};
        jump.cells = {from};
        jump.goals = {blank};
        if (std::find(cycle.tiles.begin(), cycle.tiles.end(), tile) == cycle.tiles.end()) {
            cycle.tiles.push_back(tile);
            cycle.cells.push_back(from);
            cycle.goals.push_back(home(tile));
        }
        cycle.parts.push_back(std::move(jump));
        std::swap(tile_on[index(from)], tile_on[index(blank)]);
        blank = from;
    }
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
