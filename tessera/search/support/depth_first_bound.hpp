// One cost-bounded depth-first round of IDA*, in a plain form and in one unrolled at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/move_automaton.hpp"

namespace tessera::search {

/// Receives every solution that a round meets, last move first; false ends the round.
class SolutionSink {
  public:
    virtual ~SolutionSink() = default;
    virtual bool take(const std::vector<Move>& backwards) = 0;
};

/// The data that rounds share: the counters go on, and the next bound is collected.
struct BoundedRound {
    Cost bound = 0;
    Cost next_bound = infinite_cost;  ///< the smallest f above the bound
    std::vector<Move> path;           ///< the solution, last move first, once `found`
    bool found = false;
    bool depth_limited = false;  ///< some path was cut at the depth limit
    bool complete = true;        ///< as in Iteration
    /// The receiver of solutions if a PlainRound is to go on after one; null: the first solution ends the
    /// round.
    SolutionSink* sink = nullptr;
};

/// Where a round may begin: at the start, or some moves below it.
template <BoardType B>
struct SubRoot {
    MovePrefix moves;  ///< from the start; the last one is not undone
    B board;
    Cost g = 0;

    SubRoot(const Problem<B>& problem, const MovePrefix& prefix)
        : moves(prefix), board(problem.start) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            g += problem.cost_of(board.tile_at(board.neighbour(moves[i])));
            board.slide(moves[i]);
        }
    }
};

/// A part of a round: a sub-root, and the counters when a search in order would come to it, the
/// parts before it left out.
struct Part {
    MovePrefix moves;
    Counters before;
};

/// The plain form: any board, heuristic, move order and move cost. It is the oracle for the
/// unrolled one.
///
/// Counts as Korf (1985) does: only the inverse of the last move is skipped, a child counts when it
/// is produced, and the search stops when the goal is produced. The path is an explicit stack with
/// its memory accounted for, because on a 100×100 board it can be a million moves long.
template <BoardType B, HeuristicFor<B> H>
class PlainRound {
  public:
    using State = typename H::State;

    PlainRound(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor, Counters& counters)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          counters_(counters),
          board_(problem.start),
          path_(monitor) {}

    /// Searches all paths of cost at most `round.bound`; false when the goal was found or a limit
    /// reached.
    bool run(BoundedRound& round) { return run_from(round, SubRoot<B>(problem_, {})); }

    /// The same below one state: `round.path` then leads from there.
    bool run_from(BoundedRound& round, const SubRoot<B>& root) {
        return walk(round, root, std::numeric_limits<std::size_t>::max(), nullptr);
    }

    /// The same down to `depth` moves only (1 to MovePrefix::longest): the states there are neither
    /// taken up nor counted as such, but listed in search order.
    bool split(BoundedRound& round, std::size_t depth, std::vector<Part>& parts) {
        return walk(round, SubRoot<B>(problem_, {}), depth, &parts);
    }

  private:
    struct Frame {
        State state;
        Cost g;
        std::uint8_t next_move;        ///< position in the successor order
        std::uint8_t undo;             ///< the move back to the state before
        MoveAutomaton::State follows;  ///< which moves may follow, where an automaton says so
    };
    static constexpr std::uint8_t no_undo = 4;

    MoveAutomaton::State follows_at(const SubRoot<B>& root) const {
        if (options_.automaton == nullptr) return MoveAutomaton::none;
        MoveAutomaton::State state = options_.automaton->start(problem_.start.blank());
        for (std::size_t i = 0; i < root.moves.size(); ++i) {
            state = options_.automaton->after(state, root.moves[i]);
        }
        return state;
    }

    bool walk(BoundedRound& round, const SubRoot<B>& root, std::size_t deepest,
              std::vector<Part>* parts) {
        board_ = root.board;
        root_depth_ = root.moves.size();
        path_.clear();
        const auto undo_last =
            root_depth_ == 0
                ? no_undo
                : static_cast<std::uint8_t>(index(opposite(root.moves[root_depth_ - 1])));
        if (!enter(round, {heuristic_.evaluate(board_), root.g, 0, undo_last, follows_at(root)}))
            return false;
        while (!path_.empty()) {
            // 1. All moves tried: go back to the state before.
            Frame& frame = path_.top();
            if (frame.next_move == all_moves.size()) {
                if (frame.undo != no_undo) board_.slide(make_move(frame.undo));
                path_.pop();
                continue;
            }
            // 2. The next move, its heuristic value before it is made.
            const Move move = options_.order[frame.next_move++];
            if (!board_.legal_moves().has(move) || index(move) == frame.undo) continue;
            MoveAutomaton::State follows = MoveAutomaton::none;
            if (options_.automaton != nullptr) {
                follows = options_.automaton->after(frame.follows, move);
                if (follows == MoveAutomaton::none) continue;
            }
            const Cell to = board_.blank();
            const Cell from = board_.neighbour(move);
            const Tile tile = board_.tile_at(from);
            const State child = heuristic_.after_slide(frame.state, board_, tile, from, to);
            const Cost g = frame.g + problem_.cost_of(tile);
            const Cost h = heuristic_.value(child);
            ++counters_.generated;
            if (g + h > round.bound) {
                round.next_bound = std::min(round.next_bound, g + h);
                continue;
            }
            if (g > monitor_.limits().depth) {
                round.depth_limited = true;
                continue;
            }
            // 3. Make it.
            board_.slide_tile(tile, from, to);
            if (h == 0 && board_ == problem_.goal) {
                if (!found(round, move)) return false;
                board_.slide_tile(tile, to, from);
                continue;
            }
            if (parts != nullptr && path_.size() == deepest) [[unlikely]] {
                parts->push_back({prefix_with(move), counters_});
                board_.slide_tile(tile, to, from);
                continue;
            }
            const auto undo = static_cast<std::uint8_t>(index(opposite(move)));
            if (!enter(round, {child, g, 0, undo, follows})) return false;
        }
        return true;
    }

