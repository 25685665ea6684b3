// One depth-limited depth-first round: depth-limited search is one, iterative deepening many.
#pragma once

#include <algorithm>
#include <vector>

#include "tessera/contracts/search.hpp"
#include "tessera/search/support/accounted_stack.hpp"

namespace tessera::search {

/// How a round ended.
enum class RoundEnd {
    found,      ///< the goal was reached; `path()` leads to it
    cut,        ///< every path up to the limit was tried, some go on below it
    exhausted,  ///< every path was tried and none reached the limit: there is no solution
    stopped     ///< a limit of the monitor was reached
};

/// Tree search: remembers the states of the current path only, and never enters one of them again.
///
/// The goal is tested when a state is produced. A state at the limit is taken up but produces no
/// children, so it is not counted as expanded.
template <BoardType B>
class DepthLimitedRound {
  public:
    DepthLimitedRound(const Problem<B>& problem, const SearchOptions& options, Monitor& monitor,
                      Counters& counters)
        : problem_(problem),
          options_(options),
          monitor_(monitor),
          counters_(counters),
          words_(problem.start.packed_words()),
          board_(problem.start),
          frames_(monitor),
          states_(monitor) {}

    /// Tries every path of at most `limit` moves. `lower_bound` is what earlier rounds proved.
    RoundEnd run(Cost limit, Cost lower_bound) {
        frames_.clear();
        states_.clear();
        board_ = problem_.start;
        untried_ = 0;
        bool cut = false;
        if (board_ == problem_.goal) return RoundEnd::found;
        if (!take_up(limit, board_.legal_moves(), Move::up, cut)) return RoundEnd::stopped;
        while (true) {
            // 1. Leave a state without untried moves: take back the move that led to it.
            Frame& frame = frames_.top();
            if (frame.untried.empty()) {
                if (frames_.size() == 1) return cut ? RoundEnd::cut : RoundEnd::exhausted;
                board_.slide(opposite(frame.move));
                frames_.pop();
                states_.pop(words_);
                continue;
            }
            // 2. Produce the next child in successor order.
            const Move move = first_untried(frame);
            board_.slide(move);
            ++counters_.generated;
            if (board_ == problem_.goal) {
                counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, frames_.size());
                last_move_ = move;
                return RoundEnd::found;
            }
            // 3. Take it up unless it is already on the path.
            if (!take_up(limit, board_.legal_moves().without(opposite(move)), move, cut)) {
                return RoundEnd::stopped;
            }
            // 4. Stay within the limits.
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, lower_bound)) {
                return RoundEnd::stopped;
            }
        }
    }

    /// The moves to the goal, after `run` said found.
    std::vector<Move> path() const {
        std::vector<Move> path;
        if (frames_.empty()) return path;
        for (std::size_t i = 1; i < frames_.size(); ++i) path.push_back(frames_[i].move);
        path.push_back(last_move_);
        return path;
    }

  private:
    struct Frame {
        Move move;  ///< that led here; meaningless in the first frame
        MoveSet untried;
    };

    /// Without taking a move back, no state comes again in fewer than 12 moves (three rounds of the
    /// blank through a 2×2 block; Taylor & Korf 1993), nor after an odd number: the blank changes
    /// colour with each move.
    static constexpr std::size_t shortest_cycle = 12;

    Move first_untried(Frame& frame) {
        --untried_;
        for (const Move move : options_.order) {
            if (!frame.untried.has(move)) continue;
            frame.untried = frame.untried.without(move);
            return move;
        }
        return Move::up;
    }

    /// Pushes the state on the board, or moves back where it lies on the path or at the limit.
    /// False: no memory.
    bool take_up(Cost limit, MoveSet moves, Move move, bool& cut) {
        const std::size_t depth = frames_.size();
        std::uint64_t* const state = states_.push_many(words_);
        if (state == nullptr) return false;
        board_.pack(state);
        if (on_path(depth)) {
            states_.pop(words_);
            board_.slide(opposite(move));
            return true;
        }
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, depth);
        counters_.peak_states = std::max<std::uint64_t>(counters_.peak_states, depth + 1);
        if (static_cast<std::uint64_t>(limit) <= depth) {
            cut = true;
            moves = MoveSet();
        } else {
            ++counters_.expanded;
        }
        untried_ += static_cast<std::uint64_t>(moves.count());
        counters_.peak_open = std::max({counters_.peak_open, untried_, std::uint64_t{1}});
        return frames_.push({move, moves});
    }

    /// Is the topmost state, at `depth`, one of those before it?
    bool on_path(std::size_t depth) const {
        const std::uint64_t* const state = states_.data() + depth * words_;
        for (std::size_t back = shortest_cycle; back <= depth; back += 2) {
            const std::uint64_t* const earlier = state - back * words_;
            if (std::equal(state, state + words_, earlier)) return true;
        }
        return false;
    }

    const Problem<B>& problem_;
    const SearchOptions& options_;
    Monitor& monitor_;
    Counters& counters_;
    const std::size_t words_;
    B board_;
    AccountedStack<Frame> frames_;
    AccountedStack<std::uint64_t> states_;
    std::uint64_t untried_ = 0;
    Move last_move_ = Move::up;
};

}  // namespace tessera::search
