// The shape of a board: rows, columns, and which cells are neighbours.
#pragma once

#include <bit>
#include <cstdlib>

#include "tessera/puzzle/types.hpp"

namespace tessera {

/// The largest side of any board the program handles.
inline constexpr std::size_t largest_side = 100;

/// A set of moves, one bit per Move; iterate with `for (Move m : all_moves) if (set.has(m))`.
class MoveSet {
  public:
    constexpr MoveSet() = default;
    constexpr explicit MoveSet(std::uint8_t bits) : bits_(bits) {}

    constexpr bool has(Move move) const { return (bits_ >> index(move)) & 1U; }
    constexpr int count() const { return std::popcount(bits_); }
    constexpr bool empty() const { return bits_ == 0; }
    /// Bit `index(move)` for each move: 0 to 15.
    constexpr std::uint8_t bits() const { return bits_; }
    constexpr MoveSet with(Move move) const {
        return MoveSet(static_cast<std::uint8_t>(bits_ | (1U << index(move))));
    }
    constexpr MoveSet without(Move move) const {
        return MoveSet(static_cast<std::uint8_t>(bits_ & ~(1U << index(move))));
    }
    constexpr bool operator==(const MoveSet&) const = default;

  private:
    std::uint8_t bits_ = 0;
};

/// Rows and columns, each from 2 to `largest_side`, and the arithmetic of cells on them.
struct Geometry {
    std::uint16_t rows = 0;
    std::uint16_t cols = 0;

    constexpr bool operator==(const Geometry&) const = default;

    constexpr std::size_t cells() const { return std::size_t{rows} * cols; }
    constexpr std::size_t row(Cell cell) const { return index(cell) / cols; }
    constexpr std::size_t col(Cell cell) const { return index(cell) % cols; }
    constexpr Cell cell(std::size_t row, std::size_t col) const {
        return make_cell(row * cols + col);
    }

    /// The moves the blank can make from `blank` without leaving the board.
    constexpr MoveSet legal_moves(Cell blank) const {
        MoveSet set;
        if (row(blank) > 0) set = set.with(Move::up);
        if (col(blank) > 0) set = set.with(Move::left);
        if (col(blank) + 1 < cols) set = set.with(Move::right);
        if (row(blank) + 1U < rows) set = set.with(Move::down);
        return set;
    }

    /// The cell one step from `cell`; the move must be legal there.
    constexpr Cell neighbour(Cell cell, Move move) const {
        switch (move) {
            case Move::up:
                return make_cell(index(cell) - cols);
            case Move::left:
                return make_cell(index(cell) - 1);
            case Move::right:
                return make_cell(index(cell) + 1);
            case Move::down:
                return make_cell(index(cell) + cols);
        }
        return cell;
    }

    /// Steps between two cells along rows and columns.
    constexpr Cost manhattan(Cell a, Cell b) const {
        const auto rows_apart = static_cast<Cost>(row(a)) - static_cast<Cost>(row(b));
        const auto cols_apart = static_cast<Cost>(col(a)) - static_cast<Cost>(col(b));
        return (rows_apart < 0 ? -rows_apart : rows_apart) +
               (cols_apart < 0 ? -cols_apart : cols_apart);
    }
};

}  // namespace tessera
