// The plain twin of the bit table: every distance as a byte, by tile and blank cells, for tests and small boards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tessera/pdb/pattern.hpp"

namespace tessera::pdb {

/// Distances of every placement of a pattern's tiles with the blank on every cell, found by the simplest
/// possible search. A state is a number with one digit (a cell) for the blank and one for each tile. A move of
/// a pattern tile costs 1, any other move nothing.
class ByteTable {
  public:
    static constexpr std::uint8_t unreached = 255;

    /// Takes cells^(tiles + 1) bytes; the caller must see to it that this is little.
    explicit ByteTable(const Pattern& pattern);

    /// `unreached` if no sequence of moves leads to the goal.
    std::uint8_t distance(std::span<const Cell> tile_cells, Cell blank) const {
        return distances_[number(tile_cells, blank)];
    }

  private:
    std::size_t number(std::span<const Cell> tile_cells, Cell blank) const;
    void search();

    Pattern pattern_;
    std::vector<std::uint8_t> distances_;
};

}  // namespace tessera::pdb
