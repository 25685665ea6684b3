// Half the Euclidean distance: a cautious variant that euclidean dominates.
#pragma once

#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/euclidean_distance.hpp"
#include "tessera/heuristics/support/tile_sum.hpp"

namespace tessera::heuristics::euclidean_half {

inline constexpr std::string_view aliases[] = {"euclid-half"};

inline constexpr HeuristicInfo info{
    .name = "euclidean-half",
    .aliases = aliases,
    .synopsis = "half the sum of the straight-line distances of the tiles to their goal cells",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .origin = "euclidean, halved by a misread formula of an origin",
    .cost = "one look-up a move",
    .use = "To check what was published with it. It is weaker than misplaced on average.",
};

/// The same whole numbers on a grid twice as fine: exactly one half, without rounding a second
/// time.
struct Distance {
    static constexpr std::int64_t scale = 2 * EuclideanDistance::scale;
    static std::int64_t between(Geometry geometry, Cell a, Cell b) {
        return EuclideanDistance::between(geometry, a, b);
    }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        return "half of " + EuclideanDistance::words(geometry, a, b);
    }
};

template <BoardType B>
using Heuristic = TileSum<B, Distance>;

}  // namespace tessera::heuristics::euclidean_half
