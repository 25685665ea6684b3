// Graph search exactly as courses write it: remove a state, test for the goal, expand it; without any optimisation.
#pragma once

#include <algorithm>
#include <array>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// What a search does with a child whose state it has met before.
enum class Met {
    dropped,           ///< a state keeps the path by which it was first met
    queued,            ///< it waits again; only the first that leaves the frontier is expanded
    queued_if_cheaper  ///< it waits again where its path is cheaper, and each that waits is expanded
};

/// The rule of Columbia's homework.
struct FirstPath {
    static constexpr Met met = Met::dropped;
    /// A child waits with the value of its parent.
    static constexpr bool with_parents_value = false;
    static Cost value(Cost g, Cost h) { return g + h; }
};

/// The frontier of breadth-first search. Nodes are numbered in the order in which they were queued, so the queue is
/// a number.
class FirstInFirstOut {
  public:
    static constexpr bool last_move_first = false;
    static constexpr bool informed = false;
    template <class Nodes>
    FirstInFirstOut(Monitor&, const Nodes&) {}

    std::uint64_t size() const { return end_ - next_; }
    bool push(NodeId, NodeId, Cost) {
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
    template <class Nodes>
    LastInFirstOut(Monitor& monitor, const Nodes&) : stack_(monitor) {}

    std::uint64_t size() const { return stack_.size(); }
    bool push(NodeId id, NodeId, Cost) { return stack_.push(id); }
    NodeId pop() {
        const NodeId id = stack_.top();
        stack_.pop();
        return id;
    }

  private:
    AccountedStack<NodeId> stack_;
};

/// The frontier of best-first search: smallest value first. Among equals comes the node that was queued first, or the
/// smallest state, its canonical tiles compared in reading order as Python compares tuples. Then two nodes of one state may
/// be equal, and which comes first depends on the heap: so it is Python's `heapq`, step by step.
template <BoardType B, bool by_state = false>
class SmallestFirst {
  public:
    static constexpr bool last_move_first = false;
    static constexpr bool informed = true;
    SmallestFirst(Monitor& monitor, const NodeStore<B>& states)
        : states_(states), layout_(states.geometry().cells()), heap_(monitor) {}

    std::uint64_t size() const { return heap_.size(); }
    bool push(NodeId id, NodeId state, Cost value) {
        if (!heap_.push({value, id, state})) return false;
        rise(heap_.size() - 1);
        return true;
    }
    NodeId pop() {
        const Entry last = heap_.top();
        heap_.pop();
        if (heap_.empty()) return last.id;
        const NodeId id = heap_[0].id;
        // The hole at the top sinks to a leaf; the last entry goes there and rises.
        std::size_t hole = 0;
        for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
            const std::size_t right = child + 1;
            if (right < heap_.size() && !comes_first(heap_[child], heap_[right])) child = right;
            heap_[hole] = heap_[child];
            hole = child;
        }
        heap_[hole] = last;
        rise(hole);
        return id;
    }

  private:
    struct Entry {
        Cost value;
        NodeId id;
        NodeId state;
    };
    bool comes_first(const Entry& a, const Entry& b) const {
        if (a.value != b.value) return a.value < b.value;
        if constexpr (by_state) {
            return layout_.compare(states_.packed(a.state), states_.packed(b.state)) < 0;
        } else {
            return a.id < b.id;
        }
    }
    void rise(std::size_t place) {
        const Entry entry = heap_[place];
        while (place > 0) {
            const std::size_t parent = (place - 1) / 2;
            if (!comes_first(entry, heap_[parent])) break;
            heap_[place] = heap_[parent];
            place = parent;
        }
        heap_[place] = entry;
    }

    const NodeStore<B>& states_;
    PackedLayout layout_;
    AccountedStack<Entry> heap_;
};

/// Stands for the heuristic of a search that has none.
struct NoHeuristic {
    struct State {};
};

