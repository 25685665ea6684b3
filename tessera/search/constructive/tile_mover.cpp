// Brings one tile across the board: the blank walks to it and pushes it step by step.
#include "tessera/search/constructive/tile_mover.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace tessera::search::constructive {
namespace {

/// The weight of a move and of a saved unit of effort, as measured: a part of the saving is lost again before
/// the tile's turn comes.
constexpr Cost move_price = 8;
constexpr Cost effort_price = 3;
/// The number of steps of a walk that are planned before the first is made.
constexpr int walk_looks = 3;

/// The same for pushes. Every further one makes paths about 2 % shorter and takes twice the time, which must
/// stay a fraction of a second on the largest boards.
int push_looks(Geometry geometry) {
    return geometry.cells() <= 1000 ? 2 : geometry.cells() <= 4000 ? 1 : 0;
}

/// The eight cells around a tile, clockwise from the one above it.
constexpr std::array<Spot, 8> ring{
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};
/// The place in the ring towards which each move leads.
constexpr std::array<std::size_t, 4> ring_place{0, 6, 2, 4};
/// The move from each place in the ring to the next one.
constexpr std::array<Move, 8> clockwise{Move::right, Move::down, Move::down, Move::left,
                                        Move::left,  Move::up,   Move::up,   Move::right};

std::size_t next_in_ring(std::size_t place, int turn) {
    return (place + (turn > 0 ? 1 : ring.size() - 1)) % ring.size();
}

Spot in_ring(Spot tile, std::size_t place) {
    return {tile.depth + ring[place].depth, tile.along + ring[place].along};
}

/// Where in the ring around `tile` a neighbouring spot lies.
std::size_t place_in_ring(Spot tile, Spot spot) {
    const Spot offset{spot.depth - tile.depth, spot.along - tile.along};
    return static_cast<std::size_t>(std::find(ring.begin(), ring.end(), offset) - ring.begin());
}

bool touching(Spot a, Spot b) {
    return std::abs(a.depth - b.depth) <= 1 && std::abs(a.along - b.along) <= 1;
}

/// Whether the obstacle lies on the straight way between two spots.
bool blocked(Spot from, Spot to, Spot obstacle) {
    const bool in_row = from.depth == to.depth && from.depth == obstacle.depth &&
                        (obstacle.along < from.along) != (obstacle.along < to.along);
    const bool in_column = from.along == to.along && from.along == obstacle.along &&
                           (obstacle.depth < from.depth) != (obstacle.depth < to.depth);
    return in_row || in_column;
}

/// Moves of the blank between two spots around an obstacle, in the open.
Cost walk_length(Spot from, Spot to, Spot obstacle) {
    return steps_between(from, to) + (blocked(from, to, obstacle) ? 2 : 0);
}

MoveSet moves_towards(Spot from, Spot to) {
    MoveSet set;
    if (from.depth > to.depth) set = set.with(Move::up);
    if (from.depth < to.depth) set = set.with(Move::down);
    if (from.along > to.along) set = set.with(Move::left);
    if (from.along < to.along) set = set.with(Move::right);
    return set;
}

bool is_vertical(Move move) {
    return move == Move::up || move == Move::down;
}

/// Moves that bring a tile from `from` to `aim` once it was pushed in `last`, by the cheapest zigzag.
///
/// A push that turns costs 3, one straight on 5. After a push along one axis, with s steps left on
/// it and t on the other, the pushes alternate as long as they can, beginning with a turn: that
/// leaves s − t straight ones if s ≥ t, else t − s − 1.
Cost pushes_left(Spot from, Spot aim, Move last) {
    const Cost vertical = std::abs(from.depth - aim.depth);
    const Cost horizontal = std::abs(from.along - aim.along);
    const Cost same = is_vertical(last) ? vertical : horizontal;
    const Cost other = is_vertical(last) ? horizontal : vertical;
    const Cost straight = same >= other ? same - other : other - same - 1;
    return 3 * (same + other) + 2 * straight;
}

/// The directions in which a tile comes nearer to its aim. One in the line has to leave it first:
/// what lies beside it may be closed.
MoveSet useful_pushes(Spot tile, Spot aim) {
    return tile.depth == 0 ? MoveSet().with(Move::down) : moves_towards(tile, aim);
}

}  // namespace

TileMover::TileMover(Workbench& bench, const Line& line)
    : bench_(bench), line_(line), push_looks_(push_looks(bench.geometry())) {}

void TileMover::bring(Tile tile, Spot aim, const Zone& zone) {
    for (Spot spot = line_.spot_of(tile); !zone.contains(line_, spot); spot = line_.spot_of(tile)) {
        if (touching(line_.blank(), spot)) {
            Push best;
            best_push(tile, aim, push_looks_, best);
            make(spot, best);
        } else {
            walk(after(spot, best_side(spot, aim)), spot);
        }
    }
}

