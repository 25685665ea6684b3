// What the tests of parallel searches share: executors, and observers that cancel late.
#pragma once

#include <map>
#include <memory>

#include "tessera/backends/thread_executor.hpp"
#include "tests/sanitized.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::parallel_testing {

using namespace search_testing;

inline constexpr std::size_t worker_counts[] = {1, 2, 4};

/// The same one for all tests of a program: its threads must survive from run to run.
inline Executor& executor_with(std::size_t workers) {
    static std::map<std::size_t, std::unique_ptr<backends::ThreadExecutor>> known;
    auto& executor = known[workers];
    if (!executor) executor = std::make_unique<backends::ThreadExecutor>(workers);
    return *executor;
}

/// Runs `search(monitor)` with so many workers; all memory accounted must be given back.
template <class Search>
Outcome run_with(std::size_t workers, const Search& search, const Limits& limits = {},
                 Observer* observer = nullptr) {
    Observer silent;
    Monitor monitor(limits, observer == nullptr ? silent : *observer, Monitor::Clock::now(),
                    &executor_with(workers));
    const Outcome outcome = search(monitor);
    EXPECT_LE(outcome.peak_bytes, limits.memory_bytes);
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "memory accounted was not given back";
    return outcome;
}

/// Cancels when the search has generated so many nodes; must hear of it on one thread only.
class CancelAfter : public Observer {
  public:
    explicit CancelAfter(std::uint64_t generated) : generated_(generated) {}
    void progress(const Progress& now) override {
        EXPECT_EQ(std::this_thread::get_id(), thread_);
        EXPECT_GE(now.counters.generated, seen_);
        seen_ = now.counters.generated;
    }
    bool cancelled() override { return seen_ >= generated_; }
    std::uint64_t seen() const { return seen_; }

  private:
    const std::uint64_t generated_;
    const std::thread::id thread_ = std::this_thread::get_id();
    std::uint64_t seen_ = 0;
};

}  // namespace tessera::parallel_testing
