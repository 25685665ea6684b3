// What the tests of pattern databases share: patterns from pictures, and every placement of their tiles.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "tessera/pdb/bit_table.hpp"
#include "tessera/pdb/builder.hpp"
#include "tessera/pdb/byte_table.hpp"
#include "tessera/pdb/pattern.hpp"
#include "tessera/pdb/placement.hpp"
#include "tests/sanitized.hpp"

namespace tessera::pdb_testing {

/// The first pattern of a partition drawn for a goal with its blank on `goal_blank`.
inline pdb::Pattern pattern_of(std::string_view picture, Geometry geometry,
                               std::size_t goal_blank) {
    auto partition = pdb::parse_partition(picture, geometry, make_cell(goal_blank));
    EXPECT_TRUE(partition) << picture;
    return partition ? partition->patterns.front() : pdb::Pattern{geometry, Cell{0}, {Tile{1}}};
}

inline pdb::SharedTable build(const pdb::Pattern& pattern) {
    Executor alone;
    pdb::BuildObserver nobody;
    auto index =
        std::make_shared<const pdb::PlacementIndex>(pattern.geometry, pattern.tiles.size());
    auto table = pdb::build_table(pattern, std::move(index), alone, nobody, std::size_t{1} << 30);
    EXPECT_TRUE(table) << pattern.picture();
    return table ? *table : nullptr;
}

/// Every way the tiles can lie with the blank on every free cell.
inline void for_every_state(
    Geometry geometry, std::size_t tiles,
    const std::function<void(const std::vector<Cell>& cells, Cell blank)>& visit) {
    std::vector<Cell> cells;
    const std::function<void()> place_next = [&] {
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            const Cell cell = make_cell(c);
            if (std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
            if (cells.size() == tiles) {
                visit(cells, cell);
                continue;
            }
            cells.push_back(cell);
            place_next();
            cells.pop_back();
        }
    };
    place_next();
}

}  // namespace tessera::pdb_testing
