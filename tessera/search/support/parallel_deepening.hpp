// A round of IDA* shared out among workers, with the answer and the counts of one worker, to the node.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <memory>
#include <vector>

#include "tessera/search/support/deepening.hpp"
#include "tessera/search/support/round_split.hpp"
#include "tessera/search/support/worker_team.hpp"

namespace tessera::search {

/// What a round must offer so that workers can share it; `PlainRound` is the model. Every worker has its own
/// Round with its own monitor and counters, so a Round may keep any state that changes; what it shares with
/// others (problem, heuristic, options) is const.
///
/// - `run(round)` searches the whole tree up to `round.bound`, adds to the counters, and collects
///   `next_bound` and `depth_limited`; false when the goal was found or the monitor said stop.
/// - `run_from(round, root)` does so below `root` only (h of the root is at most the bound, and it is
///   not the goal), and its `round.path` leads from there.
/// - `split(round, depth, parts)` does so above `depth` moves only, and lists in search order where it
///   would have gone on. The counts of `split` and of `run_from` for all parts add up to those of `run`.
template <class R, class B>
concept DeepeningRound =
    BoardType<B> &&
    requires(R& search, BoundedRound& round, const SubRoot<B>& root, std::vector<Part>& parts) {
        { search.run(round) } -> std::same_as<bool>;
        { search.run_from(round, root) } -> std::same_as<bool>;
        { search.split(round, std::size_t{1}, parts) } -> std::same_as<bool>;
    };

/// Runs one round after the other, the large ones on all workers.
///
/// A large round is split into some thousand sub-roots in search order, which the workers take one
/// after the other. When part t holds a solution, the parts after it are given up and those before it
/// finished: the answer is the first in search order, and what was counted beyond it is left out.
/// So the path and every counter are those of one worker, whatever the number of workers and
/// however they are scheduled. The node limit is kept in the same order: the part in which it is
/// reached is searched once more, up to it (counts may then differ by a few nodes, as those of plain and
/// unrolled rounds do).
///
/// With a checkpoint every part that is done is kept there, and one that is kept is not searched again. Then a single
/// worker has parts, too: it takes them in search order.
template <class Round, BoardType B, HeuristicFor<B> H>
    requires DeepeningRound<Round, B>
class ParallelDeepening {
  public:
    ParallelDeepening(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
                      Monitor& monitor, Counters& counters, const Sharing& sharing = {})
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          counters_(counters),
          sharing_(sharing),
          lead_(problem, heuristic, options, monitor, counters) {}
    ParallelDeepening(const ParallelDeepening&) = delete;
    ParallelDeepening& operator=(const ParallelDeepening&) = delete;
    ~ParallelDeepening() {
        if (reserved_) monitor_.release(sharing_.bytes());
    }

    /// As Round::run, after a round that generated so many nodes.
    bool run(BoundedRound& round, std::uint64_t nodes_before) {
        checkpoint_ = checkpoint_of(options_, monitor_, round.bound);
        if (!worth_sharing(nodes_before)) return lead_.run(round);
        return run_shared(round, sharing_.parts_after(nodes_before));
    }

    /// Why a round was stopped.
    Status status() const {
        return team_ && team_->stopped() ? team_->status() : monitor_.status();
    }
    /// How many workers took part in the largest round.
    std::size_t threads() const { return team_ ? team_->size() : 1; }

  private:
    struct Result {
        Counters counters;
        Cost next_bound = infinite_cost;
        bool depth_limited = false;
        bool found = false;
        std::vector<Move> path;
        std::atomic<bool> finished{false};  ///< set last: the rest may be read
    };

    struct alignas(64) Worker {
        Worker(const ParallelDeepening& rounds, Monitor& its_monitor)
            : monitor(its_monitor),
              search(rounds.problem_, rounds.heuristic_, rounds.options_, monitor, counters) {}

        Monitor& monitor;
        Counters counters;
        std::size_t part = 0;
        std::uint64_t part_end = 0;  ///< the node limit is certainly reached at this count
        Round search;
    };

    bool worth_sharing(std::uint64_t nodes_before) {
        const std::uint64_t limit = monitor_.limits().nodes;
        return nodes_before >= sharing_.smallest_before && limit > counters_.generated &&
               limit - counters_.generated > sharing_.nodes_in_reserve &&
               (reserved_ || monitor_.room() >= sharing_.bytes()) &&
               (several_workers() || checkpoint_ != nullptr);
    }
    bool several_workers() const { return worker_count(monitor_, options_) > 1; }

