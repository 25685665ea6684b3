// The net of the learned guide for one size and goal: its tables, and how a slide changes its value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/guide_weights.hpp"
#include "tessera/heuristics/support/local_net_kernel.hpp"

namespace tessera::heuristics {

/// The activations of a cell, or a part of them.
struct alignas(64) NetRow {
    std::int16_t of[net_channels]{};
};

/// The value of a board is a sum over its cells, in units of 2^-18 moves, and 0 for the goal. The share of a cell is a
/// function of the tiles on the 3×3 cells around it (its activations, 32 of 16 bits), plus a number that depends on its own
/// tile alone. All arithmetic is that of whole numbers, so every processor has the same values.
///
/// For each tile on each cell there are rows of 32 numbers, one for every cell whose activations it takes part in. What the
/// blank adds is taken off beforehand and put into the `ground` of a cell: a slide then changes one row for every cell
/// near its two ends.
class LocalNet {
  public:
    static constexpr std::size_t most_cells = net_cells;

    static Result<LocalNet> make(const GuideWeights& weights, Geometry geometry, Cell goal_blank);
    LocalNet(LocalNet&&) = default;
    LocalNet& operator=(LocalNet&&) = default;

    /// The share of every cell, from scratch.
    std::vector<std::int32_t> shares(std::span<const std::uint8_t> tiles) const;
    std::int32_t evaluate(std::span<const std::uint8_t> tiles) const;
    /// What one slide changes, without a follower.
    std::int32_t change(const std::uint8_t* tiles, Tile tile, Cell from, Cell to) const;
    std::size_t bytes() const;
    /// About what it takes for boards of this size.
    static std::size_t bytes_for(Geometry geometry) {
        return geometry.cells() * geometry.cells() * net_offsets * sizeof(NetRow);
    }
    const GuideWeights& weights() const { return *weights_; }
    /// Instead of the best kernel of this processor, for tests.
    void set_kernel(NetKernel kernel) { kernel_ = kernel; }

    /// Follows boards one after the other: what did not change around a cell since the board before is kept.
    class Follower {
      public:
        explicit Follower(const LocalNet& net);

        /// The board of the next `changes`, to be filled in.
        std::uint8_t* tiles() { return tiles_; }
        /// What each slide changes of the value.
        void changes(const Slide* slides, std::size_t count, std::int32_t* change);

      private:
        const LocalNet* net_;
        alignas(64) std::uint8_t tiles_[most_cells] = {};
        std::uint8_t last_[most_cells] = {};
        std::uint64_t valid_ = 0;
        NetRow rows_[most_cells];
    };

  private:
    friend class Follower;
    LocalNet() = default;

    std::size_t flipped(std::size_t cell) const;
    /// The cell that `cell` sees at this offset, if it is on the board.
    std::optional<std::size_t> around(std::size_t cell, std::size_t offset) const;
    std::size_t home_of(std::size_t tile) const;
    std::size_t class_of(std::size_t cell) const;
    std::size_t displacement_of(std::size_t tile, std::size_t cell) const;
    std::optional<Error> build_rows();
    void build_seen();
    void build_slides();
    void build_tables();
    void changes(const NetMemory& memory, const Slide* slides, std::size_t count,
                 std::int32_t* change) const;

    const GuideWeights* weights_ = nullptr;
    NetKernel kernel_ = nullptr;
    Geometry geometry_;
    Cell goal_blank_{0};
    bool flips_rows_ = false;
    bool flips_cols_ = false;
    std::size_t cells_ = 0;
    std::vector<NetRow> rows_;  ///< by tile, cell and offset
    std::vector<NetRow> ground_, output_;
    std::vector<std::int32_t> alone_;    ///< by tile and cell
    std::vector<std::int32_t> at_goal_;  ///< the share of every cell
    std::vector<NetSeen> seen_;
    std::vector<NetSlide> slides_;
    NetTables tables_;  ///< of the above
};

}  // namespace tessera::heuristics
