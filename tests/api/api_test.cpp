// The engine's calls in JSON: each one's answer, and what it says to requests that make no sense.
#include "tessera/api/api.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "tessera/api/json.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Json = nlohmann::ordered_json;

const char* const twenty = R"([4,8,3,7,0,6,2,5,1])";  // 20 moves from blank-last

class ApiTest : public testing::Test {
  protected:
    Json answer(std::string_view name, std::string_view request) {
        auto reply = api.call(name, request, nobody);
        EXPECT_TRUE(reply.ok()) << name << " " << request.substr(0, 200) << ": "
                                << reply.error().message;
        if (!reply) return Json();
        EXPECT_EQ(reply->find('\n'), std::string::npos) << "one line";
        Json json = Json::parse(*reply, nullptr, false);
        EXPECT_TRUE(json.is_object());
        return json;
    }
    Error refusal(std::string_view name, std::string_view request) {
        auto reply = api.call(name, request, nobody);
        EXPECT_FALSE(reply.ok()) << name << " " << request.substr(0, 200);
        if (reply) return Error{ErrorCode::internal, "there was none", ""};
        EXPECT_FALSE(reply.error().message.empty());
        EXPECT_LT(reply.error().message.size(), 500U) << "a message is for people";
        const std::string said = reply.error().message + " " + reply.error().hint;
        EXPECT_EQ(said.find(" --"), std::string::npos) << "no option of the command line: " << said;
        EXPECT_EQ(said.find("tessera "), std::string::npos) << "no command: " << said;
        EXPECT_TRUE(reply.error().code == ErrorCode::usage ||
                    reply.error().code == ErrorCode::bad_input)
            << reply.error().message;
        return reply.error();
    }

    Engine engine;
    Api api{engine};
    Observer nobody;
};

std::string with(std::string_view fields) {
    return "{\"start\":" + std::string(twenty) + (fields.empty() ? "" : ",") + std::string(fields) +
           "}";
}

TEST_F(ApiTest, SolveAnswersAsTheEngine) {
    for (const char* algorithm : {"bfs", "a*", "ida*", "weighted-a*", "auto"}) {
        Json request = Json::parse(with(""));
        request["id"] = "twenty";
        request["algorithm"] = algorithm;
        request["goal"] = "blank-first";
        request["options"] = {{"order", "DRLU"}, {"threads", 1}};
        if (request["algorithm"] == "weighted-a*") request["options"]["weight"] = 2.5;
        Json reply = answer("solve", request.dump());

        Job job = make_job(board_of({3, 3}, "4 8 3 7 0 6 2 5 1"), goal_of("blank-first", {3, 3}),
                           algorithm);
        job.id = "twenty";
        job.options.order = order_of("DRLU").value();
        job.options.threads = 1;
        if (job.algorithm == "weighted-a*")
            job.options.set(search::weighted_a_star::weight, OptionValue(2.5));
        Json expected = Json::parse(to_json(solved(engine, job)), nullptr, false);
        // Times and memory differ from run to run.
        for (const char* measured :
             {"seconds", "cpu_seconds", "setup_seconds", "peak_memory_bytes", "container_bytes"}) {
            reply["stats"].erase(measured);
            expected["stats"].erase(measured);
        }
        reply.erase("milestones");
        expected.erase("milestones");
        EXPECT_EQ(reply, expected) << algorithm;
        EXPECT_EQ(reply["schema"], "tessera.solve/1");
    }
}

