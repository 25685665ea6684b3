// Best-first search: the one loop of which A*, weighted A*, anytime A*, greedy, uniform-cost search and others are configurations.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/bucket_queue.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// The policy that distinguishes one best-first search from another.
template <class P>
concept BestFirstPolicy = requires(const P& policy, Cost g, Cost h) {
    /// The priority of a node, smallest first. Must not be negative.
    { policy.priority(g, h) } -> std::same_as<Cost>;
    /// A bound on the cost of every solution, given that `priority` is the smallest in the
    /// frontier.
    { policy.lower_bound(g) } -> std::same_as<Cost>;
    /// Whether a cheaper path to a state that was already expanded opens it again.
    { P::reopens } -> std::convertible_to<bool>;
};

/// A policy whose priorities change during the search.
template <class P>
concept ChangingPolicy = BestFirstPolicy<P> && requires(P& policy, std::uint64_t count) {
    /// Called with the number of states expanded since the last progress (other priorities; of an AnytimePolicy also
    /// a smaller h than any before, or a better solution) and the size of the frontier. True: it has changed the
    /// priorities.
    { policy.changes_after(count, count) } -> std::same_as<bool>;
};

/// A policy of a search that goes on after a solution, in rounds of ever more careful priorities (Likhachev,
/// Gordon & Thrun 2003). No priority may be below g + h.
template <class P>
concept AnytimePolicy = ChangingPolicy<P> && requires(P& policy, Cost cost) {
    /// Called when no state of the frontier is preferred to the solution of cost `best`, with the proven bound:
    /// changes the priorities for the next round.
    policy.next_round(cost, cost);
};

/// The moves of each set in reverse successor order and their targets, from tables: branches on legality would
/// be mispredicted as often as not.
class Steps {
  public:
    Steps(Geometry geometry, const std::array<Move, 4>& order) {
        for (std::size_t bits = 0; bits < lists_.size(); ++bits) {
            List& list = lists_[bits];
            for (std::size_t i = order.size(); i-- > 0;) {
                if (!MoveSet(static_cast<std::uint8_t>(bits)).has(order[i])) continue;
                list.moves[list.count++] = order[i];
            }
        }
        const std::ptrdiff_t row = geometry.cols;
        distance_[index(Move::up)] = -row;
        distance_[index(Move::left)] = -1;
        distance_[index(Move::right)] = 1;
        distance_[index(Move::down)] = row;
    }

    std::span<const Move> of(MoveSet set) const {
        const List& list = lists_[set.bits()];
        return {list.moves.data(), list.count};
    }
    Cell neighbour(Cell cell, Move move) const {
        return make_cell(index(cell) + static_cast<std::size_t>(distance_[index(move)]));
    }

  private:
    struct List {
        std::array<Move, 4> moves{};
        std::size_t count = 0;
    };

    std::array<List, 16> lists_{};
    std::array<std::ptrdiff_t, 4> distance_{};
};

/// Graph search over packed states. The goal test is made when a state is taken from the frontier,
/// so the result is optimal whenever the policy's order allows it; states are opened again when a
/// cheaper path to them is found, so inconsistent heuristics do no harm. h is not stored: it is
/// computed when a state is expanded, and from that incrementally for its children. `Nodes` holds
/// the states; the order of expansion and all counters are the same whichever it is.
///
/// With an AnytimePolicy the first solution ends only a round. Nothing is searched again in the next
/// one: the frontier gets its new priorities, and with it the states to which a cheaper path was
/// found after they had been expanded in this round (`inconsistent_`: ARA*'s INCONS), so that hardly
/// a state is expanded twice in a round (only through an entry that was left behind in the frontier
/// when the state was improved there). States with g + h not below the best solution are dropped. If h is
/// admissible, none of them leads to a better one, and when there are no others the best solution is
/// optimal; if it is not, better ones may be lost, and the engine believes no proof. Every state on
/// an optimal path, up to the first that was not expanded with its least g, is still in the frontier
/// or among the inconsistent, so that bounds hold over all rounds and are kept.
template <BoardType B, HeuristicFor<B> H, BestFirstPolicy Policy, class Nodes = NodeStore<B>>
class BestFirst {
  public:
    BestFirst(const Problem<B>& problem, const H& heuristic, const Policy& policy,
              const SearchOptions& options, Monitor& monitor)
        : problem_(problem),
          heuristic_(heuristic),
          policy_(policy),
          options_(options),
          monitor_(monitor),
          deepest_allowed_(std::min(monitor.limits().depth, Nodes::largest_g)),
          nodes_(problem.start.geometry(), monitor),
          open_(monitor, heuristic.value(heuristic.evaluate(problem.start))),
          steps_(problem.start.geometry(), options.order),
          foreseen_(new_state()),
          goal_(new_state()),
          inconsistent_(monitor) {
        goal_.assign(problem.goal);
        children_.reserve(all_moves.size());
        for (std::size_t i = 0; i < all_moves.size(); ++i) {
            children_.push_back({new_state(), {}, {}, {}, 0, 0});
        }
    }

