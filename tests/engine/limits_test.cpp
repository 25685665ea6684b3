// Every algorithm with every heuristic under every limit: it stops, says why, and claims only what it proved.
// home: release
#include <gtest/gtest.h>

#include "tessera/puzzle/collections.hpp"
#include "tests/engine/algorithm_checks.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Stops a search at its first question.
class Impatient final : public Observer {
  public:
    bool cancelled() override { return true; }
};

/// A board and its exact distance.
struct Hard {
    DynamicBoard start;
    DynamicBoard goal;
    int exact;
};

/// Korf's board with the most nodes: no optimal search gets far within the limits below.
Hard hard_4x4() {
    const BoardEntry entry = suite_boards("korf:82").value().front();
    return {entry.board, goal_of("blank-first", {4, 4}), entry.optimal.value()};
}

Hard hard_3x3(const DynamicBoard& goal) {
    Random random(3);
    return {board_at_distance(goal, 30, random), goal, 30};
}

/// Runs every pair; `limit` sets the limit of the job, `check` looks at each solution.
template <class Limit, class Check>
void run_all(const Hard& board, Observer& observer, Limit limit, Check check) {
    Engine engine;
    for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
        for (const std::string& heuristic : heuristics_for(*algorithm->info)) {
            Job job = make_job(board.start, board.goal, algorithm->info->name, heuristic);
            limit(job.limits);
            SCOPED_TRACE(describe(job));
            auto solution = engine.solve(job, observer);
            if (!solution) {
                // A table that does not fit the memory allowed.
                EXPECT_EQ(solution.error().code, ErrorCode::memory_limit);
                continue;
            }
            check_honest(*solution, job, board.exact);
            if (parse_heuristic(heuristic == "auto" ? "zero" : heuristic)->admissible()) {
                EXPECT_GE(solution->proof.lower_bound, solution->proof.initial_h);
            }
            check(*solution, job);
        }
    }
}

/// Solved, or stopped by this limit; a search that promises the shortest path cannot be so quick.
auto stops_with(Status status, bool never_solved = true) {
    return [=](const Solution& solution, const Job& job) {
        if (solution.outcome.status == Status::gave_up) {
            EXPECT_FALSE(info_of(job).complete);
            return;
        }
        if (solution.outcome.status != Status::solved) {
            EXPECT_EQ(to_string(solution.outcome.status), to_string(status));
        }
        if (never_solved && promises_optimal(job)) {
            EXPECT_NE(solution.outcome.status, Status::solved);
        }
    };
}

TEST(Limits, TenNodes) {
    Observer nobody;
    const auto limit = [](Limits& limits) { limits.nodes = 10; };
    const auto check = [](const Solution& solution, const Job& job) {
        stops_with(Status::node_limit)(solution, job);
        EXPECT_LE(solution.measured.counters.generated, 16U);
    };
    run_all(hard_4x4(), nobody, limit, check);
    for (const DynamicBoard& goal : fewer(goals_3x3(), 1))
        run_all(hard_3x3(goal), nobody, limit, check);
}

TEST(Limits, AThousandNodes) {
    Observer nobody;
    const auto limit = [](Limits& limits) { limits.nodes = 1000; };
    // RBFS and IDA* with the strongest heuristics may solve a 3×3 board within a thousand nodes.
    run_all(hard_4x4(), nobody, limit, stops_with(Status::node_limit));
    for (const DynamicBoard& goal : fewer(goals_3x3(), 1)) {
        run_all(hard_3x3(goal), nobody, limit, stops_with(Status::node_limit, false));
    }
}

TEST(Limits, NoTime) {
    Observer nobody;
    const auto limit = [](Limits& limits) { limits.time = std::chrono::nanoseconds(0); };
    run_all(hard_4x4(), nobody, limit, stops_with(Status::time_limit));
}

TEST(Limits, Cancelled) {
    Impatient impatient;
    const auto limit = [](Limits&) {};
    run_all(hard_4x4(), impatient, limit, stops_with(Status::interrupted));
}

TEST(Limits, AMegabyte) {
    Observer nobody;
    const auto limit = [](Limits& limits) {
        limits.memory_bytes = 1'000'000;
        limits.nodes = 200'000;
    };
    run_all(hard_4x4(), nobody, limit, [](const Solution& solution, const Job& job) {
        EXPECT_LE(solution.measured.container_bytes + solution.measured.table_bytes, 1'000'000U);
        if (solution.outcome.status == Status::solved ||
            solution.outcome.status == Status::gave_up) {
            EXPECT_FALSE(promises_optimal(job));
            return;
        }
        const bool keeps_states = !info_of(job).linear_memory;
        EXPECT_EQ(to_string(solution.outcome.status),
                  to_string(keeps_states ? Status::memory_limit : Status::node_limit))
            << info_of(job).space;
    });
}

TEST(Limits, NotDeepEnough) {
    Observer nobody;
    for (const DynamicBoard& goal : fewer(goals_3x3(), 1)) {
        Random random(12);
        const Hard board{board_at_distance(goal, 12, random), goal, 12};
        for (const Cost depth : {0, 1, 7, 11}) {
            const auto limit = [&](Limits& limits) { limits.depth = depth; };
            run_all(board, nobody, limit, [&](const Solution& solution, const Job&) {
                EXPECT_FALSE(solution.outcome.found);
                EXPECT_TRUE(solution.outcome.status == Status::depth_limit ||
                            solution.outcome.status == Status::gave_up)
                    << to_string(solution.outcome.status);
                EXPECT_LE(solution.measured.counters.max_depth,
                          static_cast<std::uint64_t>(depth) + 1);
            });
        }
    }
}

TEST(Limits, ExactlyDeepEnough) {
    Observer nobody;
    for (const DynamicBoard& goal : fewer(goals_3x3(), 1)) {
        Random random(12);
        const Hard board{board_at_distance(goal, 12, random), goal, 12};
        const auto limit = [](Limits& limits) { limits.depth = 12; };
        run_all(board, nobody, limit, [](const Solution& solution, const Job& job) {
            if (promises_optimal(job) || job.algorithm == "dfs" ||
                job.algorithm == "depth-limited") {
                EXPECT_EQ(solution.outcome.status, Status::solved);
            }
            if (solution.outcome.found) {
                EXPECT_EQ(solution.outcome.moves.size(), 12U);
                EXPECT_EQ(solution.proof.optimal,
                          promises_optimal(job) || solution.proof.lower_bound == 12);
            }
        });
    }
}

TEST(Limits, NoLimitIsTooSmallToBeHonest) {
    Observer nobody;
    const Hard board = hard_4x4();
    run_all(
        board, nobody, [](Limits& limits) { limits.nodes = 0; },
        [](const Solution& solution, const Job& job) {
            if (job.algorithm != "hill-climbing") {
                EXPECT_EQ(to_string(solution.outcome.status), "node-limit");
            }
        });
    const auto no_memory = [](Limits& limits) {
        limits.memory_bytes = 0;
        limits.nodes = 1000;
    };
    run_all(board, nobody, no_memory, [](const Solution& solution, const Job& job) {
        if (info_of(job).optimal) {
            EXPECT_FALSE(solution.outcome.found);
        }
    });
}

}  // namespace
}  // namespace tessera
