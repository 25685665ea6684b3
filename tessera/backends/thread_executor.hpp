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

/// How many threads can really run at once here: the cores this process may use, and no more than
/// the quota of its container allows. At least 1.
std::size_t usable_cores();

/// Workers on threads that stay alive from one `run` to the next. They are started when somebody first
/// asks for them, so a program whose searches are all small never has them; where the system
/// gives fewer threads than wanted, there are fewer workers.
///
/// Calls of `run` from several threads take turns. `work` must not call `run` itself. Where it throws (no more memory), those who
/// wait for that worker in `rest` are sent home, and when all have ended `run` throws what was thrown first.
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

    /// CPU time that the workers other than the caller have taken so far. Not for another thread while `run` is first called.
    double helper_seconds() const;

  private:
    void start() const;
    void serve(std::size_t worker) const;
    void work_safely(const std::function<void(std::size_t)>& work, std::size_t worker) const;

    const std::size_t wanted_;
    std::mutex running_;  ///< held for the whole of a run
    mutable std::once_flag started_;
    mutable std::vector<std::thread> threads_;
    mutable std::atomic<bool> failed_ = false;  ///< a worker of this run has thrown

    mutable std::mutex mutex_;  ///< guards what follows
    mutable std::condition_variable wake_;
    mutable std::condition_variable done_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::uint64_t run_number_ = 0;
    mutable std::size_t unfinished_ = 0;
    mutable std::exception_ptr thrown_;
    bool closing_ = false;
};

}  // namespace tessera::backends
