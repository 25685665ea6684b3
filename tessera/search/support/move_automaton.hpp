// Which moves may follow a path without repeating what another path reaches in as few moves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tessera/puzzle/geometry.hpp"

namespace tessera::search {

/// A finite automaton over moves of the blank (Taylor & Korf 1993). Its state stands for the blank's
/// cell and as much of the path as matters.
///
/// A word of moves from a cell is *superfluous* if another word from the same cell, legal too, has
/// the same effect and is shorter, or as long and earlier in the order Up, Left, Right, Down. The
/// automaton follows every path that contains no superfluous word of up to `longest` moves. No
/// state is lost: of all shortest paths to it take the first in that order; a superfluous word in it
/// could be replaced to give a shorter or an earlier one. Because words begin at a cell, nothing
/// is said about moves that a border forbids. With `longest` = 2 all that is left out is undoing the
/// last move.
class MoveAutomaton {
  public:
    using State = std::uint32_t;

    /// The moves that may follow, in the order Up, Left, Right, Down.
    struct Moves {
        std::uint8_t count = 0;
        std::array<std::uint8_t, 4> move{};
        std::array<std::uint8_t, 4> from{};  ///< the cell the blank moves to
        std::array<State, 4> next{};
    };

    /// At most `most_cells` cells and words of at most `most_moves`.
    static constexpr std::size_t most_cells = 36;
    static constexpr unsigned most_moves = 14;
    MoveAutomaton(Geometry geometry, unsigned longest);

    /// The state before the first move, the blank on `cell`.
    State start(Cell cell) const { return static_cast<State>(index(cell)); }
    const Moves& moves(State state) const { return moves_[state]; }
    /// The state after a move, or `none` where the move may not follow.
    static constexpr State none = 0xFFFFFFFFU;
    State after(State state, Move move) const;

  private:
    std::vector<Moves> moves_;
};

}  // namespace tessera::search
