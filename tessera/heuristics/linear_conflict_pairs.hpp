// Linear conflict by pairs: popular, and wrong, since one tile that leaves settles several pairs.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/line_conflict.hpp"

namespace tessera::heuristics::linear_conflict_pairs {

inline constexpr std::string_view aliases[] = {"lc-pairs", "linear-conflict-pairwise"};

inline constexpr HeuristicInfo info{
    .name = "linear-conflict-pairs",
    .aliases = aliases,
    .synopsis = "manhattan + 2 for every pair of tiles in the wrong order in their line",
    .options = {},
    .admissible = false,
    .consistent = false,
    .sight = Sight::most,
    .origin =
        "linear-conflict as several origins count it: 2 for each pair, though one tile's step "
        "aside may end several",
    .cost = "one look-up a move",
    .use =
        "Only to check what was published with it: it overestimates few boards, which is enough to "
        "miss their shortest solutions.",
};

/// Two for every pair in the wrong order, or twice the cheaper tile's cost.
struct ConflictingPairs {
    static constexpr bool consistent = false;

    static Cost of(std::span<const LineTile> line) {
        Cost sum = 0;
        for (std::size_t j = 1; j < line.size(); ++j) {
            for (std::size_t i = 0; i < j; ++i) {
                if (line[i].place > line[j].place) sum += std::min(line[i].cost, line[j].cost);
            }
        }
        return 2 * sum;
    }

    static std::vector<PenaltyItem> items(std::span<const LineTile> line) {
        std::vector<PenaltyItem> pairs;
        for (std::size_t i = 0; i < line.size(); ++i) {
            for (std::size_t j = i + 1; j < line.size(); ++j) {
                if (line[i].place < line[j].place) continue;
                pairs.push_back({2 * std::min(line[i].cost, line[j].cost),
                                 {i, j},
                                 "# stands before #; every such pair counts",
                                 false});
            }
        }
        return pairs;
    }
};

template <BoardType B>
using Heuristic = LineConflict<B, ConflictingPairs>;

}  // namespace tessera::heuristics::linear_conflict_pairs
