// Linear conflict, exact: tiles of one line in the wrong order have to leave it and come back.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/line_conflict.hpp"

namespace tessera::heuristics::linear_conflict {

inline constexpr std::string_view aliases[] = {"lc"};

inline constexpr HeuristicInfo info{
    .name = "linear-conflict",
    .aliases = aliases,
    .synopsis =
        "manhattan + 2 for every tile that must leave its line so that the rest stand in order",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::most,
    .hot = true,
    .reference = "Hansson, Mayer and Yung 1992, Criticizing solutions to relaxed models",
    .origin =
        "manhattan's relaxation, criticised: two tiles of one line cannot pass each other within "
        "it",
    .cost = "one look-up a move in a table of the orders of a line",
    .use =
        "Nearly always when there is no pattern database: it needs no memory, works on any size, "
        "and searches with it look at about a tenth of the states that they do with manhattan on "
        "4x4.",
};

/// Twice the cost of the cheapest set of tiles whose removal leaves the line in increasing order,
/// which is the total less the heaviest increasing subsequence. (Removing the tile with most
/// conflicts first, as in the 1992 paper, takes out three tiles of `2 4 1 5 3` where two are
/// enough, and is then not consistent.)
///
/// Each tile left out must step out of its line and back, two moves beyond its Manhattan distance.
/// Consistent: a slide of a tile of cost w changes the order in no line and adds the tile to, or
/// takes it from, at most one; then Manhattan changes by w one way and the penalty by 0 … 2w the
/// other way.
struct FewestRemoved {
    static constexpr bool consistent = true;

    static Cost of(std::span<const LineTile> line) {
        // heaviest[i] is a Fenwick tree: the heaviest increasing subsequence that ends at a place
        // it covers.
        std::array<Cost, largest_side + 1> heaviest{};
        Cost total = 0;
        Cost kept = 0;
        for (const LineTile& tile : line) {
            Cost before = 0;
            for (std::size_t i = tile.place; i > 0; i &= i - 1) {
                before = std::max(before, heaviest[i]);
            }
            const Cost with_tile = before + tile.cost;
            for (std::size_t i = tile.place + 1; i <= largest_side; i += i & (~i + 1)) {
                heaviest[i] = std::max(heaviest[i], with_tile);
            }
            total += tile.cost;
            kept = std::max(kept, with_tile);
        }
        return 2 * (total - kept);
    }

    /// The tiles of one such cheapest set: those outside a heaviest increasing subsequence.
    static std::vector<PenaltyItem> items(std::span<const LineTile> line) {
        constexpr std::size_t none = largest_side;
        std::vector<Cost> heaviest;  // that ends with the tile
        std::vector<std::size_t> previous;
        std::size_t last = none;
        for (std::size_t i = 0; i < line.size(); ++i) {
            std::size_t before = none;
            for (std::size_t j = 0; j < i; ++j) {
                if (line[j].place < line[i].place &&
                    (before == none || heaviest[j] > heaviest[before])) {
                    before = j;
                }
            }
            heaviest.push_back(line[i].cost + (before == none ? 0 : heaviest[before]));
            previous.push_back(before);
            if (last == none || heaviest[i] > heaviest[last]) last = i;
        }
        std::vector<bool> stays(line.size(), false);
        for (std::size_t i = last; i != none; i = previous[i]) stays[i] = true;
        std::vector<PenaltyItem> leaving;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (stays[i]) continue;
            leaving.push_back({2 * line[i].cost, {i}, "# must leave the line and come back", true});
        }
        return leaving;
    }
};

template <BoardType B>
using Heuristic = LineConflict<B, FewestRemoved>;

}  // namespace tessera::heuristics::linear_conflict
