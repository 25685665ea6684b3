// tessera solve: notations, JSON, goals, algorithms, costs; and verify, which must accept all that solve prints.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string easy = "1 2 3/4 5 6/7 0 8";
const std::string medium = "4 1 3/7 2 6/0 5 8";  // some moves in every direction

int length_in(const std::string& output) {
    const std::string words = value_of(output, "Solved in ");
    return words.empty() ? -1 : std::stoi(words);
}

TEST(Notations, VerifyAcceptsWhatSolvePrintsInEachAndInJson) {
    for (const std::string& board : {easy, hardest, std::string("1 2 3/4 5 6/7 8 0")}) {
        for (const std::string notation : {"blank", "tile", "numbers", "compact", "arrows"}) {
            for (const std::string show : {"path", "boards"}) {
                const RunResult solved =
                    tessera({"solve", board, "--moves", notation, "--show", show});
                ASSERT_EQ(solved.code, 0) << solved.err;
                EXPECT_TRUE(contains(solved.out, "moves (" + notation + "): "));
                const RunResult verified = tessera_reading(solved.out, {"verify"});
                EXPECT_EQ(verified.code, 0) << notation << verified.out << verified.err;
                EXPECT_TRUE(verified.out.starts_with("holds: ")) << verified.out;
            }
        }
        const RunResult json = tessera({"solve", board, "--json"});
        EXPECT_EQ(tessera_reading(json.out, {"verify", "-"}).code, 0);
    }
}

TEST(Notations, TileMovesAreTheOppositeOfBlankMoves) {
    const std::string blank = value_of(tessera({"solve", hardest}).out, "moves (blank): ");
    std::string tile =
        value_of(tessera({"solve", hardest, "--moves", "tile"}).out, "moves (tile): ");
    ASSERT_EQ(tile.size(), 31U);
    for (char& c : tile) c = c == 'U' ? 'D' : c == 'D' ? 'U' : c == 'L' ? 'R' : 'L';
    EXPECT_EQ(tile, blank);
}

TEST(Notations, OneMoveInEach) {
    const std::pair<std::string, std::string> expected[] = {
        {"blank", "R"}, {"tile", "L"}, {"numbers", "8"}, {"compact", "R"}, {"arrows", "→"}};
    for (const auto& [notation, move] : expected) {
        const RunResult result = tessera({"solve", easy, "--moves", notation});
        EXPECT_EQ(value_of(result.out, "moves (" + notation + "): "), move);
    }
}

TEST(Verify, ManySolutionsAtOnce) {
    const RunResult text = tessera({"solve", easy, hardest, "korf:12"});
    const RunResult verified = tessera_reading(text.out, {"verify"});
    EXPECT_EQ(verified.code, 0) << verified.out;
    EXPECT_EQ(lines_of(verified.out).size(), 3U);
    const RunResult json = tessera({"solve", easy, hardest, "korf:12", "--jsonl"});
    const std::vector<Json> answers =
        json_lines(tessera_reading(json.out, {"verify", "--json"}).out);
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(answers[2]["id"], "korf-12");
    EXPECT_EQ(answers[2]["length"], 45);
    EXPECT_EQ(answers[2]["holds"], true);
}

TEST(Verify, ABoardAndMovesAreEnough) {
    EXPECT_EQ(tessera_reading("1 2 3/4 5 6/7 0 8\nR\n", {"verify"}).code, 0);
    EXPECT_EQ(tessera_reading("1 2 3\n4 5 6\n7 0 8\n8\n", {"verify"}).code, 0);
    EXPECT_EQ(
        tessera_reading("board: 1 2 3/4 0 6/7 5 8\nmoves (numbers): 5 -> 8\n", {"verify"}).code, 0);
    const TemporaryFolder folder;
    const std::string file = folder.file("solution.txt", "1 2 3/4 0 6/7 5 8\nDR\n");
    EXPECT_EQ(tessera({"verify", file}).code, 0);
}

struct Wrong {
    std::string text;
    std::string complaint;
};

