// A pattern database of one bit per entry: bit 1 of the distance, from which the distance can be followed.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tessera/pdb/pattern.hpp"
#include "tessera/pdb/placement_index.hpp"

namespace tessera::pdb {

/// Where the tiles of one pattern lie: the cells they occupy and in which arrangement.
struct Placement {
    CellSet cells = 0;
    Arrangement arrangement = 0;
};

/// Every tile of the pattern at home.
Placement goal_placement(const Pattern& pattern);

/// The placement after the tile `label` slid from `from` to the free cell `to`, in the same row or column.
///
/// The tile passes the occupied cells in between; along a row there are none. The code has no branch, because
/// the processor cannot predict the direction of a slide in a turned table.
inline Placement after_slide(Placement before, unsigned label, Cell from, Cell to) {
    Placement after = before;
    after.cells ^= bit_of(from) | bit_of(to);
    const bool down = from < to;
    const std::size_t low = index(down ? from : to);
    const std::size_t high = index(down ? to : from);
    const CellSet between = (before.cells >> (low + 1)) & ((CellSet{1} << (high - low - 1)) - 1);
    // The label's position: the three-bit group that becomes zero when compared with it.
    constexpr Arrangement ones = 011111111;
    const Arrangement difference = before.arrangement ^ (label * ones);
    const Arrangement zero = (difference - ones) & ~difference & (ones << 2);
    const auto position = static_cast<unsigned>(std::countr_zero(zero)) / 3;
    const auto passed = static_cast<unsigned>(std::popcount(between));
    after.arrangement =
        rotated(before.arrangement, position, down ? position + passed : position - passed);
    return after;
}

/// The table of one pattern. Invariant: every entry of a state that can be reached holds bit 1 of
/// the number of moves of the pattern's tiles that state needs to reach the goal.
///
/// A slide of a pattern tile changes that number by exactly one: the table knows the blank's region, so a slide
/// can be taken back. n - 1 and n + 1 differ in bit 1, so one bit gives the number after the slide if the
/// number before is known.
class BitTable {
  public:
    /// `words` holds orders() rows of row_words() words each; `owner` keeps them alive.
    BitTable(Pattern pattern, std::shared_ptr<const PlacementIndex> index,
             std::span<const std::uint64_t> words, std::shared_ptr<const void> owner)
        : pattern_(std::move(pattern)),
          index_(std::move(index)),
          words_(words),
          owner_(std::move(owner)),
          row_bits_(row_words(*index_) * 64) {}

    static std::size_t row_words(const PlacementIndex& index) { return (index.places() + 63) / 64; }
    static std::uint64_t total_words(const PlacementIndex& index) {
        return std::uint64_t{row_words(index)} * index.orders();
    }

    const Pattern& pattern() const { return pattern_; }
    const PlacementIndex& index() const { return *index_; }
    const std::shared_ptr<const PlacementIndex>& shared_index() const { return index_; }
    std::span<const std::uint64_t> words() const { return words_; }
    std::size_t bytes() const { return words_.size_bytes(); }

    /// Where the entry of a placement lies, the blank being on `blank`.
    std::size_t position(Placement placement, Cell blank) const {
        return index_->order(placement.arrangement) * row_bits_ +
               index_->place(placement.cells, blank);
    }
    unsigned bit(std::size_t position) const {
        return static_cast<unsigned>(words_[position / 64] >> (position % 64)) & 1U;
    }
    /// The distance of an entry whose bit is `bit`, one slide away from one of distance `before`.
    static Cost follow(Cost before, unsigned bit) {
        const auto wrong = ((static_cast<unsigned>(before + 1) >> 1) ^ bit) & 1U;
        return before + 1 - static_cast<Cost>(2 * wrong);
    }

    /// Computes the distance from scratch: walks to the goal, always to a state that is one nearer, and counts
    /// the steps.
    Cost distance(Placement placement, Cell blank) const;

  private:
    Pattern pattern_;
    std::shared_ptr<const PlacementIndex> index_;
    std::span<const std::uint64_t> words_;
    std::shared_ptr<const void> owner_;
    std::size_t row_bits_;
};

using SharedTable = std::shared_ptr<const BitTable>;

}  // namespace tessera::pdb
