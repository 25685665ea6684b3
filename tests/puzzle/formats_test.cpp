// Formats: every one round-trips and is detected, drawings are understood, and bad input is explained.
#include "tessera/puzzle/formats.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

Result<ReadBoards> read(std::string_view text, std::string_view format = {},
                        std::optional<Geometry> size = {}) {
    return read_boards(text, {.size = size, .format = format, .source = "test"});
}

std::vector<std::string> boards_of(const Result<ReadBoards>& result) {
    if (!result.ok()) return {result.error().message};
    std::vector<std::string> boards;
    for (const BoardEntry& entry : result->boards) boards.push_back(inline_form(entry.board));
    return boards;
}

using Boards = std::vector<std::string>;

std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Formats, EveryFormatIsDescribedAndItsExampleIsDetected) {
    std::set<std::string_view> names;
    for (const FormatInfo& info : board_formats()) {
        EXPECT_FALSE(info.synopsis.empty()) << info.name;
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        for (const std::string_view alias : info.aliases) EXPECT_TRUE(names.insert(alias).second);
        const Result<ReadBoards> result = read(info.example);
        ASSERT_TRUE(result.ok()) << info.name << ": " << result.error().message;
        EXPECT_EQ(result->format, info.name);
        EXPECT_TRUE(read(info.example, info.name).ok());
    }
    for (const std::string_view promised : {"flat", "inline", "grid", "42", "princeton", "rc",
                                            "korf", "case", "csv", "csv-table", "json", "jsonl"}) {
        EXPECT_TRUE(names.contains(promised)) << promised;
    }
}

TEST(Formats, EveryFormatRoundTripsAndIsDetected) {
    Random random(31);
    for (const Geometry geometry : {Geometry{3, 3}, Geometry{2, 5}, Geometry{5, 2}, Geometry{4, 4},
                                    Geometry{9, 9}, Geometry{100, 100}}) {
        for (const std::size_t count : {std::size_t{1}, std::size_t{3}}) {
            std::vector<BoardEntry> entries(count);
            for (BoardEntry& entry : entries) {
                entry.board = random_solvable(*make_goal("blank-last", geometry), random);
            }
            for (const FormatInfo& info : board_formats()) {
                SCOPED_TRACE(testing::Message() << info.name << " " << geometry.rows << "x"
                                                << geometry.cols << " n=" << count);
                const Result<std::string> text = write_boards(entries, info.name);
                if (!text.ok()) {
                    EXPECT_EQ(text.error().code, ErrorCode::usage);
                    EXPECT_NE(geometry.rows, geometry.cols);
                    continue;
                }
                for (const std::string_view forced : {std::string_view{}, info.name}) {
                    const Result<ReadBoards> back = read(*text, forced, geometry);
                    ASSERT_TRUE(back.ok()) << back.error().message;
                    ASSERT_EQ(back->boards.size(), count);
                    for (std::size_t i = 0; i < count; ++i) {
                        ASSERT_EQ(back->boards[i].board, entries[i].board);
                    }
                }
            }
        }
    }
}

TEST(Formats, GoalsIdsAndLengthsRoundTripWhereTheFormatHasThem) {
    std::vector<BoardEntry> entries(3);
    entries[0].id = "first, \"quoted\"";
    entries[0].board = *make_goal("blank-first", {3, 3});
    entries[0].goal = *make_goal("blank-last", {3, 3});
    entries[0].optimal = 22;
    entries[1].id = "second";
    entries[1].board = *make_goal("snail", {3, 3});
    entries[1].goal_name = "snail";
    entries[1].optimal = 0;
    entries[2].id = "third";
    entries[2].board = *make_goal("column-major", {2, 3});
    for (const std::string_view format : {"json", "jsonl", "csv-table", "case"}) {
        SCOPED_TRACE(format);
        const Result<ReadBoards> back = read(*write_boards(entries, format));
        ASSERT_TRUE(back.ok()) << back.error().message;
        EXPECT_EQ(back->format, format);
        ASSERT_EQ(back->boards.size(), entries.size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            EXPECT_EQ(back->boards[i].id, entries[i].id);
            EXPECT_EQ(back->boards[i].board, entries[i].board);
            if (format == "case") {
                // As its origin reads them: every case has the rows of its goal.
                const std::string name = entries[i].goal_name.value_or("blank-last");
                const DynamicBoard goal = *make_goal(name, entries[i].board.geometry());
                EXPECT_EQ(back->boards[i].goal, entries[i].goal.value_or(goal));
            } else {
                EXPECT_EQ(back->boards[i].goal, entries[i].goal);
                EXPECT_EQ(back->boards[i].goal_name, entries[i].goal_name);
            }
            const bool has_lengths = format != "case";
            EXPECT_EQ(back->boards[i].optimal, has_lengths ? entries[i].optimal : std::nullopt);
        }
    }
}