void TileMover::approach(const Zone& zone) {
    constexpr Spot nothing{-9, -9};
    for (Spot blank = line_.blank(); !zone.touches(blank); blank = line_.blank()) {
        const Spot nearest{std::clamp(blank.depth, 1, zone.deepest),
                           std::clamp(blank.along, zone.first, zone.last)};
        walk(nearest, nothing);
    }
}

/// From which side to push first: the side that makes walk and pushes together shortest.
Move TileMover::best_side(Spot tile, Spot aim) const {
    const MoveSet useful = useful_pushes(tile, aim);
    Cost least = infinite_cost;
    Move best{};
    for (const Move move : all_moves) {
        if (!useful.has(move)) continue;
        const Spot next = after(tile, move);
        const Cost cost = walk_length(line_.blank(), next, tile) + pushes_left(next, aim, move);
        if (cost >= least) continue;
        least = cost;
        best = move;
    }
    return best;
}

/// One step of the blank towards `target`, not through `obstacle`. Out of the line it goes straight
/// down, or first aside if the obstacle is there: gaps have at least two cells.
void TileMover::walk(Spot target, Spot obstacle) {
    const Spot blank = line_.blank();
    Move best = Move::down;
    if (blank.depth > 0) {
        best_walk(blank, {target, obstacle}, walk_looks, best);
    } else if (after(blank, Move::down) == obstacle) {
        best = line_.is_free(after(blank, Move::left)) ? Move::left : Move::right;
    }
    slide(best);
}

/// The most that can be gained on the next `looks` + 1 steps of a shortest walk, and the first of
/// them.
Cost TileMover::best_walk(Spot from, const Walk& walk, int looks, Move& best) const {
    if (from == walk.target) return 0;
    const bool aside = blocked(from, walk.target, walk.obstacle);
    const MoveSet towards = moves_towards(from, walk.target);
    Cost most = -infinite_cost;
    for (const Move move : all_moves) {
        const Spot next = after(from, move);
        if (aside) {
            if (towards.has(move) || towards.has(opposite(move)) || !line_.inside(next)) continue;
            if (next.depth == 0) continue;
        } else if (!towards.has(move) || next == walk.obstacle ||
                   blocked(next, walk.target, walk.obstacle)) {
            continue;
        }
        Cost gain = bench_.gain(line_.cell(from), line_.cell(next));
        Move ignored{};
        if (looks > 0) gain += best_walk(next, walk, looks - 1, ignored);
        if (gain <= most) continue;
        most = gain;
        best = move;
    }
    assert(most > -infinite_cost);
    return most;
}

/// The price of bringing the tile to its aim when the next `looks` + 1 pushes are the best ones, and
/// the first of them. The blank must touch the tile.
Cost TileMover::best_push(Tile tile, Spot aim, int looks, Push& best) {
    const Spot spot = line_.spot_of(tile);
    const MoveSet useful = useful_pushes(spot, aim);
    if (useful.empty()) return 0;
    const std::size_t here = place_in_ring(spot, line_.blank());
    Cost least = infinite_cost;
    const auto consider = [&](Push push) {
        const Cost way = price_of_way(spot, here, push);
        if (way >= infinite_cost) return false;
        Cost price = way;
        if (looks > 0) {
            const std::size_t made = bench_.moves().size();
            make(spot, push);
            Push ignored;
            price += best_push(tile, aim, looks - 1, ignored);
            bench_.take_back_to(made);
        } else {
            price += move_price * pushes_left(after(spot, push.direction), aim, push.direction);
        }
        if (price < least) {
            least = price;
            best = push;
        }
        return true;
    };
    for (const Move move : all_moves) {
        if (!useful.has(move)) continue;
        const std::size_t clockwise_steps =
            (ring_place[index(move)] + ring.size() - here) % ring.size();
        const int shorter = 2 * clockwise_steps <= ring.size() ? 1 : -1;
        const bool possible = consider({move, shorter});
        // Take the longer way round only if it is the only one, or not longer.
        if (!possible || 2 * clockwise_steps == ring.size()) consider({move, -shorter});
    }
    assert(least < infinite_cost);
    return least;
}

/// The cost of the blank's way round the tile and of the push itself, less what they do for other tiles;
/// infinite if something is in the way.
Cost TileMover::price_of_way(Spot tile, std::size_t place, Push push) const {
    Cost price = move_price;
    Cell from = bench_.blank();
    while (place != ring_place[index(push.direction)]) {
        place = next_in_ring(place, push.turn);
        const Spot next = in_ring(tile, place);
        if (!line_.is_free(next)) return infinite_cost;
        const Cell to = line_.cell(next);
        price += move_price - effort_price * bench_.gain(from, to);
        from = to;
    }
    return price;
}

void TileMover::make(Spot tile, Push push) {
    std::size_t place = place_in_ring(tile, line_.blank());
    while (place != ring_place[index(push.direction)]) {
        const std::size_t next = next_in_ring(place, push.turn);
        slide(push.turn > 0 ? clockwise[place] : opposite(clockwise[next]));
        place = next;
    }
    slide(opposite(push.direction));
}

}  // namespace tessera::search::constructive
