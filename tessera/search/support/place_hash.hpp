// The share that one tile on one cell has in the hash of a board: the hash is the exclusive or of all shares.
#pragma once

#include <cstdint>

#include "tessera/puzzle/types.hpp"

namespace tessera::search {

/// The blank has none, so that a slide changes two shares: its tile's where it was, and where it is.
constexpr std::uint64_t place_hash(Tile tile, Cell cell) {
    // The last step of splitmix64.
    std::uint64_t x = ((index(tile) << 16U) | index(cell)) + 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

}  // namespace tessera::search
