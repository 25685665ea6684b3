// A worker of an experiment: a process of its own that does one job after the other for a runner.
#pragma once

#include <cstddef>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

struct WorkerOptions {
    /// The share of the machine's memory that this process may hold. A search knows what it may have of it as its
    /// limit; the runner ends a worker that holds more all the same, and the system refuses it much more.
    std::size_t memory_bytes = 0;
    int socket = 0;  ///< to the runner
};

/// What a search may have of a worker's share: the rest is for the program and its answers.
std::size_t search_memory(std::size_t share);

/// Serves the runner until it hangs up; returns the exit code. The engine, and with it the heuristics it built, is kept
/// from job to job.
///
/// For tests, the environment variable TESSERA_LAB_FAULT makes it fail at jobs whose key begins as given:
/// "abort:KEY-PREFIX", "hang:…" (never answers, deaf to its limits), "memory:…" (takes all it can get), "exit:…" (ends
/// without a word). Nothing else reads it.
int run_worker(const Host& host, const WorkerOptions& options);

}  // namespace tessera::lab
