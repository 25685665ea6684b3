// Threads through the engine: equal answers and counts from ida*, equal lengths from hda*, honest figures.
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

Solution solve_with(std::size_t workers, const Job& job) {
    backends::ThreadExecutor executor(workers);
    Host host;
    host.executor = &executor;
    auto solution = Engine(host).solve(job);
    EXPECT_TRUE(static_cast<bool>(solution));
    return *solution;
}

Job korf_job(int number, std::string_view algorithm, std::string_view heuristic) {
    const auto boards = suite_boards("korf:" + std::to_string(number));
    Job job;
    job.start = boards->front().board;
    job.goal = goal_of("blank-first", {4, 4});
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    return job;
}

/// Everything but times, memory and the number of threads.
nlohmann::json what_must_agree(const Solution& solution) {
    auto json = nlohmann::json::parse(to_json(solution));
    for (const char* name : {"seconds", "cpu_seconds", "setup_seconds", "peak_memory_bytes",
                             "container_bytes", "threads"}) {
        EXPECT_TRUE(json["stats"].contains(name)) << name;
        json["stats"].erase(name);
    }
    return json;
}

void expect_threads_agree(const Job& job, bool shared) {
    const Solution one = solve_with(1, job);
    EXPECT_EQ(one.measured.threads, 1U);
    EXPECT_TRUE(one.proof.optimal);
    for (const std::size_t workers : {2U, 4U}) {
        SCOPED_TRACE(::testing::Message() << workers << " workers");
        const Solution many = solve_with(workers, job);
        EXPECT_EQ(what_must_agree(many), what_must_agree(one));
        EXPECT_EQ(many.measured.threads, shared ? workers : 1U);
        EXPECT_EQ(nlohmann::json::parse(to_json(many))["stats"]["threads"], many.measured.threads);
    }
}

TEST(ThreadsInRelease, IdaStarGivesTheSameAnswerAndCountsOnKorfsBoards) {
    for (const int number : fewer<int>({9, 38, 71, 47}, 1)) {  // 24 to 1.4 million nodes
        SCOPED_TRACE(::testing::Message() << "korf:" << number);
        expect_threads_agree(korf_job(number, "ida*", "manhattan"), true);
    }
    for (const int number : fewer<int>({20, 31}, 0)) {
        SCOPED_TRACE(::testing::Message() << "korf:" << number);
        expect_threads_agree(korf_job(number, "ida*", "linear-conflict"), true);
    }
    // Through virtual calls and in another order of moves: plain rounds.
    expect_threads_agree(korf_job(20, "ida*", "max(manhattan,linear-conflict)"), true);
    Job other = korf_job(38, "ida*", "manhattan");
    other.options.order = {Move::right, Move::down, Move::left, Move::up};
    expect_threads_agree(other, true);
}

TEST(Threads, SmallBoardsNeedOne) {
    Job job;
    job.start = board_of({3, 3}, "8 6 7/2 5 4/3 0 1");
    job.goal = goal_of("blank-last", {3, 3});
    job.heuristic = "linear-conflict";
    job.algorithm = "ida*";
    expect_threads_agree(job, false);
}

TEST(Threads, HdaStarFindsTheLengthsOfAStar) {
    for (const int number : fewer<int>({9, 12, 42, 55}, 1)) {
        const std::size_t length =
            solve_with(1, korf_job(number, "a*", "manhattan")).outcome.moves.size();
        for (const std::string_view heuristic : {"manhattan", "max(manhattan,linear-conflict)"}) {
            for (const std::size_t workers : {1U, 2U, 4U}) {
                SCOPED_TRACE(::testing::Message() << "korf:" << number << " " << workers);
                const Solution solution =
                    solve_with(workers, korf_job(number, "parallel-a*", heuristic));
                EXPECT_EQ(solution.asked.algorithm, "hda*");
                EXPECT_TRUE(solution.proof.optimal);
                EXPECT_EQ(solution.outcome.moves.size(), length);
                EXPECT_EQ(solution.measured.threads, workers);
            }
        }
    }
}

TEST(Threads, TheOptionTakesFewerThanThereAre) {
    Job job = korf_job(9, "hda*", "manhattan");
    job.options.threads = 3;
    EXPECT_EQ(solve_with(4, job).measured.threads, 3U);
    EXPECT_EQ(solve_with(2, job).measured.threads, 2U);
    EXPECT_EQ(Engine().solve(job)->measured.threads, 1U);  // a host without threads
}

TEST(ThreadsInRelease, LimitsEndAllOfThem) {
    Job job = korf_job(88, "ida*", "manhattan");
    job.limits.time = std::chrono::milliseconds(150);
    const Solution late = solve_with(3, job);
    EXPECT_EQ(late.outcome.status, Status::time_limit);
    EXPECT_FALSE(late.outcome.found);
    EXPECT_GE(late.proof.lower_bound, 43);
    EXPECT_LE(late.proof.lower_bound, 66);

    job.limits = {};
    job.limits.nodes = 20'000'000;
    const Solution one = solve_with(1, job);
    const Solution many = solve_with(3, job);
    EXPECT_EQ(many.outcome.status, Status::node_limit);
    EXPECT_EQ(many.proof.lower_bound, one.proof.lower_bound);
    EXPECT_EQ(many.measured.threads, 3U);
    EXPECT_NEAR(static_cast<double>(many.measured.counters.generated), 20e6, 200.0);

    job.algorithm = "hda*";
    job.limits = {};
    job.limits.memory_bytes = std::size_t{64} << 20;
    const Solution full = solve_with(3, job);
    EXPECT_EQ(full.outcome.status, Status::memory_limit);
    EXPECT_LE(full.measured.container_bytes, job.limits.memory_bytes);
    EXPECT_GE(full.proof.lower_bound, 43);
    EXPECT_LE(full.proof.lower_bound, 66);
}

}  // namespace
}  // namespace tessera
