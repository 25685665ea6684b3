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

}  // namespace
}  // namespace tessera::app_testing
