// The quantities of the puzzle as distinct types, so that a tile is never taken for a cell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tessera {

/// A numbered tile; tile 0 is the blank.
enum class Tile : std::uint16_t {};

/// A place on the board, counted row by row from the top left, starting at 0.
enum class Cell : std::uint16_t {};

/// The cost of a path. One move costs 1, or its tile's number.
using Cost = std::int32_t;

inline constexpr Tile blank_tile{0};

/// Larger than any real path cost, and small enough that two of them can be added.
inline constexpr Cost infinite_cost = 1 << 29;

/// A direction in which the *blank* moves. The order is Korf's (1985) successor order.
enum class Move : std::uint8_t { up, left, right, down };

inline constexpr std::array<Move, 4> all_moves{Move::up, Move::left, Move::right, Move::down};

constexpr std::size_t index(Tile tile) {
    return static_cast<std::size_t>(tile);
}
constexpr std::size_t index(Cell cell) {
    return static_cast<std::size_t>(cell);
}
constexpr std::size_t index(Move move) {
    return static_cast<std::size_t>(move);
}

constexpr Tile make_tile(std::size_t number) {
    return static_cast<Tile>(number);
}
constexpr Cell make_cell(std::size_t place) {
    return static_cast<Cell>(place);
}
constexpr Move make_move(std::size_t number) {
    return static_cast<Move>(number);
}

/// The move that takes `move` back.
constexpr Move opposite(Move move) {
    return make_move(3 - index(move));
}

}  // namespace tessera
