// Brings one tile across the board: the blank walks to it and pushes it step by step.
#pragma once

#include "tessera/search/constructive/line.hpp"

namespace tessera::search::constructive {

/// Moves tiles in the part of the board that is not solved yet.
///
/// After a push the blank stands behind the tile. Pushing round a corner costs it two moves more,
/// pushing straight on four, to the left or to the right of the tile; so the tile goes in a zigzag
/// as long as it can. Wherever there is a choice, the blank takes the way that helps the
/// *other* tiles most: each of its moves shifts one of them. That saves a quarter of all moves on large
/// boards, and costs a constant number of looks per move.
class TileMover {
  public:
    TileMover(Workbench& bench, const Line& line);

    /// Brings `tile` into the zone, on the way to `aim`, which lies in it and not in the line.
    void bring(Tile tile, Spot aim, const Zone& zone);

    /// Brings the blank to the border of the zone, without disturbing what is in it.
    void approach(const Zone& zone);

  private:
    /// A push of the tile in `direction`, after the blank went round the tile clockwise (`turn` 1) or
    /// counterclockwise (−1) to get in front of it.
    struct Push {
        Move direction{};
        int turn = 0;
    };

    /// Where the blank shall go, and what is not to be moved.
    struct Walk {
        Spot target;
        Spot obstacle;
    };

    void slide(Move move) { bench_.slide(line_.board_move(move)); }
    void walk(Spot target, Spot obstacle);
    Cost best_walk(Spot from, const Walk& walk, int looks, Move& best) const;
    Move best_side(Spot tile, Spot aim) const;
    Cost best_push(Tile tile, Spot aim, int looks, Push& best);
    Cost price_of_way(Spot tile, std::size_t place, Push push) const;
    void make(Spot tile, Push push);

    Workbench& bench_;
    const Line& line_;
    int push_looks_;
};

}  // namespace tessera::search::constructive
