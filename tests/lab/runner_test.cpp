// The runner: kill -9 and resume, workers that fail, two runners on one store, shards, limits, disks that are full.
#include "tessera/lab/runner.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "tests/lab/runner_testing.hpp"
#include "tests/sanitized.hpp"

namespace tessera::lab::testing {
namespace {

using namespace std::chrono_literals;

/// Counts what it is told, and cancels when it has seen enough.
struct Watcher final : RunnerObserver {
    std::size_t runs = 0;
    std::size_t stop_after = std::numeric_limits<std::size_t>::max();

    void finished(const RunRecord&) override { ++runs; }
    bool cancelled() override { return runs >= stop_after; }
};

RunnerProgress run(ResultStore& store, const std::vector<RunTask>& tasks,
                   const RunnerOptions& options = test_options()) {
    Watcher watcher;
    const auto made = run_suite(store, "test", tasks, test_machine(), options, watcher);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return made ? *made : RunnerProgress();
}

/// Runs everything in a process of its own; its exit code is 0 if all went well.
pid_t start_runner(const std::string& path, const std::vector<RunTask>& tasks,
                   const RunnerOptions& options, int report_to = -1) {
    const pid_t child = fork();
    if (child != 0) return child;
    auto store = ResultStore::open(path);
    if (!store) _exit(2);
    Watcher watcher;
    const auto made = run_suite(*store, "test", tasks, test_machine(), options, watcher);
    if (report_to >= 0 && made) {
        const std::size_t count = made->done;
        if (write(report_to, &count, sizeof count) != sizeof count) _exit(3);
    }
    _exit(made ? 0 : 1);
}

int exit_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// How many processes there are with this word among their arguments.
std::size_t processes_with(const std::string& word) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (text.find(std::string(1, '\0') + word + std::string(1, '\0')) != std::string::npos) {
            ++count;
        }
    }
    return count;
}

/// Sets TESSERA_LAB_FAULT while it lives.
class WithFault {
  public:
    WithFault(const std::string& kind, const std::string& key) {
        setenv("TESSERA_LAB_FAULT", (kind + ":" + key).c_str(), 1);
    }
    ~WithFault() { unsetenv("TESSERA_LAB_FAULT"); }
    WithFault(const WithFault&) = delete;
    WithFault& operator=(const WithFault&) = delete;
};

TEST(Runner, DoesEverythingOnceAndThenNothing) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(4);
    ResultStore store = opened(folder.path("a.db"));
    RunnerProgress made = run(store, tasks);
    EXPECT_EQ(made.total, 12U);
    EXPECT_EQ(made.done, 12U);
    EXPECT_EQ(made.replaced, 0U);
    EXPECT_EQ(store.records("test")->size(), 12U);
    made = run(store, tasks);
    EXPECT_EQ(made.before, 12U);
    EXPECT_EQ(made.done, 0U);

    // The answers are the engine's own.
    const auto records = store.records("test");
    Engine engine;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const auto solution = engine.solve(tasks[i].job());
        const RunRecord& record = (*records)[i];
        EXPECT_EQ(record.key, tasks[i].key(test_machine().version));
        EXPECT_EQ(record.end, RunEnd::solved_optimally);
        EXPECT_EQ(record.length, solution->outcome.moves.size());
        EXPECT_EQ(record.measured.counters.expanded, solution->measured.counters.expanded);
        EXPECT_EQ(record.measured.counters.generated, solution->measured.counters.generated);
        EXPECT_EQ(record.initial_h, solution->proof.initial_h);
        EXPECT_EQ(record.measured.threads, 1U);
        EXPECT_EQ(record.machine.version, test_machine().version);
        EXPECT_EQ(record.configuration, tasks[i].configuration.name);
        EXPECT_EQ(record.started.size(), std::string("2026-11-15T19:40:00.123Z").size());
    }
}

TEST(Runner, DoesOnlyWhatIsNew) {
    const TemporaryFolder folder;
    auto tasks = small_tasks(3);
    ResultStore store = opened(folder.path("a.db"));
    run(store, tasks);
    RunTask extra = tasks.front();
    extra.configuration = configuration("greedy", "manhattan");
    tasks.push_back(extra);
    tasks.push_back(tasks.front());  // the same board a second time needs no second run
    tasks.back().board.id = "twin";
    const RunnerProgress made = run(store, tasks);
    EXPECT_EQ(made.total, 10U);
    EXPECT_EQ(made.before, 9U);
    EXPECT_EQ(made.done, 1U);
    const auto records = store.records("test");
    ASSERT_EQ(records->size(), 11U);
    EXPECT_EQ(records->back().board, "twin");
}

