// Golden: Korf's fifteen-puzzles, their shortest lengths and the published node counts of IDA*.
//
// Red here means that the search or a heuristic does other work than the literature's, even if its
// answers are right: never adjust the numbers, which are printed in Korf 1985.
// home: release
#include <gtest/gtest.h>

#include "tessera/puzzle/collections.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Korf's boards, those with the fewest published nodes first.
std::vector<BoardEntry> easiest_first() {
    std::vector<BoardEntry> boards = suite_boards("korf").value();
    EXPECT_EQ(boards.size(), 100U);
    std::sort(boards.begin(), boards.end(),
              [](const BoardEntry& a, const BoardEntry& b) { return *a.nodes < *b.nodes; });
    return boards;
}

Job korf_job(const BoardEntry& entry, std::string_view algorithm, std::string_view heuristic) {
    Job job = make_job(entry.board, goal_of("blank-first", {4, 4}), algorithm, heuristic);
    job.id = entry.id;
    return job;
}

/// Solves `count` boards from the `first` easiest on, and compares the lengths.
void check_lengths(std::size_t first, std::size_t count, std::string_view algorithm,
                   std::string_view heuristic) {
    Engine engine;
    const std::vector<BoardEntry> boards = easiest_first();
    for (std::size_t i = first; i < first + count; i += sanitized ? 4 : 1) {
        SCOPED_TRACE(boards[i].id);
        const Solution solution = solved(engine, korf_job(boards[i], algorithm, heuristic));
        EXPECT_TRUE(solution.proof.optimal);
        EXPECT_TRUE(reaches_goal(solution));
        EXPECT_EQ(static_cast<Cost>(solution.outcome.moves.size()), boards[i].optimal);
        EXPECT_EQ(solution.proof.lower_bound, boards[i].optimal);
    }
}

void check_counts(std::size_t first, std::size_t count) {
    Engine engine;
    const std::vector<BoardEntry> boards = easiest_first();
    for (std::size_t i = first; i < first + count; i += sanitized ? 10 : 1) {
        SCOPED_TRACE(boards[i].id);
        const Solution solution = solved(engine, korf_job(boards[i], "ida*", "manhattan"));
        // Korf counts the root as well.
        EXPECT_EQ(solution.measured.counters.generated + 1, boards[i].nodes);
        EXPECT_EQ(static_cast<Cost>(solution.outcome.moves.size()), boards[i].optimal);
        EXPECT_TRUE(solution.proof.optimal);
        ASSERT_FALSE(solution.measured.iterations.empty());
        EXPECT_EQ(solution.measured.iterations.back().bound, boards[i].optimal);
        EXPECT_EQ(solution.measured.iterations.front().bound, solution.proof.initial_h);
    }
}

TEST(KorfCounts, OfTheFortyEasiestBoardsArePublished) {
    check_counts(0, 40);
}
TEST(SlowKorfCounts, OfTheNextTwentyBoardsArePublished) {
    check_counts(40, 20);
}

TEST(KorfLengths, IdaStarWithLinearConflict) {
    check_lengths(0, 40, "ida*", "linear-conflict");
}
TEST(KorfLengths, IdaStarWithStrong) {
    check_lengths(0, 80, "ida*", "strong");
}
TEST(KorfLengths, AStarWithLinearConflict) {
    check_lengths(0, 30, "a*", "linear-conflict");
}
TEST(KorfLengths, AStarWithTheMaximumOfTwo) {
    check_lengths(0, 4, "a*", "max");
}
TEST(KorfLengths, BidirectionalAStar) {
    check_lengths(0, 30, "bidirectional-a*", "linear-conflict");
}
TEST(KorfLengths, Rbfs) {
    check_lengths(0, 15, "rbfs", "linear-conflict");
}
TEST(LongKorfLengths, IdaStarWithLinearConflict) {
    check_lengths(40, 30, "ida*", "linear-conflict");
}
TEST(LongKorfLengths, IdaStarWithStrong) {
    check_lengths(80, 20, "ida*", "strong");
}
TEST(LongKorfLengths, AStarWithLinearConflict) {
    check_lengths(30, 25, "a*", "linear-conflict");
}
TEST(LongKorfLengths, BidirectionalAStar) {
    check_lengths(30, 25, "bidirectional-a*", "linear-conflict");
}
TEST(LongKorfLengths, Rbfs) {
    check_lengths(15, 25, "rbfs", "linear-conflict");
}
TEST(LongKorfLengths, IdaStarWithWalkingDistance) {
    check_lengths(0, 30, "ida*", "walking-distance");
}

TEST(KorfLengths, OfferTheirMirrorImageTheSameSolution) {
    // Reflected at the main diagonal, with columns for rows, the board has the same distance.
    Engine engine;
    const BoardEntry entry = easiest_first()[0];
    const DynamicBoard goal = goal_of("blank-first", {4, 4});
    const auto mirrored = [](const DynamicBoard& board) {
        std::vector<Tile> tiles(16);
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t c = 0; c < 4; ++c) {
                tiles[4 * c + r] = board.tile_at(make_cell(4 * r + c));
            }
        }
        return DynamicBoard::from_tiles({4, 4}, tiles);
    };
    const Solution solution =
        solved(engine, make_job(mirrored(entry.board), mirrored(goal), "ida*", "linear-conflict"));
    EXPECT_TRUE(solution.proof.optimal);
    EXPECT_EQ(static_cast<Cost>(solution.outcome.moves.size()), entry.optimal);
}

}  // namespace
}  // namespace tessera
