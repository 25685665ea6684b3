// Boards at an exact distance really are that far away, on small boards and on large ones.
#include "tessera/engine/generate_at_distance.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

TEST(GenerateAtDistance, EveryDistanceOf3x3ForEveryGoal) {
    Engine engine;
    Observer nobody;
    Random random(1);
    std::vector<DynamicBoard> goals = goals_3x3();
    goals.push_back(board_of({3, 3}, "5 0 8/7 1 2/4 6 3"));
    for (const DynamicBoard& goal : goals) {
        DistanceGenerator generator(engine, goal, Limits());
        for (int distance = 0; distance <= 31; ++distance) {
            auto board = generator.make(distance, random, nobody);
            if (!board && distance == 31 &&
                exact_table({3, 3}, goal.blank()).largest_distance() == 30) {
                continue;  // from the centre, no board is farther than 30
            }
            ASSERT_TRUE(board.ok()) << distance;
            EXPECT_EQ(exact_distance(*board, goal), distance) << inline_form(*board);
        }
    }
}

TEST(GenerateAtDistance, TooFarIsAUsageError) {
    Engine engine;
    Observer nobody;
    Random random(1);
    for (const auto& [geometry, distance] :
         {std::pair(Geometry{3, 3}, 32), std::pair(Geometry{2, 2}, 7),
          std::pair(Geometry{2, 3}, 22), std::pair(Geometry{3, 3}, -1)}) {
        DistanceGenerator generator(engine, goal_of("blank-last", geometry), Limits());
        auto board = generator.make(distance, random, nobody);
        ASSERT_FALSE(board.ok()) << distance;
        EXPECT_EQ(board.error().code, ErrorCode::usage);
    }
}

TEST(GenerateAtDistance, BoardsOfOneDistanceDifferAndTheSeedDecides) {
    Engine engine;
    Observer nobody;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    DistanceGenerator generator(engine, goal, Limits());
    Random a(5);
    Random b(5);
    std::set<std::string> boards;
    for (int i = 0; i < 20; ++i) {
        const DynamicBoard board = generator.make(20, a, nobody).value();
        EXPECT_EQ(board, generator.make(20, b, nobody).value());
        boards.insert(inline_form(board));
    }
    EXPECT_GT(boards.size(), 15U);
}

/// The table is made as far as needed; that does not change what comes out.
TEST(GenerateAtDistance, FromATableThatGrows) {
    Engine engine;
    Observer nobody;
    const DynamicBoard goal = goal_of("snail", {2, 4});
    DistanceGenerator growing(engine, goal, Limits());
    DistanceGenerator whole(engine, goal, Limits());
    Random unused(3);
    ASSERT_TRUE(whole.make(36, unused, nobody).ok());
    Random a(5);
    Random b(5);
    for (const int distance : {3, 2, 3, 11, 36, 1}) {
        const auto board = growing.make(distance, a, nobody);
        ASSERT_TRUE(board.ok()) << distance;
        EXPECT_EQ(exact_distance(*board, goal), distance);
        EXPECT_EQ(*board, whole.make(distance, b, nobody).value());
    }
    EXPECT_EQ(growing.make(37, a, nobody).error().hint, "distances go from 0 to 36");
}

TEST(GenerateAtDistanceInRelease, BySearchOn4x4And5x5) {
    Engine engine;
    Observer nobody;
    Random random(11);
    for (const auto& [geometry, distance] :
         {std::pair(Geometry{4, 4}, 30), std::pair(Geometry{4, 4}, 1),
          std::pair(Geometry{5, 5}, 20), std::pair(Geometry{3, 5}, 15)}) {
        const DynamicBoard goal = goal_of("blank-first", geometry);
        DistanceGenerator generator(engine, goal, Limits());
        auto board = generator.make(distance, random, nobody);
        ASSERT_TRUE(board.ok()) << board.error().message;
        const Solution solution = solved(engine, make_job(*board, goal, "a*", "manhattan"));
        EXPECT_TRUE(solution.proof.optimal);
        EXPECT_EQ(static_cast<int>(solution.outcome.moves.size()), distance);
    }
}

TEST(GenerateAtDistance, SaysWhenNoneWasFound) {
    Engine engine;
    Observer nobody;
    Random random(3);
    Limits limits;
    limits.nodes = 10;  // nothing far is ever proven
    for (const Geometry geometry : {Geometry{4, 4}, Geometry{4, 5}}) {
        DistanceGenerator generator(engine, goal_of("blank-last", geometry), limits);
        const auto board = generator.make(50, random, nobody);
        ASSERT_FALSE(board.ok());
        EXPECT_EQ(board.error().code, ErrorCode::usage);
        EXPECT_TRUE(board.error().message.starts_with(
            "no board at distance 50 was found in 200 tries (the farthest was at "))
            << board.error().message;
        EXPECT_FALSE(board.error().hint.empty());
        const auto negative = generator.make(-1, random, nobody);
        ASSERT_FALSE(negative.ok());
        EXPECT_EQ(negative.error().message, "a distance of -1 moves makes no sense");
    }
    DistanceGenerator far(engine, goal_of("blank-last", {4, 4}), limits);
    EXPECT_NE(far.make(83, random, nobody).error().hint.find("82"), std::string::npos);
}

/// What comes out must not depend on how fast a machine is.
TEST(GenerateAtDistance, ATryThatTheClockEndsIsNotFollowedByAnother) {
    Engine engine;
    Observer nobody;
    Random random(1);
    Limits limits;
    limits.time = std::chrono::nanoseconds(1);
    for (const Geometry geometry : {Geometry{4, 4}, Geometry{3, 4}}) {
        DistanceGenerator generator(engine, goal_of("blank-last", geometry), limits);
        const auto board = generator.make(50, random, nobody);
        ASSERT_FALSE(board.ok());
        EXPECT_EQ(board.error().code, ErrorCode::usage);
        EXPECT_EQ(board.error().message, "no board at distance 50 was found in the time allowed");
        EXPECT_FALSE(board.error().hint.empty());
    }
}

TEST(GenerateAtDistance, StopsWhenItIsTold) {
    class Impatient final : public Observer {
      public:
        bool cancelled() override { return true; }
    };
    Engine engine;
    Impatient impatient;
    Random random(11);
    for (const Geometry geometry : {Geometry{4, 4}, Geometry{3, 4}}) {
        DistanceGenerator generator(engine, goal_of("blank-last", geometry), Limits());
        auto board = generator.make(60, random, impatient);
        ASSERT_FALSE(board.ok());
        EXPECT_EQ(board.error().code, ErrorCode::interrupted);
    }
}

}  // namespace
}  // namespace tessera