    bool run_shared(BoundedRound& round, std::size_t wanted) {
        // 1. The tree above the parts.
        if (!reserved_ && !monitor_.reserve(sharing_.bytes())) return false;
        reserved_ = true;
        const auto split_at = [&](BoundedRound& all, std::size_t depth, std::vector<Part>& parts) {
            return lead_.split(all, depth, parts);
        };
        const bool above = splitter_.split(round, wanted, counters_, checkpoint_, split_at);
        if (monitor_.stopped()) return false;
        const Counters above_counters = counters_;

        // 2. The parts, by several workers; one takes them while it concludes.
        results_ = std::vector<Result>(parts_.size());
        take_kept_parts(round.bound);
        if (several_workers() && !search_parts(round)) return cut_short(round);

        // 3. Conclude what one worker would have found and counted.
        return conclude(round, above, above_counters);
    }

    /// The results that the checkpoint has.
    void take_kept_parts(Cost bound) {
        if (checkpoint_ == nullptr) return;
        const auto kept = splitter_.kept(*checkpoint_, bound);
        for (std::size_t i = 0; i < std::min(kept.size(), results_.size()); ++i) {
            if (!kept[i]) continue;
            results_[i].counters = kept[i]->counters;
            results_[i].next_bound = kept[i]->next_bound;
            results_[i].finished = true;
        }
    }
    void keep(std::size_t part, const Result& result) {
        if (checkpoint_ != nullptr) {
            checkpoint_->add(KeptPart{part, result.counters, result.next_bound});
        }
    }

    /// False: a limit stopped the workers.
    bool search_parts(const BoundedRound& round) {
        gather_workers();
        next_part_ = 0;
        last_part_ = parts_.size();
        first_unfinished_ = 0;
        in_order_ = 0;
        busy_ = team_->size();
        Counters so_far = counters_;
        for (const Result& result : results_) add(so_far, result.counters);
        team_->run(so_far, round.bound,
                   [&](std::size_t worker) { take_parts(worker, round.bound); });
        return !team_->stopped();
    }

    void gather_workers() {
        if (team_) return;
        team_ = std::make_unique<WorkerTeam>(monitor_, worker_count(monitor_, options_));
        for (std::size_t i = 0; i < team_->size(); ++i) {
            workers_.push_back(std::make_unique<Worker>(*this, team_->monitor(i)));
            team_->set_dismissed(i, [this, i] { return dismissed(i); });
        }
    }

    // The functions below run on the workers.

    void take_parts(std::size_t number, Cost bound) {
        Worker& worker = *workers_[number];
        while (!team_->stopped()) {
            const std::size_t part = next_part_.fetch_add(1, std::memory_order_relaxed);
            if (part >= parts_.size() || part > last_part_.load(std::memory_order_relaxed)) break;
            if (!results_[part].finished) search_part(worker, part, bound);
        }
        busy_.fetch_sub(1, std::memory_order_relaxed);
        // Worker 0 keeps an eye on the limits for the others.
        for (std::size_t times = 0; number == 0 && busy_.load(std::memory_order_relaxed) != 0;) {
            team_->rest(number, times++);
        }
    }

    void search_part(Worker& worker, std::size_t part, Cost bound) {
        const Counters before = worker.counters;
        worker.counters.max_depth = 0;
        worker.part = part;
        const std::uint64_t known = parts_[part].before.generated + in_order_;
        const std::uint64_t limit = monitor_.limits().nodes;
        worker.part_end = known < limit ? saturated(before.generated, limit - known) : 0;

        BoundedRound round;
        round.bound = bound;
        const bool exhausted =
            worker.search.run_from(round, SubRoot<B>(problem_, parts_[part].moves));

        Result& result = results_[part];
        result.counters.expanded = worker.counters.expanded - before.expanded;
        result.counters.generated = worker.counters.generated - before.generated;
        result.counters.max_depth = worker.counters.max_depth;
        result.next_bound = round.next_bound;
        result.depth_limited = round.depth_limited;
        result.found = round.found;
        result.path = std::move(round.path);
        if (exhausted) keep(part, result);
        if (exhausted || result.found) result.finished.store(true, std::memory_order_release);
        if (result.found) end_at(part);
        if (worker.monitor.status() == Status::memory_limit) team_->stop(Status::memory_limit);
        if (limit != Limits().nodes) count_in_order(limit);
    }

    static std::uint64_t saturated(std::uint64_t a, std::uint64_t b) {
        return a + std::min(b, ~std::uint64_t{0} - a);
    }