TEST(Runner, KeepsLimitsApartFromCrashes) {
    const TemporaryFolder folder;
    auto tasks = small_tasks(1);
    tasks[0].limits.nodes = 50;
    tasks[1].configuration.heuristic = "no such heuristic";
    tasks[2].board.start =
        random_unsolvable(tasks[2].board.goal, *std::make_unique<Random>(std::uint64_t{3}));
    ResultStore store = opened(folder.path("a.db"));
    run(store, tasks);
    const auto records = store.records("test");
    ASSERT_EQ(records->size(), 3U);
    EXPECT_EQ((*records)[0].end, RunEnd::node_limit);
    EXPECT_EQ((*records)[1].end, RunEnd::error);
    EXPECT_NE((*records)[1].detail.find("no such heuristic"), std::string::npos);
    EXPECT_EQ((*records)[2].end, RunEnd::unsolvable);
    // What failed can be done again; what ended by its own rules is not.
    RunnerOptions again = test_options();
    again.retry = true;
    EXPECT_EQ(run(store, tasks, again).done, 1U);
}

TEST(Runner, UsesAsManyThreadsAsTheSuiteSays) {
    const TemporaryFolder folder;
    std::vector<RunTask> tasks(1, small_tasks(1).front());
    tasks[0].configuration = configuration("hda*", "manhattan");
    tasks[0].configuration.options.threads = 2;
    ResultStore store = opened(folder.path("a.db"));
    run(store, tasks, test_options(1));
    EXPECT_EQ(store.records("test")->front().measured.threads, 2U);
    EXPECT_EQ(store.records("test")->front().end, RunEnd::solved_optimally);
}

TEST(RunnerInRelease, KillNineAtTenMomentsLosesNothing) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(150);
    ResultStore whole = opened(folder.path("whole.db"));
    run(whole, tasks);
    const auto expected = deterministic(whole);
    EXPECT_EQ(expected.size(), tasks.size());

    RunnerOptions options = test_options();
    options.memory_bytes += 2 * 12'345;  // so that its workers can be told from all others
    const std::string mark = std::to_string(options.memory_bytes / options.jobs);
    std::mt19937 random(std::random_device{}());
    std::size_t before = 0;
    int killed = 0;
    for (int moment = 0; moment < 10; ++moment) {
        const pid_t child = start_runner(folder.path("a.db"), tasks, options);
        std::this_thread::sleep_for(1ms * std::uniform_int_distribution(1, 80)(random));
        kill(child, SIGKILL);
        if (exit_of(child) == -SIGKILL) ++killed;
        ResultStore store = opened(folder.path("a.db"));
        const std::size_t now = store.records()->size();
        EXPECT_GE(now, before) << "what was saved is gone";
        before = now;
    }
    EXPECT_GT(killed, 0);
    for (int wait = 0; wait < 500 && processes_with(mark) > 0; ++wait) {
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(processes_with(mark), 0U) << "workers outlive their runner";

    ResultStore store = opened(folder.path("a.db"));
    const RunnerProgress made = run(store, tasks);
    EXPECT_EQ(made.before, before);
    EXPECT_EQ(made.missing(), 0U);
    EXPECT_EQ(deterministic(store), expected);
    EXPECT_EQ(store.records("test")->size(), tasks.size());
}

TEST(Runner, AWorkerThatFailsIsRecordedAndTheRestGoesOn) {
    const auto tasks = small_tasks(4);
    struct Case {
        std::string fault;
        RunEnd end;
        std::string detail;
    };
    const std::vector<Case> cases = {{"abort", RunEnd::crashed, "signal 6"},
                                     {"exit", RunEnd::crashed, "exit code 7"},
                                     {"hang", RunEnd::hung, "no answer"},
                                     {"memory", RunEnd::memory_limit, "share"}};
    for (const Case& one : cases) {
        if (sanitized && one.fault == "memory") continue;  // see worker.cpp
        const TemporaryFolder folder;
        ResultStore store = opened(folder.path("a.db"));
        auto timed = tasks;
        for (RunTask& task : timed) task.limits.time = 20s;
        RunnerOptions options = test_options();
        options.grace = one.fault == "hang" ? 0ms : 10'000ms;
        if (one.fault == "hang") timed[5].limits.time = 500ms;
        const std::string fails = timed[5].key(test_machine().version);
        const WithFault fault(one.fault, fails);
        const RunnerProgress made = run(store, timed, options);
        EXPECT_EQ(made.done, tasks.size()) << one.fault;
        EXPECT_EQ(made.replaced, 1U) << one.fault;
        const auto records = store.records("test");
        ASSERT_EQ(records->size(), tasks.size());
        for (const RunRecord& record : *records) {
            if (record.key != fails) {
                EXPECT_EQ(record.end, RunEnd::solved_optimally) << one.fault;
                continue;
            }
            EXPECT_EQ(record.end, one.end) << one.fault;
            EXPECT_NE(record.detail.find(one.detail), std::string::npos) << record.detail;
            EXPECT_EQ(record.configuration, tasks[5].configuration.name);
            EXPECT_FALSE(record.length);
        }
    }
}

