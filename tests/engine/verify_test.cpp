// Written solutions: true ones hold, and every false figure in them is found.
#include "tessera/engine/verify.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Json = nlohmann::ordered_json;

/// What is found about a text that holds one solution.
Verification verify_one(std::string_view text) {
    auto results = verify_solutions(text, "test");
    EXPECT_TRUE(results.ok()) << text << ": " << results.error().message;
    if (!results) return {};
    EXPECT_EQ(results->size(), 1U);
    return results->empty() ? Verification{} : results->front();
}

ErrorCode failure(std::string_view text) {
    auto results = verify_solutions(text, "test");
    EXPECT_FALSE(results.ok()) << text;
    if (results) return ErrorCode::internal;
    EXPECT_FALSE(results.error().message.empty());
    return results.error().code;
}

/// The solution of a board 12 moves from a custom goal.
Json solution_json() {
    Engine engine;
    Random random(4);
    const DynamicBoard goal = board_of({3, 3}, "5 0 8/7 1 2/4 6 3");
    Job job = make_job(board_at_distance(goal, 12, random), goal, "a*", "manhattan");
    job.id = "a board";
    return Json::parse(to_json(solved(engine, job)));
}

TEST(VerifyJson, WhatTheEngineWritesHolds) {
    Engine engine;
    Random random(17);
    std::string lines;
    std::size_t count = 0;
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{3, 5}}) {
        for (const DynamicBoard& goal : fewer(three_goals(geometry), 1)) {
            for (const std::string_view algorithm : {"a*", "greedy", "bfs"}) {
                Job job = make_job(random_walk(goal, 12, random), goal, algorithm);
                job.id = "walk";
                const std::string text = to_json(solved(engine, job));
                const Verification result = verify_one(text);
                EXPECT_TRUE(result.holds) << result.message;
                EXPECT_EQ(result.id, "walk");
                lines += text + "\n";
                ++count;
            }
            const std::string unsolvable =
                to_json(solved(engine, make_job(random_unsolvable(goal, random), goal)));
            EXPECT_TRUE(verify_one(unsolvable).holds);
            EXPECT_TRUE(verify_one(to_json(solved(engine, make_job(goal, goal)))).holds);
        }
    }
    auto all = verify_solutions(lines, "lines");
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(all->size(), count);
    for (const Verification& result : *all) EXPECT_TRUE(result.holds);
}

TEST(VerifyJson, TileCostsHold) {
    Engine engine;
    Random random(3);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Job job = make_job(random_walk(goal, 20, random), goal, "a*", "manhattan");
    job.cost = CostModel::tile;
    Json json = Json::parse(to_json(solved(engine, job)));
    EXPECT_TRUE(verify_one(json.dump()).holds);
    json["cost"] = json["cost"].get<int>() + 1;
    EXPECT_FALSE(verify_one(json.dump()).holds);
}

TEST(VerifyJson, ListsAndPrettyPrintingAreRead) {
    const Json one = solution_json();
    EXPECT_TRUE(verify_one(one.dump(2)).holds);
    auto both = verify_solutions(Json::array({one, one}).dump(1), "list");
    ASSERT_TRUE(both.ok());
    EXPECT_EQ(both->size(), 2U);
    EXPECT_TRUE(both->at(0).holds && both->at(1).holds);
}

