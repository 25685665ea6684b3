// Runs work on several workers if the host has threads; the core itself has none.
#pragma once

#include <cstddef>
#include <functional>

namespace tessera {

/// Runs the same work on several workers. This class has a single worker, the caller, and is used as it is in
/// browsers; `tessera/backends` has an executor with threads.
class Executor {
  public:
    virtual ~Executor() = default;

    /// The number of workers of `run`, at least 1.
    virtual std::size_t workers() const { return 1; }

    /// Calls `work(0)` … `work(workers() - 1)` and returns when all calls have returned. If there are threads, the
    /// calls run at the same time, `work(0)` on the caller's thread. The caller sees everything the workers wrote.
    virtual void run(const std::function<void(std::size_t worker)>& work) { work(0); }

    /// A worker that waits for another gives up its core for at most a millisecond. `times` is the number of calls
    /// in a row without success: the pause grows with it.
    virtual void rest([[maybe_unused]] std::size_t times) {}
};

}  // namespace tessera