TEST(Formats, NamesAreOneLineThatTerminalsOnlyShow) {
    const auto named = read(R"({"id":"a\u001b[31m\nb\u009b2J\u00e9","start":[1,2,3,0]})");
    ASSERT_TRUE(named.ok());
    EXPECT_EQ(named->boards[0].id, "a?[31m?b?2Jé");
    for (const FormatInfo& info : board_formats()) {
        const auto text = write_boards(named->boards, info.name);
        ASSERT_TRUE(text.ok()) << info.name;
        EXPECT_EQ(boards_of(read(*text, info.name)), Boards{"1 2/3 0"}) << info.name;
    }
}

TEST(Formats, ScenarioFileHasBareCommaSeparatedRows) {
    std::vector<BoardEntry> entries(2);
    entries[0].board = *make_goal("blank-last", {2, 2});
    entries[1].board = *make_goal("blank-first", {2, 2});
    EXPECT_EQ(*write_boards(entries, "csv"), "1,2,3,0\n0,1,2,3\n");
}

struct Understood {
    std::string_view text;
    std::string_view format;
    Boards boards;
};

TEST(Formats, UnderstandsWhatPeopleWrite) {
    const Boards solved{"1 2 3/4 5 6/7 8 0"};
    const std::vector<Understood> table{
        {"1 2 3 4 5 6 7 8 0", "flat", solved},
        {"[1, 2, 3, 4, 5, 6, 7, 8, 0]", "flat", solved},
        {"(1,2,3,4,5,6,7,8,0)", "flat", solved},
        {"1,2,3,4,5,6,7,8,0", "csv", solved},
        {"1;2;3;4;5;6;7;8;0", "flat", solved},
        {"1 2 3/4 5 6/7 8 0", "inline", solved},
        {"1 2 3 / 4 5 6 / 7 8 _ /", "inline", solved},
        {"1 2 3; 4 5 6; 7 8 0", "inline", solved},
        {"[[1,2,3],[4,5,6],[7,8,0]]", "inline", solved},
        {"((1, 2, 3), (4, 5, 6), (7, 8, 0))", "inline", solved},
        {"[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 0]]", "grid", solved},
        {"1 2 3\n4 5 6\n7 8 0\n", "grid", solved},
        {"1 2 3\n4 5 6\n7 8 x\n", "grid", solved},
        {"1 2 3\n4 5 6\n7 8 .\n", "grid", solved},
        {"1 2 3\n4 5 6\n7 8 -\n", "grid", solved},
        {"1\t2\t3\n4\t5\t6\n7\t8\t_\n\n\n", "grid", solved},
        {"\xEF\xBB\xBF"
         "1 2 3\r\n4 5 6\r\n7 8 0\r\n",
         "grid", solved},
        {"1 2 3\n4 5 6\n7 8\n", "grid", solved},
        {"1,2,3\n4,5,6\n7,8,\n", "grid", solved},
        {"1,2,3\n4,,5\n6,7,8\n", "grid", {"1 2 3/4 0 5/6 7 8"}},
        {"1 2 3\n4   5\n6 7 8\n", "grid", {"1 2 3/4 0 5/6 7 8"}},
        {" 1  2  3\n    4  5\n 6  7  8\n", "grid", {"1 2 3/0 4 5/6 7 8"}},
        {"  1\n2 3\n", "grid", {"0 1/2 3"}},
        {"| 1 | 2 |\n|   | 3 |\n", "grid", {"1 2/0 3"}},
        {"| 1 2 |\n| 0 3 |\n", "grid", {"1 2/0 3"}},
        {"-------\n| 1| 2|\n-------\n|  | 3|\n-------\n", "grid", {"1 2/0 3"}},
        {"+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n", "grid", {"1 2/3 0"}},
        {"┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘\n", "grid", {"1 2/3 0"}},
        {"1 2\n3 0\n\n0 1\n2 3\n", "grid", {"1 2/3 0", "0 1/2 3"}},
        {"1 2\n3 0\n0 1\n2 3\n", "grid", {"1 2/3 0", "0 1/2 3"}},
        {"1 2 3 0\n0 1 2 3\n", "flat", {"1 2/3 0", "0 1/2 3"}},
        {"1 2 3 0\r\n0 1 2 3\r\n", "flat", {"1 2/3 0", "0 1/2 3"}},
        {"# two\n1 2 3 0 # solved\n\n0 1 2 3\n", "flat", {"1 2/3 0", "0 1/2 3"}},
        {"3\n1 2 3\n4 5 6\n7 8 0\n", "princeton", solved},
        {"3\n\n 1  2  3\n 4  5  6\n 7  8  0\n2\n1 2\n3 0\n",
         "princeton",
         {"1 2 3/4 5 6/7 8 0", "1 2/3 0"}},
        {"# c\n3 # side\n1 2 3\n# between\n4 5 6 # row\n7 8 0\n", "42", solved},
        {"2 3\n1 2 3\n4 5 0\n", "rc", {"1 2 3/4 5 0"}},
        {"3 2\n1 2\n3 4\n5 0\n", "rc", {"1 2/3 4/5 0"}},
        {"2 0\n1 3\n", "grid", {"2 0/1 3"}},
        {"1 2 3 4 5 6 7 8 0 31\n", "korf", solved},
        {"12 1 2 3 4 5 6 7 8 0\n", "korf", solved},
        {"1 2 3 0 4\n", "korf", {"1 2/3 0"}},
        {"7 1 2 3 0 4 12 30\n", "korf", {"1 2/3 0"}},
        {"{\"start\":[[1,2,3],[4,5,6],[7,8,null]]}", "json", solved},
        {"{\"start\":\"1 2 3/4 5 6/7 8 0\"}", "json", solved},
        {"[{\"start\":[1,2,3,0]},\n{\"start\":[0,1,2,3]}]", "json", {"1 2/3 0", "0 1/2 3"}},
        {"state,heuristic\n1 2 3 0,h1\n\"0,1,2,3\",h2\n", "csv-table", {"1 2/3 0", "0 1/2 3"}},
        {"CASE: a\nINITIAL:\n1 2\n3 0\nGOAL:\n0 1\n2 3\nEND\nCASE: b\nINITIAL: 0 1 2 3\nEND\n",
         "case",
         {"1 2/3 0", "0 1/2 3"}},
    };
    for (const Understood& row : table) {
        SCOPED_TRACE(row.text);
        const Result<ReadBoards> result = read(row.text);
        EXPECT_EQ(boards_of(result), row.boards);
        ASSERT_TRUE(result.ok());
        EXPECT_EQ(result->format, row.format);
    }
}

TEST(Formats, SizeDecidesTheShapeOfALine) {
    EXPECT_EQ(boards_of(read("1 2 3 4 5 0", {}, Geometry{2, 3})), Boards{"1 2 3/4 5 0"});
    EXPECT_EQ(boards_of(read("1 2 3 4 5 0", {}, Geometry{3, 2})), Boards{"1 2/3 4/5 0"});
    EXPECT_EQ(boards_of(read("1 2 3 4 5 0\n0 1 2 3 4 5\n", {}, Geometry{3, 2})),
              (Boards{"1 2/3 4/5 0", "0 1/2 3/4 5"}));
    EXPECT_EQ(boards_of(read("7 1 2 3 4 5 0 12\n", {}, Geometry{3, 2})), Boards{"1 2/3 4/5 0"});
}

TEST(Formats, FormatsThatImplyAGoalSaySo) {
    const Result<ReadBoards> school = read("# x\n3\n1 2 3\n8 0 4\n7 6 5\n");
    ASSERT_TRUE(school.ok());
    EXPECT_EQ(school->boards[0].goal_name, "snail");
    ASSERT_EQ(school->notes.size(), 1U);
    EXPECT_NE(school->notes[0].find("snail"), std::string::npos);
    const Result<ReadBoards> korf = read("3 14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15 59 565994203\n");
    ASSERT_TRUE(korf.ok());
    EXPECT_EQ(korf->boards[0].goal_name, "blank-first");
    EXPECT_EQ(korf->boards[0].id, "3");
    EXPECT_EQ(korf->boards[0].optimal, 59);
    EXPECT_EQ(korf->boards[0].nodes, 565994203U);
    EXPECT_EQ(korf->notes.size(), 1U);
}

TEST(Formats, DrawingsAreReadBack) {
    Random random(77);
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{4, 4}, Geometry{3, 12}}) {
        const DynamicBoard board = random_solvable(*make_goal("blank-last", geometry), random);
        const Result<ReadBoards> back = read(draw(board));
        ASSERT_TRUE(back.ok()) << back.error().message;
        EXPECT_EQ(back->boards[0].board, board);
    }
    EXPECT_EQ(draw(*make_goal("blank-last", {2, 2})),
              "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘\n");
}