TEST(Verify, RefusesWhatDoesNotHold) {
    const Wrong cases[] = {
        {"1 2 3/4 5 6/7 0 8\nL\n", "not the goal"},
        {"1 2 3/4 5 6/7 0 8\nRR\n", "illegal"},
        {"1 2 3/4 5 6/7 0 8\nQ\n", "not a move"},
        {"board: 1 2 3/4 5 6/7 0 8\ngoal: snail\nmoves: R\n", "not the goal"},
        {R"({"start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,7,8,0],"moves":"R","convention":"tile"})",
         "not the goal"},
        {R"({"start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,7,8,0],"moves":"R","convention":"blank","length":2})",
         "length"},
        {R"({"start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,7,8,0],"moves":"R","convention":"blank","lower_bound":2})",
         "lower bound"},
        {R"({"start":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,7,8,0],"status":"unsolvable","moves":null})",
         ""},
    };
    for (const Wrong& wrong : cases) {
        const RunResult result = tessera_reading(wrong.text, {"verify"});
        EXPECT_EQ(result.code, 3) << wrong.text;
        EXPECT_TRUE(contains(result.out, "WRONG")) << wrong.text << result.out << result.err;
        EXPECT_TRUE(contains(result.out, wrong.complaint)) << result.out;
    }
}

TEST(Verify, ATamperedAnswerIsCaught) {
    Json answer = json_of({"solve", hardest});
    answer["moves"] = answer["moves"].get<std::string>() + "U";
    EXPECT_EQ(tessera_reading(answer.dump(), {"verify"}).code, 3);
    answer = json_of({"solve", hardest});
    answer["slides"] = 1;
    EXPECT_EQ(tessera_reading(answer.dump(), {"verify"}).code, 3);
}

