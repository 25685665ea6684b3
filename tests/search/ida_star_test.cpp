// IDA* against exact distances and least costs; its unrolled round against the plain one, to the node.
#include "tessera/search/ida_star.hpp"

#include "tests/same_outcome.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::ida_star_test {
namespace {

using namespace search_testing;
using search::PlainRound;
using search::UnrolledRound;

const auto algorithm = [](const auto& problem, const SearchOptions& options, Monitor& monitor) {
    return search::ida_star::search(problem, manhattan_for(problem), options, monitor);
};

TEST(IdaStar, IsOptimalOnEveryDepthOf3x3) {
    expect_optimal_on_3x3(algorithm, 10);
}
TEST(IdaStar, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(algorithm, 14);
}
TEST(IdaStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(IdaStar, KeepsLimits) {
    expect_keeps_limits(algorithm, 0);
}
TEST(IdaStar, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm, 31);
}
TEST(IdaStar, SuccessorOrderMatters) {
    expect_order_matters(algorithm,
                         walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 80, 3));
}

TEST(IdaStar, FindsTheLeastCostWhenMovesCostTheirTile) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 20 + seed, seed);
        charge_tile_numbers(problem);
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_optimal(problem, run(algorithm, problem), least_cost(problem));
    }
}

template <template <class, class> class Round, BoardType B>
Outcome deepen(const Problem<B>& problem, const Limits& limits = {}) {
    Observer observer;
    Monitor monitor(limits, observer);
    const auto heuristic = manhattan_for(problem);
    using H = heuristics::manhattan::Heuristic<B>;
    return search::ida_star::deepen<Round<B, H>>(problem, heuristic, SearchOptions{}, monitor);
}

template <class B, class H>
using Plain = PlainRound<B, H>;
template <class B, class H>
using Unrolled = UnrolledRound<B, H>;

template <BoardType B>
void expect_same_rounds(const Problem<B>& problem, const Limits& limits = {}) {
    const Outcome plain = deepen<Plain>(problem, limits);
    const Outcome unrolled = deepen<Unrolled>(problem, limits);
    expect_same_outcome(plain, unrolled);
}

TEST(IdaStar, UnrolledRoundsEqualPlainOnesOn3x3) {
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            for (const auto& board : distances.sample(depth, 5)) {
                SCOPED_TRACE(depth);
                expect_same_rounds(make_problem(board, goal_blank));
                Limits limits;
                limits.depth = depth - 1;
                if (depth > 0) expect_same_rounds(make_problem(board, goal_blank), limits);
            }
        }
    }
}

TEST(IdaStar, UnrolledRoundsEqualPlainOnesOn4x4) {
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        expect_same_rounds(
            walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(seed - 1), 60, seed));
    }
}

TEST(IdaStar, UnrolledRoundsEqualPlainOnesOn5x5) {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        expect_same_rounds(
            walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(seed - 1), 50, seed));
    }
}

TEST(IdaStar, CountsAsKorfDoes) {
    // One move from the goal, blank moves tried Up, Left, Right, Down, and the goal is Down: Up and
    // the moves between count only as far as they exist, and the count stops at the goal.
    auto goal = canonical_goal<Board<3, 3>>(Geometry{3, 3}, make_cell(7));
    goal.slide(Move::up);
    const Outcome outcome = run(algorithm, make_problem(goal, make_cell(7)));
    EXPECT_EQ(outcome.path, std::vector<Move>{Move::down});
    EXPECT_EQ(outcome.counters.generated, 4U);
    EXPECT_EQ(outcome.counters.expanded, 1U);
}

}  // namespace
}  // namespace tessera::ida_star_test
