// The thread pool: every worker once, all at once, again and again.
// home: release and threads
#include "tessera/backends/thread_executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace tessera {
namespace {

using backends::ThreadExecutor;

TEST(ThreadExecutor, CallsEveryWorkerOnceInEveryRun) {
    for (const std::size_t workers : {1U, 2U, 5U}) {
        ThreadExecutor executor(workers);
        ASSERT_EQ(executor.workers(), workers);
        for (int run = 0; run < 50; ++run) {
            std::vector<int> calls(workers, 0);  // not atomic: what workers wrote must be seen
            executor.run([&](std::size_t worker) { ++calls.at(worker); });
            EXPECT_EQ(calls, std::vector<int>(workers, 1));
        }
    }
}

TEST(ThreadExecutor, WorkersRunAtTheSameTimeOnTheSameThreads) {
    ThreadExecutor executor(3);
    std::vector<std::thread::id> first(3);
    for (int run = 0; run < 3; ++run) {
        std::atomic<int> arrived{0};
        std::vector<std::thread::id> threads(3);
        executor.run([&](std::size_t worker) {
            threads[worker] = std::this_thread::get_id();
            ++arrived;
            // Ends only if all three are here together.
            for (std::size_t times = 0; arrived < 3; ++times) executor.rest(times);
        });
        EXPECT_EQ(threads[0], std::this_thread::get_id());
        EXPECT_EQ(std::set(threads.begin(), threads.end()).size(), 3U);
        if (run == 0) first = threads;
        EXPECT_EQ(threads, first);
    }
}

TEST(ThreadExecutor, RunsOfSeveralThreadsTakeTurns) {
    ThreadExecutor executor(2);
    std::atomic<int> inside{0};
    std::atomic<bool> mixed{false};
    const auto use = [&](int mine) {
        for (int run = 0; run < 20; ++run) {
            executor.run([&](std::size_t) {
                inside += mine;
                executor.rest(0);
                if (inside % 10 != 0 && inside / 10 != 0) mixed = true;
                inside -= mine;
            });
        }
    };
    std::thread other([&] { use(10); });
    use(1);
    other.join();
    EXPECT_FALSE(mixed);
}

TEST(ThreadExecutor, WhatAWorkerThrowsReachesTheCaller) {
    ThreadExecutor executor(3);
    for (const std::size_t thrower : {0U, 1U, 2U}) {
        EXPECT_THROW(executor.run([&](std::size_t worker) {
            if (worker == thrower) throw std::bad_alloc();
            // These wait for the one that will never come.
            for (std::size_t times = 0;; ++times) executor.rest(times);
        }),
                     std::bad_alloc);
        std::atomic<int> calls{0};
        executor.run([&](std::size_t) {
            ++calls;
            executor.rest(0);
        });
        EXPECT_EQ(calls, 3) << "and it works as before";
    }
}

TEST(ThreadExecutor, KnowsTheTimeOfItsOwnThreads) {
    ThreadExecutor executor(2);
    EXPECT_EQ(executor.helper_seconds(), 0.0) << "none has been started";
    executor.run([](std::size_t) {});
    const double before = executor.helper_seconds();
    std::atomic<bool> enough{false};
    executor.run([&](std::size_t worker) {
        if (worker != 0) {
            while (!enough) {
            }
        } else {
            while (executor.helper_seconds() < before + 0.01) executor.rest(40);
            enough = true;
        }
    });
    EXPECT_GE(executor.helper_seconds(), before + 0.01);
}

TEST(ThreadExecutor, TakesTheUsableCoresByDefault) {
    EXPECT_GE(backends::usable_cores(), 1U);
    EXPECT_EQ(ThreadExecutor().workers(), backends::usable_cores());
}

}  // namespace
}  // namespace tessera
