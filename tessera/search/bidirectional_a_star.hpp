// Bidirectional A* (NBS): two best-first searches that meet, led by a bound on pairs of states.
#pragma once

#include <algorithm>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/manhattan.hpp"
#include "tessera/search/support/bucket_queue.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search::bidirectional_a_star {

inline constexpr std::string_view aliases[] = {"nbs", "bidirectional-astar", "bda*"};

inline constexpr AlgorithmInfo info{
    .name = "bidirectional-a*",
    .aliases = aliases,
    .synopsis =
        "from both ends by the least bound on a pair of states (NBS): optimal, front-to-end",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = false,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Chen, Holte, Zilles & Sturtevant 2017",
    .use =
        "When the start is far and the heuristic weak: two searches of half the depth. With a good "
        "heuristic it rarely pays.",
};

/// NBS, near-optimal bidirectional search: at most twice the expansions that any front-to-end
/// search needs.
///
/// While a solution cheaper than the best one known is undiscovered, there are an open state u of
/// the forward and an open state v of the backward search on it, in this order and different (were
/// they the same, the solution would be known), so its cost is at least lb(u, v) = max(fF(u),
/// fB(v), gF(u) + gB(v) + 1). The search therefore always expands both states of a pair with the
/// least lb, and stops when that is not below the best solution. This needs no consistency: a state
/// is opened again when a cheaper path to it is found. Every move changes the blank's colour on the
/// chessboard, so all solutions are even or all are odd, and lb is rounded up to that parity.
///
/// The least pair is found without looking at pairs: `waiting` holds open states by f; those with f
/// below the bound (and, while no pair is good enough, those equal to it) go over to `ready`, which
/// is ordered by g. If the two least g in `ready` fit the bound, that is the pair; if not, the
/// bound rises. Entries are deleted lazily.
template <BoardType B, HeuristicFor<B> H>
class PairSearch {
  public:
    PairSearch(const Problem<B>& problem, const H& forward, const H& backward,
               const SearchOptions& options, Monitor& monitor)
        : problem_(problem),
          options_(options),
          monitor_(monitor),
          forward_(problem.start, forward, monitor),
          backward_(problem.goal, backward, monitor),
          board_(problem.start),
          best_(monitor.limits().depth + 1) {
        const Geometry geometry = problem.start.geometry();
        parity_ = geometry.manhattan(problem.start.blank(), problem.goal.blank()) & 1;
        children_.reserve(all_moves.size());
        for (std::size_t i = 0; i < all_moves.size(); ++i) {
            children_.push_back({PackedState<B>(geometry), {}, 0, 0});
        }
    }

    Outcome run() {
        if (problem_.start == problem_.goal) {
            best_ = 0;
            return finish(Status::solved);
        }
        if (!add_root(forward_, problem_.start) || !add_root(backward_, problem_.goal)) {
            return finish(monitor_.status());
        }
        while (bound_ < best_) {
            // 1. Find the pair with the least bound.
            if (!prepare_pair()) return finish(monitor_.status());
            if (exhausted_ || bound_ >= best_) break;

            // 2. Expand both; the second only if the first did not end the search.
            if (!expand(forward_, backward_)) return finish(monitor_.status());
            if (bound_ < best_ && !expand(backward_, forward_)) return finish(monitor_.status());

            // 3. Stay within the limits.
            if (bound_ < best_ && monitor_.due(counters_.generated) &&
                !monitor_.poll(counters_, bound_)) {
                return finish(monitor_.status());
            }
        }
        if (meeting_.in_forward != no_node) return finish(Status::solved);
        if (exhausted_ && !depth_limited_) return finish(Status::unsolvable);
        bound_ = best_;
        return finish(Status::depth_limit);
    }

  private:
    /// One direction: its states, and its frontier in two parts.
    struct Side {
        Side(const B& root, const H& estimate, Monitor& monitor)
            : heuristic(estimate),
              nodes(root.geometry(), monitor),
              waiting(monitor, estimate.value(estimate.evaluate(root))),
              ready(monitor, 0) {}

