// The runner: does the runs of a suite on worker processes and commits every result as it comes.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/run.hpp"
#include "tessera/lab/store.hpp"

namespace tessera::lab {

/// One part of a suite: which runs belong to it depends on their keys alone, so that any machine can tell.
struct Shard {
    std::uint32_t index = 1;  ///< from 1
    std::uint32_t count = 1;

    bool has(std::string_view key) const;
};
/// "2/8".
Result<Shard> parse_shard(std::string_view text);

struct RunnerOptions {
    /// Starts a worker: a program with its arguments, to which "--memory BYTES" is added.
    std::vector<std::string> worker_command;
    std::size_t jobs = 1;          ///< workers at once
    std::size_t memory_bytes = 0;  ///< of all workers together
    Shard shard;
    /// How much longer than its time limit a run may take before its worker is given up, and how long one without a
    /// time limit may be silent.
    std::chrono::milliseconds grace{10'000};
    std::chrono::milliseconds silence{300'000};
    /// How long building a heuristic may be silent: small tables say nothing while they are built.
    std::chrono::milliseconds setup_silence{600'000};
    bool retry = false;  ///< do again what crashed, hung or was refused before
};

/// How a suite goes.
struct RunnerProgress {
    std::size_t total = 0;     ///< different runs of this shard
    std::size_t before = 0;    ///< of these, in the store when it began
    std::size_t done = 0;      ///< done here since
    std::size_t others = 0;    ///< done by other runners since
    std::size_t running = 0;   ///< under way here
    std::size_t waiting = 0;   ///< under way at other runners
    std::size_t building = 0;  ///< workers that build a heuristic now, or wait for another to do so
    std::size_t replaced = 0;  ///< workers that crashed, hung or ran out of memory
    double elapsed = 0.0;      ///< seconds
    std::optional<double> left;  ///< an estimate in seconds, where there is anything to base it on
    bool interrupted = false;

    std::size_t missing() const { return total - before - done - others; }
};

/// Told how it goes, ten times a second and after every run.
class RunnerObserver {
  public:
    virtual ~RunnerObserver() = default;
    virtual void finished(const RunRecord&) {}
    virtual void progress(const RunnerProgress&) {}
    virtual bool cancelled() { return false; }
};

/// Does what is missing of a suite. Every run has a process that may crash, hang or run out of memory without harm to
/// the others: it is recorded so, and a new worker takes the place. Results are committed one by one; killing this
/// process at any moment loses the runs under way and nothing else, and its workers die with it.
///
/// Several runners may share a store: each run is leased before it is begun. One that has nothing left to do waits for
/// what the others are doing, and takes it over should they die.
///
/// An Error when the store cannot be written or workers cannot be started; what was saved by then is kept.
Result<RunnerProgress> run_suite(ResultStore& store, std::string_view suite,
                                 std::span<const RunTask> tasks, const RunMachine& machine,
                                 const RunnerOptions& options, RunnerObserver& observer);

}  // namespace tessera::lab
