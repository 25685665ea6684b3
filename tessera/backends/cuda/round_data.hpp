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
inline constexpr u32 no_lookup = 255;
inline constexpr u32 no_bound = ~u32{0};
/// Of the second word of a look-up: its order; the distance + 1 lies above.
inline constexpr u32 order_bits = 16;

/// Words at a fixed distance from each other: those of neighbouring lanes lie side by side. The distance is `fixed`, or
/// if that is 0, known only when the program runs.
template <u32 fixed>
struct WordsAt {
    static constexpr u32 stride = fixed;
    u32* first;

    TESSERA_BOTH u32& operator[](u32 i) const { return first[i * stride]; }
};
template <>
struct WordsAt<0> {
    u32* first;
    u32 stride;

    TESSERA_BOTH u32& operator[](u32 i) const { return first[i * stride]; }
};
using Words = WordsAt<0>;

/// A state on some path whose children are not all made yet, as words. It stands for all that is still to be searched
/// below it. The words from `position_at` on are the board, a byte for each cell; the sums, a byte for each partition; and
/// two words for each look-up: its cells, and above its order the distance + 1.
struct OpenNode {
    static constexpr u32 path_at =
        0;  ///< the moves from the start, two bits each; the others are 0
    static constexpr u32 follows_at = path_words;   ///< the state of the move automaton, if any
    static constexpr u32 root_at = path_words + 1;  ///< the sub-root that it belongs to
    static constexpr u32 place_at = path_words + 2;
    static constexpr u32 position_at = path_words + 3;

    /// Of the word at `place_at`: the moves from the start; the moves to children that are still to be made, a bit each;
    /// the blank's cell.
    static TESSERA_BOTH u32 place(u32 depth, u32 todo, u32 blank) {
        return depth | (todo << 8) | (blank << 16);
    }
    static TESSERA_BOTH u32 depth(u32 place) { return place & 0xFFU; }
    static TESSERA_BOTH u32 todo(u32 place) { return (place >> 8) & 0xFFU; }
    static TESSERA_BOTH u32 blank(u32 place) { return place >> 16; }
};

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
    u32 tiles;
    u32 orders;
    u32 row_words;   ///< 64-bit words of one order
    u32 place_sets;  ///< the number of sets of cells
};

/// Where each look-up finds what it needs. It is small, and every lane reads it all the time.
struct LookupTables {
    const u64* words[most_lookups];  ///< the table
    /// By tile and partition, a byte each: a tile has as many words as the sums.
    u32 lookup_of[most_cells * most_sets / 4];
    u8 size_of[most_lookups];  ///< the number of its SizeTables
    u8 legal[most_cells];      ///< the moves of the blank from each cell, a bit each
    u32 goal[most_cells / 4];  ///< the tiles of the goal, a byte each
};

/// Everything that a lane reads and nobody writes.
struct SearchTables {
    SizeTables sizes[most_sizes];
    const LookupTables* lookups;
    const u16* low_rank;  ///< of the lower half of the cells
    /// By look-up, the blank's cell and its move: the cell that the tile leaves, and above it (`entered_bits`) the cell
    /// that it enters, as the look-up's table numbers them.
    const u16* slides;
    /// By state and move: the next state and, above `state_bits`, its moves; null if there is none.
    const u32* automaton;
    u32 cells;
    u32 cols;
    u32 low_bits;  ///< the size of the lower half
    u32 set_count;
    u32 lookup_count;
    u32 size_count;

    static constexpr u32 entered_bits = 8;
    static constexpr u32 state_bits = 28;
    static constexpr u32 no_state = ~u32{0};

