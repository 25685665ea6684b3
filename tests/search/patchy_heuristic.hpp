// An admissible heuristic that is anything but consistent, to try searches that must not rely on it.
#pragma once

#include "tests/search/search_testing.hpp"

namespace tessera::search_testing {

/// The value of `Inner` on some boards and less or nothing on others, as a hash of the board
/// decides.
template <BoardType B, HeuristicFor<B> Inner>
class Patchy {
  public:
    using State = Cost;

    explicit Patchy(Inner inner) : inner_(std::move(inner)) {}

    State evaluate(const B& board) const {
        const Cost full = inner_.value(inner_.evaluate(board));
        switch (KeyHash()(key_of(board)) % 4) {
            case 0:
                return 0;
            case 1:
                return full / 2;
            case 2:
                return std::max(full - 1, 0);
            default:
                return full;
        }
    }
    State after_slide(State, B board, Tile tile, Cell from, Cell to) const {
        board.slide_tile(tile, from, to);
        return evaluate(board);
    }
    static Cost value(State state) { return state; }
    static double exact_value(State state) { return state; }
    static std::size_t table_bytes() { return 0; }

  private:
    Inner inner_;
};

}  // namespace tessera::search_testing
