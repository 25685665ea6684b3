// Boards: a position of the tiles on R×C cells, with the geometry fixed at compile time or at run time.
// This folder is the puzzle itself: boards, goals, moves, notations, and boards to begin with.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <span>
#include <vector>

#include "tessera/puzzle/geometry.hpp"

namespace tessera {

/// How a position is packed into 64-bit words for storage.
///
/// Every cell takes a fixed number of bits and no cell straddles two words. A position is a
/// permutation, so its last cell follows from the others and is left out wherever that is more than
/// 16 cells: that is what lets 24 of the 25 cells of a 5×5 board fill exactly two words (12 cells
/// of 5 bits each).
struct PackedLayout {
    std::size_t cells = 0;
    std::size_t bits = 0;
    std::size_t per_word = 0;
    std::size_t stored_cells = 0;
    std::size_t words = 0;

    constexpr explicit PackedLayout(std::size_t cell_count)
        : cells(cell_count),
          bits(cell_count <= 16 ? 4 : static_cast<std::size_t>(std::bit_width(cell_count - 1))),
          per_word(64 / bits),
          stored_cells(cell_count <= 16 ? cell_count : cell_count - 1),
          words((stored_cells + per_word - 1) / per_word) {}

    /// Fills `out[0 … words)`; `tile_number(i)` gives the tile on cell i.
    template <class TileNumber>
    constexpr void pack(std::uint64_t* out, TileNumber tile_number) const {
        std::size_t next = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < per_word && next < stored_cells; ++i, ++next) {
                word |= static_cast<std::uint64_t>(tile_number(next)) << (i * bits);
            }
            out[w] = word;
        }
    }

    /// Compares two packed positions cell by cell, in order: negative, zero or positive.
    constexpr int compare(const std::uint64_t* a, const std::uint64_t* b) const {
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t differ = a[w] ^ b[w];
            if (differ == 0) continue;
            const auto shift = static_cast<std::size_t>(std::countr_zero(differ)) / bits * bits;
            const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
            return ((a[w] >> shift) & mask) < ((b[w] >> shift) & mask) ? -1 : 1;
        }
        return 0;
    }

    /// The reverse of pack; calls `set(i, number)` for every cell in order.
    template <class Set>
    constexpr void unpack(const std::uint64_t* in, Set set) const {
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
        std::size_t rest = 0;
        std::size_t next = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t word = in[w];
            for (std::size_t i = 0; i < per_word && next < stored_cells; ++i, ++next) {
                const auto number = static_cast<std::size_t>(word & mask);
                word >>= bits;
                rest ^= number ^ next;
                set(next, number);
            }
        }
        if (stored_cells < cells) set(cells - 1, rest ^ (cells - 1));
    }
};

/// A position on R×C cells known at compile time.
///
/// Up to 16 cells it is one 64-bit word, four bits a cell (cell 0 in the lowest), so that a copy is
/// a register move; larger boards hold one byte a cell. Invariant: the tiles are a permutation of 0
/// … R·C−1 and `blank()` is where 0 lies. Slides are made in place and undone by the opposite move.
template <std::size_t Rows, std::size_t Cols>
class Board {
    static_assert(Rows >= 2 && Cols >= 2 && Rows * Cols <= 64);

  public:
    static constexpr bool fixed_geometry = true;
    static constexpr Geometry shape{Rows, Cols};
    static constexpr std::size_t cell_count = Rows * Cols;
    static constexpr PackedLayout layout{cell_count};

    constexpr Board() = default;

    /// `tiles` must be a permutation of 0 … R·C−1, row by row.
    static constexpr Board from_tiles(Geometry, std::span<const Tile> tiles) {
        assert(tiles.size() == cell_count);
        Board board;
        for (std::size_t i = 0; i < cell_count; ++i) board.set(i, index(tiles[i]));
        return board;
    }
    static constexpr Board from_packed(Geometry, const std::uint64_t* words) {
        Board board;
        if constexpr (in_one_word) {
            board.tiles_ = words[0];
            board.blank_ = static_cast<std::uint8_t>(zero_nibble(words[0]));
        } else {
            layout.unpack(words, [&](std::size_t i, std::size_t number) { board.set(i, number); });
        }
        return board;
    }

    static constexpr Geometry geometry() { return shape; }
    static constexpr std::size_t packed_words() { return layout.words; }
    constexpr void pack(std::uint64_t* out) const {
        if constexpr (in_one_word) {
            out[0] = tiles_;
        } else {
            layout.pack(out, [&](std::size_t i) { return tiles_[i]; });
        }
    }

    constexpr Tile tile_at(Cell cell) const {
        if constexpr (in_one_word) {
            return make_tile((tiles_ >> (4 * index(cell))) & 15U);
        } else {
            return make_tile(tiles_[index(cell)]);
        }
    }
    constexpr Cell blank() const { return make_cell(blank_); }
    constexpr MoveSet legal_moves() const { return legal[blank_]; }
    constexpr Cell neighbour(Move move) const { return shape.neighbour(blank(), move); }

    /// Moves the blank one step; the move must be legal.
    constexpr void slide(Move move) {
        const Cell from = neighbour(move);
        slide_tile(tile_at(from), from, blank());
    }
    /// The same where the caller knows the tile: it goes from `from` to the blank cell `to`.
    constexpr void slide_tile(Tile tile, Cell from, Cell to) {
        if constexpr (in_one_word) {
            const auto number = static_cast<std::uint64_t>(index(tile));
            tiles_ ^= (number << (4 * index(from))) | (number << (4 * index(to)));
        } else {
            tiles_[index(to)] = static_cast<std::uint8_t>(index(tile));
            tiles_[index(from)] = 0;
        }
        blank_ = static_cast<std::uint8_t>(index(from));
    }

