// Linear conflict by running maximum: counts every tile behind a larger one of its line.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/line_conflict.hpp"

namespace tessera::heuristics::linear_conflict_prefix {

inline constexpr std::string_view aliases[] = {"lc-prefix"};

inline constexpr HeuristicInfo info{
    .name = "linear-conflict-prefix",
    .aliases = aliases,
    .synopsis = "manhattan + 2 for every tile behind a larger tile of its line",
    .options = {},
    .admissible = false,
    .consistent = false,
    .sight = Sight::most,
    .origin = "linear-conflict as an origin counts it: 2 for each tile behind a larger one",
    .cost = "one look-up a move",
    .use =
        "Only to check what was published with it: it can overestimate on lines of four and more.",
};

/// Two (or twice its cost) for every tile below the running maximum of the tiles that belong to the
/// line.
struct BehindLarger {
    static constexpr bool consistent = false;

    static Cost of(std::span<const LineTile> line) {
        Cost sum = 0;
        std::size_t largest = 0;
        for (const LineTile& tile : line) {
            if (tile.place < largest) sum += tile.cost;
            largest = std::max(largest, tile.place);
        }
        return 2 * sum;
    }

    static std::vector<PenaltyItem> items(std::span<const LineTile> line) {
        std::vector<PenaltyItem> behind;
        std::size_t largest = 0;  // the number of the tile, not its place
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (line[i].place < line[largest].place) {
                behind.push_back({2 * line[i].cost,
                                  {i, largest},
                                  "# stands behind #, which belongs behind it",
                                  false});
            } else {
                largest = i;
            }
        }
        return behind;
    }
};

template <BoardType B>
using Heuristic = LineConflict<B, BehindLarger>;

}  // namespace tessera::heuristics::linear_conflict_prefix
