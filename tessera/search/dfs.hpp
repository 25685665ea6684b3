// Depth-first search: follows one path as far as it goes before it tries another.
#pragma once

#include <algorithm>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search::dfs {

inline constexpr std::string_view aliases[] = {"depth-first"};

inline constexpr OptionInfo options[] = {
    described_option(
        "max-depth",
        "no path gets longer than this; a state is then entered again when it is reached "
        "in fewer moves, so that nothing within the limit is missed",
        "none"),
};

inline constexpr AlgorithmInfo info{
    .name = "dfs",
    .aliases = aliases,
    .synopsis = "depth-first graph search with a visited set; paths are far from shortest",
    .options = options,
    .uses_heuristic = false,
    .complete = true,
    .optimal = false,
    .tile_cost = false,
    .traceable = true,
    .time = "O(number of states)",
    .space = "O(number of states)",
    .reference = "Tarjan 1972",
    .use =
        "To show why it is a bad idea here: it finds paths of thousands of moves. With a depth "
        "limit it finds something on 3x3.",
};

/// The board is moved and moved back in place; the stack holds two bytes for each
/// move of the path, so a path of millions of moves is no trouble. The goal is tested when a state
/// is produced.
///
/// The store's g is the depth at which a state was entered. It saturates at NodeData::largest_g,
/// above which a state is not entered again.
template <BoardType B>
class Search {
  public:
    Search(const Problem<B>& problem, const SearchOptions& search_options, Monitor& monitor)
        : problem_(problem),
          options_(search_options),
          monitor_(monitor),
          board_(problem.start),
          state_(problem.start.geometry()),
          nodes_(problem.start.geometry(), monitor),
          path_(monitor) {}

    Outcome run() {
        if (problem_.start == problem_.goal) return finish(Status::solved);
        state_.assign(board_);
        if (nodes_.insert(state_, NodeData::root()).id == no_node ||
            !enter(Move::up, board_.legal_moves())) {
            return finish(monitor_.status());
        }
        while (true) {
            // 1. Leave a state without untried moves: take back the move that led to it.
            if (path_.top().untried.empty()) {
                if (path_.size() == 1) return finish_exhausted();
                board_.slide(opposite(path_.top().move));
                path_.pop();
                continue;
            }
            // 2. Produce the next child in successor order.
            const Move move = first_untried(path_.top());
            board_.slide(move);
            ++counters_.generated;
            if (board_ == problem_.goal) return finish_solved(move);

            // 3. Enter it if it is new, or nearer than it was.
            if (!visit(move)) return finish(monitor_.status());

            // 4. Stay within the limits.
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, 0)) {
                return finish(monitor_.status());
            }
        }
    }

  private:
    struct Frame {
        Move move;  ///< that led here; meaningless in the first frame
        MoveSet untried;
    };

    Move first_untried(Frame& frame) {
        --untried_;
        for (const Move move : options_.order) {
            if (!frame.untried.has(move)) continue;
            frame.untried = frame.untried.without(move);
            return move;
        }
        return Move::up;
    }

    /// Enters the state on the board, which `move` led to, or moves back. False: no memory.
    bool visit(Move move) {
        const auto depth = static_cast<Cost>(
            std::min<std::size_t>(path_.size(), static_cast<std::size_t>(NodeData::largest_g)));
        state_.assign(board_);
        const auto node = nodes_.insert(state_, NodeData::child(depth, move));
        if (node.id == no_node) return false;
        if (!node.is_new) {
            NodeData& known = nodes_.data(node.id);
            const bool limited = monitor_.limits().depth < infinite_cost;
            if (!limited || depth >= known.g()) {
                board_.slide(opposite(move));
                return true;
            }
            known.improve(depth, move);
            if (path_.size() < static_cast<std::size_t>(monitor_.limits().depth)) {
                ++counters_.reexpanded;
            }
        }
        return enter(move, board_.legal_moves().without(opposite(move)));
    }

    bool enter(Move move, MoveSet moves) {
        const std::size_t depth = path_.size();
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, depth);
        if (static_cast<std::size_t>(monitor_.limits().depth) <= depth) {
            depth_limited_ = true;
            moves = MoveSet();
        } else {
            ++counters_.expanded;
        }
        untried_ += static_cast<std::uint64_t>(moves.count());
        counters_.peak_open = std::max({counters_.peak_open, untried_, std::uint64_t{1}});
        return path_.push({move, moves});
    }

    Outcome finish_solved(Move last) {
        Outcome outcome = finish(Status::solved);
        for (std::size_t i = 1; i < path_.size(); ++i) outcome.path.push_back(path_[i].move);
        outcome.path.push_back(last);
        outcome.counters.max_depth =
            std::max<std::uint64_t>(outcome.counters.max_depth, outcome.path.size());
        return outcome;
    }
    /// Every state within the depth limit was entered on a shortest path to it.
    Outcome finish_exhausted() {
        Outcome outcome = finish(depth_limited_ ? Status::depth_limit : Status::unsolvable);
        if (depth_limited_) outcome.lower_bound = monitor_.limits().depth + 1;
        return outcome;
    }
    Outcome finish(Status status) {
        Outcome outcome;
        outcome.status = status;
        counters_.peak_states = nodes_.size();
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    const Problem<B>& problem_;
    const SearchOptions& options_;
    Monitor& monitor_;
    B board_;
    PackedState<B> state_;
    NodeStore<B> nodes_;
    AccountedStack<Frame> path_;
    Counters counters_;
    std::uint64_t untried_ = 0;
    bool depth_limited_ = false;
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& search_options, Monitor& monitor) {
    return Search<B>(problem, search_options, monitor).run();
}

}  // namespace tessera::search::dfs
