// Depth-limited search: exhaustive up to its limit, and the facts about cycles it relies on.
#include "tessera/search/depth_limited.hpp"

#include "tests/search/search_testing.hpp"

namespace tessera::depth_limited_test {
namespace {

using namespace search_testing;

const auto algorithm = registered("depth-limited");

TEST(DepthLimited, IsExhaustiveWithinTheDepthLimit) {
    expect_exhaustive_within_depth(algorithm);
}
TEST(DepthLimited, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(algorithm);
}
TEST(DepthLimited, KeepsLimits) {
    expect_keeps_limits(algorithm, 1000);
}
TEST(DepthLimited, SuccessorOrderMatters) {
    Limits limits;
    limits.depth = 14;
    const auto board = distances_3x3(make_cell(8)).at_depth(14).front();
    expect_order_matters(algorithm, make_problem(board, make_cell(8)), limits);
}

TEST(DepthLimited, DefaultLimitIsTheDiameterOf3x3AndOf4x4) {
    EXPECT_EQ(search::depth_limited::default_limit(Geometry{3, 3}), 31);
    EXPECT_EQ(search::depth_limited::default_limit(Geometry{4, 4}), 80);
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        EXPECT_LE(distances.deepest(), 31);
        const auto problem = make_problem(distances.at_depth(4).front(), goal_blank);
        expect_solution(problem, run(algorithm, problem), 31);
    }
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 6, 1);
    Limits limits;
    limits.nodes = 100000;
    const Outcome outcome = run(algorithm, problem, limits);
    EXPECT_LE(outcome.counters.max_depth, 80U);
    EXPECT_GE(outcome.counters.max_depth, 79U);
}

TEST(DepthLimited, ProvesThatARingHasNoSolution) {
    // 2x2 is one ring of 12 states: both ways round it, each path ends where it meets its own
    // start.
    const auto problem = from_numbers<DynamicBoard>(Geometry{2, 2}, {2, 1, 3, 0}, make_cell(3));
    const Outcome outcome = run(algorithm, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_EQ(outcome.counters.max_depth, 11U);
    EXPECT_EQ(outcome.counters.expanded, 1U + 2 * 11);
    EXPECT_EQ(outcome.counters.generated, 2U * 12);
    EXPECT_EQ(outcome.counters.peak_open, 2U);
}

/// Counts walks of exactly `left` more moves, none undoing the one before it, that end at `home`.
std::size_t returns(DynamicBoard& board, const DynamicBoard& home, std::size_t left, MoveSet undo) {
    if (left == 0) return board == home ? 1 : 0;
    std::size_t count = 0;
    for (const Move move : all_moves) {
        if (!board.legal_moves().has(move) || undo.has(move)) continue;
        board.slide(move);
        count += returns(board, home, left - 1, MoveSet().with(opposite(move)));
        board.slide(opposite(move));
    }
    return count;
}

TEST(DepthLimited, NoStateComesAgainInFewerThanTwelveMoves) {
    // A closed walk of the blank of at most 10 moves spans r rows and c columns with r + c <= 5
    // steps, so it lies within a box of at most 4x3, 5x2 or their turned forms; or, along one line,
    // undoes a move.
    for (const Geometry geometry :
         {Geometry{4, 3}, Geometry{3, 4}, Geometry{5, 2}, Geometry{2, 5}}) {
        for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
            const auto home = canonical_goal<DynamicBoard>(geometry, make_cell(blank));
            DynamicBoard board = home;
            for (std::size_t moves = 1; moves < 12; ++moves) {
                EXPECT_EQ(returns(board, home, moves, MoveSet()), 0U) << moves;
            }
        }
    }
    const auto home = canonical_goal<DynamicBoard>(Geometry{2, 2}, make_cell(0));
    DynamicBoard board = home;
    EXPECT_EQ(returns(board, home, 12, MoveSet()), 2U);
}

}  // namespace
}  // namespace tessera::depth_limited_test
