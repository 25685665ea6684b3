// What must hold for the answer of any algorithm with any heuristic, however it ended.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/engine_testing.hpp"

namespace tessera::engine_testing {

inline const AlgorithmInfo& info_of(const Job& job) {
    return *find_algorithm(job.algorithm).value()->info;
}

/// Whether the algorithm promises a shortest solution with this heuristic.
inline bool promises_optimal(const Job& job) {
    const AlgorithmInfo& info = info_of(job);
    if (!info.optimal) return false;
    return !info.uses_heuristic || parse_heuristic(job.heuristic).value().admissible();
}

/// The estimate of the start, asked from the heuristic itself on a dynamic board.
inline double estimate(Engine& engine, const Job& job) {
    const Labelling labels(job.goal);
    const auto start = labels.canonical_board<DynamicBoard>(job.start);
    const std::string name = info_of(job).uses_heuristic ? job.heuristic : "manhattan";
    auto heuristic = engine.heuristic<DynamicBoard>(parse_heuristic(name).value(), start.geometry(),
                                                    labels.goal_blank(), {}, std::size_t{1} << 25);
    EXPECT_TRUE(heuristic.ok()) << name;
    return heuristic ? (*heuristic)->exact_value((*heuristic)->evaluate(start)) : -1.0;
}

/// b + b² + … + b^depth, which the effective branching factor makes equal to the generated nodes.
inline double nodes_with_branching(double b, std::size_t depth) {
    double sum = 0.0;
    double power = 1.0;
    for (std::size_t i = 0; i < depth; ++i) sum += (power *= b);
    return sum;
}

/// The path replays, every proof is true, and the figures fit together. `exact` is the true
/// distance.
inline void check_honest(const Solution& solution, const Job& job, int exact) {
    EXPECT_EQ(solution.outcome.found,
              solution.outcome.status == Status::solved || !solution.outcome.moves.empty());
    EXPECT_LE(solution.proof.lower_bound, exact);
    EXPECT_NE(solution.outcome.status, Status::unsolvable);
    EXPECT_NE(solution.outcome.status, Status::error);
    if (solution.outcome.found) {
        EXPECT_TRUE(reaches_goal(solution));
        const auto length = static_cast<int>(solution.outcome.moves.size());
        EXPECT_EQ(solution.outcome.cost, length);
        EXPECT_GE(length, exact);
        EXPECT_EQ((length - exact) % 2, 0);
        EXPECT_EQ(solution.outcome.slides, slides(solution.outcome.moves));
        EXPECT_EQ(solution.proof.optimal, solution.proof.lower_bound == length);
        if (solution.proof.optimal) {
            EXPECT_EQ(length, exact);
        }
        if (length > 0) {
            const double b = solution.measured.effective_branching_factor;
            const auto generated = static_cast<double>(solution.measured.counters.generated);
            EXPECT_GT(b, 0.0);
            EXPECT_NEAR(nodes_with_branching(b, solution.outcome.moves.size()) / generated, 1.0,
                        1e-6);
        }
    } else {
        EXPECT_FALSE(solution.proof.optimal);
    }
    if (solution.outcome.status == Status::solved && promises_optimal(job)) {
        EXPECT_TRUE(solution.proof.optimal);
        EXPECT_EQ(static_cast<int>(solution.outcome.moves.size()), exact);
    }
    EXPECT_LE(solution.measured.counters.reexpanded, solution.measured.counters.expanded);
    // Every expanded state has produced a child, but for the last of each worker that was stopped.
    EXPECT_LE(solution.measured.counters.expanded,
              solution.measured.counters.generated + solution.measured.threads);
    std::uint64_t in_rounds = 0;
    for (std::size_t i = 0; i < solution.measured.iterations.size(); ++i) {
        in_rounds += solution.measured.iterations[i].generated;
        if (i == 0) continue;
        if (solution.asked.algorithm == "anytime-a*") {
            // What the best solution costs after each round.
            EXPECT_LE(solution.measured.iterations[i].bound,
                      solution.measured.iterations[i - 1].bound);
        } else {
            EXPECT_GT(solution.measured.iterations[i].bound,
                      solution.measured.iterations[i - 1].bound);
        }
    }
    if (!solution.measured.iterations.empty()) {
        EXPECT_EQ(in_rounds, solution.measured.counters.generated);
    }
}

}  // namespace tessera::engine_testing
