// A search written down step by step, for people who want to see it work: every state it expands, in order.
#include "tessera/lessons/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/a_star.hpp"
#include "tessera/search/bfs.hpp"
#include "tessera/search/dfs.hpp"
#include "tessera/search/greedy.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/ucs.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera {
namespace {

using NodeNumber = std::uint32_t;

/// Makes nodes and steps, and knows when there are enough of them.
class Recorder {
  public:
    Recorder(Trace& trace, const TraceRequest& request, const Labelling& labels,
             const ErasedHeuristic<DynamicBoard>* heuristic, Observer& observer)
        : trace_(trace),
          request_(request),
          labels_(labels),
          heuristic_(heuristic),
          observer_(observer) {}

    NodeNumber root() {
        return add({std::nullopt, Move::up, request_.start, 0, estimate(request_.start)});
    }
    const TraceNode& node(NodeNumber number) const { return trace_.nodes[number]; }
    bool is_goal(NodeNumber number) const { return node(number).board == request_.goal; }

    /// Begins a step; false when there may be no more.
    bool expand(NodeNumber number) {
        if (trace_.steps.size() >= request_.steps || observer_.cancelled()) return false;
        const std::uint64_t cells = request_.start.geometry().cells();
        if ((trace_.nodes.size() + all_moves.size()) * cells > most_traced_cells) return false;
        TraceStep step;
        step.expanded = number;
        trace_.steps.push_back(std::move(step));
        ++trace_.expanded;
        return true;
    }
    TraceStep& step() { return trace_.steps.back(); }
    TraceStep& step(std::size_t number) { return trace_.steps[number]; }
    std::size_t last_step() const { return trace_.steps.size() - 1; }

    const std::array<Move, 4>& order() const { return request_.options.order; }
    Cost start_estimate() const { return estimate(request_.start); }

    /// The children of a node in successor order, without its parent, each a new node that belongs to no list yet.
    std::vector<NodeNumber> children(NodeNumber number) {
        std::vector<NodeNumber> made;
        for (const Move move : request_.options.order) {
            if (const auto next = child(number, move)) made.push_back(*next);
        }
        return made;
    }
    /// One of them, if there is such a move and it is not the one back.
    std::optional<NodeNumber> child(NodeNumber number, Move move) {
        const TraceNode& from = node(number);
        if (!from.board.legal_moves().has(move)) return std::nullopt;
        if (from.parent && move == opposite(from.move)) return std::nullopt;
        DynamicBoard board = from.board;
        board.slide(move);
        ++trace_.generated;
        const Cost h = estimate(board);
        return add({number, move, std::move(board), from.g + 1, h});
    }

    /// A step that only took the goal from the frontier expanded nothing.
    void reached(NodeNumber goal) {
        if (!trace_.steps.empty() && step().expanded == goal) --trace_.expanded;
        trace_.goal_node = goal;
        trace_.complete = true;
    }
    void exhausted() { trace_.complete = true; }

  private:
    NodeNumber add(TraceNode node) {
        trace_.nodes.push_back(std::move(node));
        return static_cast<NodeNumber>(trace_.nodes.size() - 1);
    }
    Cost estimate(const DynamicBoard& board) const {
        if (heuristic_ == nullptr) return 0;
        return heuristic_->value(
            heuristic_->evaluate(labels_.canonical_board<DynamicBoard>(board)));
    }

    Trace& trace_;
    const TraceRequest& request_;
    const Labelling& labels_;
    const ErasedHeuristic<DynamicBoard>* heuristic_;
    Observer& observer_;
};

/// The states met so far, with the node by which each was reached best.
class Met {
  public:
    /// False where the state is known already.
    bool add(const Recorder& recorder, NodeNumber number) {
        return best_.try_emplace(tiles_of(recorder.node(number).board), number).second;
    }
    NodeNumber& best(const Recorder& recorder, NodeNumber number) {
        return best_[tiles_of(recorder.node(number).board)];
    }

