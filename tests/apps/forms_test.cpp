// Every form in which boards can be given: as arguments, in files, on stdin; and conversions between all of them.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

struct Form {
    std::string name;  ///< as `list formats` calls it
    std::string text;
    std::string board;  ///< the first board, inline
    std::string goal;   ///< the name of its goal, unless --goal is given
    std::string note;   ///< what must be said on stderr, if anything
    std::string size;   ///< for --size, where it is needed
};

std::ostream& operator<<(std::ostream& stream, const Form& form) {
    return stream << form.name << ": " << form.text;
}

const std::string three = "1 2 3/4 5 6/7 0 8";

std::vector<Form> forms() {
    const std::string last = "blank-last";
    return {
        {"flat", "1 2 3 4 5 6 7 0 8\n", three, last, "", ""},
        {"flat", "1,2,3,4,5,6,7,0,8\n", three, last, "", ""},
        {"flat", "[1, 2, 3, 4, 5, 6, 7, 0, 8]\n", three, last, "", ""},
        {"flat", "1 2 3 4 5 0\n", "1 2 3/4 5 0", last, "", "2x3"},
        {"flat", "1 2 3 4 5 0\n", "1 2/3 4/5 0", last, "", "3x2"},
        {"inline", "1 2 3/4 5 6/7 0 8", three, last, "", ""},
        {"inline", "[[1,2,3],[4,5,6],[7,0,8]]", three, last, "", ""},
        {"grid", "1 2 3\n4 5 6\n7 0 8\n", three, last, "", ""},
        {"grid", "1 2 3\n4 5 6\n7 _ 8\n", three, last, "", ""},
        {"grid", "1 2 3\n4 5 6\n7 . 8\n", three, last, "", ""},
        {"grid", "1 2 3\n4 5 6\n7 x 8\n", three, last, "", ""},
        {"grid", "1 2 3\n4 5 6\n7 - 8\n", three, last, "", ""},
        {"grid", "+---+---+\n| 1 | 2 |\n+---+---+\n|   | 3 |\n+---+---+\n", "1 2/0 3", last, "",
         ""},
        {"grid",
         "\xef\xbb\xbf"
         "1 2 3\r\n4 5 6\r\n7 0 8\r\n",
         three, last, "", ""},
        {"42", "# made by hand\n3\n3 2 6 # aside\n1   4   0\n8 7 5\n", "3 2 6/1 4 0/8 7 5", "snail",
         "snail", ""},
        {"princeton", "3\n 0  1  3\n 4  2  5\n 7  8  6\n", "0 1 3/4 2 5/7 8 6", last, "", ""},
        {"rc", "2 3\n1 2 3\n0 4 5\n", "1 2 3/0 4 5", last, "", ""},
        {"korf", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57 499911606\n",
         "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "blank-first", "blank-first", ""},
        {"case", "CASE: one\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 0 6\n7 5 8\nEND\n",
         three, "custom", "", ""},
        {"csv-table", "id,size,start,goal,optimal\nfirst,3x3,1 2 3 4 5 6 7 0 8,blank-last,1\n",
         three, last, "", ""},
        {"csv", "1,2,3,4,5,6,7,0,8\n1,2,3,4,0,6,7,5,8\n", three, last, "", ""},
        {"json", R"({"size":[3,3],"start":[1,2,3,4,5,6,7,0,8],"goal":"blank-last","id":"q"})",
         three, last, "", ""},
        {"json", R"([{"start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,0,6,7,5,8]}])", three, "custom",
         "", ""},
        {"jsonl", "{\"size\":[2,2],\"start\":[1,2,0,3]}\n{\"start\":[1,2,3,4,5,6,7,0,8]}\n",
         "1 2/0 3", last, "", ""},
    };
}

class Forms : public testing::TestWithParam<Form> {};

/// The board and the goal that `check --json` understood, and the remark on stderr.
void expect_understood(const Form& form, const RunResult& result) {
    ASSERT_FALSE(result.out.empty()) << result.err;
    const Json answer = json_lines(result.out).at(0);
    EXPECT_EQ(answer["board"], form.board);
    EXPECT_EQ(answer["goal_name"], form.goal);
    if (form.note.empty()) {
        EXPECT_EQ(result.err, "");
    } else {
        EXPECT_TRUE(contains(result.err, form.note)) << result.err;
    }
}

