// Tables and exports of comparisons: readable, parseable, escaped.
#include "tessera/lab/export_comparison.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tessera/base/readable.hpp"
#include "tessera/lab/html.hpp"
#include "tessera/lab/report.hpp"
#include "tessera/lab/result_tables.hpp"
#include "tests/lab/csv_testing.hpp"
#include "tests/lab/lab_testing.hpp"
#include "tests/texts.hpp"

namespace tessera::lab {
namespace {

using testing::made;
using testing::parsed_csv;
using testing::stopped;
using Json = nlohmann::json;

Experiment sample() {
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

TEST(Readable, LinesAreBrokenAtSpaces) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("3×3 4×4 5×5", 7), (Lines{"3×3 4×4", "5×5"}));
    EXPECT_EQ(wrapped("one two six ten", 7, 2), (Lines{"one two", "  six", "  ten"}));
    EXPECT_EQ(wrapped("unbreakable word", 4), (Lines{"unbreakable", "word"}));
    EXPECT_EQ(wrapped("word", 0), Lines{"word"});
    EXPECT_TRUE(wrapped("", 4).empty());
}

TEST(Tables, TheBestOfEachColumnIsMarked) {
    const Experiment experiment = sample();
    const Table table =
        with_algorithms(board_table(results_of(experiment), 0), results_of(experiment));
    const std::string text = text_table(table);
    EXPECT_NE(text.find("time limit"), std::string::npos) << text;
    EXPECT_NE(text.find(" 10*"), std::string::npos) << text;
    EXPECT_NE(text.find(" 56*"), std::string::npos) << text;
    EXPECT_NE(text.find("+4"), std::string::npos) << text;
    EXPECT_EQ(text.find("5,000*"), std::string::npos) << "a stopped run is best in nothing";
    EXPECT_LE(text_width(table), 100U);
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
    EXPECT_EQ(markdown_table(table),
              "| name | count | rest |\n|---|---:|---|\n| x× | **1**\\* | a |\n| longer | 12,345 | "
              "b |\n");
}

TEST(Tables, TheSummarySaysOverWhichBoards) {
    const Experiment experiment = sample();
    const SuiteResults results = results_of(experiment);
    const CaptionedTable means = means_tables(results, all_boards(results)).front();
    EXPECT_EQ(
        means.caption,
        "Means over 1 of 2 boards (50.0 %): those that all configurations solved. A star marks "
        "the least. stopped: boards on which it reached a limit or gave up.");
    const std::string text = text_table(means.table);
    EXPECT_NE(text.find("1/2"), std::string::npos) << text;
    EXPECT_NE(text.find("2/2"), std::string::npos) << text;
}

TEST(Exports, JsonCarriesEverything) {
    const Comparison comparison(sample());
    const Json json = Json::parse(comparison_json(comparison));
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
    EXPECT_FALSE(comparison.said.empty());
    EXPECT_EQ(json["findings"].size(), comparison.said.size());
    EXPECT_EQ(json["limits"]["seconds"], 10.0);
}

TEST(Exports, JsonHasMeanMedianMostAndThePairs) {
    std::vector<std::vector<testing::Did>> runs;
    for (const std::uint64_t nodes : {10U, 1U, 2U, 3U, 4U}) {
        runs.push_back({{Status::solved, 6, nodes, 0.1, true},
                        {Status::solved, 6, 4 * nodes, 0.2, true},
                        stopped(Status::memory_limit, 9)});
    }
    const Comparison comparison(
        made({{"a*", "manhattan"}, {"a*", "misplaced"}, {"bfs", ""}}, runs));
    const Json summary = Json::parse(comparison_json(comparison))["summary"];
    const Json& expanded = summary["configurations"][0]["statistics"]["expanded"];
    EXPECT_EQ(expanded, (Json{{"mean", 4.0}, {"median", 3.0}, {"max", 10.0}}));
    EXPECT_EQ(summary["configurations"][0]["excess"], 0.0);
    EXPECT_TRUE(summary["configurations"][2]["statistics"].is_null()) << "it solved nothing";
    EXPECT_TRUE(summary["configurations"][2]["excess"].is_null());
    EXPECT_EQ(summary["configurations"][2]["ended"], (Json{{"memory-limit", 5}}));
    ASSERT_EQ(summary["pairs"].size(), 1U);
    const Json& pair = summary["pairs"][0];
    EXPECT_EQ(pair["configuration"], 1);
    EXPECT_EQ(pair["reference"], 0);
    EXPECT_EQ(pair["boards"], 5);
    EXPECT_NEAR(pair["expanded"]["ratio"].get<double>(), 4.0, 1e-9);
    EXPECT_NEAR(pair["expanded"]["low"].get<double>(), 4.0, 1e-9);
    EXPECT_NEAR(pair["search_seconds"]["ratio"].get<double>(), 2.0, 1e-9);
    EXPECT_DOUBLE_EQ(pair["expanded"]["p"].get<double>(), 2.0 / 32.0);
}

TEST(Exports, CsvHasOneRowPerRun) {
    Experiment experiment = sample();
    experiment.suite.boards[0].id = "with \"quotes\", and a comma";
    const auto rows = parsed_csv(comparison_csv(Comparison(std::move(experiment))));
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

TEST(Exports, ARefusedRunIsARowWithItsReason) {
    Experiment experiment = sample();
    testing::refuse(experiment.runs[2], Error{ErrorCode::usage, "no such table", "build it"});
    const Comparison comparison(std::move(experiment));
    const Json run = Json::parse(comparison_json(comparison))["runs"][2];
    EXPECT_EQ(run["ran"], false);
    EXPECT_EQ(run["reason"], "no such table");
    EXPECT_EQ(run["hint"], "build it");
    const auto rows = parsed_csv(comparison_csv(comparison));
    EXPECT_EQ(rows[3][6], "manhattan");
    EXPECT_EQ(rows[3][7], "not-run");
    EXPECT_EQ(rows[3][8], "no such table");
    for (std::size_t column = 9; column < rows[3].size(); ++column)
        EXPECT_EQ(rows[3][column], "") << rows[0][column];
}

TEST(Exports, MarkdownHasTablesAndSentences) {
    const Comparison comparison(sample());
    const std::string text =
        report_markdown(std::span(&comparison.results, 1),
                        {"", "tessera", "Comparison on 2 boards", "tessera compare"});
    EXPECT_TRUE(text.starts_with("# Comparison on 2 boards\n")) << text;
    EXPECT_NE(text.find("### Means\n"), std::string::npos);
    EXPECT_NE(text.find("### Pairs\n"), std::string::npos);
    EXPECT_NE(text.find("| a\\* with manhattan |"), std::string::npos) << text;
    EXPECT_NE(text.find("### board-2\n"), std::string::npos);
    EXPECT_NE(text.find("\ntessera compare\n"), std::string::npos) << "how to make it again";
}

TEST(Exports, HtmlIsWholeAndNeedsNothing) {
    for (const std::size_t boards : {std::size_t{1}, std::size_t{2}}) {
        Experiment experiment = sample();
        experiment.suite.boards.resize(boards);
        experiment.places.resize(boards);
        experiment.runs.resize(3 * boards);
        experiment.suite.boards[0].id = "<script>alert('x')</script>";
        const Comparison comparison(std::move(experiment));
        const std::string html =
            report_html(std::span(&comparison.results, 1),
                        {"", "tessera", "Comparison", "tessera compare '<b>'"});
        expect_balanced(html);
        EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
        EXPECT_EQ(html.find("<script"), std::string::npos);
        EXPECT_EQ(html.find("<b>"), std::string::npos);
        EXPECT_EQ(html.find("http://"), std::string::npos);
        EXPECT_EQ(html.find("https://"), std::string::npos);
        EXPECT_EQ(html.find("src="), std::string::npos);
        EXPECT_EQ(count_of(html, "href="), count_of(html, "href=\"#part-")) << "only inside";
        EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
        EXPECT_NE(html.find("<svg"), std::string::npos);
        EXPECT_EQ(html.find("nan"), std::string::npos);
        EXPECT_EQ(html.find("Boards solved over time") != std::string::npos, boards > 1);
        EXPECT_EQ(html.find("<table class=\"board\">") != std::string::npos, boards == 1);
        EXPECT_FALSE(comparison.said.empty());
        for (const Finding& finding : comparison.said)
            EXPECT_NE(html.find(html_escaped(finding.text)), std::string::npos) << finding.text;
    }
}

TEST(Exports, NothingRunIsStillADocument) {
    const Comparison comparison{Experiment()};
    const ReportFacts facts{"", "tessera", "Comparison", "tessera compare", {"x is unsolvable: y"}};
    const std::string html = report_html(std::span(&comparison.results, 1), facts);
    expect_balanced(html);
    EXPECT_NE(html.find("x is unsolvable: y"), std::string::npos);
    EXPECT_NE(
        report_markdown(std::span(&comparison.results, 1), facts).find("- x is unsolvable: y"),
        std::string::npos);
    EXPECT_EQ(Json::parse(comparison_json(comparison))["runs"].size(), 0U);
    EXPECT_EQ(parsed_csv(comparison_csv(comparison)).size(), 1U);
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
