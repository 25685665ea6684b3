// What every heuristic claims of itself, against exact costs of every state of small boards.
#include <gtest/gtest.h>

#include <map>

#include "tests/heuristics/state_space.hpp"

namespace tessera::heuristics::testing::claims_test {
namespace {

/// Whether some board has refuted a property of a heuristic.
struct Refuted {
    bool admissible = false;
    bool consistent = false;
};
using Refutations = std::map<std::string_view, Refuted>;

/// A claimed property must hold on every state; what is refuted without being claimed is noted.
template <BoardType B>
void check_claims(Geometry shape, Cell goal_blank, const std::vector<Cost>& costs,
                  Refutations& refuted) {
    const StateSpace<B> space(shape, goal_blank);
    const std::vector<Cost> distance = space.distances(costs);
    for (const registry::HeuristicEntry* entry : components()) {
        const HeuristicInfo& info = *entry->info;
        auto setup = unit_setup<B>(shape, goal_blank);
        setup.tile_costs = costs;
        const auto heuristic = entry->make(setup);
        ASSERT_TRUE(heuristic.ok()) << info.name;
        const Audit result = audit(space, distance, **heuristic, costs);
        EXPECT_EQ(result.h_goal, 0.0) << info.name;
        EXPECT_TRUE(result.admissible() || !info.admissible) << info.name;
        EXPECT_TRUE(result.consistent() || !info.consistent) << info.name;
        refuted[info.name].admissible |= !result.admissible();
        refuted[info.name].consistent |= !result.consistent();
    }
}

TEST(HeuristicClaims, HoldOn3x3AndEveryDenialHasAWitness) {
    Refutations refuted;
    for (const std::size_t goal_blank : {0U, 4U, 8U}) {
        check_claims<Board<3, 3>>({3, 3}, make_cell(goal_blank), {}, refuted);
    }
    check_claims<DynamicBoard>({2, 4}, make_cell(0), {}, refuted);
    for (const registry::HeuristicEntry* entry : components()) {
        const HeuristicInfo& info = *entry->info;
        EXPECT_EQ(refuted.at(info.name).admissible, !info.admissible) << info.name;
        EXPECT_EQ(refuted.at(info.name).consistent, !info.consistent) << info.name;
    }
}

TEST(HeuristicClaims, HoldWithTileCosts) {
    Refutations refuted;
    for (std::size_t goal_blank = 0; goal_blank < 6; ++goal_blank) {
        check_claims<DynamicBoard>({2, 3}, make_cell(goal_blank), uneven_costs(6), refuted);
        check_claims<DynamicBoard>({3, 2}, make_cell(goal_blank), {0, 1, 2, 3, 4, 5}, refuted);
    }
    check_claims<Board<3, 3>>({3, 3}, make_cell(4), uneven_costs(9), refuted);
}

TEST(HeuristicClaims, PrefixConflictIsAdmissibleOn3x3ButNotOnLinesOfFour) {
    const auto over = [](Geometry shape) {
        const StateSpace<DynamicBoard> space(shape, make_cell(shape.cells() - 1));
        const auto prefix = component("linear-conflict-prefix")
                                .make(unit_setup<DynamicBoard>(shape, space.goal_blank()));
        return audit(space, space.distances({}), **prefix).over_states;
    };
    EXPECT_EQ(over({3, 3}), 0U);
    EXPECT_GT(over({2, 4}), 0U);
}

}  // namespace
}  // namespace tessera::heuristics::testing::claims_test
