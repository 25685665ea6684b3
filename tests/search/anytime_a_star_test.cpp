// Anytime A*: optimal in the end whatever the weights, and before that never a wrong bound nor a lost solution.
#include "tessera/search/anytime_a_star.hpp"

#include <cmath>

#include "tessera/search/a_star.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/search/patchy_heuristic.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::anytime_a_star_test {
namespace {

using namespace search_testing;
using search::anytime_a_star::Policy;

SearchOptions with(double weight, bool adaptive) {
    SearchOptions options;
    options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
    options.set(search::anytime_a_star::adaptive, OptionValue(adaptive));
    return options;
}

const auto algorithm = [](const auto& problem, const SearchOptions& options, Monitor& monitor) {
    return search::anytime_a_star::search(problem, manhattan_for(problem), options, monitor);
};

/// The algorithm with these options, whatever it is given.
auto always(double weight, bool adaptive) {
    return [=](const auto& problem, const SearchOptions& given, Monitor& monitor) {
        SearchOptions options = given;
        options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
        options.set(search::anytime_a_star::adaptive, OptionValue(adaptive));
        return algorithm(problem, options, monitor);
    };
}

/// Three times the value of `Inner`: not admissible.
template <BoardType B, HeuristicFor<B> Inner>
class Exaggerated {
  public:
    using State = typename Inner::State;

    explicit Exaggerated(Inner inner) : inner_(std::move(inner)) {}

    State evaluate(const B& board) const { return inner_.evaluate(board); }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        return inner_.after_slide(state, board, tile, from, to);
    }
    Cost value(State state) const { return 3 * inner_.value(state); }
    double exact_value(State state) const { return value(state); }

  private:
    Inner inner_;
};

constexpr double weights[] = {1.0, 1.2, 2.0, 3.0, 10.0, 1000.0};

TEST(AnytimeAStar, IsOptimalOnEveryDepthOf3x3WithAnyWeight) {
    for (const double weight : weights) {
        for (const bool adaptive : {false, true}) {
            SCOPED_TRACE(::testing::Message() << "weight " << weight << " adaptive " << adaptive);
            expect_optimal_on_3x3(always(weight, adaptive), 2);
        }
    }
}

TEST(AnytimeAStar, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm);
    expect_optimal_on_other_sizes(always(5.0, true));
}

TEST(AnytimeAStar, IsOptimalWithAnInconsistentHeuristic) {
    const auto patchy = [](const auto& problem, const SearchOptions& options, Monitor& monitor) {
        const Patchy<Board<3, 3>, heuristics::manhattan::Heuristic<Board<3, 3>>> heuristic(
            manhattan_for(problem));
        return search::anytime_a_star::search(problem, heuristic, options, monitor);
    };
    expect_optimal_on_3x3(patchy, 2);
}

TEST(AnytimeAStar, IsOptimalWhenMovesCostTheirTile) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 40 + seed, seed);
        charge_tile_numbers(problem);
        const Cost least = least_cost(problem);
        expect_optimal(problem, run(algorithm, problem), least);
        expect_optimal(problem, run(algorithm, problem, {}, with(4.0, true)), least);
    }
}

TEST(AnytimeAStar, WithAnInadmissibleHeuristicStillEndsWithASolution) {
    Cost extra = 0;
    const auto exaggerated = [](const auto& problem, const SearchOptions& options,
                                Monitor& monitor) {
        const Exaggerated<Board<3, 3>, heuristics::manhattan::Heuristic<Board<3, 3>>> heuristic(
            manhattan_for(problem));
        return search::anytime_a_star::search(problem, heuristic, options, monitor);
    };
    const auto& distances = distances_3x3(make_cell(8));
    for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
        for (const auto& board : distances.sample(depth, 3)) {
            const auto problem = make_problem(board, make_cell(8));
            const Outcome outcome = run(exaggerated, problem);
            EXPECT_EQ(outcome.status, Status::solved);
            EXPECT_TRUE(replays(problem, outcome.path));
            extra += static_cast<Cost>(outcome.path.size()) - depth;
        }
    }
    EXPECT_GT(extra, 0) << "the sample does not tell it from an admissible one";
}

/// Checks what a search says while it runs.
class Witness : public Observer {
  public:
    explicit Witness(Cost optimum) : optimum_(optimum) {}

    void progress(const Progress& progress) override {
        EXPECT_LE(progress.lower_bound, optimum_);
        EXPECT_GE(progress.lower_bound, bound_);
        EXPECT_GE(progress.best, optimum_);
        EXPECT_LE(progress.best, best_);
        if (progress.best != best_) ++improvements_;
        bound_ = progress.lower_bound;
        best_ = progress.best;
    }
    int improvements() const { return improvements_; }

  private:
    Cost optimum_;
    Cost bound_ = 0;
    Cost best_ = infinite_cost;
    int improvements_ = 0;
};

/// Korf's board 12.
Problem<Board<4, 4>> korf_12() {
    return from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}, make_cell(0));
}
constexpr Cost korf_12_length = 45;

TEST(AnytimeAStar, NeverSaysAnythingWrongOnTheWay) {
    for (const bool adaptive : {false, true}) {
        const auto problem = korf_12();
        Witness witness(korf_12_length);
        const Outcome outcome = run(algorithm, problem, {}, with(0.0, adaptive), &witness);
        expect_optimal(problem, outcome, korf_12_length);
        EXPECT_GT(witness.improvements(), 1);
        ASSERT_GT(outcome.iterations.size(), 2U);
        EXPECT_GT(outcome.iterations.front().bound, korf_12_length);
        EXPECT_EQ(outcome.iterations.back().bound, korf_12_length);
        std::uint64_t sum = 0;
        for (const Iteration& iteration : outcome.iterations) sum += iteration.generated;
        EXPECT_EQ(sum, outcome.counters.generated);
    }
}

