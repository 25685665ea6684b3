// Linear conflict, and 2 more where no tile is in place for the last move.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/departure_bound.hpp"

namespace tessera::heuristics::linear_conflict_last_moves {

inline constexpr std::string_view aliases[] = {"last-moves"};

inline constexpr HeuristicInfo info{
    .name = "linear-conflict-last-moves",
    .aliases = aliases,
    .synopsis =
        "linear-conflict + 2 where none of the tiles that can move last has passed the blank's "
        "goal",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::most,
    .reference = "Korf and Taylor 1996, Finding optimal solutions to the twenty-four puzzle",
    .origin = "linear-conflict, and one of the tiles beside the blank's goal must move last",
    .cost = "a look at the lines that a move touches; tables of some kilobytes",
    .use =
        "With ida* on boards up to 5x5 when memory is short: it adds 2 on many boards, and costs "
        "more a move than linear-conflict.",
};

/// Boards with a side of more than five get linear conflict; with tile costs each move counts the
/// cheapest one. ForcedDepartures says why the sum is admissible for every place of the goal's
/// blank, and consistent.
template <BoardType B>
using Heuristic = DepartureBound<B, false, true, false>;

}  // namespace tessera::heuristics::linear_conflict_last_moves
