// Solves the last block of at most 3×3 cells by the shortest way.
// This folder builds a solution the way people do: line by line, without a search of the whole board.
#include "tessera/search/constructive/block_search.hpp"

#include <cassert>
#include <cstdlib>
#include <optional>
#include <utility>

namespace tessera::search::constructive {
namespace {

/// Makes moves on the bench itself and takes back those that fail.
class BlockSearch {
  public:
    BlockSearch(Workbench& bench, const Region& region) : bench_(bench), region_(region) {}

    /// Makes all moves to the goal if that takes no more than `moves_left`; else makes none and returns false.
    bool deepen(Cost distance, Cost moves_left) {
        if (distance == 0) return true;
        const std::size_t made = bench_.moves().size();
        for (const Move move : all_moves) {
            if (last_ && *last_ == opposite(move)) continue;
            const Cell from = bench_.blank();
            if (!inside(from, move)) continue;
            const Cell to = bench_.geometry().neighbour(from, move);
            const Tile tile = bench_.tile_at(to);
            const Cost next = distance - steps_home(tile, to) + steps_home(tile, from);
            if (next >= moves_left) continue;
            const auto before = std::exchange(last_, move);
            bench_.slide(move);
            if (deepen(next, moves_left - 1)) return true;
            bench_.take_back_to(made);
            last_ = before;
        }
        return false;
    }

    /// Manhattan distance of the whole block. It is 0 at the goal only: with every tile at home, so is
    /// the blank.
    Cost distance() const {
        Cost sum = 0;
        for (int row = region_.top; row <= region_.bottom; ++row) {
            for (int col = region_.left; col <= region_.right; ++col) {
                const Cell cell = bench_.geometry().cell(static_cast<std::size_t>(row),
                                                         static_cast<std::size_t>(col));
                if (cell != bench_.blank()) sum += steps_home(bench_.tile_at(cell), cell);
            }
        }
        return sum;
    }

  private:
    bool inside(Cell blank, Move move) const {
        const Place place = bench_.place(blank);
        switch (move) {
            case Move::up:
                return place.row > region_.top;
            case Move::left:
                return place.col > region_.left;
            case Move::right:
                return place.col < region_.right;
            case Move::down:
                return place.row < region_.bottom;
        }
        return false;
    }
    Cost steps_home(Tile tile, Cell from) const {
        const Place here = bench_.place(from);
        const Place there = bench_.home(tile);
        return std::abs(here.row - there.row) + std::abs(here.col - there.col);
    }

    Workbench& bench_;
    const Region& region_;
    std::optional<Move> last_;
};

}  // namespace

void solve_block(Workbench& bench, const Region& region) {
    assert(region.rows() <= 3 && region.cols() <= 3);
    BlockSearch search(bench, region);
    const Cost distance = search.distance();
    // Every move changes the distance by one, so that solutions have its parity.
    for (Cost bound = distance; !search.deepen(distance, bound); bound += 2) {
    }
}

}  // namespace tessera::search::constructive
