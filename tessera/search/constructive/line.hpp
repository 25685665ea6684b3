// The row or column that is being filled, as the tile movers see it: every side of the board looks the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tessera/search/constructive/workbench.hpp"

namespace tessera::search::constructive {

/// The rectangle of cells that are not solved yet, both ends included.
struct Region {
    int top = 0;
    int bottom = 0;
    int left = 0;
    int right = 0;

    int rows() const { return bottom - top + 1; }
    int cols() const { return right - left + 1; }
};

/// Which outermost line of the region is filled.
enum class Side { top, bottom, left, right };

/// A cell seen from the line: how many lines away, and how far along.
struct Spot {
    int depth = 0;
    int along = 0;

    constexpr bool operator==(const Spot&) const = default;
};

/// One step; as seen from the line, up leads towards it and left to its beginning.
constexpr Spot after(Spot spot, Move move) {
    constexpr std::array<Spot, 4> steps{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};
    const Spot step = steps[index(move)];
    return {spot.depth + step.depth, spot.along + step.along};
}

constexpr Cost steps_between(Spot a, Spot b) {
    const int lines = a.depth < b.depth ? b.depth - a.depth : a.depth - b.depth;
    const int along = a.along < b.along ? b.along - a.along : a.along - b.along;
    return lines + along;
}

/// An outermost line of the region: its cells are closed one by one as their tiles come home, and
/// from then on nothing passes through them.
///
/// Runs of open cells are called gaps. None is ever a single cell, because a tile could be neither
/// brought into it nor taken out of it.
class Line {
  public:
    Line(const Workbench& bench, const Region& region, Side side)
        : bench_(&bench),
          column_(side == Side::left || side == Side::right),
          sign_(side == Side::bottom || side == Side::right ? -1 : 1),
          depth_(column_ ? region.cols() : region.rows()),
          open_(static_cast<std::size_t>(column_ ? region.rows() : region.cols()), 1) {
        const int cols = bench.geometry().cols;
        first_line_ = side == Side::top      ? region.top
                      : side == Side::bottom ? region.bottom
                      : side == Side::left   ? region.left
                                             : region.right;
        first_along_ = column_ ? region.top : region.left;
        depth_stride_ = sign_ * (column_ ? 1 : cols);
        along_stride_ = column_ ? cols : 1;
        origin_ = first_line_ * (column_ ? 1 : cols) + first_along_ * along_stride_;
        constexpr std::array<std::array<Move, 4>, 4> moves_by_side{{
            {Move::up, Move::left, Move::right, Move::down},
            {Move::down, Move::left, Move::right, Move::up},
            {Move::left, Move::up, Move::down, Move::right},
            {Move::right, Move::up, Move::down, Move::left},
        }};
        board_moves_ = moves_by_side[static_cast<std::size_t>(side)];
    }

    /// How many lines there are, this one included.
    int depth() const { return depth_; }
    int length() const { return static_cast<int>(open_.size()); }
    bool is_column() const { return column_; }
    /// Its row or column on the board.
    int number() const { return first_line_; }

    Cell cell(Spot spot) const {
        const int place = origin_ + spot.depth * depth_stride_ + spot.along * along_stride_;
        return make_cell(static_cast<std::size_t>(place));
    }
    Spot spot(Cell cell) const {
        const Place place = bench_->place(cell);
        const int across = column_ ? place.col : place.row;
        const int along = column_ ? place.row : place.col;
        return {sign_ * (across - first_line_), along - first_along_};
    }
    Spot spot_of(Tile tile) const { return spot(bench_->cell_of(tile)); }
    Spot blank() const { return spot(bench_->blank()); }
    /// The move on the board for a move as seen from the line.
    Move board_move(Move move) const { return board_moves_[index(move)]; }
    /// The tile that belongs into the line at `along`.
    Tile wanted(int along) const { return bench_->goal_tile(cell({0, along})); }

    bool is_open(int along) const { return open_[static_cast<std::size_t>(along)] != 0; }
    void set_open(int along, bool open) { open_[static_cast<std::size_t>(along)] = open ? 1 : 0; }
    bool inside(Spot spot) const {
        return static_cast<unsigned>(spot.depth) < static_cast<unsigned>(depth_) &&
               static_cast<unsigned>(spot.along) < open_.size();
    }
    /// Whether tiles may be moved there.
    bool is_free(Spot spot) const {
        return inside(spot) && (spot.depth > 0 || is_open(spot.along));
    }
    /// Whether two places of the line lie in the same gap.
    bool same_gap(int a, int b) const {
        for (int along = std::min(a, b); along <= std::max(a, b); ++along) {
            if (!is_open(along)) return false;
        }
        return true;
    }

  private:
    const Workbench* bench_;
    bool column_;
    int sign_;
    int depth_;
    int first_line_ = 0;
    int first_along_ = 0;
    int origin_ = 0;
    int depth_stride_ = 0;
    int along_stride_ = 0;
    std::array<Move, 4> board_moves_{};
    std::vector<std::uint8_t> open_;
};

/// The cells around a place in the line from which a tile is brought home by a small search.
struct Zone {
    int deepest = 0;
    int first = 0;  ///< along the line
    int last = 0;
    int target = 0;  ///< in the line itself only the cells in the gap of this one count

    /// The zone that reaches so far to both sides of `first … last`, and two lines deep.
    static Zone around(const Line& line, int first, int last, int reach) {
        return {std::min(line.depth() - 1, 2), std::max(first - reach, 0),
                std::min(last + reach, line.length() - 1), first};
    }

    bool contains(const Line& line, Spot spot) const {
        return spot.depth <= deepest && spot.along >= first && spot.along <= last &&
               (spot.depth > 0 || line.same_gap(spot.along, target));
    }
    /// Inside, or outside but touching it.
    bool touches(Spot spot) const {
        return spot.depth <= deepest + 1 && spot.along >= first - 1 && spot.along <= last + 1;
    }
};

}  // namespace tessera::search::constructive
