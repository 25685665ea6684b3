// Manhattan distance: the steps every tile is away from home if the others were not in its way.
#pragma once

#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::manhattan {

inline constexpr std::string_view aliases[] = {"md", "city-block", "taxicab", "h3"};

inline constexpr HeuristicInfo info{
    .name = "manhattan",
    .aliases = aliases,
    .synopsis = "sum of the rows and columns each tile is away from its goal cell",
    .options = {},
    .admissible = true,
    .consistent = true,
    .yardstick = true,
    .hot = true,
    .origin = "a tile may move to a neighbouring cell even if another tile is there",
    .cost = "one look-up a move, and a table of the distances between cells",
    .use =
        "As the first choice that needs no thought, on any size and for any goal; published "
        "results are often measured with it. It does not see that tiles are in each other's way.",
};

struct Distance {
    static constexpr Cost scale = 1;
    static constexpr bool changes_by_one = true;
    static Cost between(Geometry geometry, Cell a, Cell b) { return geometry.manhattan(a, b); }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        return way_between(geometry, a, b) + " from its place";
    }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::manhattan