    constexpr bool operator==(const Board&) const = default;

  private:
    static constexpr bool in_one_word = cell_count <= 16;
    using Storage =
        std::conditional_t<in_one_word, std::uint64_t, std::array<std::uint8_t, cell_count>>;

    static constexpr std::array<MoveSet, cell_count> legal = [] {
        std::array<MoveSet, cell_count> table;
        for (std::size_t i = 0; i < cell_count; ++i) table[i] = shape.legal_moves(make_cell(i));
        return table;
    }();

    /// The lowest of the first `cell_count` nibbles that is zero.
    static constexpr std::size_t zero_nibble(std::uint64_t word) {
        constexpr std::uint64_t ones = 0x1111111111111111ULL;
        return static_cast<std::size_t>(std::countr_zero((word - ones) & ~word & (ones << 3))) / 4;
    }
    constexpr void set(std::size_t i, std::size_t number) {
        if constexpr (in_one_word) {
            tiles_ |= static_cast<std::uint64_t>(number) << (4 * i);
        } else {
            tiles_[i] = static_cast<std::uint8_t>(number);
        }
        if (number == 0) blank_ = static_cast<std::uint8_t>(i);
    }

    Storage tiles_{};
    std::uint8_t blank_ = 0;
};

/// A position whose size is known at run time: 2×2 to 100×100, behind the same interface.
class DynamicBoard {
  public:
    static constexpr bool fixed_geometry = false;

    DynamicBoard() = default;

    /// `tiles` must be a permutation of 0 … R·C−1, row by row.
    static DynamicBoard from_tiles(Geometry geometry, std::span<const Tile> tiles) {
        assert(tiles.size() == geometry.cells());
        DynamicBoard board;
        board.shape_ = geometry;
        board.tiles_.assign(tiles.begin(), tiles.end());
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            if (tiles[i] == blank_tile) board.blank_ = make_cell(i);
        }
        return board;
    }
    static DynamicBoard from_packed(Geometry geometry, const std::uint64_t* words) {
        DynamicBoard board;
        board.shape_ = geometry;
        board.tiles_.resize(geometry.cells());
        board.unpack(words);
        return board;
    }

    Geometry geometry() const { return shape_; }
    std::size_t packed_words() const { return PackedLayout(shape_.cells()).words; }
    void pack(std::uint64_t* out) const {
        PackedLayout(shape_.cells()).pack(out, [&](std::size_t i) { return index(tiles_[i]); });
    }
    /// Becomes a packed position of the same geometry, without allocating.
    void unpack(const std::uint64_t* words) {
        PackedLayout(shape_.cells()).unpack(words, [&](std::size_t i, std::size_t number) {
            tiles_[i] = make_tile(number);
            if (number == 0) blank_ = make_cell(i);
        });
    }

    /// Becomes a position of the same geometry, whose blank lies on `blank`.
    void assign(std::span<const Tile> tiles, Cell blank) {
        std::copy(tiles.begin(), tiles.end(), tiles_.begin());
        blank_ = blank;
    }

    Tile tile_at(Cell cell) const { return tiles_[index(cell)]; }
    Cell blank() const { return blank_; }
    MoveSet legal_moves() const { return shape_.legal_moves(blank_); }
    Cell neighbour(Move move) const { return shape_.neighbour(blank_, move); }
    std::span<const Tile> tiles() const { return tiles_; }

    void slide(Move move) {
        const Cell from = neighbour(move);
        slide_tile(tile_at(from), from, blank_);
    }
    void slide_tile(Tile tile, Cell from, Cell to) {
        tiles_[index(to)] = tile;
        tiles_[index(from)] = blank_tile;
        blank_ = from;
    }

    bool operator==(const DynamicBoard&) const = default;

  private:
    Geometry shape_;
    Cell blank_{0};
    std::vector<Tile> tiles_;
};

/// What every search, heuristic and table may assume of a board.
template <class B>
concept BoardType = std::copyable<B> && std::equality_comparable<B> &&
                    requires(B board, const B& constant, Move move, Cell cell, Tile tile,
                             std::uint64_t* words, std::span<const Tile> tiles) {
                        { B::from_tiles(Geometry{}, tiles) } -> std::same_as<B>;
                        { B::from_packed(Geometry{}, words) } -> std::same_as<B>;
                        { constant.geometry() } -> std::same_as<Geometry>;
                        { constant.tile_at(cell) } -> std::same_as<Tile>;
                        { constant.blank() } -> std::same_as<Cell>;
                        { constant.legal_moves() } -> std::same_as<MoveSet>;
                        { constant.neighbour(move) } -> std::same_as<Cell>;
                        { constant.packed_words() } -> std::same_as<std::size_t>;
                        constant.pack(words);
                        board.slide(move);
                        board.slide_tile(tile, cell, cell);
                    };

static_assert(BoardType<Board<4, 4>> && BoardType<Board<5, 5>> && BoardType<DynamicBoard>);
static_assert(Board<4, 4>::layout.words == 1 && Board<5, 5>::layout.words == 2);

/// The numbers on the tiles, 0 for the blank, for texts and files.
inline std::vector<std::size_t> tile_numbers(std::span<const Tile> tiles) {
    std::vector<std::size_t> numbers(tiles.size());
    std::transform(tiles.begin(), tiles.end(), numbers.begin(),
                   [](Tile tile) { return index(tile); });
    return numbers;
}

/// The tiles of any board, row by row.
template <BoardType B>
std::vector<Tile> tiles_of(const B& board) {
    std::vector<Tile> tiles(board.geometry().cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = board.tile_at(make_cell(i));
    return tiles;
}

}  // namespace tessera