Words check_words(const Form& form, const std::string& what) {
    Words words = {"check", what, "--json"};
    if (!form.size.empty()) words.insert(words.end(), {"--size", form.size});
    return words;
}

TEST_P(Forms, FromAFile) {
    const TemporaryFolder folder;
    const std::string file = folder.file("boards.txt", GetParam().text);
    expect_understood(GetParam(), tessera(check_words(GetParam(), file)));
}

TEST_P(Forms, FromStdin) {
    expect_understood(GetParam(), tessera_reading(GetParam().text, check_words(GetParam(), "-")));
}

TEST_P(Forms, AsOneArgument) {
    expect_understood(GetParam(), tessera(check_words(GetParam(), GetParam().text)));
}

TEST_P(Forms, WithTheFormForced) {
    Words words = check_words(GetParam(), "-");
    words.insert(words.end(), {"--format", GetParam().name});
    expect_understood(GetParam(), tessera_reading(GetParam().text, words));
}

INSTANTIATE_TEST_SUITE_P(All, Forms, testing::ValuesIn(forms()));

TEST(FormNames, EveryFormatIsTestedHere) {
    const Json list = json_of({"list", "formats"});
    for (const Json& format : list["formats"]) {
        bool found = false;
        for (const Form& form : forms()) found = found || format["name"] == form.name;
        EXPECT_TRUE(found) << format["name"];
    }
}

TEST(ManyBoards, OnePerLineOfStdin) {
    const RunResult result =
        tessera_reading("1 2 3/4 5 6/7 0 8\n\n1 2 3/4 0 6/7 5 8\n1 2/3 0\n", {"solve", "--jsonl"});
    EXPECT_EQ(result.code, 0);
    const std::vector<Json> answers = json_lines(result.out);
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(answers[0]["length"], 1);
    EXPECT_EQ(answers[1]["length"], 2);
    EXPECT_EQ(answers[2]["size"], (Json{2, 2}));
}

