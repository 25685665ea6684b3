// A placement made of the cells of its tiles, one by one: plain, for whoever holds the tables against something else.
#pragma once

#include <algorithm>
#include <span>

#include "tessera/pdb/bit_table.hpp"

namespace tessera::pdb {

/// The tiles on these cells, tile by tile, as the bit table sees them.
inline Placement placement_of(std::span<const Cell> cells) {
    Placement placement;
    unsigned shift = 0;
    for (std::size_t c = 0; c < most_cells; ++c) {
        const auto tile = std::find(cells.begin(), cells.end(), make_cell(c));
        if (tile == cells.end()) continue;
        placement.cells |= bit_of(*tile);
        placement.arrangement |= static_cast<Arrangement>(tile - cells.begin()) << shift;
        shift += 3;
    }
    return placement;
}

}  // namespace tessera::pdb