    bool enter(const BoundedRound& round, const Frame& frame) {
        counters_.max_depth =
            std::max<std::uint64_t>(counters_.max_depth, root_depth_ + path_.size());
        ++counters_.expanded;
        if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, round.bound))
            return false;
        return path_.push(frame);
    }
    /// Writes the solution down, last move first; true if the search is to go on.
    bool found(BoundedRound& round, Move last) {
        round.found = true;
        round.path.assign(1, last);
        for (std::size_t i = path_.size(); i-- > 1;) {
            round.path.push_back(opposite(make_move(path_[i].undo)));
        }
        return round.sink != nullptr && round.sink->take(round.path);
    }
    /// The moves of the path, and `last`.
    MovePrefix prefix_with(Move last) const {
        MovePrefix prefix;
        for (std::size_t i = 1; i < path_.size(); ++i) {
            prefix.push_back(opposite(make_move(path_[i].undo)));
        }
        prefix.push_back(last);
        return prefix;
    }

    const Problem<B>& problem_;
    const H& heuristic_;
    const SearchOptions& options_;
    Monitor& monitor_;
    Counters& counters_;
    B board_;
    AccountedStack<Frame> path_;
    std::size_t root_depth_ = 0;
};

/// The fast form: one function for every blank cell and last move, so that which moves exist, where
/// they lead and what they undo is known to the compiler. Boards of compile-time size, Korf's move
/// order, unit costs. Same counts as PlainRound, to the node.
template <BoardType B, HeuristicFor<B> H>
    requires B::fixed_geometry
class UnrolledRound {
  public:
    using State = typename H::State;

    UnrolledRound(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
                  Monitor& monitor, Counters& counters)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          counters_(counters) {}

    /// True if the unrolled form has everything that the options ask for.
    static bool applies(const Problem<B>& problem, const SearchOptions& options) {
        return options.order == all_moves && problem.tile_costs.empty() &&
               options.automaton == nullptr;
    }

    bool run(BoundedRound& round) { return run_from(round, SubRoot<B>(problem_, {})); }

    bool split(BoundedRound& round, std::size_t depth, std::vector<Part>& parts) {
        return PlainRound<B, H>(problem_, heuristic_, options_, monitor_, counters_)
            .split(round, depth, parts);
    }

    bool run_from(BoundedRound& round, const SubRoot<B>& root) {
        // A depth limit below the bound is rare (deepen stops at it), and costs a test at every node.
        if (round.bound > monitor_.limits().depth) {
            return PlainRound<B, H>(problem_, heuristic_, options_, monitor_, counters_)
                .run_from(round, root);
        }
        visited_ = 0;
        next_bound_ = infinite_cost;
        bound_ = round.bound;
        path_.clear();
        stop_ = false;
        found_ = false;
        fewest_left_ = bound_ - static_cast<Cost>(counters_.max_depth);
        schedule();

        enter(root, std::make_index_sequence<B::cell_count * entries_per_cell>());

        count_visited();
        round.next_bound = constant_parity ? bound_ + 2 : next_bound_;
        round.found = found_;
        round.path = std::move(path_);
        return !stop_;
    }

  private:
    static constexpr std::size_t no_move = 4;
    static constexpr std::size_t entries_per_cell = no_move + 1;

    static constexpr bool allowed(std::size_t blank, std::size_t last, Move move) {
        return B::shape.legal_moves(make_cell(blank)).has(move) &&
               (last == no_move || move != opposite(make_move(last)));
    }
    /// Children of a state that come at or after `move` in the successor order.
    static constexpr unsigned children_from(std::size_t blank, std::size_t last,
                                            std::size_t first_move) {
        unsigned count = 0;
        for (std::size_t m = first_move; m < all_moves.size(); ++m) {
            if (allowed(blank, last, make_move(m))) ++count;
        }
        return count;
    }

    /// Whether the blank can stand on a cell after this move.
    static constexpr bool possible(std::size_t blank, std::size_t last) {
        return last == no_move ||
               B::shape.legal_moves(make_cell(blank)).has(opposite(make_move(last)));
    }

