// Several workers at once, where the surroundings have threads: the core itself has none.
#pragma once

#include <cstddef>
#include <functional>

namespace tessera {

/// Runs the same work on several workers. This one has a single worker, the caller, as in a browser's
/// module; `tessera/backends` has one with threads.
class Executor {
  public:
    virtual ~Executor() = default;

    /// How many workers `run` has, at least 1.
    virtual std::size_t workers() const { return 1; }

    /// Calls `work(0)` … `work(workers() - 1)`, all at once where there are threads (work(0) on the
    /// caller's), and returns when every one has returned. What a worker wrote is seen by the
    /// caller afterwards.
    virtual void run(const std::function<void(std::size_t worker)>& work) { work(0); }

    /// A worker waits for another: gives its core to somebody else for a moment, at most a
    /// millisecond. `times` is how often it has called this in a row: the longer in vain, the longer
    /// the moment.
    virtual void rest([[maybe_unused]] std::size_t times) {}
};

}  // namespace tessera
