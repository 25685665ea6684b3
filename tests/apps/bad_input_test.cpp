// Bad boards and files: exit code 3, a message with place and remedy on stderr, nothing on stdout.
// home: sanitizers
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

struct BadBoard {
    std::string name;
    std::string text;
    Words said;  ///< what the message must contain
};

std::ostream& operator<<(std::ostream& stream, const BadBoard& bad) {
    return stream << bad.name;
}

std::vector<BadBoard> bad_boards() {
    std::string nul_inside = "1 2 3\n4 5 6\n7 8 0\n";
    nul_inside[4] = '\0';
    return {
        {"white", " \n\t\n\n", {"empty"}},
        {"letters", "one two\nthree four\n", {"\"one\"", "line 1", "column 1"}},
        {"a_letter", "1 2 3\n4 5 a\n7 8 0\n", {"\"a\"", "line 2", "column 5"}},
        {"duplicate",
         "1 2 3\n4 5 6\n7 7 0\n",
         {"7 appears twice", "8 is missing", "line 3", "column 3"}},
        {"duplicate_4x4",
         "1 2 3 4\n5 6 7 8\n7 10 11 12\n13 14 15 0\n",
         {"tile 7 appears twice and 9 is missing", "line 3", "column 1"}},
        {"missing", "1 2 3\n4 5 6\n7 9 0\n", {"9", "line 3", "column 3"}},
        {"ragged", "1 2 3\n4 5\n6 7 8 0\n", {"row 2 has 2 cells", "row 1 has 3", "line 2"}},
        {"ragged_inline", "1 2 3/4 5/6 7 8 0", {"row 2 has 2 cells", "line 1", "column 7"}},
        {"two_blanks", "0 1 2/3 4 5/6 7 0", {"2 blanks", "8 is missing", "column 17"}},
        {"two_kinds_of_blank", "_ 1 2/3 4 5/6 7 x", {"2 blanks"}},
        {"no_blank", "1 2 3/4 5 6/7 8 9", {"no blank", "column 17"}},
        {"negative", "1 2 3/4 5 6/7 -8 0", {"-8 is negative", "column 15"}},
        {"huge_number",
         "1 2 3/4 5 6/7 99999999999999999999999999 0",
         {"tile 9999999999", "column 15"}},
        {"fraction", "1 2 3/4 5 6/7 8.5 0", {"8.5", "column 15"}},
        {"nul_byte", nul_inside, {"NUL", "line 1", "column 5"}},
        {"only_nul", std::string(1000, '\0'), {"NUL", "line 1", "column 1"}},
        {"one_cell", "0", {"1 cell", "2x2"}},
        {"one_row", "1 2 0", {"3 cells"}},
        {"not_square", "1 2 3 4 5 6 7 0", {"8 numbers", "2x4", "--size"}},
        {"prime_count", "1 2 3 4 5 6 0", {"7 numbers"}},
        {"too_wide", "101x2", {"101x2"}},
        {"broken_json", R"({"start":[1,2,3)", {"JSON", "line 1"}},
        {"json_without_start", R"({"size":[3,3]})", {"start"}},
        {"json_fraction", R"({"start":[1,2,3,4,5,6,7,8.5,0]})", {"8.5"}},
        {"json_text", R"({"start":"abc"})", {"abc"}},
        {"json_bad_goal", R"({"start":[1,2,3,0],"goal":7})", {"goal"}},
        {"json_unknown_goal", R"({"start":[1,2,3,0],"goal":"snial"})", {"snial", "snail"}},
        {"json_bad_size", R"({"start":[1,2,3,0],"size":[2,"x"]})", {"size"}},
        {"json_wrong_size", R"({"start":[1,2,3,0],"size":[3,3]})", {"4 cells", "3x3"}},
        {"deep_json", std::string(200'000, '['), {"line 1"}},
        {"deep_objects",
         [] {
             std::string text;
             for (int i = 0; i < 50'000; ++i) text += "{\"a\":";
             return text;
         }(),
         {"JSON"}},
        {"unfinished_42", "# comment\n3\n1 2 3\n4 5 6\n", {"line"}},
        {"size_line_too_large", "1000000\n1 2 3\n", {"line"}},
        {"case_without_board", "CASE: x\nEND\n", {"line"}},
        {"csv_without_start", "id,size,goal\na,3x3,snail\n", {"start"}},
        {"second_board_bad", "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/7 7 8\n", {"line 2"}},
    };
}

/// The message on stderr is short, starts with our name, and says what is wrong; stdout is empty.
void expect_complaint(const RunResult& result, int code, const Words& said,
                      const std::string& about) {
    EXPECT_EQ(result.code, code) << about << ": " << result.out.substr(0, 300) << result.err;
    EXPECT_EQ(result.signal, 0) << about;
    EXPECT_EQ(result.out, "") << about;
    EXPECT_TRUE(result.err.starts_with("tessera: ")) << about << ": " << result.err;
    EXPECT_LT(result.err.size(), 1000U) << about;
    EXPECT_GE(lines_of(result.err).size(), 2U) << about << " has no remedy: " << result.err;
    for (const std::string& part : said) {
        EXPECT_TRUE(contains(result.err, part))
            << about << " should say '" << part << "': " << result.err;
    }
}

class BadInput : public testing::TestWithParam<BadBoard> {};

TEST_P(BadInput, InAFileForEveryCommandThatReadsBoards) {
    const TemporaryFolder folder;
    const std::string file = folder.file("board.txt", GetParam().text);
    Words said = GetParam().said;
    said.emplace_back("board.txt");
    for (const Words& words : std::vector<Words>{
             {"solve", file}, {"check", file, "--json"}, {"convert", file, "--to", "flat"}}) {
        expect_complaint(tessera(words), 3, said, words.front());
    }
}

TEST_P(BadInput, OnStdin) {
    Words said = GetParam().said;
    said.emplace_back("standard input");
    RunResult result = tessera_reading(GetParam().text, {"solve", "-", "--json"});
    // Standard input is answered line by line: good boards come before the complaint of a later one.
    if (GetParam().text.starts_with("1 2 3/4 5 6/7 0 8\n")) {
        EXPECT_EQ(json_lines(result.out).size(), 1U) << result.out;
        result.out.clear();
    }
    expect_complaint(result, 3, said, "stdin");
}

INSTANTIATE_TEST_SUITE_P(Table, BadInput, testing::ValuesIn(bad_boards()),
                         [](const auto& entry) { return entry.param.name; });

TEST(BadInputAsArgument, IsToldApartFromFilesAndSuites) {
    struct Argument {
        std::string word;
        int code;
        Words said;
    };
    const Argument arguments[] = {
        {"", 3, {"a board looks like"}},
        {"abc", 3, {"'abc' is not a file", "a board looks like"}},
        {"puzzle7.txt", 3, {"'puzzle7.txt' is not a file"}},
        {"/no/such/dir1/board2", 3, {"is not a file"}},
        {"p42", 3, {"'p42' is not a file"}},
        {"korff:12", 2, {"korff", "did you mean 'korf'?"}},
        {"korf:0", 3, {"korf", "1 to 100"}},
        {"korf:101", 3, {"korf", "1 to 100"}},
        {"korf:", 3, {"korf", "1 to 100"}},
        {"korf:5-2", 3, {"5-2", "1 to 100"}},
        {"korf:x", 3, {"'x'", "1 to 100"}},
        {"korf24:51", 3, {"korf24", "1 to 50"}},
        {"1 2 3/4 5 6/7 7 0", 3, {"7 appears twice"}},
        {"1,2,3,4,5,6,7,8,a", 3, {"\"a\" is not a tile"}},
    };
    for (const Argument& argument : arguments) {
        expect_complaint(tessera({"solve", argument.word}), argument.code, argument.said,
                         argument.word);
    }
}

TEST(BadInputAsArgument, CellsAndAFileAreNotOneBoard) {
    const TemporaryFolder folder;
    const std::string file = folder.file("board.txt", "1 2 3/4 5 6/7 0 8\n");
    Words words = {"solve", "1", "2", "3", "4", "5", "6", "7", "8"};
    for (const std::string& other : {file, std::string("korf:1")}) {
        words.push_back(other);
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, 2) << result.err;
        EXPECT_TRUE(contains(result.err, "8 single cells and '")) << result.err;
        EXPECT_TRUE(contains(result.err, "in quotes")) << result.err;
        words.pop_back();
    }
    EXPECT_EQ(tessera({"solve", file, "1 2 3/4 5 6/0 7 8"}).code, 0) << "whole boards may be mixed";
}

TEST(BadInputFiles, EmptyFolderMissingUnreadable) {
    const TemporaryFolder folder;
    const std::string empty = folder.file("empty.txt", "");
    for (const std::string command : {"solve", "check", "verify"}) {
        expect_complaint(tessera({command, empty}), 3, {"empty"}, command);
        expect_complaint(tessera({command, folder.path()}), 3, {"is a folder", folder.path()},
                         command);
        expect_complaint(tessera({command, folder.path("missing.txt")}), 3, {"missing.txt"},
                         command);
    }
    const std::string secret = folder.file("secret.txt", "1 2 3/4 5 6/7 0 8\n");
    chmod(secret.c_str(), 0);
    if (access(secret.c_str(), R_OK) == 0) {
        std::cout << "skipped: this user may read every file, so none is unreadable\n";
        return;
    }
    expect_complaint(tessera({"solve", secret}), 3, {"cannot read", "secret.txt"}, "unreadable");
}

TEST(BadInputFiles, ANamedPipeIsReadLikeAFile) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
    RunOptions options;
    options.folder = folder.path();
    const RunResult result =
        run_program({"sh", "-c", "echo '1 2 3/4 5 6/7 0 8' > pipe & exec \"$0\" solve pipe",
                     program_under_test()},
                    options);
    EXPECT_EQ(result.code, 0) << result.err;
}

TEST(BadInputFiles, NothingAtAllOnStdin) {
    expect_complaint(tessera({"solve"}), 3, {"standard input", "empty"}, "empty stdin");
    RunOptions closed;
    closed.close_stdin = true;
    for (const std::string command : {"solve", "check", "verify"}) {
        const RunResult result = tessera({command, "-"}, closed);
        EXPECT_EQ(result.code, 3) << command;
        EXPECT_TRUE(contains(result.err, "standard input")) << result.err;
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(tessera({"solve", "1 2 3/4 5 6/7 0 8"}, closed).code, 0) << "stdin is not needed";
}

TEST(BadInputSizeInRelease, TenMegabytesInOneLine) {
    const std::size_t size = sanitized_program() ? 2'000'000 : 10'000'000;
    std::string numbers;
    while (numbers.size() < size) numbers += "1 2 3 ";
    std::string slashes;
    while (slashes.size() < size) slashes += "1 2/";
    for (const std::string& line :
         {std::string(size, '7'), numbers, slashes, std::string(size, 'a'), std::string(size, '/'),
          "{\"start\":[" + std::string(size, '1')}) {
        const RunResult result = tessera_reading(line, {"solve", "-"});
        expect_complaint(result, 3, {"line 1"}, line.substr(0, 20));
        EXPECT_EQ(tessera_reading(line, {"verify"}).code, 3) << line.substr(0, 20);
    }
}

TEST(BadInputSize, ManyBoardsAreNoProblem) {
    std::string text;
    const std::size_t many = sanitized_program() ? 20'000 : 200'000;
    for (std::size_t i = 0; i < many; ++i) text += "1 2/0 3\n";
    const RunResult result = tessera_reading(text, {"convert", "-", "--to", "csv"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(lines_of(result.out).size(), many);
}

TEST(BadInputSize, AnArgumentOfManyKilobytesIsNotRepeatedInFull) {
    const RunResult result = tessera({"solve", std::string(100'000, 'z')});
    expect_complaint(result, 3, {"zzz"}, "long argument");
}

TEST(BadGoals, AreNamedAsTheGoal) {
    const std::string board = "1 2 3/4 5 6/7 0 8";
    expect_complaint(tessera({"solve", board, "--goal", "1 2/3 0"}), 3,
                     {"--goal", "2 rows of 2", "3x3"}, "size");
    expect_complaint(tessera({"solve", board, "--goal", "1 2 3/4 5 6/7 7 0"}), 3,
                     {"--goal", "7 appears twice"}, "duplicate");
    expect_complaint(tessera({"check", board, "--goal", "1,2,3"}), 3, {"--goal", "3 cells"},
                     "short");
    expect_complaint(tessera({"audit", "2x2", "--goal", "1 2 3/4 5 6/7 8 0"}), 3, {"--goal", "2x2"},
                     "audit");
    expect_complaint(tessera({"generate", "2x2", "--goal", "1 2 3/4 5 6/7 8 0"}), 3,
                     {"--goal", "2x2"}, "generate");
}

TEST(BadSolutions, AreExplained) {
    struct Bad {
        std::string text;
        std::string said;
    };
    const Bad cases[] = {
        {"1 2 3/4 5 6/7 0 8\n", "moves"},
        {"board: 1 2 3/4 5 6/7 0 8\ngoal: 1 2 3/4 5 6/7 8 0\n", "moves"},
        {"moves: R\n", "board"},
        {"board: 1 2 3/4 5 6/7 7 8\nmoves: R\n", "7 appears twice"},
        {"{\"start\":[1,2,3,0]", "JSON"},
        {"{\"moves\":\"R\"}", "start"},
        {"[1,2,{]", "JSON"},
        {std::string("\0\0\0", 3), ""},
    };
    for (const Bad& bad : cases) {
        const RunResult result = tessera_reading(bad.text, {"verify"});
        EXPECT_EQ(result.code, 3) << bad.text << result.out;
        EXPECT_EQ(result.out, "") << bad.text;
        EXPECT_TRUE(contains(result.err, bad.said)) << bad.text << result.err;
    }
}

/// Random bytes, and every prefix of good texts, must never crash, hang or be taken for an internal
/// error.
TEST(BadInputFuzzInRelease, PrefixesAndNoiseAreHandled) {
    std::string noise;
    std::uint64_t state = 12345;
    const auto expect_sane = [](const std::string& text) {
        const RunResult result = tessera_reading(text, {"check", "-"});
        EXPECT_EQ(result.signal, 0) << text;
        EXPECT_TRUE(result.code == 0 || result.code == 11 || result.code == 3)
            << result.code << ": " << text;
        EXPECT_EQ(result.out.empty(), result.code == 3) << text;
    };
    for (int round = 0; round < 60; ++round) {
        noise.clear();
        for (int i = 0; i < 200; ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            constexpr std::string_view letters = "0123456789 \n,/[]{}\":|-_.x#CASEGOAL\t\r\xff\0";
            noise += letters[(state >> 33) % letters.size()];
        }
        expect_sane(noise);
    }
    const std::string good =
        R"({"id":"a","size":[3,3],"start":[1,2,3,4,5,6,7,0,8],"goal":"snail"})";
    for (std::size_t i = 0; i < good.size(); i += 2) expect_sane(good.substr(0, i));
    const std::string file =
        "CASE: one\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 0 6\n7 5 8\nEND\n";
    for (std::size_t i = 0; i < file.size(); i += 2) expect_sane(file.substr(0, i));
}

TEST(BadInput, NothingOfItReachesTheTerminalAsACommand) {
    for (const Words& words :
         {Words{"solve",
                "no\x1b[31msuch\x7f\xc2\x9b"
                "2Jfile"},
          Words{"slo\x1b[2Jve"}, Words{"solve", "1 2 3 0", "--goal", "\x1b]0;title\x07"},
          Words{"solve", "1 2 3 0", "--algorithm", "\x1b[31m"},
          Words{"solve", "1 2 3 0", "--time", "\x1b[31m"}, Words{"verify", "\x1b[31m"}}) {
        const RunResult result = tessera(words);
        EXPECT_NE(result.code, 0);
        EXPECT_FALSE(contains(result.err, "\x1b") || contains(result.err, "\x07") ||
                     contains(result.err, "\x7f") || contains(result.err, "\xc2\x9b"))
            << result.err;
    }
    const RunResult named =
        tessera_reading(R"({"id":"\u001b[31mred","start":[1,2,3,0]})", {"check", "-"});
    EXPECT_EQ(named.code, 0);
    EXPECT_FALSE(contains(named.out, "\x1b")) << named.out;
}

}  // namespace
}  // namespace tessera::app_testing
