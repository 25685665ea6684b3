// A board on which moves are made, recorded and taken back; it also knows what each move does for the other tiles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera::search::constructive {

/// Row and column of a cell, kept in tables because divisions would take most of the time.
struct Place {
    std::uint8_t row = 0;
    std::uint8_t col = 0;
};
static_assert(largest_side <= 256);

/// The board in work, with the way back from each tile to its cell, and the path so far.
class Workbench {
  public:
    /// Both boards must have the same labels; any labels will do.
    Workbench(const DynamicBoard& start, const DynamicBoard& goal)
        : geometry_(start.geometry()),
          tiles_(tiles_of(start)),
          goal_(tiles_of(goal)),
          cells_(tiles_.size()),
          homes_(tiles_.size()),
          homes_here_(tiles_.size()),
          places_(tiles_.size()),
          blank_(start.blank()),
          goal_blank_(goal.blank()) {
        for (std::size_t i = 0; i < tiles_.size(); ++i) {
            const Cell cell = make_cell(i);
            places_[i] = {static_cast<std::uint8_t>(geometry_.row(cell)),
                          static_cast<std::uint8_t>(geometry_.col(cell))};
            cells_[index(tiles_[i])] = cell;
        }
        for (std::size_t i = 0; i < goal_.size(); ++i) homes_[index(goal_[i])] = places_[i];
        for (std::size_t i = 0; i < tiles_.size(); ++i) homes_here_[i] = home(tiles_[i]);
    }

    Geometry geometry() const { return geometry_; }
    Cell blank() const { return blank_; }
    Cell goal_blank() const { return goal_blank_; }
    Tile tile_at(Cell cell) const { return tiles_[index(cell)]; }
    Cell cell_of(Tile tile) const { return cells_[index(tile)]; }
    /// The tile that belongs on `cell`.
    Tile goal_tile(Cell cell) const { return goal_[index(cell)]; }
    Place place(Cell cell) const { return places_[index(cell)]; }
    /// Where `tile` belongs.
    Place home(Tile tile) const { return homes_[index(tile)]; }
    const std::vector<Move>& moves() const { return moves_; }

    /// Moves the blank; the move must be legal.
    void slide(Move move) {
        moves_.push_back(move);
        step(move);
    }
    /// Takes moves back until `count` are left.
    void take_back_to(std::size_t count) {
        while (moves_.size() > count) {
            step(opposite(moves_.back()));
            moves_.pop_back();
        }
    }

    /// About how many moves it takes to bring home a tile that is this far away, not counting the
    /// blank's way to it: three for a step that turns a corner, five for one straight on.
    ///
    /// The exact weight of the longer side is 4; 3 makes shorter solutions (measured from 6×6 to
    /// 50×50).
    static Cost effort(Place from, Place home) {
        const Cost rows = std::abs(from.row - home.row);
        const Cost cols = std::abs(from.col - home.col);
        return rows + cols + 3 * std::max(rows, cols);
    }
    /// The effort that the blank's step between two neighbours saves: it shifts the tile on `to`.
    Cost gain(Cell from, Cell to) const {
        const Place home = homes_here_[index(to)];
        return effort(place(to), home) - effort(place(from), home);
    }

    /// The bytes that all of this holds.
    std::size_t bytes() const {
        return tiles_.size() * (2 * sizeof(Tile) + sizeof(Cell) + 3 * sizeof(Place)) +
               moves_.capacity() * sizeof(Move);
    }
    /// Moves the path out.
    std::vector<Move> take_moves() { return std::move(moves_); }

  private:
    void step(Move move) {
        const Cell from = geometry_.neighbour(blank_, move);
        const Tile tile = tiles_[index(from)];
        tiles_[index(blank_)] = tile;
        homes_here_[index(blank_)] = homes_here_[index(from)];
        cells_[index(tile)] = blank_;
        tiles_[index(from)] = blank_tile;
        blank_ = from;
    }

    Geometry geometry_;
    std::vector<Tile> tiles_;
    std::vector<Tile> goal_;
    std::vector<Cell> cells_;
    std::vector<Place> homes_;       ///< by tile
    std::vector<Place> homes_here_;  ///< the same by cell, of the tile on it: gains are asked most
    std::vector<Place> places_;
    Cell blank_;
    Cell goal_blank_;
    std::vector<Move> moves_;
};

}  // namespace tessera::search::constructive
