// Walking distance: table sizes, the sizes it refuses, and its relation to Manhattan.
#include <gtest/gtest.h>

#include "tessera/heuristics/walking_distance.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::walking_distance_test {
namespace {

using Walking = walking_distance::Heuristic<DynamicBoard>;

TEST(WalkingTable, CountsItsStatesBeforeBuildingThem) {
    constexpr std::uint64_t limit = 1'000'000;
    EXPECT_EQ(WalkingTable::count_states(2, 2, limit), 4U);
    EXPECT_EQ(WalkingTable::count_states(3, 3, limit), 105U);
    EXPECT_EQ(WalkingTable::count_states(4, 4, limit), 24'964U);
    EXPECT_EQ(WalkingTable::count_states(5, 3, limit), 352'560U);
    EXPECT_EQ(WalkingTable::count_states(6, 2, limit), 367'560U);
    EXPECT_EQ(WalkingTable::count_states(5, 5, limit), limit + 1);
    EXPECT_EQ(WalkingTable::count_states(100, 100, limit), limit + 1);
}

TEST(WalkingTable, ReachesEveryStateFromEveryGoal) {
    for (const std::size_t lines : {2U, 3U, 4U}) {
        for (const std::size_t length : {2U, 3U, 4U}) {
            const auto states =
                static_cast<std::size_t>(WalkingTable::count_states(lines, length, 1'000'000));
            for (std::size_t goal = 0; goal < lines; ++goal) {
                EXPECT_EQ(WalkingTable(lines, length, goal, states).states(), states);
            }
        }
    }
}

TEST(WalkingDistance, WorksOnTheSizesItNamesAndRefusesTheNext) {
    for (const Geometry shape : {Geometry{2, 6}, Geometry{5, 3}, Geometry{4, 4}}) {
        EXPECT_TRUE(Walking::make(unit_setup<DynamicBoard>(shape, make_cell(0))).ok());
    }
    for (const Geometry shape :
         {Geometry{2, 7}, Geometry{6, 3}, Geometry{4, 5}, Geometry{5, 5}, Geometry{100, 100}}) {
        const auto refused = Walking::make(unit_setup<DynamicBoard>(shape, make_cell(0)));
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
        const std::string size = std::to_string(shape.rows) + "x" + std::to_string(shape.cols);
        EXPECT_NE(refused.error().message.find(size), std::string::npos);
        EXPECT_NE(refused.error().hint.find("4x4"), std::string::npos);
    }
}

TEST(WalkingDistance, ObeysTheMemoryLimit) {
    auto setup = unit_setup<DynamicBoard>({4, 4}, make_cell(15));
    const auto built = Walking::make(setup);
    ASSERT_TRUE(built.ok());
    setup.memory_bytes = built->table_bytes();
    EXPECT_TRUE(Walking::make(setup).ok());
    setup.memory_bytes = built->table_bytes() - 1;
    const auto refused = Walking::make(setup);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
}

TEST(WalkingDistance, SharesOneTableBetweenRowsAndColumnsWhereTheyAreAlike) {
    const auto corner = Walking::make(unit_setup<DynamicBoard>({4, 4}, make_cell(15)));
    const auto edge = Walking::make(unit_setup<DynamicBoard>({4, 4}, make_cell(1)));
    EXPECT_EQ(&corner->rows(), &corner->columns());
    EXPECT_NE(&edge->rows(), &edge->columns());
    EXPECT_EQ(edge->table_bytes(), 2 * corner->table_bytes());
}

TEST(WalkingDistance, IsSeventyOnTheReversed4x4Board) {
    // The farthest state of both directions: 35 vertical and 35 horizontal moves.
    std::vector<std::size_t> numbers{0};
    for (std::size_t tile = 15; tile > 0; --tile) numbers.push_back(tile);
    const auto heuristic = Walking::make(unit_setup<DynamicBoard>({4, 4}, make_cell(15)));
    const auto board = board_of<DynamicBoard>({4, 4}, numbers);
    EXPECT_EQ(heuristic->value(heuristic->evaluate(board)), 70);
}

}  // namespace
}  // namespace tessera::heuristics::testing::walking_distance_test
