// tessera generate: seeds, uniqueness, walks, exact distances, unsolvable boards, the seeds' scenario file.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

RunResult generate(Words words) {
    words.insert(words.begin(), "generate");
    RunResult result = tessera(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return result;
}

/// What `solve --json` says about every board of the text.
std::vector<Json> solved(const std::string& boards, Words options = {}) {
    options.insert(options.begin(), {"solve", "-", "--jsonl"});
    return json_lines(tessera_reading(boards, options).out);
}

TEST(Generate, TheSeedIsPrintedAndRepeatsTheBoards) {
    const RunResult first = generate({"4x4", "-n", "5"});
    const std::string seed = value_of(first.err, "tessera: note: seed ");
    ASSERT_NE(seed, "") << first.err;
    EXPECT_EQ(generate({"4x4", "-n", "5", "--seed", seed}).out, first.out);
    EXPECT_NE(generate({"4x4", "-n", "5", "--seed", "1"}).out,
              generate({"4x4", "-n", "5", "--seed", "2"}).out);
}

/// Golden: the same seed gives the same boards everywhere. Red is right only when a decision
/// changes the generator.
TEST(Generate, KnownBoardsForKnownSeeds) {
    EXPECT_EQ(generate({"3x3", "-n", "3", "--seed", "5"}).out,
              "1 0 2/3 6 7/5 8 4\n1 0 6/7 3 8/5 2 4\n5 6 3/2 8 1/4 7 0\n");
    EXPECT_EQ(generate({"4x4", "--walk", "10", "--seed", "1", "--format", "flat"}).out,
              "6 1 3 4 2 0 7 8 5 10 11 12 9 13 14 15\n");
}

TEST(Generate, TheScenarioFileOfTheSeeds) {
    const RunResult made = generate({"4x4", "-n", "250", "--format", "csv", "--seed", "9"});
    const std::vector<std::string> lines = lines_of(made.out);
    ASSERT_EQ(lines.size(), 250U);
    EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 250U) << "all different";
    for (const std::string& line : lines) {
        std::set<int> numbers;
        std::size_t position = 0;
        for (int i = 0; i < 16; ++i) {
            std::size_t length = 0;
            numbers.insert(std::stoi(line.substr(position), &length));
            position += length;
            if (i < 15) {
                ASSERT_EQ(line.at(position), ',') << line;
                ++position;
            }
        }
        EXPECT_EQ(position, line.size()) << line;
        EXPECT_EQ(numbers.size(), 16U) << line;
        EXPECT_EQ(*numbers.rbegin(), 15) << line;
    }
    const RunResult checked = tessera_reading(made.out, {"check", "-", "--json"});
    EXPECT_EQ(checked.code, 0) << "all solvable";
    EXPECT_EQ(json_lines(checked.out).size(), 250U);
}

TEST(Generate, UniformBoardsAreSolvableForTheirGoal) {
    for (const std::string size : {"2x2", "2x5", "3x3", "4x4", "5x4", "6x6"}) {
        for (const std::string goal : {"blank-last", "blank-first", "snail", "column-major"}) {
            const RunResult made = generate({size, "-n", "20", "--seed", "3", "--goal", goal});
            EXPECT_EQ(tessera_reading(made.out, {"check", "-", "--goal", goal}).code, 0)
                << size << goal;
            const bool said = contains(made.err, "--goal " + goal);
            EXPECT_EQ(said, goal != "blank-last") << "inline does not carry the goal: " << made.err;
        }
    }
}

TEST(Generate, EveryBoardOf2x2Comes) {
    const std::vector<std::string> lines =
        lines_of(generate({"2x2", "-n", "500", "--seed", "1"}).out);
    EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 12U);
}

TEST(Generate, UnsolvableBoardsAreUnsolvable) {
    for (const std::string size : {"2x2", "3x3", "3x4", "4x4", "7x7"}) {
        const RunResult made = generate({size, "-n", "10", "--seed", "3", "--unsolvable"});
        const RunResult checked = tessera_reading(made.out, {"check", "-", "--json"});
        EXPECT_EQ(checked.code, 11) << size;
        for (const Json& answer : json_lines(checked.out))
            EXPECT_EQ(answer["solvable"], false) << size;
    }
}

TEST(Generate, AWalkOfKMovesIsAtMostKMovesAwayAndOfItsParity) {
    const RunResult made = generate({"4x4", "-n", "20", "--walk", "13", "--seed", "3"});
    for (const Json& answer : solved(made.out)) {
        EXPECT_LE(answer["length"], 13);
        EXPECT_EQ(answer["length"].get<int>() % 2, 1);
    }
    EXPECT_EQ(generate({"3x3", "--walk", "0"}).out, "1 2 3/4 5 6/7 8 0\n");
    EXPECT_NE(generate({"3x3", "--walk", "1"}).out, "1 2 3/4 5 6/7 8 0\n");
    const RunResult two = generate({"3x3", "-n", "50", "--walk", "2", "--seed", "8"});
    for (const Json& answer : solved(two.out)) EXPECT_EQ(answer["length"], 2) << "never undoing";
}

