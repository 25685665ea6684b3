// What the system does to the program: streams, files, memory, threads, clock and signals that fail (docs/reliability.md).
// home: sanitizers
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <random>

#include "tests/apps/serving.hpp"

namespace tessera::app_testing {
namespace {

const std::string easy_board = "1 2 3/4 5 6/7 0 8";
const std::string hard_one = "antipode:1";

/// Runs the program from a shell: `script` ends in `exec "$0" "$@"` with what is to be around it.
RunResult from_shell(const std::string& script, Words words, const RunOptions& options = {}) {
    words.insert(words.begin(), {"sh", "-c", script, program_under_test()});
    return run_program(words, options);
}

/// Ended by itself, with one of the codes that are documented for everything but crashes.
void expect_orderly(const RunResult& result, const std::vector<int>& codes,
                    const std::string& about) {
    EXPECT_EQ(result.signal, 0) << about << result.err;
    EXPECT_TRUE(std::find(codes.begin(), codes.end(), result.code) != codes.end())
        << about << ": exit code " << result.code << "\n"
        << result.err;
    EXPECT_FALSE(contains(result.err, "terminate")) << about << result.err;
}

RunOptions with_cache(const TemporaryFolder& folder) {
    RunOptions options;
    options.environment = {"TESSERA_CACHE=" + folder.path("cache")};
    return options;
}

/// With what tests/faults_preload.cpp does. Sanitizers want to be loaded first.
RunOptions with_faults(const std::string& fault) {
    RunOptions options;
    options.environment = {std::string("LD_PRELOAD=") + TESSERA_FAULTS, fault};
    return options;
}

// ---- Streams --------------------------------------------------------------------------------------

TEST(FaultyStreams, AnyOfThemMayBeClosed) {
    for (const std::string closed :
         {"0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"}) {
        const bool answered = !contains(closed, "1>");
        const RunResult good =
            from_shell("exec \"$0\" \"$@\" " + closed, {"solve", easy_board, "--time", "1m"});
        expect_orderly(good, {answered ? 0 : 1}, closed);
        const RunResult bad = from_shell("exec \"$0\" \"$@\" " + closed, {"solve", "1 2 3"});
        expect_orderly(bad, {3}, closed);
    }
}

TEST(FaultyStreams, NotesThatCannotBeWrittenChangeNothing) {
    const RunResult usual = tessera({"check", easy_board});
    for (const std::string where : {"2>/dev/full", "2>&-"}) {
        const std::string script = "exec \"$0\" \"$@\" " + where;
        EXPECT_EQ(from_shell(script, {"check", easy_board}).out, usual.out) << where;
        expect_orderly(from_shell(script, {"solve", "no such file"}), {3}, where);
        expect_orderly(from_shell(script, {"generate", "4x4"}), {0}, where);
        expect_orderly(from_shell(script, {"solve", hard_one, "--algorithm", "ida*", "--time",
                                           "400ms", "--progress", "json"}),
                       {23}, where);
    }
}

TEST(FaultyStreamsInRelease, NoFileTakesTheirPlace) {
    const TemporaryFolder folder;
    // What is said while a table is written must not get into it.
    const RunResult built = from_shell("exec \"$0\" \"$@\" 0<&- 1>&- 2>&-",
                                       {"pdb", "build", "5-5-5"}, with_cache(folder));
    expect_orderly(built, {0, 1}, "build");
    const RunResult verified = tessera({"pdb", "verify", "5-5-5"}, with_cache(folder));
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
}

// ---- Disks ----------------------------------------------------------------------------------------

TEST(FaultyDisk, AFileThatMayNotGrowIsLikeAFullDisk) {
    const TemporaryFolder folder;
    const std::string limited = "ulimit -f 8; exec \"$0\" \"$@\"";
    RunOptions options = with_cache(folder);
    options.stdout_to = folder.path("answer");
    const RunResult answer =
        from_shell(limited, {"generate", "4x4", "-n", "20000", "--seed", "1"}, options);
    expect_orderly(answer, {1}, "generate");
    EXPECT_TRUE(contains(answer.err, "cannot write the answer: File too large")) << answer.err;
    const RunResult trace = from_shell(limited, {"solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "bfs",
                                                 "--trace", folder.path("trace.json")});
    expect_orderly(trace, {1}, "trace");
    EXPECT_TRUE(contains(trace.err, "trace.json")) << trace.err;
    for (const std::string option : {"--trace", "--certificate"}) {
        const RunResult full =
            tessera({"solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "bfs", option, "/dev/full"});
        expect_orderly(full, {1}, option);
        EXPECT_TRUE(contains(full.err, "cannot write '/dev/full'")) << full.err;
    }
    const RunResult tables =
        from_shell(limited, {"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, with_cache(folder));
    expect_orderly(tables, {0}, "tables");
    EXPECT_TRUE(contains(tables.err, "used but not kept")) << tables.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("cache")));
}

/// In a mount namespace of its own, with a file system of `how` at $1; empty where that is not allowed.
std::optional<RunResult> on_mounted(const TemporaryFolder& folder, const std::string& how,
                                    Words words, const RunOptions& options = {}) {
    if (run_program({"unshare", "-m", "true"}).code != 0) return std::nullopt;
    std::filesystem::create_directories(folder.path("mounted"));
    words.insert(words.begin(),
                 {"unshare", "-m", "sh", "-c",
                  "mount -t tmpfs -o " + how + " none \"$0\" || exit 99; exec \"$@\"; ",
                  folder.path("mounted"), program_under_test()});
    RunResult result = run_program(words, options);
    if (result.code == 99) return std::nullopt;
    return result;
}

#define TESSERA_MOUNTED(result, ...)                                                  \
    const auto result##_if_allowed = on_mounted(__VA_ARGS__);                         \
    if (!result##_if_allowed) GTEST_SKIP() << "skipped: this user may mount nothing"; \
    const RunResult& result = *result##_if_allowed

TEST(FaultyDisk, AFullOneIsToldAndNothingHalfIsLeft) {
    const TemporaryFolder folder;
    RunOptions cached;
    cached.environment = {"TESSERA_CACHE=" + folder.path("mounted/cache")};
    TESSERA_MOUNTED(tables, folder, "size=64k",
                    {"solve", "korf:12", "--heuristic", "pdb:5-5-5", "--json"}, cached);
    expect_orderly(tables, {0}, "tables");
    EXPECT_TRUE(contains(tables.err, "used but not kept")) << tables.err;
    EXPECT_TRUE(contains(tables.err, "No space left")) << tables.err;
    EXPECT_EQ(json_lines(tables.out).at(0)["length"], 45);
    TESSERA_MOUNTED(trace, folder, "size=64k",
                    {"solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "bfs", "--trace",
                     folder.path("mounted/trace.json")});
    expect_orderly(trace, {1}, "trace");
    EXPECT_TRUE(contains(trace.err, "No space left")) << trace.err;
}

TEST(FaultyDisk, AWriteProtectedOneIsToldAndDoneWithout) {
    const TemporaryFolder folder;
    RunOptions cached;
    cached.environment = {"TESSERA_CACHE=" + folder.path("mounted")};
    TESSERA_MOUNTED(tables, folder, "ro", {"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, cached);
    expect_orderly(tables, {0}, "tables");
    EXPECT_TRUE(contains(tables.err, "Read-only file system")) << tables.err;
    TESSERA_MOUNTED(build, folder, "ro", {"pdb", "build", "5-5-5"}, cached);
    expect_orderly(build, {2}, "build");
    EXPECT_TRUE(contains(build.err, "TESSERA_CACHE")) << build.err;
    TESSERA_MOUNTED(
        trace, folder, "ro",
        {"solve", easy_board, "--algorithm", "bfs", "--trace", folder.path("mounted/t")});
    expect_orderly(trace, {3}, "trace");
}

TEST(FaultyDiskInReleaseOnly, NoProcFileSystem) {
    if (run_program({"unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc"}).code != 0)
        GTEST_SKIP() << "skipped: this user may mount nothing";
    const auto without = [](Words words) {
        words.insert(words.begin(),
                     {"unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc; exec \"$0\" \"$@\"",
                      program_under_test()});
        return run_program(words);
    };
    const RunResult solved = without({"solve", "korf:12", "--json"});
    expect_orderly(solved, {0}, "solve");
    EXPECT_EQ(json_lines(solved.out).at(0)["length"], 45);
    const TemporaryFolder folder;
    const RunResult lab = without({"lab", "run", "korf24-quick", "--db", folder.path("a.db")});
    expect_orderly(lab, {1}, "lab");
    EXPECT_TRUE(contains(lab.err, "workers do not start")) << lab.err;
}

// ---- Memory ---------------------------------------------------------------------------------------

/// Room for the program and little more, whatever --memory says.
const std::string narrow = "ulimit -v 110000; exec \"$0\" \"$@\"";

TEST(FaultyMemoryInReleaseOnly, TheSystemsLimitIsAResult) {
    // The least that is there for a search, and too little even for the program's own.
    for (const std::string algorithm : {"a*", "hda*", "bfs", "bidirectional-a*"}) {
        Words words = {"solve", "korf:88",  easy_board, "--algorithm", algorithm, "--threads",
                       "2",     "--memory", "100G",     "--time",      "60s",     "--jsonl"};
        if (algorithm != "bfs") words.insert(words.end(), {"--heuristic", "manhattan"});
        const RunResult told = from_shell(narrow, words);
        expect_orderly(told, {22}, algorithm);
        const auto answers = json_lines(told.out);
        ASSERT_EQ(answers.size(), 2U) << algorithm << told.err;
        EXPECT_EQ(answers[0]["status"], "memory-limit") << algorithm;
        EXPECT_TRUE(answers[0]["moves"].is_null()) << algorithm;
        EXPECT_GT(answers[0]["lower_bound"], 0) << algorithm;
        EXPECT_EQ(answers[1]["status"], "solved") << algorithm << ": the next board is unharmed";
        const RunResult less = from_shell("ulimit -v 62000; exec \"$0\" \"$@\"", words);
        expect_orderly(less, {0, 22, 127}, algorithm);
        EXPECT_TRUE(less.code != 22 || contains(less.out + less.err, "memory")) << less.err;
    }
}

TEST(FaultyMemoryInReleaseOnly, TheDefaultStaysBelowTheSystemsLimit) {
    const RunResult result = from_shell(
        narrow, {"solve", "korf:88", "--algorithm", "a*", "--heuristic", "manhattan", "--json"});
    expect_orderly(result, {22}, "a*");
    const Json answer = json_lines(result.out).at(0);
    EXPECT_EQ(answer["status"], "memory-limit");
    EXPECT_GE(answer["lower_bound"], answer["initial_h"]) << "ended by itself, with its bound";
    EXPECT_GT(answer["lower_bound"], 0);
}

TEST(FaultyMemoryInReleaseOnly, CallsAndTheServerGoOn) {
    const std::string large =
        R"({"start":[15,2,12,11,14,13,9,5,1,3,8,7,0,10,6,4],"goal":"blank-first","algorithm":"a*",)"
        R"("heuristic":"manhattan","limits":{"memory_bytes":100000000000}})";
    const std::string small = R"({"start":[1,2,3,4,5,6,7,0,8]})";
    RunOptions options;
    options.input = large + "\n" + small + "\n";
    const RunResult called =
        from_shell("ulimit -v 80000; exec \"$0\" \"$@\"", {"call", "solve"}, options);
    const auto answers = json_lines(called.out);
    ASSERT_EQ(answers.size(), 2U) << called.err;
    EXPECT_TRUE(answers[0].value("code", "") == "memory-limit" ||
                answers[0].value("status", "") == "memory-limit")
        << answers[0];
    EXPECT_EQ(answers[1]["status"], "solved");

    Serving serving({"--memory", "100G", "--jobs", "2", "--threads", "2"},
                    {"sh", "-c", "ulimit -v 700000; exec \"$0\" \"$@\""});
    ASSERT_GT(serving.port(), 0);
    for (int i = 0; i < 3; ++i) {
        const std::string asked = serving.ask(
            "POST", "/api/jobs",
            R"({"start":[15,2,12,11,14,13,9,5,1,3,8,7,0,10,6,4],"goal":"blank-first","algorithm":"hda*",)"
            R"("heuristic":"manhattan"})");
        const std::string job = asked.substr(asked.find("\"job\":\"") + 7, 32);
        const std::string events = serving.ask("GET", "/api/jobs/" + job + "/events");
        EXPECT_TRUE(contains(events, "memory-limit")) << events.substr(events.size() / 2);
    }
    EXPECT_TRUE(contains(serving.ask("GET", "/api/engine"), "tessera.engine/1"));
    EXPECT_EQ(serving.end(SIGTERM), 0) << serving.errors();
}

/// A cgroup of its own with so much memory, of either version; gone with the object.
class MemoryCgroup {
  public:
    explicit MemoryCgroup(std::size_t bytes) {
        struct Version {
            std::string folder;
            std::string limit;
        };
        const std::vector<Version> versions = {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
                                               {"/sys/fs/cgroup", "memory.max"}};
        for (const Version& version : versions) {
            const std::string path = fmt_path(version.folder);
            std::error_code error;
            if (!std::filesystem::exists(version.folder + "/cgroup.procs", error)) continue;
            if (mkdir(path.c_str(), 0700) != 0) continue;
            folder_ = path;
            std::ofstream limit(path + "/" + version.limit);
            limit << bytes << std::flush;
            if (limit) return;
            rmdir(path.c_str());
            folder_.clear();
        }
    }
    ~MemoryCgroup() {
        if (!folder_.empty()) rmdir(folder_.c_str());
    }
    MemoryCgroup(const MemoryCgroup&) = delete;
    MemoryCgroup& operator=(const MemoryCgroup&) = delete;
    bool made() const { return !folder_.empty(); }
    std::string enter() const { return "echo $$ > '" + folder_ + "/cgroup.procs' && "; }

  private:
    static std::string fmt_path(const std::string& root) {
        return root + "/tessera-test-" + std::to_string(getpid());
    }
    std::string folder_;
};

TEST(FaultyMemoryInReleaseOnly, AContainersLimitIsKnownBeforeItKills) {
    const MemoryCgroup cgroup(std::size_t{160} << 20);
    if (!cgroup.made()) GTEST_SKIP() << "skipped: this user may make no cgroup";
    const RunResult result =
        from_shell(cgroup.enter() + "exec \"$0\" \"$@\"",
                   {"solve", "korf:88", "--algorithm", "a*", "--heuristic", "manhattan", "--json"});
    expect_orderly(result, {22}, "a*");
    const Json answer = json_lines(result.out).at(0);
    EXPECT_EQ(answer["status"], "memory-limit");
    EXPECT_GT(answer["lower_bound"], 0);
    EXPECT_LE(answer["stats"]["peak_memory_bytes"], std::size_t{160} << 20);
}

TEST(FaultyMemoryInReleaseOnly, ASmallStackIsEnough) {
    for (const Json& entry : listed("algorithms")) {
        const std::string algorithm = entry["name"];
        const RunResult result = from_shell(
            "ulimit -s 128; exec \"$0\" \"$@\"",
            {"solve", "korf:88", "--algorithm", algorithm, "--nodes", "40000", "--time", "10s"});
        expect_orderly(result, {0, 12, 23}, algorithm);
    }
}

// ---- Threads and open files -----------------------------------------------------------------------

TEST(FaultyThreadsInReleaseOnly, FewerThreadsSameAnswer) {
    const Words words = {"solve",       "korf:3",    "--algorithm", "ida*",
                         "--heuristic", "pdb:5-5-5", "--threads",   "4"};
    const Json usual = json_of(words);
    for (const std::string some : {"0", "1", "2"}) {
        const Json answer = json_of(words, with_faults("TESSERA_FAULT_THREADS=" + some));
        EXPECT_EQ(answer["moves"], usual["moves"]) << some;
        EXPECT_EQ(answer["stats"]["generated"], usual["stats"]["generated"]) << some;
        EXPECT_LE(answer["stats"]["threads"], std::stoi(some) + 1) << some;
    }
    const TemporaryFolder folder;
    RunOptions none = with_faults("TESSERA_FAULT_THREADS=0");
    none.environment.push_back("TESSERA_CACHE=" + folder.path("cache"));
    expect_orderly(tessera({"pdb", "build", "5-5-5"}, none), {0}, "build");
}

TEST(FaultyThreadsInReleaseOnly, AServerWithoutAnySaysSo) {
    for (const std::string some : {"0", "1", "2"}) {
        RunOptions options = with_faults("TESSERA_FAULT_THREADS=" + some);
        const RunResult result = tessera({"serve", "--port", "0", "--jobs", "2"}, options);
        expect_orderly(result, {1}, some);
        EXPECT_TRUE(contains(result.err, "gives no threads")) << result.err;
        if (some == "1") break;
    }
    // Enough to search with one, to accept, and to answer one at a time.
    Serving serving({"--jobs", "1", "--threads", "4"}, {}, with_faults("TESSERA_FAULT_THREADS=3"));
    ASSERT_GT(serving.port(), 0);
    const std::string asked =
        serving.ask("POST", "/api/jobs", R"({"start":[8,6,7,2,5,4,3,0,1],"algorithm":"ida*"})");
    const std::string job = asked.substr(asked.find("\"job\":\"") + 7, 32);
    EXPECT_TRUE(contains(serving.ask("GET", "/api/jobs/" + job + "/events"), "\"length\":31"));
    EXPECT_EQ(serving.end(SIGTERM), 0) << serving.errors();
}

TEST(FaultyThreadsInReleaseOnly, FewOpenFiles) {
    const TemporaryFolder folder;
    for (const std::string files : {"4", "5", "6", "8", "12"}) {
        const std::string few = "ulimit -n " + files + "; exec \"$0\" \"$@\"";
        expect_orderly(from_shell(few, {"solve", easy_board}), {0}, "solve");
        expect_orderly(
            from_shell(few, {"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, with_cache(folder)),
            {0}, "tables");
        const RunResult lab = from_shell(few, {"lab", "run", "korf24-quick", "--nodes", "10",
                                               "--db", folder.path(files + ".db")});
        expect_orderly(lab, {0, 1, 3}, "lab " + files);
        EXPECT_TRUE(lab.code == 0 || !lab.err.empty()) << files;
        Serving serving({}, {"sh", "-c", few});
        const bool started = serving.port() > 0;
        EXPECT_EQ(serving.end(SIGTERM), started ? 0 : 3) << files << serving.errors();
        EXPECT_TRUE(started || contains(serving.errors(), "open files")) << serving.errors();
    }
}

// ---- The clock ------------------------------------------------------------------------------------

TEST(FaultyClockInReleaseOnly, LimitsAreNotOfTheWallClock) {
    const RunOptions jumping = with_faults("TESSERA_FAULT_CLOCK=1");
    // That it jumps at all.
    const RunResult dates =
        run_program({"sh", "-c", "date +%s; date +%s; date -d 'now' +%s"}, jumping);
    const auto lines = lines_of(dates.out);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_GT(std::abs(std::stol(lines[0]) - static_cast<long>(std::time(nullptr))), 1800);
    for (const std::string algorithm : {"ida*", "a*", "auto", "anytime"}) {
        const Json answer =
            json_of({"solve", hard_one, "--algorithm", algorithm, "--time", "300ms"}, jumping);
        EXPECT_EQ(answer["status"], algorithm == "anytime" ? "solved" : "time-limit") << algorithm;
        EXPECT_GE(answer["stats"]["seconds"], 0.25) << algorithm;
        EXPECT_LT(answer["stats"]["seconds"], 600.0) << algorithm << ": an hour would be a jump";
    }
    const Json solved = json_of({"solve", "8 6 7/2 5 4/3 0 1", "--time", "10m"}, jumping);
    EXPECT_EQ(solved["status"], "solved") << "nor does a jump end it early";
    EXPECT_GE(solved["stats"]["seconds"], 0.0);
}

TEST(FaultyClockInReleaseOnly, FilesAndLabRunsAreUnharmed) {
    const TemporaryFolder folder;
    RunOptions jumping = with_faults("TESSERA_FAULT_CLOCK=1");
    jumping.environment.push_back("TESSERA_CACHE=" + folder.path("cache"));
    const std::string suite =
        folder.file("s.toml",
                    "[[boards]]\nboards = [\"8 6 7/2 5 4/3 0 1\", \"1 2 "
                    "3/4 5 6/7 0 8\"]\n[[configurations]]\nalgorithm = "
                    "[\"a*\", \"ida*\"]\nheuristic = \"manhattan\"\n[limits]\ntime = \"60s\"\n");
    const RunResult run =
        tessera({"lab", "run", suite, "--db", folder.path("s.db"), "--json"}, jumping);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(json_lines(run.out).at(0)["done"], 4);
    const RunResult again =
        tessera({"lab", "run", suite, "--db", folder.path("s.db"), "--json"}, jumping);
    EXPECT_EQ(json_lines(again.out).at(0)["done"], 0) << again.out;
    // A table written at one time is read at another.
    EXPECT_EQ(tessera({"pdb", "build", "5-5-5"}, jumping).code, 0);
    const RunResult solved = tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, jumping);
    EXPECT_EQ(solved.code, 0);
    EXPECT_EQ(solved.err, "") << "found again, and whole";
}

TEST(FaultyClockInReleaseOnly, TheServersDeadlinesHold) {
    Serving serving({"--jobs", "1", "--threads", "1"}, {}, with_faults("TESSERA_FAULT_CLOCK=1"));
    ASSERT_GT(serving.port(), 0);
    std::string request = endless;
    request.insert(request.size() - 1, R"(,"limits":{"seconds":0.3})");
    const std::string asked = serving.ask("POST", "/api/jobs", request);
    const std::string job = asked.substr(asked.find("\"job\":\"") + 7, 32);
    EXPECT_TRUE(contains(serving.ask("GET", "/api/jobs/" + job + "/events"), "time-limit"));
    EXPECT_EQ(serving.end(SIGTERM), 0);
}

// ---- Files that are no files ----------------------------------------------------------------------

/// Ctrl-C after a moment of waiting; SIGKILL, and so a failure, where that does not end it.
RunResult interrupted_while_waiting(Words words, const RunOptions& options = {}) {
    words.insert(words.begin(), {"timeout", "--preserve-status", "-k", "30", "-s", "INT", "0.3",
                                 program_under_test()});
    return run_program(words, options);
}

TEST(FaultyFiles, WaitingForAPipeEndsWithCtrlC) {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const Words& words :
         std::vector<Words>{{"solve", pipe},
                            {"check", pipe},
                            {"verify", pipe},
                            {"replay", pipe, "--print"},
                            {"convert", pipe, "--to", "csv"},
                            {"lab", "run", pipe, "--db", folder.path("p.db")},
                            {"solve", easy_board, "--algorithm", "bfs", "--trace", pipe}}) {
        const RunResult result = interrupted_while_waiting(words);
        EXPECT_TRUE(result.code == 130 || result.signal == SIGINT)
            << words.front() << result.code << " " << result.signal << result.err;
    }
}

TEST(FaultyFiles, AStoreIsAnOrdinaryFile) {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& what : {pipe, std::string("/dev/zero"), std::string("/dev/full")}) {
        for (const Words& words :
             std::vector<Words>{{"lab", "status", "--db", what},
                                {"lab", "run", "korf24-quick", "--db", what},
                                {"lab", "merge", what, "--db", folder.path("m.db")}}) {
            const RunResult result = tessera(words);
            expect_orderly(result, {3}, words[1] + " " + what);
            EXPECT_TRUE(contains(result.err, what)) << result.err;
        }
    }
}

TEST(FaultyFilesInRelease, ASuiteWithoutEndIsGivenUp) {
    const TemporaryFolder folder;
    const RunResult result = tessera({"lab", "run", "/dev/zero", "--db", folder.path("z.db")});
    expect_orderly(result, {3}, "suite");
    EXPECT_TRUE(contains(result.err, "is larger than")) << result.err;
}

TEST(FaultyFiles, ATableIsAnOrdinaryFile) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkdir(folder.path("cache").c_str(), 0700), 0);
    const std::string table = folder.path("cache/pdb-4x4-_xxo-xxoo-xooo-oooo.table");
    const auto make = [&](const std::string& kind) {
        std::filesystem::remove_all(table);
        if (kind == "pipe") {
            ASSERT_EQ(mkfifo(table.c_str(), 0600), 0);
        } else {
            ASSERT_EQ(symlink(kind.c_str(), table.c_str()), 0);
        }
    };
    ASSERT_EQ(mkfifo(folder.path("cache/old.temporary").c_str(), 0600), 0);
    for (const std::string kind : {"pipe", "/dev/zero", "/dev/full"}) {
        make(kind);
        const RunResult listed_one = tessera({"pdb", "list"}, with_cache(folder));
        expect_orderly(listed_one, {0}, kind);
        EXPECT_TRUE(contains(listed_one.out, "no ordinary file")) << listed_one.out;
        expect_orderly(tessera({"pdb", "verify", table}, with_cache(folder)), {3}, kind);
        expect_orderly(tessera({"pdb", "info", table}, with_cache(folder)), {3}, kind);
        const RunResult solved = tessera(
            {"solve", "korf:12", "--heuristic", "pdb:5-5-5", "--time", "60s"}, with_cache(folder));
        expect_orderly(solved, {0}, kind);
        EXPECT_TRUE(contains(solved.err, "no ordinary file; it is built again")) << solved.err;
        EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(table)))
            << kind;
    }
}

TEST(FaultyFilesInReleaseOnly, ATableCutShortWhileItIsUsedEndsTheProgramWithAWord) {
    const TemporaryFolder folder;
    ASSERT_EQ(tessera({"pdb", "build", "5-5-5"}, with_cache(folder)).code, 0);
    const RunResult result = run_program(
        {"sh", "-c",
         "\"$0\" solve antipode:1 --algorithm ida* --heuristic pdb:5-5-5 --time 90s "
         "--progress json 2> \"$1/err\" & while [ ! -s \"$1/err\" ]; do sleep 0.05; done; "
         "truncate -s 0 \"$1\"/cache/*.table; wait $!; code=$?; cat \"$1/err\" >&2; exit $code",
         program_under_test(), folder.path()},
        with_cache(folder));
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_TRUE(contains(result.err, "became shorter")) << result.err;
    EXPECT_TRUE(contains(result.err, "pdb verify")) << result.err;
    // The next one sees it at once.
    const RunResult next =
        tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, with_cache(folder));
    EXPECT_EQ(next.code, 0);
    EXPECT_TRUE(contains(next.err, "built again")) << next.err;
}

TEST(FaultyFiles, LongNames) {
    const std::string path = "./" + std::string(5000, 'a') + "1";
    for (const Words& words :
         std::vector<Words>{{"solve", path},
                            {"verify", path},
                            {"lab", "run", path},
                            {"lab", "run", "korf24-quick", "--db", path},
                            {"solve", easy_board, "--algorithm", "bfs", "--trace", path}}) {
        expect_orderly(tessera(words), {3}, words.front());
    }
    const TemporaryFolder folder;
    RunOptions cached;
    cached.environment = {"TESSERA_CACHE=" + folder.path(std::string(5000, 'a'))};
    const RunResult solved = tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, cached);
    expect_orderly(solved, {0}, "cache");
    EXPECT_TRUE(contains(solved.err, "not kept")) << solved.err;
}

