// Random boards: the right class, uniform, and never a step back on a walk.
#include "tessera/puzzle/generate.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera {
namespace {

TEST(Generate, ClassIsRightForEveryGoalAndSize) {
    Random random(1);
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 4}, Geometry{6, 6}, Geometry{100, 100}}) {
        for (const NamedGoal& named : named_goals()) {
            const DynamicBoard goal = named.make(geometry);
            EXPECT_TRUE(solvable(random_solvable(goal, random), goal));
            EXPECT_FALSE(solvable(random_unsolvable(goal, random), goal));
            EXPECT_TRUE(solvable(random_walk(goal, 101, random), goal));
        }
    }
}

/// 24 000 draws over the 12 boards of a class of 2×2: chi-square with 11 degrees of freedom, p =
/// 0.001.
void expect_uniform(DynamicBoard (*draw_board)(const DynamicBoard&, Random&)) {
    Random random(99);
    const DynamicBoard goal = *make_goal("blank-last", {2, 2});
    std::map<std::vector<Tile>, int> count;
    for (int i = 0; i < 24000; ++i) ++count[tiles_of(draw_board(goal, random))];
    ASSERT_EQ(count.size(), 12U);
    double chi_square = 0;
    for (const auto& [board, c] : count) chi_square += (c - 2000.0) * (c - 2000.0) / 2000.0;
    EXPECT_LT(chi_square, 31.3);
}

TEST(Generate, SolvableIsUniform) {
    expect_uniform(random_solvable);
}
TEST(Generate, UnsolvableIsUniform) {
    expect_uniform(random_unsolvable);
}

TEST(Generate, WalkNeverUndoesAMove) {
    // Two steps without undoing never lead back; the first step of a walk is the same for the same
    // seed.
    const DynamicBoard goal = *make_goal("blank-last", {3, 3});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random one(seed), two(seed);
        const DynamicBoard after_one = random_walk(goal, 1, one);
        const DynamicBoard after_two = random_walk(goal, 2, two);
        EXPECT_NE(after_one, goal);
        EXPECT_NE(after_two, goal);
        EXPECT_EQ(goal.geometry().manhattan(after_one.blank(), after_two.blank()), 1);
    }
    // On 2×2 the only walk without undoing goes round: twelve steps are the whole circle.
    Random random(4);
    const DynamicBoard small = *make_goal("blank-last", {2, 2});
    EXPECT_EQ(random_walk(small, 12, random), small);
    EXPECT_NE(random_walk(small, 6, random), small);
}

TEST(Generate, GoldenSeeds) {
    Random seven(7);
    EXPECT_EQ(inline_form(random_solvable(*make_goal("blank-last", {4, 4}), seven)),
              "7 10 12 15/9 14 3 5/8 2 6 1/0 13 4 11");
    Random walk(7);
    EXPECT_EQ(inline_form(random_walk(*make_goal("blank-last", {3, 3}), 100, walk)),
              "8 5 4/6 2 3/0 7 1");
}

}  // namespace
}  // namespace tessera
