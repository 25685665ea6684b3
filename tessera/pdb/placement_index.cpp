// Numbering the ways k tiles can lie on a board together with the region the blank is in.
#include "tessera/pdb/placement_index.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tessera::pdb {
namespace {

/// Binomial coefficients up to most_cells over most_tiles.
constexpr auto binomials = [] {
    std::array<std::array<std::uint32_t, most_tiles + 2>, most_cells + 1> table{};
    for (std::size_t n = 0; n <= most_cells; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k < table[n].size() && n > 0; ++k) {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
        }
    }
    return table;
}();

constexpr std::size_t factorial(std::size_t n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

/// Σ C(cell, position + 1) over the cells of `half`, which starts at `first_cell`, where the lowest
/// has position `first_position`: the colexicographic rank is the sum of both halves' parts.
std::uint32_t partial_rank(CellSet half, std::size_t first_cell, std::size_t first_position) {
    std::uint32_t sum = 0;
    for (std::size_t position = first_position; half != 0; half &= half - 1, ++position) {
        if (position >= most_tiles) return 0;  // no set of the right size has such a half
        const auto cell = first_cell + static_cast<std::size_t>(std::countr_zero(half));
        sum += binomials[cell][position + 1];
    }
    return sum;
}

}  // namespace

std::uint64_t cell_sets(Geometry geometry, std::size_t tiles) {
    return binomials[geometry.cells()][tiles];
}

std::uint64_t table_states(Geometry geometry, std::size_t tiles) {
    std::uint64_t states = 1;
    for (std::size_t i = 0; i < tiles; ++i) states *= geometry.cells() - i;
    return states;
}

CellSet flood(Geometry geometry, CellSet free, CellSet seed) {
    const std::size_t cells = geometry.cells();
    CellSet first_column = 0;
    for (std::size_t c = 0; c < cells; c += geometry.cols) first_column |= CellSet{1} << c;
    const CellSet last_column = first_column << (geometry.cols - 1);
    CellSet region = seed & free;
    while (true) {
        const CellSet grown = (region | (region << geometry.cols) | (region >> geometry.cols) |
                               ((region & ~last_column) << 1) | ((region & ~first_column) >> 1)) &
                              free;
        if (grown == region) return region;
        region = grown;
    }
}

PlacementIndex::PlacementIndex(Geometry geometry, std::size_t tiles)
    : geometry_(geometry),
      tiles_(tiles),
      low_bits_(static_cast<unsigned>(geometry.cells() / 2)),
      low_mask_((CellSet{1} << low_bits_) - 1) {
    assert(tiles >= 1 && tiles <= most_tiles && tiles < geometry.cells() &&
           geometry.cells() <= most_cells);
    number_sets();
    number_places();
    number_orders();
    if (related()) relate_orders();
}

void PlacementIndex::number_sets() {
    const std::size_t cells = geometry_.cells();
    low_rank_.resize(std::size_t{1} << low_bits_);
    for (std::size_t half = 0; half < low_rank_.size(); ++half) {
        low_rank_[half] = partial_rank(half, 0, 0);
    }
    high_rank_.resize(std::size_t{1} << (cells - low_bits_));
    for (std::size_t half = 0; half < high_rank_.size(); ++half) {
        const auto count = static_cast<std::size_t>(std::popcount(half));
        if (count <= tiles_) high_rank_[half] = partial_rank(half, low_bits_, tiles_ - count);
    }
    // Sets of k bits in ascending order of value are in colexicographic order, the order of rank.
    sets_.reserve(binomials[cells][tiles_]);
    const CellSet end = CellSet{1} << cells;
    for (CellSet set = (CellSet{1} << tiles_) - 1; set < end;) {
        sets_.push_back(set);
        const CellSet lowest = set & (~set + 1);
        const CellSet ripple = set + lowest;
        set = ripple | (((set ^ ripple) / lowest) >> 2);
    }
}

