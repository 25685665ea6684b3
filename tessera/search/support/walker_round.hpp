// One cost-bounded depth-first round of IDA* for heuristics that are followed in place by a walker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/depth_first_bound.hpp"

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
          walker_(heuristic.walker()),
          monitor_(monitor),
          counters_(counters),
          board_(problem.start) {
        walker_.start(board_);
        const Geometry geometry = problem.start.geometry();
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            for (std::size_t last = 0; last <= no_move; ++last) {
                moves_.push_back(moves_from(geometry, make_cell(c), last));
            }
        }
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
        const std::size_t last = walk_to(root);
        round_ = &round;
        walker_.set_bound(round.bound);
        expanded_ = counters_.expanded;
        generated_ = counters_.generated;
        deepest_ = counters_.max_depth;
        next_poll_ = monitor_.next_poll();
        stop_ = false;
        visit(root.moves.size(), last);
        counters_.expanded = expanded_;
        counters_.generated = generated_;
        counters_.max_depth = deepest_;
        // Every slide changes the estimate by one, so what is above the bound is above it by two.
        round.next_bound = round.bound + 2;
        walk_back(root.moves.size());
        return !stop_;
    }

  private:
    static constexpr std::size_t no_move = 4;

    /// The moves from a cell that do not undo the last one, in Korf's order.
    struct Moves {
        std::size_t count = 0;
        std::array<std::uint8_t, 4> move{};
        std::array<Cell, 4> from{};
    };
    static Moves moves_from(Geometry geometry, Cell blank, std::size_t last) {
        Moves moves;
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(blank).has(move)) continue;
            if (last != no_move && move == opposite(make_move(last))) continue;
            moves.move[moves.count] = static_cast<std::uint8_t>(index(move));
            moves.from[moves.count++] = geometry.neighbour(blank, move);
        }
        return moves;
    }

    using Slides = std::array<Slide, 4>;

    const Moves& moves_at(Cell blank, std::size_t last) const {
        return moves_[index(blank) * (no_move + 1) + last];
    }
    Slides slides_of(const Moves& moves) const {
        Slides slides;
        for (std::size_t i = 0; i < moves.count; ++i) {
            slides[i] = {board_.tile_at(moves.from[i]), moves.from[i], board_.blank(),
                         make_move(moves.move[i])};
        }
        return slides;
    }

    /// Takes board and walker from the start to the sub-root; the last move.
    std::size_t walk_to(const SubRoot<B>& root) {
        std::size_t last = no_move;
        prefix_.resize(root.moves.size());
        walker_.set_bound(infinite_cost);
        for (std::size_t depth = 0; depth < root.moves.size(); ++depth) {
            const Moves& moves = moves_at(board_.blank(), last);
            prefix_[depth] = slides_of(moves);
            walker_.within(depth, prefix_[depth].data(), moves.count);
            last = index(root.moves[depth]);
            std::size_t i = 0;
            while (moves.move[i] != last) ++i;
            walker_.enter(depth, i);
            board_.slide(root.moves[depth]);
        }
        return last;
    }
    /// Back to the start; a search that was stopped left its path as it was.
    void walk_back(std::size_t depth) {
        board_ = problem_.start;
        if (stop_) return walker_.start(board_);
        while (depth-- > 0) walker_.leave(depth);
    }

    /// True: stop, the goal was found or a limit reached.
    bool visit(std::size_t depth, std::size_t last) {
        const Cell to = board_.blank();
        const Moves& moves = moves_at(to, last);
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
        unsigned kept = walker_.within(depth, slides.data(), moves.count);
        if (kept != 0 && static_cast<Cost>(depth) >= monitor_.limits().depth) [[unlikely]] {
            round_->depth_limited = true;
            kept = 0;
        }
        for (; kept != 0; kept &= kept - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(kept));
            walker_.enter(depth, i);
            board_.slide_tile(slides[i].tile, slides[i].from, to);
            const bool goal = walker_.may_be_goal(depth + 1) && board_ == problem_.goal;
            if (goal) round_->found = stop_ = true;
            if (goal || visit(depth + 1, moves.move[i])) {
                if (round_->found) round_->path.push_back(slides[i].move);
                generated_ -= moves.count - 1 - i;
                return true;
            }
            board_.slide_tile(slides[i].tile, to, slides[i].from);
            walker_.leave(depth);
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
    typename H::Walker walker_;
    Monitor& monitor_;
    Counters& counters_;
    B board_;
    BoundedRound* round_ = nullptr;
    std::uint64_t expanded_ = 0;
    std::uint64_t generated_ = 0;
    std::uint64_t deepest_ = 0;
    std::uint64_t next_poll_ = 0;
    bool stop_ = false;
    std::vector<Moves> moves_;
    std::vector<Slides> prefix_;  ///< the slides of the states above the sub-root
};

}  // namespace tessera::search
