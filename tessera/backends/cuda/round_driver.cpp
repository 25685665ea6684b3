// One bounded round of ida* on a machine of many lanes: launches, drains and what the engine hears of them.
#include "tessera/backends/cuda/round_driver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/backends/cuda/lane.hpp"

namespace tessera::cuda {
namespace {

using Clock = std::chrono::steady_clock;

/// Memory for a lane of its own, in plain C++.
class LoneLane {
  public:
    explicit LoneLane(const SearchTables& tables)
        : words_(LaneMemory::words_for(tables)),
          stack_(LaneMemory::stack_words(tables.set_count)),
          states_(most_moves + 1) {}
    LaneMemory memory() { return {words_.data(), 1, stack_.data(), states_.data(), 1}; }

  private:
    std::vector<u32> words_;
    std::vector<u64> stack_;
    std::vector<u32> states_;
};

/// The nodes of the sub-roots.
std::vector<OpenNode> nodes_of(const SearchTables& tables, const OpenNode& start,
                               std::span<const MovePrefix> roots) {
    LoneLane lone(tables);
    Control control{};
    RoundWork work{};
    work.control = &control;
    work.bound = work.depth_limit = no_bound;
    work.sees_next_bound = 1;
    std::vector<OpenNode> nodes;
    nodes.reserve(roots.size());
    for (const MovePrefix& moves : roots) {
        OpenNode node{};
        if (moves.size() == 0) {
            node = start;
        } else {
            Lane<true> lane(tables, *tables.lookups, work, lone.memory());
            lane.take_up(start);
            for (std::size_t i = 0; i < moves.size(); ++i) {
                lane.follow(static_cast<u32>(index(moves[i])));
            }
            lane.write_down(node);
        }
        node.root = static_cast<u32>(nodes.size());
        nodes.push_back(node);
    }
    return nodes;
}

/// Chooses how many turns a launch may take, so that the observer hears of it some twenty times a second.
class Budget {
  public:
    u32 turns(u64 nodes_left, u32 lanes) const {
        const u64 allowed = nodes_left / std::max(lanes, 1U);
        return static_cast<u32>(std::clamp<u64>(allowed, fewest, turns_));
    }
    void learn(Clock::duration taken, const Standing& standing) {
        const bool ran_out = standing.control.idle < standing.idle_limit;
        if (taken > 2 * wanted) {
            turns_ = std::max(turns_ / 2, fewest);
        } else if (ran_out && taken < wanted / 2 && turns_ < most) {
            turns_ *= 2;
        }
    }

  private:
    static constexpr Clock::duration wanted = std::chrono::milliseconds(40);
    static constexpr u32 fewest = 64;
    static constexpr u32 most = u32{1} << 24;
    u32 turns_ = 1U << 13;
};

/// The engine's side of a round: its limits and its observer.
class Listener {
  public:
    Listener(const RoundRequest& request, Monitor& monitor)
        : request_(request), monitor_(monitor) {}

    /// False: stop now.
    bool go_on(const Control& control) {
        const auto now = Clock::now();
        Counters all = request_.before;
        all.expanded += control.expanded;
        all.generated += control.generated;
        if (all.generated < monitor_.limits().nodes && now - last_ < longest_silence) return true;
        last_ = now;
        return monitor_.poll(all, request_.bound);
    }
    u64 nodes_left(const Control& control) const {
        const u64 done = request_.before.generated + control.generated;
        return monitor_.limits().nodes - std::min(monitor_.limits().nodes, done);
    }

  private:
    static constexpr Clock::duration longest_silence = std::chrono::milliseconds(2);
    const RoundRequest& request_;
    Monitor& monitor_;
    Clock::time_point last_{};
};

void add_counts(RoundResult& result, const std::vector<RootCounts>& counts, Cost bound,
                bool sees_next_bound, bool complete) {
    result.roots.resize(counts.size());
    for (std::size_t r = 0; r < counts.size(); ++r) {
        RootResult& root = result.roots[r];
        root.counters.expanded = counts[r].expanded;
        root.counters.generated = counts[r].generated;
        root.counters.max_depth = counts[r].max_depth;
        root.depth_limited = counts[r].depth_limited != 0;
        root.finished = complete;
        // Where every tile counts, a slide changes each sum by one, so a state above the bound is above it by two.
        root.next_bound = bound + 2;
        if (sees_next_bound) {
            root.next_bound = counts[r].next_bound == no_bound
                                  ? infinite_cost
                                  : static_cast<Cost>(counts[r].next_bound);
        }
    }
}

void add_path(RoundResult& result, const Control& control) {
    result.roots[control.found_root].found = true;
    for (u32 i = 0; i < control.path_length; ++i) {
        result.path.push_back(make_move((control.path[i / 16] >> (2 * (i % 16))) & 3U));
    }
}

}  // namespace

Answer<RoundResult> run_round(RoundMachine& machine, const FlatTables& tables,
                              const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor) {
    if (request.bound > static_cast<Cost>(most_moves)) {
        return Declined{fmt::format("it follows paths of up to {} moves", most_moves)};
    }
    auto start = tables.node(job);
    if (!start) return Declined{start.error().message};
    const std::vector<u32> automaton = flat_automaton(job.options.automaton);
    SearchTables view = tables.view();
    view.automaton = automaton.empty() ? nullptr : automaton.data();
    const std::vector<OpenNode> nodes = nodes_of(view, *start, request.roots);

    RoundSetup setup;
    setup.tables = &tables;
    setup.automaton = automaton;
    setup.nodes = nodes;
    setup.roots = nodes.size();
    setup.bound = static_cast<u32>(request.bound);
    setup.depth_limit = static_cast<u32>(std::max<Cost>(monitor.limits().depth, 0));
    setup.sees_next_bound = !tables.complete() || job.options.order != all_moves;
    if (std::string fault = machine.begin(setup); !fault.empty()) return Declined{fault};

    Listener listener(request, monitor);
    Standing standing;
    standing.open = nodes.size();
    Budget budget;
    while (!standing.ended() && !monitor.stopped()) {
        const auto before = Clock::now();
        const u32 turns = budget.turns(listener.nodes_left(standing.control), standing.lanes);
        const auto go_on = [&] { return listener.go_on(standing.control); };
        if (std::string fault = machine.launch(turns, go_on, standing); !fault.empty()) {
            return Declined{fault};
        }
        budget.learn(Clock::now() - before, standing);
        go_on();
    }

    std::vector<RootCounts> counts;
    if (std::string fault = machine.counts(counts); !fault.empty()) return Declined{fault};
    // A root is expanded before anything is looked up.
    for (std::size_t r = 0; r < counts.size(); ++r) {
        ++counts[r].expanded;
        counts[r].max_depth = std::max<u32>(counts[r].max_depth, nodes[r].depth);
    }
    RoundResult result;
    const bool found = standing.control.found != 0;
    // A round that has come to its end in time is done, whatever the monitor says of it.
    const bool complete = !found && standing.open == 0 && !standing.stopped();
    result.status = found || complete ? Status::solved : monitor.status();
    add_counts(result, counts, request.bound, setup.sees_next_bound, complete);
    if (found) add_path(result, standing.control);
    return result;
}

}  // namespace tessera::cuda
