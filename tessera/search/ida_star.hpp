// IDA*: depth-first rounds with a rising bound on f; optimal like A*, with memory for one path only.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/depth_first_bound.hpp"
#include "tessera/search/support/parallel_deepening.hpp"
#include "tessera/search/support/walker_round.hpp"

namespace tessera::search::ida_star {

inline constexpr std::string_view aliases[] = {"idastar", "ida"};

inline constexpr OptionInfo options[] = {
    {"cycles",
     "leave out move sequences of up to this length (at most 14) where another one does the same; "
     "published node counts are without",
     "0"},
};

inline constexpr AlgorithmInfo info{
    .name = "ida*",
    .aliases = aliases,
    .synopsis = "iterative deepening on f = g + h, on all cores: optimal, hardly any memory",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .time = "O(b^d)",
    .space = "O(d)",
    .reference = "Korf 1985",
};

/// Raises the bound round by round until `Round` finds the goal or a limit is reached.
template <class Round, BoardType B, HeuristicFor<B> H>
Outcome deepen(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor, const Sharing& sharing = {}) {
    Outcome outcome;
    BoundedRound round;
    round.bound = heuristic.value(heuristic.evaluate(problem.start));
    outcome.lower_bound = round.bound;
    if (problem.start == problem.goal) {
        outcome.status = Status::solved;
        return outcome;
    }
    ParallelDeepening<Round, B, H> search(problem, heuristic, wanted, monitor, outcome.counters,
                                          sharing);
    while (true) {
        const std::uint64_t before = outcome.counters.generated;
        const bool exhausted = search.run(round);
        outcome.iterations.push_back({round.bound, outcome.counters.generated - before});
        if (!exhausted) {
            outcome.status = round.found ? Status::solved : search.status();
            break;
        }
        if (round.next_bound >= infinite_cost || round.next_bound > monitor.limits().depth) {
            const bool cut = round.depth_limited || round.next_bound < infinite_cost;
            outcome.status = cut ? Status::depth_limit : Status::unsolvable;
            if (cut)
                outcome.lower_bound = std::max(outcome.lower_bound, monitor.limits().depth + 1);
            break;
        }
        round.bound = round.next_bound;
        round.next_bound = infinite_cost;
        outcome.lower_bound = std::max(outcome.lower_bound, round.bound);
    }
    outcome.path.assign(round.path.rbegin(), round.path.rend());
    outcome.counters.max_depth =
        std::max<std::uint64_t>(outcome.counters.max_depth, outcome.path.size());
    outcome.counters.peak_states = outcome.counters.max_depth + 1;
    outcome.counters.peak_open = outcome.counters.peak_states;
    outcome.peak_bytes = monitor.peak_bytes();
    outcome.threads = search.threads();
    return outcome;
}

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor) {
    if constexpr (WalkableHeuristicFor<H, B>) {
        using Walking = WalkerRound<B, H>;
        if (Walking::applies(problem, heuristic, wanted)) {
            return deepen<Walking>(problem, heuristic, wanted, monitor);
        }
    } else if constexpr (B::fixed_geometry && !std::is_abstract_v<H>) {
        using Fast = UnrolledRound<B, H>;
        if (Fast::applies(problem, wanted)) {
            return deepen<Fast>(problem, heuristic, wanted, monitor);
        }
    }
    return deepen<PlainRound<B, H>>(problem, heuristic, wanted, monitor);
}

}  // namespace tessera::search::ida_star
