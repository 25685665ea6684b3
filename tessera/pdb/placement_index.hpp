// Numbering the ways k tiles can lie on a board together with the region the blank is in.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tessera/puzzle/geometry.hpp"

namespace tessera::pdb {

/// The largest pattern and board a table can be made for.
inline constexpr std::size_t most_tiles = 8;
inline constexpr std::size_t most_cells = 32;

/// A set of cells, one bit each.
using CellSet = std::uint64_t;
constexpr CellSet bit_of(Cell cell) {
    return CellSet{1} << index(cell);
}

/// Which of the pattern's tiles lies where, given the cells they occupy: three bits for each
/// occupied cell in ascending order, the tile's number within the pattern (its label).
using Arrangement = std::uint32_t;

/// How many sets of `tiles` cells there are. An index is made for at most `most_cell_sets`.
std::uint64_t cell_sets(Geometry geometry, std::size_t tiles);
inline constexpr std::uint64_t most_cell_sets = std::uint64_t{4} << 20;

/// The number of ways in which `tiles` tiles can lie on the board, the blank left out. At most
/// `most_table_states` are worth a table by default (eight tiles on 4×4 are 519 million).
std::uint64_t table_states(Geometry geometry, std::size_t tiles);
inline constexpr std::uint64_t most_table_states = 600'000'000;

/// Every state of k tiles and the blank's region, as two numbers.
///
/// The *place* says which cells are occupied and in which region of free cells the blank is; places
/// number 0 … places()-1. The *order* is the rank of the arrangement among the k! there are. A table
/// has one row of places() entries for every order. A slide along a row never changes the order, and
/// a slide along a column only if it passes another tile of the pattern, so a search stays within a
/// few rows (4.4 KB each for eight tiles on 4×4), which is what makes large tables fast.
class PlacementIndex {
  public:
    /// 1 ≤ tiles ≤ most_tiles, tiles < cells ≤ most_cells.
    PlacementIndex(Geometry geometry, std::size_t tiles);

    Geometry geometry() const { return geometry_; }
    std::size_t tiles() const { return tiles_; }
    std::size_t cell_sets() const { return first_place_.size(); }
    std::size_t places() const { return places_; }
    std::size_t orders() const { return orders_; }
    std::uint64_t states() const { return std::uint64_t{places_} * orders_; }

    /// The rank of a set of `tiles()` cells among all such sets.
    std::size_t rank(CellSet cells) const {
        return low_rank_[static_cast<std::size_t>(cells & low_mask_)] +
               high_rank_[static_cast<std::size_t>(cells >> low_bits_)];
    }
    /// The place of these cells with the blank on `blank`, which must be free.
    std::size_t place(CellSet cells, Cell blank) const {
        const std::size_t set = rank(cells);
        const std::uint32_t first = first_place_[set];
        if ((first & several_regions) == 0) return first;
        return (first & ~several_regions) + region_[set * geometry_.cells() + index(blank)];
    }
    std::size_t order(Arrangement arrangement) const {
        return std::size_t{head_rank_[arrangement & 07777]} + tail_rank_[arrangement >> 12];
    }
    Arrangement arrangement(std::size_t order) const { return arrangements_[order]; }
    /// Whether `PlaceLookup::order_after` may be called. It needs a table, which fits the fast caches for up to
    /// six tiles (92 KB) but not for eight (5 MB).
    bool related() const { return tiles_ <= 6; }

    /// Bytes of this object's own tables.
    std::size_t bytes() const;

    /// All sets of cells, by rank.
    std::span<const CellSet> sets() const { return sets_; }
    /// The number of regions the free cells fall into.
    std::size_t regions(std::size_t set) const {
        return (first_place_[set] & several_regions) == 0 ? 1 : region_count_[set];
    }

  private:
    template <std::size_t Cells>
    friend class PlaceLookup;
    static constexpr std::uint32_t several_regions = 0x80000000U;
    /// Boards of at most this many cells also have `packed_`: a word for each set of cells, with three bits for
    /// each cell, the number of its region, and the first place above.
    static constexpr std::size_t most_packed_cells = 16;
    static constexpr unsigned region_bits = 3;
    static constexpr unsigned first_place_shift = most_packed_cells * region_bits;

    void number_sets();
    void number_places();
    void number_orders();
    void relate_orders();

    Geometry geometry_;
    std::size_t tiles_;
    std::size_t places_ = 0;
    std::size_t orders_ = 1;
    unsigned low_bits_;
    CellSet low_mask_;
    std::vector<std::uint32_t> low_rank_;
    std::vector<std::uint32_t> high_rank_;
    std::vector<CellSet> sets_;
    std::vector<std::uint32_t> first_place_;
    std::vector<std::uint8_t> region_count_;
    std::vector<std::uint8_t> region_;
    std::vector<std::uint64_t> packed_;
    std::array<std::uint16_t, 4096> head_rank_{};
    std::array<std::uint8_t, 4096> tail_rank_{};
    std::vector<Arrangement> arrangements_;
    std::vector<std::uint16_t> order_after_;
};

/// `PlacementIndex::place` and `order` for inner loops: every pointer at hand, no branch, and the number of
/// cells known to the compiler (0: it is not known). The index must outlive it.
template <std::size_t Cells>
class PlaceLookup {
  public:
    explicit PlaceLookup(const PlacementIndex& index)
        : low_rank_(index.low_rank_.data()),
          high_rank_(index.high_rank_.data()),
          first_place_(index.first_place_.data()),
          region_(index.region_.data()),
          packed_(index.packed_.data()),
          order_after_(index.related() ? index.order_after_.data() : nullptr),
          head_rank_(index.head_rank_.data()),
          tail_rank_(index.tail_rank_.data()),
          cells_(index.geometry().cells()) {}

