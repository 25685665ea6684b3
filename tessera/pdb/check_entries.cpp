// Checks random entries of a table against their neighbours and against a separate search.
#include "tessera/pdb/check_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "tessera/puzzle/random.hpp"

namespace tessera::pdb {
namespace {

using Cells = std::vector<Cell>;

/// The tiles' cells and the blank's region: the free cells it can reach.
struct State {
    Cells tiles;
    Cells region;  ///< ascending
};

bool among(const Cells& cells, Cell cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

Cells region_of(Geometry geometry, const Cells& tiles, Cell blank) {
    Cells region{blank};
    for (std::size_t i = 0; i < region.size(); ++i) {
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(region[i]).has(move)) continue;
            const Cell next = geometry.neighbour(region[i], move);
            if (!among(tiles, next) && !among(region, next)) region.push_back(next);
        }
    }
    std::sort(region.begin(), region.end());
    return region;
}

/// Five bits a cell: most_tiles tiles and the region's first cell fit.
std::uint64_t key_of(const State& state) {
    static_assert(most_cells <= 32 && 5 * (most_tiles + 1) <= 64);
    std::uint64_t key = index(state.region.front());
    for (const Cell cell : state.tiles) key = key * 32 + index(cell);
    return key;
}

Cost manhattan_sum(const Pattern& pattern, const Cells& tiles) {
    Cost sum = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        sum +=
            pattern.geometry.manhattan(tiles[i], goal_cell(pattern.tiles[i], pattern.goal_blank));
    }
    return sum;
}

/// Every state one slide of a tile away.
std::vector<State> neighbours(Geometry geometry, const State& state) {
    std::vector<State> all;
    for (std::size_t i = 0; i < state.tiles.size(); ++i) {
        const Cell from = state.tiles[i];
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(from).has(move)) continue;
            const Cell to = geometry.neighbour(from, move);
            if (!among(state.region, to)) continue;
            State next{state.tiles, {}};
            next.tiles[i] = to;
            next.region = region_of(geometry, next.tiles, from);
            all.push_back(std::move(next));
        }
    }
    return all;
}

Placement placement_of(const Cells& tiles) {
    std::vector<std::pair<Cell, Arrangement>> by_cell;
    by_cell.reserve(tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        by_cell.emplace_back(tiles[i], static_cast<Arrangement>(i));
    }
    std::sort(by_cell.begin(), by_cell.end());
    Placement placement;
    unsigned shift = 0;
    for (const auto& [cell, label] : by_cell) {
        placement.cells |= bit_of(cell);
        placement.arrangement |= label << shift;
        shift += 3;
    }
    return placement;
}

State random_state(const Pattern& pattern, Random& random) {
    Cells cells;
    for (std::size_t c = 0; c < pattern.geometry.cells(); ++c) cells.push_back(make_cell(c));
    random.shuffle(std::span(cells));
    const Cell blank = cells.back();
    cells.resize(pattern.tiles.size());
    return {cells, region_of(pattern.geometry, cells, blank)};
}

/// Whether some states cannot be reached: if at most one tile is in no pattern, parity excludes half of all
/// states, and their entries mean nothing.
bool has_unreachable_states(const Pattern& pattern) {
    return pattern.tiles.size() + 2 >= pattern.geometry.cells();
}

std::string drawn(const Pattern& pattern, const State& state) {
    std::string text;
    for (std::size_t i = 0; i < state.tiles.size(); ++i) {
        text += fmt::format("{}{} on {}", i > 0 ? ", " : "", index(pattern.tiles[i]),
                            index(state.tiles[i]) + 1);
    }
    return fmt::format("tile {}, blank on {}", text, index(state.region.front()) + 1);
}

}  // namespace

std::optional<Cost> plain_distance(const Pattern& pattern, std::span<const Cell> tile_cells,
                                   Cell blank, std::size_t most_states) {
    struct Open {
        State state;
        Cost g;
    };
    const Geometry geometry = pattern.geometry;
    Cells home;
    for (const Tile tile : pattern.tiles) home.push_back(goal_cell(tile, pattern.goal_blank));
    const std::uint64_t goal = key_of({home, region_of(geometry, home, pattern.goal_blank)});

    Cells start_cells(tile_cells.begin(), tile_cells.end());
    State start{start_cells, region_of(geometry, start_cells, blank)};
    std::unordered_map<std::uint64_t, Cost> best{{key_of(start), 0}};
    // Every slide changes Manhattan's distance by one, so f grows by 0 or 2: two lists are enough.
    std::vector<Open> now;
    std::vector<Open> later;
    now.push_back({std::move(start), 0});
    while (!now.empty()) {
        const Open open = std::move(now.back());
        now.pop_back();
        const std::uint64_t key = key_of(open.state);
        if (key == goal) return open.g;
        if (best[key] == open.g) {
            const Cost h = manhattan_sum(pattern, open.state.tiles);
            for (State& next : neighbours(geometry, open.state)) {
                const auto [place, is_new] = best.try_emplace(key_of(next), open.g + 1);
                if (!is_new && place->second <= open.g + 1) continue;
                place->second = open.g + 1;
                const bool nearer = manhattan_sum(pattern, next.tiles) < h;
                (nearer ? now : later).push_back({std::move(next), open.g + 1});
            }
            if (best.size() > most_states) return std::nullopt;
        }
        if (now.empty()) std::swap(now, later);
    }
    return infinite_cost;
}

EntryCheck check_entries(const BitTable& table, std::uint64_t seed, std::uint64_t entries,
                         std::size_t most_states, const std::function<bool()>& cancelled) {
    const Pattern& pattern = table.pattern();
    const auto distance = [&](const State& state) {
        return table.distance(placement_of(state.tiles), state.region.front());
    };
    EntryCheck check;
    // Walks and neighbours only compare entries; this one says which of them are meant.
    if (table.bit(table.position(goal_placement(pattern), pattern.goal_blank)) != 0) {
        check.fault = "the goal itself has not the distance 0";
        return check;
    }
    Random random(seed);
    for (std::uint64_t draw = 0; check.entries < entries && draw < 20 * entries; ++draw) {
        if (cancelled()) break;
        const State state = random_state(pattern, random);
        const Cost found = distance(state);
        if (found == infinite_cost && has_unreachable_states(pattern)) continue;
        ++check.entries;
        if (found == infinite_cost) {
            check.fault = fmt::format("the walk from {} does not end", drawn(pattern, state));
            return check;
        }
        for (const State& next : neighbours(pattern.geometry, state)) {
            const Cost after = distance(next);
            if (after == found + 1 || after == found - 1) continue;
            check.fault = fmt::format("one slide from {} changes the distance from {} to {}",
                                      drawn(pattern, state), found, after);
            return check;
        }
        const auto plain = plain_distance(pattern, state.tiles, state.region.front(), most_states);
        if (!plain) continue;
        ++check.recomputed;
        if (*plain == found) continue;
        check.fault = fmt::format("{} has distance {}, the table says {}", drawn(pattern, state),
                                  *plain, found);
        return check;
    }
    return check;
}

}  // namespace tessera::pdb