        const H& heuristic;
        NodeStore<B> nodes;
        BucketQueue<> waiting;  ///< by f, then by larger g: so the searches meet early
        BucketQueue<> ready;    ///< by g
    };

    struct Child {
        PackedState<B> state;
        Move move;
        Cost g;
        Cost h;
    };

    /// A state that both searches reached, on the best solution so far.
    struct Meeting {
        NodeId in_forward = no_node;
        NodeId in_backward = no_node;
    };

    Cost with_parity(Cost bound) const { return with_parity_of(bound, parity_); }

    bool add_root(Side& side, const B& board) {
        const Cost h = side.heuristic.value(side.heuristic.evaluate(board));
        bound_ = with_parity(std::max(bound_, h));
        PackedState<B> state(board.geometry());
        state.assign(board);
        const auto root = side.nodes.insert(state, NodeData::root());
        if (root.id == no_node || !side.waiting.push(h, h, root.id)) return false;
        count_open(1);
        return true;
    }

    /// Puts a pair with the least bound on top of the two ready queues, raising `bound_` to it, or
    /// sets `exhausted_`. False: the memory limit was reached.
    bool prepare_pair() {
        while (true) {
            // 1. States with f below the bound are ready; ready states that are closed by now are
            // not.
            for (Side* side : {&forward_, &backward_}) {
                while (!side->waiting.empty() && side->waiting.lowest() < bound_) {
                    if (!make_ready(*side)) return false;
                }
                drop_stale(*side);
            }
            const bool both_ready = !forward_.ready.empty() && !backward_.ready.empty();
            const Cost pair_g =
                both_ready ? forward_.ready.lowest() + backward_.ready.lowest() + 1 : infinite_cost;
            if (pair_g <= bound_) return true;

            // 2. A state with f equal to the bound may complete a pair.
            bool changed = false;
            for (Side* side : {&forward_, &backward_}) {
                if (side->waiting.empty() || side->waiting.lowest() > bound_) continue;
                if (!make_ready(*side)) return false;
                changed = true;
            }
            if (changed) continue;

            // 3. No pair has this bound: go on to the next one, if each side has a state left.
            Cost next = pair_g;
            for (Side* side : {&forward_, &backward_}) {
                if (!side->waiting.empty()) {
                    next = std::min(next, side->waiting.lowest());
                } else if (side->ready.empty()) {
                    exhausted_ = true;
                    return true;
                }
            }
            bound_ = with_parity(next);
            if (bound_ >= best_) return true;
        }
    }

    /// Moves the first waiting state over. An entry of a state that was improved since brings it
    /// over once more, which `drop_stale` notices.
    static bool make_ready(Side& side) {
        const NodeId id = side.waiting.pop();
        const NodeData data = side.nodes.data(id);
        return data.closed() || side.ready.push(data.g(), 0, id);
    }
    static void drop_stale(Side& side) {
        while (!side.ready.empty()) {
            const Cost g = side.ready.lowest();
            const NodeData data = side.nodes.data(*side.ready.peek());
            if (!data.closed() && data.g() == g) return;
            side.ready.pop();
        }
    }

    /// Expands the state on top of `side.ready`. False: the memory limit was reached.
    bool expand(Side& side, const Side& other) {
        const NodeId id = side.ready.pop();
        NodeData& data = side.nodes.data(id);
        ++counters_.expanded;
        if (data.was_expanded()) ++counters_.reexpanded;
        data.close();
        --open_states_;
        side.nodes.load(id, board_);
        const std::size_t count = produce_children(side, other, data);
        for (std::size_t i = 0; i < count; ++i) {
            if (!store(side, other, children_[i])) return false;
        }
        return true;
    }

