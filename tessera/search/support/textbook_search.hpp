// Graph search exactly as courses write it: remove a state, test for the goal, expand it; without any optimisation.
#pragma once

#include <algorithm>
#include <array>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// The frontier of breadth-first search. States are numbered in the order in which they were met, so the queue is
/// a number.
class FirstInFirstOut {
  public:
    static constexpr bool last_move_first = false;
    static constexpr bool informed = false;
    explicit FirstInFirstOut(Monitor&) {}

    std::uint64_t size() const { return end_ - next_; }
    bool push(NodeId, Cost) {
        ++end_;
        return true;
    }
    NodeId pop() { return NodeId{next_++}; }

  private:
    std::uint32_t next_ = 0;
    std::uint32_t end_ = 0;
};

/// The frontier of depth-first search. Children are pushed last move first, so that the first is taken first.
class LastInFirstOut {
  public:
    static constexpr bool last_move_first = true;
    static constexpr bool informed = false;
    explicit LastInFirstOut(Monitor& monitor) : stack_(monitor) {}

    std::uint64_t size() const { return stack_.size(); }
    bool push(NodeId id, Cost) { return stack_.push(id); }
    NodeId pop() {
        const NodeId id = stack_.top();
        stack_.pop();
        return id;
    }

  private:
    AccountedStack<NodeId> stack_;
};

/// The frontier of A*: smallest f first, among equals the one that was met first.
class SmallestFirst {
  public:
    static constexpr bool last_move_first = false;
    static constexpr bool informed = true;
    explicit SmallestFirst(Monitor& monitor) : heap_(monitor) {}

    std::uint64_t size() const { return heap_.size(); }
    bool push(NodeId id, Cost f) {
        if (!heap_.push({f, id})) return false;
        std::push_heap(begin(), end(), comes_later);
        return true;
    }
    NodeId pop() {
        std::pop_heap(begin(), end(), comes_later);
        const NodeId id = heap_.top().id;
        heap_.pop();
        return id;
    }

  private:
    struct Entry {
        Cost f;
        NodeId id;
    };
    static bool comes_later(const Entry& a, const Entry& b) {
        return a.f != b.f ? a.f > b.f : a.id > b.id;
    }
    Entry* begin() { return &heap_[0]; }
    Entry* end() { return begin() + heap_.size(); }

    AccountedStack<Entry> heap_;
};

/// The loop of the course pages (Columbia's COMS W4701, for one): (1) remove a state from the frontier; (2) if it is the goal, done;
/// (3) else expand it: each child that is neither in the frontier nor explored joins the frontier. A state keeps the path by
/// which it was first met. `expanded` counts step 3, so the goal is not in it; `max_depth` is the
/// deepest state that ever joined.
template <BoardType B, class Frontier, class H>
class TextbookSearch {
  public:
    /// `heuristic` is only looked at where the frontier is informed.
    TextbookSearch(const Problem<B>& problem, const H* heuristic, const SearchOptions& options,
                   Monitor& monitor)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          deepest_allowed_(std::min(monitor.limits().depth, NodeData::largest_g)),
          state_(problem.start.geometry()),
          nodes_(problem.start.geometry(), monitor),
          frontier_(monitor) {}

    Outcome run() {
        B board = problem_.start;
        state_.assign(board);
        const auto root = nodes_.insert(state_, NodeData::root());
        if (root.id == no_node || !frontier_.push(root.id, 0)) return finish(monitor_.status());
        counters_.peak_open = 1;
        while (frontier_.size() > 0) {
            // 1. Remove.
            const NodeId id = frontier_.pop();
            nodes_.load(id, board);
            const Cost g = nodes_.data(id).g();
            // 2. Check.
            if (board == problem_.goal) return finish(Status::solved, id);
            // 3. Expand.
            last_g_ = g;
            if (!expand(board, g)) return finish(monitor_.status());
            counters_.peak_open = std::max(counters_.peak_open, frontier_.size());
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, proven())) {
                return finish(monitor_.status());
            }
        }
        return finish(cut_ ? Status::depth_limit : Status::unsolvable);
    }

  private:
    bool expand(B& board, Cost g) {
        ++counters_.expanded;
        if (g >= deepest_allowed_) {
            cut_ = true;
            return true;
        }
        typename H::State estimate{};
        if constexpr (Frontier::informed) estimate = heuristic_->evaluate(board);
        const MoveSet legal = board.legal_moves();
        for (std::size_t i = 0; i < all_moves.size(); ++i) {
            const Move move =
                options_.order[Frontier::last_move_first ? all_moves.size() - 1 - i : i];
            if (!legal.has(move)) continue;
            ++counters_.generated;
            Cost f = 0;
            if constexpr (Frontier::informed) {
                const Cell from = board.neighbour(move);
                f = g + 1 +
                    heuristic_->value(heuristic_->after_slide(estimate, board, board.tile_at(from),
                                                              from, board.blank()));
            }
            board.slide(move);
            state_.assign(board);
            board.slide(opposite(move));
            const auto child = nodes_.insert(state_, NodeData::child(g + 1, move));
            if (child.id == no_node) return false;
            if (!child.is_new) continue;
            if (!frontier_.push(child.id, f)) return false;
            counters_.max_depth = std::max(counters_.max_depth, static_cast<std::uint64_t>(g) + 1);
        }
        return true;
    }

    /// Breadth-first search has tested every state that is nearer than the one in hand.
    Cost proven() const {
        constexpr bool in_layers = !Frontier::informed && !Frontier::last_move_first;
        return in_layers ? last_g_ : 0;
    }

    Outcome finish(Status status, NodeId goal = no_node) {
        Outcome outcome;
        outcome.status = status;
        if (goal != no_node) outcome.path = nodes_.path_to(goal);
        outcome.lower_bound = proven();
        counters_.peak_states = nodes_.size();
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const H* heuristic_;
    const SearchOptions& options_;
    Monitor& monitor_;
    const Cost deepest_allowed_;
    PackedState<B> state_;
    NodeStore<B> nodes_;
    Frontier frontier_;
    Counters counters_;
    Cost last_g_ = 0;
    bool cut_ = false;
};

/// Stands for the heuristic of a search that has none.
struct NoHeuristic {
    struct State {};
};

}  // namespace tessera::search
