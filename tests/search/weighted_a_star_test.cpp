// Weighted A*: the promise C <= w * C*, and bounds that are never above the exact distance.
#include "tessera/search/weighted_a_star.hpp"

#include <limits>

#include "tessera/search/a_star.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::weighted_a_star_test {
namespace {

using namespace search_testing;
using search::weighted_a_star::Policy;

const auto algorithm = registered("weighted-a*");

SearchOptions with_weight(double weight) {
    SearchOptions options;
    options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
    return options;
}

TEST(WeightedAStar, KeepsItsPromiseOnEveryDepthOf3x3) {
    for (const double weight : {1.0, 1.1, 1.5, 3.0, 10.0, 1e6}) {
        Cost extra = 0;
        for (const Cell goal_blank : goal_blanks_3x3) {
            const auto& distances = distances_3x3(goal_blank);
            for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
                for (const auto& board : distances.sample(depth, 2)) {
                    SCOPED_TRACE(::testing::Message() << "weight " << weight << " depth " << depth);
                    const auto problem = make_problem(board, goal_blank);
                    const Outcome outcome = run(algorithm, problem, {}, with_weight(weight));
                    expect_solution(problem, outcome);
                    EXPECT_LE(static_cast<double>(outcome.path.size()), weight * depth);
                    EXPECT_LE(outcome.lower_bound, depth);
                    extra += static_cast<Cost>(outcome.path.size()) - depth;
                }
            }
        }
        if (weight == 1.0) {
            EXPECT_EQ(extra, 0);
        } else if (weight >= 3.0) {
            EXPECT_GT(extra, 0) << "the sample does not tell weight " << weight << " from A*";
        }
    }
}

TEST(WeightedAStar, BoundTimesWeightReachesTheCostItFound) {
    // At the end the lowest priority is the cost C itself, so the bound is ceil(C / w).
    const auto board = distances_3x3(make_cell(8)).at_depth(28).front();
    for (const double weight : {1.25, 1.5, 2.0, 4.0}) {
        const Outcome outcome =
            run(algorithm, make_problem(board, make_cell(8)), {}, with_weight(weight));
        EXPECT_GE(outcome.lower_bound * weight, static_cast<double>(outcome.path.size()));
    }
}

TEST(WeightedAStar, WeightOneIsAStar) {
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 60, 5);
    const Outcome expected = run(registered("a*"), problem);
    const Outcome outcome = run(algorithm, problem, {}, with_weight(1.0));
    EXPECT_EQ(outcome.path, expected.path);
    EXPECT_EQ(outcome.lower_bound, expected.lower_bound);
    EXPECT_EQ(outcome.counters.expanded, expected.counters.expanded);
    EXPECT_EQ(outcome.counters.generated, expected.counters.generated);
}

TEST(WeightedAStar, DefaultWeightIsOneAndAHalf) {
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 5);
    const Outcome by_default = run(algorithm, problem);
    EXPECT_EQ(by_default.counters.generated,
              run(algorithm, problem, {}, with_weight(1.5)).counters.generated);
    EXPECT_NE(by_default.counters.generated,
              run(algorithm, problem, {}, with_weight(2.0)).counters.generated);
}

TEST(WeightedAStar, PriorityIsRoundedDownAndItsBoundUp) {
    const Policy half(1.5, 10);
    EXPECT_EQ(half.priority(3, 4), 9);
    EXPECT_EQ(half.priority(3, 5), 10);  // 10.5
    EXPECT_EQ(half.lower_bound(9), 6);
    EXPECT_EQ(half.lower_bound(10), 7);  // 6.67
    EXPECT_EQ(half.lower_bound(0), 0);
    for (const double weight : {1.0, 1.1, 1.3, 2.0, 2.7, 10.0}) {
        const Policy policy(weight, 40);
        for (Cost p = 0; p < 200; ++p) {
            // The least cost that the priority allows: C >= p / w for the w that is used, which is
            // at most `weight` and less than 1/1024 below it.
            EXPECT_LT((policy.lower_bound(p) - 1) * (weight - 1.0 / 1024), p) << weight;
            EXPECT_GE(policy.lower_bound(p) * weight, p) << weight;
        }
    }
}

TEST(WeightedAStar, HugeWeightsAndEstimatesNeitherOverflowNorLeaveTheArrays) {
    const Policy policy(std::numeric_limits<double>::infinity(), 660000);
    EXPECT_GE(policy.priority(0, 660000), 660000);
    EXPECT_LE(policy.priority(0, 660000), 1 << 24);
    EXPECT_GE(policy.priority(1 << 24, infinite_cost), 0);
    EXPECT_EQ(Policy(1e300, 10).priority(0, 10), 10240);
    EXPECT_EQ(Policy(std::numeric_limits<double>::quiet_NaN(), 10).priority(0, 10), 15);
}

TEST(WeightedAStar, KeepsItsPromiseWhenMovesCostTheirTile) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 40 + seed, seed);
        charge_tile_numbers(problem);
        const Outcome outcome = run(algorithm, problem, {}, with_weight(2.0));
        const Cost least = least_cost(problem);
        expect_solution(problem, outcome, 2 * least);
        EXPECT_LE(outcome.lower_bound, least);
    }
}

TEST(WeightedAStar, SolvesOtherSizes) {
    const auto check = [&](const auto& problem) {
        expect_solution(problem, run(algorithm, problem));
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        check(walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(0), 100, seed));
        check(walk_problem<DynamicBoard>(Geometry{3, 4}, make_cell(5), 60, seed));
        check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 60, seed));
        check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(12), 40, seed));
    }
}

TEST(WeightedAStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(WeightedAStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(WeightedAStar, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
}
TEST(WeightedAStar, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3));
}

}  // namespace
}  // namespace tessera::weighted_a_star_test
