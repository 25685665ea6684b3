// True distances: complete tables, balls around the goal, and Dijkstra's algorithm where moves cost different amounts.
#include "tessera/selftest/selftest_distances.hpp"

#include <algorithm>
#include <limits>

namespace tessera::lab {
namespace {

/// One way to turn a board: rows and columns exchanged or not, then each of them reversed or not.
struct Turn {
    Geometry from;
    bool transposed;
    bool rows_reversed;
    bool cols_reversed;

    Geometry shape() const { return transposed ? Geometry{from.cols, from.rows} : from; }
    std::size_t operator()(std::size_t cell) const {
        const Geometry to = shape();
        std::size_t row = cell / from.cols;
        std::size_t col = cell % from.cols;
        if (transposed) std::swap(row, col);
        if (rows_reversed) row = to.rows - 1U - row;
        if (cols_reversed) col = to.cols - 1U - col;
        return row * to.cols + col;
    }
};

/// The turn to a board that is at least as wide as high, with the goal's blank on the first cell possible.
Turn best_turn(Geometry geometry, std::size_t blank) {
    std::optional<Turn> best;
    for (unsigned bits = 0; bits < 8; ++bits) {
        const Turn turn{geometry, (bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
        if (turn.shape().rows > turn.shape().cols) continue;
        if (!best || turn(blank) < (*best)(blank)) best = turn;
    }
    return *best;
}

std::uint64_t packed(const std::vector<std::uint8_t>& tiles) {
    std::uint64_t word = 0;
    for (const std::uint8_t tile : tiles) word = word << 4 | tile;
    return word;
}

/// Calls `visit(tile)` after each slide that the board allows, and takes it back.
template <class Visit>
void for_every_slide(Geometry geometry, std::vector<std::uint8_t>& tiles, Visit visit) {
    const auto blank = static_cast<std::size_t>(
        std::find(tiles.begin(), tiles.end(), std::uint8_t{0}) - tiles.begin());
    const MoveSet legal = geometry.legal_moves(make_cell(blank));
    for (const Move move : all_moves) {
        if (!legal.has(move)) continue;
        const std::size_t from = index(geometry.neighbour(make_cell(blank), move));
        const std::uint8_t tile = tiles[from];
        std::swap(tiles[from], tiles[blank]);
        visit(tile);
        std::swap(tiles[from], tiles[blank]);
    }
}

std::vector<std::uint8_t> goal_tiles(Geometry geometry, Cell blank) {
    std::vector<std::uint8_t> tiles(geometry.cells());
    for (std::size_t c = 0; c < tiles.size(); ++c) {
        tiles[c] = static_cast<std::uint8_t>(index(goal_tile(make_cell(c), blank)));
    }
    return tiles;
}

std::unordered_map<std::uint64_t, std::uint8_t> search_ball(Geometry geometry, Cell blank,
                                                            int radius) {
    std::unordered_map<std::uint64_t, std::uint8_t> ball;
    std::vector<std::vector<std::uint8_t>> layer{goal_tiles(geometry, blank)};
    ball.emplace(packed(layer.front()), std::uint8_t{0});
    for (int depth = 1; depth <= radius; ++depth) {
        std::vector<std::vector<std::uint8_t>> next;
        for (std::vector<std::uint8_t>& tiles : layer) {
            for_every_slide(geometry, tiles, [&](std::uint8_t) {
                if (ball.emplace(packed(tiles), static_cast<std::uint8_t>(depth)).second) {
                    next.push_back(tiles);
                }
            });
        }
        layer = std::move(next);
    }
    return ball;
}

/// The cost of every state to the goal, by rank. Moves go both ways at the same cost, so the search starts at the goal.
std::vector<Cost> search_by_cost(const ExactDistances& states, const std::vector<Cost>& costs) {
    const Geometry geometry = states.geometry();
    std::vector<Cost> best(states.states(), infinite_cost);
    std::vector<std::vector<std::uint64_t>> buckets(1);
    std::vector<std::uint8_t> tiles = goal_tiles(geometry, states.goal_blank());
    const std::uint64_t goal = states.rank(std::span<const std::uint8_t>(tiles));
    best[goal] = 0;
    buckets[0].push_back(goal);
    for (std::size_t cost = 0; cost < buckets.size(); ++cost) {
        for (std::size_t i = 0; i < buckets[cost].size(); ++i) {
            const std::uint64_t rank = buckets[cost][i];
            if (best[rank] != static_cast<Cost>(cost)) continue;
            states.unrank(rank, std::span<std::uint8_t>(tiles));
            for_every_slide(geometry, tiles, [&](std::uint8_t tile) {
                const Cost after = static_cast<Cost>(cost) + costs[tile];
                Cost& known = best[states.rank(std::span<const std::uint8_t>(tiles))];
                if (known <= after) return;
                known = after;
                const auto bucket = static_cast<std::size_t>(after);
                if (bucket >= buckets.size()) buckets.resize(bucket + 1);
                buckets[bucket].push_back(states.rank(std::span<const std::uint8_t>(tiles)));
            });
        }
        buckets[cost] = {};
    }
    return best;
}

}  // namespace

std::vector<std::uint8_t> TrueDistances::turned(const DynamicBoard& board) const {
    std::vector<std::uint8_t> tiles(place_.size());
    for (std::size_t c = 0; c < tiles.size(); ++c) {
        tiles[place_[c]] = name_[index(board.tile_at(make_cell(c)))];
    }
    return tiles;
}

std::optional<Cost> TrueDistances::of_turned(const std::vector<std::uint8_t>& tiles) const {
    if (all_ != nullptr) {
        const std::uint64_t rank = all_->rank(std::span<const std::uint8_t>(tiles));
        if (by_cost_ != nullptr) return (*by_cost_)[static_cast<std::size_t>(rank)];
        return all_->distance_by_rank(rank);
    }
    const auto found = near_->find(packed(tiles));
    if (found == near_->end()) return std::nullopt;
    return Cost{found->second};
}

std::optional<Cost> TrueDistances::of(const DynamicBoard& board) const {
    return of_turned(turned(board));
}

std::optional<std::uint64_t> TrueDistances::shortest_solutions(const DynamicBoard& board) const {
    std::unordered_map<std::uint64_t, std::uint64_t> counted;
    std::vector<std::uint8_t> tiles = turned(board);
    if (!of_turned(tiles)) return std::nullopt;
    const std::function<std::uint64_t()> count = [&]() -> std::uint64_t {
        const std::uint64_t key = packed(tiles);
        if (const auto known = counted.find(key); known != counted.end()) return known->second;
        const Cost distance = of_turned(tiles).value();
        std::uint64_t sum = distance == 0 ? 1 : 0;
        for_every_slide(shape_, tiles, [&](std::uint8_t tile) {
            const std::optional<Cost> after = of_turned(tiles);
            const Cost cost = costs_.empty() ? 1 : costs_[tile];
            if (after && *after + cost == distance) sum += count();
        });
        counted.emplace(key, sum);
        return sum;
    };
    return count();
}

Result<std::shared_ptr<const ExactDistances>> DistanceStore::complete(Entry& entry,
                                                                      Geometry geometry,
                                                                      Cell blank) {
    if (auto known = entry.all.lock()) return known;
    auto built =
        ExactDistances::build(geometry, blank, std::numeric_limits<std::size_t>::max(),
                              [&](int, std::uint64_t) { return !cancelled_ || !cancelled_(); });
    if (!built) return built.error();
    auto table = std::make_shared<const ExactDistances>(std::move(*built));
    entry.all = table;
    if (table->states() <= most_states_kept) entry.kept = table;
    return table;
}

Result<TrueDistances> DistanceStore::distances(const DynamicBoard& goal, CostModel cost,
                                               Knowledge knowledge) {
    const Geometry geometry = goal.geometry();
    if (geometry.cells() > 16) {
        return usage_error("true distances are known on boards of up to 16 cells only");
    }
    const Turn turn = best_turn(geometry, index(goal.blank()));
    TrueDistances result;
    result.shape_ = turn.shape();
    result.blank_ = make_cell(turn(index(goal.blank())));
    result.place_.resize(geometry.cells());
    result.name_.resize(geometry.cells());
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        result.place_[c] = turn(c);
        result.name_[index(goal.tile_at(make_cell(c)))] =
            static_cast<std::uint8_t>(index(goal_tile(make_cell(turn(c)), result.blank_)));
    }
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(mutex_);
        auto& place = entries_[{result.shape_.rows, result.shape_.cols, index(result.blank_)}];
        if (place == nullptr) place = std::make_shared<Entry>();
        entry = place;
    }
    {
        const std::lock_guard lock(entry->mutex);
        if (knowledge == Knowledge::near) {
            if (entry->near == nullptr) {
                entry->near = std::make_shared<const TrueDistances::Ball>(
                    search_ball(result.shape_, result.blank_, radius));
            }
            result.near_ = entry->near;
            return result;
        }
        auto all = complete(*entry, result.shape_, result.blank_);
        if (!all) return all.error();
        result.all_ = std::move(*all);
    }
    if (cost == CostModel::tile) {
        result.costs_.resize(geometry.cells(), 0);
        for (std::size_t t = 1; t < geometry.cells(); ++t) {
            result.costs_[result.name_[t]] = static_cast<Cost>(t);
        }
        result.by_cost_ =
            std::make_shared<const std::vector<Cost>>(search_by_cost(*result.all_, result.costs_));
    }
    return result;
}

}  // namespace tessera::lab
