// The report of experiments: means over the same boards for all, sentences with their numbers, and files of sane size.
#include "tessera/lab/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tessera/lab/findings.hpp"
#include "tessera/lab/result_tables.hpp"
#include "tests/lab/run_records.hpp"
#include "tests/texts.hpp"

namespace tessera::lab {
namespace {

using testing::made_record;
constexpr RunEnd optimal = RunEnd::solved_optimally;

/// All that is said, a line for each sentence.
std::string said_about(const SuiteResults& results) {
    std::string text;
    for (const Finding& finding : findings(results)) text += finding.text + '\n';
    return text;
}
/// The cell of a row that begins with `row` under the column `column`.
std::string cell_of(const Table& table, const std::string& row, const std::string& column) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].title != column) continue;
        for (const auto& cells : table.rows) {
            if (cells[0].text == row) return cells[c].text;
        }
    }
    ADD_FAILURE() << "no " << row << " / " << column;
    return {};
}

/// The seed's error E0.3: the weaker heuristic solves only the easy board, and so has the smaller mean depth. Here means
/// are over what both solved.
std::vector<RunRecord> different_subsets() {
    return {made_record("b1", "a*", "manhattan", optimal, 10, 100, 0.010),
            made_record("b2", "a*", "manhattan", optimal, 30, 9'000, 1.0),
            made_record("b1", "a*", "misplaced", optimal, 10, 400, 0.040),
            made_record("b2", "a*", "misplaced", RunEnd::time_limit, 0, 90'000, 10.0)};
}

TEST(SuiteResults, MeansAreOnlyOverBoardsThatAllSolved) {
    const std::vector<RunRecord> records = different_subsets();
    const std::vector<SuiteResults> suites = gather(records);
    ASSERT_EQ(suites.size(), 1U);
    const CaptionedTable means = means_tables(suites[0], all_boards(suites[0])).front();
    const Table& table = means.table;
    EXPECT_EQ(cell_of(table, "a* with manhattan", "length"), "10") << "not 20, the mean of its own";
    EXPECT_EQ(cell_of(table, "a* with misplaced", "length"), "10");
    EXPECT_EQ(cell_of(table, "a* with manhattan", "expanded"), "100");
    EXPECT_EQ(cell_of(table, "a* with manhattan", "solved"), "2/2 (100 %)");
    EXPECT_EQ(cell_of(table, "a* with misplaced", "solved"), "1/2 (50.0 %)");
    EXPECT_TRUE(contains(
        means.caption, "Means over 1 of 2 boards (50.0 %): those that all configurations solved"));
}

TEST(SuiteResults, OneThatSolvedNothingHasNoMeansAndTakesNoneFromOthers) {
    std::vector<RunRecord> records = different_subsets();
    records.push_back(made_record("b1", "dfs", "", RunEnd::memory_limit, 0, 5, 1.0));
    records.push_back(made_record("b2", "dfs", "", RunEnd::memory_limit, 0, 5, 1.0));
    const SuiteResults results = gather(records).front();
    const CaptionedTable means = means_tables(results, all_boards(results)).front();
    const Table& table = means.table;
    EXPECT_EQ(cell_of(table, "dfs", "expanded"), "–");
    EXPECT_EQ(cell_of(table, "dfs", "solved"), "0/2 (0 %)");
    EXPECT_EQ(cell_of(table, "a* with manhattan", "expanded"), "100");
    EXPECT_TRUE(contains(means.caption, "(1 solved none)"));
}

/// BFS solves one board of six, misplaced four, the other two all: with BFS there would be 1 board to compare, without it
/// (3 − 1) × 4 = 8 comparisons, without misplaced (2 − 1) × 6 = 6.
TEST(SuiteResults, WeakOnesDoNotTakeTheBoardsOfTheOthers) {
    std::vector<RunRecord> records;
    for (int b = 1; b <= 6; ++b) {
        const std::string board = "b" + std::to_string(b);
        const auto end = [&](int most) { return b <= most ? optimal : RunEnd::time_limit; };
        const std::uint64_t length = 10;
        records.push_back(made_record(board, "a*", "linear-conflict", end(6), length, 10, 0.1));
        records.push_back(made_record(board, "a*", "manhattan", end(6), length, 20, 0.1));
        records.push_back(
            made_record(board, "a*", "misplaced", end(4), b <= 4 ? length : 0, 30, 0.1));
        records.push_back(made_record(board, "bfs", "", end(1), b <= 1 ? length : 0, 40, 0.1));
    }
    const SuiteResults results = gather(records).front();
    const ComparedGroup group = strongest_group(results, all_boards(results));
    EXPECT_EQ(group.configurations, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(group.boards.size(), 4U);
    const std::vector<CaptionedTable> means = means_tables(results, all_boards(results));
    ASSERT_EQ(means.size(), 2U);
    EXPECT_EQ(means[0].table.rows.size(), 4U);
    EXPECT_EQ(means[1].table.rows.size(), 3U);
    EXPECT_TRUE(contains(means[0].caption, "Means over 1 of 6 boards")) << means[0].caption;
    EXPECT_TRUE(contains(means[1].caption, "Means over 4 of 6 boards")) << means[1].caption;
    EXPECT_EQ(group_words(results, group),
              "over the 4 boards that all of these 3 configurations solved");
}

TEST(SuiteResults, RepetitionsAreOneByTheirMedian) {
    std::vector<RunRecord> records;
    for (const double seconds : {3.0, 1.0, 2.0}) {
        RunRecord record = made_record("b1", "a*", "manhattan", optimal, 10, 100, seconds);
        record.repetition = static_cast<std::uint32_t>(records.size());
        records.push_back(record);
    }
    SuiteResults results = gather(records).front();
    EXPECT_EQ(results.runs, 3U);
    EXPECT_EQ(results.repetitions, 3U);
    EXPECT_DOUBLE_EQ(results.cell(0, 0).value(Figure::seconds), 2.0);
    EXPECT_TRUE(results.cell(0, 0).solved());
    EXPECT_EQ(results.unsteady, 0U);
    // One repetition that failed is not hidden by the others, nor are counters that differ.
    records[1].measured.counters.expanded = 101;
    EXPECT_EQ(gather(records).front().unsteady, 1U);
    records[1].end = RunEnd::time_limit;
    results = gather(records).front();
    EXPECT_FALSE(results.cell(0, 0).solved());
    EXPECT_EQ(results.cell(0, 0).end, RunEnd::time_limit);
}

TEST(SuiteResults, TheLatestRecordOfARunCounts) {
    std::vector<RunRecord> records = different_subsets();
    records.push_back(made_record("b1", "a*", "manhattan", optimal, 10, 77, 0.010));
    records.back().started = "2026-11-16T00:00:00.000Z";
    records.back().machine.version = "tessera 2";
    std::reverse(records.begin(), records.end());
    const SuiteResults results = gather(records).front();
    EXPECT_EQ(results.superseded, 1U);
    EXPECT_EQ(results.runs, 4U);
    EXPECT_DOUBLE_EQ(results.cell(0, 0).value(Figure::expanded), 77.0);
    const std::string remarks = said_about(results);
    EXPECT_TRUE(contains(remarks, "1 record is left out")) << remarks;
    EXPECT_TRUE(contains(remarks, "2 different versions")) << remarks;
}

TEST(SuiteResults, NamesComeInTheirNaturalOrder) {
    EXPECT_TRUE(natural_less("b2", "b10"));
    EXPECT_FALSE(natural_less("b10", "b2"));
    EXPECT_TRUE(natural_less("3x3", "10x10"));
    EXPECT_TRUE(natural_less("a", "a1"));
    EXPECT_FALSE(natural_less("a", "a"));
    EXPECT_TRUE(natural_less("a01", "a2"));
}

TEST(SuiteFindings, PairsByHand) {
    // 4, 4, 16, 4, 4 and 16 times as many: geometric mean 256^(1/3) = 6.35.
    std::vector<RunRecord> records;
    const std::uint64_t nodes[][2] = {{100, 400}, {200, 800}, {50, 800},
                                      {10, 40},   {20, 80},   {5, 80}};
    for (std::size_t b = 0; b < 6; ++b) {
        const std::string board = "b" + std::to_string(b);
        records.push_back(made_record(board, "a*", "manhattan", optimal, 10, nodes[b][0], 0.1));
        records.push_back(made_record(board, "a*", "misplaced", optimal, 10, nodes[b][1], 0.0001));
    }
    const SuiteResults results = gather(records).front();
    EXPECT_EQ(reference_configuration(results), 0U) << "as many solved, fewer nodes";
    const std::vector<PairComparison> pairs = compare_with_reference(results);
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_NEAR(pairs[0].expanded->ratio.ratio, std::pow(256.0, 1.0 / 3.0), 1e-9);
    EXPECT_GE(pairs[0].expanded->ratio.low, 4.0 - 1e-9);
    EXPECT_LE(pairs[0].expanded->ratio.high, 16.0);
    EXPECT_TRUE(pairs[0].expanded->clear());
    EXPECT_EQ(pairs[0].expanded->test.more, 6U);
    EXPECT_DOUBLE_EQ(pairs[0].expanded->p, 2.0 / 64.0) << "no six pairs can show more";
    // 0.1 ms counts as the 1 ms that can be measured: 1/100, not 1/1000.
    EXPECT_NEAR(pairs[0].seconds->ratio.ratio, 0.01, 1e-12);
    const std::string said = said_about(results);
    EXPECT_TRUE(contains(said,
                         "a* with manhattan expanded 6.35× fewer nodes than a* with "
                         "misplaced (95 % interval 4.00× to 10"))
        << said;
    EXPECT_TRUE(contains(said, "p = 0.031 after Holm's correction")) << said;
    EXPECT_TRUE(contains(said, "but took 100× as long")) << said;
    EXPECT_TRUE(contains(said, "over the 6 boards that both solved")) << said;
    EXPECT_TRUE(contains(said, "agree on their mean length, 10 moves")) << said;
}

/// Three pairs: the table corrects p for all of them, and the sentence about one of them says the same.
TEST(SuiteFindings, OneComparisonHasOneP) {
    std::vector<RunRecord> records;
    for (int b = 1; b <= 7; ++b) {
        const std::string board = "b" + std::to_string(b);
        const auto nodes = static_cast<std::uint64_t>(100 * b);
        records.push_back(made_record(board, "a*", "linear-conflict", optimal, 10, nodes, 1e-4));
        records.push_back(made_record(board, "a*", "manhattan", optimal, 10, 3 * nodes, 1e-4));
        records.push_back(
            made_record(board, "ida*", "linear-conflict", optimal, 10, 5 * nodes, 1e-4));
        records.push_back(made_record(board, "ida*", "manhattan", optimal, 10, 9 * nodes, 1e-4));
    }
    const SuiteResults results = gather(records).front();
    const Table table = pairs_table(results, compare_with_reference(results));
    // 2/2⁷ = 0.0156 for each of three pairs: times 3 by Holm.
    EXPECT_EQ(cell_of(table, "a* with manhattan", "p (Holm)"), "0.047");
    const std::string said = said_about(results);
    EXPECT_TRUE(contains(said,
                         "fewer nodes than a* with manhattan (95 % interval 3.00× to 3.00×, "
                         "p = 0.047 after Holm's correction"))
        << said;
    // A pair that only a sentence compares is a fourth of the family.
    EXPECT_TRUE(contains(said,
                         "fewer nodes than ida* with manhattan (95 % interval 1.80× to 1.80×, "
                         "p = 0.062 after Holm's correction"))
        << said;
}

/// Boards that nobody can solve are not boards that were not solved.
TEST(SuiteFindings, UnsolvableBoardsAreApart) {
    std::vector<RunRecord> records;
    for (int b = 1; b <= 5; ++b) {
        const std::string board = "b" + std::to_string(b);
        for (const char* heuristic : {"manhattan", "misplaced"}) {
            records.push_back(
                b <= 3 ? made_record(board, "a*", heuristic, optimal, 10, 100, 0.01)
                       : made_record(board, "a*", heuristic, RunEnd::unsolvable, 0, 0, 0));
        }
    }
    SuiteResults results = gather(records).front();
    std::string said = said_about(results);
    EXPECT_TRUE(contains(said,
                         "Each of the 2 configurations solved 3 of 3 solvable boards (100 %); 2 "
                         "more boards are unsolvable."))
        << said;
    EXPECT_FALSE(contains(said, "ended early")) << said;
    EXPECT_EQ(cell_of(outcome_table(results), "a* with manhattan", "boards solved"), "3/3 (100 %)");
    const CaptionedTable means = means_tables(results, all_boards(results)).front();
    EXPECT_EQ(cell_of(means.table, "a* with manhattan", "solved"), "3/3 (100 %)");
    EXPECT_TRUE(contains(means.caption, "Means over 3 of 3 solvable boards (100 %)"))
        << means.caption;
    EXPECT_TRUE(contains(means.caption, "2 more boards are unsolvable.")) << means.caption;
    EXPECT_TRUE(contains(report_html(gather(records), {"a.db", "tessera"}), "b5: 3×3, unsolvable"));
    std::erase_if(records, [](const RunRecord& one) { return one.end == optimal; });
    results = gather(records).front();
    said = said_about(results);
    EXPECT_TRUE(contains(said, "None of the 2 boards can be solved")) << said;
}

TEST(SuiteFindings, UnexplainedEndsComeFirst) {
    std::vector<RunRecord> records = different_subsets();
    records.push_back(made_record("b3", "a*", "manhattan", RunEnd::crashed, 0, 0, 0.0));
    records.back().detail = "signal 11 <SEGV>";
    records.push_back(made_record("b3", "a*", "misplaced", RunEnd::hung, 0, 0, 0.0));
    const SuiteResults results = gather(records).front();
    const std::vector<Finding> said = findings(results);
    ASSERT_GT(said.size(), 1U);
    EXPECT_EQ(said[0].text, "2 of 6 runs ended without an explanation: 1 crashed, 1 hung.");
    EXPECT_TRUE(said[0].alarming());
    EXPECT_FALSE(said[1].alarming());
    const std::string page = report_html(gather(records), {"a.db", "tessera"});
    EXPECT_TRUE(contains(page, "signal 11 &lt;SEGV&gt;"));
    EXPECT_LT(page.find("What needs an explanation</h2>"), page.find("What it means</h2>"));
    EXPECT_LT(page.find("What it means</h2>"), page.find("How the runs ended</h2>"));
    const std::string markdown = report_markdown(gather(records), {"a.db", "tessera"});
    EXPECT_LT(markdown.find("crashed"), markdown.find("## How the runs ended"));
    const Table outcomes = outcome_table(results);
    EXPECT_EQ(outcomes.columns[2].title, "crashed") << "first of all ends";
    EXPECT_EQ(cell_of(outcomes, "all", "solved-optimally"), "3");
    EXPECT_EQ(cell_of(outcomes, "a* with misplaced", "time-limit"), "1");
}

TEST(SuiteFindings, ProofsThatExcludeEachOtherAreAnAlarm) {
    std::vector<RunRecord> records = different_subsets();
    EXPECT_TRUE(gather(records).front().contradictions.empty());
    records[2].length = 8;
    records[2].cost = 8;
    records[2].lower_bound = 8;
    EXPECT_EQ(gather(records).front().contradictions.size(), 1U);
    records = different_subsets();
    records[0].known_optimal = 12;
    const SuiteResults results = gather(records).front();
    ASSERT_EQ(results.contradictions.size(), 1U);
    EXPECT_TRUE(contains(results.contradictions[0], "the source of the board states 12"));
    EXPECT_TRUE(results.boards[0].shortest);
    // A cost by the tiles' numbers is another matter.
    records = different_subsets();
    records[2].cost = 55;
    records[2].lower_bound = 55;
    records[2].options = R"({"cost":"tile"})";
    EXPECT_TRUE(gather(records).front().contradictions.empty());
}

TEST(SuiteFindings, LongerSolutionsAreNamed) {
    std::vector<RunRecord> records = different_subsets();
    records.push_back(made_record("b1", "greedy", "manhattan", RunEnd::solved, 15, 20, 0.001));
    records.push_back(made_record("b2", "greedy", "manhattan", RunEnd::solved, 60, 50, 0.001));
    const SuiteResults results = gather(records).front();
    const std::string said = said_about(results);
    EXPECT_TRUE(contains(said, "greedy with manhattan (+50.0 %)"))
        << "on the one board that all solved\n"
        << said;
    EXPECT_EQ(cell_of(means_tables(results, all_boards(results)).front().table,
                      "greedy with manhattan", "longer"),
              "50.0 %");
    // 15 for 10 moves and 30 for 30: the mean of 50 % and 0 %, though the means are 22.5 and 20.
    records[3] = made_record("b2", "a*", "misplaced", optimal, 30, 9, 0.1);
    records.back() = made_record("b2", "greedy", "manhattan", RunEnd::solved, 30, 50, 0.001);
    const SuiteResults both = gather(records).front();
    const CaptionedTable means = means_tables(both, all_boards(both)).front();
    EXPECT_EQ(cell_of(means.table, "greedy with manhattan", "longer"), "25.0 %");
    EXPECT_TRUE(contains(means.caption, "longer: the mean of the boards' own percentages."))
        << means.caption;
    EXPECT_TRUE(contains(said_about(both),
                         "(mean of the boards' own percentages): greedy with manhattan (+25.0 %)"))
        << said_about(both);
}

/// The star that captions speak of is there in every form.
TEST(LabReport, AStarMarksTheLeastInEveryForm) {
    const std::vector<RunRecord> records = different_subsets();
    const std::vector<SuiteResults> suites = gather(records);
    const CaptionedTable means = means_tables(suites[0], all_boards(suites[0])).front();
    ASSERT_TRUE(contains(means.caption, "A star marks the least."));
    EXPECT_TRUE(contains(text_table(means.table), " 100* "));
    EXPECT_TRUE(contains(report_markdown(suites, {"a.db", "tessera"}), "| **100**\\* |"));
    EXPECT_TRUE(contains(report_html(suites, {"a.db", "tessera"}), ">100*</strong>"));
}

/// The commands of a report work in a shell: the suite's own file, a shipped suite's name, or a word about what is missing.
TEST(LabReport, HowToReproduceItNamesTheFileOfTheSuite) {
    ReportFacts facts{"my runs.db", "tessera"};
    facts.sources["mine"] = "'my file.toml' --nodes 3000";
    EXPECT_EQ(reproduction("mine", facts).at(0),
              "tessera lab run 'my file.toml' --nodes 3000 --db 'my runs.db'");
    EXPECT_EQ(reproduction("korf100", facts).at(0), "tessera lab run korf100 --db 'my runs.db'");
    const std::vector<std::string> unknown = reproduction("other", facts);
    EXPECT_TRUE(unknown.at(0).starts_with("# ")) << unknown[0];
    EXPECT_EQ(unknown.at(1), "tessera lab run other.toml --db 'my runs.db'");
}

/// One main part, headings that the contents lead to, and nothing that scrolls without a keyboard; who wrote it and when.
TEST(LabReport, ThePageCanBeFoundAround) {
    const std::vector<RunRecord> records = different_subsets();
    ReportFacts facts{"a.db", "tessera 1.2.3"};
    facts.date = "2026-11-18";
    const std::string page = report_html(gather(records), facts);
    for (const std::string_view once :
         {"<header>", "<main>", "</main>", "<nav aria-label=", "<h1>"})
        EXPECT_EQ(count_of(page, once), 1U) << once;
    EXPECT_EQ(count_of(page, "role=\"region\""), 0U) << "tables are no landmarks";
    EXPECT_EQ(count_of(page, "<pre"), count_of(page, "<pre tabindex=\"0\">"));
    EXPECT_TRUE(contains(page, "Runs of 2026-11-15. Written on 2026-11-18 by tessera 1.2.3."));
    EXPECT_EQ(count_of(page, "<li><a href=\"#part-"), count_of(page, " id=\"part-"));
    EXPECT_LT(page.find("<main>"), page.find("<h2 id=\"part-1\">What it means</h2>"));
    const std::string markdown = report_markdown(gather(records), facts);
    EXPECT_TRUE(
        markdown.starts_with("# Lab report\n\nRuns of 2026-11-15. Written on 2026-11-18 by "))
        << markdown.substr(0, 100);
    EXPECT_LT(markdown.find("### What it means"), markdown.find("### How the runs ended"));
}

TEST(LabReport, DistributionsAndTables) {
    std::vector<RunRecord> records;
    for (int b = 1; b <= 5; ++b) {
        records.push_back(made_record("b" + std::to_string(b), "a*", "manhattan", optimal,
                                      static_cast<std::uint64_t>(10 + b),
                                      static_cast<std::uint64_t>(b * 100), 0.01 * b));
    }
    const SuiteResults results = gather(records).front();
    const ComparedGroup group = strongest_group(results, all_boards(results));
    const Table nodes = distribution_table(results, group, Figure::expanded);
    EXPECT_EQ(cell_of(nodes, "a* with manhattan", "median"), "300");
    EXPECT_EQ(cell_of(nodes, "a* with manhattan", "25 %"), "200");
    EXPECT_EQ(cell_of(nodes, "a* with manhattan", "5 %"), "120");
    const Table within = solved_within_table(results, Figure::seconds);
    EXPECT_EQ(cell_of(within, "a* with manhattan", "10 ms"), "1");
    EXPECT_EQ(cell_of(within, "a* with manhattan", "100 ms"), "5");
    EXPECT_EQ(cell_of(depth_table(results, group), "13", "a* with manhattan"), "300");
}

TEST(LabReport, IsOnePageThatNeedsNothingElse) {
    const std::vector<RunRecord> records = testing::searched_records(
        "walks<3>", {3, 3}, 12,
        {{"a*", "manhattan"}, {"a*", "linear-conflict"}, {"greedy", "manhattan"}, {"bfs", ""}},
        3000, 2);
    const std::string page = report_html(gather(records), {"a b.db", "tessera 1"});
    for (const std::string_view part :
         {"<script", "http://", "https://", "src=", "url(", "nan", "-inf"})
        EXPECT_FALSE(contains(page, part)) << part;
    EXPECT_TRUE(contains(page, "walks&lt;3&gt;"));
    EXPECT_GE(count_of(page, "<svg"), 2U * 8U);
    EXPECT_EQ(count_of(page, "<details>"), 12U);
    EXPECT_EQ(count_of(page, "<details>"), count_of(page, "</details>"));
    EXPECT_EQ(count_of(page, "<table"), count_of(page, "</table>"));
    EXPECT_EQ(count_of(page, "<g "), count_of(page, "</g>"));
    for (const std::string_view part :
         {"tessera lab run &#39;walks&lt;3&gt;.toml&#39; --db &#39;a b.db&#39;", "Test CPU 3000",
          "tessera 1.2.3", "2026-11-15T19:40:00.000Z", "g++ 12, Release", "2 repetitions"})
        EXPECT_TRUE(contains(page, part)) << part;
    EXPECT_EQ(page, report_html(gather(records), {"a b.db", "tessera 1"})) << "the same every time";
    const std::string markdown = report_markdown(gather(records), {"a b.db", "tessera 1"});
    for (const std::string_view part : {"### Means", "### Pairs", "a\\* with manhattan", "```"})
        EXPECT_TRUE(contains(markdown, part)) << part;
}

TEST(LabReport, SeveralSuitesAndSets) {
    std::vector<RunRecord> records = different_subsets();
    for (RunRecord record : different_subsets()) {
        record.suite = "other";
        record.set = record.board == "b1" ? "easy" : "hard";
        records.push_back(record);
    }
    const std::string page = report_html(gather(records), {"a.db", "tessera"});
    EXPECT_TRUE(contains(page, "Lab report: 2 suites"));
    EXPECT_TRUE(contains(page, "<h2 id=\"part-1\">Suite made</h2>"));
    EXPECT_TRUE(contains(page, "<a href=\"#part-1\">Suite made</a><ul>"));
    EXPECT_TRUE(contains(page, "<h4>hard</h4>"));
    EXPECT_TRUE(contains(page, "hard/b2"));
    EXPECT_TRUE(contains(page,
                         "Means over 1 of 1 board (100 %): those that all other "
                         "configurations solved (1 solved none)"));
    EXPECT_TRUE(contains(report_html({}, {"a.db", "tessera"}), "Lab report"));
}

/// 100,000 runs make a page that a browser opens without trouble; what is left out is said.
TEST(LongLabReport, LargeStoresStayReadable) {
    std::vector<RunRecord> records;
    const char* const heuristics[] = {"misplaced", "euclidean", "manhattan", "row-column"};
    for (std::size_t b = 0; b < 25'000; ++b) {
        for (std::size_t h = 0; h < 4; ++h) {
            const bool lost = (b * 7 + h) % 97 == 0;
            records.push_back(made_record("b" + std::to_string(b), "a*", heuristics[h],
                                          lost ? RunEnd::time_limit : optimal,
                                          lost ? 0 : 10 + b % 40, (b % 997 + 1) * (9 - 2 * h),
                                          1e-5 * static_cast<double>((b % 997 + 1) * (9 - 2 * h))));
        }
    }
    const std::string page = report_html(gather(records), {"big.db", "tessera"});
    EXPECT_LT(page.size(), 5'000'000U);
    EXPECT_GT(page.size(), 200'000U);
    EXPECT_TRUE(contains(page, "625 of 25,000 boards are shown"));
    EXPECT_TRUE(contains(page, "500 of 25,000 boards are drawn"));
    EXPECT_TRUE(contains(page, "At most 250 boards of each are drawn"));
    EXPECT_TRUE(contains(page, "All 100,000 runs came to a normal end: none crashed"));
}

}  // namespace
}  // namespace tessera::lab
