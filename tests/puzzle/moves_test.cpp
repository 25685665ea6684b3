// Moves: every notation round-trips, the reader is tolerant, and replay names the first fault.
#include "tessera/puzzle/moves.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

constexpr Notation all_notations[] = {Notation::blank, Notation::tile, Notation::numbers,
                                      Notation::compact, Notation::arrows};

std::vector<Move> random_path(const DynamicBoard& start, std::size_t length, Random& random) {
    std::vector<Move> path;
    DynamicBoard board = start;
    while (path.size() < length) {
        const Move move = all_moves[random.below(4)];
        if (!board.legal_moves().has(move)) continue;
        board.slide(move);
        path.push_back(move);
    }
    return path;
}

const std::vector<Move> uldr{Move::up, Move::left, Move::down, Move::right};

DynamicBoard solved() {
    return *make_goal("blank-last", {3, 3});
}

TEST(Moves, EveryNotationRoundTrips) {
    Random random(8);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 4}, Geometry{12, 12}}) {
        const DynamicBoard start = random_solvable(*make_goal("snail", geometry), random);
        for (const std::size_t length : std::initializer_list<std::size_t>{0, 1, 40, 500}) {
            const std::vector<Move> path = random_path(start, length, random);
            for (const Notation notation : all_notations) {
                const std::string text = format_moves(path, start, notation);
                const Result<std::vector<Move>> back = parse_moves(text, start, notation);
                ASSERT_TRUE(back.ok()) << back.error().message;
                EXPECT_EQ(*back, path) << text;
                EXPECT_EQ(*notation_named(to_string(notation)), notation);
            }
        }
    }
}

TEST(Moves, Examples) {
    const std::vector<Move> path{Move::up, Move::up, Move::left, Move::down};
    EXPECT_EQ(format_moves(path, solved(), Notation::blank), "UULD");
    EXPECT_EQ(format_moves(path, solved(), Notation::tile), "DDRU");
    EXPECT_EQ(format_moves(path, solved(), Notation::numbers), "6 -> 3 -> 2 -> 5");
    EXPECT_EQ(format_moves(path, solved(), Notation::compact), "U2LD");
    EXPECT_EQ(format_moves(path, solved(), Notation::arrows), "↑↑←↓");
    EXPECT_EQ(slides(path), 3U);
    EXPECT_EQ(slides({}), 0U);
}

TEST(Moves, ReaderIsTolerant) {
    for (const std::string_view text :
         {"ULDR", "uldr", "U L D R", "U,L,D,R", "UP LEFT DOWN RIGHT", "Up -> Left -> Down -> Right",
          "[\"Up\", \"Left\", \"Down\", \"Right\"]", "up\nleft\r\ndown\tright", "↑←↓→", "U1L1D1R1",
          "upLeftDOWNr", "['U', 'L', 'D', 'R']"}) {
        const Result<std::vector<Move>> moves = parse_moves(text, solved());
        ASSERT_TRUE(moves.ok()) << text << ": " << moves.error().message;
        EXPECT_EQ(*moves, uldr) << text;
    }
    EXPECT_EQ(*parse_moves("6 3, 2->5", solved()),
              (std::vector<Move>{Move::up, Move::up, Move::left, Move::down}));
    EXPECT_EQ(*parse_moves("6 → 3", solved()), (std::vector<Move>{Move::up, Move::up}));
    EXPECT_TRUE(parse_moves("", solved())->empty());
}

TEST(Moves, ReaderNamesThePlaceOfAFault) {
    const Result<std::vector<Move>> word = parse_moves("ULD\nU jump", solved());
    ASSERT_FALSE(word.ok());
    EXPECT_EQ(word.error().code, ErrorCode::bad_input);
    EXPECT_EQ(word.error().message, "\"jump\" is not a move (line 2, column 3 of the moves)");

    const Result<std::vector<Move>> tile = parse_moves("6 -> 9", solved());
    ASSERT_FALSE(tile.ok());
    EXPECT_EQ(tile.error().message,
              "move 2: tile 9 is not beside the blank (line 1, column 6 of the moves)");

    EXPECT_FALSE(parse_moves("U99999999999999999999", solved()).ok());
    EXPECT_FALSE(parse_moves("U0", solved()).ok());
    EXPECT_FALSE(parse_moves("6 x", solved()).ok());
    const Result<std::vector<Move>> huge = parse_moves(std::string(10'000'000, '?'), solved());
    ASSERT_FALSE(huge.ok());
    EXPECT_LT(huge.error().message.size(), 200U);
}

TEST(Moves, ReplayReportsTheFirstIllegalMove) {
    const std::vector<Move> good{Move::up, Move::left};
    ASSERT_TRUE(replay(solved(), good).ok());
    EXPECT_EQ(inline_form(*replay(solved(), good)), "1 2 3/4 0 5/7 8 6");
    const std::vector<Move> bad{Move::up, Move::right, Move::down};
    const Result<DynamicBoard> result = replay(solved(), bad);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::bad_input);
    EXPECT_EQ(result.error().message,
              "move 2 of 3 (right) is illegal: the blank is at row 2, column 3 of a 3x3 board");
}

TEST(MovesInRelease, MillionsOfMovesOnTheLargestBoard) {
    Random random(6);
    const DynamicBoard start = *make_goal("blank-last", {100, 100});
    const std::vector<Move> path = random_path(start, 2'000'000, random);
    const std::string text = format_moves(path, start, Notation::numbers);
    const Result<std::vector<Move>> back = parse_moves(text, start);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, path);
    std::vector<Move> there_and_back = path;
    for (std::size_t i = path.size(); i-- > 0;) there_and_back.push_back(opposite(path[i]));
    EXPECT_EQ(*replay(start, there_and_back), start);
}

TEST(Moves, UnknownNotationSuggestsTheNearest) {
    const Result<Notation> notation = notation_named("arows");
    ASSERT_FALSE(notation.ok());
    EXPECT_EQ(notation.error().code, ErrorCode::usage);
    EXPECT_NE(notation.error().hint.find("did you mean \"arrows\"?"), std::string::npos);
    const Result<Notation> hostile = notation_named("\x1b[31m");
    EXPECT_EQ(hostile.error().message, "there is no move notation called \"?[31m\"");
}

}  // namespace
}  // namespace tessera
