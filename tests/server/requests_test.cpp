// What the server answers to requests, good and bad: calls, the page, headers, and whatever a stranger may send.
#include <gtest/gtest.h>

#include <fstream>

#include "tessera/server/openapi.hpp"
#include "tests/server/client.hpp"

namespace tessera::server_testing {
namespace {

TEST(Requests, EngineSaysWhatItIs) {
    const RunningServer running;
    const Reply reply = running.client.get("/api/engine");
    ASSERT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("content-type"), "application/json");
    const Json engine = reply.json();
    EXPECT_EQ(engine["schema"], "tessera.engine/1");
    EXPECT_EQ(engine["version"], "test");
    EXPECT_EQ(engine["threads"], 1);
    EXPECT_EQ(engine["lab"], false);
    EXPECT_GT(engine["limits"]["memory_bytes"], 0);
}

TEST(Requests, CallsAnswerAsTheEngineDoes) {
    const RunningServer running;
    const Reply list = running.client.post("/api/call/list", "{}");
    ASSERT_EQ(list.status, 200);
    EXPECT_GT(list.json()["algorithms"].size(), 10U);
    const Reply check = running.client.post("/api/call/check", R"({"start":[1,2,3,4,5,6,8,7,0]})");
    ASSERT_EQ(check.status, 200) << check.body;
    EXPECT_EQ(check.json()["solvable"], false);
    const Reply made =
        running.client.post("/api/call/generate", R"({"size":[3,3],"seed":7,"count":3})");
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(made.json()["boards"].size(), 3U);
    const Reply traced = running.client.post("/api/call/trace",
                                             R"({"start":[1,2,3,4,5,6,0,7,8],"algorithm":"bfs"})");
    ASSERT_EQ(traced.status, 200) << traced.body;
    EXPECT_EQ(traced.json()["moves"], "RR");
}

TEST(Requests, BadOnesSayWhatIsWrong) {
    const RunningServer running;
    const std::string deep = std::string(200'000, '[');
    const std::pair<std::string_view, std::string> bad[] = {
        {"/api/call/check", ""},
        {"/api/call/check", "{"},
        {"/api/call/check", "[]"},
        {"/api/call/check", "{\"start\":[1,2,3],\"strat\":1}"},
        {"/api/call/check", "\xff\xfe{}"},
        {"/api/call/check", deep},
        {"/api/call/check", R"({"start":)" + deep + std::string(200'000, ']') + "}"},
        {"/api/call/list", R"({"unknown":1})"},
        {"/api/jobs", R"({"start":[1,2,3,4,5,6,7,8,0],"algorithm":"a**"})"},
        {"/api/jobs", R"({"start":[1,2,3,4,5,6,7,8,0],"limits":{"second":1}})"},
        {"/api/jobs", R"({"start":[1,1,3,4,5,6,7,8,0]})"},
        {"/api/call/generate", R"({"size":[60,60],"seed":1})"},
        {"/api/lab/runs", R"({"suite":"../../etc/passwd"})"},
        {"/api/lab/runs", R"({"suite":"/etc/passwd"})"},
    };
    for (const auto& [path, body] : bad) {
        const Reply reply = running.client.post(path, body);
        // An algorithm that does not exist shows when the job begins.
        if (path == "/api/jobs" && reply.status == 202) continue;
        EXPECT_EQ(reply.status, 400) << path << " " << body.substr(0, 60);
        const Json error = reply.json();
        EXPECT_EQ(error["schema"], "tessera.error/1");
        EXPECT_NE(error["message"], "") << body.substr(0, 60);
    }
    EXPECT_EQ(running.client.get("/api/engine").status, 200);
}

TEST(Requests, AddressesAndMethodsThatDoNotExist) {
    const RunningServer running;
    EXPECT_EQ(running.client.get("/api/nothing").status, 404);
    for (const char* no_path : {"#", "?x=1", "x", "#/"})
        EXPECT_EQ(running.client.get(no_path).status, 404) << no_path;
    EXPECT_EQ(running.client.post("/api/call/sovle", "{}").status, 404);
    EXPECT_EQ(running.client.get("/api/jobs/0123456789abcdef0123456789abcdef").status, 404);
    EXPECT_EQ(running.client.get("/api/jobs/0123456789abcdef0123456789abcdef/events").status, 404);
    EXPECT_EQ(running.client.request("DELETE", "/api/jobs/0123456789abcdef0123456789abcdef").status,
              404);
    const Reply get = running.client.get("/api/call/check");
    EXPECT_EQ(get.status, 405);
    EXPECT_EQ(get.header("allow"), "POST");
    for (const char* method : {"PUT", "PATCH", "OPTIONS", "TRACE", "BREW", "CONNECT", "G"}) {
        const int status = running.client.request(method, "/api/engine").status;
        EXPECT_TRUE(status == 405 || status == 400) << method << " " << status;
    }
    EXPECT_EQ(running.client.request("HEAD", "/api/engine").status, 200);
    EXPECT_EQ(running.client.request("HEAD", "/api/engine").body, "");
}

TEST(Requests, EveryAnswerHasStrictHeadersAndNoneForOtherSites) {
    const RunningServer running;
    for (const Reply& reply :
         {running.client.get("/"), running.client.get("/api"), running.client.get("/nothing"),
          running.client.post("/api/call/check", "{"), running.client.raw("nonsense\r\n\r\n"),
          running.client.get("/", "Host: evil.example\r\n")}) {
        ASSERT_NE(reply.status, 0);
        EXPECT_EQ(reply.header("x-content-type-options"), "nosniff") << reply.status;
        EXPECT_EQ(reply.header("referrer-policy"), "no-referrer");
        EXPECT_EQ(reply.header("cross-origin-opener-policy"), "same-origin");
        EXPECT_EQ(reply.header("cross-origin-embedder-policy"), "require-corp");
        EXPECT_EQ(reply.header("cross-origin-resource-policy"), "same-origin");
        const std::string policy = reply.header("content-security-policy");
        EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
        EXPECT_EQ(policy.find("unsafe-inline"), std::string::npos);
        for (const auto& [name, value] : reply.headers) {
            EXPECT_FALSE(name.starts_with("access-control")) << name;
        }
    }
}

TEST(Requests, PolicyIsThatOfThePage) {
    std::ifstream file(TESSERA_SOURCE_DIR "/web/index.html");
    const std::string page(std::istreambuf_iterator<char>(file), {});
    const RunningServer running;
    std::string policy = running.client.get("/api").header("content-security-policy");
    const std::size_t end = policy.find("; frame-ancestors 'none'");
    ASSERT_NE(end, std::string::npos);
    EXPECT_NE(page.find("\"" + policy.substr(0, end) + "\""), std::string::npos) << policy;
}

TEST(Requests, OtherHostsAndOtherSitesAreRefused) {
    const RunningServer running;
    const Client& client = running.client;
    for (const char* host : {"localhost", "localhost:80", "LOCALHOST", "127.0.0.1:9", "[::1]:1"}) {
        const std::string header = std::string("Host: ") + host + "\r\n";
        EXPECT_EQ(client.get("/api/engine", header).status, 200) << host;
    }
    for (const char* host : {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "",
                             "localhost.evil.example", "10.0.0.1"}) {
        const std::string header = std::string("Host: ") + host + "\r\n";
        EXPECT_EQ(client.get("/api/engine", header).status, 403) << host;
    }
    EXPECT_EQ(client.raw("GET /api/engine HTTP/1.1\r\n\r\n").status, 403);

    const std::string own = "http://127.0.0.1:" + std::to_string(client.port());
    EXPECT_EQ(client.post("/api/call/list", "{}", "Origin: " + own + "\r\n").status, 200);
    for (const char* header :
         {"Origin: http://evil.example\r\n", "Origin: null\r\n", "Origin: http://127.0.0.1:1\r\n",
          "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n"}) {
        EXPECT_EQ(client.post("/api/call/list", "{}", header).status, 403) << header;
        EXPECT_EQ(client.post("/api/jobs", quick_job, header).status, 403) << header;
    }
    EXPECT_EQ(running.server->load().queued + running.server->load().running, 0U);
}

TEST(Requests, NothingButTheEmbeddedFilesCanBeRead) {
    const RunningServer running;
    for (const char* path :
         {"/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
          "/assets/../../etc/passwd", "//etc/passwd", "/etc/passwd", "/index.html%00.js", "/%00",
          "/..\\..\\etc\\passwd", "/assets/%2e%2e%2f%2e%2e%2fetc/passwd", "/.", "/./index.htm",
          "/api/../../etc/passwd", "/api/jobs/../../../etc/passwd", "http://127.0.0.1/etc/passwd",
          "file:///etc/passwd", "/%c0%ae%c0%ae/etc/passwd"}) {
        const Reply reply = running.client.get(path);
        EXPECT_TRUE(reply.status == 404 || reply.status == 400) << path << " " << reply.status;
        EXPECT_EQ(reply.body.find("root:"), std::string::npos) << path;
    }
    const Reply very_long = running.client.get("/" + std::string(100'000, 'a'));
    EXPECT_GE(very_long.status, 400);
    const Reply long_api = running.client.get("/api/jobs/" + std::string(7'000, 'a'));
    EXPECT_EQ(long_api.status, 404);
}

TEST(Requests, ThePageIsServedOrItsAbsenceExplained) {
    const RunningServer running;
    const Reply page = running.client.get("/");
    ASSERT_EQ(page.status, 200);
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(page.header("cache-control"), "no-cache");
    EXPECT_NE(page.body.find("<title>Tessera</title>"), std::string::npos);
    EXPECT_EQ(page.body.find(R"(name="tessera-server" content="")"), std::string::npos);
    const std::string tag = page.header("etag");
    ASSERT_FALSE(tag.empty());
    const Reply again = running.client.get("/", "If-None-Match: " + tag + "\r\n");
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
}

TEST(Requests, TooLargeOrUnreadableBodies) {
    server::ServerOptions options = small_options();
    options.body_bytes = 10'000;
    const RunningServer running(options);
    const Client& client = running.client;
    EXPECT_EQ(client.post("/api/call/check", std::string(10'001, ' ')).status, 413);
    EXPECT_EQ(client.post("/api/jobs", std::string(5'000'000, ' ')).status, 413);
    // Announced only.
    EXPECT_EQ(client
                  .raw("POST /api/jobs HTTP/1.1\r\nHost: localhost\r\n"
                       "Content-Length: 99999999999999999999\r\n\r\n")
                  .status,
              413);
    EXPECT_EQ(client.raw("POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n")
                  .status,
              400);
    EXPECT_EQ(client
                  .raw("POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                       "Content-Length: 3\r\n\r\n{}")
                  .status,
              400);
    EXPECT_EQ(client
                  .raw("POST /api/jobs HTTP/1.1\r\nHost: localhost\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
                  .status,
              411);
    EXPECT_EQ(client.post("/api/call/list", "{}", "Content-Encoding: gzip\r\n").status, 415);
    // A form or a file is read as what it is sent for, JSON.
    EXPECT_EQ(
        client.post("/api/call/list", "{}", "Content-Type: application/x-www-form-urlencoded\r\n")
            .status,
        200);
    EXPECT_EQ(
        client.post("/api/call/list", "{}", "Content-Type: multipart/form-data; boundary=x\r\n")
            .status,
        200);
}

TEST(Requests, LinesOfAHeadEndInBothCharactersAndHoldNoOthers) {
    const RunningServer running;
    const auto status = [&](const std::string& line) {
        return running.client
            .raw("POST /api/call/list HTTP/1.1\r\nHost: localhost\r\n" + line +
                 "Content-Length: 2\r\n\r\n{}")
            .status;
    };
    EXPECT_EQ(status(""), 200);
    EXPECT_EQ(status("A: b\tc\xc3\xa9\r\n"), 200);
    // httplib alone leaves out the first two, whoever is named in them.
    EXPECT_EQ(status("Origin: http://elsewhere\n"), 400);
    EXPECT_EQ(status("Origin: http://elsewhere\r\xff\n"), 400);
    EXPECT_EQ(status("A: b\rc\r\n"), 400);
    EXPECT_EQ(status("A: b\x01\r\n"), 400);
    EXPECT_EQ(status("A: b\x7f\r\n"), 400);
    EXPECT_EQ(status(std::string("A: b\0c\r\n", 8)), 400);
    // In a body anything may stand.
    EXPECT_EQ(running.client.post("/api/call/list", "{\n\r\t}").status, 200);
}

TEST(RequestsInRelease, HeadersWithoutEndAndSlowOnesAreGivenUp) {
    const RunningServer running;
    const std::string head = "GET /api/engine HTTP/1.1\r\nHost: localhost\r\n";
    std::string many = head;
    for (int i = 0; i < 200'000; ++i) many += "A: b\r\n";
    EXPECT_GE(running.client.raw(many).status, 400);
    EXPECT_GE(running.client.raw(std::string(3'000'000, 'a')).status, 400);
    // Says nothing, or not all.
    Socket silent(running.client.port());
    Socket halfway(running.client.port());
    halfway.send(head);
    Socket bodiless(running.client.port());
    bodiless.send("POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    EXPECT_GE(parse_reply(silent.receive_all()).status, 400);
    EXPECT_GE(parse_reply(halfway.receive_all()).status, 400);
    EXPECT_GE(parse_reply(bodiless.receive_all()).status, 400);
    EXPECT_EQ(running.client.get("/api/engine").status, 200);
}

TEST(Requests, TooManyConnectionsAreToldToComeAgain) {
    server::ServerOptions options = small_options();
    options.connections = 4;
    options.request_time = 30s;
    const RunningServer running(options);
    const Client& client = running.client;
    {
        const Socket held[4] = {Socket(client.port()), Socket(client.port()), Socket(client.port()),
                                Socket(client.port())};
        ASSERT_TRUE(eventually([&] { return running.server->load().connections == 4; }));
        const Reply refused = client.get("/api/engine");
        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.header("retry-after"), "1");
        EXPECT_EQ(refused.json()["schema"], "tessera.error/1");
    }
    EXPECT_TRUE(eventually([&] { return client.get("/api/engine").status == 200; }));
}

TEST(Requests, DescriptionNamesEveryAddress) {
    const RunningServer running;
    const Reply reply = running.client.get("/api");
    ASSERT_EQ(reply.status, 200);
    const Json description = reply.json();
    EXPECT_TRUE(description["openapi"].get<std::string>().starts_with("3."));
    EXPECT_TRUE(description["components"]["schemas"]["SolveRequest"]["required"].is_array());
    std::size_t answered = 0;
    for (const auto& [path, methods] : description["paths"].items()) {
        std::string address = path;
        if (const std::size_t place = address.find("{id}"); place != std::string::npos) {
            address.replace(place, 4, std::string(32, 'a'));
        }
        for (const auto& [method, operation] : methods.items()) {
            if (method == "parameters") continue;
            EXPECT_TRUE(operation.contains("responses")) << path;
            std::string name = method;
            for (char& letter : name) letter = static_cast<char>(toupper(letter));
            const Reply tried = running.client.request(name, address, "{}");
            EXPECT_NE(tried.status, 405) << name << " " << path;
            // What is there but for the name of the job says so in other words.
            EXPECT_EQ(tried.body.find("nothing at this address"), std::string::npos)
                << name << " " << path;
            ++answered;
        }
    }
    EXPECT_EQ(answered, 22U);
}

TEST(Requests, PortInUseIsAClearError) {
    const RunningServer running;
    server::ServerOptions options = small_options();
    options.port = running.server->port();
    const auto second = server::Server::start(options);
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("Address already in use"), std::string::npos);
    EXPECT_EQ(second.error().field, "port");
}

}  // namespace
}  // namespace tessera::server_testing
