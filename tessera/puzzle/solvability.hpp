// Can one board be turned into another? Decided by parity, for any size and any goal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera {

/// Whether `goal` can be reached from `start`; false when their sizes differ. O(cells).
///
/// A move swaps the blank with a neighbour: it flips the parity of the permutation (blank included)
/// and the parity of the blank's distance from its goal cell. So both must agree, and on boards
/// from 2×2 that is also enough (Johnson and Story 1879).
bool solvable(const DynamicBoard& start, const DynamicBoard& goal);

/// Pairs of tiles in the wrong order when the board is read row by row, the blank left out. O(n log
/// n).
std::uint64_t inversions(const DynamicBoard& board);

/// Why a board can or cannot be solved, and how to repair it.
struct SolvabilityReport {
    bool solvable = false;
    bool permutation_odd = false;    ///< of the permutation from start to goal, blank included
    std::size_t blank_distance = 0;  ///< rows plus columns from the blank to its goal cell
    /// The named goals that can be reached from the start.
    std::vector<std::string_view> reachable_goals;
    /// Two tiles whose swap makes an unsolvable board solvable (blank_tile twice when it is
    /// solvable). Among swaps of neighbours and swaps that bring a tile home, the one that leaves
    /// the smallest Manhattan distance.
    Tile swap_a = blank_tile;
    Tile swap_b = blank_tile;
    std::string reason;  ///< in one or two plain sentences
};

SolvabilityReport explain_solvability(const DynamicBoard& start, const DynamicBoard& goal);

}  // namespace tessera
