// tessera lab run, status, merge and script as a user meets them: summaries, resuming, messages and exit codes.
// home: sanitizers
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <random>
#include <thread>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view small_suite = R"(title = "a small one"
[limits]
time = "60s"
memory = "256M"
[[boards]]
generate = "uniform"
size = "3x3"
count = 40
seed = 3
[[configurations]]
algorithm = ["a*", "ida*"]
heuristic = ["manhattan", "linear-conflict"]
[[configurations]]
algorithm = "bfs"
)";
constexpr std::size_t small_runs = 200;

/// A folder with a suite in it, in which commands run.
struct Bench {
    TemporaryFolder folder;
    std::string suite = folder.file("small.toml", small_suite);

    RunResult lab(Words words, const Words& environment = {}) const {
        words.insert(words.begin(), "lab");
        RunOptions options;
        options.folder = folder.path();
        options.environment = environment;
        return tessera(words, options);
    }
    Json json(Words words, const Words& environment = {}) const {
        words.emplace_back("--json");
        const RunResult result = lab(words, environment);
        EXPECT_EQ(result.code, 0) << result.err;
        const auto objects = json_lines(result.out);
        EXPECT_EQ(objects.size(), 1U) << result.out;
        return objects.empty() ? Json() : objects.front();
    }
};

TEST(LabRunInRelease, SavesBesideAndGoesOn) {
    const Bench bench;
    const RunResult first = bench.lab({"run", "small.toml", "--nodes", "3000"});
    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(first.err, "");
    EXPECT_TRUE(contains(first.out, "a* with manhattan")) << first.out;
    EXPECT_TRUE(contains(first.out, "node-limit")) << first.out;
    EXPECT_TRUE(contains(first.out, "200 runs done in ")) << first.out;
    EXPECT_TRUE(contains(first.out, "results in small.db")) << first.out;
    // Other limits are other runs.
    Json made = bench.json({"run", "small.toml"});
    EXPECT_EQ(made["schema"], "tessera.lab-run/1");
    EXPECT_EQ(made["done"], small_runs);
    EXPECT_EQ(made["before"], 0);
    made = bench.json({"run", "small.toml"});
    EXPECT_EQ(made["done"], 0);
    EXPECT_EQ(made["before"], small_runs);
    const Json status = bench.json({"status", "--db", "small.db"});
    EXPECT_EQ(status["done"], small_runs);
    EXPECT_EQ(status["missing"], 0);
    EXPECT_EQ(status["configurations"].size(), 5U);
    EXPECT_EQ(status["configurations"][0]["outcomes"]["solved-optimally"], 40);
    const RunResult text = bench.lab({"status", "--db", "small.db"});
    EXPECT_TRUE(contains(text.out, "small: 200 runs done, 0 missing")) << text.out;
    EXPECT_TRUE(contains(text.err, "200 runs more of other")) << text.err;
}

TEST(LabRunInRelease, AddingAConfigurationRunsOnlyThat) {
    const Bench bench;
    bench.json({"run", "small.toml"});
    bench.folder.file("small.toml", std::string(small_suite) +
                                        "[[configurations]]\nalgorithm = \"greedy\"\n"
                                        "heuristic = \"manhattan\"\n");
    const Json made = bench.json({"run", "small.toml"});
    EXPECT_EQ(made["before"], small_runs);
    EXPECT_EQ(made["done"], 40);
}

TEST(LabRunInRelease, KilledAndResumed) {
    const Bench bench;
    std::mt19937 random(std::random_device{}());
    for (int moment = 0; moment < 3; ++moment) {
        const auto wait = std::uniform_int_distribution(20, 200)(random);
        const RunResult killed = run_program(
            {"timeout", "-s", "KILL", std::to_string(wait / 1000.0), program_under_test(), "lab",
             "run", bench.suite, "--db", bench.folder.path("k.db")});
        EXPECT_TRUE(killed.code == 137 || killed.signal == SIGKILL || killed.code == 0)
            << killed.code << killed.err;
    }
    const Json made = bench.json({"run", "small.toml", "--db", "k.db"});
    EXPECT_EQ(made["missing"], 0);
    EXPECT_EQ(made["before"].get<std::size_t>() + made["done"].get<std::size_t>(), small_runs);
    EXPECT_EQ(bench.json({"status", "--db", "k.db"})["done"], small_runs);
}

TEST(LabRunInRelease, InterruptedIs130AndKeepsWhatIsDone) {
    const Bench bench;
    for (const char* signal : {"INT", "TERM"}) {
        const std::string db = bench.folder.path(std::string(signal) + ".db");
        // A progress line as JSON appears as soon as it is under way.
        const RunResult stopped =
            run_program({"sh", "-c",
                         "\"$0\" lab run \"$1\" --db \"$2\" --jobs 1 2>/dev/null & "
                         "sleep 0.2; kill -s " +
                             std::string(signal) + " $!; wait $!",
                         program_under_test(), bench.suite, db});
        if (stopped.code == 0) continue;  // it was faster
        EXPECT_EQ(stopped.code, 130) << stopped.out;
        EXPECT_TRUE(contains(stopped.out, "missing")) << stopped.out;
        const Json rest = bench.json({"run", "small.toml", "--db", db});
        EXPECT_EQ(rest["missing"], 0);
        EXPECT_EQ(rest["before"].get<std::size_t>() + rest["done"].get<std::size_t>(), small_runs);
    }
}