TEST(FaultyFiles, TablesAreAsPrivateAsTheUserSays) {
    for (const auto& [mask, mode] : std::vector<std::pair<std::string, unsigned>>{
             {"000", 0666U}, {"022", 0644U}, {"077", 0600U}}) {
        const TemporaryFolder folder;
        const RunResult built = from_shell("umask " + mask + "; exec \"$0\" \"$@\"",
                                           {"pdb", "build", "5-5-5"}, with_cache(folder));
        expect_orderly(built, {0}, mask);
        for (const auto& entry : std::filesystem::directory_iterator(folder.path("cache"))) {
            struct stat status{};
            ASSERT_EQ(stat(entry.path().c_str(), &status), 0);
            EXPECT_EQ(status.st_mode & 0777U, mode) << mask << entry.path();
        }
    }
}

// ---- Signals --------------------------------------------------------------------------------------

TEST(FaultySignals, SigtermStillGivesTheBestSoFar) {
    const auto stopped = [](Words words) {
        RunOptions options;
        options.interrupt_on_stderr = true;
        options.interrupt_signal = SIGTERM;
        words.insert(words.end(), {"--progress", "json"});
        return tessera(words, options);
    };
    const RunResult solve = stopped({"solve", hard_one, "--algorithm", "ida*"});
    EXPECT_EQ(solve.code, 130) << solve.err;
    EXPECT_TRUE(contains(solve.out, "Interrupted.")) << solve.out;
    EXPECT_TRUE(contains(solve.out, "at least")) << solve.out;
    const RunResult best = stopped({"solve", "korf24:3", "--time", "10m"});
    EXPECT_EQ(best.code, 130) << best.err;
    EXPECT_TRUE(contains(best.out, "Solved in")) << best.out;
    const RunResult compare = stopped({"compare", "--memory", "1G", hard_one, easy_board, "--time",
                                       "10m", "--algorithm", "ida*", "--json"});
    EXPECT_EQ(compare.code, 130) << compare.err;
}

