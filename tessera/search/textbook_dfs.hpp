// Depth-first search as courses count it: a state that is on the stack is not pushed again.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/textbook_search.hpp"

namespace tessera::search::textbook_dfs {

inline constexpr std::string_view aliases[] = {"course-dfs"};

inline constexpr AlgorithmInfo info{
    .name = "textbook-dfs",
    .aliases = aliases,
    .synopsis =
        "depth-first search with a stack, states known from when they are pushed, as courses count "
        "it",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(number of states)",
    .space = "O(number of states)",
    .reference = "Columbia University, COMS W4701, homework on the 8-puzzle",
    .use = "To compare counts with a course's dfs.",
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    return TextbookSearch<B, LastInFirstOut>(problem, nullptr, options, monitor).run();
}

}  // namespace tessera::search::textbook_dfs