TEST(Runner, AWorkerKilledFromOutsideIsRecorded) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    const auto tasks = small_tasks(1);
    RunnerOptions options = test_options(1);
    options.memory_bytes += 54'321;
    const WithFault fault("hang", tasks[0].key(test_machine().version));
    std::thread killer([&] {
        const std::string mark = std::to_string(options.memory_bytes);
        for (int wait = 0; wait < 1000; ++wait) {
            std::this_thread::sleep_for(10ms);
            if (processes_with(mark) == 0) continue;
            // Long enough to have its job.
            std::this_thread::sleep_for(300ms);
            for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
                std::ifstream file(entry.path() / "cmdline");
                const std::string text{std::istreambuf_iterator<char>(file), {}};
                if (text.find(mark) != std::string::npos) {
                    kill(std::stoi(entry.path().filename().string()), SIGKILL);
                }
            }
            return;
        }
    });
    const RunnerProgress made = run(store, tasks, options);
    killer.join();
    EXPECT_EQ(made.done, 3U);
    const auto records = store.records("test");
    EXPECT_EQ((*records)[0].end, RunEnd::crashed);
    EXPECT_NE((*records)[0].detail.find("signal 9"), std::string::npos) << (*records)[0].detail;
    EXPECT_EQ((*records)[1].end, RunEnd::solved_optimally);
}

TEST(RunnerInReleaseOnly, ALargeSearchKeepsToItsShareOfTheMemory) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    std::vector<RunTask> tasks(1);
    const DynamicBoard goal = *make_goal("blank-last", Geometry{4, 4});
    Random random(2);
    tasks[0].board = {"s", "1", random_solvable(goal, random), goal, {}};
    tasks[0].configuration = configuration("bfs", "auto");
    tasks[0].limits.time = 60s;
    RunnerOptions options = test_options(1);
    options.memory_bytes = std::size_t{160} << 20;
    EXPECT_EQ(run(store, tasks, options).replaced, 0U);
    const RunRecord record = store.records("test")->front();
    EXPECT_EQ(record.end, RunEnd::memory_limit) << record.detail;
    EXPECT_NE(record.detail.find("a worker had"), std::string::npos) << record.detail;
    EXPECT_GT(record.measured.counters.expanded, 1000U) << "it had come to its own end";
}

TEST(RunnerInRelease, TwoRunnersNeverDoARunTwice) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(60);
    std::array<int, 2> report{};
    ASSERT_EQ(pipe(report.data()), 0);
    const std::array children = {
        start_runner(folder.path("a.db"), tasks, test_options(), report[1]),
        start_runner(folder.path("a.db"), tasks, test_options(), report[1])};
    for (const pid_t child : children) EXPECT_EQ(exit_of(child), 0);
    std::array<std::size_t, 2> done{};
    EXPECT_EQ(read(report[0], done.data(), sizeof done), static_cast<ssize_t>(sizeof done));
    close(report[0]);
    close(report[1]);
    EXPECT_EQ(done[0] + done[1], tasks.size());
    EXPECT_GT(done[0], 0U);
    EXPECT_GT(done[1], 0U);
    ResultStore store = opened(folder.path("a.db"));
    EXPECT_EQ(store.records()->size(), tasks.size());
}

TEST(RunnerInRelease, ShardsAndAMergeAreTheWhole) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(30);
    ResultStore whole = opened(folder.path("whole.db"));
    run(whole, tasks);
    ResultStore merged = opened(folder.path("merged.db"));
    std::size_t total = 0;
    for (std::uint32_t i = 1; i <= 3; ++i) {
        ResultStore part = opened(folder.path("part-" + std::to_string(i) + ".db"));
        RunnerOptions options = test_options();
        options.shard = {i, 3};
        const RunnerProgress made = run(part, tasks, options);
        EXPECT_GT(made.total, tasks.size() / 6) << "shards are of about the same size";
        total += made.total;
        const auto report = merged.merge(part);
        ASSERT_TRUE(report.ok());
        EXPECT_EQ(report->added, made.total);
        EXPECT_EQ(report->known, 0U);
        EXPECT_TRUE(report->differing_suites.empty());
    }
    EXPECT_EQ(total, tasks.size());
    EXPECT_EQ(deterministic(merged), deterministic(whole));
    EXPECT_EQ(merged.records("test")->size(), tasks.size());
}

