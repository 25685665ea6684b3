// One cost-bounded depth-first round of IDA* for heuristics that are followed in place by a walker.
#pragma once

#include <array>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/depth_first_bound.hpp"

namespace tessera::search {

/// Same counts as PlainRound with the same heuristic, to the node, for unit costs and Korf's move order.
/// All children of a state are looked at before the first is entered, so that their look-ups in
/// large tables wait together.
template <BoardType B, WalkableHeuristicFor<B> H>
class WalkerRound {
  public:
    WalkerRound(const Problem<B>& problem, const H& heuristic, const SearchOptions&,
                Monitor& monitor, Counters& counters)
        : problem_(problem),
          walker_(heuristic.walker()),
          monitor_(monitor),
          counters_(counters),
          board_(problem.start) {
        const Geometry geometry = problem.start.geometry();
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            for (std::size_t last = 0; last <= no_move; ++last) {
                moves_.push_back(moves_from(geometry, make_cell(c), last));
            }
        }
    }

    static bool applies(const Problem<B>& problem, const SearchOptions& options) {
        return options.order == all_moves && problem.tile_costs.empty();
    }

    bool run(BoundedRound& round) {
        round_ = &round;
        board_ = problem_.start;
        walker_.start(board_);
        next_poll_ = monitor_.next_poll();
        stop_ = false;
        visit(0, no_move);
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

    /// True: stop, the goal was found or a limit reached.
    bool visit(std::size_t depth, std::size_t last) {
        const Cell to = board_.blank();
        const Moves& moves = moves_[index(to) * (no_move + 1) + last];
        ++counters_.expanded;
        counters_.generated += moves.count;
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, depth);
        if (counters_.generated >= next_poll_) [[unlikely]] {
            if (!monitor_.poll(counters_, round_->bound)) {
                counters_.generated -= moves.count;
                return stop_ = true;
            }
            next_poll_ = monitor_.next_poll();
        }
        const Cost g = static_cast<Cost>(depth) + 1;
        std::array<Slide, 4> slides;
        for (std::size_t i = 0; i < moves.count; ++i) {
            slides[i] = {board_.tile_at(moves.from[i]), moves.from[i], to};
        }
        Cost least_above = infinite_cost;
        const unsigned kept =
            walker_.keep_within(depth, slides.data(), moves.count, round_->bound - g, least_above);
        if (least_above < infinite_cost) {
            round_->next_bound = std::min(round_->next_bound, g + least_above);
        }
        for (std::size_t i = 0; i < moves.count; ++i) {
            if (((kept >> i) & 1U) == 0) continue;
            if (g > monitor_.limits().depth) [[unlikely]] {
                round_->depth_limited = true;
                continue;
            }
            walker_.enter(depth, i);
            board_.slide_tile(slides[i].tile, slides[i].from, to);
            const bool goal = walker_.value() == 0 && board_ == problem_.goal;
            if (goal || visit(depth + 1, moves.move[i])) {
                if (goal) round_->found = stop_ = true;
                if (round_->found) round_->path.push_back(make_move(moves.move[i]));
                counters_.generated -= moves.count - 1 - i;
                return true;
            }
            board_.slide_tile(slides[i].tile, to, slides[i].from);
            walker_.leave(depth, i);
        }
        return false;
    }

    const Problem<B>& problem_;
    typename H::Walker walker_;
    Monitor& monitor_;
    Counters& counters_;
    B board_;
    BoundedRound* round_ = nullptr;
    std::uint64_t next_poll_ = 0;
    bool stop_ = false;
    std::vector<Moves> moves_;
};

}  // namespace tessera::search
