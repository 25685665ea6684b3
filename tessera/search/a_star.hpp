// A*: always expands the state with the least cost so far plus estimated cost to go.
// This folder holds the search algorithms, one file each.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"
#include "tessera/search/support/state_table.hpp"

namespace tessera::search::a_star {

inline constexpr std::string_view aliases[] = {"astar", "ast"};

inline constexpr AlgorithmInfo info{
    .name = "a*",
    .aliases = aliases,
    .synopsis = "best-first by f = g + h, ties by larger g, states reopened on a cheaper path",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .traceable = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Hart, Nilsson & Raphael 1968",
    .use =
        "For shortest solutions where memory suffices: 3x3 always, 4x4 with a good heuristic. It "
        "looks at each state once, but keeps them all; ida* needs none of that memory.",
};

struct Policy {
    static constexpr bool reopens = true;
    static Cost priority(Cost g, Cost h) { return g + h; }
    static Cost lower_bound(Cost lowest) { return lowest; }
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    if constexpr (fits_state_table<B>) {
        // With moves that cost 1, g exceeds StateTable's limit only if h is in the tens of thousands.
        if (problem.tile_costs.empty()) {
            return BestFirst<B, H, Policy, StateTable<B>>(problem, heuristic, Policy{}, options,
                                                          monitor)
                .run();
        }
    }
    return BestFirst<B, H, Policy>(problem, heuristic, Policy{}, options, monitor).run();
}

}  // namespace tessera::search::a_star