TEST(VerifyJson, EveryTamperedFigureIsFound) {
    const Json good = solution_json();
    ASSERT_TRUE(verify_one(good.dump()).holds);
    const auto tampered = [&](const char* key, const Json& value) {
        Json bad = good;
        bad[key] = value;
        auto results = verify_solutions(bad.dump(), "test");
        // Either the claim does not hold, or the text is not understood; never accepted.
        if (!results) return true;
        for (const Verification& result : *results) {
            if (result.holds) return false;
            EXPECT_FALSE(result.message.empty());
        }
        return true;
    };
    const auto moves = good["moves"].get<std::string>();
    EXPECT_TRUE(tampered("moves", moves.substr(1)));
    EXPECT_TRUE(tampered("moves", moves.substr(0, moves.size() - 1)));
    EXPECT_TRUE(tampered("moves", moves + "U"));
    const std::string astray = verify_one("board: 1 2 3/4 5 6/7 0 8\nmoves: L\n").message;
    EXPECT_TRUE(astray.starts_with("after 1 move the board is ")) << astray;
    EXPECT_TRUE(tampered("moves", ""));
    EXPECT_TRUE(tampered("moves", std::string(moves.rbegin(), moves.rend())));
    EXPECT_TRUE(tampered("moves", "hello"));
    EXPECT_TRUE(tampered("moves", nullptr));
    EXPECT_TRUE(tampered("moves", 12));
    EXPECT_TRUE(tampered("convention", "tile"));
    EXPECT_TRUE(tampered("convention", "sideways"));
    for (const char* key : {"length", "slides"}) {
        EXPECT_TRUE(tampered(key, good[key].get<int>() + 2)) << key;
        EXPECT_TRUE(tampered(key, good[key].get<int>() - 2)) << key;
        EXPECT_TRUE(tampered(key, -1)) << key;
        EXPECT_TRUE(tampered(key, 12.5)) << key;
        EXPECT_TRUE(tampered(key, "12")) << key;
        EXPECT_TRUE(tampered(key, true)) << key;
    }
    EXPECT_TRUE(tampered("lower_bound", 14));
    EXPECT_TRUE(tampered("lower_bound", 10)) << "it is called optimal";
    EXPECT_TRUE(tampered("lower_bound", -2));
    EXPECT_TRUE(tampered("lower_bound", "many"));
    EXPECT_TRUE(tampered("status", "unsolvable"));
    EXPECT_TRUE(tampered("start", good["goal"]));
    EXPECT_TRUE(tampered("goal", good["start"]));
    EXPECT_TRUE(tampered("goal", "blank-last"));
    EXPECT_TRUE(tampered("goal", "blank-lats"));
    EXPECT_TRUE(tampered("goal", nullptr));
    EXPECT_TRUE(tampered("start", nullptr));
    EXPECT_TRUE(tampered("start", Json::array({1, 2, 3})));
    EXPECT_TRUE(tampered("start", Json::array({1, 1, 3, 4, 5, 6, 7, 8, 0})));
    EXPECT_TRUE(tampered("size", Json::array({3, 4})));
    EXPECT_TRUE(tampered("size", Json::array({1000000, 1000000})));
}

TEST(VerifyJson, ALongerPathIsNotOptimal) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const DynamicBoard start = board_of({3, 3}, "4 8 3 7 0 6 2 5 1");
    Json json = Json::parse(to_json(solved(engine, make_job(start, goal, "greedy", "misplaced"))));
    ASSERT_FALSE(json["optimal"].get<bool>());
    EXPECT_TRUE(verify_one(json.dump()).holds);
    json["optimal"] = true;
    EXPECT_FALSE(verify_one(json.dump()).holds);
    json.erase("lower_bound");
    EXPECT_FALSE(verify_one(json.dump()).holds) << "optimal, but nothing proves it";
}

TEST(VerifyJson, UnsolvableOnesAreChecked) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Json json =
        Json::parse(to_json(solved(engine, make_job(board_of({3, 3}, "1 2 3/4 5 6/8 7 0"), goal))));
    EXPECT_TRUE(verify_one(json.dump()).holds);
    json["start"] = Json::array({1, 2, 3, 4, 5, 6, 7, 0, 8});
    EXPECT_FALSE(verify_one(json.dump()).holds);
}

TEST(VerifyJson, ABoardAndAGoalOfDifferentSizesHoldNothing) {
    for (const bool unsolvable : {false, true}) {
        WrittenSolution claim;
        claim.start = goal_of("blank-last", {3, 3});
        claim.goal = goal_of("blank-last", {3, 4});
        claim.says_unsolvable = unsolvable;
        const Verification result = verify(claim);
        EXPECT_FALSE(result.holds);
        EXPECT_EQ(result.message, "the board and the goal differ in size");
    }
}

TEST(VerifyJson, OtherNotationsAreRead) {
    Json json = solution_json();
    Engine engine;
    const DynamicBoard start = board_of({3, 3}, json["start"].dump());
    const DynamicBoard goal = board_of({3, 3}, json["goal"].dump());
    const auto path = solved(engine, make_job(start, goal)).outcome.moves;
    for (const Notation notation : {Notation::blank, Notation::tile, Notation::numbers,
                                    Notation::compact, Notation::arrows}) {
        json["moves"] = format_moves(path, start, notation);
        json["convention"] = to_string(notation);
        json.erase("slides");
        const Verification result = verify_one(json.dump());
        EXPECT_TRUE(result.holds) << to_string(notation) << ": " << result.message;
    }
}