TEST(AnytimeAStar, ALimitGivesTheBestSoFarAndMoreNodesNeverAWorseOne) {
    for (const bool adaptive : {false, true}) {
        const auto problem = korf_12();
        Cost best = infinite_cost;
        int better = 0;
        for (std::uint64_t nodes = 500; nodes <= 512'000; nodes *= 2) {
            Limits limits;
            limits.nodes = nodes;
            const Outcome outcome = run(algorithm, problem, limits, with(0.0, adaptive));
            EXPECT_LE(outcome.lower_bound, korf_12_length);
            if (outcome.path.empty()) {
                EXPECT_EQ(best, infinite_cost) << "the solution was lost with " << nodes;
                continue;
            }
            EXPECT_TRUE(replays(problem, outcome.path));
            const auto length = static_cast<Cost>(outcome.path.size());
            EXPECT_LE(length, best) << nodes;
            if (length < best) ++better;
            if (length > korf_12_length) {
                EXPECT_EQ(outcome.status, Status::node_limit);
            }
            EXPECT_EQ(outcome.iterations.back().bound, length);
            best = length;
        }
        EXPECT_GT(better, 2);
    }
}

TEST(AnytimeAStar, OutOfMemoryItKeepsTheBestSoFar) {
    // Korf's board 1: a solution takes a few thousand states, the shortest millions.
    const auto problem = from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}, make_cell(0));
    for (const bool adaptive : {false, true}) {
        for (const std::size_t megabytes : {6U, 10U, 20U}) {
            Limits limits;
            limits.memory_bytes = megabytes << 20;
            const Outcome outcome = run(algorithm, problem, limits, with(0.0, adaptive));
            EXPECT_EQ(outcome.status, Status::memory_limit);
            EXPECT_FALSE(outcome.path.empty());
            EXPECT_TRUE(replays(problem, outcome.path));
            EXPECT_LE(outcome.lower_bound, 57);
        }
    }
}

TEST(AnytimeAStar, RepairsInsteadOfSearchingAgain) {
    const auto problem = korf_12();
    const auto a_star = [](const auto& given, const SearchOptions& options, Monitor& monitor) {
        return search::a_star::search(given, manhattan_for(given), options, monitor);
    };
    const Outcome alone = run(a_star, problem);
    const Outcome outcome = run(algorithm, problem);
    // All rounds together do not take twice what the last would take from scratch.
    EXPECT_LT(outcome.counters.expanded, 2 * alone.counters.expanded);
    EXPECT_GT(outcome.counters.reexpanded, 0U);
    EXPECT_LT(outcome.counters.reexpanded, outcome.counters.expanded / 2);
}

TEST(AnytimeAStar, ALargerWeightHasALongerFirstSolution) {
    const Outcome greedy = run(algorithm, korf_12(), {}, with(5.0, false));
    const Outcome careful = run(algorithm, korf_12(), {}, with(1.5, false));
    EXPECT_GT(greedy.iterations.front().bound, careful.iterations.front().bound);
}

TEST(AnytimeAStarPolicy, LowersTheWeightToOne) {
    Policy policy(0.0, false, 40);
    EXPECT_EQ(policy.current_weight(), 3.0);
    policy.next_round(100, 40);
    EXPECT_NEAR(policy.current_weight(), std::pow(2.5, 0.75), 1e-12);  // 100 / 40 is proven already
    int rounds = 0;
    for (double before = 4.0; policy.current_weight() > 1.0; ++rounds) {
        EXPECT_LT(policy.current_weight(), before);
        before = policy.current_weight();
        policy.next_round(infinite_cost, 0);
        ASSERT_LT(rounds, 100);
    }
    EXPECT_GT(rounds, 3);
    EXPECT_EQ(policy.current_weight(), 1.0);
    for (Cost h = 0; h < 100; ++h) EXPECT_EQ(policy.priority(7, h), 7 + h);
}

TEST(AnytimeAStarPolicy, GetsGreedierOnlyWhenAdaptiveAndFarFromOptimal) {
    Policy fixed(3.0, false, 60);
    EXPECT_FALSE(fixed.changes_after(1'000'000'000, 1));
    Policy adaptive(3.0, true, 60);
    EXPECT_FALSE(adaptive.changes_after(10, 1));
    EXPECT_FALSE(adaptive.changes_after(10'000, 1'000'000));
    EXPECT_TRUE(adaptive.changes_after(10'000, 1000));
    EXPECT_EQ(adaptive.current_weight(), 3.75);
    EXPECT_EQ(adaptive.priority(5, 8), 35);
    EXPECT_EQ(adaptive.lower_bound(35), 10);  // 9.3
    adaptive.next_round(110, 100);
    EXPECT_FALSE(adaptive.changes_after(1'000'000'000, 1));
}

TEST(AnytimeAStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(AnytimeAStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 8 << 20);
}
TEST(AnytimeAStar, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
    expect_exhaustive_within_depth(always(10.0, true));
}
TEST(AnytimeAStar, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3));
}

}  // namespace
}  // namespace tessera::anytime_a_star_test