    /// Fills `children_` in reverse successor order, so that among equals the first in order is
    /// taken first. Children that cannot be on a solution better than the best one are counted and
    /// left out.
    std::size_t produce_children(const Side& side, const Side& other, NodeData data) {
        const MoveSet legal = board_.legal_moves();
        const Cell blank = board_.blank();
        const auto state = side.heuristic.evaluate(board_);
        const Cost g = data.g() + 1;
        std::size_t count = 0;
        for (std::size_t i = all_moves.size(); i-- > 0;) {
            const Move move = options_.order[i];
            if (!legal.has(move)) continue;
            if (!data.is_root() && move == opposite(data.move())) continue;
            const Cell from = board_.neighbour(move);
            const Tile tile = board_.tile_at(from);
            const Cost h =
                side.heuristic.value(side.heuristic.after_slide(state, board_, tile, from, blank));
            ++counters_.generated;
            if (g + h >= best_ || g > NodeData::largest_g) {
                depth_limited_ = true;
                continue;
            }
            Child& child = children_[count++];
            child.move = move;
            child.g = g;
            child.h = h;
            board_.slide_tile(tile, from, blank);
            child.state.assign(board_);
            board_.slide_tile(tile, blank, from);
            side.nodes.prefetch(child.state.hash());
            other.nodes.prefetch(child.state.hash());
        }
        return count;
    }

    bool store(Side& side, const Side& other, const Child& child) {
        const auto node = side.nodes.insert(child.state, NodeData::child(child.g, child.move));
        if (node.id == no_node) return false;
        if (node.is_new) {
            count_open(1);
        } else {
            NodeData& known = side.nodes.data(node.id);
            if (child.g >= known.g()) return true;
            if (known.closed()) count_open(1);
            known.improve(child.g, child.move);
        }
        deepest_ = std::max(deepest_, child.g);
        if (const NodeId met = other.nodes.find(child.state); met != no_node) {
            const Cost cost = child.g + other.nodes.data(met).g();
            if (cost < best_) {
                best_ = cost;
                meeting_ = &side == &forward_ ? Meeting{node.id, met} : Meeting{met, node.id};
            }
        }
        return side.waiting.push(child.g + child.h, child.h, node.id);
    }

    void count_open(std::uint64_t more) {
        open_states_ += more;
        counters_.peak_open = std::max(counters_.peak_open, open_states_);
    }

    std::vector<Move> path() const {
        if (meeting_.in_forward == no_node) return {};
        std::vector<Move> moves = forward_.nodes.path_to(meeting_.in_forward);
        const std::vector<Move> from_goal = backward_.nodes.path_to(meeting_.in_backward);
        for (std::size_t i = from_goal.size(); i-- > 0;) moves.push_back(opposite(from_goal[i]));
        return moves;
    }

    Outcome finish(Status status) {
        Outcome outcome;
        outcome.status = status;
        outcome.path = path();
        outcome.lower_bound = bound_;
        if (status == Status::solved || !outcome.path.empty()) {
            // The path follows the parents of today, so it may be cheaper than when its ends met.
            const Cost length = static_cast<Cost>(outcome.path.size());
            outcome.lower_bound = status == Status::solved ? length : std::min(bound_, length);
        }
        counters_.peak_states = forward_.nodes.size() + backward_.nodes.size();
        counters_.max_depth =
            std::max<std::uint64_t>(static_cast<std::uint64_t>(deepest_), outcome.path.size());
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const SearchOptions& options_;
    Monitor& monitor_;
    Side forward_;
    Side backward_;
    B board_;
    std::vector<Child> children_;
    Counters counters_;
    std::uint64_t open_states_ = 0;
    Cost parity_ = 0;
    Cost bound_ = 0;  ///< no solution costs less, unless `best_` does
    Cost best_;  ///< the cost of the best solution so far; before the first, one more than allowed
    Meeting meeting_;
    Cost deepest_ = 0;
    bool exhausted_ = false;
    bool depth_limited_ = false;
};

/// `backward` estimates the cost from a board to the start. Every move costs 1.
template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& forward, const H& backward,
               const SearchOptions& options, Monitor& monitor) {
    return PairSearch<B, H>(problem, forward, backward, options, monitor).run();
}

}  // namespace tessera::search::bidirectional_a_star