TEST(Formats, EntriesKnowTheirLines) {
    const Result<ReadBoards> grid = read("# head\n1 2\n3 0\n\n\n0 1\n2 3\n");
    ASSERT_TRUE(grid.ok());
    EXPECT_EQ(grid->boards[0].line, 2U);
    EXPECT_EQ(grid->boards[1].line, 6U);
    const Result<ReadBoards> json = read("[\n{\"start\":[1,2,3,0]},\n\n{\"start\":[0,1,2,3]}]");
    ASSERT_TRUE(json.ok());
    EXPECT_EQ(json->boards[0].line, 2U);
    EXPECT_EQ(json->boards[1].line, 4U);
}

struct Fault {
    std::string text;
    std::string_view message;
    std::string_view hint;  ///< a part of the hint
};

TEST(Formats, BadInputIsExplained) {
    const std::vector<Fault> table{
        {"", "test: there is no board: the input is empty", "as rows of numbers"},
        {" \n\t\n", "test: there is no board: the input is empty", ""},
        {"# nothing\n", "test: there is no board, only comments", ""},
        {"-----\n", "test: there is no board: found \"-----\" (line 1, column 1)", ""},
        {"abc", "test: \"abc\" is not a tile (line 1, column 1)", "whole numbers"},
        {"1 2 3 a 5 6 7 8 0", "test: \"a\" is not a tile (line 1, column 7)", ""},
        {"1 2 3\n4 5 6\n7 7 0\n", "test: tile 7 appears twice and 8 is missing (line 3, column 3)",
         "exactly once"},
        {"1 2 3 4 5 6 7 8 0\n1 1 1 4 5 6 7 8 0\n",
         "test: tile 1 appears 3 times and 2 and 3 are missing (line 2, column 3)", ""},
        {"1 2 3\n4 5\n6 7 8 0\n", "test: row 2 has 2 cells where row 1 has 3 (line 2, column 1)",
         "equally long"},
        {"1 2/3", "test: row 2 has 1 cell where row 1 has 2 (line 1, column 5)", ""},
        {"1 2 0 0", "test: the board has 2 blanks and 3 is missing (line 1, column 7)", ""},
        {"1 2 3 4", "test: the board has no blank, but a tile 4 (line 1, column 7)", "as 0"},
        {"1 2 3 3", "test: tile 3 appears twice and the blank is missing (line 1, column 7)", ""},
        {"1 -2 3 0", "test: tile -2 is negative (line 1, column 3)", ""},
        {"1 2 99999999999999999999999999 0",
         "test: tile 999999999999999999999999… does not belong on a 2x2 board, whose tiles are 1 "
         "to "
         "3 (line 1, column 5)",
         ""},
        {std::string("1 2\0 3 0", 8),
         "test: there is a NUL byte, so this is not plain text (line 1, "
         "column 4)",
         "UTF-16"},
        {"1 2 3 4 5 6 7 8 9 10 11 0",
         "test: 12 numbers do not make a square board (line 1, column 1)", "3x4, 4x3, 2x6 or 6x2"},
        {"1 2 3 4 5 6 7 8",
         "test: found 8 numbers without a blank; a 3x3 board has 9 cells (line 1, column 1)",
         "write the blank as 0"},
        {"15 14 13 12 11 10 9 8 7 6 5 4 3 2 1",
         "test: found 15 numbers without a blank; a 4x4 board has 16 cells (line 1, column 1)",
         "write the blank as 0"},
        {"1 2 3 4 0 6 7 8",
         "test: found 8 numbers without tile 5; a 3x3 board has 9 cells (line 1, column 1)",
         "write it where it is"},
        // Slips in a board, even if its beginning is a smaller one.
        {"1 2 3 0 5 6 7 8",
         "test: found 8 numbers without tile 4; a 3x3 board has 9 cells (line 1, column 1)", ""},
        {"1 2 3 0 4 5 6 7", "test: 8 numbers do not make a square board (line 1, column 1)", "2x4"},
        {"1 2 3 0 4 5 6 7 7", "test: tile 7 appears twice and 8 is missing (line 1, column 17)",
         ""},
        {"1 2 3 4 5 6 7 0 8 9 10 11 12 13 15",
         "test: found 15 numbers without tile 14; a 4x4 board has 16 cells (line 1, column 1)", ""},
        {"1 2 3 4 5 6 7 7", "test: 8 numbers do not make a square board (line 1, column 1)", "2x4"},
        {"123456708", "test: '123456708' is one number (line 1, column 1)", "put spaces between"},
        {"1 0", "test: found 2 cells; the smallest board, 2x2, has 4 (line 1, column 1)", ""},
        {"1\n0\n", "test: the size line says 1; boards go from 2x2 to 100x100 (line 1, column 1)",
         ""},
        {"101\n1 2 3\n",
         "test: the size line says 101; boards go from 2x2 to 100x100 (line 1, column "
         "1)",
         ""},
        {"3\n1 2 3\n4 5 6\n",
         "test: the size line says 3x3, but only 2 rows follow (line 1, column 1)", ""},
        {"{\"start\":[1,2,3,0]", "test: this is not valid JSON: unexpected end (line 1, column 19)",
         "start"},
        {"{\"strt\":[1,2,3,0]}", "test: the JSON object has no \"start\" (line 1)", ""},
        {"{\"start\":{}}", "test: \"start\" is not a list of tiles (line 1)", ""},
        {"{\"start\":[1,2,3,0],\"goal\":\"snial\"}",
         "test: there is no goal called \"snial\" (line 1)", "did you mean \"snail\"?"},
        {"{\"size\":[1,4],\"start\":[1,2,3,0]}", "test: \"size\": no board has size 1x4 (line 1)",
         ""},
        {"{\"start\":[1,2,3,0]}\n{\"start\":[1,2,2,0]}\n",
         "test: tile 2 appears twice and 3 is missing (line 2)", ""},
        {"id,goal\n1,snail\n", "test: the header \"id,goal\" has no column called start (line 1)",
         ""},
        {"id,start\n1,1 2 3 0\n2,1 2 3 x 5\n",
         "test: 5 numbers do not make a square board (line 3)", ""},
        {"CASE: a\nEND\n", "test: case \"a\" has no INITIAL: board (line 1)", ""},
        {"CASE: a\n1 2\n",
         "test: expected CASE:, INITIAL:, GOAL: or END but found \"1 2\" (line 2)", ""},
        {"CASE: a\nINITIAL 1 2/3 0\n",
         "test: expected CASE:, INITIAL:, GOAL: or END but found \"INITIAL 1 2/3 0\" (line 2)", ""},
        {"CASE: a\nINITIAL: 1 2/3 0\nGOAL: snial\nEND\n",
         "test: there is no goal called \"snial\" (line 1)", "did you mean \"snail\"?"},
        {"start,goal\n1 2 3 0,snial\n", "test: there is no goal called \"snial\" (line 2)",
         "did you mean \"snail\"?"},
        {"start,goal\n", "test: the table has a header but no board (line 1)", "below the header"},
        {"{\"a\":null,\"b\":true,\"c\":-1,\"d\":1.5,\"e\":\"s\",\"start\":[1,2,3,0]}}",
         "test: this is not valid JSON: unexpected \"}\" (line 1, column 61)", ""},
        {"{\"start\":[1,{},3,0]}", "test: \"start\" is not a list of tiles (line 1)", ""},
        {"{\"start\":[[1,2],[true,0]]}", "test: \"start\" is not a list of tiles (line 1)", ""},
        {"2\n1 2\n3 0\n1 2 3\n",
         "test: expected a size line (one number for a square board, or rows and columns) but "
         "found "
         "\"1 2 3\" (line 4, column 1)",
         "before the rows of every board"},
    };
    for (const Fault& fault : table) {
        SCOPED_TRACE(fault.text);
        const Result<ReadBoards> result = read(fault.text);
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::bad_input);
        EXPECT_EQ(result.error().message, fault.message);
        EXPECT_NE(result.error().hint.find(fault.hint), std::string::npos) << result.error().hint;
    }
}

