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

/// What the first origin's own script printed at its end: the averages of each configuration, with what was stopped.
TEST(LabRun, AveragesAtTheEndAndInTheStatus) {
    const Bench bench;
    bench.folder.file("few.toml", R"(
[limits]
nodes = 40
[[boards]]
boards = ["1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1",
          "1 2 3/4 5 6/8 7 0"]
[[configurations]]
algorithm = ["a*", "bfs"]
heuristic = "manhattan"
)");
    const RunResult run = bench.lab({"run", "few.toml"});
    EXPECT_EQ(run.code, 0) << run.err;
    for (const std::string part :
         {"Means over 3 of 4 solvable boards (75.0 %)", "1 more board is", "stopped",
          "a* with manhattan  3/4 (75.0 %)", "8 runs done in ",
          "; 2 of the 10 runs repeat another (the same board is there twice)"})
        EXPECT_TRUE(contains(run.out, part)) << part << '\n' << run.out;
    EXPECT_TRUE(contains(lines_of(run.out).back(), "results in few.db")) << run.out;
    const RunResult status = bench.lab({"status", "--db", "few.db"});
    EXPECT_TRUE(contains(status.out, "few: 10 runs done, 0 missing; 2 of the 10 runs repeat"))
        << status.out;
    EXPECT_TRUE(contains(status.out, "Means over 3 of 4 solvable boards")) << status.out;
    for (const Json& json :
         {bench.json({"run", "few.toml"}), bench.json({"status", "--db", "few.db"})}) {
        const Json& means = json["configurations"][0]["means"];
        EXPECT_EQ(means["boards"], 3);
        EXPECT_DOUBLE_EQ(means["length"].get<double>(), 4.0 / 3.0);
        EXPECT_GT(means["expanded"], 0);
    }
}

/// The command of a report makes the same runs again, from wherever it is read.
TEST(LabRun, TheReportSaysHowToRunItAgain) {
    const Bench bench;
    const std::string name = "it's mine.toml";
    bench.folder.file(name, std::string(small_suite));
    ASSERT_EQ(bench.lab({"run", name, "--nodes", "50", "--db", "my runs.db"}).code, 0);
    const RunResult report = bench.lab({"report", "--db", "my runs.db"});
    const std::size_t begin = report.out.find("tessera lab run ");
    ASSERT_NE(begin, std::string::npos) << report.out;
    const std::string command = report.out.substr(begin, report.out.find('\n', begin) - begin);
    EXPECT_TRUE(contains(command, "--nodes 50 --db 'my runs.db'")) << command;
    RunOptions options;
    options.folder = bench.folder.path();
    const RunResult again = run_program(
        {"sh", "-c", "tessera() { " + program_under_test() + " \"$@\"; }; " + command}, options);
    EXPECT_EQ(again.code, 0) << command << again.err;
    EXPECT_TRUE(contains(again.out, "0 runs done in ")) << again.out;
    EXPECT_TRUE(contains(again.out, ", 200 before")) << again.out;
    // Elsewhere the whole path is needed.
    const RunResult elsewhere = tessera({"lab", "report", "--db", bench.folder.path("my runs.db")});
    EXPECT_TRUE(contains(elsewhere.out, bench.folder.path() + "/it'")) << elsewhere.out;
}

TEST(LabRun, WithoutItsDataASuiteDoesNotRun) {
    const Bench bench;
    const RunResult result =
        bench.lab({"run", "external-korf1000"}, {"TESSERA_DATA=" + bench.folder.path()});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "it needs korf15-1000.txt")) << result.err;
    EXPECT_TRUE(contains(result.err, "TESSERA_DATA")) << result.err;
    EXPECT_TRUE(contains(result.err, bench.folder.path())) << result.err;
    EXPECT_FALSE(std::filesystem::exists(bench.folder.path("external-korf1000.db")));
    const std::string list = tessera({"list", "lab-suites"}).out;
    EXPECT_TRUE(contains(list, "(needs korf15-1000.txt, not shipped)")) << list;
    EXPECT_LT(list.find("uniform-quick\n"), list.find("external-korf1000\n"));
}

TEST(LabRun, CollectionsAndExperimentsAreToldApart) {
    const Bench bench;
    const RunResult boards = bench.lab({"run", "korf"});
    EXPECT_EQ(boards.code, 3);
    EXPECT_TRUE(contains(boards.err, "'korf' is a collection of boards, not an experiment"))
        << boards.err;
    EXPECT_TRUE(contains(boards.err, "tessera solve korf")) << boards.err;
    const RunResult experiment = tessera({"solve", "korf100"});
    EXPECT_EQ(experiment.code, 3);
    EXPECT_TRUE(contains(experiment.err, "'korf100' is an experiment of the lab"))
        << experiment.err;
    EXPECT_TRUE(contains(experiment.err, "tessera lab run korf100")) << experiment.err;
}

TEST(LabRun, AFolderThatMayNotBeWrittenIsSaidSo) {
    const Bench bench;
    const std::string folder = bench.folder.path("closed");
    ASSERT_EQ(mkdir(folder.c_str(), 0555), 0);
    ASSERT_EQ(chmod(bench.folder.path().c_str(), 0755), 0);
    Words words = {program_under_test(), "lab", "run", "seeds-8-quick", "--db", folder + "/new.db"};
    // Nothing is closed to root.
    if (geteuid() == 0) {
        TESSERA_NEEDS_PROGRAM("setpriv");
        words.insert(words.begin(), {"setpriv", "--reuid=65534", "--clear-groups"});
    }
    const RunResult result = run_program(words);
    EXPECT_EQ(result.code, 3) << result.err;
    EXPECT_TRUE(contains(result.err, "cannot be written: Permission denied")) << result.err;
}

TEST(LabRun, TheNoteAboutMemoryFitsTheNumberOfJobs) {
    const Bench bench;
    const auto note = [&](const char* jobs) {
        return bench
            .lab({"run", "small.toml", "--nodes", "50", "--memory", "100000G", "--jobs", jobs})
            .err;
    };
    const std::string alone = note("1");
    EXPECT_TRUE(contains(alone, " are free for it here\n")) << alone;
    EXPECT_FALSE(contains(alone, "--jobs")) << alone;
    const std::string two = note("2");
    EXPECT_TRUE(contains(two, "2 workers at once leave ")) << two;
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
