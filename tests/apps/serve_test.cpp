// tessera serve as a user meets it: the address it prints, how it ends, and what it says when it cannot listen.
// home: sanitizers
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "tests/apps/serving.hpp"

namespace tessera::app_testing {
namespace {

TEST(Serve, PrintsItsAddressAndAnswers) {
    Serving serving;
    ASSERT_GT(serving.port(), 0) << serving.line();
    EXPECT_EQ(serving.line(), "http://127.0.0.1:" + std::to_string(serving.port()) + "/\n");
    const std::string engine = serving.ask("GET", "/api/engine");
    EXPECT_TRUE(contains(engine, "tessera.engine/1")) << engine;
    EXPECT_TRUE(contains(engine, "\"lab\":true")) << engine;
    EXPECT_TRUE(contains(serving.ask("GET", "/"), "<title>Tessera</title>"));
    EXPECT_EQ(serving.end(SIGTERM), 0);
    EXPECT_EQ(serving.errors(), "");
}

TEST(ServeInRelease, SignalsEndItWithSearchesUnderWay) {
    for (const int signal_number : {SIGTERM, SIGINT}) {
        Serving serving({"--threads", "2"});
        ASSERT_GT(serving.port(), 0);
        std::string job;
        for (int i = 0; i < 10; ++i) {
            const std::string answer = serving.ask("POST", "/api/jobs", endless);
            ASSERT_TRUE(contains(answer, " 202 ")) << answer;
            if (i == 0) job = answer.substr(answer.find("\"job\":\"") + 7, 32);
        }
        // A stream that is open, and somebody who says nothing.
        const int stream = serving.connected();
        const std::string watch =
            "GET /api/jobs/" + job + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
        send(stream, watch.data(), watch.size(), MSG_NOSIGNAL);
        std::string heard;
        while (!contains(heard, "event: progress") && detail::drain(stream, heard)) {
        }
        const int silent = serving.connected();
        EXPECT_EQ(serving.end(signal_number), 0) << serving.errors();
        while (detail::drain(stream, heard)) {
        }
        EXPECT_TRUE(contains(heard, "\"status\":\"interrupted\"")) << heard.substr(0, 300);
        close(stream);
        close(silent);
    }
}

TEST(Serve, PortInUse) {
    const Serving serving;
    ASSERT_GT(serving.port(), 0);
    const RunResult second = tessera({"serve", "--port", std::to_string(serving.port())});
    EXPECT_EQ(second.code, 3);
    EXPECT_TRUE(contains(second.err, "Address already in use")) << second.err;
    EXPECT_TRUE(contains(second.err, "--port 0")) << second.err;
    EXPECT_EQ(second.out, "");
}

TEST(Serve, BadOptions) {
    EXPECT_EQ(tessera({"serve", "--port", "70000"}).code, 2);
    EXPECT_EQ(tessera({"serve", "--time", "soon"}).code, 2);
    const RunResult host = tessera({"serve", "--host", "no.such.host.invalid", "--port", "0"});
    EXPECT_EQ(host.code, 3);
    EXPECT_TRUE(contains(host.err, "--host")) << host.err;
}

/// The addresses that a process listens on, as /proc/net/tcp writes them.
std::set<std::string> listening_addresses(int port) {
    std::set<std::string> found;
    const std::string wanted = fmt::format(":{:04X}", port);
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream file(table);
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string number;
            std::string local;
            std::string remote;
            std::string state;
            words >> number >> local >> remote >> state;
            if (state == "0A" && local.ends_with(wanted))
                found.insert(local.substr(0, local.find(':')));
        }
    }
    return found;
}

TEST(Serve, IsForThisMachineOnlyUnlessAsked) {
    Serving serving;
    ASSERT_GT(serving.port(), 0);
    EXPECT_EQ(listening_addresses(serving.port()), std::set<std::string>{"0100007F"})
        << "127.0.0.1 and nothing else";
    EXPECT_EQ(serving.end(SIGTERM), 0);
    EXPECT_EQ(serving.errors(), "");
    Serving open({"--host", "0.0.0.0"});
    ASSERT_GT(open.port(), 0);
    EXPECT_EQ(listening_addresses(open.port()), std::set<std::string>{"00000000"});
}

/// A few seconds of what docs/reliability.md tells of: every kind of request, every answer checked, nothing left behind.
TEST(ServeUnderLoad, NothingIsLostWrongOrLeftBehind) {
    const RunResult result =
        run_program({TESSERA_SOAK, "--program", program_under_test(), "--requests",
                     sanitized_program() ? "250" : "1500", "--clients", "12", "--json"});
    ASSERT_TRUE(result.code == 0 || result.code == 1) << result.err;
    const Json report = Json::parse(result.out, nullptr, false);
    ASSERT_TRUE(report.is_object()) << result.out;
    EXPECT_EQ(report["lost"], 0) << report.dump(1);
    EXPECT_EQ(report["wrong"], 0) << report["complaints"].dump(1);
    EXPECT_EQ(report["quiet"], true) << report["end"].dump();
    EXPECT_EQ(report["descriptors_left"], 0) << report["end"].dump();
    EXPECT_EQ(report["exit_code"], 0);
    EXPECT_EQ(report["stderr"], "");
    if (!sanitized_program()) {
        EXPECT_EQ(report["flat"], true) << report.dump(1);
    }
    EXPECT_GE(report["kinds"].size(), 12U) << "there was something of nearly every kind";
}

TEST(Serve, WarnsWhereOthersCanReachIt) {
    Serving serving({"--host", "0.0.0.0"});
    ASSERT_GT(serving.port(), 0);
    EXPECT_EQ(serving.end(SIGTERM), 0);
    EXPECT_TRUE(contains(serving.errors(), "everybody who reaches")) << serving.errors();
}

}  // namespace
}  // namespace tessera::app_testing
