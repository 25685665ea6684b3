// Iterative deepening: depth-limited rounds 0, 1, 2, ...; optimal in the memory of one path.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/depth_limited_round.hpp"

namespace tessera::search::iddfs {

inline constexpr std::string_view aliases[] = {"ids", "iterative-deepening"};

inline constexpr AlgorithmInfo info{
    .name = "iddfs",
    .aliases = aliases,
    .synopsis = "depth-limited search with limits 0, 1, 2, ...: optimal, needs hardly any memory",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .deepens = true,
    .linear_memory = true,
    .time = "O(b^d)",
    .space = "O(d)",
    .reference = "Korf 1985",
    .use =
        "For shortest solutions without a heuristic and without memory, up to 30 moves or so: "
        "every round repeats the ones before it.",
};

/// The textbook algorithm. Every second round could be left out, as all solutions of a board have
/// the same parity; it is not, so that the counts are those of the textbook.
template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    Outcome outcome;
    DepthLimitedRound<B> round(problem, options, monitor, outcome.counters);
    while (true) {
        const Cost limit = outcome.lower_bound;
        const std::uint64_t before = outcome.counters.generated;
        const RoundEnd end = round.run(limit, outcome.lower_bound);
        outcome.iterations.push_back({limit, outcome.counters.generated - before});
        if (end == RoundEnd::found) {
            outcome.status = Status::solved;
            outcome.path = round.path();
            break;
        }
        if (end != RoundEnd::cut) {
            outcome.status = end == RoundEnd::exhausted ? Status::unsolvable : monitor.status();
            break;
        }
        outcome.lower_bound = limit + 1;
        if (outcome.lower_bound > monitor.limits().depth) {
            outcome.status = Status::depth_limit;
            break;
        }
    }
    outcome.peak_bytes = monitor.peak_bytes();
    return outcome;
}

}  // namespace tessera::search::iddfs