    Outcome run() {
        const Cost start_h = heuristic_.value(heuristic_.evaluate(problem_.start));
        State start = new_state();
        start.assign(problem_.start);
        const auto root = nodes_.add_root(start);
        if (root.what == Offer::no_memory ||
            !open_.push(policy_.priority(0, start_h), start_h, root.entry)) {
            return finish(monitor_.status());
        }
        open_states_ = 1;
        counters_.peak_open = 1;
        B board = problem_.start;
        if constexpr (anytime) {
            if (board == problem_.goal) best_ = 0;
            lower_bound_ = std::min(start_h, best_);
        }

        while (more_to_expand()) {
            // 1. Take the most promising state; an entry whose state was closed since is stale.
            const Cost priority = open_.lowest();
            const std::optional<Cost> h = open_.lowest_second();
            const Entry entry = open_.pop();
            if (const Entry* next = open_.peek(); next != nullptr) nodes_.prefetch(*next);
            const NodeData data = close(entry);
            if (data.closed()) continue;
            lower_bound_ = std::max(lower_bound_, proven(priority));
            ++counters_.expanded;
            if (data.was_expanded()) ++counters_.reexpanded;
            --open_states_;

            // 2. Is it the goal?
            nodes_.load(entry, board);
            if (!anytime && board == problem_.goal) {
                --counters_.expanded;
                best_path_ = nodes_.path_to(entry);
                return finish(Status::solved);
            }

            // 3. Produce its children, then look them up: the look-ups overlap in memory, with
            // each other and with those of the state that is probably next.
            const std::size_t count = produce_children(board, data, h);
            if constexpr (B::fixed_geometry) foresee(board, count, priority);
            if (count > 0 && !store_children(count)) return finish(monitor_.status());
            if constexpr (ChangingPolicy<Policy>) {
                if (policy_.changes_after(counters_.expanded - progress_at_, open_states_) &&
                    !rekey()) {
                    return finish(monitor_.status());
                }
            }

            // 4. Stay within the limits.
            if (monitor_.due(counters_.generated) &&
                !monitor_.poll(counters_, lower_bound_, best_)) {
                return finish(monitor_.status());
            }
        }
        if (monitor_.stopped()) return finish(monitor_.status());
        if (best_ != infinite_cost) {
            lower_bound_ = best_;
            return finish(Status::solved);
        }
        if (!depth_limited_) return finish(Status::unsolvable);
        lower_bound_ = std::max(lower_bound_, deepest_allowed_ + 1);
        return finish(Status::depth_limit);
    }

  private:
    using State = typename Nodes::State;
    using Entry = typename Nodes::Entry;
    static constexpr bool anytime = AnytimePolicy<Policy>;

    struct Child {
        State state;
        Move move;
        Tile tile;
        Cell from;
        Cost g;
        Cost h;
    };

    State new_state() const {
        if constexpr (std::default_initializable<State>) {
            return State{};
        } else {
            return State(problem_.start.geometry());
        }
    }

    /// The heuristic's state of a board whose h is known, unless the frontier keeps h only roughly.
    auto heuristic_state(const B& board, std::optional<Cost> h) const {
        if constexpr (requires { heuristic_.state_of(*h); }) {
            if (h) return heuristic_.state_of(*h);
        }
        return heuristic_.evaluate(board);
    }

