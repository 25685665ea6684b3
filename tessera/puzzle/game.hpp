// A game of one player: the board, the moves made so far, undo and redo.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera {

/// A board on its way to a goal, with all actions made so far and all that were taken back.
///
/// Every function that changes the board returns the moves of the blank that did it, or none if it was not
/// possible. A follower of the board (a hint, an animation) needs nothing else. One action is one step of undo,
/// however many tiles it slid.
class Game {
  public:
    /// Both must have the same size; whether the goal can be reached is the caller's concern.
    Game(DynamicBoard start, DynamicBoard goal);

    const DynamicBoard& start() const { return start_; }
    const DynamicBoard& goal() const { return goal_; }
    const DynamicBoard& board() const { return board_; }
    bool solved() const { return board_ == goal_; }

    /// The moves from the start to the board, without those taken back.
    std::span<const Move> moves() const { return path_; }
    /// The number of these moves, counted as multi-tile slides.
    std::size_t slides() const;
    /// How often an action was taken back, even if it was made again later.
    std::size_t taken_back() const { return taken_back_; }
    bool can_undo() const { return made_ > 0; }
    bool can_redo() const { return made_ < actions_.size(); }

    /// The blank goes one step.
    std::vector<Move> move(Move move);
    /// The blank goes as far as it can in this direction.
    std::vector<Move> move_far(Move move);
    /// The tiles from `cell` to the blank slide one step, so that the blank comes to `cell`; it must be in the blank's
    /// row or column.
    std::vector<Move> push(Cell cell);

    std::vector<Move> undo();
    std::vector<Move> redo();
    /// Goes back to the start; all actions can be redone.
    std::vector<Move> restart();

  private:
    /// Equal moves made at once.
    struct Action {
        Move move;
        std::size_t count;
    };

    std::vector<Move> act(Action action);
    std::vector<Move> take_back();

    DynamicBoard start_;
    DynamicBoard goal_;
    DynamicBoard board_;
    std::vector<Move> path_;
    std::vector<Action> actions_;
    std::size_t made_ = 0;  ///< the number of actions that are not taken back
    std::size_t taken_back_ = 0;
};

}  // namespace tessera
