// Searches through the server: progress, results, cancelling, clients that go away, floods, and nothing lost or left.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <vector>

#include "tests/server/client.hpp"

namespace tessera::server_testing {
namespace {

std::string submit(const Client& client, const std::string& request) {
    const Reply reply = client.post("/api/jobs", request);
    EXPECT_EQ(reply.status, 202) << reply.body;
    return reply.status == 202 ? reply.json()["job"].get<std::string>() : "";
}

Json job_json(const Client& client, const std::string& job) {
    return client.get("/api/jobs/" + job).json();
}

bool done(const Client& client, const std::string& job) {
    return eventually([&] { return job_json(client, job)["state"] == "done"; });
}

TEST(Jobs, AnswerIsThatOfTheEngine) {
    const RunningServer running;
    const Reply accepted = running.client.post("/api/jobs", quick_job);
    ASSERT_EQ(accepted.status, 202) << accepted.body;
    const Json job = accepted.json();
    const std::string name = job["job"];
    EXPECT_EQ(job["schema"], "tessera.job/1");
    EXPECT_EQ(job["state"], "queued");
    EXPECT_EQ(job["events"], "api/jobs/" + name + "/events");
    EXPECT_EQ(job["result"], "api/jobs/" + name);
    EXPECT_EQ(accepted.header("location"), "/api/jobs/" + name);
    ASSERT_TRUE(done(running.client, name));
    const Json answer = job_json(running.client, name);
    EXPECT_EQ(answer["schema"], "tessera.job-state/1")
        << "another shape than that of the answer above";
    EXPECT_EQ(answer["error"], nullptr);
    EXPECT_EQ(answer["result"]["schema"], "tessera.solve/1");
    EXPECT_EQ(answer["result"]["length"], 31);
    EXPECT_EQ(answer["result"]["optimal"], true);
}

TEST(Jobs, EventsShowProgressAndEndWithTheResult) {
    const RunningServer running;
    const std::string name = submit(
        running.client, R"({"start":[14,15,8,12,10,11,9,13,2,6,5,1,3,7,4,0],"algorithm":"ida*",)"
                        R"("heuristic":"manhattan","limits":{"seconds":1}})");
    EventStream stream(running.client, "/api/jobs/" + name + "/events");
    std::size_t progress = 0;
    std::optional<EventStream::Event> last;
    while (auto event = stream.next()) {
        if (event->name == "progress") {
            ++progress;
            EXPECT_EQ(event->data["event"], "progress");
            EXPECT_GT(event->data["generated"], 0);
        }
        last = std::move(event);
    }
    EXPECT_GT(progress, 2U);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->name, "result");
    EXPECT_EQ(last->data["schema"], "tessera.solve/1");
    EXPECT_EQ(last->data["status"], "time-limit");
    // Whoever comes later gets the end alone.
    EventStream late(running.client, "/api/jobs/" + name + "/events");
    const auto only = late.next();
    ASSERT_TRUE(only);
    EXPECT_EQ(only->name, "result");
    EXPECT_FALSE(late.next());
}

TEST(Jobs, BetterSolutionsAreAllTold) {
    const RunningServer running;
    const Json board =
        running.client.post("/api/call/generate", R"({"size":[5,5],"seed":1})").json()["boards"][0];
    const std::string name = submit(
        running.client, Json{{"start", board["start"]}, {"limits", {{"seconds", 1}}}}.dump());
    EventStream stream(running.client, "/api/jobs/" + name + "/events");
    std::size_t improved = 0;
    std::optional<EventStream::Event> last;
    while (auto event = stream.next()) {
        if (event->name == "improved") ++improved;
        last = std::move(event);
    }
    ASSERT_TRUE(last);
    EXPECT_EQ(last->name, "result");
    EXPECT_GE(improved, 1U);
}

TEST(Jobs, ErrorsOfTheEngineAreTheJobs) {
    const RunningServer running;
    const std::string name =
        submit(running.client, R"({"start":[1,2,3,4,5,6,7,8,0],"algorithm":"a**"})");
    EventStream stream(running.client, "/api/jobs/" + name + "/events");
    const auto event = stream.next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->name, "error");
    EXPECT_EQ(event->data["schema"], "tessera.error/1");
    EXPECT_EQ(job_json(running.client, name)["error"]["code"], "usage");
}

