// Manhattan distance of two boards, and the parity that it shares with every solution.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera {

/// The sum over all tiles of their steps from `start` to `goal`, each times what moving the tile costs (`costs` by tile; 1 where
/// it is empty). At most `infinite_cost`. O(cells).
template <BoardType B>
Cost manhattan_distance(const B& start, const B& goal, std::span<const Cost> costs = {}) {
    const Geometry geometry = start.geometry();
    std::vector<Cell> home(geometry.cells());
    for (std::size_t c = 0; c < home.size(); ++c) {
        home[index(goal.tile_at(make_cell(c)))] = make_cell(c);
    }
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < home.size(); ++c) {
        const Tile tile = start.tile_at(make_cell(c));
        if (tile == blank_tile) continue;
        const std::int64_t each = costs.empty() ? 1 : costs[index(tile)];
        sum += each * geometry.manhattan(make_cell(c), home[index(tile)]);
    }
    // Tile costs of large boards may be beyond a Cost: such boards are never solved, but anybody can write them down.
    return static_cast<Cost>(std::min<std::int64_t>(sum, infinite_cost));
}

/// Raises a lower bound to the parity of the Manhattan distance: a move of cost 1 changes the distance by one, so every solution
/// has its parity. Only where every move costs 1.
constexpr Cost with_parity_of(Cost bound, Cost manhattan) {
    return bound + ((bound ^ manhattan) & 1);
}

}  // namespace tessera
