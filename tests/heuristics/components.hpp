// Every registered heuristic behind one type, for the tests that run over all of them, and boards and costs to try.
#pragma once

#include <cstdlib>
#include <string_view>
#include <vector>

#include "tessera/engine/component_entries.hpp"

namespace tessera::heuristics::testing {

/// Every registered heuristic but `pdb`, whose tables take seconds to build: the engine, which keeps them,
/// has the tests of it. From the registry, so that they are compiled once only.
inline std::vector<const registry::HeuristicEntry*> components() {
    std::vector<const registry::HeuristicEntry*> entries;
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        if (entry->info->name != "pdb") entries.push_back(entry);
    }
    return entries;
}

/// The heuristic of this name, which must be one.
inline const registry::HeuristicEntry& component(std::string_view name) {
    for (const registry::HeuristicEntry* entry : components()) {
        if (entry->info->name == name) return *entry;
    }
    std::abort();
}

template <BoardType B>
HeuristicSetup<B> unit_setup(Geometry geometry, Cell goal_blank) {
    HeuristicSetup<B> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    return setup;
}

/// Costs that are neither sorted nor all different, the cheapest one not the first.
inline std::vector<Cost> uneven_costs(std::size_t cells) {
    std::vector<Cost> costs(cells, 0);
    for (std::size_t t = 1; t < cells; ++t) costs[t] = static_cast<Cost>(2 + (t * 7) % 5);
    return costs;
}

/// A board from numbers in canonical labels.
template <BoardType B>
B board_of(Geometry geometry, const std::vector<std::size_t>& numbers) {
    std::vector<Tile> tiles;
    for (const std::size_t number : numbers) tiles.push_back(make_tile(number));
    return B::from_tiles(geometry, tiles);
}

}  // namespace tessera::heuristics::testing
