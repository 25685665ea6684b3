// Every heuristic by name, behind one type, for the tests that run over all of them.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/chebyshev.hpp"
#include "tessera/heuristics/euclidean.hpp"
#include "tessera/heuristics/euclidean_half.hpp"
#include "tessera/heuristics/gaschnig.hpp"
#include "tessera/heuristics/inversion_distance.hpp"
#include "tessera/heuristics/inversions.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/linear_conflict_corners.hpp"
#include "tessera/heuristics/linear_conflict_last_moves.hpp"
#include "tessera/heuristics/linear_conflict_pairs.hpp"
#include "tessera/heuristics/linear_conflict_prefix.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/heuristics/manhattan_inversions.hpp"
#include "tessera/heuristics/max.hpp"
#include "tessera/heuristics/misplaced.hpp"
#include "tessera/heuristics/row_column.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/heuristics/walking_distance.hpp"
#include "tessera/heuristics/weighted_combination.hpp"
#include "tessera/heuristics/zero.hpp"

namespace tessera::heuristics::testing {

template <BoardType B>
using Made = Result<std::shared_ptr<const ErasedHeuristic<B>>>;

/// One heuristic: what it says about itself, and how to make it.
template <BoardType B>
struct Component {
    const HeuristicInfo* info;
    Made<B> (*make)(const HeuristicSetup<B>&);
};

template <BoardType B, class H>
Made<B> make_erased(const HeuristicSetup<B>& setup) {
    auto heuristic = H::make(setup);
    if (!heuristic) return heuristic.error();
    return std::shared_ptr<const ErasedHeuristic<B>>(
        std::make_shared<Erased<B, H>>(std::move(*heuristic)));
}

template <BoardType B>
std::vector<Component<B>> components() {
    return {
        {&zero::info, make_erased<B, zero::Heuristic<B>>},
        {&misplaced::info, make_erased<B, misplaced::Heuristic<B>>},
        {&row_column::info, make_erased<B, row_column::Heuristic<B>>},
        {&euclidean::info, make_erased<B, euclidean::Heuristic<B>>},
        {&euclidean_half::info, make_erased<B, euclidean_half::Heuristic<B>>},
        {&manhattan::info, make_erased<B, manhattan::Heuristic<B>>},
        {&chebyshev::info, make_erased<B, chebyshev::Heuristic<B>>},
        {&gaschnig::info, make_erased<B, gaschnig::Heuristic<B>>},
        {&linear_conflict::info, make_erased<B, linear_conflict::Heuristic<B>>},
        {&linear_conflict_last_moves::info,
         make_erased<B, linear_conflict_last_moves::Heuristic<B>>},
        {&linear_conflict_corners::info, make_erased<B, linear_conflict_corners::Heuristic<B>>},
        {&strong::info, make_erased<B, strong::Heuristic<B>>},
        {&linear_conflict_pairs::info, make_erased<B, linear_conflict_pairs::Heuristic<B>>},
        {&linear_conflict_prefix::info, make_erased<B, linear_conflict_prefix::Heuristic<B>>},
        {&inversions::info, make_erased<B, inversions::Heuristic<B>>},
        {&manhattan_inversions::info, make_erased<B, manhattan_inversions::Heuristic<B>>},
        {&inversion_distance::info, make_erased<B, inversion_distance::Heuristic<B>>},
        {&walking_distance::info, make_erased<B, walking_distance::Heuristic<B>>},
        {&max::info, make_erased<B, max::Heuristic<B>>},
        {&weighted_combination::info, make_erased<B, weighted_combination::Heuristic<B>>},
    };
}

template <BoardType B>
HeuristicSetup<B> unit_setup(Geometry geometry, Cell goal_blank) {
    HeuristicSetup<B> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    return setup;
}

/// Costs that are neither sorted nor all different, the cheapest one not the first.
inline std::vector<Cost> uneven_costs(std::size_t cells) {
    std::vector<Cost> costs(cells, 0);
    for (std::size_t t = 1; t < cells; ++t) costs[t] = static_cast<Cost>(2 + (t * 7) % 5);
    return costs;
}

/// A board from numbers in canonical labels.
template <BoardType B>
B board_of(Geometry geometry, const std::vector<std::size_t>& numbers) {
    std::vector<Tile> tiles;
    for (const std::size_t number : numbers) tiles.push_back(make_tile(number));
    return B::from_tiles(geometry, tiles);
}

}  // namespace tessera::heuristics::testing