TEST(Formats, WrongSizeIsExplained) {
    EXPECT_EQ(boards_of(read("1 2 3/4 5 6/7 8 0", {}, Geometry{4, 4})),
              Boards{"test: found 3 rows of 3 where a 4x4 board was expected (line 1, column 1)"});
    EXPECT_EQ(boards_of(read("1 2 3 0", {}, Geometry{3, 3})),
              Boards{"test: found 4 cells where a 3x3 board has 9 (line 1, column 1)"});
    EXPECT_EQ(
        boards_of(read("2\n1 2\n3 0\n", "princeton", Geometry{3, 3})),
        Boards{"test: the size line says 2x2, but a 3x3 board was expected (line 1, column 1)"});
}

TEST(Formats, MoreRowsThanAnyBoardHasAreRefusedBeforeTheyFillTheMemory) {
    std::string rows;
    for (int i = 0; i < 50'000; ++i) rows += "1 2\n3 0\n";
    const Result<ReadBoards> pile = read(rows, "grid", Geometry{2, 2});
    ASSERT_TRUE(pile.ok()) << pile.error().message;
    EXPECT_EQ(pile->boards.size(), 50'000U);
    EXPECT_EQ(boards_of(read(rows + "1 2\n", "grid", Geometry{2, 2})),
              Boards{"test: more than 100000 rows without an empty line (line 100001)"});
}

TEST(Formats, JsonTakesNumbersAsTextAndResultsAsBoards) {
    const Result<ReadBoards> result =
        read(R"({"id":7,"start":["1","2",null,"3"],"optimal":true,"length":5})");
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(boards_of(result), Boards{"1 2/0 3"});
    EXPECT_EQ(result->boards[0].id, "7");
    EXPECT_EQ(result->boards[0].optimal, 5);
    EXPECT_EQ(read(R"({"id":[],"start":[1,2,3,0],"optimal":false,"length":5})")->boards[0].optimal,
              std::nullopt)
        << "a length that is not proven is not the optimal one";
}

TEST(Formats, HugeInputGetsAShortAnswer) {
    constexpr std::size_t size = 10'000'000;
    std::string numbers;
    while (numbers.size() < size) numbers += "1 ";
    for (const std::string& text :
         {numbers, std::string(size, '9'), std::string(size, 'a'), std::string(size, '['),
          std::string(size, '\0'), std::string(size, '-'), std::string(size, '\n'),
          "CASE: x\nINITIAL:\n" + numbers, "start\n" + numbers,
          "{\"start\":\"" + numbers + "\"}"}) {
        const Result<ReadBoards> result = read(text);
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::bad_input);
        EXPECT_LT(result.error().message.size() + result.error().hint.size(), 400U);
    }
}

TEST(Formats, UnknownFormatSuggestsTheNearest) {
    const Result<ReadBoards> result = read("1 2 3 0", "gird");
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::usage);
    EXPECT_NE(result.error().hint.find("did you mean \"grid\"?"), std::string::npos);
    EXPECT_EQ(write_boards({}, "gird").error().code, ErrorCode::usage);
}