TEST(Generate, ExactDistancesOnSmallBoards) {
    for (const int distance : {0, 1, 2, 10, 20, 25, 30, 31}) {
        const RunResult made =
            generate({"3x3", "-n", "2", "--distance", std::to_string(distance), "--seed", "3"});
        for (const Json& answer : solved(made.out, {"--algorithm", "a*"})) {
            EXPECT_EQ(answer["length"], distance);
        }
    }
    for (const std::string goal : {"snail", "blank-first", "1 2 3/4 0 5/6 7 8"}) {
        const RunResult made =
            generate({"3x3", "-n", "3", "--distance", "17", "--goal", goal, "--seed", "3"});
        for (const Json& answer : solved(made.out, {"--goal", goal}))
            EXPECT_EQ(answer["length"], 17);
    }
}

TEST(Generate, ExactDistancesOnLargerBoards) {
    for (const std::string size : {"4x4", "5x5", "3x5"}) {
        const RunResult made = generate({size, "--distance", "18", "--seed", "3", "--time", "20s"});
        for (const Json& answer : solved(made.out, {"--algorithm", "ida*"})) {
            EXPECT_EQ(answer["length"], 18) << size;
            EXPECT_EQ(answer["optimal"], true) << size;
        }
    }
}

TEST(Generate, JsonCarriesSizeGoalAndDistance) {
    const RunResult made =
        generate({"2x3", "-n", "3", "--goal", "snail", "--distance", "9", "--json"});
    const std::vector<Json> boards = json_lines(made.out);
    ASSERT_EQ(boards.size(), 3U);
    for (const Json& board : boards) {
        EXPECT_EQ(board["size"], (Json{2, 3}));
        EXPECT_EQ(board["goal"], "snail");
        EXPECT_EQ(board["optimal"], 9);
    }
    for (const Json& answer : solved(made.out)) EXPECT_EQ(answer["length"], 9);
}

TEST(Generate, EveryFormatCanBeReadBack) {
    for (const Json& format : listed("formats")) {
        const std::string name = format["name"];
        const RunResult made =
            generate({"3x3", "-n", "2", "--seed", "3", "--format", name, "--walk", "40"});
        const RunResult same = generate({"3x3", "-n", "2", "--seed", "3", "--walk", "40", "--goal",
                                         name == "42" ? "snail" : "blank-last"});
        EXPECT_EQ(tessera_reading(made.out, {"convert", "-", "--to", "inline"}).out, same.out)
            << name;
    }
}

/// The comment, the side, the rows, and the options of 42 school's generator.
TEST(Generate, FortyTwoReplacesTheSchoolsGenerator) {
    for (const int side : {3, 4, 10}) {
        for (const std::string option : {"-s", "-u"}) {
            const RunResult made = generate(
                {std::to_string(side), "--format", "42", option, "-i", "500", "--seed", "4"});
            const std::vector<std::string> lines = lines_of(made.out);
            ASSERT_EQ(lines.size(), static_cast<std::size_t>(side) + 2) << made.out;
            EXPECT_EQ(lines[0],
                      option == "-s" ? "# This puzzle is solvable" : "# This puzzle is unsolvable");
            EXPECT_EQ(lines[1], std::to_string(side));
            // Every number as wide as the number of cells, one blank between them.
            const std::size_t width = std::to_string(side * side).size();
            for (std::size_t i = 2; i < lines.size(); ++i) {
                EXPECT_EQ(lines[i].size(), static_cast<std::size_t>(side) * (width + 1) - 1)
                    << lines[i];
            }
            EXPECT_EQ(tessera_reading(made.out, {"check", "-"}).code, option == "-s" ? 0 : 11);
        }
    }
    EXPECT_EQ(generate({"3", "--format", "42", "-s", "-i", "0"}).out,
              "# This puzzle is solvable\n3\n1 2 3\n8 0 4\n7 6 5\n");
    EXPECT_EQ(generate({"3", "--format", "42", "-u", "-i", "0"}).out,
              "# This puzzle is unsolvable\n3\n2 1 3\n8 0 4\n7 6 5\n");
}

