// The strongest bound with small tables: walking distance that also counts conflicts in lines, the last move and wrong corners.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/departure_bound.hpp"

namespace tessera::heuristics::strong {

inline constexpr std::string_view aliases[] = {"walking-conflict"};

inline constexpr HeuristicInfo info{
    .name = "strong",
    .aliases = aliases,
    .synopsis =
        "walking-distance where linear conflicts, wrong corners and the last move make tiles step "
        "aside",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::most,
    .walking_table = true,
    .reference =
        "Takahashi Ken'ichiro (takaken) 2001, walking distance; refined by Korf and Taylor 1996",
    .origin = "walking-distance in which tiles that must step out of a line do so",
    .cost = "two look-ups a move; tables of about a megabyte, built in a moment",
    .use =
        "As the best bound that needs no large tables. A pattern database looks at fewer states on "
        "4x4, but needs memory and set-up time.",
};

/// In each direction the walking distance with departures (DepartureTable) where its table is small:
/// three lines of up to five tiles, four of up to four. The other directions of boards up to 5×5
/// (both of 5×5) count as linear conflict does, and larger boards get linear conflict itself.
///
/// Tables on 4×4: 0.7 MB where the goal's blank is on the main diagonal, so that rows and columns
/// share one, else 1.4 MB; on 5×5 kilobytes. At least the walking distance on 4×4. Inversion
/// distance is left out: it took 5 % of the nodes off, too little for what following it takes.
template <BoardType B>
using Heuristic = DepartureBound<B, true, true, true>;

}  // namespace tessera::heuristics::strong
