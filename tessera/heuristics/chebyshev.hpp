// Chebyshev distance: the larger of the rows and the columns a tile is away from home.
#pragma once

#include <algorithm>

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
};

struct Distance {
    static constexpr Cost scale = 1;
    static Cost between(Geometry geometry, Cell a, Cell b) {
        const auto apart = [](std::size_t x, std::size_t y) {
            return static_cast<Cost>(x < y ? y - x : x - y);
        };
        return std::max(apart(geometry.row(a), geometry.row(b)),
                        apart(geometry.col(a), geometry.col(b)));
    }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::chebyshev
