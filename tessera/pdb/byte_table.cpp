// The plain twin of the bit table: every distance as a byte, by tile and blank cells, for tests and small boards.
#include "tessera/pdb/byte_table.hpp"

#include <algorithm>

namespace tessera::pdb {

ByteTable::ByteTable(const Pattern& pattern) : pattern_(pattern) {
    std::size_t states = pattern.geometry.cells();
    for (std::size_t i = 0; i < pattern.tiles.size(); ++i) states *= pattern.geometry.cells();
    distances_.assign(states, unreached);
    search();
}

std::size_t ByteTable::number(std::span<const Cell> tile_cells, Cell blank) const {
    std::size_t result = index(blank);
    for (const Cell cell : tile_cells) result = result * pattern_.geometry.cells() + index(cell);
    return result;
}

void ByteTable::search() {
    struct State {
        std::vector<Cell> tiles;
        Cell blank;
    };
    const Geometry geometry = pattern_.geometry;
    State goal{{}, pattern_.goal_blank};
    for (const Tile tile : pattern_.tiles) goal.tiles.push_back(goal_cell(tile, goal.blank));

    // States of one distance. The first ones cost a move; the list grows by states that cost none.
    std::vector<State> level{goal};
    distances_[number(goal.tiles, goal.blank)] = 0;
    for (std::uint8_t distance = 0; !level.empty(); ++distance) {
        std::vector<State> next;
        for (std::size_t i = 0; i < level.size(); ++i) {
            for (const Move move : all_moves) {
                if (!geometry.legal_moves(level[i].blank).has(move)) continue;
                State state = level[i];
                const Cell from = geometry.neighbour(state.blank, move);
                const auto tile = std::find(state.tiles.begin(), state.tiles.end(), from);
                const bool costs = tile != state.tiles.end();
                if (costs) *tile = state.blank;
                state.blank = from;
                std::uint8_t& known = distances_[number(state.tiles, state.blank)];
                const auto found = static_cast<std::uint8_t>(distance + (costs ? 1 : 0));
                if (known <= found) continue;
                known = found;
                (costs ? next : level).push_back(std::move(state));
            }
        }
        // A state put here may since have been reached without the last move.
        std::erase_if(next, [&](const State& state) {
            return distances_[number(state.tiles, state.blank)] <= distance;
        });
        level = std::move(next);
    }
}

}  // namespace tessera::pdb
