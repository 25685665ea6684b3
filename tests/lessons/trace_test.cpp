// Traces against the searches they are twins of: the same states in the same number, and every node what it says it is.
#include "tessera/lessons/trace.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Json = nlohmann::ordered_json;

constexpr std::uint32_t all_steps = 400'000;

TraceRequest request_for(const Job& job) {
    TraceRequest request = trace_request(job);
    request.steps = all_steps;
    return request;
}

Trace traced(Engine& engine, const TraceRequest& request) {
    Observer nobody;
    auto made = trace(engine, request, nobody);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return made ? std::move(*made) : Trace{};
}

/// In which list of which step a node stands.
enum class Place { none, root, child, duplicate, pruned };

std::vector<Place> places_of(const Trace& trace) {
    std::vector<Place> places(trace.nodes.size(), Place::none);
    const auto put = [&](std::uint32_t parent, std::uint32_t node, Place place) {
        ASSERT_LT(node, trace.nodes.size());
        EXPECT_EQ(places[node], Place::none) << "a node in two lists";
        EXPECT_EQ(trace.nodes[node].parent, parent);
        places[node] = place;
    };
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        if (!trace.nodes[i].parent) places[i] = Place::root;
    }
    for (const TraceStep& step : trace.steps) {
        for (const auto node : step.children) put(step.expanded, node, Place::child);
        for (const auto node : step.duplicates) put(step.expanded, node, Place::duplicate);
        for (const auto node : step.pruned) put(step.expanded, node, Place::pruned);
    }
    return places;
}

/// Every node is one legal move from its parent, costs one more and has the heuristic's value; all stand in one list.
void expect_true_nodes(Engine& engine, const Trace& trace) {
    const Labelling labels(trace.goal);
    registry::SharedHeuristic<DynamicBoard> heuristic;
    if (!trace.heuristic.empty()) {
        heuristic = engine
                        .heuristic<DynamicBoard>(parse_heuristic(trace.heuristic).value(),
                                                 trace.start.geometry(), labels.goal_blank(), {},
                                                 Limits().memory_bytes)
                        .value();
    }
    const std::vector<Place> places = places_of(trace);
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const TraceNode& node = trace.nodes[i];
        ASSERT_NE(places[i], Place::none) << "node " << i << " belongs to no step";
        if (node.parent) {
            ASSERT_LT(*node.parent, i);
            const TraceNode& parent = trace.nodes[*node.parent];
            DynamicBoard board = parent.board;
            ASSERT_TRUE(board.legal_moves().has(node.move));
            board.slide(node.move);
            ASSERT_EQ(board, node.board);
            ASSERT_EQ(node.g, parent.g + 1);
            if (parent.parent) {
                ASSERT_NE(node.move, opposite(parent.move));
            }
        } else {
            ASSERT_EQ(node.board, trace.start);
            ASSERT_EQ(node.g, 0);
        }
        const Cost h = heuristic ? heuristic->value(heuristic->evaluate(
                                       labels.canonical_board<DynamicBoard>(node.board)))
                                 : 0;
        ASSERT_EQ(node.h, h) << inline_form(node.board);
    }
}

/// Only nodes that were made and kept are expanded, each once; no board is met by a new node for nothing.
void expect_true_lists(const Trace& trace) {
    const std::vector<Place> places = places_of(trace);
    const bool rounds = trace.algorithm == "ida*";
    std::set<std::uint32_t> expanded;
    std::map<std::vector<Tile>, Cost> met;  // the least g of each state that is no duplicate
    if (!trace.nodes.empty()) met[tiles_of(trace.start)] = 0;
    for (const TraceStep& step : trace.steps) {
        EXPECT_TRUE(expanded.insert(step.expanded).second);
        EXPECT_TRUE(places[step.expanded] == Place::child || places[step.expanded] == Place::root);
        EXPECT_EQ(step.bound.has_value(), rounds);
        EXPECT_TRUE(step.pruned.empty() || rounds);
        EXPECT_TRUE(step.duplicates.empty() || !rounds);
        for (const auto number : step.pruned) {
            const TraceNode& node = trace.nodes[number];
            EXPECT_GT(node.g + node.h, *step.bound);
        }
        for (const auto number : step.children) {
            const TraceNode& node = trace.nodes[number];
            if (rounds) {
                EXPECT_LE(node.g + node.h, *step.bound);
            }
        }
    }
    if (rounds || trace.algorithm == "dfs")
        return;  // a dfs step's children come while others are expanded
    for (const TraceStep& step : trace.steps) {
        for (const auto number : step.children) {
            const TraceNode& node = trace.nodes[number];
            const auto [known, is_new] = met.try_emplace(tiles_of(node.board), node.g);
            EXPECT_TRUE(is_new || node.g < known->second) << "a child that is known as cheaply";
            known->second = std::min(known->second, node.g);
        }
        for (const auto number : step.duplicates) {
            const TraceNode& node = trace.nodes[number];
            const auto known = met.find(tiles_of(node.board));
            ASSERT_TRUE(known != met.end()) << "a duplicate of nothing";
            // Greedy search never opens a state again, however cheaply it is reached.
            EXPECT_TRUE(known->second <= node.g || trace.algorithm == "greedy");
        }
    }
}

