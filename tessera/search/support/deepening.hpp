// Iterative deepening on f: cost-bounded rounds, one after the other, with a rising bound.
#pragma once

#include <algorithm>

#include "tessera/search/support/depth_first_bound.hpp"

namespace tessera::search {

/// Raises the bound from `round.bound` until a round meets the goal or a limit is reached. Records rounds,
/// bound, depth and status in `outcome`, whose counters the rounds share. `run(round)` searches one round. It
/// returns Status::solved if the round was done (to its end, or to a solution that ends it), else the limit
/// that stopped it.
template <BoardType B, class Run>
void raise_bound(const Problem<B>& problem, BoundedRound& round, Outcome& outcome, Monitor& monitor,
                 Run run) {
    outcome.lower_bound = round.bound;
    if (problem.start == problem.goal) {
        outcome.status = Status::solved;
        return;
    }
    while (true) {
        const std::uint64_t before = outcome.counters.generated;
        outcome.status = run(round);
        outcome.iterations.push_back({round.bound, outcome.counters.generated - before});
        if (outcome.status != Status::solved || round.found) break;
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
    outcome.counters.max_depth =
        std::max<std::uint64_t>(outcome.counters.max_depth, round.path.size());
    outcome.counters.peak_states = outcome.counters.max_depth + 1;
    outcome.counters.peak_open = outcome.counters.peak_states;
    outcome.peak_bytes = monitor.peak_bytes();
}

}  // namespace tessera::search