    /// Calls the function for the root's blank cell and last move.
    template <std::size_t... Entries>
    void enter(const SubRoot<B>& root, std::index_sequence<Entries...>) {
        const State state = heuristic_.evaluate(root.board);
        const std::size_t depth = root.moves.size();
        const std::size_t last = depth == 0 ? no_move : index(root.moves[depth - 1]);
        const std::size_t entry = index(root.board.blank()) * entries_per_cell + last;
        ((entry == Entries ? enter_at<Entries>(root, state) : (void)0), ...);
    }
    template <std::size_t Entry>
    void enter_at(const SubRoot<B>& root, const State& state) {
        constexpr std::size_t blank = Entry / entries_per_cell;
        constexpr std::size_t last = Entry % entries_per_cell;
        if constexpr (possible(blank, last)) visit<blank, last>(root.board, state, bound_ - root.g);
    }

    /// `left`: how many moves the bound leaves from here.
    template <std::size_t Blank, std::size_t Last>
    bool visit(B board, State state, Cost left) {
        // 1. All children count as produced now; those not reached are taken back when the search
        // stops.
        visited_ += one_expanded + children_from(Blank, Last, 0);
        if (left < fewest_left_) [[unlikely]]
            fewest_left_ = left;
        if (visited_ % one_expanded >= poll_after_) [[unlikely]] {
            if (!poll()) {
                visited_ -= children_from(Blank, Last, 0);
                return stop_ = true;
            }
        }
        // 2. Every move in Korf's order.
        return step<Blank, Last, 0>(board, state, left) ||
               step<Blank, Last, 1>(board, state, left) ||
               step<Blank, Last, 2>(board, state, left) || step<Blank, Last, 3>(board, state, left);
    }

    template <std::size_t Blank, std::size_t Last, std::size_t MoveIndex>
    [[gnu::always_inline]] bool step(const B& board, const State& state, Cost left) {
        constexpr Move move = make_move(MoveIndex);
        if constexpr (allowed(Blank, Last, move)) {
            constexpr Cell to = make_cell(Blank);
            constexpr Cell from = B::shape.neighbour(to, move);
            const Tile tile = board.tile_at(from);
            State child;
            bool may_be_goal = true;
            if constexpr (LazyHeuristicFor<H, B>) {
                if (!heuristic_.after_slide_within(child, state, board, tile, from, to, left - 1)) {
                    return false;
                }
            } else {
                child = heuristic_.after_slide(state, board, tile, from, to);
                const Cost h = heuristic_.value(child);
                if (h >= left) {
                    if constexpr (!constant_parity) {
                        next_bound_ = std::min(next_bound_, bound_ - left + 1 + h);
                    }
                    return false;
                }
                may_be_goal = h == 0;
            }
            B next = board;
            next.slide_tile(tile, from, to);
            if (may_be_goal && next == problem_.goal) [[unlikely]] {
                stop_ = found_ = true;
            } else if (!visit<index(from), MoveIndex>(next, child, left - 1)) {
                return false;
            }
            if (found_) path_.push_back(move);
            visited_ -= children_from(Blank, Last, MoveIndex + 1);
            return true;
        } else {
            return false;
        }
    }

    /// Adds the visits since the last call to the counters. More may be taken back than was produced since, so
    /// the lower half is read as a signed number.
    void count_visited() {
        const auto generated = static_cast<std::int32_t>(static_cast<std::uint32_t>(visited_));
        counters_.generated += static_cast<std::uint64_t>(std::int64_t{generated});
        counters_.expanded +=
            (visited_ - static_cast<std::uint64_t>(std::int64_t{generated})) / one_expanded;
        counters_.max_depth = static_cast<std::uint64_t>(bound_ - fewest_left_);
        visited_ = 0;
    }
    void schedule() {
        const std::uint64_t next = monitor_.next_poll();
        const std::uint64_t now = counters_.generated;
        poll_after_ = next <= now ? 0 : std::min(next - now, most_between_polls);
    }
    bool poll() {
        count_visited();
        const bool go_on = !monitor_.due(counters_.generated) || monitor_.poll(counters_, bound_);
        schedule();
        return go_on;
    }

    /// Expanded states in the upper half of `visited_`, generated ones in the lower: one addition a
    /// state. Between two polls neither overflows.
    static constexpr std::uint64_t one_expanded = std::uint64_t{1} << 32;
    static constexpr std::uint64_t most_between_polls = std::uint64_t{1} << 30;
    static constexpr bool constant_parity = LazyHeuristicFor<H, B> || changes_by_one<H>;

    const Problem<B>& problem_;
    const H heuristic_;  ///< a copy, so that its tables lie at a fixed distance from the counters
    const SearchOptions& options_;
    Monitor& monitor_;
    Counters& counters_;
    std::uint64_t visited_ = 0;
    std::uint64_t poll_after_ = 0;
    Cost bound_ = 0;
    Cost next_bound_ = infinite_cost;
    Cost fewest_left_ = 0;  ///< at the deepest state visited
    bool stop_ = false;
    bool found_ = false;
    std::vector<Move> path_;
};

}  // namespace tessera::search