TEST(Verify, MillionsOfMoves) {
    std::string moves;
    for (int i = 0; i < 500'000; ++i) moves += "LR";
    moves += "R";
    const RunResult result =
        tessera_reading("1 2 3/4 5 6/7 0 8\n" + moves + "\n", {"verify", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(json_lines(result.out).at(0)["length"], 1'000'001);
}

TEST(Show, StatsHasEveryFigureWithItsMeaning) {
    const Words words = {"solve", hardest, "--algorithm", "a*", "--heuristic", "manhattan"};
    Words shown = words;
    shown.insert(shown.end(), {"--show", "stats"});
    const std::string text = tessera(shown).out;
    const Json answer = json_of(words);
    char factor[32];
    std::snprintf(factor, sizeof factor, "%.4f",
                  answer["stats"]["effective_branching_factor"].get<double>());
    const std::string line = "effective branching factor";
    ASSERT_TRUE(contains(text, line)) << text;
    EXPECT_TRUE(contains(text.substr(text.find(line)), factor)) << text;
    EXPECT_TRUE(contains(text, "b + b^2 + ... + b^31")) << text;
    for (const std::string_view word : {"slides", "states held", "set-up", "reexpanded"}) {
        EXPECT_TRUE(contains(text, std::string("  ") + std::string(word))) << word;
    }
    EXPECT_FALSE(contains(tessera(words).out, line)) << "only where it is asked for";
    const std::string solved = tessera({"solve", "1 2 3/4 5 6/7 8 0", "--show", "stats"}).out;
    EXPECT_TRUE(contains(solved, "none")) << "nothing branches in no moves\n" << solved;
}

TEST(Show, ADepthLimitIsOneSentence) {
    const std::string text = tessera({"solve", hardest, "--max-depth", "10"}).out;
    EXPECT_TRUE(
        contains(text, "\nNo solution within the depth limit; the shortest needs at least "))
        << text;
    EXPECT_FALSE(contains(text, "Nothing found")) << text;
}

TEST(Show, BoardsDrawsEveryStepAndNoneOnlyTheResult) {
    const RunResult boards = tessera({"solve", "1 2 3/4 0 6/7 5 8", "--show", "boards"});
    EXPECT_TRUE(contains(boards.out, "After move 2"));
    EXPECT_FALSE(contains(boards.out, "After move 3"));
    EXPECT_TRUE(contains(boards.out, "moves (blank): DR"));
    const RunResult none = tessera({"solve", hardest, "--show", "none"});
    EXPECT_EQ(length_in(none.out), 31);
    EXPECT_FALSE(contains(none.out, "\nmoves (")) << none.out;
}

TEST(SolveJson, HasEveryPromisedField) {
    const Json answer = json_of({"solve", "korf:12", "--heuristic", "manhattan"});
    EXPECT_EQ(answer["schema"], "tessera.solve/1");
    EXPECT_EQ(answer["id"], "korf-12");
    EXPECT_EQ(answer["size"], (Json{4, 4}));
    EXPECT_EQ(answer["start"].size(), 16U);
    EXPECT_EQ(answer["goal"].size(), 16U);
    EXPECT_EQ(answer["status"], "solved");
    EXPECT_EQ(answer["algorithm"], "ida*");
    EXPECT_EQ(answer["heuristic"], "manhattan");
    EXPECT_TRUE(answer["options"].is_object());
    EXPECT_EQ(answer["length"], 45);
    EXPECT_EQ(answer["moves"].get<std::string>().size(), 45U);
    EXPECT_TRUE(answer["slides"].is_number_unsigned());
    EXPECT_EQ(answer["convention"], "blank");
    EXPECT_EQ(answer["optimal"], true);
    EXPECT_EQ(answer["lower_bound"], 45);
    EXPECT_EQ(answer["initial_h"], 35);
    EXPECT_FALSE(answer.contains("cost"));
    const Json& stats = answer["stats"];
    for (const std::string field :
         {"expanded", "generated", "reexpanded", "peak_open", "peak_states", "max_depth",
          "peak_memory_bytes", "table_bytes", "threads"}) {
        EXPECT_TRUE(stats[field].is_number_unsigned()) << field;
    }
    for (const std::string field :
         {"seconds", "cpu_seconds", "setup_seconds", "effective_branching_factor"}) {
        EXPECT_TRUE(stats[field].is_number()) << field;
        EXPECT_GE(stats[field].get<double>(), 0.0) << field;
    }
    EXPECT_EQ(stats["threads"], 1);
    ASSERT_FALSE(stats["iterations"].empty());
    EXPECT_EQ(stats["iterations"][0]["bound"], 35);
    EXPECT_EQ(stats["generated"], 546343) << "Korf's published count, less the root";
}

TEST(SolveJson, ThreadsChangeNothingButTheirNumber) {
    const auto answer_with = [](const std::string& threads) {
        Json answer = json_lines(tessera({"solve", "korf:31", "--algorithm", "ida*", "--heuristic",
                                          "linear-conflict", "--json", "--threads", threads})
                                     .out)
                          .at(0);
        EXPECT_EQ(answer["stats"]["threads"], std::stoi(threads));
        return std::pair(answer["moves"], answer["stats"]["iterations"]);
    };
    const auto one = answer_with("1");
    EXPECT_EQ(answer_with("2"), one);
    EXPECT_EQ(answer_with("5"), one);
}

TEST(SolveJson, ManyBoardsAreReadableForJq) {
    TESSERA_NEEDS_PROGRAM("jq");
    const RunResult solved = tessera({"solve", easy, hardest, "--json"});
    RunOptions options;
    options.input = solved.out;
    const RunResult result = run_program({"jq", "-c", "[.length, .stats.threads]"}, options);
    EXPECT_EQ(result.out, "[1,1]\n[31,1]\n") << result.err;
}

TEST(SolveJson, AnswerOnlyOnStdoutWhateverIsAsked) {
    const RunResult result =
        tessera({"solve", "korf:12", "--json", "--progress", "json", "--show", "boards"});
    EXPECT_EQ(json_lines(result.out).size(), 1U);
}

TEST(SolveJson, StrangeNamesStayValidJson) {
    const RunResult result = tessera_reading(
        "CASE: \"quoted\\ \xff\xfe\t name\nINITIAL:\n1 2\n0 3\nEND\n", {"solve", "-", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(json_lines(result.out).size(), 1U);
}

TEST(Goals, EveryNameAndAnyBoard) {
    const std::pair<std::string, std::string> starts[] = {
        {"blank-last", "1 2 3/4 5 6/7 0 8"},
        {"blank-first", "1 0 2/3 4 5/6 7 8"},
        {"snail", "1 2 3/8 4 0/7 6 5"},
        {"column-major", "1 4 7/2 5 8/3 0 6"},
        {"5 6 7/8 0 1/2 3 4", "5 6 7/8 1 0/2 3 4"},
        {"5,6,7,8,0,1,2,3,4", "5 6 7/8 1 0/2 3 4"},
        {"[5,6,7,8,0,1,2,3,4]", "5 6 7/8 1 0/2 3 4"}};
    for (const auto& [goal, start] : starts) {
        const Json answer = json_of({"solve", start, "--goal", goal});
        EXPECT_EQ(answer["length"], 1) << goal;
    }
    for (const Json& goal : listed("goals")) {
        const Json answer = json_of({"check", medium, "--goal", goal["name"]});
        EXPECT_EQ(answer["goal_name"], goal["name"]);
    }
}

/// The parity table of interface.md, by the program itself.
TEST(Goals, ParityClassesAreThoseOfTheTable) {
    struct Row {
        std::string size;
        bool last_first, last_snail, first_snail;
    };
    const Row rows[] = {{"2x2", false, true, false}, {"2x3", true, false, false},
                        {"3x3", true, false, false}, {"3x4", true, false, false},
                        {"4x3", true, false, false}, {"4x5", true, false, false},
                        {"5x5", true, false, false}, {"4x4", false, true, false},
                        {"6x6", false, false, true}, {"7x7", true, true, true}};
    const auto reachable = [](const std::string& size, const std::string& from,
                              const std::string& to) {
        const RunResult made = tessera({"generate", size, "--goal", from, "--seed", "1"});
        return tessera_reading(made.out, {"check", "-", "--goal", to}).code == 0;
    };
    for (const Row& row : rows) {
        EXPECT_EQ(reachable(row.size, "blank-last", "blank-first"), row.last_first) << row.size;
        EXPECT_EQ(reachable(row.size, "blank-last", "snail"), row.last_snail) << row.size;
        EXPECT_EQ(reachable(row.size, "blank-first", "snail"), row.first_snail) << row.size;
    }
}

TEST(Unsolvable, IsAnsweredWithReasonGoalsAndARepairThatWorks) {
    const std::string board = "1 2 3/4 5 6/8 7 0";
    const RunResult text = tessera({"solve", board});
    EXPECT_EQ(text.code, 11);
    EXPECT_TRUE(contains(text.out, "Unsolvable")) << text.out;
    EXPECT_TRUE(contains(text.out, "parit")) << text.out;
    EXPECT_TRUE(contains(text.out, "snail")) << text.out;
    EXPECT_TRUE(contains(text.out, "swap tiles 7 and 8")) << text.out;

    const Json answer = json_of({"solve", board});
    EXPECT_EQ(answer["status"], "unsolvable");
    EXPECT_TRUE(answer["moves"].is_null());
    EXPECT_EQ(answer["optimal"], false);
    const RunResult verified = tessera_reading(answer.dump(), {"verify"});
    EXPECT_EQ(verified.code, 0) << verified.out;

    std::vector<int> tiles = answer["start"];
    const int a = answer["unsolvable"]["repair"][0];
    const int b = answer["unsolvable"]["repair"][1];
    for (int& tile : tiles) tile = tile == a ? b : tile == b ? a : tile;
    const RunResult repaired = tessera_reading(Json{{"start", tiles}}.dump(), {"solve", "-"});
    EXPECT_EQ(repaired.code, 0) << repaired.out << repaired.err;
    for (const Json& goal : answer["unsolvable"]["solvable_goals"]) {
        EXPECT_EQ(tessera({"solve", board, "--goal", goal}).code, 0) << goal;
    }
}

TEST(Unsolvable, IsAnsweredAtOnceOnBoardsNoSearchCouldExhaust) {
    for (const std::string size : {"4x4", "5x5", "3x7", "10x10", "100x100"}) {
        const RunResult made = tessera({"generate", size, "--unsolvable", "--seed", "3"});
        ASSERT_EQ(made.code, 0) << size;
        EXPECT_EQ(tessera_reading(made.out, {"solve", "-", "--algorithm", "bfs"}).code, 11) << size;
        const RunResult checked = tessera_reading(made.out, {"check", "-", "--json"});
        EXPECT_EQ(checked.code, 11) << size;
        EXPECT_EQ(json_lines(checked.out).at(0)["solvable"], false);
    }
}

TEST(Unsolvable, AMixtureOfBoardsEndsWithItsCodeButSolvesTheOthers) {
    const RunResult result = tessera({"solve", "1 2 3/4 5 6/8 7 0", easy, "--json"});
    EXPECT_EQ(result.code, 11);
    EXPECT_EQ(json_lines(result.out).at(1)["length"], 1);
}

TEST(Algorithms, EveryNameAndAliasSolvesAndSaysTheTruthAboutOptimality) {
    for (const Json& entry : listed("algorithms")) {
        Words names = entry["aliases"];
        names.push_back(entry["name"]);
        for (const std::string& name : names) {
            const Json answer = json_of({"solve", medium, "--algorithm", name});
            EXPECT_EQ(answer["status"], "solved") << name;
            EXPECT_EQ(answer["algorithm"], entry["name"]) << name;
            // What guides anytime is its own affair.
            if (name != "anytime") {
                EXPECT_EQ(answer["heuristic"].is_null(), !entry["uses_heuristic"].get<bool>())
                    << name;
            }
            EXPECT_GE(answer["length"], 6) << name;
            if (entry["optimal"]) {
                EXPECT_EQ(answer["length"], 6) << name;
                EXPECT_EQ(answer["optimal"], true) << name;
            }
            EXPECT_EQ(tessera_reading(answer.dump(), {"verify"}).code, 0) << name;
        }
    }
}

TEST(Algorithms, AutoIsANameLikeOthers) {
    EXPECT_EQ(json_of({"solve", medium, "--algorithm", "AUTO", "--heuristic", "Auto"})["length"],
              6);
}

TEST(Algorithms, TheSeedsNamesForPairs) {
    for (const std::string name :
         {"misplaced-with-path-cost", "astar1", "astar2", "combined-a*", "pure-heuristic"}) {
        EXPECT_EQ(json_of({"solve", medium, "--algorithm", name})["status"], "solved") << name;
    }
    EXPECT_EQ(json_of({"solve", medium, "--algorithm", "astar1"})["heuristic"], "misplaced");
    EXPECT_EQ(json_of({"solve", medium, "--algorithm", "astar2"})["heuristic"], "manhattan");
}

TEST(Heuristics, EveryNameAndAliasSolvesAndOnlyAdmissibleOnesProve) {
    for (const Json& entry : listed("heuristics")) {
        Words names = entry["aliases"];
        names.push_back(entry["name"]);
        for (const std::string& name : names) {
            const Json answer =
                json_of({"solve", medium, "--algorithm", "a*", "--heuristic", name});
            EXPECT_EQ(answer["status"], "solved") << name;
            if (entry["admissible"]) {
                EXPECT_EQ(answer["length"], 6) << name;
                EXPECT_EQ(answer["optimal"], true) << name;
            }
            EXPECT_LE(answer["lower_bound"], 6) << name;
        }
    }
}

TEST(Heuristics, ArgumentsInBothSpellings) {
    for (const std::string name :
         {"max(manhattan,misplaced)", "max:manhattan+misplaced", "weighted-combination(factor=2)",
          "weighted-combination:factor=2"}) {
        EXPECT_EQ(json_of({"solve", medium, "--algorithm", "a*", "--heuristic", name})["status"],
                  "solved")
            << name;
    }
}

TEST(Order, ChangesWhichPathIsFoundButNotItsLength) {
    const std::string dfs_udlr = json_of(
        {"solve", medium, "--algorithm", "dls", "--max-depth", "12", "--order", "UDLR"})["moves"];
    const std::string dfs_rldu = json_of(
        {"solve", medium, "--algorithm", "dls", "--max-depth", "12", "--order", "rldu"})["moves"];
    EXPECT_NE(dfs_udlr, dfs_rldu);
    for (const std::string order : {"UDLR", "RLDU", "LDRU", "DULR"}) {
        const Json answer = json_of({"solve", hardest, "--algorithm", "bfs", "--order", order});
        EXPECT_EQ(answer["length"], 31) << order;
        EXPECT_EQ(answer["options"]["order"], order);
    }
}

TEST(Cost, TileMakesAMoveCostItsNumber) {
    for (const std::string algorithm : {"ucs", "a*", "ida*"}) {
        const Json answer =
            json_of({"solve", "1 2 3/4 0 6/7 5 8", "--cost", "tile", "--algorithm", algorithm});
        EXPECT_EQ(answer["cost"], 13) << algorithm;
        EXPECT_EQ(answer["length"], 2) << algorithm;
        EXPECT_EQ(answer["optimal"], true) << algorithm;
        EXPECT_EQ(answer["lower_bound"], 13) << algorithm;
        EXPECT_EQ(tessera_reading(answer.dump(), {"verify"}).code, 0) << algorithm;
    }
    const RunResult text = tessera({"solve", easy, "--cost", "tile"});
    EXPECT_TRUE(contains(text.out, "cost 8")) << text.out;
    const RunResult refused = tessera({"solve", easy, "--cost", "tile", "--algorithm", "bfs"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(contains(refused.err, "ucs")) << refused.err;
}

TEST(Weight, OneIsAStarAndMoreStaysWithinItsBound) {
    const Json one = json_of({"solve", hardest, "--algorithm", "weighted-a*", "--weight", "1"});
    EXPECT_EQ(one["length"], 31);
    EXPECT_EQ(one["optimal"], true);
    const Json three = json_of({"solve", hardest, "--algorithm", "wastar", "--weight", "3"});
    EXPECT_LE(three["length"], 93);
    EXPECT_EQ(three["options"]["weight"], 3.0);
    EXPECT_LE(three["lower_bound"], 31);
}

TEST(Anytime, EndsWithTheShortestAndALimitGivesTheBestSoFar) {
    for (const bool adaptive : {false, true}) {
        Words words = {"solve", hardest, "--algorithm", "ara*", "--weight", "4"};
        if (adaptive) words.push_back("--adaptive");
        const Json answer = json_of(words);
        EXPECT_EQ(answer["algorithm"], "anytime-a*");
        EXPECT_EQ(answer["length"], 31);
        EXPECT_EQ(answer["optimal"], true);
        EXPECT_EQ(answer["options"]["weight"], 4.0);
        EXPECT_EQ(answer["options"]["adaptive"], adaptive);
    }
    const RunResult limited =
        tessera({"solve", "korf:1", "--algorithm", "anytime-a*", "--heuristic", "linear-conflict",
                 "--nodes", "50000", "--json"});
    EXPECT_EQ(limited.code, 12);
    const Json best = Json::parse(limited.out);
    EXPECT_EQ(best["status"], "node-limit");
    EXPECT_GE(best["length"], 57);
    EXPECT_LE(best["lower_bound"], 57);
    EXPECT_EQ(tessera_reading(best.dump(), {"verify"}).code, 0);
}

TEST(Seeds, HillClimbingIsRepeatable) {
    const Words words = {"solve", hardest, "--algorithm", "hill-climbing", "--seed", "4"};
    const Json first = json_of(words);
    EXPECT_EQ(first["moves"], json_of(words)["moves"]);
    EXPECT_EQ(first["options"]["seed"], 4);
}

TEST(Human, ExplainsItsStagesTileByTile) {
    const Json json = json_of({"solve", "korf:12", "--algorithm", "constructive"});
    EXPECT_EQ(tessera_reading(json.dump(), {"verify"}).code, 0);
    const std::string first_stage = json["stages"][0]["name"];
    const RunResult text = tessera({"solve", "korf:12", "--algorithm", "human"});
    EXPECT_EQ(text.code, 0);
    EXPECT_TRUE(contains(text.out, "placing:\n  " + first_stage + ": ")) << text.out;
    EXPECT_TRUE(contains(text.out, " together, in ")) << text.out;
    EXPECT_TRUE(contains(text.out, "last 3×3: 1 2 4 5 6 8 9 10 by the shortest way")) << text.out;
    EXPECT_EQ(tessera_reading(text.out, {"verify"}).code, 0);
    const RunResult drawn =
        tessera({"solve", "korf:12", "--algorithm", "rows", "--show", "boards"});
    EXPECT_TRUE(contains(drawn.out, "┘\n" + first_stage + ": ")) << drawn.out;
    EXPECT_EQ(tessera_reading(drawn.out, {"verify"}).code, 0);
    const RunResult quiet = tessera({"solve", "korf:12", "--algorithm", "human", "--show", "none"});
    EXPECT_FALSE(contains(quiet.out, first_stage)) << quiet.out;
}

/// The first row is in place, and so is one tile of the second.
TEST(Human, SaysWhatIsInPlaceAlready) {
    const RunResult text =
        tessera({"solve", "1 2 3 4/5 10 7 8/13 6 11 12/9 14 0 15", "--algorithm", "human"});
    EXPECT_TRUE(contains(text.out, "row 1: all there")) << text.out;
    EXPECT_TRUE(contains(text.out, "column 1: 5 is there, then 9 and 13 together")) << text.out;
}

TEST(Human, SolvesTheLargestBoards) {
    const RunResult board = tessera({"generate", "100x100", "--seed", "5"});
    const RunResult answer =
        tessera_reading(board.out, {"solve", "-", "--algorithm", "human", "--json"});
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(tessera_reading(answer.out, {"verify"}).code, 0);
}

TEST(LargerBoards, AreSolvedWithAStatedBound) {
    const RunResult result = tessera({"solve", "korf24:1", "--show", "none", "--time", "2s"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "not proven optimal, the shortest needs at least"))
        << result.out;
    EXPECT_TRUE(contains(result.out, "gap ")) << result.out;
    EXPECT_TRUE(contains(result.out, "anytime with learned")) << result.out;
    EXPECT_TRUE(contains(result.err, "best solution found within 2 seconds")) << result.err;
}

TEST(LargerBoards, JsonHasTheGapAndHowItFell) {
    // On a busy machine two seconds may go into the first tables, before there is progress to speak of.
    RunResult result;
    for (const std::string time : {"2s", "10s", "1m"}) {
        result = tessera({"solve", "korf24:1", "--time", time, "--progress", "json", "--json"});
        if (contains(result.err, "\"best\":")) break;
    }
    EXPECT_EQ(result.code, 0);
    const Json answer = json_lines(result.out).at(0);
    const double bound = answer["lower_bound"];
    EXPECT_DOUBLE_EQ(answer["gap"], (answer["length"].get<double>() - bound) / bound);
    const Json& milestones = answer["milestones"];
    ASSERT_GE(milestones.size(), 2U);
    EXPECT_EQ(milestones.back()["length"], answer["length"]);
    EXPECT_EQ(milestones.back()["lower_bound"], answer["lower_bound"]);
    EXPECT_TRUE(contains(result.err, "\"best\":")) << result.err;
    EXPECT_TRUE(contains(result.err, "\"gap\":")) << result.err;
    EXPECT_EQ(tessera_reading(result.out, {"verify"}).code, 0);
}

TEST(Solve, StandardInputIsAnsweredLineByLine) {
    // The second line is written only when the first one was answered.
    const RunResult result = run_program(
        {"bash", "-c",
         "coproc \"$0\" solve - --jsonl; echo '1 2 3/4 5 6/7 0 8' >&${COPROC[1]}; "
         "read -r answer <&${COPROC[0]}; echo \"$answer\"; "
         "echo '1 2 3/4 5 6/0 7 8' >&${COPROC[1]}; exec {COPROC[1]}>&-; cat <&${COPROC[0]}",
         program_under_test()});
    const std::vector<Json> answers = json_lines(result.out);
    ASSERT_EQ(answers.size(), 2U) << result.out << result.err;
    EXPECT_EQ(answers[0]["length"], 1);
    EXPECT_EQ(answers[1]["length"], 2);
    // A row is no board.
    EXPECT_EQ(json_lines(tessera_reading("\n\n1 2 3\n4 5 6\n7 0 8\n", {"solve", "-", "--json"}).out)
                  .size(),
              1U);
}

TEST(Solve, KeepGoingAnswersTheGoodLines) {
    const std::string lines =
        "1 2 3/4 5 6/7 0 8\n\n1 2 3/4 5 6/7 7 8\n# a remark\n1 2 3 4 5 6 0 7 8\nx\n";
    const RunResult refused = tessera_reading(lines, {"solve", "-", "--jsonl"});
    EXPECT_EQ(refused.code, 3);
    const RunResult result = tessera_reading(lines, {"solve", "-", "--jsonl", "--keep-going"});
    EXPECT_EQ(result.code, 3);
    EXPECT_EQ(json_lines(result.out).size(), 2U) << result.out;
    EXPECT_TRUE(contains(result.err, "(line 3")) << result.err;
    EXPECT_TRUE(contains(result.err, "(line 6")) << result.err;
    EXPECT_TRUE(contains(result.err, "2 lines could not be read")) << result.err;
    const TemporaryFolder folder;
    folder.file("boards.txt", lines);
    const RunResult file = tessera({"solve", folder.path("boards.txt"), "--jsonl", "--keep-going"});
    EXPECT_EQ(file.code, 3);
    EXPECT_EQ(json_lines(file.out).size(), 2U) << file.out;
    EXPECT_EQ(tessera({"solve", folder.path(), "--keep-going"}).code, 3);
}

}  // namespace
}  // namespace tessera::app_testing
