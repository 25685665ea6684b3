// The exact distance to the goal of every reachable state of a small board, one byte per state.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/random.hpp"

namespace tessera {

/// Numbers the N!/2 reachable states of a canonical board with N = `Cells` ≤ 16 cells, without
/// gaps.
///
/// rank = blank cell × (N−1)!/2 + half the lexicographic rank of the tiles read row by row without
/// the blank. Their order's parity is fixed by the blank's row, so the last Lehmer digit (0 or 1)
/// is known and is left out. Consequences the table builder uses: a horizontal move changes only
/// the blank cell of a rank, and a vertical one only the Lehmer digits of the C tiles it passes.
///
/// The Lehmer code is kept in nibbles of one word: when tile t is taken, every larger tile has one
/// fewer smaller tile left, which is one subtraction for all of them at once.
template <std::size_t Cells>
class StateIndex {
    static_assert(Cells >= 4 && Cells <= 16);

  public:
    static constexpr std::size_t tiles = Cells - 1;

    /// Lehmer digit i of a tile order has weight (tiles − 1 − i)!.
    static constexpr std::array<std::uint64_t, tiles> weights = [] {
        std::array<std::uint64_t, tiles> table{};
        std::uint64_t factorial = 1;
        for (std::size_t i = 0; i < tiles; ++i) {
            table[tiles - 1 - i] = factorial;
            factorial *= i + 1;
        }
        return table;
    }();
    /// Tile orders of one parity: (N−1)!/2, the number of states with the blank on one given cell.
    static constexpr std::uint64_t orders = weights[0] * tiles / 2;
    static constexpr std::uint64_t states = orders * Cells;

    constexpr StateIndex(Geometry geometry, Cell goal_blank) {
        const std::size_t goal_row = geometry.row(goal_blank);
        for (std::size_t i = 0; i < Cells; ++i) {
            const std::size_t row = geometry.row(make_cell(i));
            const std::size_t rows_apart = row > goal_row ? row - goal_row : goal_row - row;
            odd_[i] = (rows_apart * (geometry.cols - 1U)) % 2 == 1;
        }
    }

    /// Whether the tile orders with the blank on `blank` are the odd permutations.
    constexpr bool odd(std::size_t blank) const { return odd_[blank]; }

    /// The rank of a reachable state, its tiles row by row with 0 for the blank.
    constexpr std::uint64_t rank(const std::uint8_t* cells) const {
        std::uint64_t smaller_left = all_smaller;
        std::uint64_t order = 0;
        std::size_t blank = 0;
        for (std::size_t cell = 0, i = 0; cell < Cells; ++cell) {
            const std::size_t tile = cells[cell];
            if (tile == 0) {
                blank = cell;
                continue;
            }
            order += digit_of(smaller_left, tile) * weights[i++];
        }
        return blank * orders + order / 2;
    }

    /// The reverse of rank.
    constexpr void unrank(std::uint64_t rank, std::uint8_t* cells) const {
        const auto blank = static_cast<std::size_t>(rank / orders);
        std::array<std::uint8_t, tiles> digits{};
        std::array<std::uint8_t, tiles> order{};
        unrank_order(rank % orders, odd_[blank], digits, order);
        for (std::size_t i = 0; i < blank; ++i) cells[i] = order[i];
        cells[blank] = 0;
        for (std::size_t i = blank; i < tiles; ++i) cells[i + 1] = order[i];
    }

    /// The Lehmer digits and the tiles of the order number `half` among those of one parity.
    static constexpr void unrank_order(std::uint64_t half, bool odd,
                                       std::array<std::uint8_t, tiles>& digits,
                                       std::array<std::uint8_t, tiles>& order) {
        std::uint64_t rest = half * 2;
        std::size_t digit_sum = 0;
        std::uint64_t left = all_tiles;
        for (std::size_t i = 0; i < tiles; ++i) {
            std::uint64_t digit = rest / weights[i];
            rest %= weights[i];
            if (i + 2 == tiles) digit = (digit_sum % 2 == 1) != odd ? 1 : 0;
            digit_sum += digit;
            digits[i] = static_cast<std::uint8_t>(digit);
            order[i] = static_cast<std::uint8_t>((left >> (4 * digit)) & 15U);
            const std::uint64_t below = (std::uint64_t{1} << (4 * digit)) - 1;
            left = (left & below) | ((left >> 4) & ~below);
        }
    }

