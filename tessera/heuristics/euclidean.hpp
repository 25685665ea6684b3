// Euclidean distance: the straight line from each tile to its goal cell.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/euclidean_distance.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::euclidean {

inline constexpr std::string_view aliases[] = {"euclid", "straight-line", "h2"};

inline constexpr HeuristicInfo info{
    .name = "euclidean",
    .aliases = aliases,
    .synopsis = "sum of the straight-line distances of the tiles to their goal cells",
    .options = {},
    .admissible = true,
    .consistent = true,
    .origin = "a tile may fly over all others in a straight line",
    .cost = "one look-up a move; the roots are in a table",
    .use =
        "To compare with manhattan, which is never smaller and costs the same: there is no reason "
        "to prefer it.",
};

using Distance = EuclideanDistance;

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::euclidean
