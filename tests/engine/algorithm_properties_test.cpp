// Every registered algorithm with every registered heuristic: paths replay, proofs are true, promises are kept.
// home: release
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tessera/puzzle/generate.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/engine/algorithm_checks.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Calls `function(job)` for every algorithm, with every heuristic where it uses one.
template <class Function>
void for_every_pair(const DynamicBoard& start, const DynamicBoard& goal, Function function) {
    for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
        for (const std::string& heuristic : heuristics_for(*algorithm->info)) {
            const Job job = make_job(start, goal, algorithm->info->name, heuristic);
            SCOPED_TRACE(describe(job));
            function(job);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

/// An algorithm that keeps no table of states may give up on a deep board after this many nodes.
constexpr std::uint64_t patience = 400'000;
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

void check_pair(Engine& engine, Job job, int exact) {
    const AlgorithmInfo& info = info_of(job);
    if (info.linear_memory) job.limits.nodes = patience;
    const Solution solution = solved(engine, job);
    check_honest(solution, job, exact);
    EXPECT_DOUBLE_EQ(solution.proof.initial_h, estimate(engine, job));
    EXPECT_EQ(solution.asked.algorithm, info.name);
    EXPECT_EQ(solution.asked.heuristic.empty(), !info.uses_heuristic);
    if (info.complete && job.limits.nodes != patience) {
        EXPECT_EQ(solution.outcome.status, Status::solved);
    }
    if (solution.outcome.status != Status::solved) {
        const std::set<Status> honest{Status::node_limit, Status::depth_limit, Status::gave_up};
        EXPECT_TRUE(honest.contains(solution.outcome.status)) << to_string(solution.outcome.status);
    }
}

TEST(EveryAlgorithm, IsHonestOn2x3) {
    Engine engine;
    for (const DynamicBoard& goal : three_goals({2, 3})) {
        Random random(23);
        for (const int distance : {1, 8, 21}) {
            const DynamicBoard start = board_at_distance(goal, distance, random);
            for_every_pair(start, goal, [&](const Job& job) { check_pair(engine, job, distance); });
        }
    }
}

TEST(EveryAlgorithm, IsHonestOn3x3) {
    Engine engine;
    for (const DynamicBoard& goal : goals_3x3()) {
        Random random(33);
        for (const int distance : {2, 13}) {
            const DynamicBoard start = board_at_distance(goal, distance, random);
            for_every_pair(start, goal, [&](const Job& job) { check_pair(engine, job, distance); });
        }
    }
}

TEST(EveryAlgorithm, IsHonestNearTheGoalOf4x4AndOtherSizes) {
    Engine engine;
    for (const Geometry geometry : {Geometry{4, 4}, Geometry{5, 5}, Geometry{3, 5}}) {
        Random random(44);
        for (const DynamicBoard& goal : fewer(three_goals(geometry), 1)) {
            const DynamicBoard start = random_walk(goal, 10, random);
            const int exact = distance_by_search(start, goal);
            for_every_pair(start, goal, [&](Job job) {
                job.limits.nodes = promises_optimal(job) ? 500'000 : 20'000;
                job.limits.depth = info_of(job).uses_heuristic ? infinite_cost : 20;
                auto solution = engine.solve(job);
                if (!solution) {
                    // The walking distance has no table on this size.
                    EXPECT_EQ(solution.error().code, ErrorCode::memory_limit);
                    EXPECT_GT(geometry.cells(), 16U);
                    return;
                }
                check_honest(*solution, job, exact);
                if (promises_optimal(job)) {
                    EXPECT_EQ(solution->outcome.status, Status::solved);
                }
            });
        }
    }
}

TEST(EveryAlgorithm, SolvesASolvedBoardInNoMoves) {
    Engine engine;
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{2, 5}}) {
        for (const DynamicBoard& goal : fewer(three_goals(geometry), 1)) {
            for_every_pair(goal, goal, [&](const Job& job) {
                const Solution solution = solved(engine, job);
                EXPECT_EQ(solution.outcome.status, Status::solved);
                EXPECT_TRUE(solution.outcome.found);
                EXPECT_TRUE(solution.proof.optimal);
                EXPECT_TRUE(solution.outcome.moves.empty());
                EXPECT_EQ(solution.proof.lower_bound, 0);
                EXPECT_EQ(solution.proof.initial_h, 0.0);
                EXPECT_EQ(solution.measured.effective_branching_factor, 0.0);
                EXPECT_EQ(solution.measured.counters.expanded, 0U);
                EXPECT_EQ(solution.measured.counters.generated, 0U);
            });
        }
    }
}