TEST_F(ApiTest, SolveKeepsToItsLimits) {
    const Json nodes = answer(
        "solve",
        R"({"start":[15,2,12,11,14,13,9,5,1,3,8,7,0,10,6,4],"goal":"blank-first","algorithm":"ida*","heuristic":"manhattan",
                           "limits":{"nodes":200000}})");
    EXPECT_EQ(nodes["status"], "node-limit");
    const Json depth = answer("solve", with(R"("algorithm":"a*","limits":{"depth":5})"));
    EXPECT_EQ(depth["status"], "depth-limit");
    EXPECT_EQ(depth["length"], nullptr);

    // A caller cannot ask for more than the host allows, but for less.
    ApiLimits strict;
    strict.search.nodes = 1'000;
    Api held(engine, strict);
    for (const auto& [wanted, allowed] : {std::pair(5'000'000, 1'000), {10, 10}}) {
        const auto reply = held.call(
            "solve", with(fmt::format(R"("algorithm":"bfs","limits":{{"nodes":{}}})", wanted)),
            nobody);
        ASSERT_TRUE(reply.ok());
        const Json stopped = Json::parse(*reply);
        EXPECT_EQ(stopped["status"], "node-limit");
        EXPECT_GE(stopped["stats"]["generated"], allowed);
        EXPECT_LE(stopped["stats"]["generated"], allowed + 4) << "at most one expansion more";
    }
}

TEST_F(ApiTest, SolveOfAnUnsolvableBoardIsAnAnswer) {
    const Json reply = answer("solve", R"({"start":[1,2,3,4,5,6,8,7,0]})");
    EXPECT_EQ(reply["status"], "unsolvable");
    EXPECT_EQ(reply["unsolvable"]["repair"].size(), 2U);
}

TEST_F(ApiTest, BoardsInEveryForm) {
    for (const char* start :
         {R"([4,8,3,7,0,6,2,5,1])", R"([[4,8,3],[7,0,6],[2,5,1]])", R"("4 8 3/7 0 6/2 5 1")"}) {
        const Json reply = answer("check", fmt::format(R"({{"start":{}}})", start));
        EXPECT_EQ(reply["board"], "4 8 3/7 0 6/2 5 1");
    }
    const Json oblong = answer("check", R"({"start":[1,2,3,4,5,0],"size":[3,2]})");
    EXPECT_EQ(oblong["board"], "1 2/3 4/5 0");
    const Json own = answer("check", with(R"("goal":[[1,2,3],[8,0,4],[7,6,5]])"));
    EXPECT_EQ(own["goal"], Json::array({1, 2, 3, 8, 0, 4, 7, 6, 5}));
}

TEST_F(ApiTest, Check) {
    const Json good = answer("check", with(""));
    EXPECT_EQ(good["schema"], "tessera.check/1");
    const Json solved = answer("solve", with(""));
    for (const char* field : {"size", "start", "goal", "goal_name"}) {
        EXPECT_EQ(good[field], solved[field]) << "as in solve: " << field;
    }
    EXPECT_TRUE(good["board"].is_string()) << "as it always was";
    EXPECT_EQ(good["solvable"], true);
    EXPECT_EQ(good["repair"], nullptr);
    const Json bad = answer("check", R"({"start":"1 2 3/4 5 6/8 7 0"})");
    EXPECT_EQ(bad["solvable"], false);
    EXPECT_EQ(bad["permutation"], "odd");
    EXPECT_FALSE(bad["solvable_goals"].empty());
    EXPECT_FALSE(bad["reason"].get<std::string>().empty());
}

TEST_F(ApiTest, GenerateIsTheSameForTheSameSeed) {
    const char* request = R"({"size":[3,4],"seed":7,"count":3,"goal":"snail"})";
    const Json first = answer("generate", request);
    EXPECT_EQ(first["schema"], "tessera.generate/1");
    ASSERT_EQ(first["boards"].size(), 3U);
    EXPECT_EQ(first["boards"][0]["goal_name"], "snail");
    EXPECT_EQ(first["boards"][0]["size"], Json::array({3, 4}));
    EXPECT_EQ(answer("generate", request), first);
    EXPECT_NE(first["boards"][0], first["boards"][1]);

    const Json far =
        answer("generate", R"({"size":[3,3],"seed":1,"kind":"distance","distance":25})");
    EXPECT_EQ(far["boards"][0]["optimal"], 25);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    EXPECT_EQ(exact_distance(board_of({3, 3}, far["boards"][0]["start"].dump()), goal), 25);
    for (const char* kind : {"uniform", "walk", "easy", "medium", "hard", "expert"}) {
        const Json made =
            answer("generate", fmt::format(R"({{"size":[4,4],"seed":3,"kind":"{}"}})", kind));
        const Json checked = answer("check", Json{{"start", made["boards"][0]["start"]}}.dump());
        EXPECT_EQ(checked["solvable"], true) << kind;
    }
    const Json hopeless = answer("generate", R"({"size":[4,4],"seed":3,"kind":"unsolvable"})");
    EXPECT_EQ(answer("check", Json{{"start", hopeless["boards"][0]["start"]}}.dump())["solvable"],
              false);
}

TEST_F(ApiTest, GenerateRefuses) {
    refusal("generate", R"({"size":[3,3]})");
    refusal("generate", R"({"seed":1})");
    refusal("generate", R"({"size":[3],"seed":1})");
    refusal("generate", R"({"size":[3,-3],"seed":1})");
    refusal("generate", R"({"size":[3,3.5],"seed":1})");
    refusal("generate", R"({"size":[1000,1000],"seed":1})");
    refusal("generate", R"({"size":[4294967299,3],"seed":1})");
    refusal("generate", R"({"size":[18446744073709551615,18446744073709551615],"seed":1})");
    refusal("generate", R"({"size":[3,3],"seed":1,"count":1001})");
    refusal("generate", R"({"size":[3,3],"seed":1,"count":0})");
    refusal("generate", R"({"size":[3,3],"seed":1,"kind":"impossible"})");
    refusal("generate", R"({"size":[3,3],"seed":1,"kind":"distance"})");
    refusal("generate", R"({"size":[3,3],"seed":1,"kind":"distance","distance":32})");
    refusal("generate", R"({"size":[3,3],"seed":1,"goal":[1,2,3]})");
}

TEST_F(ApiTest, Read) {
    const Json inline_one = answer("read", R"({"text":"1 2 3/4 0 5/6 7 8"})");
    EXPECT_EQ(inline_one["schema"], "tessera.read/1");
    EXPECT_EQ(inline_one["boards"][0]["start"], Json::array({1, 2, 3, 4, 0, 5, 6, 7, 8}));
    const Json korf = answer("read", R"({"text":"korf:12"})");
    EXPECT_EQ(korf["boards"][0]["id"], "korf-12");
    EXPECT_EQ(korf["boards"][0]["optimal"], 45);
    const Json snail = answer("read", R"({"text":"1 2 3/4 0 5/6 7 8","goal":"snail"})");
    EXPECT_EQ(snail["boards"][0]["goal_name"], "snail");
    refusal("read", R"({"text":"1 2 3/4 4 5/6 7 8"})");
    refusal("read", R"({"text":""})");
    refusal("read", R"({"text":"1 2 3/4 0 5/6 7 8","format":"no-such-format"})");
    refusal("read", R"({"text":"korf:101"})");
}

TEST_F(ApiTest, Explain) {
    const Json reply =
        answer("explain", with(R"("heuristics":["manhattan","linear-conflict"],"exact":true)"));
    EXPECT_EQ(reply["schema"], "tessera.explain/1");
    EXPECT_EQ(reply["truth"]["best"], 20);
    EXPECT_EQ(reply["truth"]["proven"], true);
    ASSERT_EQ(reply["heuristics"].size(), 2U);
    EXPECT_EQ(reply["heuristics"][0]["heuristic"], "manhattan");
    EXPECT_TRUE(reply["heuristics"][0]["explanation"].is_object());
    EXPECT_GT(answer("explain", with(""))["heuristics"].size(), 10U);
    refusal("explain", with(R"("heuristics":["no-such"])"));
    refusal("explain", with(R"("heuristics":"manhattan")"));
    refusal("explain", with(R"("heuristics":[1])"));
    refusal("explain", with(R"("exact":"yes")"));
    refusal("explain", with(R"("cost":"weight")"));
}

TEST_F(ApiTest, TraceIsTheSearchThatSolveRuns) {
    const char* how = R"("algorithm":"a*","heuristic":"manhattan")";
    const Json trace = answer("trace", with(how));
    const Json solution = answer("solve", with(how));
    EXPECT_EQ(trace["schema"], "tessera.trace/1");
    EXPECT_EQ(trace["complete"], true);
    EXPECT_EQ(trace["expanded"], solution["stats"]["expanded"]);
    EXPECT_EQ(trace["generated"], solution["stats"]["generated"]);
    EXPECT_EQ(trace["moves"], solution["moves"]);
    const Json cut = answer("trace", with(R"("steps":5)"));
    EXPECT_EQ(cut["complete"], false);
    EXPECT_EQ(cut["expanded"], 5);
    refusal("trace", with(R"("algorithm":"rbfs")"));
    refusal("trace", with(R"("steps":0)"));
    refusal("trace", with(R"("steps":20001)"));
    refusal("trace", with(R"("limits":{})"));
}

TEST_F(ApiTest, Audit) {
    const Json reply = answer("audit", R"({"size":[2,3],"heuristics":["manhattan"]})");
    EXPECT_EQ(reply["schema"], "tessera.audit/1");
    refusal("audit", R"({"size":[4,4]})");
    refusal("audit", "{}");
}

TEST_F(ApiTest, ListNamesEverythingThereIs) {
    const Json reply = answer("list", "{}");
    EXPECT_EQ(reply["schema"], "tessera.list/1");
    EXPECT_EQ(reply["algorithms"].size(), listed_algorithms().size());
    EXPECT_EQ(reply["heuristics"].size(), registry::all_heuristics().size());
    for (const char* name : {"goals", "formats", "suites", "difficulties", "traceable"}) {
        EXPECT_FALSE(reply[name].empty()) << name;
    }
    refusal("list", R"({"kind":"goals"})");
}

/// One request for each call that it understands.
const std::pair<const char*, std::string> good_calls[] = {
    {"solve", with("")},
    {"check", with("")},
    {"generate", R"({"size":[3,3],"seed":1})"},
    {"read", R"({"text":"1 2 3/4 0 5/6 7 8"})"},
    {"explain", with(R"("heuristics":["manhattan"])")},
    {"trace", with(R"("steps":3)")},
    {"audit", R"({"size":[2,2],"heuristics":["manhattan"]})"},
    {"list", "{}"},
};

TEST_F(ApiTest, AFieldThatNobodyKnowsIsNamed) {
    for (const auto& [name, request] : good_calls) {
        Json json = Json::parse(request);
        json["misspelt"] = 1;
        EXPECT_NE(refusal(name, json.dump()).message.find("misspelt"), std::string::npos) << name;
    }
    EXPECT_NE(refusal("solve", with(R"("options":{"wieght":2})")).message.find("wieght"),
              std::string::npos);
    EXPECT_NE(refusal("solve", with(R"("limits":{"time":2})")).message.find("time"),
              std::string::npos);
}

TEST_F(ApiTest, ErrorsNameTheFieldThatIsWrong) {
    const std::tuple<const char*, std::string, const char*> wrong[] = {
        {"solve", with(R"("misspelt":1)"), "misspelt"},
        {"solve", with(R"("algorithm":7)"), "algorithm"},
        {"solve", with(R"("algorithm":"no-such")"), "algorithm"},
        {"solve", with(R"("heuristic":"no-such")"), "heuristic"},
        {"solve", with(R"("cost":"free")"), "cost"},
        {"solve", with(R"("limits":5)"), "limits"},
        {"solve", with(R"("limits":{"seconds":-1})"), "limits.seconds"},
        {"solve", with(R"("limits":{"time":1})"), "limits.time"},
        {"solve", with(R"("options":{"weight":"2"})"), "options.weight"},
        {"solve", with(R"("options":{"wieght":2})"), "options.wieght"},
        {"solve", with(R"("options":{"order":"UDL"})"), "options.order"},
        {"solve", with(R"("options":{"threads":1025})"), "options.threads"},
        {"solve", with(R"("options":{"weight":0.5})"), "options.weight"},
        {"solve", with(R"("options":{"weight":1001})"), "options.weight"},
        {"solve", with(R"("algorithm":"bfs","options":{"weight":2})"), "options.weight"},
        {"solve", with(R"("algorithm":"ida*","options":{"cycles":1})"), "options.cycles"},
        {"solve", with(R"("algorithm":"ida*","options":{"cycles":99})"), "options.cycles"},
        {"trace", with(R"("algorithm":"ida*","options":{"cycles":8})"), "options.cycles"},
        {"check", "{}", "start"},
        {"check", R"({"start":[1,1,2,0]})", "start"},
        {"check", R"({"start":[1,2,3,4,5,0]})", "size"},
        {"check", with(R"("goal":"no-such")"), "goal"},
        {"check", with(R"("goal":[1,2,3,0])"), "goal"},
        {"check", with(R"("size":"3x3")"), "size"},
        {"generate", R"({"size":[1000,1000],"seed":1})", "size"},
        {"generate", R"({"size":[3,3]})", "seed"},
        {"generate", R"({"size":[3,3],"seed":1,"kind":"impossible"})", "kind"},
        {"generate", R"({"size":[3,3],"seed":1,"kind":"distance"})", "distance"},
        {"generate", R"({"size":[3,3],"seed":1,"goal":"no-such"})", "goal"},
        {"read", R"({"text":"1 2 3/4 4 5/6 7 8"})", "text"},
        {"read", R"({"text":"korv:1"})", "text"},
        {"read", R"({"text":"1 2 3/4 0 5/6 7 8","format":"no-such"})", "format"},
        {"explain", with(R"("heuristics":["no-such"])"), "heuristics"},
        {"trace", with(R"("steps":0)"), "steps"},
        {"audit", R"({"size":[4,4]})", "size"},
    };
    for (const auto& [name, request, field] : wrong) {
        const Error error = refusal(name, request);
        EXPECT_EQ(error.field, field) << request << ": " << error.message;
        EXPECT_EQ(Json::parse(to_json(error))["field"], field);
    }
    EXPECT_FALSE(Json::parse(to_json(refusal("solve", "[]"))).contains("field"));
    EXPECT_EQ(refusal("solve", with(R"("options":{"weight":0.5})")).message,
              "\"weight\" in options is 0.5, which is not a number from 1 to 1000");
}

TEST_F(ApiTest, EveryFieldOfAnotherTypeIsRefused) {
    for (const auto& [name, request] : good_calls) {
        const Json good = Json::parse(request);
        for (const auto& [field, value] : good.items()) {
            for (const char* wrong :
                 {"true", "-1", "1.5", "{}", "[[[1]]]", "[null]", "\"\\u0000\""}) {
                Json json = good;
                json[field] = Json::parse(wrong);
                refusal(name, json.dump());
            }
        }
    }
    for (const char* wrong : {R"("options":[])",
                              R"("options":{"order":"UDL"})",
                              R"("options":{"order":4})",
                              R"("options":{"weight":"2"})",
                              R"("options":{"weight":-1})",
                              R"("options":{"weight":1e300})",
                              R"("options":{"seed":-1})",
                              R"("options":{"adaptive":1})",
                              R"("options":{"cycles":99})",
                              R"("options":{"threads":99999999999999999999})",
                              R"("limits":5)",
                              R"("limits":{"seconds":"1"})",
                              R"("limits":{"seconds":-1})",
                              R"("limits":{"seconds":1e400})",
                              R"("limits":{"nodes":1.5})",
                              R"("limits":{"memory_bytes":1e30})",
                              R"("limits":{"depth":-3})",
                              R"("id":5)",
                              R"("algorithm":7)",
                              R"("algorithm":"no-such")",
                              R"("heuristic":"no-such")",
                              R"("heuristic":[])",
                              R"("cost":"free")",
                              R"("size":[4,4])",
                              R"("goal":"no-such")",
                              R"("goal":[1,2,3])"}) {
        refusal("solve", with(wrong));
    }
}

TEST_F(ApiTest, WhatIsNoRequestIsRefused) {
    for (const auto& [name, request] : good_calls) {
        for (const std::string& text :
             {std::string(), std::string("null"), std::string("[]"), std::string("5"),
              std::string("\"text\""), std::string("{"), request + "x", std::string("\xff\xfe{}"),
              std::string("{\"start\":\"\xc3\x28\"}"), std::string(3, '\0'),
              std::string(100'000, '['), std::string(100'000, '{'),
              "{\"start\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}",
              "{\"misspelt\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}", [] {
                  std::string deep;
                  for (int i = 0; i < 100'000; ++i) deep += "{\"start\":";
                  return deep;
              }()}) {
            refusal(name, text);
        }
    }
    EXPECT_NE(refusal("check", "{").hint.find("docs/api.md"), std::string::npos);
    refusal("check", R"({"start":[1e400,2,3,0]})");
    refusal("check", R"({"start":[99999999999999999999999999,2,3,0]})");
    refusal("check", R"({"start":[-1,2,3,0]})");
    refusal("check", R"({"start":[1.5,2,3,0]})");
    refusal("check", R"({"start":[1,2,3]})");
    refusal("check", R"({"start":[]})");
    refusal("check", R"({"start":[1,1,2,0]})");
    refusal("check", "{}");
}

TEST_F(ApiTest, BoardsLargerThanTheHostAllowsAreRefused) {
    ApiLimits small;
    small.cells = 9;
    Api held(engine, small);
    const auto reply =
        held.call("check", R"({"start":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0]})", nobody);
    ASSERT_FALSE(reply.ok());
    EXPECT_NE(reply.error().hint.find("at most 9"), std::string::npos);
    EXPECT_FALSE(held.call("generate", R"({"size":[4,4],"seed":1})", nobody).ok());
    EXPECT_FALSE(held.call("read", R"({"text":"korf:1"})", nobody).ok());
}

TEST_F(ApiTest, NoMoreBoardsAtOnceThanTheHostAllows) {
    ApiLimits few;
    few.boards = 2;
    Api held(engine, few);
    EXPECT_TRUE(held.call("read", R"({"text":"1 2 3 0\n1 2 0 3"})", nobody).ok());
    const auto reply = held.call("read", R"({"text":"1 2 3 0\n1 2 0 3\n0 1 2 3"})", nobody);
    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(reply.error().code, ErrorCode::usage);
    EXPECT_EQ(reply.error().message, "3 boards at once are too many");
    EXPECT_EQ(reply.error().hint, "at most 2");
}

TEST_F(ApiTest, TheSmallerOfTwoMemoryLimitsHolds) {
    const std::string request = with(R"("algorithm":"bfs","limits":{"memory_bytes":100000})");
    EXPECT_EQ(answer("solve", request)["status"], "memory-limit");
    ApiLimits little;
    little.search.memory_bytes = 100'000;
    Api held(engine, little);
    const auto reply = held.call(
        "solve", with(R"("algorithm":"bfs","limits":{"memory_bytes":1000000000})"), nobody);
    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(Json::parse(*reply)["status"], "memory-limit");
    // A table that does not fit is no answer but an error, under its own name.
    const auto refused = held.call(
        "solve", with(R"("algorithm":"ida*","heuristic":"pdb:8","options":{"threads":1})"), nobody);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(Json::parse(to_json(refused.error()))["code"], "memory-limit");
}

TEST_F(ApiTest, AGoalOfAnotherSizeIsRefused) {
    EXPECT_NE(refusal("check", with(R"("goal":[1,2,3,0])")).hint.find("this is the goal"),
              std::string::npos);
}

TEST_F(ApiTest, AnUnknownCallIsNamedWithTheNearest) {
    EXPECT_NE(refusal("slove", "{}").hint.find("solve"), std::string::npos);
    EXPECT_NE(refusal("xyzzyxyzzy", "{}").hint.find("trace"), std::string::npos);
    refusal("", "{}");
}

/// Cancelled from the beginning.
class Cancelled : public Observer {
  public:
    bool cancelled() override { return true; }
};

TEST_F(ApiTest, ACancelledCallEndsAndSaysSo) {
    Cancelled observer;
    const auto solution = api.call(
        "solve",
        R"({"start":[15,2,12,11,14,13,9,5,1,3,8,7,0,10,6,4],"goal":"blank-first","algorithm":"ida*","heuristic":"manhattan"})",
        observer);
    ASSERT_TRUE(solution.ok());
    EXPECT_EQ(Json::parse(*solution)["status"], "interrupted");
    const auto made = api.call("generate", R"({"size":[3,3],"seed":1})", observer);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::interrupted);
    const auto trace = api.call("trace", with(""), observer);
    ASSERT_TRUE(trace.ok());
    EXPECT_EQ(Json::parse(*trace)["complete"], false);
}

TEST(ApiEvents, AreOneLineEach) {
    Progress progress;
    progress.counters.expanded = 3;
    progress.lower_bound = 44;
    progress.best = infinite_cost;
    Json json = Json::parse(progress_event(progress));
    EXPECT_EQ(json["event"], "progress");
    EXPECT_EQ(json["expanded"], 3);
    EXPECT_EQ(json["lower_bound"], 44);
    EXPECT_EQ(json["best"], nullptr);
    progress.best = 60;
    EXPECT_EQ(Json::parse(progress_event(progress))["best"], 60);

    const std::vector<Move> path{Move::up, Move::left};
    json = Json::parse(improved_event(path, 2, 0.5));
    EXPECT_EQ(json["event"], "improved");
    EXPECT_EQ(json["length"], 2);
    EXPECT_EQ(json["moves"], "UL");

    const auto partition = pdb::parse_partition("aa./a../.._", {3, 3}, Cell{8});
    ASSERT_TRUE(partition.ok());
    json = Json::parse(building_event(partition->patterns.front(), 7, 504));
    EXPECT_EQ(json["event"], "building");
    EXPECT_EQ(json["pattern"], partition->patterns.front().picture());
    EXPECT_EQ(json["done"], 7);
    EXPECT_EQ(json["total"], 504);
}

TEST(ApiErrors, AreJsonWhateverTheySay) {
    const Json json =
        Json::parse(to_json(Error{ErrorCode::bad_input, "quote \" \xff end", "hint"}));
    EXPECT_EQ(json["schema"], "tessera.error/1");
    EXPECT_EQ(json["code"], "bad-input");
    EXPECT_EQ(json["hint"], "hint");
    for (const auto& [code, name] : {std::pair(ErrorCode::usage, "usage"),
                                     {ErrorCode::bad_input, "bad-input"},
                                     {ErrorCode::unsolvable, "unsolvable"},
                                     {ErrorCode::memory_limit, "memory-limit"},
                                     {ErrorCode::interrupted, "interrupted"},
                                     {ErrorCode::internal, "internal"}}) {
        EXPECT_EQ(Json::parse(to_json(Error{code, "why", ""}))["code"], name);
    }
}

}  // namespace
}  // namespace tessera
