// Breadth-first search: layer by layer, so the first path to the goal is a shortest one.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/children.hpp"

namespace tessera::search::bfs {

inline constexpr std::string_view aliases[] = {"breadth-first"};

inline constexpr AlgorithmInfo info{
    .name = "bfs",
    .aliases = aliases,
    .synopsis = "breadth-first graph search, goal tested when a state is produced",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .traceable = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Moore 1959",
    .use =
        "For shortest solutions of small boards without a heuristic, and as a yardstick that is "
        "easy to trust. Its memory grows with the states: 12 cells are the limit of comfort.",
};

/// The node store keeps states in order of insertion, so it is the queue as well: the frontier is
/// everything from the state expanded next to the end.
template <BoardType B>
class Search {
  public:
    Search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor)
        : problem_(problem),
          options_(options),
          monitor_(monitor),
          nodes_(problem.start.geometry(), monitor),
          children_(problem.start.geometry()) {}

    Outcome run() {
        if (problem_.start == problem_.goal) return finish(Status::solved);
        PackedState<B> start(problem_.start.geometry());
        start.assign(problem_.start);
        if (nodes_.insert(start, NodeData::root()).id == no_node) return finish(monitor_.status());
        B board = problem_.start;
        counters_.peak_open = 1;

        for (std::size_t next = 0; next < nodes_.size(); ++next) {
            // 1. Take the oldest state. All of its depth and above were tested when they were
            // produced.
            const NodeId id{static_cast<std::uint32_t>(next)};
            const NodeData data = nodes_.data(id);
            lower_bound_ = data.g() + 1;
            if (data.g() >= monitor_.limits().depth) return finish(Status::depth_limit);
            ++counters_.expanded;
            counters_.max_depth = static_cast<std::uint64_t>(lower_bound_);
            nodes_.load(id, board);

            // 2. Produce its children; the new ones join the queue, the goal ends the search.
            const NodeId goal = add_children(board, data);
            counters_.peak_open =
                std::max<std::uint64_t>(counters_.peak_open, nodes_.size() - next - 1);
            if (goal != no_node) return finish(Status::solved, goal);

            // 3. Stay within the limits.
            if (monitor_.stopped()) return finish(monitor_.status());
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, lower_bound_)) {
                return finish(monitor_.status());
            }
        }
        return finish(Status::unsolvable);
    }

  private:
    /// The goal if it is among the new children; no_node if not, or if memory ran out.
    NodeId add_children(B& board, NodeData data) {
        for (const auto& child : children_.produce(board, data, options_.order, nodes_)) {
            ++counters_.generated;
            const auto node = nodes_.insert(child.state, NodeData::child(lower_bound_, child.move));
            if (node.id == no_node) return no_node;
            if (!node.is_new) continue;
            board.slide(child.move);
            const bool is_goal = board == problem_.goal;
            board.slide(opposite(child.move));
            if (is_goal) return node.id;
        }
        return no_node;
    }

    Outcome finish(Status status, NodeId goal = no_node) {
        Outcome outcome;
        outcome.status = status;
        if (goal != no_node) outcome.path = nodes_.path_to(goal);
        outcome.lower_bound = lower_bound_;
        counters_.peak_states = nodes_.size();
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const SearchOptions& options_;
    Monitor& monitor_;
    NodeStore<B> nodes_;
    Children<B> children_;
    Counters counters_;
    Cost lower_bound_ = 0;
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor) {
    return Search<B>(problem, options, monitor).run();
}

}  // namespace tessera::search::bfs