TEST(FaultySignalsInRelease, KilledBuildersLeaveNoHalfTable) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkdir(folder.path("cache").c_str(), 0700), 0);
    const std::string partition = sanitized_program() ? "5-5-5" : "6-6-3";
    std::mt19937 random(std::random_device{}());
    int killed = 0;
    for (int moment = 0; moment < 12; ++moment) {
        const int wait = std::uniform_int_distribution(5, 30 + 50 * moment)(random);
        for (const auto& entry : std::filesystem::directory_iterator(folder.path("cache"))) {
            if (moment % 3 != 2) std::filesystem::remove(entry.path());
        }
        const RunResult built = run_program({"timeout", "-s", "KILL", std::to_string(wait / 1000.0),
                                             program_under_test(), "pdb", "build", partition},
                                            with_cache(folder));
        if (built.code != 0) ++killed;
        // What is there under a table's name is whole.
        for (const auto& entry : std::filesystem::directory_iterator(folder.path("cache"))) {
            const std::string file = entry.path().string();
            if (!file.ends_with(".table")) continue;
            EXPECT_EQ(tessera({"pdb", "info", file}, with_cache(folder)).code, 0) << file;
        }
    }
    EXPECT_GT(killed, 0);
    RecordProperty("killed", killed);
    const Json answer =
        json_of({"solve", "korf:12", "--heuristic", "pdb:" + partition}, with_cache(folder));
    EXPECT_EQ(answer["length"], 45);
    // Half-written ones are removed by whoever writes next, once they are old enough to be nobody's.
    const std::string half = folder.path("cache/pdb-x.table.1-0-1.temporary");
    std::ofstream(half) << "half";
    run_program({"touch", "-d", "1 hour ago", half});
    std::filesystem::remove(folder.path("cache/pdb-4x4-_xxo-xxoo-xooo-oooo.table"));
    EXPECT_EQ(tessera({"pdb", "build", "5-5-5"}, with_cache(folder)).code, 0);
    EXPECT_FALSE(std::filesystem::exists(half));
}