    /// Whether `order_after` may be called.
    bool related() const { return order_after_ != nullptr; }
    /// The order after the tile at position `from` (of the occupied cells in ascending order) passed others and
    /// is at position `to`. It passes fewer tiles than the board has columns.
    std::size_t order_after(std::size_t order, std::size_t from, std::size_t to) const {
        return order_after_[(order * most_tiles + from) * most_tiles + to];
    }
    std::size_t order(Arrangement arrangement) const {
        return std::size_t{head_rank_[arrangement & 07777]} + tail_rank_[arrangement >> 12];
    }
    std::size_t place(CellSet occupied, Cell blank) const {
        const std::size_t cells = Cells != 0 ? Cells : cells_;
        const std::size_t set = low_rank_[occupied & ((CellSet{1} << (cells / 2)) - 1)] +
                                high_rank_[occupied >> (cells / 2)];
        if constexpr (Cells != 0 && Cells <= PlacementIndex::most_packed_cells) {
            const std::uint64_t word = packed_[set];
            constexpr std::uint64_t region_mask = (1U << PlacementIndex::region_bits) - 1;
            return (word >> PlacementIndex::first_place_shift) +
                   ((word >> (PlacementIndex::region_bits * index(blank))) & region_mask);
        }
        return (first_place_[set] & ~PlacementIndex::several_regions) +
               region_[set * cells + index(blank)];
    }

  private:
    const std::uint32_t* low_rank_;
    const std::uint32_t* high_rank_;
    const std::uint32_t* first_place_;
    const std::uint8_t* region_;
    const std::uint64_t* packed_;
    const std::uint16_t* order_after_;
    const std::uint16_t* head_rank_;
    const std::uint8_t* tail_rank_;
    std::size_t cells_;
};

/// The arrangement in which every tile lies in the order of its label.
constexpr Arrangement sorted_arrangement(std::size_t tiles) {
    Arrangement arrangement = 0;
    for (std::size_t i = 0; i < tiles; ++i) arrangement |= static_cast<Arrangement>(i) << (3 * i);
    return arrangement;
}

constexpr unsigned label_at(Arrangement arrangement, std::size_t position) {
    return (arrangement >> (3 * position)) & 7U;
}

/// Moves the label at `from` to `to`; those between shift by one towards `from`.
constexpr Arrangement rotated(Arrangement arrangement, unsigned from, unsigned to) {
    const Arrangement label = (arrangement >> (3 * from)) & 7U;
    const Arrangement below_from = (Arrangement{1} << (3 * from)) - 1;
    const Arrangement without = (arrangement & below_from) | ((arrangement >> 3) & ~below_from);
    const Arrangement below_to = (Arrangement{1} << (3 * to)) - 1;
    return (without & below_to) | (label << (3 * to)) | ((without & ~below_to) << 3);
}

/// `rotated` in a few operations, all that depends on the positions looked up.
class alignas(16) Rotation {
  public:
    /// From position `from` to `to`; both below most_tiles.
    constexpr Rotation(unsigned from = 0, unsigned to = 0)
        : label_shift_(static_cast<std::uint8_t>(3 * to)) {
        const auto below = [](unsigned position) { return (Arrangement{1} << (3 * position)) - 1; };
        const unsigned low = from < to ? from : to;
        const unsigned high = from < to ? to : from;
        kept_ = below(low) | ~below(high + 1);
        moved_ = below(high + 1) & ~below(low) & ~(Arrangement{7} << (3 * to));
        down_ = from < to ? 3 : 0;
        up_ = from < to ? 0 : 3;
    }
    constexpr Arrangement operator()(Arrangement arrangement, unsigned label) const {
        return (arrangement & kept_) | (((arrangement >> down_) << up_) & moved_) |
               (Arrangement{label} << label_shift_);
    }

  private:
    Arrangement kept_ = 0;
    Arrangement moved_ = 0;
    std::uint8_t down_ = 0;
    std::uint8_t up_ = 0;
    std::uint8_t label_shift_;
};

/// All rotations, by the position before and after.
inline constexpr auto rotations = [] {
    std::array<Rotation, most_tiles * most_tiles> table;
    for (unsigned from = 0; from < most_tiles; ++from) {
        for (unsigned to = 0; to < most_tiles; ++to) {
            table[from * most_tiles + to] = Rotation(from, to);
        }
    }
    return table;
}();

/// The free cells connected with `seed`, where `free` has a bit for every free cell.
CellSet flood(Geometry geometry, CellSet free, CellSet seed);

}  // namespace tessera::pdb