TEST(Runner, ReadsShards) {
    const auto shard = parse_shard("2/8");
    ASSERT_TRUE(shard.ok());
    EXPECT_EQ(shard->index, 2U);
    EXPECT_EQ(shard->count, 8U);
    for (const char* wrong : {"", "2", "0/8", "9/8", "2/", "/8", "a/b", "2/8x", "-1/8", "1/0"}) {
        EXPECT_FALSE(parse_shard(wrong).ok()) << wrong;
    }
}

TEST(Runner, StopsCleanlyWhenAsked) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(30);
    ResultStore store = opened(folder.path("a.db"));
    Watcher watcher;
    watcher.stop_after = 5;
    const auto made = run_suite(store, "test", tasks, test_machine(), test_options(), watcher);
    ASSERT_TRUE(made.ok());
    EXPECT_TRUE(made->interrupted);
    EXPECT_EQ(made->done, store.records()->size());
    EXPECT_LT(made->done, tasks.size());
    EXPECT_EQ(run(store, tasks).before, made->done);
}

TEST(Runner, WorkersThatDoNotStartAreAnError) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    for (const char* program : {"/bin/false", "/no/such/program"}) {
        RunnerOptions options = test_options();
        options.worker_command = {program};
        Watcher watcher;
        const auto made =
            run_suite(store, "test", small_tasks(1), test_machine(), options, watcher);
        ASSERT_FALSE(made.ok()) << program;
        EXPECT_NE(made.error().message.find("do not start"), std::string::npos);
    }
    EXPECT_TRUE(store.records()->empty());
}

TEST(RunnerInRelease, AFullDiskIsAnErrorAndTheSameCommandGoesOn) {
    const TemporaryFolder folder;
    const auto tasks = small_tasks(100);
    std::size_t saved = 0;
    {
        ResultStore store = opened(folder.path("a.db"));
        const FilesUpTo limit(300'000);
        Watcher watcher;
        const auto made = run_suite(store, "test", tasks, test_machine(), test_options(), watcher);
        ASSERT_FALSE(made.ok());
        EXPECT_EQ(made.error().code, ErrorCode::internal);
        EXPECT_NE(made.error().message.find("a.db"), std::string::npos);
        EXPECT_NE(made.error().hint.find("is kept"), std::string::npos);
        saved = store.records()->size();
        EXPECT_EQ(saved, watcher.runs);
        EXPECT_GT(saved, 0U);
    }
    ResultStore store = opened(folder.path("a.db"));
    const RunnerProgress made = run(store, tasks);
    EXPECT_EQ(made.before, saved);
    EXPECT_EQ(made.missing(), 0U);
}

/// A file system of its own, where the system lets us make one.
class SmallDisk {
  public:
    explicit SmallDisk(const std::string& path) : path_(path) {
        made_ = mount("tmpfs", path.c_str(), "tmpfs", 0, "size=400k") == 0;
    }
    ~SmallDisk() {
        if (made_) umount2(path_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    explicit operator bool() const { return made_; }
    void remount(unsigned long flags, const char* size) const {
        EXPECT_EQ(mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT | flags, size), 0);
    }

  private:
    std::string path_;
    bool made_ = false;
};

TEST(RunnerInRelease, ARealFullOrReadOnlyDiskIsAnError) {
    const TemporaryFolder folder;
    const SmallDisk disk(folder.path());
    if (!disk) GTEST_SKIP() << "skipped: mounting a small disk needs root";
    const auto tasks = small_tasks(100);
    std::size_t saved = 0;
    {
        ResultStore store = opened(folder.path("a.db"));
        Watcher watcher;
        const auto made = run_suite(store, "test", tasks, test_machine(), test_options(), watcher);
        ASSERT_FALSE(made.ok());
        EXPECT_NE(made.error().message.find("the disk is full"), std::string::npos)
            << made.error().message;
        saved = store.records()->size();
        EXPECT_GT(saved, 0U);
    }
    disk.remount(MS_RDONLY, "size=8m");
    const auto refused = ResultStore::open(folder.path("a.db"));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("a.db"), std::string::npos);
    disk.remount(0, "size=8m");
    ResultStore store = opened(folder.path("a.db"));
    EXPECT_EQ(store.records()->size(), saved);
    EXPECT_EQ(run(store, tasks).missing(), 0U);
}

}  // namespace
}  // namespace tessera::lab::testing