// ---- Much input, other surroundings ---------------------------------------------------------------

TEST(FaultyInput, TenThousandBoardsInOrderAndFlatMemory) {
    const std::size_t many = sanitized_program() ? 300 : 10'000;
    const RunResult boards = tessera({"generate", "3x3", "-n", std::to_string(many), "--walk", "18",
                                      "--seed", "5", "--format", "inline"});
    const auto lines = lines_of(boards.out);
    ASSERT_EQ(lines.size(), many) << boards.err;
    RunOptions options;
    options.input = boards.out;
    const RunResult solved = tessera({"solve", "-", "--jsonl", "--algorithm", "a*"}, options);
    EXPECT_EQ(solved.code, 0) << solved.err;
    const auto answers = lines_of(solved.out);
    ASSERT_EQ(answers.size(), many);
    std::size_t first_peak = 0;
    std::size_t last_peak = 0;
    for (std::size_t i = 0; i < many; ++i) {
        std::string start = lines[i];
        std::replace_if(
            start.begin(), start.end(), [](char c) { return c == ' ' || c == '/'; }, ',');
        ASSERT_TRUE(contains(answers[i], "\"start\":[" + start + "]")) << i << answers[i];
        ASSERT_TRUE(contains(answers[i], "\"status\":\"solved\"")) << i << answers[i];
        if (i != many / 20 && i + 1 != many) continue;
        const Json answer = Json::parse(answers[i], nullptr, false);
        ASSERT_TRUE(answer.is_object()) << i;
        (i + 1 == many ? last_peak : first_peak) = answer["stats"]["peak_memory_bytes"];
    }
    if (!sanitized_program()) {
        EXPECT_LE(last_peak, first_peak + (std::size_t{4} << 20));
    }
}