    /// The parts after this one do not matter any more.
    void end_at(std::size_t part) {
        std::size_t last = last_part_.load(std::memory_order_relaxed);
        while (part < last && !last_part_.compare_exchange_weak(last, part)) {
        }
    }
    /// At every poll of a worker: does its part still matter?
    bool dismissed(std::size_t number) {
        const Worker& worker = *workers_[number];
        if (team_->published(number) >= worker.part_end) end_at(worker.part);
        return worker.part > last_part_.load(std::memory_order_relaxed) ||
               team_->published(number) >= worker.part_end;
    }
    /// Adds up the parts that are finished without a gap, and ends where they reach the node limit.
    void count_in_order(std::uint64_t limit) {
        if (counting_.test_and_set(std::memory_order_acquire)) return;
        while (first_unfinished_ < parts_.size() &&
               results_[first_unfinished_].finished.load(std::memory_order_acquire)) {
            in_order_ += results_[first_unfinished_].counters.generated;
            if (parts_[first_unfinished_].before.generated + in_order_ >= limit) {
                end_at(first_unfinished_);
            }
            ++first_unfinished_;
        }
        counting_.clear(std::memory_order_release);
    }

    // The functions below run on the caller again.

    static void add(Counters& sum, const Counters& more) {
        sum.expanded += more.expanded;
        sum.generated += more.generated;
        sum.max_depth = std::max(sum.max_depth, more.max_depth);
    }

    void take_solution(BoundedRound& round, std::vector<Move>& below, const Part& part) {
        round.found = true;
        round.path = std::move(below);
        for (std::size_t i = part.moves.size(); i-- > 0;) round.path.push_back(part.moves[i]);
    }

    /// After a stop: counts what was done. A solution found by then is as short as any, if not the
    /// first in search order.
    bool cut_short(BoundedRound& round) {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            add(counters_, results_[i].counters);
            if (results_[i].found && !round.found)
                take_solution(round, results_[i].path, parts_[i]);
        }
        round.complete = !round.found;
        return false;
    }

    /// Goes through the parts in search order, as one worker would have done. `above` says whether
    /// the tree above them held no solution; one there comes after all parts.
    bool conclude(BoundedRound& round, bool above, const Counters& above_counters) {
        std::vector<Move> path_above = std::move(round.path);
        round.found = false;
        round.path.clear();
        Counters below;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            Result& result = results_[i];
            counters_ = parts_[i].before;
            add(counters_, below);
            const bool within =
                counters_.generated + result.counters.generated < monitor_.limits().nodes;
            if (!within || !result.finished) {
                if (!search_in_order(round, i)) return false;
            } else if (result.found) {
                take_solution(round, result.path, parts_[i]);
                add(counters_, result.counters);
                return false;
            }
            add(below, result.counters);
            round.next_bound = std::min(round.next_bound, result.next_bound);
            round.depth_limited |= result.depth_limited;
        }
        counters_ = above_counters;
        add(counters_, below);
        round.found = !above;
        round.path = std::move(path_above);
        return above;
    }

    /// The part in which the node limit is reached, this time up to it; or any part where there is one worker. True: it was
    /// searched to its end.
    bool search_in_order(BoundedRound& round, std::size_t number) {
        const Part& part = parts_[number];
        Result& result = results_[number];
        const Counters before = counters_;
        BoundedRound again;
        again.bound = round.bound;
        const bool exhausted = lead_.run_from(again, SubRoot<B>(problem_, part.moves));
        if (again.found) take_solution(round, again.path, part);
        result.counters.expanded = counters_.expanded - before.expanded;
        result.counters.generated = counters_.generated - before.generated;
        result.counters.max_depth = counters_.max_depth;
        result.next_bound = again.next_bound;
        result.depth_limited = again.depth_limited;
        if (exhausted && !result.finished) keep(number, result);
        return exhausted;
    }

    const Problem<B>& problem_;
    const H& heuristic_;
    const SearchOptions& options_;
    Monitor& monitor_;
    Counters& counters_;
    const Sharing sharing_;
    Round lead_;
    RoundSplitter splitter_;
    const std::vector<Part>& parts_ = splitter_.parts();
    Checkpoint* checkpoint_ = nullptr;  ///< of this round
    bool reserved_ = false;             ///< memory for parts
    std::unique_ptr<WorkerTeam> team_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Result> results_;
    alignas(64) std::atomic<std::size_t> next_part_{0};
    alignas(64) std::atomic<std::size_t> last_part_{0};
    std::atomic<std::size_t> busy_{0};
    std::atomic_flag counting_;
    std::size_t first_unfinished_ = 0;        ///< guarded by counting_
    std::atomic<std::uint64_t> in_order_{0};  ///< generated in the parts before it
};

}  // namespace tessera::search
