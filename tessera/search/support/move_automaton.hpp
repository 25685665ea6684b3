// Building the automaton that leaves out what another path reaches in as few moves.
#pragma once

#include "tessera/contracts/move_automaton.hpp"

namespace tessera::search {

/// A word of moves from a cell is *superfluous* if another word from the same cell, legal too, has
/// the same effect and is shorter, or as long and earlier in the order Up, Left, Right, Down. The
/// automaton follows every path that contains no superfluous word of up to `longest` moves (2 to
/// MoveAutomaton::most_moves). No state is lost: of all shortest paths to it take the first in that order; a
/// superfluous word in it could be replaced to give a shorter or an earlier one. Because words begin at a cell,
/// nothing is said about moves that a border forbids. With `longest` = 2 all that is left out is undoing
/// the last move.
MoveAutomaton build_automaton(Geometry geometry, unsigned longest);

}  // namespace tessera::search