TEST(FaultyInput, EarlyHangUpOfAManyBoardRun) {
    const RunResult first = run_program(
        {"sh", "-c",
         "\"$0\" generate 3x3 -n 2000 --seed 5 2>/dev/null | \"$0\" solve - --jsonl | head -1",
         program_under_test()});
    EXPECT_EQ(json_lines(first.out).size(), 1U);
    EXPECT_EQ(first.err, "");
}

TEST(FaultySurroundingsInReleaseOnly, LocalesThatAreReallyThere) {
    const TemporaryFolder folder;
    const std::vector<Words> commands = {
        {"list", "algorithms"},
        {"list", "heuristics", "--json"},
        {"solve", easy_board, "--algorithm", "IDA*", "--heuristic", "LINEAR-CONFLICT", "--weight",
         "1.5", "--moves", "arrows", "--nodes", "1000"},
        {"explain", easy_board},
        {"check", "1 2 3/4 5 6/8 7 0"},
        {"solve", "1 2 3/4 5 6/7 8 i"}};
    for (const std::string name : {"tr_TR", "de_DE"}) {
        const RunResult made = run_program(
            {"localedef", "--no-archive", "-i", name, "-f", "UTF-8", folder.path(name + ".UTF-8")});
        if (made.code != 0 && !std::filesystem::exists(folder.path(name + ".UTF-8"))) {
            if (getenv("TESSERA_TOOLS") != nullptr) FAIL() << "locales is missing: " << made.err;
            GTEST_SKIP() << "skipped: the package locales is not installed";
        }
        RunOptions foreign;
        foreign.environment = {"LOCPATH=" + folder.path(), "LC_ALL=" + name + ".UTF-8",
                               "LANGUAGE=" + name};
        for (const Words& words : commands) {
            const RunResult usual = tessera(words);
            const RunResult result = tessera(words, foreign);
            EXPECT_EQ(result.code, usual.code) << name << words.front();
            const auto without_time = [](const std::string& text) {
                std::string kept;
                for (const std::string& line : lines_of(text)) {
                    if (!line.starts_with("time ")) kept += line + "\n";
                }
                return kept;
            };
            EXPECT_EQ(without_time(result.out), without_time(usual.out)) << name << words.front();
            EXPECT_EQ(result.err, usual.err) << name << words.front();
        }
    }
}

