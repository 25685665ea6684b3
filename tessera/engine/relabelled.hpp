// A heuristic that measures the way to another board than the canonical goal, by renaming tiles.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {

/// Estimates the cost to `target`: renames the tiles so that `target` becomes the canonical goal
/// with its blank cell, and asks a heuristic built for that blank. O(cells) a call. Searches from
/// the goal need it.
template <BoardType B>
class RelabelledHeuristic final : public ErasedHeuristic<B> {
  public:
    using State = typename ErasedHeuristic<B>::State;

    RelabelledHeuristic(const B& target, std::shared_ptr<const ErasedHeuristic<B>> inner)
        : inner_(std::move(inner)), names_(target.geometry().cells()) {
        for (std::size_t c = 0; c < names_.size(); ++c) {
            names_[index(target.tile_at(make_cell(c)))] = goal_tile(make_cell(c), target.blank());
        }
    }

    State evaluate(const B& board) const override { return inner_->evaluate(renamed(board)); }
    State after_slide(const State& state, const B& board, Tile tile, Cell from,
                      Cell to) const override {
        return inner_->after_slide(state, renamed(board), names_[index(tile)], from, to);
    }
    Cost value(const State& state) const override { return inner_->value(state); }
    double exact_value(const State& state) const override { return inner_->exact_value(state); }
    Explanation explain(const B& board) const override {
        Explanation explanation = inner_->explain(renamed(board));
        rename_tiles(explanation, [&](Tile name) {
            return make_tile(static_cast<std::size_t>(
                std::find(names_.begin(), names_.end(), name) - names_.begin()));
        });
        return explanation;
    }
    std::size_t used_bytes() const override { return inner_->used_bytes(); }
    std::size_t table_bytes() const override { return inner_->table_bytes(); }

  private:
    B renamed(const B& board) const {
        std::vector<Tile> tiles = tiles_of(board);
        for (Tile& tile : tiles) tile = names_[index(tile)];
        return B::from_tiles(board.geometry(), tiles);
    }

    std::shared_ptr<const ErasedHeuristic<B>> inner_;
    std::vector<Tile> names_;
};

}  // namespace tessera
