// Goals: their layouts, their names, and the canonical labelling.
#include "tessera/puzzle/goal.hpp"

#include <gtest/gtest.h>

#include "tessera/base/nearest.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/generate.hpp"

namespace tessera {
namespace {

std::string layout(std::string_view name, Geometry geometry) {
    return inline_form(*make_goal(name, geometry));
}

TEST(Goal, Layouts) {
    EXPECT_EQ(layout("blank-last", {3, 3}), "1 2 3/4 5 6/7 8 0");
    EXPECT_EQ(layout("blank-first", {2, 3}), "0 1 2/3 4 5");
    EXPECT_EQ(layout("column-major", {2, 3}), "1 3 5/2 4 0");
    EXPECT_EQ(layout("column-major", {3, 3}), "1 4 7/2 5 8/3 6 0");
}

TEST(Goal, SnailLayouts) {
    EXPECT_EQ(layout("snail", {2, 2}), "1 2/0 3");
    EXPECT_EQ(layout("snail", {3, 3}), "1 2 3/8 0 4/7 6 5");
    EXPECT_EQ(layout("snail", {4, 4}), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
    EXPECT_EQ(layout("snail", {2, 4}), "1 2 3 4/0 7 6 5");
    EXPECT_EQ(layout("snail", {4, 2}), "1 2/0 3/7 4/6 5");
    EXPECT_EQ(layout("snail", {3, 5}), "1 2 3 4 5/12 13 14 0 6/11 10 9 8 7");
    EXPECT_EQ(layout("snail", {5, 3}), "1 2 3/12 13 4/11 14 5/10 0 6/9 8 7");
}

TEST(Goal, NamesAndAliases) {
    EXPECT_EQ(layout("spiral", {3, 3}), layout("snail", {3, 3}));
    EXPECT_EQ(layout("last", {3, 3}), layout("blank-last", {3, 3}));
    EXPECT_EQ(layout("Standard", {3, 3}), layout("blank-last", {3, 3}));
    EXPECT_EQ(layout("FIRST", {3, 3}), layout("blank-first", {3, 3}));
    EXPECT_EQ(layout("blank_first", {3, 3}), layout("blank-first", {3, 3}));
    for (const NamedGoal& goal : named_goals()) {
        EXPECT_EQ(goal_name(goal.make({3, 4})), goal.name);
        EXPECT_FALSE(goal.synopsis.empty());
    }
    DynamicBoard other = *make_goal("snail", {3, 3});
    other.slide(Move::up);
    EXPECT_EQ(goal_name(other), "custom");
}

TEST(Goal, UnknownNameSuggestsTheNearest) {
    const Result<DynamicBoard> goal = make_goal("snial", {3, 3});
    ASSERT_FALSE(goal.ok());
    EXPECT_EQ(goal.error().code, ErrorCode::usage);
    EXPECT_NE(goal.error().hint.find("did you mean \"snail\"?"), std::string::npos);
    const Result<DynamicBoard> far = make_goal(std::string(1'000'000, 'z'), {3, 3});
    ASSERT_FALSE(far.ok());
    EXPECT_LT(far.error().message.size(), 200U);
    EXPECT_EQ(far.error().hint.find("did you mean"), std::string::npos);
}

TEST(Labelling, MakesEveryGoalCanonical) {
    Random random(3);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 4}, Geometry{5, 5}}) {
        for (int i = 0; i < 20; ++i) {
            const DynamicBoard goal = random_solvable(*make_goal("blank-last", geometry), random);
            const Labelling labelling(goal);
            EXPECT_EQ(labelling.goal_blank(), goal.blank());
            EXPECT_EQ(labelling.canonical_board<DynamicBoard>(goal),
                      canonical_goal<DynamicBoard>(geometry, goal.blank()));
            for (std::size_t t = 0; t < geometry.cells(); ++t) {
                EXPECT_EQ(labelling.original(labelling.canonical(make_tile(t))), make_tile(t));
            }
            for (std::size_t t = 1; t < geometry.cells(); ++t) {
                EXPECT_EQ(goal_tile(goal_cell(make_tile(t), goal.blank()), goal.blank()),
                          make_tile(t));
            }
        }
    }
}

TEST(NearestName, FindsSlipsOnly) {
    constexpr std::string_view names[] = {"manhattan", "misplaced", "linear-conflict", "zero"};
    EXPECT_EQ(nearest_name("manhatan", names), "manhattan");
    EXPECT_EQ(nearest_name("Manhattan", names), "manhattan");
    EXPECT_EQ(nearest_name("linear_conflict", names), "linear-conflict");
    EXPECT_EQ(nearest_name("linear", names), "linear-conflict");
    EXPECT_EQ(nearest_name("zreo", names), "zero");
    EXPECT_EQ(nearest_name("gaschnig", names), "");
    EXPECT_EQ(nearest_name("", names), "");
}

}  // namespace
}  // namespace tessera