TEST(FaultySurroundings, WidthsThatAreNoWidths) {
    const RunResult usual = tessera({"solve", "--help"});
    const RunResult table = tessera({"list", "heuristics"});
    for (const std::string width :
         {"0", "-1", "-99999999999999999999", "99999999999999999999", "1e9", "80x", " ", ""}) {
        RunOptions options;
        options.environment = {"COLUMNS=" + width, "LINES=" + width, "TERM"};
        EXPECT_EQ(tessera({"solve", "--help"}, options).out, usual.out) << width;
        EXPECT_EQ(tessera({"list", "heuristics"}, options).out, table.out) << width;
    }
}

TEST(FaultySurroundings, NoTemporaryFolder) {
    RunOptions options;
    options.environment = {"TMPDIR=/nonexistent"};
    Serving serving({}, {}, options);
    ASSERT_GT(serving.port(), 0) << "only lab runs need one";
    const std::string refused =
        serving.ask("POST", "/api/lab/runs", R"({"suite":"korf24-quick","boards":1})");
    EXPECT_TRUE(contains(refused, " 500 ")) << refused;
    EXPECT_TRUE(contains(refused, "\"field\":\"lab_folder\"")) << refused;
    EXPECT_TRUE(contains(serving.ask("POST", "/api/call/list", "{}"), "tessera.list/1"));
    EXPECT_EQ(serving.end(SIGTERM), 0) << serving.errors();
}

TEST(FaultySurroundings, NoControllingTerminal) {
    const RunResult result = run_program({"setsid", program_under_test(), "solve", easy_board});
    EXPECT_EQ(result.code, 0);
    for (const Words& words : std::vector<Words>{{"play"}, {"replay", "/dev/null"}}) {
        Words all = {"setsid", program_under_test()};
        all.insert(all.end(), words.begin(), words.end());
        expect_orderly(run_program(all), {2, 3}, words.front());
    }
}

}  // namespace
}  // namespace tessera::app_testing