    // Where the parts of a position begin; the board comes first.
    static constexpr u32 sums_at = most_cells / 4;
    static TESSERA_BOTH u32 sum_words(u32 sets) { return (sets + 3) / 4; }
    static TESSERA_BOTH u32 lookups_at(u32 sets) { return sums_at + sum_words(sets); }
    TESSERA_BOTH u32 position_words() const { return lookups_at(set_count) + 2 * lookup_count; }
    /// Of an open node.
    TESSERA_BOTH u32 node_words() const { return OpenNode::position_at + position_words(); }
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

/// What the lanes of a round have in common.
struct Control {
    static constexpr u32 pause = 1;  ///< every lane saves what it is at; the next launch goes on
    static constexpr u32 stop =
        2;  ///< the round has ended: by a limit, by the user, or at the goal
    static constexpr u32 done = 4;  ///< nothing is left to search

    u32 signal;  ///< pause, stop, done; alone in a line of the card's cache, because all lanes read it
    u32 unused[31];
    u32 taken;    ///< tickets of the ring that lanes have drawn
    u32 written;  ///< nodes put into the ring so far
    u32 open;     ///< nodes in the ring and nodes that lanes are at
    u32 found;    ///< 1: a lane has met the goal
    u32 found_root;
    u32 path_length;
    u32 unused_too;
    u32 path[path_words];
    u64 expanded;  ///< all sub-roots together
    u64 generated;
    u64 looks;       ///< how often a lane has looked up from its work,
    u64 idle_looks;  ///< and had none
};

/// The open nodes that nobody is at, first in, first out. A lane without work draws a ticket, the number of the node that
/// it will take, and waits until that is written. The state of a slot tells which number it waits for: that number
/// without the bits of `mask`, and 1 more once the node is there. Memory full of zeros is an empty ring.
struct Ring {
    u32* nodes;
    u32* states;
    u32 mask;  ///< the number of slots, a power of two, less 1

    TESSERA_BOTH u32 empty(u32 number) const { return number & ~mask; }
    TESSERA_BOTH u32 full(u32 number) const { return (number & ~mask) | 1U; }
    TESSERA_BOTH u32& state(u32 number) const { return states[number & mask]; }
    TESSERA_BOTH Words node(u32 number, u32 node_words) const {
        return {nodes + u64{number & mask} * node_words, 1};
    }
};

/// The work of one launch.
struct RoundWork {
    Ring ring;
    Control* control;
    RootCounts* counts;  ///< one for each sub-root
    u64 node_limit;      ///< nodes to generate in this round; it stops soon after
    u32 bound;
    u32 depth_limit;
    /// The next bound has to be seen: it is not always the bound and two.
    u32 sees_next_bound;
    u32 count_looks;  ///< looks after which a lane adds its counts to those of all
    /// A lane with a node passes over the looks whose numbers have any of these bits, unless lanes wait for nodes. The
    /// lanes of a warp look together: one after the other, they would hold each other up (20 instead of 35 G nodes/s).
    u32 passes;
    u32 stock;  ///< lanes give away work while fewer nodes than this wait in the ring
};

/// What a lane remembers from one launch to the next, beside its memory, and what it seldom asks for.
struct SavedLane {
    u64 top;
    u32 in_top;
    u32 place;  ///< as that of an open node
    u32 follows;
    u32 above_idle;  ///< its level; 0 is that of a lane without a node
    u32 base_level;
    // The lane has the rest nowhere else.
    u32 root;
    u32 waiting;  ///< 1: it has drawn a ticket
    u32 ticket;
    u32 counted_looks;
    u32 idle_looks;
};

/// The memory of one lane, beside that for the position of the state it is at, which is the fastest there is.
struct LaneMemory {
    Words saved_position;
    Words base;        ///< an open node: the first state on the path that may have children left
    u64* stack;        ///< full words of the stack
    u32* states;       ///< of the automaton, one for each level
    u32 stack_stride;  ///< of both
    SavedLane* saved;

    /// Bits of the stack for one move: the move, the moves to its siblings, a bit for each partition.
    static TESSERA_BOTH u32 entry_bits(u32 sets) { return 5 + sets; }
    static TESSERA_BOTH u32 stack_words(u32 sets) {
        return most_moves / (64 / entry_bits(sets)) + 2;
    }
};

}  // namespace tessera::cuda
