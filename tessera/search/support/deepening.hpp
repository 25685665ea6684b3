// Iterative deepening on f: cost-bounded rounds, one after the other, with a rising bound.
#pragma once

#include <algorithm>

#include "tessera/contracts/checkpoint.hpp"
#include "tessera/search/support/depth_first_bound.hpp"

namespace tessera::search {

/// Where this round is kept; null if nowhere. A round beyond the depth limit is not: its counts depend on the limit.
inline Checkpoint* checkpoint_of(const SearchOptions& options, const Monitor& monitor, Cost bound) {
    return bound <= monitor.limits().depth ? options.checkpoint : nullptr;
}

/// Takes a round that is done from what is kept, as if it had been searched now; false if it is not there.
inline bool take_kept_round(const Checkpoint* checkpoint, std::size_t number, BoundedRound& round,
                            Counters& counters) {
    if (checkpoint == nullptr) return false;
    const KeptWork& kept = checkpoint->kept();
    const auto take = [&](const Counters& its) {
        counters.expanded += its.expanded;
        counters.generated += its.generated;
        counters.max_depth = std::max(counters.max_depth, its.max_depth);
    };
    if (number < kept.rounds().size() && kept.rounds()[number].bound == round.bound) {
        take(kept.rounds()[number].counters);
        round.next_bound = kept.rounds()[number].next_bound;
        return true;
    }
    const auto& solution = kept.solution();
    if (number != kept.rounds().size() || !solution || solution->bound != round.bound) return false;
    take(solution->counters);
    round.found = true;
    round.complete = solution->complete;
    round.path.assign(solution->path.rbegin(), solution->path.rend());
    return true;
}

/// Keeps a round that is done. `before` are the counters before it.
inline void keep_round(Checkpoint* checkpoint, const BoundedRound& round, const Counters& before,
                       const Counters& now) {
    if (checkpoint == nullptr) return;
    Counters its;
    its.expanded = now.expanded - before.expanded;
    its.generated = now.generated - before.generated;
    its.max_depth = now.max_depth;
    if (round.found) {
        checkpoint->add(KeptSolution{
            round.bound, its, round.complete, {round.path.rbegin(), round.path.rend()}});
    } else {
        checkpoint->add(KeptRound{round.bound, its, round.next_bound});
    }
}

/// Raises the bound from `round.bound` until a round meets the goal or a limit is reached. Records rounds,
/// bound, depth and status in `outcome`, whose counters the rounds share. `run(round)` searches one round. It
/// returns Status::solved if the round was done (to its end, or to a solution that ends it), else the limit
/// that stopped it. Rounds that the checkpoint of the options keeps are not searched again, and those that are done are kept there.
template <BoardType B, class Run>
void raise_bound(const Problem<B>& problem, BoundedRound& round, Outcome& outcome, Monitor& monitor,
                 Run run, const SearchOptions& options) {
    outcome.lower_bound = round.bound;
    if (problem.start == problem.goal) {
        outcome.status = Status::solved;
        return;
    }
    while (true) {
        const Counters before = outcome.counters;
        Checkpoint* checkpoint = checkpoint_of(options, monitor, round.bound);
        const std::size_t number = outcome.iterations.size();
        if (take_kept_round(checkpoint, number, round, outcome.counters)) {
            outcome.status = Status::solved;
        } else {
            outcome.status = run(round);
            // A solution met while a limit stopped the workers is not the one that going on would find.
            if (outcome.status == Status::solved && (round.complete || !monitor.stopped())) {
                keep_round(checkpoint, round, before, outcome.counters);
            }
        }
        outcome.iterations.push_back(
            {round.bound, outcome.counters.generated - before.generated, round.complete});
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