/// One move from the goal, the goal is produced from the start, or taken next: no other state is expanded by a search that
/// sees where it is. Whatever the depth limit, what was expanded has produced a child.
TEST(EveryAlgorithm, CountsAStateAsExpandedWhenItsChildrenAreProduced) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const DynamicBoard start = board_of({3, 3}, "1 2 3 4 5 6 7 0 8");
    for_every_pair(start, goal, [&](const Job& job) {
        if (job.heuristic != "auto" && job.heuristic != "manhattan") return;
        const Solution solution = solved(engine, job);
        if (info_of(job).uses_heuristic && !info_of(job).to_the_letter) {
            EXPECT_EQ(solution.measured.counters.expanded, 1U);
        }
    });
    Random random(12);
    for (const int distance : {3, 11, 16}) {
        const DynamicBoard far = board_at_distance(goal, distance, random);
        for_every_pair(far, goal, [&](Job job) {
            for (const Cost depth : {Cost{0}, Cost{1}, Cost{5}, Cost{10}, infinite_cost}) {
                if (depth == infinite_cost && info_of(job).linear_memory) continue;
                job.limits.depth = depth;
                const Counters counters = solved(engine, job).measured.counters;
                EXPECT_LE(counters.expanded, counters.generated) << "depth " << depth;
                EXPECT_LE(counters.reexpanded, counters.expanded) << "depth " << depth;
            }
        });
    }
}

TEST(EveryAlgorithm, AnswersAnUnsolvableBoardBeforeAnySearch) {
    Engine engine;
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{5, 5}}) {
        for (const DynamicBoard& goal : three_goals(geometry)) {
            Random random(2);
            const DynamicBoard start = random_unsolvable(goal, random);
            for_every_pair(start, goal, [&](const Job& job) {
                const Solution solution = solved(engine, job);
                EXPECT_EQ(solution.outcome.status, Status::unsolvable);
                EXPECT_FALSE(solution.outcome.found);
                EXPECT_FALSE(solution.proof.optimal);
                EXPECT_EQ(solution.measured.counters.generated, 0U);
                ASSERT_TRUE(solution.proof.unsolvable.has_value());
                EXPECT_FALSE(solution.proof.unsolvable->reason.empty());
            });
        }
    }
}

TEST(EveryAlgorithm, FindsTheSameLengthInEverySuccessorOrderIfItIsOptimal) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    Random random(5);
    const DynamicBoard start = board_at_distance(goal, 12, random);
    std::array<Move, 4> order = all_moves;
    std::sort(order.begin(), order.end());
    do {
        for_every_pair(start, goal, [&](Job job) {
            if (job.heuristic != "auto" && job.heuristic != "manhattan") return;
            if (!promises_optimal(job)) return;
            job.options.order = order;
            const Solution solution = solved(engine, job);
            check_honest(solution, job, 12);
            EXPECT_EQ(solution.outcome.status, Status::solved);
        });
    } while (std::next_permutation(order.begin(), order.end()));
}

/// Boards at one depth for one goal through one pair; returns whether all were solved.
bool agrees(Engine& engine, Job job, const DynamicBoard& goal, int depth, std::uint64_t nodes) {
    Random random(static_cast<std::uint64_t>(depth) + 100 * index(goal.blank()));
    job.goal = goal;
    job.start = board_at_distance(goal, depth, random);
    job.limits.nodes = nodes;
    SCOPED_TRACE(describe(job));
    const Solution solution = solved(engine, job);
    check_honest(solution, job, depth);
    if (solution.outcome.status != Status::solved) {
        EXPECT_EQ(solution.outcome.status, Status::node_limit);
        EXPECT_TRUE(info_of(job).linear_memory) << "only these may need more nodes";
    }
    return solution.outcome.status == Status::solved;
}

/// Every pair that promises shortest solutions, at every so many depths of 3×3 for three goals. A search
/// without a table of states may give up after this many nodes.
void check_depths(int step, std::uint64_t nodes) {
    Engine engine;
    const std::vector<DynamicBoard> goals = fewer(goals_3x3(), 1);
    for_every_pair(goals[0], goals[0], [&](const Job& job) {
        if (!promises_optimal(job)) return;
        const bool may_stop = info_of(job).linear_memory;
        std::set<int> unsolved;
        for (const DynamicBoard& goal : goals) {
            const int deepest = exact_table({3, 3}, goal.blank()).largest_distance();
            for (int depth = 0; depth <= deepest; depth += step) {
                if (!agrees(engine, job, goal, depth, may_stop ? nodes : no_limit)) {
                    unsolved.insert(depth);
                }
            }
        }
        if (!may_stop || job.heuristic == "linear-conflict") {
            EXPECT_TRUE(unsolved.empty()) << describe(job) << " from depth " << *unsolved.begin();
        } else if (!unsolved.empty()) {
            EXPECT_GT(*unsolved.begin(), 10) << describe(job);
        }
    });
}