    /// Fills children_ in reverse successor order, so that the first in order is the last put into
    /// its bucket and the first taken out.
    std::size_t produce_children(B& board, NodeData data, std::optional<Cost> h) {
        std::size_t count = 0;
        const MoveSet legal = board.legal_moves();
        const Cell blank = board.blank();
        const auto state = heuristic_state(board, h);
        const std::span<const Move> moves =
            steps_.of(data.is_root() ? legal : legal.without(opposite(data.move())));
        std::size_t cut = 0;
        for (const Move move : moves) {
            Child& child = children_[count];
            child.move = move;
            child.from = steps_.neighbour(blank, move);
            child.tile = board.tile_at(child.from);
            child.g = data.g() + problem_.cost_of(child.tile);
            if (child.g > deepest_allowed_) {
                depth_limited_ = true;
                if (++cut == moves.size()) not_expanded(data);
                continue;
            }
            child.h = heuristic_.value(
                heuristic_.after_slide(state, board, child.tile, child.from, blank));
            if (anytime && child.g + child.h >= best_) {
                ++counters_.generated;
                continue;
            }
            board.slide_tile(child.tile, child.from, blank);
            child.state.assign(board);
            board.slide_tile(child.tile, blank, child.from);
            nodes_.prefetch(child.state.hash());
            ++count;
        }
        counters_.generated += count;
        return count;
    }

    /// Takes back the count of a state none of whose children is within the depth limit.
    void not_expanded(NodeData data) {
        --counters_.expanded;
        if (data.was_expanded()) --counters_.reexpanded;
    }

    /// The bound that follows from the smallest priority in the frontier. Once children were left out for the
    /// depth limit, a solution may lead through one of them instead, at a cost above the limit.
    Cost proven(Cost priority) const {
        Cost bound = policy_.lower_bound(priority);
        if constexpr (anytime) bound = std::min({bound, inconsistent_f_, best_});
        return depth_limited_ ? std::min(bound, deepest_allowed_ + 1) : bound;
    }

    /// Fetches the memory that the next expansions will need, while this one waits for its own:
    /// the look-ups of the children of every child that is as good as its parent, which will be
    /// expanded soon; and where there is none, of a state near the top of the frontier.
    void foresee(const B& board, std::size_t count, Cost priority) {
        bool good_child = false;
        for (std::size_t i = count; i-- > 0;) {
            const Child& child = children_[i];
            if (policy_.priority(child.g, child.h) > priority) continue;
            B next = board;
            next.slide_tile(child.tile, child.from, board.blank());
            prefetch_children(next, child.move);
            good_child = true;
        }
        if (good_child) return;
        if (const Entry* next = open_.peek(Nodes::foreseen_entries); next != nullptr) {
            nodes_.prefetch(*next);
            prefetch_children(nodes_.board(*next), nodes_.move_to(*next));
        }
    }
    void prefetch_children(const B& board, Move last) {
        for (const Move move : steps_.of(board.legal_moves().without(opposite(last)))) {
            const Cell from = steps_.neighbour(board.blank(), move);
            B child = board;
            child.slide_tile(board.tile_at(from), from, board.blank());
            foreseen_.assign(child);
            nodes_.prefetch(foreseen_.hash());
        }
    }

