// Checks random entries of a table against their neighbours and against a separate search.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tessera/pdb/bit_table.hpp"

namespace tessera::pdb {

/// The moves of the pattern's tiles from a state to the goal, found by a very plain A* (Manhattan distance; no
/// table, no ranking); nothing if it would hold more than `most_states`. `tile_cells[i]` is the cell of the
/// pattern's i-th tile.
std::optional<Cost> plain_distance(const Pattern& pattern, std::span<const Cell> tile_cells,
                                   Cell blank, std::size_t most_states);

struct EntryCheck {
    std::uint64_t entries = 0;     ///< drawn; their walks to the goal and their neighbours agree
    std::uint64_t recomputed = 0;  ///< of these, compared with `plain_distance`
    std::string fault;             ///< what is wrong; empty when nothing is
};

/// Checks the goal's entry, then draws entries by seed and checks each: its walk reaches the goal, every slide
/// changes its distance by one, and if a plain search of `most_states` can find the distance, it is the same.
EntryCheck check_entries(const BitTable& table, std::uint64_t seed, std::uint64_t entries,
                         std::size_t most_states, const std::function<bool()>& cancelled);

}  // namespace tessera::pdb
