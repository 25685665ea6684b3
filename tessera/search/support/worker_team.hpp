// Several workers on one search: their counters, their monitors, and how they all stop together.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "tessera/contracts/search.hpp"

namespace tessera::search {

/// How many workers a search with these options may have.
inline std::size_t worker_count(const Monitor& monitor, const SearchOptions& options) {
    const std::size_t all = monitor.executor().workers();
    return options.threads == 0 ? all : std::min<std::size_t>(all, options.threads);
}

/// The workers of one search. Each has its own Monitor. At every poll a worker publishes its counts on its own
/// cache line and asks whether to stop.
///
/// Worker 0 runs on the caller's thread. It asks the search's own monitor (time, nodes, observer) with the sums
/// of all workers: at its polls, and through `attend` while it has nothing else to do. Only the node limit is
/// left to the search, because these sums come too late for it and may include work that will not count. A team
/// of one uses the search's own monitor directly, so its limits are as exact as those of a search without
/// workers.
class WorkerTeam {
  public:
    WorkerTeam(Monitor& lead, std::size_t size) : lead_(lead) {
        for (std::size_t i = 0; i < std::max<std::size_t>(size, 1); ++i) {
            members_.push_back(std::make_unique<Member>(*this, lead, i == 0));
        }
    }

    std::size_t size() const { return members_.size(); }
    Monitor& monitor(std::size_t worker) { return size() == 1 ? lead_ : members_[worker]->monitor; }
    /// What this worker had generated at its last poll.
    std::uint64_t published(std::size_t worker) const {
        return members_[worker]->generated.load(std::memory_order_relaxed);
    }
    /// Stops this worker also when `dismissed` says so at one of its polls.
    void set_dismissed(std::size_t worker, std::function<bool()> dismissed) {
        members_[worker]->dismissed = std::move(dismissed);
    }

    /// Calls `work(worker)` for each. `so_far` are the counters of the work before, to which the
    /// workers add, `lower_bound` is what is proven, and `best` what the best solution in hand costs.
    void run(const Counters& so_far, Cost lower_bound, const std::function<void(std::size_t)>& work,
             Cost best = infinite_cost) {
        base_ = so_far;
        lower_bound_ = lower_bound;
        best_ = best;
        const Counters before = published_sum();
        base_.expanded -= before.expanded;
        base_.generated -= before.generated;
        if (size() == 1) return work(0);
        lead_.executor().run([&](std::size_t worker) {
            if (worker < size()) work(worker);
        });
    }

    bool stopped() const { return status() != Status::solved; }
    /// Why the team stopped: the first reason given; Status::solved while it has not.
    Status status() const { return status_.load(std::memory_order_relaxed); }
    void stop(Status why) {
        Status none = Status::solved;
        status_.compare_exchange_strong(none, why, std::memory_order_relaxed);
    }

    /// Worker 0 asks the search's own monitor. False: all stop.
    bool attend() {
        if (stopped()) return false;
        Counters now = published_sum();
        now.expanded += base_.expanded;
        now.generated += base_.generated;
        now.max_depth = base_.max_depth;
        now.generated = std::min(now.generated, lead_.limits().nodes - 1);
        if (!lead_.poll(now, lower_bound_, best_)) stop(lead_.status());
        return !stopped();
    }
    /// A worker has nothing to do for a moment; `times` as in Executor::rest.
    void rest(std::size_t worker, std::size_t times) {
        if (worker == 0 && size() > 1 && !attend()) return;
        lead_.executor().rest(times);
    }

  private:
    struct alignas(64) Member final : Observer {
        Member(WorkerTeam& its_team, Monitor& lead_monitor, bool is_lead)
            : team(its_team), leads(is_lead), monitor(lead_monitor, *this) {}

        void progress(const Progress& now) override {
            expanded.store(now.counters.expanded, std::memory_order_relaxed);
            generated.store(now.counters.generated, std::memory_order_relaxed);
        }
        bool cancelled() override {
            if (leads) team.attend();
            return team.stopped() || (dismissed && dismissed());
        }

        WorkerTeam& team;
        const bool leads;
        std::atomic<std::uint64_t> expanded{0};
        std::atomic<std::uint64_t> generated{0};
        std::function<bool()> dismissed;
        Monitor monitor;
    };

    Counters published_sum() const {
        Counters sum;
        for (const auto& member : members_) {
            sum.expanded += member->expanded.load(std::memory_order_relaxed);
            sum.generated += member->generated.load(std::memory_order_relaxed);
        }
        return sum;
    }

    Monitor& lead_;
    std::vector<std::unique_ptr<Member>> members_;
    Counters base_;  ///< modulo 2^64: added to the published sums it gives the whole
    Cost lower_bound_ = 0;
    Cost best_ = infinite_cost;
    std::atomic<Status> status_{Status::solved};
};

}  // namespace tessera::search
