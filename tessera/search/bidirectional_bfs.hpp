// Bidirectional breadth-first search: layers from the start and from the goal until they meet.
#pragma once

#include <algorithm>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/children.hpp"

namespace tessera::search::bidirectional_bfs {

inline constexpr std::string_view aliases[] = {"bibfs"};

inline constexpr AlgorithmInfo info{
    .name = "bidirectional-bfs",
    .aliases = aliases,
    .synopsis = "breadth-first from both ends, always a whole layer of the smaller frontier",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .time = "O(b^(d/2))",
    .space = "O(b^(d/2))",
    .reference = "Pohl 1971",
    .use =
        "For shortest solutions without a heuristic: the square root of the states of bfs. Both "
        "frontiers stay in memory.",
};

/// Why the first meeting is optimal. Before a layer is expanded, one side holds every state within
/// f moves of the start, the other every state within b moves of the goal, and they have no state
/// in common. A solution of L ≤ f + b moves would have a state min(f, L) moves from the start and
/// at most b from the goal, in both sides; so every solution has at least f + b + 1 moves. A child
/// of the layer is f + 1 (or b + 1) moves from its root, so where it is met by the other side, it
/// makes a solution of at most f + b + 1.
template <BoardType B>
class Search {
  public:
    Search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor)
        : problem_(problem),
          options_(options),
          monitor_(monitor),
          board_(problem.start),
          children_(problem.start.geometry()),
          forward_(problem.start.geometry(), monitor),
          backward_(problem.start.geometry(), monitor) {}

    Outcome run() {
        if (problem_.start == problem_.goal) return finish(Status::solved);
        if (!forward_.plant(problem_.start) || !backward_.plant(problem_.goal)) {
            return finish(monitor_.status());
        }
        counters_.peak_open = 2;
        while (true) {
            // 1. No meeting so far: what does that prove?
            lower_bound_ = forward_.depth + backward_.depth + 1;
            if (lower_bound_ > monitor_.limits().depth) return finish(Status::depth_limit);

            // 2. Expand the next layer of the smaller frontier.
            const bool from_start = forward_.frontier() <= backward_.frontier();
            Side& side = from_start ? forward_ : backward_;
            const Side& other = from_start ? backward_ : forward_;
            const PackedState<B>* const meeting = expand_layer(side, other);
            if (meeting != nullptr) return finish(Status::solved, meeting);
            if (monitor_.stopped()) return finish(monitor_.status());
            if (side.frontier() == 0) return finish(Status::unsolvable);
        }
    }

  private:
    /// One of the two searches: its store is its queue as well, and everything from `next` on is
    /// its frontier.
    struct Side {
        NodeStore<B> nodes;
        std::size_t next = 0;
        Cost depth = 0;  ///< of the frontier

        Side(Geometry geometry, Monitor& monitor) : nodes(geometry, monitor) {}
        std::size_t frontier() const { return nodes.size() - next; }
        bool plant(const B& root) {
            PackedState<B> state(root.geometry());
            state.assign(root);
            return nodes.insert(state, NodeData::root()).id != no_node;
        }
    };

    /// Expands all states at side.depth. The state where the sides met, or nullptr if they did not
    /// or a limit was reached.
    const PackedState<B>* expand_layer(Side& side, const Side& other) {
        const std::size_t end = side.nodes.size();
        counters_.max_depth =
            std::max(counters_.max_depth, static_cast<std::uint64_t>(side.depth) + 1);
        while (side.next < end) {
            const NodeId id{static_cast<std::uint32_t>(side.next++)};
            ++counters_.expanded;
            side.nodes.load(id, board_);
            const PackedState<B>* const meeting = add_children(side, other, side.nodes.data(id));
            counters_.peak_open =
                std::max<std::uint64_t>(counters_.peak_open, side.frontier() + other.frontier());
            if (meeting != nullptr || monitor_.stopped()) return meeting;
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, lower_bound_)) {
                return nullptr;
            }
        }
        ++side.depth;
        return nullptr;
    }

    const PackedState<B>* add_children(Side& side, const Side& other, NodeData data) {
        for (const auto& child : children_.produce(board_, data, options_.order, side.nodes)) {
            ++counters_.generated;
            const auto node =
                side.nodes.insert(child.state, NodeData::child(side.depth + 1, child.move));
            if (node.id == no_node) return nullptr;
            if (node.is_new && other.nodes.find(child.state) != no_node) return &child.state;
        }
        return nullptr;
    }

    /// From the start to the meeting, and from there the way the other side came, turned round.
    std::vector<Move> path_through(const PackedState<B>& meeting) const {
        std::vector<Move> path = forward_.nodes.path_to(forward_.nodes.find(meeting));
        const std::vector<Move> back = backward_.nodes.path_to(backward_.nodes.find(meeting));
        for (std::size_t i = back.size(); i-- > 0;) path.push_back(opposite(back[i]));
        return path;
    }

    Outcome finish(Status status, const PackedState<B>* meeting = nullptr) {
        Outcome outcome;
        outcome.status = status;
        if (meeting != nullptr) outcome.path = path_through(*meeting);
        outcome.lower_bound = lower_bound_;
        counters_.peak_states = forward_.nodes.size() + backward_.nodes.size();
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const SearchOptions& options_;
    Monitor& monitor_;
    B board_;
    Children<B> children_;
    Side forward_;
    Side backward_;
    Counters counters_;
    Cost lower_bound_ = 0;
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    return Search<B>(problem, options, monitor).run();
}

}  // namespace tessera::search::bidirectional_bfs
