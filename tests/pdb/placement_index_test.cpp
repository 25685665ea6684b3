// The numbering of placements: every state of tiles and blank region has a number of its own, and none is left over.
#include "tessera/pdb/placement_index.hpp"

#include <map>
#include <set>

#include "tests/pdb/pdb_testing.hpp"

namespace tessera::pdb {
namespace {

using pdb_testing::for_every_state;

/// The blank's region by steps from cell to cell.
std::set<Cell> plain_region(Geometry geometry, CellSet occupied, Cell blank) {
    std::set<Cell> region{blank};
    std::vector<Cell> open{blank};
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(cell).has(move)) continue;
            const Cell next = geometry.neighbour(cell, move);
            if ((occupied & bit_of(next)) == 0 && region.insert(next).second) open.push_back(next);
        }
    }
    return region;
}

TEST(PlacementIndexInRelease, IsABijectionOnSmallBoards) {
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 3}, Geometry{2, 5}}) {
        for (std::size_t tiles = 1; tiles < geometry.cells() && tiles <= 5; ++tiles) {
            const PlacementIndex numbering(geometry, tiles);
            // Which state a number stands for: where each tile lies, and the region's first cell.
            std::map<std::pair<std::size_t, std::size_t>, std::pair<std::vector<Cell>, Cell>> known;
            for_every_state(geometry, tiles, [&](const std::vector<Cell>& cells, Cell blank) {
                const Placement placement = placement_of(cells);
                const std::size_t order = numbering.order(placement.arrangement);
                const std::size_t place = numbering.place(placement.cells, blank);
                ASSERT_LT(order, numbering.orders());
                ASSERT_LT(place, numbering.places());
                EXPECT_EQ(numbering.arrangement(order), placement.arrangement);
                EXPECT_EQ(numbering.sets()[numbering.rank(placement.cells)], placement.cells);
                const Cell first = *plain_region(geometry, placement.cells, blank).begin();
                const auto [entry, is_new] =
                    known.try_emplace({order, place}, std::pair(cells, first));
                EXPECT_EQ(entry->second, std::pair(cells, first)) << "two states, one number";
            });
            EXPECT_EQ(known.size(), numbering.states()) << geometry.rows << "x" << geometry.cols;
        }
    }
}

TEST(PlacementIndex, FloodFindsThePlainRegion) {
    const Geometry geometry{3, 4};
    for (CellSet occupied = 0; occupied < CellSet{1} << geometry.cells(); ++occupied) {
        const CellSet free = ~occupied & ((CellSet{1} << geometry.cells()) - 1);
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            if ((free & bit_of(make_cell(c))) == 0) continue;
            CellSet expected = 0;
            for (const Cell cell : plain_region(geometry, occupied, make_cell(c))) {
                expected |= bit_of(cell);
            }
            ASSERT_EQ(flood(geometry, free, bit_of(make_cell(c))), expected);
        }
    }
}

TEST(PlacementIndex, RegionsOfTheFifteenPuzzleAreAsManyAsTheDesignSays) {
    const auto mean = [](std::size_t tiles) {
        const PlacementIndex numbering({4, 4}, tiles);
        return static_cast<double>(numbering.places()) / static_cast<double>(numbering.cell_sets());
    };
    EXPECT_NEAR(mean(5), 1.67, 0.005);
    EXPECT_NEAR(mean(6), 2.05, 0.005);
    EXPECT_NEAR(mean(7), 2.43, 0.005);
    EXPECT_NEAR(mean(8), 2.75, 0.005);
}

}  // namespace
}  // namespace tessera::pdb