    bool store_children(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const Child& child = children_[i];
            const auto node = nodes_.offer(child.state, child.g, child.move, Policy::reopens);
            if (node.what == Offer::no_memory) return false;
            if (node.what == Offer::not_better) continue;
            if (node.what == Offer::improved) --open_states_;
            if constexpr (anytime) {
                if (child.h < lowest_h_) {
                    lowest_h_ = child.h;
                    progress_at_ = counters_.expanded;
                }
                if (child.h == 0) publish_if_goal(child.state.hash(), node.entry);
                if (nodes_.data(node.entry).expanded_in(round_)) {
                    // If it was improved before, it is there already.
                    if (node.what == Offer::reopened && !inconsistent_.push(node.entry)) {
                        return false;
                    }
                    inconsistent_f_ = std::min(inconsistent_f_, child.g + child.h);
                    ++open_states_;
                    continue;
                }
            }
            if (!open_.push(policy_.priority(child.g, child.h), child.h, node.entry)) return false;
            ++open_states_;
            max_g_ = std::max(max_g_, child.g);
        }
        counters_.peak_open = std::max(counters_.peak_open, open_states_);
        return true;
    }

    NodeData close(Entry entry) {
        if constexpr (anytime) {
            return nodes_.close(entry, round_);
        } else {
            return nodes_.close(entry);
        }
    }

    /// Whether the frontier holds a state to expand, in this round or, once it is prepared, the next.
    bool more_to_expand() {
        if constexpr (anytime) {
            while (open_.empty() || open_.lowest() >= best_) {
                if (!prepare_round()) return false;
            }
            return true;
        } else {
            return !open_.empty();
        }
    }

    /// False: nothing is left that could lead to a better solution, or a limit was reached.
    bool prepare_round() {
        end_iteration();
        policy_.next_round(best_, lower_bound_);
        ++round_;
        if (!rekey()) return false;
        for (; !inconsistent_.empty(); inconsistent_.pop()) {
            const Entry entry = inconsistent_.top();
            const auto keys = new_keys(entry, std::nullopt);
            if (keys && !open_.push(keys->first, keys->second, entry)) return false;
        }
        inconsistent_f_ = infinite_cost;
        lower_bound_ = std::max(lower_bound_, std::min(lowest_f_, best_));
        return !open_.empty();
    }

    /// Gives the frontier its new priorities. False: a limit was reached.
    bool rekey() {
        progress_at_ = counters_.expanded;
        lowest_f_ = depth_limited_ ? deepest_allowed_ + 1 : infinite_cost;
        return open_.rekey(
            [this](Entry entry, std::optional<Cost> h) { return new_keys(entry, h); });
    }
    std::optional<std::pair<Cost, Cost>> new_keys(Entry entry, std::optional<Cost> known_h) {
        // A large frontier takes a while.
        if ((++rekeyed_ & 0xFFFFU) == 0) monitor_.poll(counters_, lower_bound_, best_);
        NodeData& data = nodes_.data(entry);
        if (data.closed()) return std::nullopt;
        const Cost h =
            known_h ? *known_h : heuristic_.value(heuristic_.evaluate(nodes_.board(entry)));
        if (data.g() + h >= best_) {
            // Closed as if it were stale; a cheaper path would open it again.
            data.set_flags(false, true, false);
            --open_states_;
            return std::nullopt;
        }
        lowest_f_ = std::min(lowest_f_, data.g() + h);
        return std::pair(policy_.priority(data.g(), h), h);
    }

    /// Keeps the path to the goal. Parts of it may be cheaper by now than g at the goal says.
    void publish_if_goal(std::uint64_t hash, Entry entry) {
        if (hash != goal_.hash() || !(nodes_.board(entry) == problem_.goal)) return;
        progress_at_ = counters_.expanded;
        best_path_ = nodes_.path_to(entry);
        best_ = 0;
        B board = problem_.start;
        for (const Move move : best_path_) {
            best_ += problem_.cost_of(board.tile_at(board.neighbour(move)));
            board.slide(move);
        }
    }

    /// One for every round that ends with a solution in hand; the bound is what that costs.
    void end_iteration() {
        if (best_ == infinite_cost || counters_.generated == generated_before_) return;
        iterations_.push_back({best_, counters_.generated - generated_before_});
        generated_before_ = counters_.generated;
    }

    Outcome finish(Status status) {
        Outcome outcome;
        outcome.status = status;
        if constexpr (anytime) end_iteration();
        outcome.path = std::move(best_path_);
        outcome.iterations = std::move(iterations_);
        outcome.lower_bound = lower_bound_;
        counters_.peak_states = nodes_.size();
        counters_.max_depth =
            problem_.tile_costs.empty() ? static_cast<std::uint64_t>(max_g_) : outcome.path.size();
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const H& heuristic_;
    Policy policy_;
    const SearchOptions& options_;
    Monitor& monitor_;
    const Cost deepest_allowed_;
    Nodes nodes_;
    BucketQueue<Entry> open_;
    const Steps steps_;
    std::vector<Child> children_;
    State foreseen_;
    Counters counters_;
    std::uint64_t open_states_ = 0;
    Cost lower_bound_ = 0;
    Cost max_g_ = 0;
    bool depth_limited_ = false;
    std::vector<Move> best_path_;

    // Of an AnytimePolicy, and some of a ChangingPolicy:
    State goal_;
    Cost best_ = infinite_cost;  ///< the cost of best_path_
    /// Expanded in this round, and reached more cheaply since.
    AccountedStack<Entry> inconsistent_;
    Cost inconsistent_f_ = infinite_cost;  ///< not above g + h of any of them
    Cost lowest_f_ = infinite_cost;        ///< g + h over the frontier, when it was last rekeyed
    Cost lowest_h_ = infinite_cost;
    std::uint64_t progress_at_ = 0;  ///< how many were expanded at the last progress
    std::uint32_t round_ = 0;
    std::uint32_t rekeyed_ = 0;
    std::vector<Iteration> iterations_;
    std::uint64_t generated_before_ = 0;  ///< of all rounds in iterations_
};

}  // namespace tessera::search
