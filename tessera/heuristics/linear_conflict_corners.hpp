// Linear conflict, and 2 more for tiles that must make way to a wrong corner.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/departure_bound.hpp"

namespace tessera::heuristics::linear_conflict_corners {

inline constexpr std::string_view aliases[] = {"corners"};

inline constexpr HeuristicInfo info{
    .name = "linear-conflict-corners",
    .aliases = aliases,
    .synopsis =
        "linear-conflict + 2 for tiles at home that must make way for a wrong tile in a corner",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::most,
    .reference = "Korf and Taylor 1996, Finding optimal solutions to the twenty-four puzzle",
    .origin =
        "linear-conflict, and a tile in a wrong corner must push a neighbour out of its place",
    .cost = "a look at the lines that a move touches; tables of some kilobytes",
    .use = "With ida* on boards up to 5x5 when memory is short; beyond that it is linear-conflict.",
};

/// Boards with a side of more than five get linear conflict; with tile costs each move counts the
/// cheapest one. ForcedDepartures says why the sum is admissible and consistent.
template <BoardType B>
using Heuristic = DepartureBound<B, false, false, true>;

}  // namespace tessera::heuristics::linear_conflict_corners
