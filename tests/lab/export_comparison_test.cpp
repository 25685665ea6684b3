// Tables and exports of comparisons: readable, parseable, escaped.
#include "tessera/lab/export_comparison.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tessera/base/readable.hpp"
#include "tessera/lab/comparison_tables.hpp"
#include "tessera/lab/html.hpp"
#include "tests/lab/csv_testing.hpp"
#include "tests/lab/lab_testing.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::parsed_csv;
using testing::stopped;
using Json = nlohmann::json;

Comparison sample() {
    return made({{"bfs", ""}, {"a*", "manhattan"}, {"greedy", "manhattan"}},
                {{stopped(Status::time_limit, 5000),
                  {Status::solved, 10, 1234, 0.25, true},
                  {Status::solved, 14, 56, 0.0004}},
                 {{Status::solved, 6, 300, 0.5, true},
                  {Status::solved, 6, 40, 0.1, true},
                  {Status::solved, 6, 20, 0.1, false, 4}}});
}

/// Every tag that is opened is closed, in the right order.
void expect_balanced(const std::string& html) {
    static const std::regex tag("<(/?)([a-zA-Z0-9]+)[^>]*?(/?)>");
    static const std::set<std::string> empty = {"meta"};
    std::vector<std::string> open;
    for (auto match = std::sregex_iterator(html.begin(), html.end(), tag);
         match != std::sregex_iterator(); ++match) {
        const std::string name = (*match)[2];
        if (empty.contains(name) || (*match)[3] == "/") continue;
        if ((*match)[1] != "/") {
            open.push_back(name);
            continue;
        }
        ASSERT_FALSE(open.empty()) << name;
        EXPECT_EQ(open.back(), name) << match->position();
        open.pop_back();
    }
    EXPECT_TRUE(open.empty());
}

