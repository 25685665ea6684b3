// Chebyshev distance: the larger of the rows and the columns a tile is away from home.
// This folder holds the heuristics, one file each.
#pragma once

#include <algorithm>
#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::chebyshev {

inline constexpr std::string_view aliases[] = {"chessboard", "king-moves"};

inline constexpr HeuristicInfo info{
    .name = "chebyshev",
    .aliases = aliases,
    .synopsis = "sum of the larger of the rows and columns each tile is away from its goal cell",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .origin = "a tile may move to any of the eight cells around it, occupied or not",
    .cost = "one look-up a move",
    .use = "To see what diagonal moves would make of the puzzle. It is never more than manhattan.",
};

struct Distance {
    static constexpr Cost scale = 1;
    static Cost between(Geometry geometry, Cell a, Cell b) {
        return static_cast<Cost>(std::max(apart(geometry.row(a), geometry.row(b)),
                                          apart(geometry.col(a), geometry.col(b))));
    }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        const bool both = geometry.row(a) != geometry.row(b) && geometry.col(a) != geometry.col(b);
        return way_between(geometry, a, b) +
               (both ? " from its place, and the larger counts" : " from its place");
    }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::chebyshev
