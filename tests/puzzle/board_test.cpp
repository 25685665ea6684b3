// Boards: the static and the dynamic one agree, and packing loses nothing.
#include "tessera/puzzle/board.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

template <class B>
class StaticBoard : public testing::Test {};

using StaticBoards = testing::Types<Board<2, 2>, Board<2, 3>, Board<3, 2>, Board<3, 3>, Board<3, 4>,
                                    Board<2, 8>, Board<4, 4>, Board<3, 6>, Board<4, 5>, Board<5, 5>,
                                    Board<6, 6>, Board<7, 7>, Board<8, 8>>;
TYPED_TEST_SUITE(StaticBoard, StaticBoards);

TYPED_TEST(StaticBoard, AgreesWithDynamicBoardAlongARandomWalk) {
    Random random(17);
    const Geometry geometry = TypeParam::shape;
    DynamicBoard dynamic = random_solvable(*make_goal("blank-last", geometry), random);
    auto fixed = TypeParam::from_tiles(geometry, dynamic.tiles());
    for (int step = 0; step < 500; ++step) {
        ASSERT_EQ(fixed.blank(), dynamic.blank());
        ASSERT_EQ(fixed.legal_moves(), dynamic.legal_moves());
        ASSERT_EQ(tiles_of(fixed), tiles_of(dynamic));
        const Move move = all_moves[random.below(4)];
        if (!dynamic.legal_moves().has(move)) continue;
        ASSERT_EQ(fixed.neighbour(move), dynamic.neighbour(move));
        fixed.slide(move);
        dynamic.slide(move);
    }
}

TYPED_TEST(StaticBoard, SlideIsUndoneByTheOppositeMove) {
    const auto start = canonical_goal<TypeParam>(TypeParam::shape, Cell{1});
    for (const Move move : all_moves) {
        if (!start.legal_moves().has(move)) continue;
        auto board = start;
        board.slide(move);
        EXPECT_NE(board, start);
        board.slide(opposite(move));
        EXPECT_EQ(board, start);
    }
}

TYPED_TEST(StaticBoard, PacksLikeTheDynamicBoardAndBack) {
    Random random(5);
    const Geometry geometry = TypeParam::shape;
    for (int i = 0; i < 50; ++i) {
        const DynamicBoard dynamic = random_solvable(*make_goal("blank-last", geometry), random);
        const auto fixed = TypeParam::from_tiles(geometry, dynamic.tiles());
        ASSERT_EQ(fixed.packed_words(), dynamic.packed_words());
        std::vector<std::uint64_t> a(fixed.packed_words()), b(fixed.packed_words());
        fixed.pack(a.data());
        dynamic.pack(b.data());
        ASSERT_EQ(a, b);
        ASSERT_EQ(TypeParam::from_packed(geometry, a.data()), fixed);
        ASSERT_EQ(DynamicBoard::from_packed(geometry, b.data()), dynamic);
    }
}

TEST(DynamicBoard, PackingRoundTripsOnManySizes) {
    Random random(23);
    for (std::uint16_t rows = 2; rows <= 12; ++rows) {
        for (std::uint16_t cols = 2; cols <= 12; ++cols) {
            const Geometry geometry{rows, cols};
            const DynamicBoard board = random_solvable(*make_goal("snail", geometry), random);
            std::vector<std::uint64_t> words(board.packed_words());
            board.pack(words.data());
            EXPECT_EQ(DynamicBoard::from_packed(geometry, words.data()), board);
        }
    }
    const Geometry largest{100, 100};
    const DynamicBoard board = random_solvable(*make_goal("blank-last", largest), random);
    std::vector<std::uint64_t> words(board.packed_words());
    board.pack(words.data());
    EXPECT_EQ(DynamicBoard::from_packed(largest, words.data()), board);
}

TEST(Geometry, MovesAndDistances) {
    constexpr Geometry geometry{3, 4};
    EXPECT_EQ(geometry.legal_moves(Cell{0}).count(), 2);
    EXPECT_EQ(geometry.legal_moves(Cell{1}).count(), 3);
    EXPECT_EQ(geometry.legal_moves(Cell{5}).count(), 4);
    EXPECT_FALSE(geometry.legal_moves(Cell{3}).has(Move::right));
    EXPECT_EQ(geometry.neighbour(Cell{5}, Move::down), Cell{9});
    EXPECT_EQ(geometry.manhattan(Cell{0}, Cell{11}), 5);
    EXPECT_EQ(geometry.manhattan(Cell{11}, Cell{0}), 5);
}

}  // namespace
}  // namespace tessera