  private:
    std::map<std::vector<Tile>, NodeNumber> best_;
};

void trace_bfs(Recorder& recorder) {
    const NodeNumber root = recorder.root();
    if (recorder.is_goal(root)) return recorder.reached(root);
    Met met;
    met.add(recorder, root);
    std::deque<NodeNumber> queue{root};
    while (!queue.empty()) {
        const NodeNumber next = queue.front();
        queue.pop_front();
        if (!recorder.expand(next)) return;
        for (const Move move : recorder.order()) {
            const auto child = recorder.child(next, move);
            if (!child) continue;
            if (!met.add(recorder, *child)) {
                recorder.step().duplicates.push_back(*child);
                continue;
            }
            recorder.step().children.push_back(*child);
            if (recorder.is_goal(*child)) return recorder.reached(*child);
            queue.push_back(*child);
        }
    }
    recorder.exhausted();
}

/// What a depth-first search does with a child.
enum class Visit { enter, leave, goal };

/// Follows paths from `root` depth first, one child at a time: a state's step stays open while its children are followed.
/// `visit(child, step)` puts the child into one of the step's lists and says how to go on; `entered()` is told of every step
/// that was begun. False when the goal was met or there may be no more steps.
template <class Choose, class Entered>
bool follow_paths(Recorder& recorder, NodeNumber root, Choose visit, Entered entered) {
    struct Frame {
        NodeNumber node;
        std::size_t next_move;
        std::size_t step;
    };
    std::vector<Frame> path;
    const auto enter = [&](NodeNumber node) {
        if (!recorder.expand(node)) return false;
        entered();
        path.push_back({node, 0, recorder.last_step()});
        return true;
    };
    if (!enter(root)) return false;
    while (!path.empty()) {
        Frame& frame = path.back();
        if (frame.next_move == recorder.order().size()) {
            path.pop_back();
            continue;
        }
        const auto child = recorder.child(frame.node, recorder.order()[frame.next_move++]);
        if (!child) continue;
        const Visit what = visit(*child, recorder.step(frame.step));
        if (what == Visit::goal) {
            recorder.reached(*child);
            return false;
        }
        if (what == Visit::enter && !enter(*child)) return false;
    }
    return true;
}

void trace_dfs(Recorder& recorder) {
    const NodeNumber root = recorder.root();
    if (recorder.is_goal(root)) return recorder.reached(root);
    Met met;
    met.add(recorder, root);
    const auto visit = [&](NodeNumber child, TraceStep& step) {
        const bool is_new = met.add(recorder, child);
        (is_new ? step.children : step.duplicates).push_back(child);
        if (recorder.is_goal(child)) return Visit::goal;
        return is_new ? Visit::enter : Visit::leave;
    };
    if (follow_paths(recorder, root, visit, [] {})) recorder.exhausted();
}

/// Best-first by `priority(g, h)`, ties by smaller h, and among those the state that came last.
template <class Priority>
void trace_best_first(Recorder& recorder, bool reopens, Priority priority) {
    // Smallest first; what was put in last has the smallest third key.
    std::set<std::tuple<Cost, Cost, std::int64_t, NodeNumber>> open;
    std::int64_t age = 0;
    Met met;
    std::vector<bool> closed;
    const auto push = [&](NodeNumber number) {
        const TraceNode& node = recorder.node(number);
        open.insert({priority(node.g, node.h), node.h, --age, number});
    };
    const NodeNumber root = recorder.root();
    met.add(recorder, root);
    push(root);
    while (!open.empty()) {
        const NodeNumber next = std::get<NodeNumber>(*open.begin());
        open.erase(open.begin());
        if (met.best(recorder, next) != next) continue;  // reached more cheaply since
        if (!recorder.expand(next)) return;
        closed.resize(std::max<std::size_t>(closed.size(), next + 1));
        closed[next] = true;
        if (recorder.is_goal(next)) return recorder.reached(next);
        const std::vector<NodeNumber> children = recorder.children(next);
        // The first in successor order is put in last and taken out first.
        for (const NodeNumber child : std::views::reverse(children)) {
            if (!met.add(recorder, child)) {
                NodeNumber& known = met.best(recorder, child);
                const bool was_closed = known < closed.size() && closed[known];
                if (recorder.node(child).g >= recorder.node(known).g || (was_closed && !reopens)) {
                    recorder.step().duplicates.push_back(child);
                    continue;
                }
                known = child;
            }
            recorder.step().children.push_back(child);
            push(child);
        }
        std::ranges::sort(recorder.step().children);
        std::ranges::sort(recorder.step().duplicates);
    }
    recorder.exhausted();
}

/// Each round starts again at the root, with a node of its own for every state it enters.
void trace_ida_star(Recorder& recorder) {
    NodeNumber root = recorder.root();
    if (recorder.is_goal(root)) return recorder.reached(root);
    Cost bound = recorder.node(root).h;
    while (bound < infinite_cost) {
        Cost next_bound = infinite_cost;
        const auto visit = [&](NodeNumber child, TraceStep& step) {
            const Cost f = recorder.node(child).g + recorder.node(child).h;
            if (f > bound) {
                step.pruned.push_back(child);
                next_bound = std::min(next_bound, f);
                return Visit::leave;
            }
            step.children.push_back(child);
            return recorder.is_goal(child) ? Visit::goal : Visit::enter;
        };
        if (!follow_paths(recorder, root, visit, [&] { recorder.step().bound = bound; })) return;
        bound = next_bound;
        root = recorder.root();
    }
    recorder.exhausted();
}

/// How the algorithms that claim to be traceable are recorded.
struct Tracer {
    const AlgorithmInfo* algorithm;
    void (*record)(Recorder&, const TraceRequest&);
};
constexpr Tracer tracers[] = {
    {&search::bfs::info, [](Recorder& recorder, const TraceRequest&) { trace_bfs(recorder); }},
    {&search::dfs::info, [](Recorder& recorder, const TraceRequest&) { trace_dfs(recorder); }},
    {&search::ucs::info,
     [](Recorder& recorder, const TraceRequest&) {
         trace_best_first(recorder, true, [](Cost g, Cost) { return g; });
     }},
    {&search::greedy::info,
     [](Recorder& recorder, const TraceRequest&) {
         trace_best_first(recorder, false, [](Cost, Cost h) { return h; });
     }},
    {&search::a_star::info,
     [](Recorder& recorder, const TraceRequest&) {
         trace_best_first(recorder, true, [](Cost g, Cost h) { return g + h; });
     }},
    {&search::weighted_a_star::info,
     [](Recorder& recorder, const TraceRequest& request) {
         const search::weighted_a_star::Policy policy(
             request.options.real(search::weighted_a_star::weight), recorder.start_estimate());
         trace_best_first(recorder, true, [&](Cost g, Cost h) { return policy.priority(g, h); });
     }},
    {&search::ida_star::info,
     [](Recorder& recorder, const TraceRequest&) { trace_ida_star(recorder); }},
};

const Tracer* tracer_of(const AlgorithmInfo& info) {
    const auto* place =
        std::ranges::find_if(tracers, [&](const Tracer& one) { return one.algorithm == &info; });
    return place == std::end(tracers) ? nullptr : place;
}

}  // namespace

