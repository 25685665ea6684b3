// Tiles out of row plus tiles out of column: a move mends at most one of the two, for one tile.
#pragma once

#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::row_column {

inline constexpr std::string_view aliases[] = {"row-col", "out-of-row-and-column", "h4"};

inline constexpr HeuristicInfo info{
    .name = "row-column",
    .aliases = aliases,
    .synopsis = "number of tiles outside their goal row plus number outside their goal column",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .origin = "a tile may jump along its row or its column to any cell",
    .cost = "two comparisons a move",
    .use = "To compare: it lies between misplaced and manhattan and costs as much as the latter.",
};

struct Distance {
    static constexpr Cost scale = 1;
    static Cost between(Geometry geometry, Cell a, Cell b) {
        return (geometry.row(a) == geometry.row(b) ? 0 : 1) +
               (geometry.col(a) == geometry.col(b) ? 0 : 1);
    }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        const bool row = geometry.row(a) != geometry.row(b);
        const bool column = geometry.col(a) != geometry.col(b);
        return row && column ? "outside its row and outside its column"
               : row         ? "outside its row"
                             : "outside its column";
    }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::row_column
