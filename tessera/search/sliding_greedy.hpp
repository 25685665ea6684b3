// Greedy best-first search as the n×n origin of the command line wrote it: a child is queued with the h of its parent.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/sliding_a_star.hpp"

namespace tessera::search::sliding_greedy {

inline constexpr AlgorithmInfo info{
    .name = "sliding-greedy",
    .aliases = {},
    .synopsis =
        "greedy search of the n×n command line origin: a child is queued with its parent's h, ties "
        "by the order of states",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(b^m)",
    .space = "O(b^m)",
    .reference = "the n×n command line origin's repository",
    .use =
        "To compare counts with those that the n×n origin of the command line published. greedy is "
        "the usual search.",
};

struct Rule : sliding_a_star::Rule {
    static Cost value(Cost, Cost h) { return h; }
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return TextbookSearch<B, SmallestFirst<B, true>, H, Rule>(problem, &heuristic, options, monitor)
        .run();
}

}  // namespace tessera::search::sliding_greedy
