// tessera audit and tessera bench from the outside: output, JSON, exit codes.
#include <gtest/gtest.h>

#include <regex>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

TEST(AuditCommand, EveryClaimHoldsOnSmallBoards) {
    for (const std::string size : {"2x2", "2x3", "3x2", "2x4", "3x3"}) {
        const RunResult result = tessera({"audit", size});
        EXPECT_EQ(result.code, 0) << size << result.out << result.err;
        EXPECT_TRUE(contains(result.out, "Every claim holds.")) << size;
        EXPECT_FALSE(contains(result.out, "FALSE")) << size;
        for (const Json& entry : listed("heuristics")) {
            EXPECT_TRUE(contains(result.out, "\n" + entry["name"].get<std::string>() + " "))
                << size << entry;
        }
        EXPECT_EQ(result.err, "") << size;
    }
}

TEST(AuditCommand, JsonShowsTheInadmissibleOnesWithABoard) {
    const Json audit = json_of({"audit", "3x3"});
    EXPECT_EQ(audit["schema"], "tessera.audit/1");
    EXPECT_EQ(audit["states"], 181440);
    EXPECT_EQ(audit["claims_hold"], true);
    EXPECT_EQ(audit["states_per_distance"].size(), 32U);
    int inadmissible = 0;
    for (const Json& row : audit["heuristics"]) {
        if (row["admissible"]) {
            EXPECT_EQ(row["over_states"], 0);
            continue;
        }
        ++inadmissible;
        EXPECT_EQ(row["claims"]["admissible"], false) << row["heuristic"];
        EXPECT_GT(row["over_max"], 0.0);
        // The board it shows really is solved in fewer moves than the heuristic says.
        const RunResult solved =
            tessera_reading(Json{{"start", row["over_state"]}}.dump(), {"solve", "-", "--json"});
        const Json answer = json_lines(solved.out).at(0);
        EXPECT_EQ(answer["length"], row["over_distance"]) << row["heuristic"];
        EXPECT_LT(answer["length"].get<double>(), row["over_h"].get<double>()) << row["heuristic"];
    }
    EXPECT_GE(inadmissible, 4) << "the seeds' wrong claims";
}

TEST(AuditCommand, AnyGoalAndChosenHeuristics) {
    const Json custom = json_of({"audit", "2x3", "--goal", "5 4 3/2 0 1"});
    EXPECT_EQ(custom["goal"], (Json{5, 4, 3, 2, 0, 1}));
    EXPECT_EQ(custom["goal_name"], "custom");
    EXPECT_EQ(custom["claims_hold"], true);
    EXPECT_EQ(custom["states"], 360);
    const Json chosen = json_of({"audit", "2x2", "--heuristic", "manhattan,misplaced"});
    ASSERT_EQ(chosen["heuristics"].size(), 2U);
    EXPECT_EQ(chosen["heuristics"][0]["heuristic"], "manhattan");
    for (const std::string goal : {"blank-first", "snail", "column-major"}) {
        EXPECT_EQ(tessera({"audit", "2x3", "--goal", goal}).code, 0) << goal;
    }
}

TEST(BenchCommand, OneLinePerConfigurationAndTheSignature) {
    const RunResult text = tessera({"bench", "smoke", "--repetitions", "1"});
    EXPECT_EQ(text.code, 0) << text.err;
    const std::vector<std::string> lines = lines_of(text.out);
    ASSERT_GE(lines.size(), 3U);
    std::smatch signature;
    ASSERT_TRUE(std::regex_search(lines.back(), signature, std::regex("Bench: ([0-9]+)$")))
        << lines.back();
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        EXPECT_TRUE(contains(lines[i], " generated ")) << lines[i];
        EXPECT_TRUE(contains(lines[i], " M/s")) << lines[i];
        EXPECT_TRUE(contains(lines[i], "peak ")) << lines[i];
    }
    const RunResult json = tessera({"bench", "smoke", "--json"});
    std::uint64_t generated = 0;
    const std::vector<Json> rows = json_lines(json.out);
    EXPECT_EQ(rows.size(), lines.size() - 1);
    for (const Json& row : rows) {
        EXPECT_EQ(row["schema"], "tessera.bench/1");
        generated += row["generated"].get<std::uint64_t>();
    }
    EXPECT_EQ(std::to_string(generated), signature[1]) << "the signature is the sum of all nodes";
}

/// With no external boards in reach.
RunResult deadline(const Words& options) {
    const TemporaryFolder empty;
    RunOptions surroundings;
    surroundings.environment = {"TESSERA_DATA=" + empty.path()};
    Words words{"bench", "deadline"};
    words.insert(words.end(), options.begin(), options.end());
    return tessera(words, surroundings);
}

TEST(BenchDeadline, OneLinePerSet) {
    const RunResult result = deadline({"--set", "korf24", "--boards", "2", "--time", "0.2s"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.err, "2 boards in 1 set: up to 0.400 s")) << result.err;
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 1U) << result.out;
    EXPECT_TRUE(lines[0].starts_with("korf24 ")) << lines[0];
    for (const std::string field :
         {"  2 boards  limit 0.2 s ", " mean ", " length ", " optimal ", " at optimal ", " proven ",
          " bound ", " gap ", " final length after ", " overshoot ", " first answer "}) {
        EXPECT_TRUE(contains(lines[0], field)) << field << "in " << lines[0];
    }
}

