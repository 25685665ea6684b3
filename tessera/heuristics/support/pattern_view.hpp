// One pattern for the inner loop of a search: the cells of its tiles, and how a slide changes them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "tessera/heuristics/support/pattern_sets.hpp"

namespace tessera::heuristics {

/// The cells of one pattern's tiles and their distance from the goal in one word, so that it is copied in one
/// go. The word holds the occupied cells, a code for the tiles on them (their arrangement or its rank, as the
/// view chooses) and the distance plus one.
class PatternTrack {
  public:
    PatternTrack() = default;
    PatternTrack(pdb::CellSet cells, std::uint32_t code, Cost distance)
        : bits_(cells | (std::uint64_t{code} << code_shift) |
                (static_cast<std::uint64_t>(distance + 1) << distance_shift)) {}
    pdb::CellSet cells() const { return bits_ & 0xFFFFFFFFU; }
    std::uint32_t code() const {
        return static_cast<std::uint32_t>(bits_ >> code_shift) & 0xFFFFFFU;
    }
    /// After a slide: 1 when the distance becomes smaller, given the table's bit for it.
    unsigned nearer(unsigned bit) const {
        return (bit ^ static_cast<unsigned>(bits_ >> (distance_shift + 1))) & 1U;
    }
    void move(pdb::CellSet changed_cells, std::uint32_t code_before, std::uint32_t code_after) {
        bits_ ^= changed_cells | (std::uint64_t{code_before ^ code_after} << code_shift);
    }
    void add(Cost change) { bits_ += static_cast<std::uint64_t>(change) << distance_shift; }

  private:
    static constexpr unsigned code_shift = pdb::most_cells;
    static constexpr unsigned distance_shift = code_shift + 3 * pdb::most_tiles;
    static_assert(distance_shift == 56);
    std::uint64_t bits_ = 0;
};

/// A pattern after a slide: the old distance, and the table entry from which the new one follows.
struct PatternEntry {
    PatternTrack track;
    const std::uint64_t* word = nullptr;
    std::uint8_t bit = 0;

    static constexpr Cost change(unsigned nearer) { return 1 - 2 * static_cast<Cost>(nearer); }
    /// 1 when the distance becomes smaller: reads the entry.
    unsigned nearer() const { return track.nearer(static_cast<unsigned>(*word >> bit)); }
};

/// A look-up with everything it needs at hand.
template <BoardType B>
class PatternView {
  public:
    PatternView(const PatternLookup& lookup, Geometry geometry)
        : index_(lookup.table->index()),
          words_(lookup.table->words().data()),
          row_words_(pdb::BitTable::row_words(lookup.table->index())) {
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            const Cell blank = make_cell(c);
            for (const Move move : all_moves) {
                if (!geometry.legal_moves(blank).has(move)) continue;
                const Cell from = lookup.turned(geometry.neighbour(blank, move));
                slides_[slide_number(blank, move)] = turned_slide(from, lookup.turned(blank));
            }
        }
    }
    /// The blank makes `move` from `blank`.
    static std::size_t slide_number(Cell blank, Move move) {
        return index(blank) * all_moves.size() + index(move);
    }
    /// The pattern at the start of a search.
    PatternTrack start(pdb::Placement placement, Cost distance) const {
        return PatternTrack(placement.cells,
                            index_.related()
                                ? static_cast<std::uint32_t>(index_.order(placement.arrangement))
                                : placement.arrangement,
                            distance);
    }
    /// Makes the slide with this number of the pattern's tile `label`. It does not read the entry yet. The one
    /// branch is predicted well, because the patterns of a partition have similar sizes.
    PatternEntry slide(PatternTrack track, unsigned label, std::size_t number) const {
        const TurnedSlide& slide = slides_[number];
        const pdb::CellSet before = track.cells();
        const auto from = static_cast<std::size_t>(std::popcount(before & slide.below_from));
        const auto to = static_cast<std::size_t>(std::popcount(before & slide.below_to));
        std::size_t order = 0;
        std::uint32_t code = track.code();
        if (index_.related()) {
            order = index_.order_after(code, from, to);
            code = static_cast<std::uint32_t>(order);
        } else {
            code = pdb::rotations[from * pdb::most_tiles + to](code, label);
            order = index_.order(code);
        }
        const std::size_t place = index_.place(before ^ slide.both, make_cell(slide.from));
        track.move(slide.both, track.code(), code);
        return {track, words_ + order * row_words_ + place / 64,
                static_cast<std::uint8_t>(place % 64)};
    }

  private:
    /// A slide between two cells as the turned board sees it.
    struct alignas(16) TurnedSlide {
        std::uint32_t both = 0;        ///< the cells it leaves and enters
        std::uint32_t below_from = 0;  ///< the cells before the one it leaves
        std::uint32_t below_to = 0;  ///< the cells before the one it enters, less the one it leaves
        std::uint8_t from = 0;
    };
    /// 0 where the compiler does not know.
    static constexpr std::size_t cells = [] {
        if constexpr (B::fixed_geometry) {
            return B::cell_count;
        } else {
            return std::size_t{0};
        }
    }();

    static TurnedSlide turned_slide(Cell from, Cell to) {
        const pdb::CellSet below_from = pdb::bit_of(from) - 1;
        const pdb::CellSet below_to = (pdb::bit_of(to) - 1) & ~pdb::bit_of(from);
        return {static_cast<std::uint32_t>(pdb::bit_of(from) | pdb::bit_of(to)),
                static_cast<std::uint32_t>(below_from), static_cast<std::uint32_t>(below_to),
                static_cast<std::uint8_t>(index(from))};
    }

    pdb::PlaceLookup<cells> index_;
    const std::uint64_t* words_;
    std::size_t row_words_;
    std::array<TurnedSlide, pdb::most_cells * all_moves.size()> slides_;
};

/// A view of every look-up.
template <BoardType B>
std::vector<PatternView<B>> views_of(const PatternSets& sets) {
    std::vector<PatternView<B>> views;
    views.reserve(sets.lookups().size());
    for (const PatternLookup& lookup : sets.lookups()) {
        views.emplace_back(lookup, lookup.table->pattern().geometry);
    }
    return views;
}

}  // namespace tessera::heuristics
