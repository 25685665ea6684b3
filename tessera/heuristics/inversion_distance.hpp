// Inversion distance: the fewest vertical and horizontal moves that can remove all inversions.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/reading_order.hpp"

namespace tessera::heuristics::inversion_distance {

inline constexpr std::string_view aliases[] = {"invert-distance"};

inline constexpr HeuristicInfo info{
    .name = "inversion-distance",
    .aliases = aliases,
    .synopsis =
        "fewest vertical moves that can remove the inversions by rows, plus horizontal by columns",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .reference = "Takahashi Ken'ichiro (takaken), 15 puzzle: invert distance",
    .origin =
        "only the order of the tiles matters; a vertical move may pass the tiles between in either "
        "order",
    .cost = "two counts that follow the tiles which a move passes",
    .use =
        "Inside a maximum with other heuristics: on boards where many tiles are out of order it "
        "sees what manhattan does not, on others it sees less.",
};

/// The fewest moves across lines of `length` cells that can bring `inversions` to 0.
///
/// Such a move carries a tile past length − 1 others, and each pair changes by one either way, so
/// the count changes by one of −(length − 1), −(length − 3), …, length − 1. Sums of k such changes
/// are all numbers of the parity of k·(length − 1) between −k·(length − 1) and k·(length − 1). So k
/// ≥ inversions / (length − 1), and where the length is even, every move is an odd change and k
/// must have the parity of the inversions. (Where it is odd, solvable boards have an even count.)
/// As the distance from the count to 0 along such steps, it changes by at most 1 with a move.
constexpr Cost fewest_moves(Cost inversions, std::size_t length) {
    const auto most = static_cast<Cost>(length) - 1;
    const Cost moves = (inversions + most - 1) / most;
    const bool wrong_parity = length % 2 == 0 && (moves - inversions) % 2 != 0;
    return wrong_parity ? moves + 1 : moves;
}

/// Vertical moves change the order by rows only and horizontal ones the order by columns only, so
/// the two add up. With tile costs each move counts the cheapest one.
template <BoardType B>
class Heuristic {
  public:
    struct State {
        Cost by_rows = 0;
        Cost by_columns = 0;
    };

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        Heuristic heuristic;
        heuristic.shape_ = Shape<B>(setup.geometry);
        heuristic.rows_ = ReadingOrder<B, true>(setup);
        heuristic.columns_ = ReadingOrder<B, false>(setup);
        heuristic.cheapest_move_ = setup.cheapest_move();
        return heuristic;
    }

    State evaluate(const B& board) const { return {rows_.count(board), columns_.count(board)}; }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        return {state.by_rows + rows_.change(board, tile, from, to),
                state.by_columns + columns_.change(board, tile, from, to)};
    }
    Cost value(State state) const {
        return cheapest_move_ * (fewest_moves(state.by_rows, shape_().cols) +
                                 fewest_moves(state.by_columns, shape_().rows));
    }
    double exact_value(State state) const { return value(state); }
    Explanation explain(const B& board) const {
        Explanation whole;
        whole.parts.push_back(explain_direction(rows_, board, true));
        whole.parts.push_back(explain_direction(columns_, board, false));
        whole.reason.words =
            "inversions that vertical moves mend, and those that horizontal ones do";
        whole.factor = cheapest_move_;
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const { return rows_.bytes() + columns_.bytes(); }

  private:
    template <class Order>
    Explanation explain_direction(const Order& order, const B& board, bool vertical) const {
        const Cost inversions = order.count(board);
        const std::size_t length = vertical ? shape_().cols : shape_().rows;
        const auto most = static_cast<Cost>(length) - 1;
        Explanation part;
        part.kind = PartKind::direction;
        part.title.words = vertical ? "vertical moves" : "horizontal moves";
        part.value = fewest_moves(inversions, length);
        part.reason.words =
            fmt::format("{} when read {}; a move passes {}, so it mends at most that many",
                        counted(static_cast<std::size_t>(inversions), "inversion"),
                        vertical ? "row by row" : "column by column",
                        counted(static_cast<std::size_t>(most), "tile"));
        if (fewest_moves(inversions, length) * most - inversions >= most) {
            part.reason.words += ", and each turns odd to even, which takes one move more";
        }
        for (Explanation& tile : order.explain(board)) {
            part.pairs.insert(part.pairs.end(), tile.pairs.begin(), tile.pairs.end());
        }
        return part;
    }

    Shape<B> shape_;
    ReadingOrder<B, true> rows_;
    ReadingOrder<B, false> columns_;
    Cost cheapest_move_ = 1;
};

}  // namespace tessera::heuristics::inversion_distance