/// The loop of the course pages (Columbia's COMS W4701, for one): (1) remove a node from the frontier; (2) if its state is the
/// goal, done; (3) else expand it: each child joins the frontier, unless the rule says otherwise of its state. A node
/// keeps its own path. `expanded` counts step 3, so the goal is not in it; `max_depth` is the deepest node that ever
/// joined.
template <BoardType B, class Frontier, class H = NoHeuristic, class Rule = FirstPath>
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
          states_(problem.start.geometry(), monitor),
          nodes_(monitor),
          frontier_(monitor, states_) {}

    Outcome run() {
        B board = problem_.start;
        state_.assign(board);
        const auto root = states_.insert(state_, NodeData::root());
        if (root.id == no_node || !queue({root.id, no_node, NodeData::root()}, 0)) {
            return finish(monitor_.status());
        }
        counters_.peak_open = 1;
        while (frontier_.size() > 0) {
            // 1. Remove.
            const NodeId id = frontier_.pop();
            const NodeId state = nodes_[number(id)].state;
            states_.load(state, board);
            // 2. Check.
            if (board == problem_.goal) return finish(Status::solved, id);
            if (Rule::met == Met::queued && states_.close(state).closed()) continue;
            // 3. Expand.
            if (!expand(board, id)) return finish(monitor_.status());
            counters_.peak_open = std::max(counters_.peak_open, frontier_.size());
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, proven())) {
                return finish(monitor_.status());
            }
        }
        return finish(cut_ ? Status::depth_limit : Status::unsolvable);
    }

  private:
    struct Node {
        NodeId state;
        NodeId parent;
        NodeData data;  ///< g, and the move from the parent
    };
    static std::size_t number(NodeId id) { return static_cast<std::size_t>(id); }

    bool expand(B& board, NodeId parent) {
        const Cost g = last_g_ = nodes_[number(parent)].data.g();
        if (g >= deepest_allowed_) {
            cut_ = true;
            return true;
        }
        ++counters_.expanded;
        typename H::State estimate{};
        Cost value = 0;
        if constexpr (Frontier::informed) {
            estimate = heuristic_->evaluate(board);
            value = Rule::value(g, heuristic_->value(estimate));
        }
        const MoveSet legal = board.legal_moves();
        for (std::size_t i = 0; i < all_moves.size(); ++i) {
            const Move move =
                options_.order[Frontier::last_move_first ? all_moves.size() - 1 - i : i];
            if (!legal.has(move)) continue;
            ++counters_.generated;
            if constexpr (Frontier::informed && !Rule::with_parents_value) {
                const Cell from = board.neighbour(move);
                value = Rule::value(
                    g + 1, heuristic_->value(heuristic_->after_slide(
                               estimate, board, board.tile_at(from), from, board.blank())));
            }
            board.slide(move);
            state_.assign(board);
            board.slide(opposite(move));
            const NodeData data = NodeData::child(g + 1, move);
            const auto child = states_.insert(state_, data);
            if (child.id == no_node) return false;
            if (!child.is_new && !waits_again(child.id, data)) continue;
            if (!queue({child.id, parent, data}, value)) return false;
            counters_.max_depth = std::max(counters_.max_depth, static_cast<std::uint64_t>(g) + 1);
        }
        return true;
    }

    bool waits_again(NodeId state, NodeData data) {
        if constexpr (Rule::met == Met::queued_if_cheaper) {
            NodeData& known = states_.data(state);
            if (data.g() >= known.g()) return false;
            known.improve(data.g(), data.move());
            return true;
        }
        return Rule::met == Met::queued;
    }

    /// False: the memory limit was reached, or there are no more numbers, which ends the search alike.
    bool queue(const Node& node, Cost value) {
        const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
        if (id == no_node) return monitor_.reserve(static_cast<std::size_t>(-1));
        return nodes_.push(node) && frontier_.push(id, node.state, value);
    }

    /// Breadth-first search has tested every state that is nearer than the one in hand.
    Cost proven() const {
        constexpr bool in_layers = !Frontier::informed && !Frontier::last_move_first;
        return in_layers ? last_g_ : 0;
    }

    Outcome finish(Status status, NodeId goal = no_node) {
        Outcome outcome;
        outcome.status = status;
        if (goal != no_node) {
            for (const Node* node = &nodes_[number(goal)]; node->parent != no_node;
                 node = &nodes_[number(node->parent)]) {
                outcome.path.push_back(node->data.move());
            }
            std::reverse(outcome.path.begin(), outcome.path.end());
        }
        outcome.lower_bound = proven();
        counters_.peak_states = states_.size();
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
    NodeStore<B> states_;
    AccountedStack<Node> nodes_;
    Frontier frontier_;
    Counters counters_;
    Cost last_g_ = 0;
    bool cut_ = false;
};

}  // namespace tessera::search