/// The depth-first order of a dfs: each new state is expanded at once, and duplicates were entered before.
void expect_true_dfs(const Trace& trace) {
    const std::vector<Place> places = places_of(trace);
    std::set<std::vector<Tile>> entered;
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const bool is_new = entered.insert(tiles_of(trace.nodes[i].board)).second;
        if (places[i] == Place::root) continue;
        EXPECT_EQ(places[i] == Place::child, is_new);
    }
}

/// The registered search is the oracle.
void expect_same_search(Engine& engine, Job job) {
    job.options.threads = 1;
    const Solution solution = solved(engine, job);
    const Trace trace = traced(engine, request_for(job));
    const std::string what = describe(job);
    EXPECT_TRUE(trace.complete) << what;
    EXPECT_EQ(trace.algorithm, solution.asked.algorithm);
    EXPECT_EQ(trace.heuristic, solution.asked.heuristic);
    EXPECT_EQ(trace.expanded, solution.measured.counters.expanded) << what;
    EXPECT_EQ(trace.generated, solution.measured.counters.generated) << what;
    ASSERT_TRUE(trace.goal_node.has_value()) << what;
    // The last step may only take the goal from the frontier, which expands nothing.
    const bool took = !trace.steps.empty() && trace.steps.back().expanded == *trace.goal_node;
    EXPECT_EQ(trace.steps.size(), trace.expanded + (took ? 1 : 0)) << what;
    EXPECT_EQ(moves_to(trace, *trace.goal_node), solution.outcome.moves) << what;
    EXPECT_EQ(trace.nodes[*trace.goal_node].board, job.goal);
    std::vector<Iteration> rounds;
    for (const TraceStep& step : trace.steps) {
        if (!step.bound) continue;
        if (rounds.empty() || rounds.back().bound != *step.bound)
            rounds.push_back({*step.bound, 0});
        rounds.back().generated += step.children.size() + step.pruned.size();
    }
    EXPECT_EQ(rounds.size(), solution.measured.iterations.size()) << what;
    for (std::size_t i = 0; i < std::min(rounds.size(), solution.measured.iterations.size()); ++i) {
        EXPECT_EQ(rounds[i].bound, solution.measured.iterations[i].bound) << what;
        EXPECT_EQ(rounds[i].generated, solution.measured.iterations[i].generated) << what;
    }
    expect_true_nodes(engine, trace);
    expect_true_lists(trace);
    if (trace.algorithm == "dfs") expect_true_dfs(trace);
}

std::vector<std::string> heuristics_of(std::string_view algorithm) {
    if (!find_algorithm(algorithm).value()->info->uses_heuristic) return {"auto"};
    return {"manhattan", "linear-conflict", "misplaced", "walking-distance", "inversions", "zero",
            "auto"};
}

std::array<Move, 4> order_named(std::string_view letters) {
    return order_of(letters).value();
}

void expect_all_same(Geometry geometry, std::uint64_t walk,
                     const std::vector<std::string_view>& orders) {
    Engine engine;
    Random random(20'261'115);
    for (const DynamicBoard& goal : three_goals(geometry)) {
        for (const std::string_view algorithm : traceable_algorithms()) {
            for (const std::string& heuristic : heuristics_of(algorithm)) {
                for (const std::string_view order : orders) {
                    DynamicBoard start = goal;
                    for (std::uint64_t i = 0; i < walk; ++i) {
                        const Move move = all_moves[random.below(all_moves.size())];
                        if (start.legal_moves().has(move)) start.slide(move);
                    }
                    Job job = make_job(start, goal, algorithm, heuristic);
                    job.options.order = order_named(order);
                    // These two go through most of the states before they meet the goal.
                    const bool blind = algorithm == "dfs" || heuristic == "zero";
                    if (blind && geometry.cells() > 9) job.start = goal;
                    expect_same_search(engine, job);
                    if (testing::Test::HasFailure()) return;
                }
            }
        }
    }
}

TEST(TraceTwinsInRelease, On2x3) {
    expect_all_same({2, 3}, 60, {"ULRD", "DRLU", "RUDL"});
}
TEST(TraceTwinsInRelease, On3x3) {
    expect_all_same({3, 3}, 24, {"DRLU"});
}
TEST(TraceTwinsInRelease, On3x4) {
    expect_all_same({3, 4}, 14, {"ULRD", "DRLU", "RUDL"});
}

