// Random boards by shuffling and mending the parity, or by walking from the goal.
#include "tessera/puzzle/generate.hpp"

#include <span>
#include <utility>
#include <vector>

#include "tessera/puzzle/solvability.hpp"

namespace tessera {
namespace {

/// A uniform board of the wanted parity class: swapping the first two tiles maps the classes one to
/// one, so mending the wrong half of all shuffles this way keeps it uniform.
DynamicBoard random_of_class(const DynamicBoard& goal, bool wanted, Random& random) {
    const Geometry geometry = goal.geometry();
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(i);
    random.shuffle(std::span<Tile>(tiles));
    DynamicBoard board = DynamicBoard::from_tiles(geometry, tiles);
    if (solvable(board, goal) == wanted) return board;

    std::size_t first = tiles[0] == blank_tile ? 1 : 0;
    std::size_t second = tiles[first + 1] == blank_tile ? first + 2 : first + 1;
    std::swap(tiles[first], tiles[second]);
    return DynamicBoard::from_tiles(geometry, tiles);
}

/// One of the moves, each equally likely.
Move any_of(MoveSet choice, Random& random) {
    auto skip = random.below(static_cast<std::uint64_t>(choice.count()));
    for (const Move move : all_moves) {
        if (choice.has(move) && skip-- == 0) return move;
    }
    return all_moves[0];
}

}  // namespace

DynamicBoard random_solvable(const DynamicBoard& goal, Random& random) {
    return random_of_class(goal, true, random);
}

DynamicBoard random_unsolvable(const DynamicBoard& goal, Random& random) {
    return random_of_class(goal, false, random);
}

DynamicBoard random_walk(const DynamicBoard& goal, std::uint64_t moves, Random& random) {
    DynamicBoard board = goal;
    MoveSet choice = board.legal_moves();
    for (std::uint64_t step = 0; step < moves; ++step) {
        const Move move = any_of(choice, random);
        board.slide(move);
        choice = board.legal_moves().without(opposite(move));
    }
    return board;
}

DynamicBoard random_passes(const DynamicBoard& goal, std::uint64_t passes, bool solvable,
                           Random& random) {
    DynamicBoard board = goal;
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
        board.slide(any_of(board.legal_moves(), random));
    }
    if (solvable) return board;
    std::vector<Tile> tiles = tiles_of(board);
    const bool blank_first = tiles[0] == blank_tile || tiles[1] == blank_tile;
    const std::size_t first = blank_first ? tiles.size() - 2 : 0;
    std::swap(tiles[first], tiles[first + 1]);
    return DynamicBoard::from_tiles(board.geometry(), tiles);
}

}  // namespace tessera
