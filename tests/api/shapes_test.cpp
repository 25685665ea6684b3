// The descriptions of the calls are true: answers are as they say, defaults are what an absent field means, and the
// documentation and the page's types are about the same calls.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "tessera/api/api.hpp"
#include "tessera/api/requests.hpp"
#include "tessera/api/schemas.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tests/api/schema_check.hpp"

namespace tessera {
namespace {

using schema_testing::fault_of;
using schema_testing::Json;

Json every_schema() {
    Json schemas;
    for (const api::Shape* shape : api::shapes_of(api::engine_calls()))
        schemas[shape->name] = api::json_schema(*shape);
    return schemas;
}

std::string read_file(const std::string& path) {
    std::ifstream stream(std::string(TESSERA_SOURCE_DIR) + "/" + path, std::ios::binary);
    EXPECT_TRUE(stream.good()) << path;
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Requests that between them have answers with every part that an answer may have.
const std::pair<const char*, const char*> requests[] = {
    {"solve", R"({"start":[4,8,3,7,0,6,2,5,1]})"},
    {"solve", R"({"start":[1,2,3,4,5,6,8,7,0]})"},
    {"solve", R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"bfs","limits":{"nodes":10}})"},
    {"solve",
     R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"all-shortest","options":{"keep_all":true}})"},
    {"solve",
     R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"ida*","cost":"tile","options":{"cycles":4}})"},
    {"solve", R"({"start":[14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3],"algorithm":"human"})"},
    {"solve", R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"anytime-a*","heuristic":"manhattan"})"},
    {"solve",
     R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"hill-climbing","heuristic":"manhattan","options":{"restarts":1}})"},
    {"check", R"({"start":[4,8,3,7,0,6,2,5,1]})"},
    {"check", R"({"start":[1,2,3,4,5,6,8,7,0]})"},
    {"generate", R"({"size":[3,3],"seed":1,"count":2})"},
    {"generate", R"({"size":[3,3],"seed":1,"kind":"distance","distance":9})"},
    {"read", R"({"text":"korf:12"})"},
    {"read", R"({"text":"3\n1 2 3\n4 0 5\n6 7 8"})"},
    {"explain", R"({"start":[4,8,3,7,0,6,2,5,1],"exact":true})"},
    {"explain", R"({"start":[1,2,3,4,5,6,8,7,0]})"},
    {"trace", R"({"start":[4,8,3,7,0,6,2,5,1],"algorithm":"ida*"})"},
    {"trace", R"({"start":[4,8,3,7,0,6,2,5,1],"steps":5})"},
    {"audit", R"({"size":[2,3]})"},
    {"list", "{}"},
};

TEST(CallShapes, EveryAnswerIsAsItsSchemaSays) {
    Engine engine;
    Api api(engine);
    Observer nobody;
    const Json schemas = every_schema();
    std::set<std::string_view> answered;
    for (const auto& [name, request] : requests) {
        const api::Call& call = **api::find_call(api::engine_calls(), name);
        EXPECT_EQ(fault_of(Json::parse(request), schemas[call.request.name], schemas), "")
            << request;
        const auto reply = api.call(name, request, nobody);
        ASSERT_TRUE(reply.ok()) << request << ": " << reply.error().message;
        EXPECT_EQ(fault_of(Json::parse(*reply), schemas[call.reply.name], schemas), "") << request;
        answered.insert(name);
    }
    for (const api::Call* call : api::engine_calls())
        EXPECT_TRUE(answered.contains(call->name)) << call->name;
}

TEST(CallShapes, ErrorsAndEventsAreAsTheirSchemasSay) {
    const Json schemas = every_schema();
    const auto fault = [&](const std::string& text, const char* name) {
        return fault_of(Json::parse(text), schemas[name], schemas);
    };
    EXPECT_EQ(fault(to_json(usage_error("what", "why")), "ErrorReply"), "");
    EXPECT_EQ(fault(progress_event({}), "ProgressEvent"), "");
    EXPECT_EQ(fault(improved_event({}, 2, 0.5), "ImprovedEvent"), "");
    const auto partition = pdb::parse_partition("aa./a../.._", {3, 3}, Cell{8});
    EXPECT_EQ(fault(building_event(partition->patterns.front(), 7, 504), "BuildingEvent"), "");
}

TEST(CallShapes, TheCheckOfSchemasFindsFaults) {
    const Json schemas = every_schema();
    const auto fault = [&](const char* text) {
        return fault_of(Json::parse(text), schemas["GenerateRequest"], schemas);
    };
    EXPECT_EQ(fault(R"({"size":[3,3],"seed":1})"), "");
    EXPECT_NE(fault(R"({"size":[3,3]})"), "");
    EXPECT_NE(fault(R"({"size":[3],"seed":1})"), "");
    EXPECT_NE(fault(R"({"size":[3,3],"seed":"1"})"), "");
    EXPECT_NE(fault(R"({"size":[3,3],"seed":1,"sead":1})"), "");
    EXPECT_NE(fault(R"({"size":[3,3],"seed":1,"count":0})"), "");
    EXPECT_NE(fault(R"({"size":[3,3],"seed":1,"count":1001})"), "");
    EXPECT_NE(fault(R"({"size":[3,3],"seed":1,"kind":"odd"})"), "");
}