TEST(VerifyText, PlainFormsAreRead) {
    EXPECT_TRUE(verify_one("1 2 3/4 5 6/7 0 8\nR\n").holds);
    EXPECT_TRUE(verify_one("1 2 3\n4 5 6\n7 0 8\nR\n\n").holds);
    EXPECT_TRUE(verify_one("board: 1 2 3/4 5 6/7 0 8\nmoves: R\n").holds);
    EXPECT_TRUE(verify_one("board: 1 2 3/4 5 6/7 0 8\nmoves (tile): L\n").holds);
    EXPECT_TRUE(verify_one("board: 1 2 3/4 5 6/7 0 8\nmoves (numbers): 8\n").holds);
    EXPECT_TRUE(verify_one("board: 1 0 2/3 4 5/6 7 8\ngoal: blank-first\nmoves: L\n").holds);
    EXPECT_TRUE(verify_one("board: 1 0 2/3 4 5\ngoal: 0 1 2/3 4 5 (mine)\nmoves: left\n").holds);
    const Verification wrong = verify_one("1 2 3/4 5 6/7 0 8\nL\n");
    EXPECT_FALSE(wrong.holds);
    EXPECT_FALSE(verify_one("1 2 3/4 5 6/7 0 8\nD\n").holds) << "leaves the board";
    EXPECT_FALSE(verify_one("board: 1 2 3/4 5 6/7 0 8\nmoves (blank): L\n").holds);
    EXPECT_FALSE(verify_one("board: 1 0 2/3 4 5/6 7 8\nmoves: L\n").holds) << "goal is blank-last";
    EXPECT_TRUE(verify_one("board: 1 2 3/4 5 6/7 8 0\nmoves: \n").holds) << "solved already";
    auto two = verify_solutions(
        "board: 1 2 3/4 5 6/7 0 8\nmoves: R\n"
        "board: 1 2 3/4 5 6/7 0 8\nmoves: L\n",
        "two");
    ASSERT_TRUE(two.ok());
    ASSERT_EQ(two->size(), 2U);
    EXPECT_TRUE(two->at(0).holds);
    EXPECT_FALSE(two->at(1).holds);
}

TEST(VerifyText, RubbishIsAnInputError) {
    for (const std::string_view text :
         {"", "  \n\n", "hello", "hello\nworld\n", "{", "{}", "[{]", "{\"start\":1}", "[{}]",
          "[1,2,3]", "moves: R", "goal: blank-last\nmoves: R", "board: 1 2 3\nmoves: R",
          "board: 1 2 3/4 5 6/7 0 8", "{\"start\":[1,2,3,4,5,6,7,0,8],\"goal\":\"blank-last\"}",
          "[{\"start\":[0]}, 7]", "{\"a\":1}\n{\"b\"", "\xff\xfe\x00garbage"}) {
        EXPECT_EQ(failure(text), ErrorCode::bad_input) << text;
    }
    EXPECT_EQ(failure(std::string_view("\0\0\0\0", 4)), ErrorCode::bad_input);
    EXPECT_EQ(failure("[7, {}]"), ErrorCode::bad_input) << "no object";
    EXPECT_EQ(failure(std::string(100'000, '[')), ErrorCode::bad_input);
    EXPECT_EQ(failure(std::string(100'000, '[') + "{"), ErrorCode::bad_input);
    // Deeper than the stack goes.
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    EXPECT_EQ(failure("{\"start\":" + deep + "}"), ErrorCode::bad_input);
    EXPECT_EQ(
        failure("{\"start\":[1,2,3,0],\"goal\":\"blank-last\",\"moves\":\"\",\"x\":" + deep + "}"),
        ErrorCode::bad_input);
    EXPECT_EQ(failure("board: 1 2 3/4 5 6/7 0 8\nmoves (sideways): R\n"), ErrorCode::bad_input);
    EXPECT_EQ(failure("board: 1 2 3/4 5 6/7 0 8\ngoal: blank-lats\nmoves: R\n"),
              ErrorCode::bad_input);
    EXPECT_EQ(failure(R"({"start":[1,2,3,0],"goal":"blank-lats","moves":""})"),
              ErrorCode::bad_input);
    EXPECT_EQ(failure(R"({"start":[1,2,3,0],"goal":"blank-last","moves":"","convention":"x"})"),
              ErrorCode::bad_input);
    EXPECT_EQ(failure(R"({"start":[1,2,3,0],"goal":"blank-last","moves":"","length":-1})"),
              ErrorCode::bad_input);
}

TEST(VerifyText, MillionsOfMovesOn100x100) {
    // Ring after ring round a 2×2 corner: twelve moves bring everything back.
    const DynamicBoard goal = goal_of("blank-last", {100, 100});
    std::string moves;
    for (int i = 0; i < 100'000; ++i) moves += "ULDRULDRULDR";
    const std::string text = "board: " + inline_form(goal) + "\nmoves: " + moves + "\n";
    const Verification result = verify_one(text);
    EXPECT_TRUE(result.holds) << result.message;
    EXPECT_EQ(result.length, 1'200'000U);
    EXPECT_FALSE(verify_one(text.substr(0, text.size() - 2) + "\n").holds);
}

}  // namespace
}  // namespace tessera
