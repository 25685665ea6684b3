// One bounded round of ida* on a machine of many lanes: launches, limits and what the engine hears of them.
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
        : position_(tables.position_words()),
          base_(tables.node_words()),
          stack_(LaneMemory::stack_words(tables.set_count)),
          states_(most_moves + 1) {}
    Words position() { return {position_.data(), 1}; }
    LaneMemory memory() {
        LaneMemory memory{};
        memory.base = {base_.data(), 1};
        memory.stack = stack_.data();
        memory.states = states_.data();
        memory.stack_stride = 1;
        memory.saved = &saved_;
        return memory;
    }

  private:
    std::vector<u32> position_;
    std::vector<u32> base_;
    std::vector<u64> stack_;
    std::vector<u32> states_;
    SavedLane saved_{};
};

/// The nodes of the sub-roots, one after the other.
std::vector<u32> nodes_of(const SearchTables& tables, std::vector<u32>& start,
                          std::span<const MovePrefix> roots) {
    LoneLane lone(tables);
    Control control{};
    RoundWork work{};
    work.control = &control;
    work.bound = work.depth_limit = no_bound;
    work.sees_next_bound = 1;
    std::vector<u32> nodes(roots.size() * tables.node_words());
    for (std::size_t r = 0; r < roots.size(); ++r) {
        Lane<0, true, false, 0> lane(tables, *tables.lookups, work, lone.position(), lone.memory());
        lane.take_up({start.data(), 1});
        for (std::size_t i = 0; i < roots[r].size(); ++i) {
            lane.follow(static_cast<u32>(index(roots[r][i])));
        }
        const Words node{nodes.data() + r * tables.node_words(), 1};
        lane.write_down(node);
        node[OpenNode::root_at] = static_cast<u32>(r);
    }
    return nodes;
}

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
    /// Nodes that the round may generate.
    u64 nodes_left() const {
        const u64 all = monitor_.limits().nodes;
        return all - std::min(all, request_.before.generated);
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
    const std::vector<u32> nodes = nodes_of(view, *start, request.roots);

    Listener listener(request, monitor);
    RoundSetup setup;
    setup.tables = &tables;
    setup.automaton = automaton;
    setup.nodes = nodes;
    setup.node_count = static_cast<u32>(request.roots.size());
    setup.roots = request.roots.size();
    setup.bound = static_cast<u32>(request.bound);
    setup.depth_limit = static_cast<u32>(std::max<Cost>(monitor.limits().depth, 0));
    setup.node_limit = listener.nodes_left();
    setup.sees_next_bound = !tables.complete() || job.options.order != all_moves;
    if (std::string fault = machine.begin(setup); !fault.empty()) return Declined{fault};

    Control control{};
    control.open = setup.node_count;
    const auto go_on = [&](const Control& now) { return listener.go_on(now); };
    while (control.open != 0 && control.found == 0 && !monitor.stopped()) {
        if (std::string fault = machine.launch(go_on, control); !fault.empty()) {
            return Declined{fault};
        }
        go_on(control);
    }

    std::vector<RootCounts> counts;
    if (std::string fault = machine.counts(counts); !fault.empty()) return Declined{fault};
    // A root is expanded before anything is looked up.
    for (std::size_t r = 0; r < counts.size(); ++r) {
        ++counts[r].expanded;
        counts[r].max_depth =
            std::max<u32>(counts[r].max_depth, static_cast<u32>(request.roots[r].size()));
    }
    RoundResult result;
    const bool found = control.found != 0;
    // A round that has come to its end is done, whatever the monitor says of it.
    const bool complete = !found && control.open == 0;
    result.status = found || complete ? Status::solved : monitor.status();
    add_counts(result, counts, request.bound, setup.sees_next_bound, complete);
    if (found) add_path(result, control);
    return result;
}

}  // namespace tessera::cuda
