// Every heuristic on every kind of board: 0 at the goal, incremental equals from scratch, whole values round up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "tessera/heuristics/gaschnig.hpp"
#include "tessera/heuristics/inversion_distance.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/heuristics/walking_distance.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::contract_test {
namespace {

/// A goal blank in each corner, and one in the middle.
std::vector<Cell> goal_blanks(Geometry geometry) {
    const std::size_t rows = geometry.rows;
    const std::size_t cols = geometry.cols;
    const std::set<Cell> cells{geometry.cell(0, 0), geometry.cell(0, cols - 1),
                               geometry.cell(rows - 1, 0), geometry.cell(rows - 1, cols - 1),
                               geometry.cell(rows / 2, (cols - 1) / 2)};
    return {cells.begin(), cells.end()};
}

template <BoardType B>
Move random_move(const B& board, std::mt19937& random) {
    while (true) {
        const Move move = all_moves[random() % 4];
        if (board.legal_moves().has(move)) return move;
    }
}

template <BoardType B>
void check_walk(const ErasedHeuristic<B>& heuristic, B board, std::size_t steps,
                std::mt19937& random) {
    auto state = heuristic.evaluate(board);
    ASSERT_EQ(heuristic.value(state), 0);
    ASSERT_EQ(heuristic.exact_value(state), 0.0);
    for (std::size_t step = 0; step < steps; ++step) {
        const Move move = random_move(board, random);
        const Cell from = board.neighbour(move);
        state = heuristic.after_slide(state, board, board.tile_at(from), from, board.blank());
        board.slide(move);
        const auto scratch = heuristic.evaluate(board);
        ASSERT_EQ(heuristic.value(state), heuristic.value(scratch)) << "after step " << step;
        ASSERT_EQ(heuristic.exact_value(state), heuristic.exact_value(scratch));
        ASSERT_EQ(heuristic.value(state), std::ceil(heuristic.exact_value(state)));
    }
}

/// Walks from each goal with the heuristic, with and without tile costs. `refused`: it must say that it cannot be
/// built on this size.
template <BoardType B>
void check_heuristic(std::string_view name, registry::HeuristicFactory<B> make, Geometry geometry,
                     std::size_t steps, bool refused = false) {
    std::mt19937 random(20240607);
    for (const Cell goal_blank : goal_blanks(geometry)) {
        for (const bool tile_costs : {false, true}) {
            SCOPED_TRACE(fmt::format("{} on {}x{}, goal blank {}{}", name, geometry.rows,
                                     geometry.cols, index(goal_blank),
                                     tile_costs ? ", tile costs" : ""));
            auto setup = unit_setup<B>(geometry, goal_blank);
            if (tile_costs) setup.tile_costs = uneven_costs(geometry.cells());
            const auto heuristic = make(setup);
            ASSERT_EQ(heuristic.ok(), !refused);
            if (refused) {
                EXPECT_EQ(heuristic.error().code, ErrorCode::memory_limit);
                continue;
            }
            check_walk(**heuristic, canonical_goal<B>(geometry, goal_blank), steps, random);
        }
    }
}

/// Every heuristic; `refused` names those that cannot be built on this size.
template <BoardType B>
void check_all(Geometry geometry, std::size_t steps,
               const std::set<std::string_view>& refused = {}) {
    for (const registry::HeuristicEntry* entry : components()) {
        const std::string_view name = entry->info->name;
        check_heuristic(name, std::get<registry::HeuristicFactory<B>>(entry->factories), geometry,
                        steps, refused.contains(name));
    }
}

template <class B>
class HeuristicContract : public ::testing::Test {};

using FixedBoards = ::testing::Types<Board<3, 3>, Board<4, 4>, Board<5, 5>>;
TYPED_TEST_SUITE(HeuristicContract, FixedBoards);

const std::set<std::string_view> without_walking{"walking-distance"};

TYPED_TEST(HeuristicContract, FollowsSlidesOnFixedBoards) {
    constexpr Geometry shape = TypeParam::shape;
    const bool refused = shape.cells() > 16;  // of the sizes listed above, 5×5
    check_all<TypeParam>(shape, 400, refused ? without_walking : std::set<std::string_view>{});
}

TEST(HeuristicContractRectangle, FollowsSlidesOnAFixedBoardThatIsNotSquare) {
    // The engine has no such board, so a heuristic of each kind is compiled for one here.
    using B = Board<3, 5>;
    const auto check = [](const HeuristicInfo& info, registry::HeuristicFactory<B> make) {
        check_heuristic(info.name, make, B::shape, 400);
    };
    check(manhattan::info, registry::build_heuristic<B, manhattan::Heuristic>);
    check(gaschnig::info, registry::build_heuristic<B, gaschnig::Heuristic>);
    check(linear_conflict::info, registry::build_heuristic<B, linear_conflict::Heuristic>);
    check(inversion_distance::info, registry::build_heuristic<B, inversion_distance::Heuristic>);
    check(walking_distance::info, registry::build_heuristic<B, walking_distance::Heuristic>);
    check(strong::info, registry::build_heuristic<B, strong::Heuristic>);
}

TEST(HeuristicContractDynamic, FollowsSlidesOnSmallBoards) {
    for (const Geometry shape : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}, Geometry{3, 3},
                                 Geometry{4, 4}, Geometry{3, 5}, Geometry{5, 2}}) {
        check_all<DynamicBoard>(shape, 200);
    }
}

TEST(LongHeuristicContractDynamic, FollowsSlidesOnLargerBoards) {
    check_all<DynamicBoard>({5, 5}, 200, without_walking);
    check_all<DynamicBoard>({6, 6}, 100, without_walking);
    check_all<DynamicBoard>({8, 7}, 100, without_walking);
    check_all<DynamicBoard>({2, 9}, 400, without_walking);
    check_all<DynamicBoard>({13, 5}, 50, without_walking);
    check_all<DynamicBoard>({17, 16}, 50, without_walking);
}

TEST(HeuristicContractDynamic, PlainStatesFitASlotOfACombination) {
    for (const registry::HeuristicEntry* entry : components()) {
        const auto heuristic = entry->make(unit_setup<DynamicBoard>({3, 3}, make_cell(8)));
        ASSERT_TRUE(heuristic.ok());
        const std::size_t room = entry->info->combines
                                     ? ErasedHeuristic<DynamicBoard>::state_bytes
                                     : ErasedHeuristic<DynamicBoard>::plain_state_bytes;
        EXPECT_LE((*heuristic)->used_bytes(), room) << entry->info->name;
    }
}

TEST(HeuristicInfos, NamesAndAliasesAreAllDifferent) {
    std::set<std::string_view> names;
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        for (const std::string_view alias : info.aliases) {
            EXPECT_TRUE(names.insert(alias).second) << alias;
        }
        EXPECT_FALSE(info.synopsis.empty());
    }
}

}  // namespace
}  // namespace tessera::heuristics::testing::contract_test
