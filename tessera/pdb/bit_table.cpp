// A pattern database of one bit per entry: bit 1 of the distance, from which the distance can be followed.
// This folder builds, stores and checks pattern databases.
#include "tessera/pdb/bit_table.hpp"

namespace tessera::pdb {
namespace {

/// Calls `visit(label, from, to)` for every slide of a pattern tile into the blank's region, until it
/// returns true.
template <class Visit>
bool any_slide(Geometry geometry, Placement placement, Cell blank, Visit visit) {
    const CellSet all = (CellSet{1} << geometry.cells()) - 1;
    const CellSet region = flood(geometry, all & ~placement.cells, bit_of(blank));
    std::size_t position = 0;
    for (CellSet rest = placement.cells; rest != 0; rest &= rest - 1, ++position) {
        const Cell from = make_cell(static_cast<std::size_t>(std::countr_zero(rest)));
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(from).has(move)) continue;
            const Cell to = geometry.neighbour(from, move);
            if ((region & bit_of(to)) == 0) continue;
            if (visit(label_at(placement.arrangement, position), from, to)) return true;
        }
    }
    return false;
}

/// The parity of the distance. It is that of the sum of the tiles' distances from home, because every slide
/// changes both by one.
unsigned parity(const Pattern& pattern, Placement placement) {
    Cost sum = 0;
    std::size_t position = 0;
    for (CellSet rest = placement.cells; rest != 0; rest &= rest - 1, ++position) {
        const Cell cell = make_cell(static_cast<std::size_t>(std::countr_zero(rest)));
        const Tile tile = pattern.tiles[label_at(placement.arrangement, position)];
        sum += pattern.geometry.manhattan(cell, goal_cell(tile, pattern.goal_blank));
    }
    return static_cast<unsigned>(sum) & 1U;
}

}  // namespace

Cost BitTable::distance(Placement placement, Cell blank) const {
    // No pattern of eight tiles needs a thousand moves; a longer walk means that the table is damaged.
    constexpr Cost farthest = 1000;
    const Geometry geometry = pattern_.geometry;
    const std::size_t goal = position(goal_placement(pattern_), pattern_.goal_blank);
    unsigned rest = parity(pattern_, placement) | (bit(position(placement, blank)) << 1);
    for (Cost steps = 0; steps < farthest; ++steps) {
        if (position(placement, blank) == goal) return steps;
        rest = (rest + 3) & 3U;  // one less, modulo 4
        const bool nearer =
            any_slide(geometry, placement, blank, [&](unsigned label, Cell from, Cell to) {
                const Placement next = after_slide(placement, label, from, to);
                if (bit(position(next, from)) != rest >> 1) return false;
                placement = next;
                blank = from;
                return true;
            });
        if (!nearer) break;
    }
    return infinite_cost;
}

Placement goal_placement(const Pattern& pattern) {
    Placement placement;
    for (const Tile tile : pattern.tiles)
        placement.cells |= bit_of(goal_cell(tile, pattern.goal_blank));
    placement.arrangement = sorted_arrangement(pattern.tiles.size());
    return placement;
}

}  // namespace tessera::pdb