TEST(Readable, RatiosAndTimes) {
    EXPECT_EQ(readable_ratio(1.04), "1.0×");
    EXPECT_EQ(readable_ratio(9.14), "9.1×");
    EXPECT_EQ(readable_ratio(9.96), "10×");
    EXPECT_EQ(readable_ratio(36'523.0), "36,500×");
    EXPECT_EQ(short_seconds(0.00042), "0.42 ms");
    EXPECT_EQ(short_seconds(0.0374), "37.4 ms");
    EXPECT_EQ(short_seconds(0.9999), "1.000 s");
    EXPECT_EQ(short_seconds(3.4), "3.40 s");
    EXPECT_EQ(readable_mean(45.333), "45.3");
    EXPECT_EQ(readable_mean(1234.5), "1,235");
    EXPECT_EQ(display_width("3×3 –"), 5U);
}

TEST(Tables, TheBestOfEachColumnIsMarked) {
    const Comparison comparison = sample();
    const std::string text = text_table(runs_table(comparison, summarise(comparison), 0));
    EXPECT_NE(text.find("time limit"), std::string::npos) << text;
    EXPECT_NE(text.find(" 10*"), std::string::npos) << text;
    EXPECT_NE(text.find(" 56*"), std::string::npos) << text;
    EXPECT_NE(text.find("+4"), std::string::npos) << text;
    EXPECT_EQ(text.find("5,000*"), std::string::npos) << "a stopped run is best in nothing";
    EXPECT_LE(text_width(runs_table(comparison, summarise(comparison), 0)), 100U);
}

/// Digits stand under digits: every line of a column of numbers ends in the same place, the mark apart.
TEST(Tables, ColumnsAreAligned) {
    Table table;
    table.columns = {{"name"}, {"count", true}, {"rest"}};
    table.add_row({{"x×"}, {"1", true}, {"a"}});
    table.add_row({{"longer"}, {"12,345"}, {"b"}});
    EXPECT_EQ(text_table(table),
              "name     count  rest\n"
              "x×           1* a\n"
              "longer  12,345  b\n");
    EXPECT_EQ(
        text_table(table, [](std::string_view text) { return "<" + std::string(text) + ">"; }),
        "name     count  rest\n"
        "x×           <1*> a\n"
        "longer  12,345  b\n");
    EXPECT_EQ(
        markdown_table(table),
        "| name | count | rest |\n|---|---:|---|\n| x× | **1** | a |\n| longer | 12,345 | b |\n");
}

TEST(Tables, TheSummarySaysOverWhichBoards) {
    const Comparison comparison = sample();
    const ComparisonSummary summary = summarise(comparison);
    EXPECT_EQ(means_caption(comparison, summary),
              "Means over 1 of 2 boards: those that all configurations solved.");
    const std::string text = text_table(summary_table(comparison, summary));
    EXPECT_NE(text.find("1/2"), std::string::npos) << text;
    EXPECT_NE(text.find("2/2"), std::string::npos) << text;
}

TEST(Exports, JsonCarriesEverything) {
    const ComparisonReport report(sample());
    const Json json = Json::parse(comparison_json(report));
    EXPECT_EQ(json["schema"], "tessera.compare/1");
    EXPECT_EQ(json["boards"].size(), 2U);
    EXPECT_EQ(json["runs"].size(), 6U);
    for (const Json& run : json["runs"]) {
        EXPECT_EQ(run["result"]["schema"], "tessera.solve/1");
        for (const char* counter : {"expanded", "generated", "reexpanded", "peak_open",
                                    "peak_states", "max_depth", "seconds", "setup_seconds"}) {
            EXPECT_TRUE(run["result"]["stats"].contains(counter)) << counter;
        }
    }
    EXPECT_EQ(json["summary"]["common_boards"], Json::parse("[1]"));
    EXPECT_EQ(json["summary"]["configurations"][1]["statistics"]["expanded"]["mean"], 40.0);
    EXPECT_EQ(json["findings"].size(), report.findings.size());
    EXPECT_EQ(json["limits"]["seconds"], 10.0);
}

TEST(Exports, CsvHasOneRowPerRun) {
    Comparison comparison = sample();
    comparison.request.boards[0].id = "with \"quotes\", and a comma";
    const auto rows = parsed_csv(comparison_csv(ComparisonReport(std::move(comparison))));
    ASSERT_EQ(rows.size(), 7U);
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(rows[1][1], "with \"quotes\", and a comma");
    EXPECT_EQ(rows[1][7], "time-limit");
    EXPECT_EQ(rows[1][9], "") << "no length where nothing was found";
    EXPECT_EQ(rows[2][5], "a*");
    EXPECT_EQ(rows[2][9], "10");
    EXPECT_EQ(rows[0][15], "expanded");
    EXPECT_EQ(rows[2][15], "1234");
}

TEST(Exports, MarkdownHasTablesAndSentences) {
    const ComparisonReport report(sample());
    const std::string text = comparison_markdown(report);
    EXPECT_NE(text.find("## All boards"), std::string::npos);
    EXPECT_NE(text.find("| a\\* | manhattan |"), std::string::npos) << text;
    EXPECT_NE(text.find("## board-2"), std::string::npos);
}

TEST(Exports, HtmlIsWholeAndNeedsNothing) {
    for (const std::size_t boards : {std::size_t{1}, std::size_t{2}}) {
        Comparison comparison = sample();
        comparison.request.boards.resize(boards);
        comparison.runs.resize(3 * boards);
        comparison.request.boards[0].id = "<script>alert('x')</script>";
        ComparisonReport report(std::move(comparison));
        report.facts = {{"command", "tessera compare '<b>'"}};
        const std::string html = comparison_html(report);
        expect_balanced(html);
        EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
        EXPECT_EQ(html.find("<script"), std::string::npos);
        EXPECT_EQ(html.find("<b>"), std::string::npos);
        EXPECT_EQ(html.find("http://"), std::string::npos);
        EXPECT_EQ(html.find("https://"), std::string::npos);
        EXPECT_EQ(html.find("src="), std::string::npos);
        EXPECT_EQ(html.find("href="), std::string::npos);
        EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
        EXPECT_NE(html.find("<svg"), std::string::npos);
        EXPECT_EQ(html.find("nan"), std::string::npos);
        for (const Finding& finding : report.findings)
            EXPECT_NE(html.find(html_escaped(finding.text)), std::string::npos) << finding.text;
    }
}

TEST(Exports, NothingRunIsStillADocument) {
    const ComparisonReport report{Comparison()};
    expect_balanced(comparison_html(report));
    EXPECT_EQ(Json::parse(comparison_json(report))["runs"].size(), 0U);
    EXPECT_EQ(parsed_csv(comparison_csv(report)).size(), 1U);
}

TEST(Escaping, EveryCharacterThatMeansSomething) {
    EXPECT_EQ(html_escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace tessera::lab