TEST(Formats, SizesAreParsed) {
    for (const std::string_view text : {"3x4", "3X4", "3×4", " 3 x 4 ", "3 4", "3,4", "3*4"}) {
        ASSERT_TRUE(parse_size(text).ok()) << text;
        EXPECT_EQ(*parse_size(text), (Geometry{3, 4})) << text;
    }
    EXPECT_EQ(*parse_size("4"), (Geometry{4, 4}));
    for (const std::string_view text :
         {"", "x", "3x", "x4", "3x4x5", "1x4", "3x101", "-3x4", "3y4", "99999999999999999999x3"}) {
        EXPECT_FALSE(parse_size(text).ok()) << text;
    }
}

TEST(Formats, PublishedFilesAreRead) {
    const std::filesystem::path data = std::filesystem::path(TESSERA_SOURCE_DIR) / "data/published";
    struct Expected {
        const char* name;
        std::size_t boards;
        std::optional<Cost> first_optimal;
    };
    for (const auto& [name, count, optimal] :
         {Expected{"korf15.txt", 100, 57}, Expected{"korf24.txt", 50, 95},
          Expected{"antipodes15-80moves.txt", 17, std::nullopt}}) {
        ASSERT_TRUE(std::filesystem::exists(data / name)) << data / name;
        const Result<ReadBoards> result = read(file_text(data / name));
        ASSERT_TRUE(result.ok()) << result.error().message;
        EXPECT_EQ(result->boards.size(), count);
        EXPECT_EQ(result->boards[0].optimal, optimal);
        EXPECT_EQ(result->boards[0].goal_name, "blank-first");
    }
}

