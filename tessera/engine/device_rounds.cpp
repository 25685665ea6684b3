// ida* by rounds of a device, with the counts of one core.
#include "tessera/engine/device_rounds.hpp"

#include <algorithm>
#include <chrono>

#include "tessera/puzzle/goal.hpp"
#include "tessera/search/support/deepening.hpp"

namespace tessera {
namespace {

using search::BoundedRound;
using search::Part;

void add(Counters& sum, const Counters& more) {
    sum.expanded += more.expanded;
    sum.generated += more.generated;
    sum.max_depth = std::max(sum.max_depth, more.max_depth);
}

/// The rounds of one search on one device.
class DeviceRounds {
  public:
    DeviceRounds(SearchBackend& device, const CanonicalJob& job, const SplitAt& split_at,
                 Monitor& monitor, Counters& counters)
        : device_(device),
          job_(job),
          split_at_(split_at),
          monitor_(monitor),
          counters_(counters),
          sharing_(search::sharing_for(job.options)) {}

    /// Searches one round, as `raise_bound` wants it, after one that generated so many nodes.
    Status run(BoundedRound& round, std::uint64_t nodes_before) {
        checkpoint_ = search::checkpoint_of(job_.options, monitor_, round.bound);
        const bool in_parts = checkpoint_ != nullptr && nodes_before >= sharing_.smallest_before;
        return in_parts ? run_parts(round, sharing_.parts_after(nodes_before)) : run_whole(round);
    }
    /// Why the device does no more rounds; empty while it does.
    const std::string& fault() const { return fault_; }

  private:
    using Clock = Monitor::Clock;
    /// So much work is lost at most if the search is killed.
    static constexpr std::chrono::duration<double> seconds_per_batch{3.0};
    static constexpr std::size_t smallest_batch = 16;

    Status run_whole(BoundedRound& round) {
        const MovePrefix start;
        const auto result = ask(round.bound, {&start, 1}, counters_);
        if (!result) return Status::error;
        const RootResult& root = result->roots.front();
        add(counters_, root.counters);
        round.next_bound = std::min(round.next_bound, root.next_bound);
        round.depth_limited |= root.depth_limited;
        round.found = root.found;
        round.path.assign(result->path.rbegin(), result->path.rend());
        round.complete = !root.found || root.finished;
        return result->status;
    }

    /// A round from these roots; nothing where the device does not do it as it should.
    std::optional<RoundResult> ask(Cost bound, std::span<const MovePrefix> roots,
                                   const Counters& before) {
        auto answer = device_.round(job_, {bound, roots, before}, monitor_);
        if (auto* declined = std::get_if<Declined>(&answer)) {
            fault_ = std::move(declined->why);
            return std::nullopt;
        }
        RoundResult& result = std::get<RoundResult>(answer);
        const bool found =
            std::ranges::any_of(result.roots, [](const RootResult& root) { return root.found; });
        if (result.roots.size() != roots.size()) {
            fault_ = "its round has no counts";
        } else if (result.status == Status::solved && !found &&
                   !std::ranges::all_of(result.roots, [&](const RootResult& root) {
                       return root.finished && root.next_bound > bound;
                   })) {
            fault_ = "its rounds do not go on";
        }
        return fault_.empty() ? std::optional(std::move(result)) : std::nullopt;
    }

    Status run_parts(BoundedRound& round, std::size_t wanted) {
        // 1. The tree above the parts, on this machine.
        const auto split_at = [&](BoundedRound& all, std::size_t depth, std::vector<Part>& parts) {
            return split_at_(all, depth, parts, counters_);
        };
        const bool above = splitter_.split(round, wanted, counters_, checkpoint_, split_at);
        if (monitor_.stopped()) return monitor_.status();
        const std::vector<Part>& parts = splitter_.parts();

        // 2. The parts that are not kept, in search order.
        results_.assign(parts.size(), std::nullopt);
        const auto kept = splitter_.kept(*checkpoint_, round.bound);
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i < kept.size() && kept[i]) {
                take(i, kept[i]->counters, kept[i]->next_bound, round);
            } else {
                left.push_back(i);
            }
        }
        const std::vector<Move> path_above = std::move(round.path);
        round.found = false;
        std::size_t batch = std::max(smallest_batch, left.size() / 64);
        for (std::size_t done = 0; done < left.size();) {
            const std::size_t count = std::min(batch, left.size() - done);
            const auto begin = Clock::now();
            const Status status = run_batch(round, std::span(left).subspan(done, count));
            if (status != Status::solved || round.found) return status;
            done += count;
            const std::chrono::duration<double> took = Clock::now() - begin;
            const double factor = std::clamp(seconds_per_batch / took, 0.25, 4.0);
            batch = std::max(smallest_batch,
                             static_cast<std::size_t>(static_cast<double>(count) * factor));
        }