TEST(Jobs, CancellingEndsThemAsInterrupted) {
    server::ServerOptions options = small_options();
    options.jobs = 1;
    const RunningServer running(options);
    const std::string first = submit(running.client, endless_job);
    const std::string waiting = submit(running.client, endless_job);
    ASSERT_TRUE(eventually([&] { return job_json(running.client, first)["state"] == "running"; }));
    for (const std::string& name : {waiting, first}) {
        EXPECT_EQ(running.client.request("DELETE", "/api/jobs/" + name).status, 202);
        ASSERT_TRUE(done(running.client, name));
        const Json answer = job_json(running.client, name);
        EXPECT_EQ(answer["result"]["status"], "interrupted") << answer;
        EXPECT_EQ(answer["result"]["start"].size(), 16U);
    }
    // Harmless when it is over.
    EXPECT_EQ(running.client.request("DELETE", "/api/jobs/" + first).status, 202);
    EXPECT_EQ(job_json(running.client, first)["result"]["status"], "interrupted");
}

TEST(Jobs, DieWithTheirLastReader) {
    server::ServerOptions options = small_options();
    options.jobs = 1;
    const RunningServer running(options);
    const std::string name = submit(running.client, endless_job);
    const std::string path = "/api/jobs/" + name + "/events";
    EventStream first(running.client, path);
    EventStream second(running.client, path);
    ASSERT_TRUE(first.next());
    ASSERT_TRUE(second.next());
    first.hang_up();
    // One is left, and still hears of it.
    ASSERT_TRUE(eventually([&] { return running.server->load().streams == 1; }));
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(second.next());
    EXPECT_EQ(job_json(running.client, name)["state"], "running");
    second.hang_up();
    ASSERT_TRUE(done(running.client, name));
    EXPECT_EQ(job_json(running.client, name)["result"]["status"], "interrupted");
    EXPECT_TRUE(eventually([&] { return running.server->load().streams == 0; }));
}

TEST(Jobs, UnwatchedOnesLiveToTheirDeadline) {
    server::ServerOptions options = small_options();
    options.time = 300ms;
    const RunningServer running(options);
    // It asks for more than there is.
    std::string request = endless_job;
    request.insert(request.size() - 1, R"(,"limits":{"seconds":1000})");
    const std::string name = submit(running.client, request);
    ASSERT_TRUE(done(running.client, name));
    EXPECT_EQ(job_json(running.client, name)["result"]["status"], "time-limit");
}

TEST(Jobs, CpuTimeIsThatOfTheSearchsOwnThreads) {
    server::ServerOptions options = small_options();
    options.threads = 2;
    options.jobs = 2;
    const RunningServer running(options);
    // Another search beside it, whose time is not this one's.
    const std::string other = submit(running.client, endless_job);
    std::string request = endless_job;
    request.insert(request.size() - 1, R"(,"limits":{"seconds":0.5})");
    const std::string name = submit(running.client, request);
    ASSERT_TRUE(done(running.client, name));
    const Json stats = job_json(running.client, name)["result"]["stats"];
    EXPECT_EQ(stats["threads"], 2);
    EXPECT_GT(stats["cpu_seconds"], 0.0);
    EXPECT_LE(stats["cpu_seconds"], 2.0 * stats["seconds"].get<double>() + 0.1);
    running.client.request("DELETE", "/api/jobs/" + other);
}

