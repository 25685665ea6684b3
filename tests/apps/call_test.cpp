// tessera call: requests in, replies out, one to a line, whatever they are.
// home: sanitizers
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

TEST(Call, AnswersEveryLineWithALine) {
    const RunResult result = tessera_reading(
        "{\"start\":[1,2,3,4,5,6,7,0,8]}\n\n{\"start\":[8,6,7,2,5,4,3,0,1],\"id\":\"far\"}\n",
        {"call", "solve"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 2U) << result.out;
    EXPECT_EQ(Json::parse(lines[0])["length"], 1);
    EXPECT_EQ(Json::parse(lines[1])["length"], 31);
    EXPECT_EQ(Json::parse(lines[1])["id"], "far");
}

TEST(Call, TakesRequestsAsArguments) {
    const RunResult result = tessera({"call", "check", R"({"start":[1,2,3,4,5,6,8,7,0]})"});
    EXPECT_EQ(result.code, 0);
    const Json reply = Json::parse(result.out);
    EXPECT_EQ(reply["schema"], "tessera.check/1");
    EXPECT_EQ(reply["solvable"], false);
}

TEST(Call, GivesTheCountsOfSolve) {
    const Json solved = json_of({"solve", "korf:12", "--algorithm", "idastar", "--heuristic",
                                 "manhattan", "--threads", "1", "--json"});
    Json request{{"start", solved["start"]},
                 {"goal", "blank-first"},
                 {"algorithm", "ida*"},
                 {"heuristic", "manhattan"},
                 {"options", {{"threads", 1}}}};
    const Json called = Json::parse(tessera({"call", "solve", request.dump()}).out);
    EXPECT_EQ(called["stats"]["generated"], solved["stats"]["generated"]);
    EXPECT_EQ(called["stats"]["expanded"], solved["stats"]["expanded"]);
    EXPECT_EQ(called["moves"], solved["moves"]);
}

TEST(Call, WhatMakesNoSenseIsSaidAndTheRestIsStillAnswered) {
    const RunResult result = tessera_reading(
        "{\"start\":[1,2,3,4,5,6,7,7,8]}\nnonsense\n{\"start\":[1,2,3,4,5,6,7,8,0],\"speed\":9}\n"
        "{\"start\":[1,2,3,4,5,6,7,8,0]}\n",
        {"call", "solve"});
    EXPECT_NE(result.code, 0);
    const auto lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 4U) << result.out;
    EXPECT_EQ(Json::parse(lines[0])["code"], "bad-input");
    EXPECT_EQ(Json::parse(lines[1])["code"], "bad-input");
    EXPECT_EQ(Json::parse(lines[2])["code"], "usage");
    EXPECT_TRUE(contains(Json::parse(lines[2])["message"].get<std::string>(), "speed"));
    EXPECT_EQ(Json::parse(lines[3])["length"], 0);
}

TEST(Call, AnUnknownCallNamesTheNearest) {
    const RunResult result = tessera({"call", "slove", "{}"});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(Json::parse(result.out)["hint"], "did you mean 'solve'?");
}

}  // namespace
}  // namespace tessera::app_testing
