// Walking distance: vertical moves as if only rows mattered, horizontal as if only columns did.
#pragma once

#include <memory>
#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/walking_explanation.hpp"
#include "tessera/heuristics/support/walking_table.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics::walking_distance {

inline constexpr std::string_view aliases[] = {"wd"};

inline constexpr HeuristicInfo info{
    .name = "walking-distance",
    .aliases = aliases,
    .synopsis =
        "fewest vertical moves to bring all tiles to their rows, plus horizontal to their columns",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::most,
    .walking_table = true,
    .sizes = "up to 2x6, 3x5 and 4x4, either way round",
    .reference = "Takahashi Ken'ichiro (takaken) 2001, 15 puzzle: walking distance",
    .origin =
        "only the row of each tile counts, then only its column; within a row all tiles of one "
        "home row are alike",
    .cost = "two look-ups a move; tables of a fraction of a second, only for small boards",
    .use =
        "On 4x4 and smaller when several tiles must pass the same line: it sees conflicts between "
        "rows which linear-conflict does not. Take the maximum of both, or strong.",
};

/// More states than this in one direction would take seconds to build: 4×4 has 24,964, 3×5 352,560
/// and 2×6 367,560, but 4×5 has 5,977,015 and 5×5 over 65 million.
inline constexpr std::uint64_t most_states = 2'000'000;

/// The sum of two exact distances in two simplified puzzles (WalkingTable): a vertical slide is a
/// move in the first and none in the second, so the sum is consistent. With tile costs each move
/// counts the cheapest one.
template <BoardType B>
class Heuristic {
  public:
    struct State {
        WalkingTable::Index rows = 0;
        WalkingTable::Index columns = 0;
    };

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        const Geometry shape = setup.geometry;
        const std::size_t rows = shape.rows;
        const std::size_t cols = shape.cols;
        const std::uint64_t row_states = WalkingTable::count_states(rows, cols, most_states);
        const std::uint64_t col_states = WalkingTable::count_states(cols, rows, most_states);
        if (row_states > most_states || col_states > most_states) return too_many_states(shape);
        const std::size_t goal_row = shape.row(setup.goal_blank);
        const std::size_t goal_col = shape.col(setup.goal_blank);
        const bool same = rows == cols && goal_row == goal_col;
        const std::uint64_t bytes = WalkingTable::bytes_needed(rows, row_states) +
                                    (same ? 0 : WalkingTable::bytes_needed(cols, col_states));
        if (bytes > setup.memory_bytes) return too_little_memory(shape, bytes, setup.memory_bytes);

        Heuristic heuristic;
        heuristic.shape_ = Shape<B>(shape);
        heuristic.goal_blank_ = setup.goal_blank;
        heuristic.cheapest_move_ = setup.cheapest_move();
        heuristic.rows_ = std::make_shared<const WalkingTable>(rows, cols, goal_row, row_states);
        heuristic.columns_ =
            same ? heuristic.rows_
                 : std::make_shared<const WalkingTable>(cols, rows, goal_col, col_states);
        return heuristic;
    }

    State evaluate(const B& board) const {
        WalkingTable::Key rows = 0;
        WalkingTable::Key columns = 0;
        for (std::size_t c = 0; c < shape_().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile) continue;
            const Cell home = goal_cell(tile, goal_blank_);
            rows += rows_->unit(shape_().row(make_cell(c)), shape_().row(home));
            columns += columns_->unit(shape_().col(make_cell(c)), shape_().col(home));
        }
        return {rows_->find(rows), columns_->find(columns)};
    }
    State after_slide(State state, const B&, Tile tile, Cell from, Cell to) const {
        const Cell home = goal_cell(tile, goal_blank_);
        if (is_vertical(from, to)) {
            return {rows_->next(state.rows, from > to, shape_().row(home)), state.columns};
        }
        return {state.rows, columns_->next(state.columns, from > to, shape_().col(home))};
    }
    Cost value(State state) const {
        return cheapest_move_ * (rows_->distance(state.rows) + columns_->distance(state.columns));
    }
    double exact_value(State state) const { return value(state); }
    Explanation explain(const B& board) const {
        const State state = evaluate(board);
        Explanation whole;
        whole.parts = {
            explain_walk(line_matrix(board, goal_blank_, true), rows_->distance(state.rows)),
            explain_walk(line_matrix(board, goal_blank_, false),
                         columns_->distance(state.columns))};
        whole.reason.words =
            "vertical moves as if only rows mattered, horizontal ones as if only "
            "columns did";
        whole.factor = cheapest_move_;
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const {
        return rows_->bytes() + (columns_ == rows_ ? 0 : columns_->bytes());
    }

    /// The two directions, for tests.
    const WalkingTable& rows() const { return *rows_; }
    const WalkingTable& columns() const { return *columns_; }

  private:
    static std::string size_name(Geometry shape) {
        return std::to_string(shape.rows) + "x" + std::to_string(shape.cols);
    }
    static Error too_many_states(Geometry shape) {
        return {ErrorCode::memory_limit,
                "walking-distance has no table for " + size_name(shape) +
                    " boards: it would need more than " + std::to_string(most_states) + " states",
                "walking-distance works on boards " + std::string(info.sizes) +
                    "; linear-conflict works on any size"};
    }
    static Error too_little_memory(Geometry shape, std::uint64_t bytes, std::size_t allowed) {
        return {ErrorCode::memory_limit,
                "walking-distance needs " + std::to_string(bytes) + " bytes of tables for " +
                    size_name(shape) + " boards, and " + std::to_string(allowed) + " are allowed",
                "allow more memory, or use linear-conflict"};
    }

    Shape<B> shape_;
    Cell goal_blank_{0};
    Cost cheapest_move_ = 1;
    std::shared_ptr<const WalkingTable> rows_;
    std::shared_ptr<const WalkingTable> columns_;
};

}  // namespace tessera::heuristics::walking_distance
