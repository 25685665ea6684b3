// The steps of a breadth-first search that builds a pattern's table, as kernels and plain C++ both run them.
#pragma once

#include "tessera/backends/cuda/portable.hpp"

namespace tessera::cuda {

/// The numbers of a table. Bits are held place by place while it is built, one for each order.
struct TableShape {
    u32 places;
    u32 orders;
    u32 width;      ///< 32-bit words of one place
    u32 row_words;  ///< 64-bit words of one order in the finished table

    u64 all_words() const { return u64{places} * width; }
    u64 table_words() const { return u64{orders} * row_words; }
};

/// A slide that leads into a place: from which place, and how it changes orders (a row of `order_after`).
struct TableSlide {
    static constexpr u32 place_bits = 26;
    static constexpr u32 keeps_order = 63;

    static TESSERA_BOTH u32 place(u32 slide) { return slide & ((1U << place_bits) - 1); }
    static TESSERA_BOTH u32 change(u32 slide) { return slide >> place_bits; }
};

/// The memory of a build.
struct TableWork {
    TableShape shape;
    const u32* first_slide;  ///< of each place; one more at the end
    const u32* slides;
    const u16* order_after;
    u32* seen;
    u32* frontier;    ///< the states of the level before
    u32* next;        ///< those of this level
    u32* second_bit;  ///< bit 1 of every distance
    u64* found;       ///< states of this level
};

/// Adds to `reached` what the slides into a place bring from one word of each of the places before.
TESSERA_BOTH void gather_word(const TableWork& work, u32 place, u32 w, u32* reached) {
    u32 kept = 0;
    for (u32 s = work.first_slide[place]; s < work.first_slide[place + 1]; ++s) {
        const u32 slide = work.slides[s];
        u32 bits = work.frontier[u64{TableSlide::place(slide)} * work.shape.width + w];
        if (TableSlide::change(slide) == TableSlide::keeps_order) {
            kept |= bits;
            continue;
        }
        const u16* const after =
            work.order_after + u64{TableSlide::change(slide)} * work.shape.orders + u64{32} * w;
        for (; bits != 0; bits &= bits - 1) {
            const u32 order = after[lowest_bit(bits)];
            set_bits(reached[order / 32], 1U << (order % 32));
        }
    }
    if (kept != 0) set_bits(reached[w], kept);
}

/// Keeps the states of a word that are reached for the first time, and returns their number.
TESSERA_BOTH u32 settle_word(const TableWork& work, u32 place, u32 w, u32 reached,
                             bool second_bit) {
    const u64 at = u64{place} * work.shape.width + w;
    const u32 found = reached & ~work.seen[at];
    work.next[at] = found;
    if (found == 0) return 0;
    work.seen[at] |= found;
    if (second_bit) work.second_bit[at] |= found;
    return count_bits(found);
}

/// One word of the finished table: 64 places of one order.
TESSERA_BOTH u64 table_word(const TableWork& work, u32 order, u32 column) {
    u64 word = 0;
    for (u32 i = 0; i < 64; ++i) {
        const u32 place = column * 64 + i;
        if (place >= work.shape.places) break;
        const u32 bits = work.second_bit[u64{place} * work.shape.width + order / 32];
        word |= u64{(bits >> (order % 32)) & 1U} << i;
    }
    return word;
}

}  // namespace tessera::cuda