TEST(Formats, ExternalFilesAreRead) {
    const char* named = std::getenv("TESSERA_DATA");
    const std::filesystem::path data =
        named != nullptr ? std::filesystem::path(named)
                         : std::filesystem::path(TESSERA_SOURCE_DIR) / "../shared/data/external";
    if (!std::filesystem::exists(data)) {
        GTEST_SKIP() << "no external data at " << data << " (TESSERA_DATA names its folder)";
    }
    struct Expected {
        const char* name;
        std::size_t boards;
        std::optional<Geometry> size;
        std::optional<Cost> first_optimal;
    };
    for (const auto& [name, count, size, optimal] :
         {Expected{"korf15-1000.txt", 1000, std::nullopt, 54},
          Expected{"seed0-scenarios-250.csv", 250, std::nullopt, 24},
          Expected{"seed2-test-cases.csv", 16, std::nullopt, std::nullopt},
          Expected{"random35-hog2.txt", 100, std::nullopt, std::nullopt},
          Expected{"random19-hog2-5rows4cols.txt", 100, Geometry{5, 4}, std::nullopt},
          Expected{"deepcubea-48.txt", 100, std::nullopt, std::nullopt}}) {
        const Result<ReadBoards> result = read(file_text(data / name), {}, size);
        ASSERT_TRUE(result.ok()) << name << ": " << result.error().message;
        EXPECT_EQ(result->boards.size(), count) << name;
        EXPECT_EQ(result->boards[0].optimal, optimal) << name;
    }
}

}  // namespace
}  // namespace tessera