TEST(BenchDeadline, JsonHasTheBoardsAndTheirMeans) {
    const RunResult result =
        deadline({"--set", "korf24", "--boards", "2", "--time", "0.2s", "--jsonl"});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<Json> rows = json_lines(result.out);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0]["id"], "korf24-1") << "spread evenly over the 50, from the first on";
    EXPECT_EQ(rows[1]["id"], "korf24-26");
    int sum = 0;
    for (const Json& row : {rows[0], rows[1]}) {
        EXPECT_EQ(row["schema"], "tessera.deadline/1");
        EXPECT_EQ(row["kind"], "board");
        EXPECT_GE(row["length"], row["known_optimal"]);
        EXPECT_LE(row["lower_bound"], row["known_optimal"]);
        ASSERT_FALSE(row["milestones"].empty());
        EXPECT_EQ(row["milestones"].back()["length"], row["length"]);
        EXPECT_GE(row["milestones"].front()["length"], row["length"]);
        sum += row["length"].get<int>();
        RunOptions submitted;
        submitted.input = row.dump();
        const RunResult verified = tessera({"verify", "-"}, submitted);
        EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    }
    const Json& mean = rows[2];
    EXPECT_EQ(mean["kind"], "set");
    EXPECT_EQ(mean["boards"], 2);
    EXPECT_DOUBLE_EQ(mean["length"].get<double>(), 0.5 * sum);
    EXPECT_DOUBLE_EQ(mean["known_optimal"].get<double>(), 0.5 * (95 + 105));
    EXPECT_TRUE(mean["constructive_length"].is_null());
}

TEST(BenchDeadline, OwnBoardsAreComparedWithTheConstructiveSolution) {
    const RunResult result =
        deadline({"--set", "uniform10", "--every", "9", "--time", "50ms", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<Json> rows = json_lines(result.out);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0]["id"], "uniform10-1");
    EXPECT_EQ(rows[1]["id"], "uniform10-10");
    EXPECT_LE(rows[0]["length"], rows[0]["constructive_length"]);
    EXPECT_LE(rows[2]["of_constructive"], 1.0);
}

TEST(BenchDeadline, TheCurveHasThreeColumns) {
    const RunResult result = deadline({"--set", "korf24", "--time", "100ms", "--curve"});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::vector<std::string> lines = lines_of(result.out);
    ASSERT_GE(lines.size(), 3U) << result.out;
    EXPECT_EQ(lines[0], "# korf24-1: seconds length bound");
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_TRUE(std::regex_match(lines[i], std::regex("[0-9.]+ [0-9]+ [0-9]+"))) << lines[i];
    }
}

TEST(BenchDeadline, MissingBoardsAreSaidToBeSkipped) {
    const RunResult result = deadline({"--set", "deepcubea-35,random48", "--time", "1ms"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, "deepcubea-35 skipped")) << result.err;
    EXPECT_TRUE(contains(result.err, "random48 skipped")) << result.err;
    EXPECT_TRUE(contains(result.err, "TESSERA_DATA")) << result.err;
}

/// A file of DeepCubeA's form, with our own boards: its columns are understood, and what contradicts them is an error.
TEST(BenchDeadline, ReferenceColumnsAreReadAndDefended) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& optimal) {
        folder.file("deepcubea-15.txt",
                    "# Columns: index(0-based) 16 tiles dca_len dca_nodes dca_seconds optimal_len\n"
                    "# Goal: 1 2 ... 15 0 (blank LAST, bottom-right).\n"
                    "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15 3 10 0.5 " +
                        optimal + " 5 0.1\n");
        RunOptions surroundings;
        surroundings.environment = {"TESSERA_DATA=" + folder.path()};
        return tessera({"bench", "deadline", "--set", "deepcubea-15", "--json"}, surroundings);
    };
    const RunResult good = run("1");
    EXPECT_EQ(good.code, 0) << good.err;
    const std::vector<Json> rows = json_lines(good.out);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["id"], "deepcubea-15-0");
    EXPECT_EQ(rows[0]["length"], 1);
    EXPECT_EQ(rows[0]["reference_length"], 3);
    EXPECT_EQ(rows[0]["optimal"], true);
    EXPECT_EQ(rows[1]["at_known_optimal"], 1);
    const RunResult too_long = run("3");
    EXPECT_EQ(too_long.code, 1);
    EXPECT_TRUE(contains(too_long.err, "1 moves, but the optimum is 3")) << too_long.err;
    const RunResult too_short = run("0");
    EXPECT_EQ(too_short.code, 1);
    EXPECT_TRUE(contains(too_short.err, "above the optimum 0")) << too_short.err;
    EXPECT_EQ(run("none").code, 3);
}

}  // namespace
}  // namespace tessera::app_testing
