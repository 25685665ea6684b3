// Breadth-first search as courses count it: the goal is recognised when it is taken from the queue.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/textbook_search.hpp"

namespace tessera::search::textbook_bfs {

inline constexpr std::string_view aliases[] = {"course-bfs"};

inline constexpr AlgorithmInfo info{
    .name = "textbook-bfs",
    .aliases = aliases,
    .synopsis =
        "breadth-first search with the goal tested when a state is removed, as courses demand and "
        "count it",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Columbia University, COMS W4701, homework on the 8-puzzle",
    .use = "To compare counts with a course's bfs; bfs itself ends about a level earlier.",
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    return TextbookSearch<B, FirstInFirstOut>(problem, nullptr, options, monitor).run();
}

}  // namespace tessera::search::textbook_bfs
