// A pool of threads behind the Executor contract.
#include "tessera/backends/thread_executor.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <system_error>
#include <utility>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tessera::backends {
namespace {

/// The quota of a cgroup (version 2) in whole cores, rounded up; a large number if there is no quota.
std::size_t container_cores() {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    double quota = 0.0;
    double period = 0.0;
    if (!(file >> quota >> period) || period <= 0.0) return static_cast<std::size_t>(-1);
    return static_cast<std::size_t>(quota / period + 0.999);
}

std::size_t allowed_cores() {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return static_cast<std::size_t>(CPU_COUNT(&set));
    }
#endif
    return std::thread::hardware_concurrency();
}

}  // namespace

std::size_t usable_cores() {
    return std::max<std::size_t>(1, std::min(allowed_cores(), container_cores()));
}

ThreadExecutor::ThreadExecutor(std::size_t workers)
    : wanted_(workers == 0 ? usable_cores() : workers) {}

ThreadExecutor::~ThreadExecutor() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

std::size_t ThreadExecutor::workers() const {
    std::call_once(started_, [this] { start(); });
    return threads_.size() + 1;
}

void ThreadExecutor::start() const {
    threads_.reserve(wanted_ - 1);
    try {
        while (threads_.size() + 1 < wanted_) {
            threads_.emplace_back([this, worker = threads_.size() + 1] { serve(worker); });
        }
    } catch (const std::system_error&) {
        // The system gives no more threads: those that were started are the workers.
    }
}

void ThreadExecutor::run(const std::function<void(std::size_t)>& work) {
    const std::lock_guard one_at_a_time(running_);
    const std::size_t others = workers() - 1;
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        unfinished_ = others;
        ++run_number_;
    }
    if (others > 0) wake_.notify_all();
    work_safely(work, 0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return unfinished_ == 0; });
    failed_ = false;
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void ThreadExecutor::work_safely(const std::function<void(std::size_t)>& work,
                                 std::size_t worker) const {
    try {
        work(worker);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (thrown_ == nullptr) thrown_ = std::current_exception();
        failed_ = true;
    }
}

double ThreadExecutor::helper_seconds() const {
    double sum = 0.0;
    for (std::thread& thread : threads_) {
        clockid_t clock{};
        timespec time{};
        if (pthread_getcpuclockid(thread.native_handle(), &clock) != 0) continue;
        if (clock_gettime(clock, &time) != 0) continue;
        sum += static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    return sum;
}

void ThreadExecutor::serve(std::size_t worker) const {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return closing_ || run_number_ != seen; });
        if (closing_) return;
        seen = run_number_;
        const auto& work = *work_;
        lock.unlock();
        work_safely(work, worker);
        lock.lock();
        if (--unfinished_ == 0) done_.notify_one();
    }
}

namespace {
/// Thrown to end a worker that waits for another one that has thrown; the other one's exception is reported.
struct WaitsInVain {};
}  // namespace

void ThreadExecutor::rest(std::size_t times) {
    if (failed_.load(std::memory_order_relaxed)) throw WaitsInVain();
    constexpr std::size_t yields = 32;
    if (times < yields) {
        std::this_thread::yield();
        return;
    }
    const auto shift = std::min<std::size_t>((times - yields) / 8, 5);
    std::this_thread::sleep_for(std::chrono::microseconds(std::size_t{30} << shift));
}

}  // namespace tessera::backends
