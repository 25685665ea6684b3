// Uniform-cost search: always expands the state cheapest to reach (Dijkstra's algorithm).
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"
#include "tessera/search/support/no_estimate.hpp"

namespace tessera::search::ucs {

inline constexpr std::string_view aliases[] = {"dijkstra", "uniform-cost"};

inline constexpr AlgorithmInfo info{
    .name = "ucs",
    .aliases = aliases,
    .synopsis = "best-first by the cost so far alone, goal tested when a state is taken",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .traceable = true,
    .time = "O(b^(C*/c)), c the cheapest move",
    .space = "O(b^(C*/c))",
    .reference = "Dijkstra 1959",
    .use =
        "For cheapest solutions with tile costs where no heuristic is to be trusted. With unit "
        "costs it is bfs that ends later.",
};

struct Policy {
    static constexpr bool reopens = true;
    static Cost priority(Cost g, Cost) { return g; }
    static Cost lower_bound(Cost lowest) { return lowest; }
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    const NoEstimate<B> estimate;
    return BestFirst<B, NoEstimate<B>, Policy>(problem, estimate, Policy{}, options, monitor).run();
}

}  // namespace tessera::search::ucs
