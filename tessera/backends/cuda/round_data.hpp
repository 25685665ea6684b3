// The flat data of a round of ida* on a card: open nodes, tables, counters. All of it is plain memory.
#pragma once

#include "tessera/backends/cuda/portable.hpp"

namespace tessera::cuda {

inline constexpr u32 most_cells = 32;
inline constexpr u32 most_sets = 16;
inline constexpr u32 most_lookups = 64;
inline constexpr u32 most_sizes = 8;
/// No path has more moves; a byte holds its length, and a sum of distances.
inline constexpr u32 most_moves = 250;
inline constexpr u32 path_words = 16;
static_assert(most_moves <= path_words * 16 && most_moves < 256);
/// A tile that is in no pattern of a partition.
inline constexpr u8 no_lookup = 255;
inline constexpr u32 no_bound = ~u32{0};

/// A state on some path whose children are not all made yet. It stands for all that is still to be searched below it.
struct OpenNode {
    u32 path
        [path_words];  ///< the moves from the start, two bits each; those behind its depth are 0
    u32 low_tiles[4];  ///< the lower four bits of the tile on each cell
    u32 high_tiles;    ///< the fifth bit
    u32 follows;       ///< the state of the move automaton, if there is one
    u32 root;          ///< the sub-root of the request that it belongs to
    u32 distances[4];  ///< of every look-up: distance + 1, modulo 4
    u32 sums[most_sets / 4];  ///< of every partition, a byte each
    u8 depth;                 ///< the moves from the start
    u8 todo;                  ///< the moves to its children that are still to be made, a bit each
    u8 unused[2];
};
static_assert(sizeof(OpenNode) == 128);

/// The first place of a set of cells, and three bits for each cell: the number of its region.
struct alignas(16) Places {
    u32 first;
    u32 region_bits[3];
};

/// What all patterns of one size share. pdb::PlacementIndex defines the numbers in it.
struct SizeTables {
    const u32* high_rank;  ///< of the upper half of the cells
    const Places* places;  ///< by the rank of a set of cells
    const u16*
        order_after;  ///< by the position before and after (tiles × tiles), then by the order before
    const u16* head_rank;  ///< of an arrangement's first four labels
    const u8* tail_rank;   ///< of the others
    u32 tiles;
    u32 orders;
    u32 row_words;   ///< 64-bit words of one order
    u32 place_sets;  ///< the number of sets of cells
};

/// Where each look-up finds what it needs. It is small, and every lane reads it all the time.
struct LookupTables {
    const u64* words[most_lookups];        ///< the table
    u8 turned[most_lookups * most_cells];  ///< where the look-up's table has each cell of the board
    u8 lookup_of[most_sets * most_cells];  ///< by partition and tile
    u8 size_of[most_lookups];              ///< the number of its SizeTables
    u8 legal[most_cells];                  ///< the moves of the blank from each cell, a bit each
    u32 goal[most_cells / 4];              ///< the tiles of the goal, a byte each
};

/// Everything that a lane reads and nobody writes.
struct SearchTables {
    SizeTables sizes[most_sizes];
    const LookupTables* lookups;
    const u16* low_rank;  ///< of the lower half of the cells
    /// By state and move: the next state and, above `state_bits`, its moves; null if there is none.
    const u32* automaton;
    // The rest is read when a lane takes up a node.
    const u8* unturned;  ///< by look-up and the table's cell: the board's cell
    const u8* label_of;  ///< by partition and tile
    const u8* set_of;    ///< the partition of each look-up
    u32 cells;
    u32 cols;
    u32 low_bits;  ///< the size of the lower half
    u32 set_count;
    u32 lookup_count;
    u32 size_count;

    static constexpr u32 state_bits = 28;
    static constexpr u32 no_state = ~u32{0};
};

/// The counts of one sub-root of the request.
struct RootCounts {
    u64 expanded;
    u64 generated;
    u32 max_depth;
    u32 next_bound;
    u32 depth_limited;
    u32 unused;
};

/// What the lanes of a launch have in common.
struct Control {
    static constexpr u32 drain =
        1;  ///< no lane takes another node; each writes down what it has left
    static constexpr u32 stop = 2;  ///< the round has ended

    u32 signal;   ///< drain, stop
    u32 taken;    ///< nodes of the pool; may be above their number
    u32 written;  ///< nodes written down; may be above the room for them
    u32 idle;     ///< lanes that found the pool empty
    u32 found;    ///< 1: a lane has met the goal
    u32 found_root;
    u32 path_length;
    u32 path[path_words];
    u32 unused;
    u64 expanded;  ///< of the round so far, all sub-roots together
    u64 generated;
};

/// The work of one launch.
struct RoundWork {
    const OpenNode* pool;  ///< lanes take nodes from its end
    u32 pool_size;
    OpenNode* left;  ///< what lanes write down
    u32 left_room;
    Control* control;
    RootCounts* counts;  ///< one for each sub-root
    u32 bound;
    u32 depth_limit;
    /// The next bound has to be seen: it is not always the bound and two.
    u32 sees_next_bound;
    u32 budget;      ///< turns after which a lane asks for a drain
    u32 idle_limit;  ///< so many idle lanes ask for a drain
};

/// The memory of one lane: words at a fixed distance from each other, so that those of neighbours lie side by side.
struct LaneMemory {
    u32* words;
    u32 stride;
    u64* stack;        ///< full words of the stack
    u32* states;       ///< of the automaton, one for each level
    u32 stack_stride;  ///< of both

    static TESSERA_BOTH u32 board_words(u32 cells) { return (cells + 3) / 4; }
    static TESSERA_BOTH u32 words_for(const SearchTables& tables) {
        return board_words(tables.cells) + 2 * tables.lookup_count + (tables.set_count + 3) / 4;
    }
    /// Bits of the stack for one move: the move, the moves to its siblings, a bit for each partition.
    static TESSERA_BOTH u32 entry_bits(u32 sets) { return 5 + sets; }
    static TESSERA_BOTH u32 stack_words(u32 sets) {
        return most_moves / (64 / entry_bits(sets)) + 2;
    }
};

}  // namespace tessera::cuda