TEST(LabRunInRelease, WhatFailedComesFirst) {
    const Bench bench;
    // Every key that begins with 1: about one in sixteen.
    const RunResult result = bench.lab({"run", "small.toml"}, {"TESSERA_LAB_FAULT=abort:1"});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto lines = lines_of(result.out);
    ASSERT_FALSE(lines.empty());
    EXPECT_TRUE(contains(lines[0], "without an explanation")) << lines[0];
    EXPECT_TRUE(contains(lines[1], "crashed: ")) << lines[1];
    EXPECT_TRUE(contains(lines[1], "signal 6")) << lines[1];
    const Json again = bench.json({"run", "small.toml", "--retry"});
    EXPECT_GT(again["done"], 0);
    EXPECT_EQ(again["missing"], 0);
    EXPECT_FALSE(contains(bench.lab({"status", "--db", "small.db"}).out, "crashed"));
}

TEST(LabRunInRelease, ShardsAndMerge) {
    const Bench bench;
    std::size_t total = 0;
    for (const char* part : {"1/2", "2/2"}) {
        const Json made = bench.json(
            {"run", "small.toml", "--shard", part, "--db", std::string(1, part[0]) + ".db"});
        total += made["done"].get<std::size_t>();
        EXPECT_GT(made["done"].get<std::size_t>(), 60U);
    }
    EXPECT_EQ(total, small_runs);
    EXPECT_EQ(bench.json({"status", "--db", "1.db"})["missing"].get<std::size_t>() +
                  bench.json({"status", "--db", "2.db"})["missing"].get<std::size_t>(),
              small_runs);
    const RunResult merged = bench.lab({"merge", "1.db", "2.db", "--db", "all.db"});
    EXPECT_EQ(merged.code, 0) << merged.err;
    EXPECT_EQ(merged.out, "200 runs added to all.db, 0 already there\n");
    const Json status = bench.json({"status", "--db", "all.db"});
    EXPECT_EQ(status["done"], small_runs);
    EXPECT_EQ(status["missing"], 0);
}

TEST(LabRunInRelease, ASlurmScriptRunsEveryPart) {
    const Bench bench;
    EXPECT_EQ(
        bench.lab({"script", "small.toml", "--slurm", "--tasks", "2", "--output", "j.sbatch"}).code,
        0);
    RunOptions options;
    options.folder = bench.folder.path();
    for (const char* part : {"1", "2"}) {
        options.environment = {std::string("TESSERA=") + program_under_test(),
                               std::string("SLURM_ARRAY_TASK_ID=") + part};
        const RunResult result = run_program({"bash", "j.sbatch"}, options);
        EXPECT_EQ(result.code, 0) << result.err;
    }
    const RunResult merged = run_program({"bash", "j.sbatch", "merge"}, options);
    EXPECT_EQ(merged.code, 0) << merged.err;
    EXPECT_EQ(bench.json({"status", "--db", "small.db"})["done"], small_runs);
    EXPECT_EQ(bench.lab({"script", "small.toml"}).code, 2);
}

TEST(LabRun, SaysWhatIsWrong) {
    const Bench bench;
    RunResult result = bench.lab({"run", "no-such-suite"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "no-such-suite")) << result.err;
    result = bench.lab({"run", "small.toml", "--shard", "3/2"});
    EXPECT_EQ(result.code, 2);
    EXPECT_TRUE(contains(result.err, "3/2")) << result.err;
    result = bench.lab({"run", "small.toml", "--db", "."});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "is a folder")) << result.err;
    result = bench.lab({"run", "small.toml", "--db", "small.toml"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "not a result store")) << result.err;
    result = bench.lab({"run", "small.toml", "--db", "nowhere/a.db"});
    EXPECT_EQ(result.code, 3);
    EXPECT_EQ(bench.lab({"run", "small.toml", "--jobs", "0"}).code, 2);
    EXPECT_EQ(bench.lab({"run", "small.toml", "--time", "soon"}).code, 2);
    EXPECT_EQ(bench.lab({"status", "--db", "none.db"}).code, 3);
    EXPECT_EQ(bench.lab({"merge", "none.db", "--db", "new.db"}).code, 3);
    EXPECT_FALSE(std::filesystem::exists(bench.folder.path("new.db")));
}

TEST(LabRun, AFullDiskIs1AndTheRestFollows) {
    const Bench bench;
    const RunResult full = run_program(
        {"sh", "-c", "trap '' XFSZ; ulimit -f 800; exec \"$0\" lab run \"$1\" --db \"$2\"",
         program_under_test(), bench.suite, bench.folder.path("f.db")});
    EXPECT_EQ(full.code, 1) << full.out << full.err;
    EXPECT_TRUE(contains(full.err, "f.db")) << full.err;
    EXPECT_TRUE(contains(full.err, "what was saved is kept")) << full.err;
    const Json rest = bench.json({"run", "small.toml", "--db", "f.db"});
    EXPECT_GT(rest["before"], 0);
    EXPECT_EQ(rest["missing"], 0);
}

TEST(LabRun, TheWorkerIsNotInTheHelp) {
    EXPECT_FALSE(contains(tessera({"lab", "--help"}).out, "worker"));
    EXPECT_TRUE(contains(tessera({"lab", "--help"}).out, "script"));
}

}  // namespace
}  // namespace tessera::app_testing
