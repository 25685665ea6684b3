// Stages of a solution: in the user's own labels, true when replayed, in JSON, and accepted by verify.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Json = nlohmann::ordered_json;

/// A goal with its tiles in any order and its blank anywhere.
DynamicBoard custom_goal(Geometry geometry, Random& random) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(i);
    random.shuffle(std::span<Tile>(tiles));
    return DynamicBoard::from_tiles(geometry, tiles);
}

/// After each step its tiles are where this goal has them.
void check_stages(const Solution& solution) {
    DynamicBoard board = solution.asked.start;
    std::size_t made = 0;
    for (const Stage& stage : solution.outcome.stages) {
        EXPECT_EQ(stage.first, made);
        for (const Stage::Step& step : stage.steps) {
            for (std::size_t i = 0; i < step.moves; ++i)
                board.slide(solution.outcome.moves.at(made++));
            for (const Tile tile : step.tiles) {
                const auto goal = solution.asked.goal.tiles();
                const auto home = std::find(goal.begin(), goal.end(), tile) - goal.begin();
                EXPECT_EQ(board.tile_at(make_cell(static_cast<std::size_t>(home))), tile)
                    << stage.name;
            }
        }
    }
    EXPECT_EQ(made, solution.outcome.moves.size());
}

TEST(Stages, AreInTheLabelsOfTheGoal) {
    Engine engine;
    Random random(31);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{5, 5},
                                    Geometry{3, 7}, Geometry{9, 6}, Geometry{20, 20}}) {
        for (int round = 0; round < 5; ++round) {
            const DynamicBoard goal = custom_goal(geometry, random);
            const Job job = make_job(random_solvable(goal, random), goal, "human");
            const Solution solution = solved(engine, job);
            EXPECT_EQ(solution.outcome.status, Status::solved);
            EXPECT_TRUE(reaches_goal(solution));
            EXPECT_EQ(solution.outcome.stages.empty(), solution.outcome.moves.empty());
            check_stages(solution);
        }
    }
}

TEST(Stages, UnsolvableBoardsHaveNone) {
    Engine engine;
    Random random(32);
    const DynamicBoard goal = custom_goal({6, 7}, random);
    const Solution solution =
        solved(engine, make_job(random_unsolvable(goal, random), goal, "human"));
    EXPECT_EQ(solution.outcome.status, Status::unsolvable);
    EXPECT_TRUE(solution.outcome.stages.empty());
    EXPECT_TRUE(solution.proof.unsolvable.has_value());
}

TEST(Stages, StandInJsonAndAreAcceptedByVerify) {
    Engine engine;
    Random random(33);
    const DynamicBoard goal = goal_of("snail", {5, 6});
    const Job job = make_job(random_solvable(goal, random), goal, "human");
    const Solution solution = solved(engine, job);
    const std::string text = to_json(solution);
    const Json json = Json::parse(text);
    const Json& stages = json.at("stages");
    ASSERT_EQ(stages.size(), solution.outcome.stages.size());
    std::size_t moves = 0;
    std::vector<std::size_t> tiles;
    for (const Json& stage : stages) {
        EXPECT_EQ(stage.at("first"), moves);
        std::size_t in_steps = 0;
        std::vector<std::size_t> of_steps;
        for (const Json& step : stage.at("steps")) {
            in_steps += step.at("moves").get<std::size_t>();
            for (const Json& tile : step.at("tiles")) of_steps.push_back(tile);
        }
        EXPECT_EQ(stage.at("moves"), in_steps);
        EXPECT_EQ(stage.at("tiles").get<std::vector<std::size_t>>(), of_steps);
        EXPECT_FALSE(stage.at("name").get<std::string>().empty());
        moves += in_steps;
        tiles.insert(tiles.end(), of_steps.begin(), of_steps.end());
    }
    EXPECT_EQ(json.at("length"), moves);
    std::sort(tiles.begin(), tiles.end());
    ASSERT_EQ(tiles.size(), 29U);
    EXPECT_EQ(tiles.front(), 1U);
    EXPECT_EQ(tiles.back(), 29U);

    const auto verified = verify_solutions(text, "test");
    ASSERT_TRUE(verified.ok());
    EXPECT_TRUE(verified->front().holds) << verified->front().message;
}

TEST(Stages, OtherAlgorithmsHaveNone) {
    Engine engine;
    Random random(34);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const Job job = make_job(random_solvable(goal, random), goal, "a*", "manhattan");
    EXPECT_FALSE(Json::parse(to_json(solved(engine, job))).contains("stages"));
}

}  // namespace
}  // namespace tessera