TraceRequest trace_request(const Job& job) {
    TraceRequest request;
    request.start = job.start;
    request.goal = job.goal;
    request.algorithm = job.algorithm;
    request.heuristic = job.heuristic;
    request.options = job.options;
    request.memory_bytes = job.limits.memory_bytes;
    return request;
}

std::vector<std::string_view> traceable_algorithms() {
    return names_with(&AlgorithmInfo::traceable);
}

std::optional<Error> objection_to_trace(const std::string& algorithm,
                                        const SearchOptions& options) {
    const std::string hint =
        fmt::format("these can: {}", algorithms_with(&AlgorithmInfo::traceable));
    if (algorithm == "auto" || claims(algorithm, &AlgorithmInfo::to_a_deadline)) {
        return usage_error(
            fmt::format("{} is a choice of the engine's and cannot be traced", algorithm), hint);
    }
    auto entry = find_algorithm(algorithm);
    if (!entry) return entry.error();
    if (tracer_of(*(*entry)->info) == nullptr) {
        return usage_error(fmt::format("{} cannot be traced", (*entry)->info->name), hint);
    }
    if (options.find(search::ida_star::cycles.name) != nullptr) {
        return usage_error("a trace shows every move sequence, and 'cycles' leaves some out",
                           "leave 'cycles' out", "options.cycles");
    }
    return std::nullopt;
}

Result<Trace> trace(Engine& engine, const TraceRequest& request, Observer& observer) {
    const Geometry geometry = request.start.geometry();
    if (geometry != request.goal.geometry()) {
        return usage_error("the board and the goal differ in size",
                           "give a goal of the same size, or a goal by name");
    }
    if (auto error = objection_to_trace(request.algorithm, request.options)) return *error;
    const AlgorithmInfo& info = *(*find_algorithm(request.algorithm))->info;
    if (auto error = options_objection(request.options, info, geometry)) return *error;
    Trace trace;
    trace.start = request.start;
    trace.goal = request.goal;
    trace.algorithm = info.name;
    const Labelling labels(request.goal);
    registry::SharedHeuristic<DynamicBoard> heuristic;
    if (info.uses_heuristic) {
        auto spec = parse_heuristic(
            request.heuristic == "auto" ? choose_strategy(geometry).heuristic : request.heuristic);
        if (!spec) return spec.error();
        BuildUntil build_observer([&] { return observer.cancelled(); });
        auto built = engine.heuristic<DynamicBoard>(*spec, geometry, labels.goal_blank(), {},
                                                    request.memory_bytes, &build_observer);
        if (!built) return built.error();
        heuristic = *built;
        trace.heuristic = spec->name();
    }
    Recorder recorder(trace, request, labels, heuristic.get(), observer);
    tracer_of(info)->record(recorder, request);
    return trace;
}

std::vector<Move> moves_to(const Trace& trace, std::uint32_t node) {
    std::vector<Move> moves;
    for (const TraceNode* at = &trace.nodes[node]; at->parent; at = &trace.nodes[*at->parent]) {
        moves.push_back(at->move);
    }
    std::ranges::reverse(moves);
    return moves;
}

}  // namespace tessera
