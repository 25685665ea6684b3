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
};

/// Boards with a side of more than five get linear conflict; with tile costs each move counts the
/// cheapest one. ForcedDepartures says why the sum is admissible and consistent.
template <BoardType B>
using Heuristic = DepartureBound<B, false, false, true>;

}  // namespace tessera::heuristics::linear_conflict_corners
