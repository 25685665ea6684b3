// JSON results: the names and types that every front end and every script of a user relies on.
#include "tessera/api/json.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Json = nlohmann::ordered_json;

Json solve_json(const Job& job) {
    Engine engine;
    const std::string text = to_json(solved(engine, job));
    EXPECT_EQ(text.find('\n'), std::string::npos) << "one line, for --jsonl";
    Json json = Json::parse(text, nullptr, false);
    EXPECT_FALSE(json.is_discarded());
    return json;
}

/// The names of the promised fields, in their promised order.
const std::vector<std::string> promised{
    "schema",     "id",        "size",        "start",     "goal",   "status",
    "algorithm",  "heuristic", "options",     "length",    "slides", "moves",
    "convention", "optimal",   "lower_bound", "initial_h", "stats"};
const std::vector<std::string> promised_stats{"expanded",
                                              "generated",
                                              "reexpanded",
                                              "peak_open",
                                              "peak_states",
                                              "max_depth",
                                              "iterations",
                                              "seconds",
                                              "cpu_seconds",
                                              "setup_seconds",
                                              "peak_memory_bytes",
                                              "table_bytes",
                                              "effective_branching_factor",
                                              "threads"};

/// All promised names are there, in order; further ones may stand between them.
void expect_names(const Json& json, const std::vector<std::string>& names) {
    std::size_t next = 0;
    for (const auto& [key, value] : json.items()) {
        if (next < names.size() && key == names[next]) ++next;
    }
    EXPECT_EQ(next, names.size()) << "missing or misplaced: "
                                  << (next < names.size() ? names[next] : "");
}

TEST(SolveJson, HasEveryPromisedFieldWithItsType) {
    Job job = make_job(board_of({3, 3}, "4 8 3 7 0 6 2 5 1"), goal_of("blank-last", {3, 3}), "ida*",
                       "manhattan");
    job.id = "twenty";
    const Json json = solve_json(job);
    expect_names(json, promised);
    EXPECT_EQ(json["schema"], "tessera.solve/1");
    EXPECT_EQ(json["id"], "twenty");
    EXPECT_EQ(json["size"], Json::array({3, 3}));
    EXPECT_EQ(json["start"], Json::array({4, 8, 3, 7, 0, 6, 2, 5, 1}));
    EXPECT_EQ(json["goal"], Json::array({1, 2, 3, 4, 5, 6, 7, 8, 0}));
    EXPECT_EQ(json["status"], "solved");
    EXPECT_EQ(json["algorithm"], "ida*");
    EXPECT_EQ(json["heuristic"], "manhattan");
    EXPECT_TRUE(json["options"].is_object());
    EXPECT_EQ(json["length"], 20);
    EXPECT_TRUE(json["length"].is_number_unsigned());
    EXPECT_TRUE(json["slides"].is_number_unsigned());
    EXPECT_LE(json["slides"].get<int>(), 20);
    ASSERT_TRUE(json["moves"].is_string());
    EXPECT_EQ(json["moves"].get<std::string>().size(), 20U);
    EXPECT_EQ(json["moves"].get<std::string>().find_first_not_of("ULDR"), std::string::npos);
    EXPECT_EQ(json["convention"], "blank");
    EXPECT_EQ(json["optimal"], true);
    EXPECT_EQ(json["lower_bound"], 20);
    EXPECT_TRUE(json["initial_h"].is_number_integer());
    EXPECT_FALSE(json.contains("cost"));

    const Json& stats = json["stats"];
    expect_names(stats, promised_stats);
    for (const char* key : {"expanded", "generated", "reexpanded", "peak_open", "peak_states",
                            "max_depth", "peak_memory_bytes", "table_bytes", "threads"}) {
        EXPECT_TRUE(stats[key].is_number_unsigned() || stats[key].is_number_integer()) << key;
    }
    for (const char* key :
         {"seconds", "cpu_seconds", "setup_seconds", "effective_branching_factor"}) {
        EXPECT_TRUE(stats[key].is_number_float()) << key;
    }
    ASSERT_TRUE(stats["iterations"].is_array());
    ASSERT_FALSE(stats["iterations"].empty());
    EXPECT_EQ(stats["iterations"][0]["bound"], json["initial_h"]);
    std::uint64_t sum = 0;
    for (const Json& round : stats["iterations"]) sum += round["generated"].get<std::uint64_t>();
    EXPECT_EQ(sum, stats["generated"].get<std::uint64_t>());
    EXPECT_EQ(stats["threads"], 1);
}