  private:
    /// Nibble k of `all_tiles` is tile k + 1; nibble t of `all_smaller` counts the tiles smaller
    /// than t.
    static constexpr std::uint64_t all_tiles = 0x0fedcba987654321ULL;
    static constexpr std::uint64_t all_smaller = 0xedcba98765432100ULL;

    /// Takes `tile` out; no nibble underflows, because it counts every tile that will yet be taken
    /// below it.
    static constexpr std::uint64_t digit_of(std::uint64_t& smaller_left, std::size_t tile) {
        const std::uint64_t digit = (smaller_left >> (4 * tile)) & 15U;
        smaller_left -= 0x1111111111111110ULL << (4 * tile);
        return digit;
    }

    std::array<bool, Cells> odd_{};
};

/// Distances of every state from which the canonical goal with a given blank cell can be reached.
///
/// For boards of at most 12 cells; 3×4 and 2×6 take 239,500,800 bytes. Ranks run from 0 to states()
/// − 1.
class ExactDistances {
  public:
    static constexpr std::size_t most_cells = 12;

    /// Called after each depth with the number of states at it; returning false stops the construction.
    using Progress = std::function<bool(int depth, std::uint64_t states)>;

    /// A distance that no state reaches.
    static constexpr int everything = 255;

    /// Builds the table. States farther than `farthest` are left out; then only nearer states may be asked for.
    ///
    /// Fails with ErrorCode::usage for larger boards, memory_limit when the table exceeds
    /// `memory_limit` bytes, interrupted when `progress` says so.
    static Result<ExactDistances> build(Geometry geometry, Cell goal_blank,
                                        std::size_t memory_limit, const Progress& progress = {},
                                        int farthest = everything);

    /// Bytes such a table takes; 0 for boards that are too large for one.
    static std::uint64_t bytes_needed(Geometry geometry);

    Geometry geometry() const { return geometry_; }
    Cell goal_blank() const { return goal_blank_; }
    std::uint64_t states() const { return table_.size(); }

    int distance_by_rank(std::uint64_t rank) const {
        return table_[static_cast<std::size_t>(rank)];
    }
    /// The distance of a canonical board, which must be reachable.
    int distance(const DynamicBoard& canonical) const { return distance_by_rank(rank(canonical)); }

    /// States per distance, from 0 to the largest one.
    const std::vector<std::uint64_t>& histogram() const { return histogram_; }
    int largest_distance() const { return static_cast<int>(histogram_.size()) - 1; }

    std::uint64_t rank(std::span<const std::uint8_t> tiles) const;
    void unrank(std::uint64_t rank, std::span<std::uint8_t> tiles) const;

    template <BoardType B>
    std::uint64_t rank(const B& canonical) const {
        assert(canonical.geometry() == geometry_);
        std::array<std::uint8_t, most_cells> tiles{};
        for (std::size_t i = 0; i < geometry_.cells(); ++i) {
            tiles[i] = static_cast<std::uint8_t>(index(canonical.tile_at(make_cell(i))));
        }
        return rank(std::span<const std::uint8_t>(tiles.data(), geometry_.cells()));
    }
    template <BoardType B = DynamicBoard>
    B unrank(std::uint64_t rank) const {
        std::array<std::uint8_t, most_cells> small{};
        unrank(rank, std::span<std::uint8_t>(small));
        std::array<Tile, most_cells> tiles{};
        for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(small[i]);
        return B::from_tiles(geometry_, std::span<const Tile>(tiles.data(), geometry_.cells()));
    }

    /// A canonical board at exactly this distance, each equally likely; a usage error when there is
    /// none.
    Result<DynamicBoard> random_at(int distance, Random& random) const;

  private:
    ExactDistances(Geometry geometry, Cell goal_blank)
        : geometry_(geometry), goal_blank_(goal_blank) {}

    Geometry geometry_;
    Cell goal_blank_;
    std::vector<std::uint8_t> table_;
    std::vector<std::uint64_t> histogram_;
};

}  // namespace tessera
