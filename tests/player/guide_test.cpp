// The hint path: followed, left and repaired, whatever the player does while searches are under way.
#include "tessera/player/guide.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/game.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;
using Moves = std::vector<Move>;

constexpr Move U = Move::up;
constexpr Move L = Move::left;
constexpr Move R = Move::right;
constexpr Move D = Move::down;

Moves way_of(const Guide& guide) {
    return Moves(guide.way().begin(), guide.way().end());
}

TEST(Guide, KnowsNothingAtFirst) {
    Guide guide;
    EXPECT_FALSE(guide.known());
    EXPECT_FALSE(guide.shortest());
    EXPECT_EQ(guide.next(), std::nullopt);
    guide.step(U);
    const auto ticket = guide.begin();
    guide.learn(ticket, 7);
    EXPECT_EQ(guide.lower_bound(), 7);
    EXPECT_FALSE(guide.known());
}

TEST(Guide, FollowingTheWayKeepsTheRest) {
    Guide guide;
    guide.learn(guide.begin(), 4, Moves{U, L, D, R});
    EXPECT_TRUE(guide.shortest());
    guide.step(U);
    EXPECT_EQ(way_of(guide), (Moves{L, D, R}));
    EXPECT_TRUE(guide.shortest()) << "the rest of a shortest way is one";
    guide.step(L);
    guide.step(D);
    guide.step(R);
    EXPECT_TRUE(guide.known());
    EXPECT_TRUE(guide.shortest());
    EXPECT_EQ(guide.next(), std::nullopt) << "the goal is reached";
}

TEST(Guide, LeavingTheWayPutsTheUndoingMoveInFront) {
    Guide guide;
    guide.learn(guide.begin(), 3, Moves{U, L, D});
    guide.step(U);
    guide.step(R);
    EXPECT_EQ(way_of(guide), (Moves{L, L, D}));
    EXPECT_FALSE(guide.shortest());
    EXPECT_EQ(guide.lower_bound(), 1);
    guide.step(R);
    EXPECT_EQ(way_of(guide), (Moves{L, L, L, D}));
    guide.step(L);
    guide.step(L);
    EXPECT_EQ(way_of(guide), (Moves{L, D}));
    EXPECT_TRUE(guide.shortest()) << "back on the way everything is as it was";
}

TEST(Guide, ABetterWayReplacesTheRepairedOne) {
    Guide guide;
    guide.learn(guide.begin(), 4, Moves{U, L, D, R});
    guide.step(D);
    const auto ticket = guide.begin();
    EXPECT_EQ(way_of(guide), (Moves{U, U, L, D, R})) << "until then the old one is kept";
    guide.learn(ticket, 2);
    EXPECT_EQ(guide.lower_bound(), 3) << "of the same parity as every way";
    guide.learn(ticket, 3, Moves{R, U, L});
    EXPECT_EQ(way_of(guide), (Moves{R, U, L}));
    EXPECT_TRUE(guide.shortest());
    guide.learn(ticket, 1, Moves{D, D, D, D, D});
    EXPECT_EQ(way_of(guide), (Moves{R, U, L})) << "nothing worse replaces it";
    EXPECT_TRUE(guide.shortest());
}

TEST(Guide, ResultsThatComeLateStillCount) {
    Guide guide;
    const auto ticket = guide.begin();
    guide.step(U);
    guide.step(R);
    guide.learn(ticket, 4, Moves{U, L, D, D});
    EXPECT_EQ(way_of(guide), (Moves{L, L, D, D}));
    EXPECT_EQ(guide.lower_bound(), 2);
}

/// Searches that were given up are forgotten, but never the one whose way is in hand.
TEST(Guide, ManySearchesKeepTheFirstAndTheBestOfTheOthers) {
    Guide guide;
    const auto first = guide.begin();
    const auto given_up = guide.begin();
    const auto good = guide.begin();
    guide.learn(good, 2, Moves{U, L});
    guide.begin();  // makes room: of the two after the first, the one with a way stays
    EXPECT_EQ(way_of(guide), (Moves{U, L}));
    EXPECT_EQ(guide.lower_bound(), 2);
    guide.learn(given_up, 4, Moves{R, D});
    EXPECT_EQ(guide.lower_bound(), 2) << "it was forgotten";
    guide.learn(first, 0, Moves{U, L, D, R});
    EXPECT_EQ(way_of(guide), (Moves{U, L}));

    Guide again;
    again.begin();
    const auto longer = again.begin();
    const auto shorter = again.begin();
    again.learn(longer, 2, Moves{U, U, L, D});
    again.learn(shorter, 2, Moves{L, U});
    again.begin();
    EXPECT_EQ(way_of(again), (Moves{L, U}));
}

TEST(Guide, AnotherBoardForgetsAll) {
    Guide guide;
    const auto ticket = guide.begin();
    guide.learn(ticket, 1, Moves{U});
    guide.clear();
    EXPECT_FALSE(guide.known());
    guide.learn(ticket, 1, Moves{U});
    EXPECT_FALSE(guide.known()) << "what the search of the old board finds is ignored";
    EXPECT_NE(guide.begin(), ticket);
}

/// A player who does anything at all, and searches that answer late: the way always leads to the goal, and is called
/// shortest only when it is.
TEST(Guide, IsRightWhateverThePlayerDoes) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const auto exact = ExactDistances::build({3, 3}, goal.blank(), std::size_t{1} << 30).value();
    Random random(8);
    Game game(random_walk(goal, 40, random), goal);
    Guide guide;
    struct Search {
        Guide::Ticket ticket;
        DynamicBoard from;
        int answer_after;
    };
    std::vector<Search> searches{{guide.begin(), game.board(), 5}};
    int shortest = 0;
    for (int i = 0; i < 400; ++i) {
        Moves made;
        const auto next = guide.next();
        if (next && random.below(2) == 0) {
            made = game.move(*next);
        } else {
            made = random.below(4) == 0 ? game.undo() : game.move(make_move(random.below(4)));
        }
        for (const Move move : made) guide.step(move);
        for (Search& search : searches) {
            if (search.answer_after-- != 0) continue;
            Job job = make_job(search.from, goal, "ida*", "manhattan");
            const Solution solution = engine.solve(job).value();
            guide.learn(search.ticket, solution.proof.lower_bound, solution.outcome.moves);
        }
        if (random.below(10) == 0) {
            searches.push_back({guide.begin(), game.board(), static_cast<int>(random.below(6))});
        }
        const int distance = exact.distance(game.board());
        ASSERT_LE(guide.lower_bound(), distance);
        if (!guide.known()) continue;
        ASSERT_EQ(replay(game.board(), guide.way()).value(), goal);
        if (guide.shortest()) {
            ++shortest;
            ASSERT_EQ(static_cast<int>(guide.way().size()), distance);
        }
    }
    EXPECT_GT(shortest, 50);
}

}  // namespace
}  // namespace tessera