TEST(SolveJson, EveryPairWritesTheSameFields) {
    const DynamicBoard goal = goal_of("blank-first", {2, 3});
    Random random(2);
    const DynamicBoard start = board_at_distance(goal, 9, random);
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        for (const std::string& heuristic : heuristics_for(*entry->info)) {
            const Json json = solve_json(make_job(start, goal, entry->info->name, heuristic));
            expect_names(json, promised);
            expect_names(json["stats"], promised_stats);
            EXPECT_EQ(json["algorithm"], entry->info->name);
            EXPECT_EQ(json["heuristic"].is_null(), !entry->info->uses_heuristic);
            EXPECT_TRUE(json["initial_h"].is_number());
        }
    }
}

TEST(SolveJson, ALimitWithoutAPathHasNone) {
    Job job = make_job(board_of({3, 3}, "8 6 7 2 5 4 3 0 1"), goal_of("blank-last", {3, 3}), "a*",
                       "manhattan");
    job.limits.nodes = 10;
    const Json json = solve_json(job);
    expect_names(json, promised);
    EXPECT_EQ(json["status"], "node-limit");
    EXPECT_TRUE(json["length"].is_null());
    EXPECT_TRUE(json["slides"].is_null());
    EXPECT_TRUE(json["moves"].is_null());
    EXPECT_EQ(json["optimal"], false);
    EXPECT_GE(json["lower_bound"].get<int>(), json["initial_h"].get<int>());
}

TEST(SolveJson, AnUnsolvableBoardSaysWhyAndWhatHelps) {
    const Json json =
        solve_json(make_job(board_of({3, 3}, "1 2 3/4 5 6/8 7 0"), goal_of("blank-last", {3, 3})));
    expect_names(json, promised);
    EXPECT_EQ(json["status"], "unsolvable");
    EXPECT_TRUE(json["length"].is_null());
    EXPECT_TRUE(json["lower_bound"].is_null());
    EXPECT_EQ(json["optimal"], false);
    EXPECT_TRUE(json["unsolvable"]["reason"].is_string());
    EXPECT_EQ(json["unsolvable"]["solvable_goals"], Json::array({"snail", "column-major"}));
    EXPECT_EQ(json["unsolvable"]["repair"], Json::array({7, 8}));
}

TEST(SolveJson, ASolvedBoardHasAPathOfNoMoves) {
    const DynamicBoard goal = goal_of("snail", {4, 4});
    const Json json = solve_json(make_job(goal, goal));
    EXPECT_EQ(json["status"], "solved");
    EXPECT_EQ(json["length"], 0);
    EXPECT_EQ(json["slides"], 0);
    EXPECT_EQ(json["moves"], "");
    EXPECT_EQ(json["optimal"], true);
    EXPECT_EQ(json["lower_bound"], 0);
}

TEST(SolveJson, TileCostStandsBesideTheLength) {
    Job job =
        make_job(board_of({2, 3}, "1 2 3/0 4 5"), goal_of("blank-last", {2, 3}), "a*", "manhattan");
    job.cost = CostModel::tile;
    const Json json = solve_json(job);
    EXPECT_EQ(json["length"], 2);
    EXPECT_EQ(json["cost"], 9);
    EXPECT_EQ(json["lower_bound"], 9);
    EXPECT_EQ(json["options"]["cost"], "tile");
}