TEST(Generate, FortyTwoHasEitherKindByChance) {
    const std::vector<std::string> lines =
        lines_of(generate({"3", "--format", "42", "-n", "40", "--seed", "1"}).out);
    const auto solvable = std::count(lines.begin(), lines.end(), "# This puzzle is solvable");
    const auto unsolvable = std::count(lines.begin(), lines.end(), "# This puzzle is unsolvable");
    EXPECT_EQ(solvable + unsolvable, 40);
    EXPECT_GT(solvable, 5);
    EXPECT_GT(unsolvable, 5);
}

TEST(Generate, SolvableUnsolvableAndWalksExcludeEachOther) {
    EXPECT_EQ(tessera({"generate", "3x3", "-s", "-u"}).code, 2);
    EXPECT_EQ(tessera({"generate", "3x3", "-i", "5", "--walk", "3"}).code, 2);
    EXPECT_EQ(tessera({"generate", "3x3", "-i", "5", "--distance", "3"}).code, 2);
    EXPECT_EQ(tessera({"generate", "3x3", "-i", "-5"}).code, 2);
}

TEST(Generate, UniqueBoardsAreAllDifferent) {
    const Words few_moves{"3x3", "-n", "50", "-i", "6", "--seed", "1"};
    const auto different = [](const RunResult& result) {
        const std::vector<std::string> lines = lines_of(result.out);
        EXPECT_EQ(lines.size(), 50U);
        return std::set<std::string>(lines.begin(), lines.end()).size();
    };
    EXPECT_LT(different(generate(few_moves)), 50U);
    Words unique = few_moves;
    unique.emplace_back("--unique");
    const RunResult result = generate(unique);
    EXPECT_EQ(different(result), 50U);
    EXPECT_TRUE(contains(result.err, "50 boards, all different")) << result.err;
    const RunResult too_many = tessera({"generate", "2x2", "-n", "13", "--unique"});
    EXPECT_EQ(too_many.code, 2);
    EXPECT_TRUE(contains(too_many.err, "12 boards are made")) << too_many.err;
    // Where a board takes a look through a table, or a search, it is known that there are no others.
    for (const Words& few : std::vector<Words>{{"3x3", "--distance", "31"},
                                               {"3x3", "--distance", "30-31"},
                                               {"3x4", "--distance", "1"},
                                               {"4x4", "--distance", "3", "--blank", "16"}}) {
        Words words{"generate", "-n", "300", "--unique"};
        words.insert(words.end(), few.begin(), few.end());
        const RunResult refused = tessera(words);
        EXPECT_EQ(refused.code, 2) << few[0];
        EXPECT_TRUE(contains(refused.err, "boards are made; the next")) << refused.err;
    }
}

TEST(Generate, TheBlankIsWhereItIsWanted) {
    for (const std::string& line :
         lines_of(generate({"4x4", "-n", "20", "--blank", "16", "--format", "flat"}).out)) {
        EXPECT_TRUE(line.ends_with(" 0")) << line;
    }
    for (const std::string& line : lines_of(generate({"3x4", "-n", "20", "--blank", "2,1"}).out)) {
        EXPECT_TRUE(contains(line, "/0 ")) << line;
    }
    for (const std::string wrong : {"0", "13", "4,1", "1,5", "x", "1,", "1,1,1"}) {
        const RunResult result = tessera({"generate", "3x4", "--blank", wrong});
        EXPECT_EQ(result.code, 2) << wrong;
        EXPECT_TRUE(contains(result.err, "is no cell of a 3x4 board")) << result.err;
    }
    // An odd number of moves cannot bring the blank back.
    EXPECT_EQ(tessera({"generate", "3x3", "--walk", "5", "--blank", "9"}).code, 2);
}

TEST(Generate, DistancesMayBeARange) {
    std::set<int> lengths;
    for (const Json& answer :
         solved(generate({"3x3", "-n", "30", "--distance", "5-9", "--seed", "2"}).out)) {
        lengths.insert(answer["length"].get<int>());
    }
    EXPECT_GE(*lengths.begin(), 5);
    EXPECT_LE(*lengths.rbegin(), 9);
    EXPECT_GT(lengths.size(), 3U);
    for (const std::string wrong : {"9-5", "-5", "x", "5-", "5-x", "-"}) {
        EXPECT_EQ(tessera({"generate", "3x3", "--distance=" + wrong}).code, 2) << wrong;
    }
}

TEST(Generate, ANumberThatNamesAPuzzleIsExplained) {
    EXPECT_TRUE(contains(generate({"8"}).err, "8 is read as 8x8; the 8-puzzle is 3x3"));
    EXPECT_TRUE(contains(generate({"15"}).err, "the 15-puzzle is 4x4"));
    EXPECT_FALSE(contains(generate({"3"}).err, "puzzle"));
    EXPECT_FALSE(contains(generate({"8x8"}).err, "puzzle"));
}

}  // namespace
}  // namespace tessera::app_testing