TEST(TraceTwinsInRelease, WeightsAndPatternDatabases) {
    Engine engine;
    const DynamicBoard goal = goal_of("snail", {3, 3});
    Random random(7);
    for (const double weight : {1.0, 1.5, 2.0, 5.0}) {
        for (const char* heuristic : {"manhattan", "linear-conflict", "inversions"}) {
            Job job = make_job(board_at_distance(goal, 24, random), goal, "weighted-a*", heuristic);
            job.options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
            expect_same_search(engine, job);
        }
    }
    for (const char* algorithm : {"a*", "ida*", "greedy"}) {
        expect_same_search(
            engine, make_job(board_at_distance(goal, 26, random), goal, algorithm, "pdb:4-4"));
    }
}

/// With a weight, states are reached more cheaply after they were expanded, and opened again.
TEST(TraceTwinsInRelease, ReopenedStates) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Random random(11);
    std::size_t reopened = 0;
    for (int i = 0; i < 5; ++i) {
        Job job = make_job(board_at_distance(goal, 24, random), goal, "weighted-a*", "manhattan");
        job.options.set(search::weighted_a_star::weight, OptionValue(3.0));
        expect_same_search(engine, job);
        const Trace trace = traced(engine, request_for(job));
        std::set<std::vector<Tile>> states;
        for (const TraceStep& step : trace.steps) {
            if (!states.insert(tiles_of(trace.nodes[step.expanded].board)).second) ++reopened;
        }
    }
    EXPECT_GT(reopened, 0U);
}

TEST(Trace, ASolvedBoardIsItsOwnGoal) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const std::string_view algorithm : traceable_algorithms()) {
        expect_same_search(engine, make_job(goal, goal, algorithm, "manhattan"));
    }
}

TEST(Trace, EndsWithoutAGoalWhenThereAreNoMoreStates) {
    Engine engine;
    TraceRequest request;
    request.start = board_of({2, 3}, "2 1 3 4 5 0");
    request.goal = goal_of("blank-last", {2, 3});
    for (const char* algorithm : {"bfs", "dfs", "ucs", "greedy", "a*", "weighted-a*"}) {
        request.algorithm = algorithm;
        const Trace trace = traced(engine, request);
        EXPECT_TRUE(trace.complete) << algorithm;
        EXPECT_FALSE(trace.goal_node.has_value());
        std::set<std::vector<Tile>> states;
        for (const TraceStep& step : trace.steps) {
            states.insert(tiles_of(trace.nodes[step.expanded].board));
        }
        EXPECT_EQ(states.size(), 360U) << "half of 6!, by " << algorithm;
    }
    request.algorithm = "ida*";  // which would go on for ever
    const Trace trace = traced(engine, request);
    EXPECT_FALSE(trace.complete);
    EXPECT_EQ(trace.expanded, request.steps);
}

TEST(Trace, StepsAreABeginningOfTheWhole) {
    Engine engine;
    TraceRequest request;
    request.start = board_of({3, 3}, "8 6 7 2 5 4 3 0 1");
    request.goal = goal_of("blank-last", {3, 3});
    for (const std::string_view algorithm : traceable_algorithms()) {
        request.algorithm = algorithm;
        request.steps = 400;
        const Trace longer = traced(engine, request);
        request.steps = 50;
        const Trace trace = traced(engine, request);
        EXPECT_FALSE(trace.complete);
        EXPECT_FALSE(trace.goal_node.has_value());
        ASSERT_EQ(trace.steps.size(), 50U);
        EXPECT_EQ(trace.expanded, 50U);
        for (std::size_t i = 0; i < trace.steps.size(); ++i) {
            EXPECT_EQ(trace.steps[i].expanded, longer.steps[i].expanded);
        }
        expect_true_nodes(engine, trace);
    }
}

