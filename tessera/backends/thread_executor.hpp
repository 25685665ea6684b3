// A pool of threads behind the Executor contract.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "tessera/contracts/executor.hpp"

namespace tessera::backends {

/// The number of threads that can really run at once: the cores that this process may use, limited by the quota of its
/// container. At least 1.
std::size_t usable_cores();

/// Workers on threads that stay alive from one `run` to the next. The threads are started when they are first needed, so
/// a program with small searches only never starts them. If the system gives fewer threads than wanted, there are
/// fewer workers.
///
/// Calls of `run` from several threads take turns. `work` must not call `run` itself. If `work` throws (because memory
/// is exhausted), workers that wait for it in `rest` are ended, and then `run` throws the first exception.
class ThreadExecutor final : public Executor {
  public:
    /// 0: as many workers as there are usable cores.
    explicit ThreadExecutor(std::size_t workers = 0);
    ~ThreadExecutor() override;
    ThreadExecutor(const ThreadExecutor&) = delete;
    ThreadExecutor& operator=(const ThreadExecutor&) = delete;

    std::size_t workers() const override;
    void run(const std::function<void(std::size_t worker)>& work) override;
    void rest(std::size_t times) override;

    /// CPU time of all workers but the caller so far. No other thread may call this during the first `run`.
    double helper_seconds() const;

  private:
    void start() const;
    void serve(std::size_t worker) const;
    void work_safely(const std::function<void(std::size_t)>& work, std::size_t worker) const;

    const std::size_t wanted_;
    std::mutex running_;  ///< held during a whole run
    mutable std::once_flag started_;
    mutable std::vector<std::thread> threads_;
    mutable std::atomic<bool> failed_ = false;  ///< a worker of this run has thrown

    mutable std::mutex mutex_;  ///< guards the members below
    mutable std::condition_variable wake_;
    mutable std::condition_variable done_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::uint64_t run_number_ = 0;
    mutable std::size_t unfinished_ = 0;
    mutable std::exception_ptr thrown_;
    bool closing_ = false;
};

}  // namespace tessera::backends