TEST(EveryOptimalAlgorithmInRelease, AgreesWithExactDistancesOf3x3ForThreeGoals) {
    check_depths(3, 100'000);
}

TEST(LongEveryOptimalAlgorithm, AgreesWithExactDistancesAtEveryDepthOf3x3ForThreeGoals) {
    check_depths(1, 100'000);
}

TEST(LongEveryOptimalAlgorithm, SolvesTheHardestBoardsWithoutAHeuristic) {
    Engine engine;
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        if (entry->info->uses_heuristic || !entry->info->optimal) continue;
        for (const DynamicBoard& goal : goals_3x3()) {
            // Every depth is tried with less patience elsewhere.
            for (int depth = exact_table({3, 3}, goal.blank()).largest_distance(); depth > 0;
                 depth -= 6) {
                Random random(8);
                const Job job =
                    make_job(board_at_distance(goal, depth, random), goal, entry->info->name);
                SCOPED_TRACE(describe(job));
                const Solution solution = solved(engine, job);
                EXPECT_EQ(solution.outcome.status, Status::solved);
                check_honest(solution, job, depth);
            }
        }
    }
}

TEST(EveryCompleteAlgorithm, SolvesRandomBoardsOf3x3) {
    Engine engine;
    for (const DynamicBoard& goal : goals_3x3()) {
        Random random(101);
        const DynamicBoard start = board_at_distance(goal, 18, random);
        for_every_pair(start, goal, [&](Job job) {
            if (!info_of(job).complete) return;
            // Without a good estimate these take long; their completeness is shown with one.
            if (info_of(job).linear_memory && job.heuristic != "auto" &&
                estimate(engine, job) < 8.0) {
                return;
            }
            const Solution solution = solved(engine, job);
            EXPECT_EQ(solution.outcome.status, Status::solved);
            check_honest(solution, job, 18);
        });
    }
}

TEST(EveryInadmissiblePairInRelease, IsOptimalOnlyWhereABoundProvesIt) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Random random(9);
    int proven = 0;
    int unproven = 0;
    for (int round = 0; round < 12; ++round) {
        const int depth = 2 + 2 * round;
        const DynamicBoard start = board_at_distance(goal, depth, random);
        for_every_pair(start, goal, [&](Job job) {
            if (promises_optimal(job)) return;
            if (info_of(job).linear_memory) job.limits.nodes = 20'000;
            const Solution solution = solved(engine, job);
            check_honest(solution, job, depth);
            if (solution.outcome.found) ++(solution.proof.optimal ? proven : unproven);
        });
    }
    EXPECT_GT(proven, 0);
    EXPECT_GT(unproven, 0);
}

TEST(WeightedAStar, StaysWithinItsWeight) {
    Engine engine;
    for (const DynamicBoard& goal : goals_3x3()) {
        Random random(77);
        for (int depth = 19; depth <= 30; ++depth) {
            for (const double weight : {1.0, 1.2, 1.5, 3.0}) {
                Job job = make_job(board_at_distance(goal, depth, random), goal, "weighted-a*",
                                   "linear-conflict");
                job.options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
                const Solution solution = solved(engine, job);
                check_honest(solution, job, depth);
                EXPECT_EQ(solution.outcome.status, Status::solved);
                EXPECT_LE(static_cast<double>(solution.outcome.moves.size()),
                          weight * depth + 1e-9);
                EXPECT_GE(weight * solution.proof.lower_bound,
                          static_cast<double>(solution.outcome.moves.size()) - weight);
            }
        }
    }
}

TEST(EffectiveBranchingFactor, SolvesItsEquation) {
    EXPECT_EQ(effective_branching_factor(0, 5), 0.0);
    EXPECT_EQ(effective_branching_factor(5, 0), 0.0);
    EXPECT_NEAR(effective_branching_factor(5, 5), 1.0, 1e-9);
    EXPECT_NEAR(effective_branching_factor(62, 5), 2.0, 1e-9);  // 2 + 4 + 8 + 16 + 32
    EXPECT_NEAR(effective_branching_factor(7, 1), 7.0, 1e-9);
    // Russell and Norvig's example: 52 nodes at depth 5 make 1.92.
    EXPECT_NEAR(effective_branching_factor(52, 5), 1.92, 0.005);
    EXPECT_LT(effective_branching_factor(3, 5), 1.0);
    EXPECT_GT(effective_branching_factor(1'000'000'000, 50), 1.0);
    EXPECT_NEAR(effective_branching_factor(1'000'000, 1'000'000), 1.0, 1e-9);
}

}  // namespace
}  // namespace tessera