TEST(TraceInRelease, OfALargeBoardEndsBeforeItsBoardsFillTheMemory) {
    Engine engine;
    TraceRequest request;
    request.start = goal_of("blank-last", {40, 50});
    request.goal = goal_of("blank-first", {40, 50});
    request.algorithm = "bfs";
    request.steps = 1'000'000;
    const Trace trace = traced(engine, request);
    EXPECT_FALSE(trace.complete);
    EXPECT_GT(trace.expanded, 0U);
    EXPECT_LE(trace.nodes.size() * 2'000, most_traced_cells);
}

/// Says stop after having been asked so often.
class StopsAfter : public Observer {
  public:
    explicit StopsAfter(int questions) : left_(questions) {}
    bool cancelled() override { return left_-- <= 0; }

  private:
    int left_;
};

TEST(Trace, CancelEndsIt) {
    Engine engine;
    TraceRequest request;
    request.start = board_of({3, 3}, "8 6 7 2 5 4 3 0 1");
    request.goal = goal_of("blank-last", {3, 3});
    for (const std::string_view algorithm : traceable_algorithms()) {
        request.algorithm = algorithm;
        StopsAfter seven(7);
        const auto stopped = trace(engine, request, seven);
        ASSERT_TRUE(stopped.ok());
        EXPECT_EQ(stopped->steps.size(), 7U) << algorithm;
        EXPECT_FALSE(stopped->complete);
    }
}

TEST(Trace, CancelEndsTheBuildingOfTables) {
    Engine engine;
    TraceRequest request;
    request.start = board_of({4, 4}, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15");
    request.goal = goal_of("blank-last", {4, 4});
    request.algorithm = "a*";
    request.heuristic = "pdb:5-5-5";
    StopsAfter none(0);
    const auto stopped = trace(engine, request, none);
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, ErrorCode::interrupted) << stopped.error().message;
}

TEST(Trace, WhatMakesNoSenseIsAUsageError) {
    Engine engine;
    Observer nobody;
    const auto error_of = [&](const TraceRequest& request) {
        const auto made = trace(engine, request, nobody);
        EXPECT_FALSE(made.ok());
        if (made) return std::string();
        EXPECT_EQ(made.error().code, ErrorCode::usage) << made.error().message;
        EXPECT_FALSE(made.error().hint.empty()) << made.error().message;
        return made.error().message + " / " + made.error().hint;
    };
    TraceRequest good;
    good.start = board_of({3, 3}, "1 2 3 4 5 6 7 0 8");
    good.goal = goal_of("blank-last", {3, 3});

    TraceRequest request = good;
    request.algorithm = "rbfs";
    EXPECT_NE(error_of(request).find("these can: a*, bfs, dfs, greedy"), std::string::npos);
    for (const char* name : {"auto", "anytime", "Anytime", "no-such-search"}) {
        request.algorithm = name;
        error_of(request);
    }
    request = good;
    request.goal = goal_of("blank-last", {3, 4});
    error_of(request);
    request = good;
    request.options.set(search::ida_star::cycles, 8);
    error_of(request);
    request = good;
    request.options.set(search::weighted_a_star::weight, OptionValue(2.0));
    error_of(request);
    request.algorithm = "weighted-a*";
    request.options.set(search::weighted_a_star::weight, OptionValue(0.5));
    error_of(request);
    request = good;
    request.algorithm = "a*";
    request.heuristic = "no-such-heuristic";
    error_of(request);
}

TEST(TraceJson, SaysWhatTheTraceIs) {
    Engine engine;
    TraceRequest request;
    request.start = board_of({3, 3}, "1 2 3 4 0 6 7 5 8");
    request.goal = goal_of("blank-last", {3, 3});
    request.algorithm = "ida*";
    const std::string text = to_json(traced(engine, request));
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const Json json = Json::parse(text, nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["schema"], "tessera.trace/1");
    EXPECT_EQ(json["size"], Json::array({3, 3}));
    EXPECT_EQ(json["algorithm"], "ida*");
    EXPECT_EQ(json["heuristic"], "manhattan");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["moves"], "DR");
    EXPECT_EQ(json["nodes"][0]["parent"], nullptr);
    EXPECT_EQ(json["nodes"][0]["move"], nullptr);
    EXPECT_EQ(json["nodes"][0]["h"], 2);
    EXPECT_EQ(json["steps"][0]["expand"], 0);
    EXPECT_EQ(json["steps"][0]["bound"], 2);
    EXPECT_EQ(json["path"].size(), 3U);
    EXPECT_EQ(json["path"].back(), json["goal_node"]);
    EXPECT_EQ(json["expanded"], json["steps"].size());
    std::size_t made = 0;
    for (const Json& step : json["steps"]) {
        made += step["children"].size() + step["duplicates"].size() + step["pruned"].size();
    }
    EXPECT_EQ(json["generated"], made);

    request.algorithm = "bfs";
    request.goal = goal_of("blank-first", {3, 3});
    request.steps = 3;
    const Json cut = Json::parse(to_json(traced(engine, request)), nullptr, false);
    EXPECT_EQ(cut["heuristic"], nullptr);
    EXPECT_EQ(cut["goal_node"], nullptr);
    EXPECT_EQ(cut["moves"], nullptr);
    EXPECT_EQ(cut["path"], Json::array());
    EXPECT_FALSE(cut["steps"][0].contains("bound"));
}

}  // namespace
}  // namespace tessera
