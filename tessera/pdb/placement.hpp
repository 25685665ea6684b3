// Makes a placement from the cells of its tiles, one by one: plain code for comparisons with the tables.
#pragma once

#include <algorithm>
#include <span>

#include "tessera/pdb/bit_table.hpp"

namespace tessera::pdb {

/// The placement of tiles on these cells, as the bit table sees it.
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
