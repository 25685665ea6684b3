// A* as courses write it: a state keeps the path by which it was first met, so it is not always shortest.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/textbook_search.hpp"

namespace tessera::search::textbook_a_star {

inline constexpr std::string_view aliases[] = {"course-a*"};

inline constexpr AlgorithmInfo info{
    .name = "textbook-a*",
    .aliases = aliases,
    .synopsis =
        "A* with first-come ties and no better path for a state already met, as courses count it",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .to_the_letter = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Columbia University, COMS W4701, homework on the 8-puzzle",
    .use =
        "To compare counts with a course's a*. Without opening states again it may miss the "
        "shortest solution if h is not consistent.",
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return TextbookSearch<B, SmallestFirst<B>, H>(problem, &heuristic, options, monitor).run();
}

}  // namespace tessera::search::textbook_a_star
