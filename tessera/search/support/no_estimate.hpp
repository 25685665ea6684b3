// The heuristic of a search that has none: best-first search with it is uniform-cost search.
#pragma once

#include "tessera/contracts/heuristic.hpp"

namespace tessera::search {

/// Estimates 0 for every board.
template <BoardType B>
struct NoEstimate {
    struct State {};

    State evaluate(const B&) const { return {}; }
    State after_slide(State, const B&, Tile, Cell, Cell) const { return {}; }
    static Cost value(State) { return 0; }
    static double exact_value(State) { return 0; }
};

static_assert(HeuristicFor<NoEstimate<DynamicBoard>, DynamicBoard>);

}  // namespace tessera::search