TEST(ManyBoards, SeveralArgumentsAndASuite) {
    const RunResult result =
        tessera({"check", "1 2/3 0", "korf:3-5,7", "1 2 3/4 5 6/7 0 8", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<Json> answers = json_lines(result.out);
    ASSERT_EQ(answers.size(), 6U);
    EXPECT_EQ(answers[1]["id"], "korf-3");
    EXPECT_EQ(answers[4]["id"], "korf-7");
    EXPECT_EQ(answers[4]["goal_name"], "blank-first");
    EXPECT_EQ(answers[5]["board"], three);
}

TEST(ManyBoards, CasesWithTheirOwnGoals) {
    const TemporaryFolder folder;
    const std::string file = folder.file(
        "cases.txt",
        "CASE: near\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 0 6\n7 5 8\nEND\n"
        "CASE: standard\nINITIAL:\n1 2 3\n4 0 6\n7 5 8\nGOAL:\n1 2 3\n4 5 6\n7 8 0\nEND\n");
    const std::vector<Json> own = json_lines(tessera({"solve", file, "--json"}).out);
    ASSERT_EQ(own.size(), 2U);
    EXPECT_EQ(own[0]["id"], "near");
    EXPECT_EQ(own[0]["length"], 1);
    EXPECT_EQ(own[0]["moves"], "U");
    EXPECT_EQ(own[1]["length"], 2);
    const std::vector<Json> other =
        json_lines(tessera({"solve", file, "--goal", "blank-last", "--json"}).out);
    ASSERT_EQ(other.size(), 2U);
    EXPECT_EQ(other[0]["moves"], "R") << "--goal overrides the goals of the file";
}

TEST(ManyBoards, TheSuitesAreAllThere) {
    EXPECT_EQ(lines_of(tessera({"convert", "korf", "--to", "flat"}).out).size(), 100U);
    EXPECT_EQ(lines_of(tessera({"convert", "korf24", "--to", "flat"}).out).size(), 50U);
    EXPECT_EQ(lines_of(tessera({"convert", "antipode", "--to", "flat"}).out).size(), 17U);
    for (const Json& suite : listed("suites")) {
        EXPECT_EQ(tessera({"check", suite["name"].get<std::string>() + ":1"}).code, 0) << suite;
    }
}

std::string boards_of(const RunResult& result) {
    std::string boards;
    for (const Json& answer : json_lines(result.out)) {
        boards += answer["board"].get<std::string>() + " for " + answer["goal"].dump() + "\n";
    }
    return boards;
}

/// From every format to every other and on to inline: boards and, with --goal, goals are the same.
TEST(Convert, RoundTripsBetweenAllFormats) {
    const RunResult made = tessera({"generate", "3x3", "-n", "3", "--seed", "11"});
    const Json list = json_of({"list", "formats"});
    for (const Json& from : list["formats"]) {
        const std::string first = from["name"];
        const RunResult written = tessera_reading(made.out, {"convert", "-", "--to", first});
        ASSERT_EQ(written.code, 0) << first << written.err;
        for (const Json& to : list["formats"]) {
            const std::string second = to["name"];
            if (sanitized_program() && first != "jsonl" && second != "csv-table") continue;
            const RunResult again = tessera_reading(written.out, {"convert", "-", "--to", second});
            ASSERT_EQ(again.code, 0) << first << " to " << second << again.err;
            const RunResult back = tessera_reading(again.out, {"convert", "-", "--to", "inline"});
            EXPECT_EQ(back.out, made.out) << first << " to " << second;
        }
    }
}

TEST(Convert, FormatsForAnyShapeKeepA2x4Board) {
    const std::string board = "1 2 3 4/5 6 0 7\n";
    for (const std::string format :
         {"rc", "grid", "inline", "json", "jsonl", "case", "csv-table"}) {
        const RunResult written = tessera_reading(board, {"convert", "-", "--to", format});
        ASSERT_EQ(written.code, 0) << format;
        EXPECT_EQ(tessera_reading(written.out, {"convert", "-", "--to", "inline"}).out, board)
            << format;
    }
    for (const std::string format : {"flat", "csv", "korf"}) {
        const RunResult written = tessera_reading(board, {"convert", "-", "--to", format});
        ASSERT_EQ(written.code, 0) << format;
        const RunResult back =
            tessera_reading(written.out, {"convert", "-", "--to", "inline", "--size", "2x4"});
        EXPECT_EQ(back.out, board) << format << back.err;
    }
    for (const std::string format : {"42", "princeton"}) {
        const RunResult refused = tessera_reading(board, {"convert", "-", "--to", format});
        EXPECT_EQ(refused.code, 2) << format;
        EXPECT_TRUE(contains(refused.err, "square")) << refused.err;
        EXPECT_EQ(refused.out, "");
    }
}

/// A board read back from a format that means another goal, or none, would be another problem: it
/// must be said.
TEST(Convert, SaysWhenTheGoalIsLost) {
    const Words to_42 = {"convert", "1 2 3/4 5 6/7 0 8", "--to", "42"};
    EXPECT_TRUE(contains(tessera(to_42).err, "--goal blank-last")) << tessera(to_42).err;
    const std::string snail = "# from 42\n3\n3 2 6\n1 4 0\n8 7 5\n";
    for (const Json& format : listed("formats")) {
        const std::string name = format["name"];
        const RunResult written = tessera_reading(snail, {"convert", "-", "--to", name});
        ASSERT_EQ(written.code, 0) << name;
        const bool said = contains(written.err, "--goal snail");
        const RunResult plain = tessera_reading(written.out, {"check", "-", "--json"});
        const RunResult told =
            tessera_reading(written.out, {"check", "-", "--json", "--goal", "snail"});
        EXPECT_EQ(said, boards_of(plain) != boards_of(told)) << name << written.err;
        EXPECT_EQ(json_lines(told.out).at(0)["solvable"], true) << name;
    }
}

TEST(Convert, CustomGoalsTravelInFormatsThatHaveGoals) {
    const std::string text =
        R"({"id":"a","start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,0,6,7,5,8],"optimal":1})";
    for (const std::string format : {"json", "jsonl", "case", "csv-table"}) {
        const RunResult written = tessera_reading(text, {"convert", "-", "--to", format});
        EXPECT_EQ(written.err, "") << format;
        const Json back =
            json_lines(tessera_reading(written.out, {"check", "-", "--json"}).out).at(0);
        EXPECT_EQ(back["goal"], Json::parse("[1,2,3,4,0,6,7,5,8]")) << format;
        EXPECT_EQ(back["id"], "a") << format;
    }
}

