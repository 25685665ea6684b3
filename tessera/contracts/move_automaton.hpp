// Says which moves may follow a path: a finite automaton in one flat table, which searches follow and backends copy.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tessera/puzzle/geometry.hpp"

namespace tessera {

/// A finite automaton over moves of the blank (Taylor & Korf 1993). Its state stands for the blank's
/// cell and as much of the path as matters; `search::build_automaton` says which paths it follows.
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

    /// The states of the cells come first, in the order of the cells.
    explicit MoveAutomaton(std::vector<Moves> table) : moves_(std::move(table)) {}

    /// The state before the first move, the blank on `cell`.
    State start(Cell cell) const { return static_cast<State>(index(cell)); }
    const Moves& moves(State state) const { return moves_[state]; }
    /// The state after a move, or `none` if the move may not follow.
    static constexpr State none = 0xFFFFFFFFU;
    State after(State state, Move move) const {
        const Moves& moves = moves_[state];
        for (std::size_t i = 0; i < moves.count; ++i) {
            if (moves.move[i] == index(move)) return moves.next[i];
        }
        return none;
    }
    /// All states.
    std::span<const Moves> table() const { return moves_; }

  private:
    std::vector<Moves> moves_;
};

}  // namespace tessera
