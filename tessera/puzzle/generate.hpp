// Random boards: uniform over the solvable or the unsolvable ones, or a random walk away from the goal.
#pragma once

#include <cstdint>

#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/random.hpp"

namespace tessera {

/// Every board from which `goal` can be reached is equally likely.
DynamicBoard random_solvable(const DynamicBoard& goal, Random& random);

/// Every board from which `goal` cannot be reached is equally likely.
DynamicBoard random_unsolvable(const DynamicBoard& goal, Random& random);

/// The board `moves` random moves away from `goal`, no move undoing the one before. Its solution is
/// at most that long, and usually shorter.
DynamicBoard random_walk(const DynamicBoard& goal, std::uint64_t moves, Random& random);

/// Makes a board as 42 school's generator does: `passes` random moves from `goal`, any of which may undo the
/// one before. For an unsolvable board two tiles are swapped at the end.
DynamicBoard random_passes(const DynamicBoard& goal, std::uint64_t passes, bool solvable,
                           Random& random);

}  // namespace tessera