TEST(LargeBoards, UpTo100x100AreReadAndWritten) {
    const RunResult made = tessera({"generate", "100x100", "--seed", "1"});
    ASSERT_EQ(made.code, 0);
    for (const std::string format : {"grid", "rc", "flat", "jsonl", "42"}) {
        const RunResult written = tessera_reading(made.out, {"convert", "-", "--to", format});
        ASSERT_EQ(written.code, 0) << format;
        const RunResult back = tessera_reading(written.out, {"convert", "-", "--to", "inline"});
        EXPECT_EQ(back.out, made.out) << format;
    }
    const RunResult checked = tessera_reading(made.out, {"check", "-"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_EQ(tessera({"generate", "101x100"}).code, 2);
}

/// The second board is sent when the first is answered.
TEST(Stream, EveryLineIsAnsweredAsItComes) {
    for (const auto& [board, size] : std::vector<std::pair<std::string, std::string>>{
             {"1 2 3/4 5 6/7 0 8", ""}, {"1 2 3 4 5 6 7 0 8", "--size 3x3"}}) {
        const TemporaryFolder folder;
        const RunResult result = run_program(
            {"sh", "-c",
             "{ echo \"$1\"; i=0; while [ ! -s \"$2/out\" ] && [ $i -lt 600 ]; do sleep 0.05; "
             "i=$((i+1)); done; wc -l < \"$2/out\" > \"$2/answered\"; echo \"$1\"; } | \"$0\" "
             "solve - "
             "--json " +
                 size + " > \"$2/out\"; cat \"$2/answered\" \"$2/out\"",
             program_under_test(), board, folder.path()});
        const std::vector<std::string> lines = lines_of(result.out);
        ASSERT_EQ(lines.size(), 3U) << board << result.out << result.err;
        EXPECT_EQ(lines[0], "1") << board << ": answered before the second came";
    }
}

TEST(Convert, BoardsCanBeGivenAGoal) {
    const RunResult result =
        tessera({"convert", "1 2 3/4 5 6/7 0 8", "--goal", "1 2 3/4 0 5/6 7 8", "--to", "jsonl"});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<int> goal{1, 2, 3, 4, 0, 5, 6, 7, 8};
    EXPECT_EQ(json_lines(result.out).at(0)["goal"], goal) << result.out;
    const RunResult snail =
        tessera({"convert", "1 2 3/4 5 6/7 0 8", "--goal", "snail", "--to", "case"});
    EXPECT_TRUE(contains(snail.out, "GOAL:\n1 2 3\n8 0 4\n7 6 5\nEND")) << snail.out;
    const RunResult standard = tessera({"convert", "1 2 3/4 5 6/7 0 8", "--to", "case"});
    EXPECT_TRUE(contains(standard.out, "GOAL:\n1 2 3\n4 5 6\n7 8 0\nEND")) << standard.out;
}

TEST(Convert, DifferentGoalsThatAreLostAreSaid) {
    const std::string cases =
        "CASE: a\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 0 5\n6 7 8\nEND\n"
        "CASE: b\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n0 1 2\n3 4 5\n6 7 8\nEND\n";
    const RunResult result = tessera_reading(cases, {"convert", "-", "--to", "csv"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.err, "2 different ones")) << result.err;
    EXPECT_FALSE(contains(result.err, "--goal")) << result.err;
}

}  // namespace
}  // namespace tessera::app_testing
