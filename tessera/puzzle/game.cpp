// A game of one player: the board, the moves made so far, undo and redo.
#include "tessera/puzzle/game.hpp"

#include <utility>

#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

/// How many steps the blank can go in this direction.
std::size_t room(const DynamicBoard& board, Move move) {
    const Geometry geometry = board.geometry();
    const std::size_t row = geometry.row(board.blank());
    const std::size_t col = geometry.col(board.blank());
    switch (move) {
        case Move::up:
            return row;
        case Move::left:
            return col;
        case Move::right:
            return geometry.cols - 1U - col;
        case Move::down:
            return geometry.rows - 1U - row;
    }
    return 0;
}

}  // namespace

Game::Game(DynamicBoard start, DynamicBoard goal)
    : start_(std::move(start)), goal_(std::move(goal)), board_(start_) {}

std::size_t Game::slides() const {
    return tessera::slides(path_);
}

std::vector<Move> Game::act(Action action) {
    for (std::size_t i = 0; i < action.count; ++i) board_.slide(action.move);
    path_.insert(path_.end(), action.count, action.move);
    ++made_;
    return std::vector<Move>(action.count, action.move);
}

std::vector<Move> Game::move(Move move) {
    if (!board_.legal_moves().has(move)) return {};
    actions_.resize(made_, {});
    actions_.push_back({move, 1});
    return act(actions_.back());
}

std::vector<Move> Game::move_far(Move move) {
    const std::size_t steps = room(board_, move);
    if (steps == 0) return {};
    actions_.resize(made_, {});
    actions_.push_back({move, steps});
    return act(actions_.back());
}

std::vector<Move> Game::push(Cell cell) {
    const Geometry geometry = board_.geometry();
    const Cell blank = board_.blank();
    if (cell == blank || index(cell) >= geometry.cells()) return {};
    const bool same_row = geometry.row(cell) == geometry.row(blank);
    const bool same_col = geometry.col(cell) == geometry.col(blank);
    if (!same_row && !same_col) return {};
    const Move direction = same_row ? (cell < blank ? Move::left : Move::right)
                                    : (cell < blank ? Move::up : Move::down);
    actions_.resize(made_, {});
    actions_.push_back({direction, static_cast<std::size_t>(geometry.manhattan(cell, blank))});
    return act(actions_.back());
}

std::vector<Move> Game::take_back() {
    const Action action = actions_[--made_];
    const Move back = opposite(action.move);
    for (std::size_t i = 0; i < action.count; ++i) board_.slide(back);
    path_.resize(path_.size() - action.count);
    return std::vector<Move>(action.count, back);
}

std::vector<Move> Game::undo() {
    if (!can_undo()) return {};
    ++taken_back_;
    return take_back();
}

std::vector<Move> Game::redo() {
    if (!can_redo()) return {};
    return act(actions_[made_]);
}

std::vector<Move> Game::restart() {
    std::vector<Move> all;
    while (can_undo()) {
        const std::vector<Move> moves = take_back();
        all.insert(all.end(), moves.begin(), moves.end());
    }
    taken_back_ = 0;
    return all;
}

}  // namespace tessera
