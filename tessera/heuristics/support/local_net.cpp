// The net of the learned guide for one size and goal: how its tables are made.
#include "tessera/heuristics/support/local_net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {
namespace {

using W = GuideWeights;

constexpr std::size_t row_numbers = net_offsets * net_channels;

NetKernel best_kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return net_changes_avx2;
#endif
    return net_changes_plain;
}

}  // namespace

Result<LocalNet> LocalNet::make(const GuideWeights& weights, Geometry geometry, Cell goal_blank) {
    LocalNet net;
    net.weights_ = &weights;
    net.kernel_ = best_kernel();
    net.geometry_ = geometry;
    net.goal_blank_ = goal_blank;
    net.cells_ = geometry.cells();
    // Weights are trained with the goal's blank in the upper left.
    net.flips_rows_ = 2 * geometry.row(goal_blank) + 1 > geometry.rows;
    net.flips_cols_ = 2 * geometry.col(goal_blank) + 1 > geometry.cols;
    if (auto error = net.build_rows()) return *error;
    net.build_seen();
    net.build_slides();
    net.build_tables();
    std::vector<std::uint8_t> goal(net.cells_);
    for (std::size_t c = 0; c < net.cells_; ++c) {
        goal[c] = static_cast<std::uint8_t>(index(goal_tile(make_cell(c), goal_blank)));
    }
    net.at_goal_.assign(net.cells_, 0);
    net.at_goal_ = net.shares(goal);
    return net;
}

std::size_t LocalNet::flipped(std::size_t cell) const {
    std::size_t row = geometry_.row(make_cell(cell));
    std::size_t col = geometry_.col(make_cell(cell));
    if (flips_rows_) row = geometry_.rows - 1U - row;
    if (flips_cols_) col = geometry_.cols - 1U - col;
    return index(geometry_.cell(row, col));
}
std::optional<std::size_t> LocalNet::around(std::size_t cell, std::size_t offset) const {
    const Cell here = make_cell(flipped(cell));
    const std::size_t row = geometry_.row(here) + offset / 3;
    const std::size_t col = geometry_.col(here) + offset % 3;
    if (row == 0 || row > geometry_.rows || col == 0 || col > geometry_.cols) return std::nullopt;
    return flipped(index(geometry_.cell(row - 1, col - 1)));
}
std::size_t LocalNet::home_of(std::size_t tile) const {
    return index(tile == 0 ? goal_blank_ : goal_cell(make_tile(tile), goal_blank_));
}
std::size_t LocalNet::class_of(std::size_t cell) const {
    const Cell here = make_cell(flipped(cell));
    return 7 * edge_class(geometry_.row(here), geometry_.rows) +
           edge_class(geometry_.col(here), geometry_.cols);
}
std::size_t LocalNet::displacement_of(std::size_t tile, std::size_t cell) const {
    const Cell here = make_cell(flipped(cell));
    const Cell home = make_cell(flipped(home_of(tile)));
    const auto apart = [](std::size_t a, std::size_t b) {
        return static_cast<std::ptrdiff_t>(a) - static_cast<std::ptrdiff_t>(b);
    };
    return weights_->displacement_index(apart(geometry_.row(here), geometry_.row(home)),
                                        apart(geometry_.col(here), geometry_.col(home)));
}

