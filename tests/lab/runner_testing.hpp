// Small experiments for the tests of store and runner, and surroundings in which files cannot be written.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tessera/lab/run.hpp"
#include "tessera/lab/runner.hpp"
#include "tessera/lab/store.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tests/apps/run_program.hpp"

namespace tessera::lab::testing {

inline const RunMachine& test_machine() {
    static const RunMachine made{"1.0 (test)", "a compiler", "a processor", "a machine"};
    return made;
}

inline RunConfiguration configuration(const std::string& algorithm, const std::string& heuristic) {
    RunConfiguration made;
    made.name = algorithm + " with " + heuristic;
    made.algorithm = algorithm;
    made.heuristic = heuristic;
    return made;
}

/// So many random boards of 3×3, each with a*, ida* and bfs: a few milliseconds a run.
inline std::vector<RunTask> small_tasks(std::size_t boards) {
    const DynamicBoard goal = *make_goal("blank-last", Geometry{3, 3});
    Random random(7);
    std::vector<RunTask> tasks;
    for (std::size_t i = 0; i < boards; ++i) {
        RunTask task;
        task.board = {"random", std::to_string(i + 1), random_solvable(goal, random), goal, {}};
        task.limits.time = std::chrono::seconds(60);
        for (const RunConfiguration& one :
             {configuration("a*", "manhattan"), configuration("ida*", "linear-conflict"),
              configuration("bfs", "manhattan")}) {
            task.configuration = one;
            tasks.push_back(task);
        }
    }
    return tasks;
}

/// A run as if it had been made.
inline RunRecord made_up(std::size_t number, RunEnd end = RunEnd::solved_optimally) {
    RunTask task = small_tasks(1).front();
    task.repetition = static_cast<std::uint32_t>(number);
    RunRecord record = record_of(task, "made-up", test_machine());
    record.end = end;
    record.length = 20 + number;
    record.measured.counters.expanded = 100 * number;
    record.moves = "ULDR";
    record.measured.seconds = 0.25;
    record.started = "2026-11-15T19:40:00.123Z";
    return record;
}

/// What must be the same however often a run is made.
using Deterministic = std::tuple<RunEnd, std::optional<std::uint64_t>, std::string, std::uint64_t,
                                 std::uint64_t, std::uint64_t, std::uint64_t>;
inline std::map<std::string, Deterministic> deterministic(ResultStore& store) {
    std::map<std::string, Deterministic> all;
    const auto records = store.records();
    EXPECT_TRUE(records.ok());
    if (!records) return all;
    for (const RunRecord& one : *records) {
        const bool added = all.emplace(one.key, Deterministic{one.end, one.length, one.moves,
                                                              one.measured.counters.expanded,
                                                              one.measured.counters.generated,
                                                              one.measured.counters.peak_open,
                                                              one.measured.counters.peak_states})
                               .second;
        EXPECT_TRUE(added) << one.key << " is there twice";
    }
    return all;
}

inline RunnerOptions test_options(std::size_t jobs = 2) {
    RunnerOptions options;
    options.worker_command = {TESSERA_BINARY, "lab", "worker"};
    options.jobs = jobs;
    options.memory_bytes = jobs * (std::size_t{512} << 20);
    return options;
}

/// As a user without rights, while it lives; root may write anywhere.
class WithoutRights {
  public:
    WithoutRights() {
        if (geteuid() == 0) change_to(65534);
    }
    ~WithoutRights() {
        if (getuid() == 0) change_to(0);
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;

  private:
    static void change_to(uid_t user) { EXPECT_EQ(seteuid(user), 0); }
};

/// No file may become larger, while it lives.
class FilesUpTo {
  public:
    explicit FilesUpTo(rlim_t bytes) : before_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit less{bytes, limit_.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &less), 0);
    }
    ~FilesUpTo() {
        setrlimit(RLIMIT_FSIZE, &limit_);
        signal(SIGXFSZ, before_);
    }
    FilesUpTo(const FilesUpTo&) = delete;
    FilesUpTo& operator=(const FilesUpTo&) = delete;

  private:
    sighandler_t before_;
    rlimit limit_{};
};

using app_testing::TemporaryFolder;

inline ResultStore opened(const std::string& path, LeaseHolder self = this_lease_holder()) {
    auto store = ResultStore::open(path, ResultStore::Access::write, std::move(self));
    EXPECT_TRUE(store.ok()) << store.error().message;
    return std::move(*store);
}

}  // namespace tessera::lab::testing
