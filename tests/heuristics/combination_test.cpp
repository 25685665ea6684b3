// The combinations max and weighted-combination: their parts, defaults, options and errors.
#include <gtest/gtest.h>

#include <algorithm>

#include "tessera/puzzle/goal.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::combination_test {
namespace {

using B = Board<4, 4>;

HeuristicSetup<B> setup_4x4() {
    return unit_setup<B>(B::shape, make_cell(15));
}

/// Any board on which the heuristics differ.
B far_board() {
    return board_of<B>(B::shape, {15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0});
}

template <BoardType Any>
Cost value_of(std::string_view name, const HeuristicSetup<Any>& setup, const Any& board) {
    const auto heuristic = component(name).make(setup);
    return (*heuristic)->value((*heuristic)->evaluate(board));
}

TEST(Max, IsTheLargestOfItsParts) {
    auto setup = setup_4x4();
    setup.children.push_back(*component("misplaced").make(setup_4x4()));
    EXPECT_EQ(value_of("max", setup, far_board()), value_of("misplaced", setup, far_board()));
    setup.children.push_back(*component("inversion-distance").make(setup_4x4()));
    setup.children.push_back(*component("euclidean").make(setup_4x4()));
    const Cost largest = std::max(value_of("inversion-distance", setup, far_board()),
                                  value_of("euclidean", setup, far_board()));
    EXPECT_EQ(value_of("max", setup, far_board()), largest);
}

TEST(Max, TakesLinearConflictAndWalkingDistanceByDefault) {
    const Cost largest = std::max(value_of("linear-conflict", setup_4x4(), far_board()),
                                  value_of("walking-distance", setup_4x4(), far_board()));
    EXPECT_EQ(value_of("max", setup_4x4(), far_board()), largest);

    using Large = Board<5, 5>;
    const auto setup = unit_setup<Large>(Large::shape, make_cell(24));
    const auto alone = component("max").make(setup);
    const auto conflict = component("linear-conflict").make(setup);
    ASSERT_TRUE(alone.ok());
    EXPECT_EQ((*alone)->table_bytes(), (*conflict)->table_bytes());
}

TEST(Max, RefusesFivePartsAndNestedCombinations) {
    auto setup = setup_4x4();
    const auto part = *component("manhattan").make(setup_4x4());
    setup.children.assign(4, part);
    EXPECT_TRUE(component("max").make(setup).ok());
    setup.children.assign(5, part);
    const auto five = component("max").make(setup);
    ASSERT_FALSE(five.ok());
    EXPECT_EQ(five.error().code, ErrorCode::usage);
    setup.children.assign(1, *component("max").make(setup_4x4()));
    const auto nested = component("max").make(setup);
    ASSERT_FALSE(nested.ok());
    EXPECT_EQ(nested.error().code, ErrorCode::usage);
}

TEST(WeightedCombination, IsTheDocumentedFormula) {
    const Cost sum = value_of("linear-conflict-prefix", setup_4x4(), far_board()) +
                     value_of("walking-distance", setup_4x4(), far_board());
    EXPECT_EQ(value_of("weighted-combination", setup_4x4(), far_board()), sum);
    auto setup = setup_4x4();
    setup.parameters.emplace_back("factor", "7");
    EXPECT_EQ(value_of("weighted-combination", setup, far_board()), 7 * sum);
}

TEST(WeightedCombination, UsesFactorFiveAndManhattanTwiceOnLargeBoards) {
    constexpr Geometry shape{6, 6};
    const auto setup = unit_setup<DynamicBoard>(shape, make_cell(35));
    auto board = canonical_goal<DynamicBoard>(shape, make_cell(35));
    for (const Move move : {Move::up, Move::left, Move::left, Move::down}) board.slide(move);
    EXPECT_EQ(value_of("weighted-combination", setup, board),
              5 * (value_of("linear-conflict-prefix", setup, board) +
                   value_of("manhattan", setup, board)));
}

TEST(WeightedCombination, RefusesAFactorThatIsNoNumberInRange) {
    for (const char* text : {"", "0", "-1", "101", "2.5", "two", "3x", "99999999999"}) {
        auto setup = setup_4x4();
        setup.parameters.emplace_back("factor", text);
        const auto made = component("weighted-combination").make(setup);
        ASSERT_FALSE(made.ok()) << text;
        EXPECT_EQ(made.error().code, ErrorCode::usage);
    }
}

}  // namespace
}  // namespace tessera::heuristics::testing::combination_test