/// The rows, the ground, and the number of each tile on each cell; an error if an activation could leave its 16 bits.
std::optional<Error> LocalNet::build_rows() {
    rows_.assign(cells_ * cells_ * net_offsets, NetRow{});
    ground_.assign(cells_, NetRow{});
    output_.assign(cells_, NetRow{});
    // 1. What every tile on every cell adds: for the blank, which is the first, in whole; for the others without what the blank
    // adds there, which belongs to the ground. The 16 bits may overflow on the way: sums are right if they fit in the end.
    const std::int32_t half = std::int32_t{1} << (weights_->shift - 1);
    std::vector<std::int32_t> of_blank(cells_ * row_numbers);
    std::vector<std::int32_t> low(of_blank.size(), std::numeric_limits<std::int32_t>::max());
    std::vector<std::int32_t> high(of_blank.size(), std::numeric_limits<std::int32_t>::min());
    for (std::size_t tile = 0; tile < cells_; ++tile) {
        const std::size_t home = tile == 0 ? W::cell_classes : class_of(home_of(tile));
        const std::int32_t* there = weights_->home.data() + home * row_numbers;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            const std::int32_t* moved =
                weights_->displacement.data() + displacement_of(tile, cell) * row_numbers;
            const std::int32_t* here = weights_->cell.data() + class_of(cell) * row_numbers;
            const std::size_t first = cell * row_numbers;
            std::int16_t* row = rows_[(tile * cells_ + cell) * net_offsets].of;
            for (std::size_t j = 0; j < row_numbers; ++j) {
                const std::int32_t whole =
                    (half + moved[j] + here[j] + there[j]) >> weights_->shift;
                if (tile == 0) of_blank[first + j] = whole;
                low[first + j] = std::min(low[first + j], whole);
                high[first + j] = std::max(high[first + j], whole);
                row[j] = static_cast<std::int16_t>(whole - of_blank[first + j]);
            }
        }
    }
    // 2. Whatever lies around a cell, its activations must fit.
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        for (std::size_t c = 0; c < net_channels; ++c) {
            std::int32_t ground = weights_->bias[c];
            std::int32_t least = ground;
            std::int32_t most = ground;
            for (std::size_t offset = 0; offset < net_offsets; ++offset) {
                const auto seen = around(cell, offset);
                if (!seen) continue;
                const std::size_t place = (*seen * net_offsets + offset) * net_channels + c;
                ground += of_blank[place];
                least += low[place];
                most += high[place];
            }
            if (least < std::numeric_limits<std::int16_t>::min() ||
                most > std::numeric_limits<std::int16_t>::max()) {
                return Error{ErrorCode::bad_input,
                             fmt::format("the weights '{}' are too large for {}x{} boards",
                                         weights_->name, geometry_.rows, geometry_.cols),
                             "train them with smaller values"};
            }
            ground_[cell].of[c] = static_cast<std::int16_t>(ground);
            output_[cell].of[c] = weights_->output[class_of(cell) * net_channels + c];
        }
    }
    // 3. What depends on the tile of a cell alone: with Manhattan distance, and squared distance by its weight.
    alone_.assign(cells_ * cells_, 0);
    for (std::size_t tile = 0; tile < cells_; ++tile) {
        const Cell home = make_cell(home_of(tile));
        const std::size_t home_class = tile == 0 ? W::cell_classes : class_of(index(home));
        for (std::size_t c = 0; c < cells_; ++c) {
            const Cell cell = make_cell(c);
            std::int32_t& alone = alone_[tile * cells_ + c];
            alone = (weights_->by_displacement[displacement_of(tile, c)] +
                     weights_->by_class[home_class * W::cell_classes + class_of(c)]) *
                    (1 << (W::value_bits - W::activation_bits));
            if (tile == 0) continue;
            const auto rows = static_cast<std::int32_t>(geometry_.row(cell)) -
                              static_cast<std::int32_t>(geometry_.row(home));
            const auto cols = static_cast<std::int32_t>(geometry_.col(cell)) -
                              static_cast<std::int32_t>(geometry_.col(home));
            alone += geometry_.manhattan(cell, home) * (1 << W::value_bits) +
                     weights_->squares * (rows * rows + cols * cols);
        }
    }
    return std::nullopt;
}

void LocalNet::build_seen() {
    // The cells that see a cell are also those that it sees, which is how the kernel knows whose activations change.
    seen_.assign(cells_, NetSeen{});
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        NetSeen& seen = seen_[cell];
        for (std::size_t offset = 0; offset < net_offsets; ++offset) {
            const auto there = around(cell, offset);
            if (!there) continue;
            seen.cell[seen.count] = static_cast<std::uint32_t>(*there);
            seen.first[seen.count] = static_cast<std::uint32_t>(*there * net_offsets + offset);
            ++seen.count;
        }
    }
}

void LocalNet::build_slides() {
    slides_.assign(cells_ * all_moves.size(), NetSlide{});
    for (std::size_t blank = 0; blank < cells_; ++blank) {
        for (const Move move : all_moves) {
            if (!geometry_.legal_moves(make_cell(blank)).has(move)) continue;
            const std::size_t from = index(geometry_.neighbour(make_cell(blank), move));
            NetSlide& slide = slides_[blank * all_moves.size() + index(move)];
            // The offset at which `cell` sees `what`, if it does.
            const auto seen_at = [&](std::size_t cell, std::size_t what) {
                const Cell here = make_cell(flipped(cell));
                const Cell there = make_cell(flipped(what));
                // What is too far to the left or above becomes very large.
                const std::size_t row = std::size_t{1} + geometry_.row(there) - geometry_.row(here);
                const std::size_t col = std::size_t{1} + geometry_.col(there) - geometry_.col(here);
                return row > 2 || col > 2 ? net_offsets : 3 * row + col;
            };
            std::uint8_t count = 0;
            const auto collect = [&](bool sees_to, bool sees_from) {
                for (std::size_t cell = 0; cell < cells_; ++cell) {
                    const std::size_t to_at = seen_at(cell, blank);
                    const std::size_t from_at = seen_at(cell, from);
                    if ((to_at < net_offsets) != sees_to || (from_at < net_offsets) != sees_from) {
                        continue;
                    }
                    slide.cell[count] = static_cast<std::uint8_t>(cell);
                    slide.plus[count] = static_cast<std::uint32_t>(blank * net_offsets + to_at);
                    slide.minus[count] = static_cast<std::uint32_t>(from * net_offsets + from_at);
                    ++count;
                }
                return count;
            };
            slide.both = collect(true, true);
            slide.to_end = collect(true, false);
            slide.from_end = collect(false, true);
            for (std::size_t i = 0; i < count; ++i)
                slide.cells |= std::uint64_t{1} << slide.cell[i];
        }
    }
}

