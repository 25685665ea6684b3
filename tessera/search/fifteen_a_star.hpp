// A* as the 15-puzzle origin wrote it: every child waits in the queue, and a state is closed when it leaves it.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/textbook_search.hpp"

namespace tessera::search::fifteen_a_star {

inline constexpr AlgorithmInfo info{
    .name = "fifteen-a*",
    .aliases = {},
    .synopsis =
        "A* of the 15-puzzle origin: every child is queued, first come first served, and a state "
        "counts when it is first removed",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "the 15-puzzle origin's repository",
    .use =
        "To compare counts with those that the 15-puzzle origin published. a* does the same with "
        "fewer states in memory.",
};

/// Shortest with a consistent heuristic: then the first node of a state to be removed has its least g.
struct Rule : FirstPath {
    static constexpr Met met = Met::queued;
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return TextbookSearch<B, SmallestFirst<B>, H, Rule>(problem, &heuristic, options, monitor)
        .run();
}

}  // namespace tessera::search::fifteen_a_star
