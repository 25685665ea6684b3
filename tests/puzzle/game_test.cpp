// Playing: moves, slides of several tiles, taking back and making again, counts.
#include "tessera/puzzle/game.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera {
namespace {

using Moves = std::vector<Move>;

Game game_from(std::string_view board) {
    const DynamicBoard start = read_boards(board, {}).value().boards.front().board;
    return Game(start, make_goal("blank-last", start.geometry()).value());
}

TEST(Game, MovesTheBlankUntilTheWall) {
    Game game = game_from("1 2 3/4 5 6/7 0 8");
    EXPECT_FALSE(game.solved());
    EXPECT_EQ(game.move(Move::down), Moves{}) << "there is the wall";
    EXPECT_TRUE(game.moves().empty());
    EXPECT_FALSE(game.can_undo());
    EXPECT_EQ(game.move(Move::right), Moves{Move::right});
    EXPECT_TRUE(game.solved());
    EXPECT_EQ(inline_form(game.board()), "1 2 3/4 5 6/7 8 0");
    EXPECT_EQ(inline_form(game.start()), "1 2 3/4 5 6/7 0 8");
}

TEST(Game, UndoAndRedoWalkTheHistory) {
    Game game = game_from("1 2 3/4 0 6/7 5 8");
    game.move(Move::up);
    game.move(Move::left);
    EXPECT_EQ(game.undo(), Moves{Move::right});
    EXPECT_EQ(game.undo(), Moves{Move::down});
    EXPECT_EQ(game.undo(), Moves{});
    EXPECT_EQ(game.board(), game.start());
    EXPECT_EQ(game.taken_back(), 2U);
    EXPECT_EQ(game.redo(), Moves{Move::up});
    EXPECT_EQ(game.moves().size(), 1U);
    EXPECT_TRUE(game.can_redo());
    game.move(Move::down);
    EXPECT_FALSE(game.can_redo()) << "a new move replaces what could be redone";
    EXPECT_EQ(game.redo(), Moves{});
    EXPECT_EQ(game.board(), game.start());
    EXPECT_EQ(game.moves().size(), 2U) << "moving back and forth counts";
}

TEST(Game, PushesAWholeLine) {
    Game game = game_from("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    EXPECT_EQ(game.push(make_cell(12)), Moves(3, Move::left));
    EXPECT_EQ(inline_form(game.board()), "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15");
    EXPECT_EQ(game.push(make_cell(0)), Moves(3, Move::up));
    EXPECT_EQ(inline_form(game.board()), "0 2 3 4/1 6 7 8/5 10 11 12/9 13 14 15");
    EXPECT_EQ(game.moves().size(), 6U);
    EXPECT_EQ(game.slides(), 2U);
    EXPECT_EQ(game.push(make_cell(2)), Moves(2, Move::right));
    EXPECT_EQ(game.push(make_cell(10)), Moves(2, Move::down));
    EXPECT_EQ(game.push(make_cell(10)), Moves{}) << "the blank itself";
    EXPECT_EQ(game.push(make_cell(0)), Moves{}) << "neither its row nor its column";
    EXPECT_EQ(game.push(make_cell(16)), Moves{}) << "not on the board";
    EXPECT_EQ(game.undo(), Moves(2, Move::up)) << "one action is taken back as one";
    EXPECT_EQ(game.undo(), Moves(2, Move::left));
    EXPECT_EQ(game.redo(), Moves(2, Move::right));
    EXPECT_EQ(replay(game.start(), game.moves()).value(), game.board());
}

TEST(Game, MovesAsFarAsItCan) {
    Game game = game_from("1 2 3 4 5/6 7 8 9 0");
    EXPECT_EQ(game.move_far(Move::left), Moves(4, Move::left));
    EXPECT_EQ(game.move_far(Move::left), Moves{});
    EXPECT_EQ(game.move_far(Move::up), Moves(1, Move::up));
    EXPECT_EQ(game.move_far(Move::right), Moves(4, Move::right));
    EXPECT_EQ(game.move_far(Move::down), Moves(1, Move::down));
    EXPECT_EQ(game.slides(), 4U);
}

TEST(Game, RestartsAndCanBeRedone) {
    Game game = game_from("1 2 3/4 5 6/7 8 0");
    game.push(make_cell(6));
    game.move(Move::up);
    game.undo();
    game.redo();
    const DynamicBoard before = game.board();
    EXPECT_EQ(game.restart(), (Moves{Move::down, Move::right, Move::right}));
    EXPECT_TRUE(game.solved());
    EXPECT_EQ(game.taken_back(), 0U);
    EXPECT_EQ(game.restart(), Moves{});
    game.redo();
    game.redo();
    EXPECT_EQ(game.board(), before);
}

TEST(Game, EveryChangeIsTheMovesItReturns) {
    Random random(3);
    const DynamicBoard goal = make_goal("snail", {3, 5}).value();
    Game game(random_solvable(goal, random), goal);
    DynamicBoard follower = game.start();
    for (int i = 0; i < 3000; ++i) {
        Moves done;
        switch (random.below(6)) {
            case 0:
                done = game.undo();
                break;
            case 1:
                done = game.redo();
                break;
            case 2:
                done = game.push(make_cell(random.below(15)));
                break;
            case 3:
                done = game.move_far(make_move(random.below(4)));
                break;
            case 4:
                done = random.below(50) == 0 ? game.restart() : Moves{};
                break;
            default:
                done = game.move(make_move(random.below(4)));
        }
        follower = replay(follower, done).value();
        ASSERT_EQ(follower, game.board());
        ASSERT_EQ(replay(game.start(), game.moves()).value(), game.board());
    }
}

TEST(Difficulty, BoardsAreSolvableAndHarderOnes) {
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 3}, Geometry{4, 4}, Geometry{3, 7}}) {
        const DynamicBoard goal = make_goal("blank-first", geometry).value();
        for (const Difficulty difficulty : all_difficulties()) {
            Random random(1);
            for (int i = 0; i < 20; ++i) {
                const DynamicBoard board = board_to_play(goal, difficulty, random);
                EXPECT_NE(board, goal);
                EXPECT_TRUE(solvable(board, goal));
            }
        }
    }
}

TEST(Difficulty, HasNames) {
    for (const Difficulty difficulty : all_difficulties()) {
        EXPECT_EQ(difficulty_named(to_string(difficulty)).value(), difficulty);
    }
    EXPECT_EQ(next_harder(Difficulty::easy), Difficulty::medium);
    EXPECT_EQ(next_harder(Difficulty::expert), Difficulty::easy);
    const auto wrong = difficulty_named("hrad");
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().code, ErrorCode::usage);
    EXPECT_NE(wrong.error().hint.find("hard"), std::string::npos);
}

}  // namespace
}  // namespace tessera
