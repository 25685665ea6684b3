// Recursive best-first search: expands states in best-first order with memory for one path and its side branches.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"

namespace tessera::search::rbfs {

inline constexpr std::string_view aliases[] = {"recursive-best-first"};

inline constexpr AlgorithmInfo info{
    .name = "rbfs",
    .aliases = aliases,
    .synopsis =
        "best-first by f = g + h in linear memory: leaves a subtree once another looks better",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .linear_memory = true,
    .time = "O(b^d)",
    .space = "O(bd)",
    .reference = "Korf 1993",
    .use =
        "For shortest solutions in little memory when costs differ, where ida* would need a round "
        "for each cost. Else ida* is quicker.",
};

/// Korf's RBFS(node, F, bound), its recursion written as a stack of frames, because a path may be
/// long.
///
/// Every child on the stack has a stored value F: at first its f, and after its subtree was searched and left,
/// the least F on the edge of the searched part. A call searches the subtree of a node as long as its least F
/// is not above `bound`, the least F of all alternatives. When a node is expanded again (its F is above its f),
/// its children cannot be better than F, and take it over.
///
/// All F are bounds on the solutions below their nodes (for an admissible heuristic), and the node
/// expanded next always has the least of them: so its F bounds every solution, and the goal, once
/// chosen, is optimal.
template <BoardType B, HeuristicFor<B> H>
class LinearSearch {
  public:
    LinearSearch(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
                 Monitor& monitor)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          board_(problem.start) {}
    LinearSearch(const LinearSearch&) = delete;
    LinearSearch& operator=(const LinearSearch&) = delete;
    ~LinearSearch() { monitor_.release(stack_.capacity() * sizeof(Frame)); }

    Outcome run() {
        const State state = heuristic_.evaluate(board_);
        const Cost h = heuristic_.value(state);
        Node root{state, 0, h, h, {}, {}, {}};
        if (board_ == problem_.goal) return finish(Status::solved);
        if (h > monitor_.limits().depth) return depth_limit();
        if (!expand(root, MoveSet(), monitor_.limits().depth)) return finish(monitor_.status());

        while (true) {
            // 1. The best child of the current node, and the best alternative to it.
            Frame& frame = stack_.back();
            const Choice choice = frame.choose();

            // 2. If it is worse than the alternatives above, back its value up and leave the
            // subtree.
            if (choice.best > frame.bound || choice.best >= infinite_cost) {
                if (stack_.size() == 1) {
                    return choice.best >= infinite_cost ? finish(Status::unsolvable)
                                                        : depth_limit();
                }
                retreat(choice.best);
                continue;
            }

            // 3. Otherwise go there; is it the goal?
            const Node& child = frame.children[frame.chosen];
            const Cost bound = std::min(frame.bound, choice.second);
            board_.slide_tile(child.tile, child.from, board_.blank());
            if (board_ == problem_.goal) {
                lower_bound_ = std::max(lower_bound_, child.stored);
                return finish(Status::solved);
            }

            // 4. Search below it as long as nothing else is better, within the limits.
            if (!expand(child, MoveSet().with(opposite(child.move)), bound)) {
                return finish(monitor_.status());
            }
        }
    }

  private:
    using State = typename H::State;

    struct Node {
        State state;
        Cost g;
        Cost f;
        Cost stored;  ///< Korf's F
        Move move;
        Tile tile;
        Cell from;  ///< where the tile was before the move
    };
    /// The least and the second least stored values of a node's children; infinite where there is
    /// none.
    struct Choice {
        Cost best;
        Cost second;
    };
    struct Frame {
        std::array<Node, 4> children;
        std::uint8_t count = 0;
        std::uint8_t chosen = 0;
        Cost bound = 0;

        /// Sets `chosen` to the first of the best children.
        Choice choose() {
            Choice choice{infinite_cost, infinite_cost};
            for (std::uint8_t i = 0; i < count; ++i) {
                const Cost stored = children[i].stored;
                if (stored < choice.best) {
                    choice.second = choice.best;
                    choice.best = stored;
                    chosen = i;
                } else if (stored < choice.second) {
                    choice.second = stored;
                }
            }
            return choice;
        }
    };

    /// Pushes the frame of `node`, whose position `board_` is. False: a limit was reached.
    bool expand(Node node, MoveSet undo, Cost bound) {
        lower_bound_ = std::max(lower_bound_, node.stored);
        if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, lower_bound_)) {
            return false;
        }
        if (!make_room()) return false;
        ++counters_.expanded;
        Frame& frame = stack_.emplace_back();
        frame.bound = bound;
        const bool expanded_before = node.f < node.stored;
        const MoveSet legal = board_.legal_moves();
        for (const Move move : options_.order) {
            if (!legal.has(move) || undo.has(move)) continue;
            Node& child = frame.children[frame.count++];
            child.move = move;
            child.from = board_.neighbour(move);
            child.tile = board_.tile_at(child.from);
            child.state =
                heuristic_.after_slide(node.state, board_, child.tile, child.from, board_.blank());
            child.g = node.g + problem_.cost_of(child.tile);
            child.f = child.g + heuristic_.value(child.state);
            child.stored = expanded_before ? std::max(node.stored, child.f) : child.f;
        }
        counters_.generated += frame.count;
        stored_states_ += frame.count;
        const std::uint64_t depth = stack_.size();
        counters_.peak_states = std::max(counters_.peak_states, stored_states_);
        counters_.peak_open = std::max(counters_.peak_open, stored_states_ - depth);
        counters_.max_depth = std::max(counters_.max_depth, depth);
        return true;
    }

    /// Pops the frame and gives its node the value `stored`.
    void retreat(Cost stored) {
        stored_states_ -= stack_.back().count;
        stack_.pop_back();
        Frame& frame = stack_.back();
        Node& node = frame.children[frame.chosen];
        node.stored = stored;
        board_.slide_tile(node.tile, board_.neighbour(opposite(node.move)), node.from);
    }

    bool make_room() {
        if (stack_.size() < stack_.capacity()) return true;
        const std::size_t before = stack_.capacity();
        const std::size_t wanted = std::max(smallest_stack, before * 2);
        if (!monitor_.reserve(wanted * sizeof(Frame))) return false;
        stack_.reserve(wanted);
        monitor_.release(before * sizeof(Frame));
        return true;
    }

    Outcome depth_limit() {
        lower_bound_ = std::max(lower_bound_, monitor_.limits().depth + 1);
        return finish(Status::depth_limit);
    }

    Outcome finish(Status status) {
        Outcome outcome;
        outcome.status = status;
        if (status == Status::solved) {
            for (const Frame& frame : stack_) {
                outcome.path.push_back(frame.children[frame.chosen].move);
            }
        }
        outcome.lower_bound = lower_bound_;
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    static constexpr std::size_t smallest_stack = 64;

    const Problem<B>& problem_;
    const H& heuristic_;
    const SearchOptions& options_;
    Monitor& monitor_;
    B board_;
    std::vector<Frame> stack_;
    Counters counters_;
    std::uint64_t stored_states_ = 1;
    Cost lower_bound_ = 0;
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return LinearSearch<B, H>(problem, heuristic, options, monitor).run();
}

}  // namespace tessera::search::rbfs
