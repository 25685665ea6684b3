// Misplaced tiles: each of them has to move at least once.
#pragma once

#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::misplaced {

inline constexpr std::string_view aliases[] = {"hamming", "misplaced-tiles", "h1"};

inline constexpr HeuristicInfo info{
    .name = "misplaced",
    .aliases = aliases,
    .synopsis = "number of tiles that are not on their goal cell",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .origin = "a tile may jump to any cell, occupied or not",
    .cost = "one comparison a move",
    .use =
        "To teach, and as the yardstick of courses. It is the cheapest heuristic that sees "
        "anything, but it cannot tell near from far: on 4x4 it is of no use beyond 30 moves or so.",
};

struct Distance {
    static constexpr Cost scale = 1;
    static Cost between(Geometry, Cell a, Cell b) { return a == b ? 0 : 1; }
    static std::string words(Geometry, Cell, Cell) { return "not in its place"; }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::misplaced