TEST(CallShapes, RangesAreThoseOfTheHost) {
    ApiLimits limits;
    limits.boards = 7;
    const api::Call& call = **api::find_call(api::engine_calls(), "generate");
    const Json count = api::json_schema(call.request, limits)["properties"]["count"];
    EXPECT_EQ(count["minimum"], 1);
    EXPECT_EQ(count["maximum"], 7);
    EXPECT_EQ(count["default"], 1);
}

/// With the default written out, a call answers as without it.
TEST(CallShapes, DefaultsAreWhatAnAbsentFieldMeans) {
    Engine engine;
    Api api(engine);
    Observer nobody;
    const std::pair<const char*, const char*> smallest[] = {
        {"check", R"({"start":[4,8,3,7,0,6,2,5,1]})"},
        {"generate", R"({"size":[3,3],"seed":1})"},
        {"read", R"({"text":"1 2 3/4 0 5/6 7 8"})"},
        {"trace", R"({"start":[1,2,3,4,5,6,0,7,8]})"},
        {"explain", R"({"start":[1,2,3,4,5,6,0,7,8]})"},
        {"audit", R"({"size":[2,2]})"},
        {"list", "{}"}};
    for (const auto& [name, request] : smallest) {
        const api::Call& call = **api::find_call(api::engine_calls(), name);
        Json whole = Json::parse(request);
        call.request.each_field([&](const api::Field& field) {
            if (!field.default_value.empty()) whole[field.name] = api::default_of(field);
        });
        const auto without = api.call(name, request, nobody);
        const auto with = api.call(name, whole.dump(), nobody);
        ASSERT_TRUE(without.ok() && with.ok()) << whole;
        EXPECT_EQ(*without, *with) << name;
    }
}

TEST(CallShapes, SearchOptionsAreThoseThatAreRead) {
    Engine engine;
    Api api(engine);
    Observer nobody;
    // Each is known; some make no sense for this algorithm.
    api::search_options_shape.each_field([&](const api::Field& field) {
        const Json value = field.name == "order"           ? Json("UDLR")
                           : field.kind == api::Kind::flag ? Json(false)
                           : field.words.empty()           ? Json(1)
                                                           : Json(field.words.front());
        const Json request{{"start", {1, 2, 3, 0}}, {"options", {{field.name, value}}}};
        const auto reply = api.call("solve", request.dump(), nobody);
        if (!reply) {
            EXPECT_EQ(reply.error().message.find("no field"), std::string::npos) << field.name;
        }
    });
}

TEST(CallShapes, KindsOfBoardsAreDifficultiesAndFourMore) {
    const api::Call& call = **api::find_call(api::engine_calls(), "generate");
    call.request.each_field([&](const api::Field& field) {
        if (field.name != "kind") return;
        EXPECT_EQ(field.words.size(), 4 + all_difficulties().size());
        for (const Difficulty difficulty : all_difficulties()) {
            EXPECT_NE(std::find(field.words.begin(), field.words.end(), to_string(difficulty)),
                      field.words.end());
        }
    });
}

/// docs/api.md has a paragraph about each call, with every field of its request and the schema of its reply.
TEST(CallShapes, TheDocumentationNamesEveryCallAndField) {
    const std::string docs = read_file("docs/api.md");
    const std::string commands = read_file("docs/interface.md");
    for (const api::Call* call : api::engine_calls()) {
        EXPECT_NE(docs.find("**`" + std::string(call->name) + "`**"), std::string::npos)
            << call->name;
        EXPECT_NE(commands.find("`" + std::string(call->name) + "`"), std::string::npos)
            << call->name;
        EXPECT_NE(docs.find(call->reply.schema), std::string::npos) << call->name;
        call->request.each_field([&](const api::Field& field) {
            const std::string name(field.name);
            EXPECT_TRUE(docs.find("\"" + name + "\"") != std::string::npos ||
                        docs.find("`" + name + "`") != std::string::npos)
                << call->name << " " << name;
        });
    }
}

TEST(CallShapes, ThePageHasTheTypesOfTheCalls) {
    EXPECT_EQ(read_file("web/src/engine/calls.ts"), api::typescript(api::engine_calls()))
        << "make it again: tessera call --typescript > web/src/engine/calls.ts";
}

}  // namespace
}  // namespace tessera
