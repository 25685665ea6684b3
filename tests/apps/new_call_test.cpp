// A call that only this test knows is answered everywhere: a new call is one function and one description.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/tessera/command_line.hpp"
#include "tessera/api/api.hpp"
#include "tessera/api/schemas.hpp"
#include "tests/server/client.hpp"

namespace tessera::new_call_testing {
namespace {

using namespace api;
using server_testing::eventually;
using server_testing::Reply;
using server_testing::RunningServer;
using Parsed = nlohmann::json;

constexpr Field request_fields[] = {
    text("word", "what to say"),
    whole("times", "how often").from(1).to(5).standard("2"),
};
constexpr Field reply_fields[] = {text("words").list()};

Result<Task> prepare_echo(Fields& fields, const ApiLimits&) {
    const std::vector<std::string> words(*fields.whole("times"), *fields.text("word"));
    return Task{[words](Engine&, Observer&) -> Result<std::string> {
        return Parsed{{"schema", "test.echo/1"}, {"words", words}}.dump();
    }};
}

constinit const Call echo{
    "echo",
    "says a word again",
    {"EchoRequest", {}, request_fields},
    {"Echo", "test.echo/1", reply_fields},
    &prepare_echo,
};
constinit const Call slow_echo{
    "slow-echo",
    "says a word again when it has time",
    {"SlowEchoRequest", {}, request_fields},
    {"SlowEcho", "test.echo/1", reply_fields},
    &prepare_echo,
    true,
};

Calls with_echo() {
    static const std::vector<const Call*> list = [] {
        std::vector<const Call*> all(engine_calls().begin(), engine_calls().end());
        all.insert(all.end(), {&echo, &slow_echo});
        return all;
    }();
    return list;
}

const Parsed twice = {{"schema", "test.echo/1"}, {"words", {"tile", "tile"}}};

TEST(NewCall, IsAnsweredByTheEngine) {
    Engine engine;
    Observer nobody;
    Api api(engine, {}, with_echo());
    const auto reply = api.call("echo", R"({"word":"tile"})", nobody);
    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(Parsed::parse(*reply), twice);
    for (const char* wrong : {"{}", R"({"word":1})", R"({"word":"tile","times":6})",
                              R"({"word":"tile","times":0})", R"({"word":"tile","tims":1})"}) {
        EXPECT_FALSE(api.call("echo", wrong, nobody).ok()) << wrong;
    }
    EXPECT_FALSE(Api(engine).call("echo", R"({"word":"tile"})", nobody).ok());
}

TEST(NewCall, IsAnsweredOverHttp) {
    server::ServerOptions options = server_testing::small_options();
    options.call_table = with_echo();
    const RunningServer running(options);
    const Reply reply = running.client.post("/api/call/echo", R"({"word":"tile"})");
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.json(), twice);
    EXPECT_EQ(running.client.post("/api/call/echo", R"({"word":"tile","times":6})").status, 400);
    EXPECT_EQ(running.client.get("/api/call/echo").status, 405);

    const Reply accepted = running.client.post("/api/call/slow-echo", R"({"word":"tile"})");
    ASSERT_EQ(accepted.status, 202) << accepted.body;
    EXPECT_EQ(accepted.json()["schema"], "tessera.job/1");
    const std::string job = "/" + accepted.json()["result"].get<std::string>();
    EXPECT_TRUE(eventually([&] { return running.client.get(job).json()["result"] == twice; }));
    EXPECT_EQ(RunningServer().client.post("/api/call/echo", R"({"word":"tile"})").status, 404);
}

TEST(NewCall, StandsInTheDescriptionOfTheServer) {
    server::ServerOptions options = server_testing::small_options();
    options.call_table = with_echo();
    const Parsed description = RunningServer(options).client.get("/api").json();
    const Parsed& post = description["paths"]["/api/call/echo"]["post"];
    EXPECT_EQ(post["summary"], "says a word again");
    EXPECT_EQ(post["requestBody"]["content"]["application/json"]["schema"]["$ref"],
              "#/components/schemas/EchoRequest");
    EXPECT_EQ(post["responses"]["200"]["content"]["application/json"]["schema"]["$ref"],
              "#/components/schemas/Echo");
    EXPECT_TRUE(description["paths"]["/api/call/slow-echo"]["post"]["responses"].contains("202"));
    const Parsed& schemas = description["components"]["schemas"];
    EXPECT_EQ(schemas["EchoRequest"]["required"], Parsed::array({"word"}));
    EXPECT_EQ(schemas["EchoRequest"]["properties"]["times"],
              (Parsed{{"type", "integer"},
                      {"minimum", 1},
                      {"maximum", 5},
                      {"default", 2},
                      {"description", "how often"}}));
    EXPECT_EQ(schemas["Echo"]["properties"]["schema"]["const"], "test.echo/1");
}

TEST(NewCall, HasItsTypes) {
    const std::string types = typescript(with_echo());
    EXPECT_NE(types.find("export interface EchoRequest {\n  /** what to say */\n  word: string;\n"
                         "  /** how often */\n  times?: number;\n}\n"),
              std::string::npos);
    EXPECT_NE(
        types.find("export interface Echo {\n  schema: 'test.echo/1';\n  words: string[];\n}\n"),
        std::string::npos);
    EXPECT_NE(types.find("  echo: { request: EchoRequest; reply: Echo };\n"), std::string::npos);
    EXPECT_NE(types.find("  'slow-echo': { request: "), std::string::npos);
}

/// What a command line with the calls above prints.
std::string printed(const std::vector<std::string>& words) {
    app::CommandLine line(with_echo());
    auto action = line.understand(words);
    EXPECT_TRUE(action.ok()) << words.back();
    if (!action) return {};
    testing::internal::CaptureStdout();
    EXPECT_EQ((*action)(), 0);
    return testing::internal::GetCapturedStdout();
}

TEST(NewCall, IsThereOnTheCommandLine) {
    EXPECT_EQ(Parsed::parse(printed({"call", "echo", R"({"word":"tile"})"})), twice);
    EXPECT_NE(printed({"call", "--help"}).find("says a word again"), std::string::npos);
    for (const char* shell : {"bash", "zsh", "fish"})
        EXPECT_NE(printed({"completions", shell}).find("slow-echo"), std::string::npos) << shell;
    const Parsed schema = Parsed::parse(printed({"call", "echo", "--schema"}));
    EXPECT_EQ(schema["request"]["$ref"], "#/components/schemas/EchoRequest");
    EXPECT_TRUE(schema["components"]["schemas"].contains("Echo"));
}

}  // namespace
}  // namespace tessera::new_call_testing
