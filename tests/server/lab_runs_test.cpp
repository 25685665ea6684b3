// Lab runs through the server: suites, progress, reports, and one at a time.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/server/client.hpp"

namespace tessera::server_testing {
namespace {

std::string worker_program() {
    const char* other = getenv("TESSERA_BINARY");
    return other != nullptr ? other : TESSERA_BINARY;
}

server::ServerOptions lab_options() {
    server::ServerOptions options = small_options();
    options.worker_command = {worker_program(), "lab", "worker"};
    options.memory_bytes = std::size_t{2} << 30;
    options.machine = {"test", "test", "test", "test"};
    return options;
}

/// A suite of different boards, as the server describes it.
Json some_suite(const Client& client) {
    const Json suites = client.get("/api/suites").json()["suites"];
    EXPECT_GE(suites.size(), 3U);
    Json chosen;
    for (const Json& suite : suites) {
        EXPECT_FALSE(suite["name"].get<std::string>().empty());
        EXPECT_FALSE(suite["synopsis"].get<std::string>().empty());
        EXPECT_EQ(suite["runs"], suite["boards"].get<int>() *
                                     static_cast<int>(suite["configurations"].size()) *
                                     suite["repetitions"].get<int>());
        if (suite["name"] == "korf100-quick") chosen = suite;
        const std::string name = suite["name"];
        if (name.starts_with("external")) {
            EXPECT_EQ(suite["external"], true) << name;
        }
        if (name.starts_with("seeds") || name.starts_with("korf")) {
            EXPECT_EQ(suite["external"], false) << name;
        }
    }
    return chosen;
}

TEST(LabRuns, RunReportAndExport) {
    const RunningServer running(lab_options());
    const Client& client = running.client;
    const Json suite = some_suite(client);
    const std::string configuration = suite["configurations"][0];
    const Json request{{"suite", suite["name"]},
                       {"boards", 3},
                       {"only", {configuration}},
                       {"limits", {{"seconds", 0.5}, {"nodes", 20'000}}}};
    const Reply begun = client.post("/api/lab/runs", request.dump());
    ASSERT_EQ(begun.status, 202) << begun.body;
    const std::string name = begun.json()["run"];
    const std::string path = "/api/lab/runs/" + name;

    EventStream stream(client, path + "/events");
    std::optional<EventStream::Event> last;
    while (auto event = stream.next()) last = std::move(event);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->name, "result") << last->data;
    const Json run = client.get(path).json();
    EXPECT_EQ(run["state"], "done");
    EXPECT_EQ(run["failed"], 0);
    EXPECT_EQ(run["done"], run["total"]);
    EXPECT_EQ(run["total"], 3 * suite["repetitions"].get<int>());
    EXPECT_EQ(client.get("/api/lab/runs").json()["runs"][0]["run"], name);

    const Reply report = client.get(path + "/report");
    ASSERT_EQ(report.status, 200) << report.body;
    EXPECT_EQ(report.header("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(report.body.find(configuration), std::string::npos);
    EXPECT_EQ(report.header("content-security-policy").find("script-src"), std::string::npos);
    const Reply csv = client.get(path + "/export?format=csv");
    EXPECT_EQ(csv.status, 200);
    EXPECT_EQ(std::count(csv.body.begin(), csv.body.end(), '\n'), 1 + run["total"].get<int>());
    const Reply lines = client.get(path + "/export?format=jsonl");
    EXPECT_EQ(std::count(lines.body.begin(), lines.body.end(), '\n'), run["total"].get<int>());
    EXPECT_EQ(client.get(path + "/export?format=xml").status, 400);
}

TEST(LabRuns, OneAtATimeAndCancelled) {
    server::ServerOptions options = lab_options();
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("tessera-lab-test-" + std::to_string(getpid())))
            .string();
    options.lab_folder = folder;
    {
        const RunningServer running(options);
        const Client& client = running.client;
        const Json suite = some_suite(client);
        const std::string request = Json{{"suite", suite["name"]}}.dump();
        const Reply begun = client.post("/api/lab/runs", request);
        ASSERT_EQ(begun.status, 202) << begun.body;
        const std::string path = "/api/lab/runs/" + begun.json()["run"].get<std::string>();
        EXPECT_EQ(client.post("/api/lab/runs", request).status, 429);
        EXPECT_EQ(client.request("DELETE", path).status, 202);
        ASSERT_TRUE(eventually([&] { return client.get(path).json()["state"] != "running"; }));
        EXPECT_EQ(client.get(path).json()["state"], "cancelled");
        // The next one may begin, and ends with the server.
        EXPECT_EQ(client.post("/api/lab/runs", request).status, 202);
    }
    EXPECT_FALSE(std::filesystem::is_empty(folder));
    std::filesystem::remove_all(folder);
}

TEST(LabRuns, BadRequests) {
    // Nobody has the files of other projects here.
    setenv("TESSERA_DATA", "/nonexistent", 1);
    const RunningServer running(lab_options());
    const Client& client = running.client;
    for (const char* request :
         {"{}", R"({"suite":"nothing"})", R"({"suite":1})",
          R"({"suite":"external-korf1000-quick"})", R"({"suite":"korf100-quick","boards":0})",
          R"({"suite":"korf100-quick","only":["nothing"]})",
          R"({"suite":"korf100-quick","limits":{"second":1}})"}) {
        const Reply reply = client.post("/api/lab/runs", request);
        EXPECT_EQ(reply.status, 400) << request;
        EXPECT_EQ(reply.json()["schema"], "tessera.error/1");
    }
    EXPECT_EQ(client.get("/api/lab/runs/" + std::string(32, 'a')).status, 404);
    EXPECT_EQ(client.get("/api/lab/runs/" + std::string(32, 'a') + "/report").status, 404);
    unsetenv("TESSERA_DATA");
}

}  // namespace
}  // namespace tessera::server_testing
