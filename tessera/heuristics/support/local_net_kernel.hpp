// The inner loop of the learned guide, over plain memory: the one part of the program that is compiled for several kinds of
// processors. It includes nothing of the library, so that none of its functions are compiled for a processor that is not there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::heuristics {

inline constexpr std::size_t net_channels = 32;
inline constexpr std::size_t net_offsets = 9;
/// A slide changes the cells around two neighbours.
inline constexpr std::size_t most_touched = 12;

/// Sets of cells are bits.
inline constexpr std::size_t net_cells = 64;

/// The rows that add up to the activations of a cell, one for every cell around it that is on the board, as places in
/// `NetTables::rows`: `first` + the tile on `cell` times `NetTables::tile_step`.
struct NetSeen {
    std::uint32_t count = 0;
    std::uint32_t cell[net_offsets];
    std::uint32_t first[net_offsets];
};
/// The cells that see an end of a slide: first those that see both, then those that see the cell the tile goes to, then
/// those that see the cell it leaves. `plus` and `minus` are the places of the rows that come and go, for tile 0.
struct NetSlide {
    std::uint64_t cells = 0;                          ///< all of them
    std::uint8_t both = 0, to_end = 0, from_end = 0;  ///< where each of the three groups ends
    std::uint8_t cell[most_touched];
    std::uint32_t plus[most_touched];
    std::uint32_t minus[most_touched];
};
struct NetTables {
    std::size_t words = 0;  ///< of eight cells
    std::size_t cols = 0;
    std::uint64_t first_col = 0, last_col = 0;  ///< their cells
    std::uint32_t tile_step = 0;
    const std::int16_t* rows = nullptr;
    const std::int16_t* ground = nullptr;  ///< by cell
    const std::int16_t* output = nullptr;  ///< by cell
    const NetSeen* seen = nullptr;         ///< by cell
    const NetSlide* slides = nullptr;      ///< by the blank's cell and move
};
/// The board that is followed, and the activations of its cells where they are known. Boards have room for `net_cells`.
struct NetMemory {
    const std::uint8_t* tiles = nullptr;
    std::uint8_t* last = nullptr;    ///< the board that `valid` is about
    std::uint64_t* valid = nullptr;  ///< the cells whose activations are known
    std::int16_t* rows = nullptr;    ///< by cell
};

/// What sliding `tile` changes of the net's value when the blank makes the slide number `slide`; for `count` slides of a board.
using NetKernel = void (*)(const NetTables&, const NetMemory&, const std::uint32_t* slides,
                           const std::uint32_t* tiles, std::size_t count, std::int32_t* changes);

void net_changes_plain(const NetTables&, const NetMemory&, const std::uint32_t* slides,
                       const std::uint32_t* tiles, std::size_t count, std::int32_t* changes);
#if defined(__x86_64__)
void net_changes_avx2(const NetTables&, const NetMemory&, const std::uint32_t* slides,
                      const std::uint32_t* tiles, std::size_t count, std::int32_t* changes);
#endif

}  // namespace tessera::heuristics
