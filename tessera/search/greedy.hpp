// Greedy best-first search: always expands the state that looks nearest to the goal.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"

namespace tessera::search::greedy {

inline constexpr std::string_view aliases[] = {"greedy-best-first", "gbfs", "best-first"};

inline constexpr AlgorithmInfo info{
    .name = "greedy",
    .aliases = aliases,
    .synopsis = "best-first by h alone: quick, but its paths are far from shortest",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .traceable = true,
    .time = "O(b^m)",
    .space = "O(b^m)",
    .reference = "Doran & Michie 1966",
    .use =
        "For some solution, soon, on boards up to 5x5. Its solutions are several times too long, "
        "and it can fill the memory on larger boards.",
};

struct Policy {
    static constexpr bool reopens = false;
    static Cost priority(Cost, Cost h) { return h; }
    static Cost lower_bound(Cost) { return 0; }
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    Outcome outcome = BestFirst<B, H, Policy>(problem, heuristic, Policy{}, options, monitor).run();
    // Without reopening, a state that is first met on a long path hides states within the depth limit behind
    // it. So running into that limit proves nothing.
    outcome.lower_bound = 0;
    return outcome;
}

}  // namespace tessera::search::greedy
