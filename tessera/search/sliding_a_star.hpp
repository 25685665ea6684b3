// A* as the n×n origin of the command line wrote it: a child is queued with the f of its parent.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/textbook_search.hpp"

namespace tessera::search::sliding_a_star {

inline constexpr AlgorithmInfo info{
    .name = "sliding-a*",
    .aliases = {},
    .synopsis =
        "A* of the n×n command line origin: a child is queued with its parent's f, ties by the "
        "order of states",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "the n×n command line origin's repository",
    .use =
        "To compare counts with those that the n×n origin of the command line published. a* "
        "expands fewer states.",
};

/// Optimal all the same, where h is admissible and every move costs 1. Let C* be the length of a shortest solution. Some
/// state s of one is queued with its least g, and its value is g(s) - 1 + h(p) for its parent p. As h(p) is at most
/// 1 + h*(s), that is at most C*. A longer path to the goal has at least C* + 2 moves, by parity, and waits with C* + 1 or
/// more: it is removed later.
struct Rule {
    static constexpr Met met = Met::queued_if_cheaper;
    static constexpr bool with_parents_value = true;
    static Cost value(Cost g, Cost h) { return g + h; }
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return TextbookSearch<B, SmallestFirst<B, true>, H, Rule>(problem, &heuristic, options, monitor)
        .run();
}

}  // namespace tessera::search::sliding_a_star
