// Inversions: pairs of tiles in the wrong order, taken as if a move could mend only one of them.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/reading_order.hpp"

namespace tessera::heuristics::inversions {

inline constexpr std::string_view aliases[] = {"permutation-inversions"};

inline constexpr HeuristicInfo info{
    .name = "inversions",
    .aliases = aliases,
    .synopsis = "pairs of tiles in the other order than in the goal, read row by row",
    .options = {},
    .admissible = false,
    .consistent = false,
    .origin = "counts pairs in the wrong order as if a move could mend only one",
    .cost = "a look at the tiles that a vertical move passes",
    .use =
        "Only to check what was published with it: it can overestimate, so the shortest solution "
        "may be missed. inversion-distance is the right use of the same count.",
};

/// One vertical slide on C columns mends up to C − 1 inversions, so this is admissible on two columns only;
/// inversion-distance uses the count correctly. With tile costs each pair counts the cheapest move.
template <BoardType B>
class Heuristic {
  public:
    using State = Cost;

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        Heuristic heuristic;
        heuristic.order_ = ReadingOrder<B, true>(setup);
        heuristic.cheapest_move_ = setup.cheapest_move();
        return heuristic;
    }

    State evaluate(const B& board) const { return cheapest_move_ * order_.count(board); }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        return state + cheapest_move_ * order_.change(board, tile, from, to);
    }
    static Cost value(State state) { return state; }
    static double exact_value(State state) { return state; }
    Explanation explain(const B& board) const {
        Explanation whole;
        whole.parts = order_.explain(board);
        whole.reason.words = "pairs of tiles in the wrong order, read row by row";
        whole.factor = cheapest_move_;
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const { return order_.bytes(); }

  private:
    ReadingOrder<B, true> order_;
    Cost cheapest_move_ = 1;
};

}  // namespace tessera::heuristics::inversions