TEST(Jobs, FiveHundredAtOnceAndNoneLost) {
    const RunningServer running;
    constexpr int clients = 50;
    constexpr int jobs_of_each = 10;
    std::atomic<int> solved = 0;
    std::atomic<int> streamed = 0;
    std::vector<std::thread> threads;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&, i] {
            std::vector<std::string> names;
            for (int k = 0; k < jobs_of_each; ++k) {
                const Reply board = running.client.post(
                    "/api/call/generate",
                    R"({"size":[3,3],"seed":)" + std::to_string(i * jobs_of_each + k) + "}");
                ASSERT_EQ(board.status, 200) << board.body;
                names.push_back(
                    submit(running.client, Json{{"start", board.json()["boards"][0]["start"]},
                                                {"id", std::to_string(i) + "-" + std::to_string(k)}}
                                               .dump()));
            }
            for (int k = 0; k < jobs_of_each; ++k) {
                Json result;
                if (k % 2 == 0) {
                    EventStream stream(
                        running.client,
                        "/api/jobs/" + names[static_cast<std::size_t>(k)] + "/events");
                    while (auto event = stream.next()) {
                        if (event->name == "result") result = event->data;
                    }
                    if (!result.is_null()) ++streamed;
                } else {
                    const std::string& name = names[static_cast<std::size_t>(k)];
                    ASSERT_TRUE(done(running.client, name));
                    result = job_json(running.client, name)["result"];
                }
                ASSERT_TRUE(result.is_object());
                EXPECT_EQ(result["status"], "solved");
                EXPECT_EQ(result["id"], std::to_string(i) + "-" + std::to_string(k));
                if (result["optimal"] == true) ++solved;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(solved, clients * jobs_of_each);
    EXPECT_EQ(streamed, clients * jobs_of_each / 2);
    const auto took = std::chrono::steady_clock::now() - begin;
    RecordProperty(
        "milliseconds",
        static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
}

TEST(Jobs, ThousandsOfSubmissionsLeaveNothingBehind) {
    server::ServerOptions options = small_options();
    options.queue = 20;
    options.kept_jobs = 50;
    const RunningServer running(options);
    // Both workers are busy, so that the queue fills.
    std::vector<std::string> endless;
    for (std::size_t i = 0; i < options.jobs; ++i)
        endless.push_back(submit(running.client, endless_job));
    ASSERT_TRUE(eventually([&] { return running.server->load().running == options.jobs; }));
    ASSERT_EQ(running.client.get("/api/engine").status, 200);
    ASSERT_TRUE(eventually([&] { return running.server->load().connections == 0; }));
    const std::size_t files_before = open_files();

    std::atomic<int> accepted = 0;
    std::atomic<int> refused = 0;
    std::atomic<int> other = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 400; ++k) {
                const Reply reply = running.client.post("/api/jobs", quick_job);
                if (reply.status == 202) {
                    ++accepted;
                } else if (reply.status == 429 || reply.status == 503) {
                    EXPECT_EQ(reply.header("retry-after"), "1");
                    ++refused;
                } else {
                    ++other;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(accepted, 20);
    EXPECT_EQ(refused, 8 * 400 - 20);
    EXPECT_EQ(other, 0);
    EXPECT_EQ(running.server->load().queued, 20U);

    for (const std::string& name : endless) running.client.request("DELETE", "/api/jobs/" + name);
    EXPECT_TRUE(eventually([&] {
        const auto load = running.server->load();
        return load.queued == 0 && load.running == 0;
    }));
    // And many more that are let in: only so many results are kept.
    for (int i = 0; i < 200; ++i) {
        EXPECT_TRUE(
            eventually([&] { return running.client.post("/api/jobs", quick_job).status == 202; }));
    }
    EXPECT_TRUE(eventually([&] {
        const auto load = running.server->load();
        return load.queued == 0 && load.running == 0;
    }));
    EXPECT_LE(running.server->load().kept, 50U);
    EXPECT_TRUE(eventually([&] { return running.server->load().connections == 0; }));
    EXPECT_LE(open_files(), files_before);
}

TEST(Jobs, NamesCannotBeGuessed) {
    const RunningServer running;
    std::set<std::string> names;
    for (int i = 0; i < 20; ++i) names.insert(submit(running.client, quick_job));
    EXPECT_EQ(names.size(), 20U);
    for (const std::string& name : names) {
        EXPECT_EQ(name.size(), 32U);
        EXPECT_EQ(name.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
}

TEST(JobsInRelease, SlowReadersHoldNobodyUp) {
    server::ServerOptions options = small_options();
    options.jobs = 2;
    options.write_time = 500ms;
    const RunningServer running(options);
    const std::string name = submit(running.client, endless_job);
    // Never read from, and with hardly any room for what comes.
    EventStream lazy(running.client, "/api/jobs/" + name + "/events", 1024);
    ASSERT_TRUE(eventually([&] { return running.server->load().streams == 1; }));
    for (int i = 0; i < 50; ++i) {
        const std::string other = submit(running.client, quick_job);
        ASSERT_TRUE(done(running.client, other));
    }
    EXPECT_EQ(job_json(running.client, name)["state"], "running");
    // A page that nobody reads.
    std::vector<std::unique_ptr<Socket>> idle;
    for (int i = 0; i < 6; ++i) {
        idle.push_back(std::make_unique<Socket>(running.client.port(), 1024));
        idle.back()->send(running.client.written("POST", "/api/call/generate",
                                                 R"({"size":[30,30],"seed":1,"count":900})"));
    }
    EXPECT_EQ(running.client.get("/api/engine").status, 200);
    // They are given up, though nobody hung up.
    EXPECT_TRUE(eventually([&] { return running.server->load().connections <= 1; }));
    lazy.hang_up();
    EXPECT_TRUE(done(running.client, name));
}

TEST(Jobs, StreamsAreBounded) {
    server::ServerOptions options = small_options();
    options.streams = 3;
    const RunningServer running(options);
    const std::string name = submit(running.client, endless_job);
    const std::string path = "/api/jobs/" + name + "/events";
    EventStream one(running.client, path);
    EventStream two(running.client, path);
    EventStream three(running.client, path);
    ASSERT_TRUE(one.next() && two.next() && three.next());
    const Reply refused = running.client.get(path);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.header("retry-after"), "1");
    // Who was refused did not count as a reader who left.
    EXPECT_EQ(job_json(running.client, name)["state"], "running");
}

TEST(Jobs, DisconnectsInTheMiddleOfAnything) {
    const RunningServer running;
    const std::size_t files_before = open_files();
    for (int i = 0; i < 100; ++i) {
        Socket socket(running.client.port());
        const std::string text = running.client.written("POST", "/api/jobs", quick_job);
        socket.send(
            std::string_view(text).substr(0, static_cast<std::size_t>(i) * text.size() / 100));
    }
    for (int i = 0; i < 50; ++i) {
        const std::string name = submit(running.client, endless_job);
        EventStream stream(running.client, "/api/jobs/" + name + "/events");
    }
    EXPECT_TRUE(eventually([&] {
        const auto load = running.server->load();
        return load.queued == 0 && load.running == 0 && load.connections == 0 && load.streams == 0;
    }));
    EXPECT_LE(open_files(), files_before);
}

TEST(Jobs, StoppingTheServerEndsThemAndItsStreams) {
    auto running = std::make_unique<RunningServer>();
    std::vector<std::string> names;
    for (int i = 0; i < 5; ++i) names.push_back(submit(running->client, endless_job));
    EventStream first(running->client, "/api/jobs/" + names.front() + "/events");
    EventStream waiting(running->client, "/api/jobs/" + names.back() + "/events");
    Socket silent(running->client.port());
    ASSERT_TRUE(first.next());
    ASSERT_TRUE(eventually([&] { return running->server->load().streams == 2; }));
    running->server.reset();
    for (EventStream* stream : {&first, &waiting}) {
        std::optional<EventStream::Event> last;
        while (auto event = stream->next()) last = std::move(event);
        ASSERT_TRUE(last);
        EXPECT_EQ(last->name, "result");
        EXPECT_EQ(last->data["status"], "interrupted");
    }
}

}  // namespace
}  // namespace tessera::server_testing
