// The boards of one level of a beam, in a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera::search {

/// The boards of one level, each on the place its number says. Boards of compile-time size are small values;
/// of the others only the tiles are kept, one board after the other.
template <BoardType B>
class BoardRow {
  public:
    explicit BoardRow(Geometry) {}

    static std::size_t bytes_each(Geometry) { return sizeof(B); }
    void resize(std::size_t count) { boards_.resize(count); }
    void load(std::size_t i, B& board) const { board = boards_[i]; }
    void store(std::size_t i, const B& board) { boards_[i] = board; }
    Cell blank(std::size_t i) const { return boards_[i].blank(); }
    Tile tile_at(std::size_t i, Cell cell) const { return boards_[i].tile_at(cell); }

  private:
    std::vector<B> boards_;
};
template <>
class BoardRow<DynamicBoard> {
  public:
    explicit BoardRow(Geometry geometry) : cells_(geometry.cells()) {}

    static std::size_t bytes_each(Geometry geometry) {
        return geometry.cells() * sizeof(Tile) + sizeof(Cell);
    }
    void resize(std::size_t count) {
        tiles_.resize(count * cells_);
        blanks_.resize(count);
    }
    void load(std::size_t i, DynamicBoard& board) const {
        board.assign({tiles_.data() + i * cells_, cells_}, blanks_[i]);
    }
    void store(std::size_t i, const DynamicBoard& board) {
        const auto tiles = board.tiles();
        std::copy(tiles.begin(), tiles.end(), tiles_.data() + i * cells_);
        blanks_[i] = board.blank();
    }
    Cell blank(std::size_t i) const { return blanks_[i]; }
    Tile tile_at(std::size_t i, Cell cell) const { return tiles_[i * cells_ + index(cell)]; }

  private:
    std::size_t cells_;
    std::vector<Tile> tiles_;
    std::vector<Cell> blanks_;
};

}  // namespace tessera::search