        // 3. A solution above the parts comes after all of them.
        round.found = !above;
        round.path = path_above;
        return Status::solved;
    }

    /// A part that is done and holds no solution.
    void take(std::size_t part, const Counters& counters, Cost next_bound, BoundedRound& round) {
        results_[part] = counters;
        add(counters_, counters);
        round.next_bound = std::min(round.next_bound, next_bound);
    }

    Status run_batch(BoundedRound& round, std::span<const std::size_t> numbers) {
        std::vector<MovePrefix> roots;
        for (const std::size_t number : numbers) roots.push_back(splitter_.parts()[number].moves);
        auto result = ask(round.bound, roots, counters_);
        if (!result) return Status::error;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const RootResult& root = result->roots[i];
            if (root.found && !round.found) {
                conclude(round, numbers[i], root);
                round.path.assign(result->path.rbegin(), result->path.rend());
            } else if (root.finished && !root.found) {
                take(numbers[i], root.counters, root.next_bound, round);
                checkpoint_->add(KeptPart{numbers[i], root.counters, root.next_bound});
            } else {
                add(counters_, root.counters);
            }
        }
        return round.found && round.complete ? count_in_order() : result->status;
    }

    /// The first part in search order that holds a solution. It is the one that a core finds if every part before it is done.
    void conclude(BoundedRound& round, std::size_t part, const RootResult& root) {
        round.found = true;
        round.complete =
            root.finished &&
            std::all_of(results_.begin(), results_.begin() + static_cast<std::ptrdiff_t>(part),
                        [](const auto& result) { return result.has_value(); });
        in_order_ = splitter_.parts()[part].before;
        for (std::size_t i = 0; i < part && round.complete; ++i) add(in_order_, *results_[i]);
        add(in_order_, root.counters);
        add(counters_, root.counters);
    }
    /// Leaves out what was counted beyond the solution.
    Status count_in_order() {
        counters_ = in_order_;
        return Status::solved;
    }

    SearchBackend& device_;
    const CanonicalJob& job_;
    const SplitAt& split_at_;
    Monitor& monitor_;
    Counters& counters_;
    const search::Sharing sharing_;
    search::RoundSplitter splitter_;
    Checkpoint* checkpoint_ = nullptr;              ///< of this round
    std::vector<std::optional<Counters>> results_;  ///< of the parts that are done
    Counters in_order_;  ///< what one core would have counted up to the solution
    std::string fault_;
};

}  // namespace

Answer<Outcome> deepen_on(SearchBackend& device, const CanonicalJob& job, const SplitAt& split_at,
                          Monitor& monitor) {
    const Problem<DynamicBoard> problem{DynamicBoard::from_tiles(job.geometry, job.start),
                                        canonical_goal<DynamicBoard>(job.geometry, job.goal_blank),
                                        {}};
    Outcome outcome;
    BoundedRound round;
    round.bound = job.initial_h;
    DeviceRounds rounds(device, job, split_at, monitor, outcome.counters);
    const auto run = [&](BoundedRound& next) {
        const auto& before = outcome.iterations;
        return rounds.run(next, before.empty() ? 0 : before.back().generated);
    };
    search::raise_bound(problem, round, outcome, monitor, run, job.options);
    if (!rounds.fault().empty()) return Declined{rounds.fault()};
    outcome.path.assign(round.path.rbegin(), round.path.rend());
    return outcome;
}

}  // namespace tessera