void LocalNet::build_tables() {
    NetTables& tables = tables_;
    tables.words = (cells_ + 7) / 8;
    tables.cols = geometry_.cols;
    for (std::size_t row = 0; row < geometry_.rows; ++row) {
        tables.first_col |= std::uint64_t{1} << index(geometry_.cell(row, 0));
        tables.last_col |= std::uint64_t{1} << index(geometry_.cell(row, geometry_.cols - 1U));
    }
    tables.tile_step = static_cast<std::uint32_t>(cells_ * net_offsets);
    tables.rows = rows_.front().of;
    tables.ground = ground_.front().of;
    tables.output = output_.front().of;
    tables.seen = seen_.data();
    tables.slides = slides_.data();
}

std::vector<std::int32_t> LocalNet::shares(std::span<const std::uint8_t> tiles) const {
    std::vector<std::int32_t> shares(cells_);
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        NetRow sum = ground_[cell];
        const NetSeen& seen = seen_[cell];
        for (std::size_t i = 0; i < seen.count; ++i) {
            const NetRow& row = rows_[seen.first[i] + tiles[seen.cell[i]] * cells_ * net_offsets];
            for (std::size_t c = 0; c < net_channels; ++c) {
                sum.of[c] = static_cast<std::int16_t>(sum.of[c] + row.of[c]);
            }
        }
        std::int32_t share = alone_[tiles[cell] * cells_ + cell] - at_goal_[cell];
        for (std::size_t c = 0; c < net_channels; ++c) {
            share += std::max<std::int32_t>(sum.of[c], 0) * output_[cell].of[c];
        }
        shares[cell] = share;
    }
    return shares;
}
std::int32_t LocalNet::evaluate(std::span<const std::uint8_t> tiles) const {
    const std::vector<std::int32_t> all = shares(tiles);
    return std::accumulate(all.begin(), all.end(), std::int32_t{0});
}
std::size_t LocalNet::bytes() const {
    return (rows_.size() + ground_.size() + output_.size()) * sizeof(NetRow) +
           alone_.size() * sizeof(std::int32_t) + slides_.size() * sizeof(NetSlide);
}

LocalNet::Follower::Follower(const LocalNet& net) : net_(&net) {}

void LocalNet::Follower::changes(const Slide* slides, std::size_t count, std::int32_t* change) {
    net_->changes({tiles_, last_, &valid_, rows_[0].of}, slides, count, change);
}

void LocalNet::changes(const NetMemory& memory, const Slide* slides, std::size_t count,
                       std::int32_t* change) const {
    std::uint32_t numbers[all_moves.size()] = {};
    std::uint32_t moved[all_moves.size()] = {};
    for (std::size_t i = 0; i < count; ++i) {
        numbers[i] = static_cast<std::uint32_t>(index(slides[i].to) * all_moves.size() +
                                                index(slides[i].move));
        moved[i] = static_cast<std::uint32_t>(index(slides[i].tile));
    }
    kernel_(tables_, memory, numbers, moved, count, change);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t tile = index(slides[i].tile) * cells_;
        const std::size_t from = index(slides[i].from);
        const std::size_t to = index(slides[i].to);
        change[i] += alone_[tile + to] - alone_[tile + from] + alone_[from] - alone_[to];
    }
}

std::int32_t LocalNet::change(const std::uint8_t* tiles, Tile tile, Cell from, Cell to) const {
    // The board before is the same, and nothing of it is known: no cell is looked at but those of this slide.
    std::uint8_t last[most_cells];
    std::uint64_t valid = 0;
    alignas(64) std::int16_t rows[most_cells * net_channels];
    std::copy_n(tiles, most_cells, last);
    const auto is_from = [&](Move move) {
        return geometry_.legal_moves(to).has(move) && geometry_.neighbour(to, move) == from;
    };
    const Slide slide{tile, from, to, *std::find_if(all_moves.begin(), all_moves.end(), is_from)};
    std::int32_t change = 0;
    changes({tiles, last, &valid, rows}, &slide, 1, &change);
    return change;
}

}  // namespace tessera::heuristics
