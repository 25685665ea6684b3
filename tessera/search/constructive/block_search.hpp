// Solves the last block of at most 3×3 cells by the shortest way.
#pragma once

#include "tessera/search/constructive/line.hpp"

namespace tessera::search::constructive {

/// Solves the region, which must be solvable and have at most three rows and columns: at most 31
/// moves, found by iterative deepening with Manhattan distance (Korf 1985) in a millisecond or two.
void solve_block(Workbench& bench, const Region& region);

}  // namespace tessera::search::constructive
