// One cost-bounded depth-first round of IDA* for heuristics that are followed in place by a walker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/depth_first_bound.hpp"
#include "tessera/search/support/lanes.hpp"

namespace tessera::search {

/// Same counts as PlainRound with the same heuristic, to the node, for unit costs and Korf's move order.
/// All slides of a state are looked at before the first is made, so that their look-ups in large
/// tables wait together.
template <BoardType B, WalkableHeuristicFor<B> H>
class WalkerRound {
  public:
    WalkerRound(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
                Monitor& monitor, Counters& counters)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          counters_(counters),
          board_(problem.start) {
        if (options.automaton == nullptr) {
            no_undo_ =
                std::make_unique<MoveAutomaton>(build_automaton(problem.start.geometry(), 2U));
        }
        automaton_ = options.automaton != nullptr ? options.automaton : no_undo_.get();
        if (auto stepper = heuristic.stepper()) {
            // If every node counts towards a limit, none may be visited in vain.
            const bool in_order = monitor.limits().nodes != Limits{}.nodes;
            const bool small = stepper->table_bytes() <= cached_bytes;
            lanes_.emplace(std::move(*stepper), problem.goal, *automaton_, monitor, counters,
                           in_order || small ? 1 : 3);
            return;
        }
        walker_.emplace(heuristic.walker());
        walker_->start(board_);
    }

    static bool applies(const Problem<B>& problem, const H& heuristic,
                        const SearchOptions& options) {
        return options.order == all_moves && problem.tile_costs.empty() && heuristic.walkable();
    }

    bool run(BoundedRound& round) { return run_from(round, SubRoot<B>(problem_, {})); }

    bool split(BoundedRound& round, std::size_t depth, std::vector<Part>& parts) {
        return PlainRound<B, H>(problem_, heuristic_, options_, monitor_, counters_)
            .split(round, depth, parts);
    }

    bool run_from(BoundedRound& round, const SubRoot<B>& root) {
        // Every slide changes the estimate by one, so a state above the bound is above it by two.
        round.next_bound = round.bound + 2;
        if (lanes_) return lanes_->run_from(round, problem_.start, root.moves);
        const MoveAutomaton::State follows = walk_to(root);
        round_ = &round;
        walker_->set_bound(round.bound);
        expanded_ = counters_.expanded;
        generated_ = counters_.generated;
        deepest_ = counters_.max_depth;
        next_poll_ = monitor_.next_poll();
        stop_ = false;
        visit(root.moves.size(), follows);
        counters_.expanded = expanded_;
        counters_.generated = generated_;
        counters_.max_depth = deepest_;
        walk_back(root.moves.size());
        return !stop_;
    }

  private:
    /// Tables up to this size come from memory fast enough.
    static constexpr std::size_t cached_bytes = std::size_t{8} << 20;

    using Slides = std::array<Slide, 4>;

    using Moves = MoveAutomaton::Moves;

    Slides slides_of(const Moves& moves) const {
        Slides slides;
        for (std::size_t i = 0; i < moves.count; ++i) {
            const Cell from = make_cell(moves.from[i]);
            slides[i] = {board_.tile_at(from), from, board_.blank(), make_move(moves.move[i])};
        }
        return slides;
    }

    /// Takes board and walker from the start to the sub-root, and says which moves may follow.
    MoveAutomaton::State walk_to(const SubRoot<B>& root) {
        MoveAutomaton::State follows = automaton_->start(board_.blank());
        prefix_.resize(root.moves.size());
        walker_->set_bound(infinite_cost);
        for (std::size_t depth = 0; depth < root.moves.size(); ++depth) {
            const Moves& moves = automaton_->moves(follows);
            prefix_[depth] = slides_of(moves);
            walker_->within(depth, prefix_[depth].data(), moves.count);
            std::size_t i = 0;
            while (moves.move[i] != index(root.moves[depth])) ++i;
            walker_->enter(depth, i);
            board_.slide(root.moves[depth]);
            follows = moves.next[i];
        }
        return follows;
    }
    /// Back to the start; a search that was stopped left its path as it was.
    void walk_back(std::size_t depth) {
        board_ = problem_.start;
        if (stop_) return walker_->start(board_);
        while (depth-- > 0) walker_->leave(depth);
    }

    /// True: stop, the goal was found or a limit reached.
    bool visit(std::size_t depth, MoveAutomaton::State follows) {
        const Cell to = board_.blank();
        const Moves& moves = automaton_->moves(follows);
        ++expanded_;
        generated_ += moves.count;
        deepest_ = std::max<std::uint64_t>(deepest_, depth);
        if (generated_ >= next_poll_) [[unlikely]] {
            if (!poll()) {
                generated_ -= moves.count;
                return stop_ = true;
            }
        }
        const Slides slides = slides_of(moves);
        unsigned kept = walker_->within(depth, slides.data(), moves.count);
        if (kept != 0 && static_cast<Cost>(depth) >= monitor_.limits().depth) [[unlikely]] {
            round_->depth_limited = true;
            kept = 0;
        }
        for (; kept != 0; kept &= kept - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(kept));
            walker_->enter(depth, i);
            board_.slide_tile(slides[i].tile, slides[i].from, to);
            const bool goal = walker_->may_be_goal(depth + 1) && board_ == problem_.goal;
            if (goal) round_->found = stop_ = true;
            if (goal || visit(depth + 1, moves.next[i])) {
                if (round_->found) round_->path.push_back(slides[i].move);
                generated_ -= moves.count - 1 - i;
                return true;
            }
            board_.slide_tile(slides[i].tile, to, slides[i].from);
            walker_->leave(depth);
        }
        return false;
    }
    bool poll() {
        Counters now = counters_;
        now.expanded = expanded_;
        now.generated = generated_;
        const bool go_on = monitor_.poll(now, round_->bound);
        next_poll_ = monitor_.next_poll();
        return go_on;
    }

    const Problem<B>& problem_;
    const H& heuristic_;
    const SearchOptions& options_;
    /// Used for all the work if the heuristic prefers to evaluate all slides at once; else the walker is used.
    std::optional<Lanes<B, typename H::Stepper>> lanes_;
    std::optional<typename H::Walker> walker_;
    Monitor& monitor_;
    Counters& counters_;
    B board_;
    BoundedRound* round_ = nullptr;
    std::uint64_t expanded_ = 0;
    std::uint64_t generated_ = 0;
    std::uint64_t deepest_ = 0;
    std::uint64_t next_poll_ = 0;
    bool stop_ = false;
    std::unique_ptr<MoveAutomaton> no_undo_;  ///< where the options have none
    const MoveAutomaton* automaton_ = nullptr;
    std::vector<Slides> prefix_;  ///< the slides of the states above the sub-root
};

}  // namespace tessera::search