TEST(SolveJson, FractionsAndOptionsAreKept) {
    Job job = make_job(board_of({3, 3}, "4 8 3 7 0 6 2 5 1"), goal_of("blank-last", {3, 3}),
                       "weighted-a*", "euclidean");
    job.options.set(search::weighted_a_star::weight, OptionValue(2.5));
    job.options.order = {Move::down, Move::up, Move::right, Move::left};
    const Json json = solve_json(job);
    EXPECT_TRUE(json["initial_h"].is_number_float());
    EXPECT_EQ(json["options"]["weight"], 2.5);
    EXPECT_EQ(json["options"]["order"], "DURL");

    job.algorithm = "ida*";
    job.heuristic = "manhattan";
    job.options = SearchOptions();
    EXPECT_FALSE(solve_json(job)["options"].contains("cycles")) << "only where they are used";
    job.options.set(search::ida_star::cycles, 8);
    EXPECT_EQ(solve_json(job)["options"]["cycles"], 8);
    job.algorithm = "beam";
    job.options = SearchOptions();
    EXPECT_FALSE(solve_json(job)["options"].contains("width"));
    job.options.set(search::beam::width, 77);
    EXPECT_EQ(solve_json(job)["options"]["width"], 77);
}

TEST(SolveJson, OddIdsAreEscaped) {
    const DynamicBoard goal = goal_of("blank-last", {2, 2});
    Job job = make_job(goal, goal);
    job.id = "a \"quoted\"\n\xff id ü";
    const Json json = solve_json(job);
    EXPECT_NE(json["id"].get<std::string>().find("\"quoted\"\n"), std::string::npos);
    EXPECT_NE(json["id"].get<std::string>().find("ü"), std::string::npos);
    EXPECT_EQ(json_string("a\"b"), "\"a\\\"b\"");
}

TEST(AuditJson, HasARowForEveryHeuristic) {
    Engine engine;
    const auto result = audit(engine, goal_of("blank-last", {2, 3}), default_heuristics()).value();
    const Json json = Json::parse(to_json(result));
    EXPECT_EQ(json["schema"], "tessera.audit/1");
    EXPECT_EQ(json["size"], Json::array({2, 3}));
    EXPECT_EQ(json["states"], 360);
    EXPECT_EQ(json["claims_hold"], true);
    EXPECT_EQ(json["states_per_distance"].size(), 22U);
    ASSERT_EQ(json["heuristics"].size(), registry::all_heuristics().size());
    for (const Json& row : json["heuristics"]) {
        for (const char* key : {"admissible", "consistent", "claims_hold"}) {
            EXPECT_TRUE(row[key].is_boolean()) << key;
        }
        for (const char* key : {"h_goal", "over_states", "over_max", "max_drop", "mean_h", "max_h",
                                "exact_states", "mean_ratio", "correlation"}) {
            EXPECT_TRUE(row[key].is_number()) << key;
        }
        EXPECT_EQ(row["over_state"].is_null(), row["over_states"] == 0);
    }
}

TEST(ListJson, NamesEveryComponentAndItsClaims) {
    const Json algorithms = Json::parse(algorithms_json());
    const Json heuristics = Json::parse(heuristics_json());
    EXPECT_EQ(algorithms["schema"], "tessera.list/1");
    const std::vector<const AlgorithmInfo*> listed = listed_algorithms();
    ASSERT_EQ(algorithms["algorithms"].size(), listed.size());
    ASSERT_EQ(heuristics["heuristics"].size(), registry::all_heuristics().size());
    for (std::size_t i = 0; i < listed.size(); ++i) {
        const AlgorithmInfo& info = *listed[i];
        const Json& row = algorithms["algorithms"][i];
        EXPECT_EQ(row["name"], info.name);
        EXPECT_EQ(row["optimal"], info.optimal);
        EXPECT_EQ(row["complete"], info.complete);
        EXPECT_EQ(row["uses_heuristic"], info.uses_heuristic);
        EXPECT_EQ(row["aliases"], Json(aliases_of(info)));
        EXPECT_EQ(row["options"].size(), info.options.size());
    }
    for (std::size_t i = 0; i < registry::all_heuristics().size(); ++i) {
        const HeuristicInfo& info = *registry::all_heuristics()[i]->info;
        const Json& row = heuristics["heuristics"][i];
        EXPECT_EQ(row["name"], info.name);
        EXPECT_EQ(row["admissible"], info.admissible);
        EXPECT_EQ(row["consistent"], info.consistent);
    }
}

}  // namespace
}  // namespace tessera
