// The combinations max and weighted-combination: their parts, defaults, options and errors.
#include <gtest/gtest.h>

#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing {
namespace {

using B = Board<4, 4>;

HeuristicSetup<B> setup_4x4() {
    return unit_setup<B>(B::shape, make_cell(15));
}

/// Any board on which the heuristics differ.
B far_board() {
    return board_of<B>(B::shape, {15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0});
}

template <class H>
Cost value_of(const HeuristicSetup<B>& setup, const B& board) {
    const auto heuristic = H::make(setup);
    return heuristic->value(heuristic->evaluate(board));
}

TEST(Max, IsTheLargestOfItsParts) {
    auto setup = setup_4x4();
    setup.children.push_back(*make_erased<B, misplaced::Heuristic<B>>(setup_4x4()));
    EXPECT_EQ(value_of<max::Heuristic<B>>(setup, far_board()),
              value_of<misplaced::Heuristic<B>>(setup, far_board()));
    setup.children.push_back(*make_erased<B, inversion_distance::Heuristic<B>>(setup_4x4()));
    setup.children.push_back(*make_erased<B, euclidean::Heuristic<B>>(setup_4x4()));
    const Cost largest = std::max(value_of<inversion_distance::Heuristic<B>>(setup, far_board()),
                                  value_of<euclidean::Heuristic<B>>(setup, far_board()));
    EXPECT_EQ(value_of<max::Heuristic<B>>(setup, far_board()), largest);
}

TEST(Max, TakesLinearConflictAndWalkingDistanceByDefault) {
    const Cost largest =
        std::max(value_of<linear_conflict::Heuristic<B>>(setup_4x4(), far_board()),
                 value_of<walking_distance::Heuristic<B>>(setup_4x4(), far_board()));
    EXPECT_EQ(value_of<max::Heuristic<B>>(setup_4x4(), far_board()), largest);

    using Large = Board<5, 5>;
    const auto setup = unit_setup<Large>(Large::shape, make_cell(24));
    const auto alone = max::Heuristic<Large>::make(setup);
    const auto conflict = linear_conflict::Heuristic<Large>::make(setup);
    ASSERT_TRUE(alone.ok());
    EXPECT_EQ(alone->table_bytes(), conflict->table_bytes());
}

TEST(Max, RefusesFivePartsAndNestedCombinations) {
    auto setup = setup_4x4();
    const auto part = *make_erased<B, manhattan::Heuristic<B>>(setup_4x4());
    setup.children.assign(4, part);
    EXPECT_TRUE(max::Heuristic<B>::make(setup).ok());
    setup.children.assign(5, part);
    const auto five = max::Heuristic<B>::make(setup);
    ASSERT_FALSE(five.ok());
    EXPECT_EQ(five.error().code, ErrorCode::usage);
    setup.children.assign(1, *make_erased<B, max::Heuristic<B>>(setup_4x4()));
    const auto nested = max::Heuristic<B>::make(setup);
    ASSERT_FALSE(nested.ok());
    EXPECT_EQ(nested.error().code, ErrorCode::usage);
}

TEST(WeightedCombination, IsTheDocumentedFormula) {
    const Cost sum = value_of<linear_conflict_prefix::Heuristic<B>>(setup_4x4(), far_board()) +
                     value_of<walking_distance::Heuristic<B>>(setup_4x4(), far_board());
    EXPECT_EQ(value_of<weighted_combination::Heuristic<B>>(setup_4x4(), far_board()), sum);
    auto setup = setup_4x4();
    setup.parameters.emplace_back("factor", "7");
    EXPECT_EQ(value_of<weighted_combination::Heuristic<B>>(setup, far_board()), 7 * sum);
}

TEST(WeightedCombination, UsesFactorFiveAndManhattanTwiceOnLargeBoards) {
    using Large = Board<6, 6>;
    const auto setup = unit_setup<Large>(Large::shape, make_cell(35));
    Large board = canonical_goal<Large>(Large::shape, make_cell(35));
    for (const Move move : {Move::up, Move::left, Move::left, Move::down}) board.slide(move);
    const auto combination = weighted_combination::Heuristic<Large>::make(setup);
    const auto prefix = linear_conflict_prefix::Heuristic<Large>::make(setup);
    const auto manhattan = manhattan::Heuristic<Large>::make(setup);
    EXPECT_EQ(combination->value(combination->evaluate(board)),
              5 * (prefix->evaluate(board) + manhattan->evaluate(board)));
}

TEST(WeightedCombination, RefusesAFactorThatIsNoNumberInRange) {
    for (const char* text : {"", "0", "-1", "101", "2.5", "two", "3x", "99999999999"}) {
        auto setup = setup_4x4();
        setup.parameters.emplace_back("factor", text);
        const auto made = weighted_combination::Heuristic<B>::make(setup);
        ASSERT_FALSE(made.ok()) << text;
        EXPECT_EQ(made.error().code, ErrorCode::usage);
    }
}

}  // namespace
}  // namespace tessera::heuristics::testing
