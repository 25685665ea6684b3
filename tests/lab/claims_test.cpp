// The seeds' claims: verdicts that are known from exact distances and arithmetic, and how records become evidence.
#include "tessera/lab/claims.hpp"
#include "tessera/lab/statistics.hpp"

#include <gtest/gtest.h>

#include "tessera/lab/claim_checks.hpp"
#include "tessera/lab/suite.hpp"

namespace tessera::lab {
namespace {

/// The one claim with this number whose statement contains these words.
const CheckedClaim& claim(const Claims& claims, std::string_view id, std::string_view words) {
    static const CheckedClaim none;
    const CheckedClaim* found = nullptr;
    for (const CheckedClaim& one : claims) {
        if (one.id != id || one.statement.find(words) == std::string::npos) continue;
        EXPECT_EQ(found, nullptr) << "two claims match " << id << " " << words;
        found = &one;
    }
    EXPECT_NE(found, nullptr) << id << " " << words;
    return found == nullptr ? none : *found;
}

void expect(const CheckedClaim& claim, Verdict verdict, std::string_view ours) {
    EXPECT_EQ(to_string(claim.verdict), to_string(verdict)) << claim.statement;
    EXPECT_NE(claim.ours.find(ours), std::string::npos) << claim.ours;
}

TEST(SeedTables, ContradictThemselves) {
    Engine engine;
    const ClaimOptions options;
    ClaimEvidence evidence(engine, options);
    Claims claims;
    check_printed_tables(evidence, claims);
    ASSERT_FALSE(evidence.failure());
    const auto& fringe = claim(claims, "S0.49", "maximum fringe size");
    expect(fringe, Verdict::cannot_be_right, "H2 Euclidean 1.61, H3 Manhattan 1.91");
    EXPECT_NE(fringe.because.find("H2 and H3 fall short"), std::string::npos);
    expect(claim(claims, "S0.49", "average depths"), Verdict::cannot_be_right, "3.78 moves");
    expect(claim(claims, "S0.49", "20 % fewer nodes"), Verdict::cannot_be_right, "7.4 %");
    expect(claim(claims, "S0.49", "80 % faster"), Verdict::cannot_be_right, "73.7 %");
    expect(claim(claims, "S0.49", "45 % less memory"), Verdict::cannot_be_right, "64.8 %");
    expect(claim(claims, "S3.16", "fixed 8-puzzle"), Verdict::holds, "5 even, 0 odd");
    expect(claim(claims, "S3.16", "fixed 15-puzzle"), Verdict::cannot_be_right,
           "58 where the least is 56");
    expect(claim(claims, "S3.16", "fixed 24-puzzle"), Verdict::cannot_be_right, "3 even, 2 odd");
    expect(claim(claims, "S3.16", "50 random moves"), Verdict::cannot_be_right, "at most 50");
    expect(claim(claims, "S4.16", "close to the best"), Verdict::is_false, "16.4 % longer");
}

TEST(SeedHeuristics, ByExactAudit) {
    Engine engine;
    const ClaimOptions options;
    ClaimEvidence evidence(engine, options);
    Claims claims;
    check_exact_claims(evidence, claims);
    ASSERT_FALSE(evidence.failure());
    expect(claim(claims, "S0.9", "as coded"), Verdict::is_false,
           "h(goal) = 12 on 3×3, 24 on 4×4; 2,485 states too high");
    expect(claim(claims, "S0.12", "H1 misplaced"), Verdict::holds, "mean h 7.1111");
    expect(claim(claims, "S0.12", "H2 Euclidean"), Verdict::holds, "mean h 5.7224");
    expect(claim(claims, "S0.12", "H3 Manhattan"), Verdict::holds, "admissible and consistent");
    expect(claim(claims, "S0.12", "H4 wrong row"), Verdict::holds, "mean h 10.6667");
    expect(claim(claims, "S0.12", "between them"), Verdict::holds, "181,440 of 181,440");
    expect(claim(claims, "S0.5", "isGoal"), Verdict::is_false, "23,118 of 181,440");
    expect(claim(claims, "S0.20", "inversions are even"), Verdict::is_false, "of 20,000");
    expect(claim(claims, "S0.41", "informativeness"), Verdict::is_false,
           "Euclidean as coded 11.44");
    expect(claim(claims, "S0.41", "most informed"), Verdict::is_false, "walking distance 15.6833");
    expect(claim(claims, "S1.12", "inversions"), Verdict::cannot_be_right, "6");
    expect(claim(claims, "S1.13", "rejected"), Verdict::holds,
           "150,898 states too high, by up to 24");
    expect(claim(claims, "S1.14", "by pairs"), Verdict::is_false,
           "7 states too high, by up to 4 (`8 7 6 5 4 3 2 1 0`: h = 32, distance 28)");
    expect(claim(claims, "S1.16", "worked boards"), Verdict::holds, "22 and 2");
    expect(claim(claims, "S1.17", "IDDFS"), Verdict::is_false, "223 solvable boards");
    expect(claim(claims, "S2.2", "362,880"), Verdict::is_false, "181,440");
    expect(claim(claims, "S2.22", "Manhattan table"), Verdict::is_false,
           "h(goal) = 8 on 3×3; 4,354 states too high");
    expect(claim(claims, "S3.3", "solvability"), Verdict::holds, "0 wrong");
    expect(claim(claims, "S3.6", "misplaced"), Verdict::is_false, "78 states too high, by up to 1");
    expect(claim(claims, "S4.7", "linear conflict"), Verdict::is_false,
           "2×4: not admissible: 1 state");
    expect(claim(claims, "S4.16", "n ≤ 3"), Verdict::holds, "176,485 states");
}

/// A run that was made up.
RunRecord made(std::string_view configuration, std::string_view board, RunEnd end,
               std::uint64_t length, std::uint64_t expanded) {
    RunRecord record;
    record.suite = "seeds-15";
    record.configuration = configuration;
    record.start = board;
    record.end = end;
    if (is_solved(end)) record.length = length;
    record.counters.expanded = expanded;
    return record;
}

TEST(ClaimEvidence, MeansAreOverBoardsThatAllSolved) {
    const std::vector<RunRecord> records{made("a", "1", RunEnd::solved_optimally, 10, 100),
                                         made("b", "1", RunEnd::solved, 12, 10),
                                         made("a", "2", RunEnd::solved_optimally, 50, 9000),
                                         made("b", "2", RunEnd::time_limit, 0, 77),
                                         made("a", "3", RunEnd::solved_optimally, 20, 300),
                                         made("b", "3", RunEnd::solved, 24, 30)};
    const CommonBoards boards = common_boards(records, {"a", "b"});
    EXPECT_EQ(boards.boards, 3U);
    EXPECT_EQ(boards.common, 2U);
    EXPECT_EQ(boards.of("a").solved, 3U);
    EXPECT_EQ(boards.of("b").solved, 2U);
    EXPECT_DOUBLE_EQ(boards.of("a").length, 15.0);
    EXPECT_DOUBLE_EQ(boards.of("a").expanded, 200.0);
    EXPECT_DOUBLE_EQ(boards.of("b").expanded, 20.0);
}

TEST(ClaimEvidence, RecordsAreUsedInsteadOfRuns) {
    Engine engine;
    const std::vector<RunRecord> records{made("x", "1", RunEnd::solved, 10, 100)};
    ClaimOptions options;
    options.records = records;
    options.progress = [](std::string_view) { return false; };
    ClaimEvidence evidence(engine, options);
    EXPECT_EQ(evidence.runs("seeds-15").size(), 1U);
    EXPECT_NE(evidence.how("seeds-15").find("records"), std::string::npos);
    EXPECT_FALSE(evidence.failure());
    EXPECT_TRUE(evidence.runs("seeds-8").empty())
        << "these would have to be run, which was forbidden";
    ASSERT_TRUE(evidence.failure());
    EXPECT_EQ(evidence.failure()->code, ErrorCode::interrupted);
}

TEST(ClaimEvidence, SignTestByHand) {
    EXPECT_DOUBLE_EQ(probability_of_split(0, 0), 1.0);
    EXPECT_DOUBLE_EQ(probability_of_split(3, 3), 1.0);
    EXPECT_NEAR(probability_of_split(10, 0), 2.0 / 1024.0, 1e-12);
    EXPECT_NEAR(probability_of_split(1, 9), 2.0 * 11.0 / 1024.0, 1e-12);
}

TEST(SeedRuns, TwoStartsMisleadAStarWithPairwiseConflicts) {
    Engine engine;
    const ClaimOptions options;
    ClaimEvidence evidence(engine, options);
    Claims claims;
    check_measured_claims_of_s1(evidence, claims);
    ASSERT_FALSE(evidence.failure());
    const auto& always = claim(claims, "S1.17", "always optimal");
    expect(always, Verdict::is_false, "2 of ");
    EXPECT_NE(always.ours.find("`8 7 6 5 0 3 2 4 1` 30 instead of 28"), std::string::npos);
    EXPECT_NE(always.ours.find("`8 7 6 5 0 4 2 1 3` 30 instead of 28"), std::string::npos);
    expect(claim(claims, "S1.20", "1 4 0 5 8 2 3 6 7"), Verdict::holds, "BFS 357 (10 moves)");
    expect(claim(claims, "S1.20", "8 4 5 3 2 1 0 6 7"), Verdict::holds, "BFS 31,922 (20 moves)");
    expect(claim(claims, "S1.17", "greedy"), Verdict::holds, "longer than the shortest on");
    expect(claim(claims, "S1.18", "more nodes"), Verdict::holds, "nodes on average");
}

TEST(ClaimReport, NamesCommandCountsAndEveryClaim) {
    const std::vector<CheckedClaim> claims{
        {"S0.12", "one", "a", "b", "by hand", Verdict::holds, "so it is"},
        {"S3.16", "two | three", "c", "d", "by hand", Verdict::cannot_be_right, "it is not"}};
    const std::string text = claims_markdown(claims, "tessera lab claims");
    for (const std::string_view part :
         {"Written by `tessera lab claims`", "- holds: 1\n", "- cannot be right: 1\n",
          "- false: 0\n", "## S0: ", "## S3: ", "[S0.12](#claim-1)", "id=\"claim-2\"",
          "- verdict: **cannot be right**: it is not\n"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(text.find("| two | three |"), std::string::npos) << "a bar would end the cell";
}

}  // namespace
}  // namespace tessera::lab