void PlacementIndex::number_places() {
    const std::size_t cells = geometry_.cells();
    const CellSet all = (CellSet{1} << cells) - 1;
    first_place_.resize(sets_.size());
    region_count_.resize(sets_.size());
    region_.assign(sets_.size() * cells, 0);
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        CellSet free = all & ~sets_[s];
        std::uint8_t regions = 0;
        while (free != 0) {
            CellSet region = flood(geometry_, free, free & (~free + 1));
            free &= ~region;
            for (; region != 0; region &= region - 1) {
                region_[s * cells + static_cast<std::size_t>(std::countr_zero(region))] = regions;
            }
            ++regions;
        }
        region_count_[s] = regions;
        first_place_[s] = static_cast<std::uint32_t>(places_) | (regions > 1 ? several_regions : 0);
        if (cells <= most_packed_cells) {
            assert(regions <= 1U << region_bits && places_ < 1U << (64 - first_place_shift));
            std::uint64_t word = std::uint64_t{places_} << first_place_shift;
            for (std::size_t c = 0; c < cells; ++c) {
                word |= std::uint64_t{region_[s * cells + c]} << (region_bits * c);
            }
            packed_.push_back(word);
        }
        places_ += regions;
    }
}

/// The first four labels select one of k!/(k-4)! ordered choices, the relative order of the rest
/// one of (k-4)!: together one of k!.
void PlacementIndex::number_orders() {
    orders_ = factorial(tiles_);
    const std::size_t head = std::min<std::size_t>(tiles_, 4);
    const std::size_t tail = tiles_ - head;
    std::array<std::uint8_t, most_tiles> labels{};
    for (std::size_t i = 0; i < tiles_; ++i) labels[i] = static_cast<std::uint8_t>(i);
    arrangements_.reserve(orders_);
    // Permutations in lexicographic order: all tails of one head come together.
    for (std::size_t rank = 0; rank < orders_; ++rank) {
        Arrangement arrangement = 0;
        for (std::size_t i = 0; i < tiles_; ++i) {
            arrangement |= static_cast<Arrangement>(labels[i]) << (3 * i);
        }
        const std::size_t within = rank % factorial(tail);
        head_rank_[arrangement & 07777] = static_cast<std::uint16_t>(rank - within);
        tail_rank_[arrangement >> 12] = static_cast<std::uint8_t>(within);
        arrangements_.push_back(arrangement);
        std::next_permutation(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(tiles_));
    }
}

void PlacementIndex::relate_orders() {
    order_after_.resize(orders_ * most_tiles * most_tiles);
    const std::size_t farthest = std::min<std::size_t>(geometry_.cols, tiles_) - 1;
    for (std::size_t order = 0; order < orders_; ++order) {
        std::uint16_t* const after = &order_after_[order * most_tiles * most_tiles];
        const Arrangement before = arrangements_[order];
        for (unsigned from = 0; from < tiles_; ++from) {
            after[from * most_tiles + from] = static_cast<std::uint16_t>(order);
            const auto last = static_cast<unsigned>(std::min(tiles_ - 1, from + farthest));
            for (unsigned to = from + 1; to <= last; ++to) {
                after[from * most_tiles + to] =
                    static_cast<std::uint16_t>(this->order(rotated(before, from, to)));
                after[to * most_tiles + from] =
                    static_cast<std::uint16_t>(this->order(rotated(before, to, from)));
            }
        }
    }
}

std::size_t PlacementIndex::bytes() const {
    return (low_rank_.size() + high_rank_.size() + first_place_.size() + arrangements_.size()) *
               sizeof(std::uint32_t) +
           (sets_.size() + packed_.size()) * sizeof(CellSet) + region_count_.size() +
           region_.size() + order_after_.size() * sizeof(std::uint16_t) + sizeof(head_rank_) +
           sizeof(tail_rank_);
}

}  // namespace tessera::pdb
