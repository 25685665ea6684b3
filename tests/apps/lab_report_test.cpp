// tessera lab report and lab export as people use them; the page in a browser.
// home: sanitizers
#include <gtest/gtest.h>

#include "tessera/lab/export_records.hpp"
#include "tests/apps/run_program.hpp"
#include "tests/lab/run_records.hpp"

namespace tessera::app_testing {
namespace {

/// A database with runs of real searches, as `lab run` would leave it.
std::string write_database(const TemporaryFolder& folder, const std::string& name,
                           const std::vector<lab::RunRecord>& records) {
    return folder.file(name, lab::records_jsonl(records));
}

std::vector<lab::RunRecord> some_records() {
    std::vector<lab::RunRecord> records = lab::testing::searched_records("walks", {4, 4}, 40,
                                                                         {{"a*", "manhattan"},
                                                                          {"a*", "linear-conflict"},
                                                                          {"a*", "misplaced"},
                                                                          {"greedy", "manhattan"}},
                                                                         20'000);
    records[3].end = lab::RunEnd::crashed;
    records[3].detail = "the worker ended by signal 11 (Segmentation fault)";
    records[3].length.reset();
    return records;
}

TEST(LabReportCommand, PageMarkdownAndStandardOutput) {
    const TemporaryFolder folder;
    const std::string database = write_database(folder, "runs.db", some_records());
    const RunResult page =
        tessera({"lab", "report", "--db", database, "--output", folder.path("report.html")});
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_EQ(page.out, "");
    EXPECT_TRUE(contains(page.err, "1 of 160 runs ended without an explanation")) << page.err;
    EXPECT_TRUE(contains(content_of(folder.path("report.html")), "Segmentation fault"));
    EXPECT_TRUE(contains(content_of(folder.path("report.html")), "<svg"));

    const RunResult text = tessera({"lab", "report", "--db", database});
    EXPECT_EQ(text.code, 0);
    EXPECT_TRUE(contains(text.out, "## Suite walks"));
    EXPECT_TRUE(contains(text.out, "| a\\* with manhattan |"));
    const RunResult file =
        tessera({"lab", "report", "--db", database, "--output", folder.path("report.md")});
    EXPECT_EQ(file.code, 0);
    EXPECT_EQ(content_of(folder.path("report.md")), text.out);
}

TEST(LabReportCommand, OneSuite) {
    const TemporaryFolder folder;
    std::vector<lab::RunRecord> records = some_records();
    records.front().suite = "other";
    const std::string database = write_database(folder, "runs.db", records);
    const RunResult one = tessera({"lab", "report", "--db", database, "--suite", "other"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_TRUE(contains(one.out, "## Suite other"));
    EXPECT_FALSE(contains(one.out, "## Suite walks"));
    const RunResult none = tessera({"lab", "report", "--db", database, "--suite", "korf"});
    EXPECT_EQ(none.code, 2);
    EXPECT_TRUE(contains(none.err, "it holds: other, walks")) << none.err;
}

TEST(LabExportCommand, EveryForm) {
    const TemporaryFolder folder;
    const std::vector<lab::RunRecord> records = some_records();
    const std::string database = write_database(folder, "runs.db", records);
    const RunResult csv = tessera({"lab", "export", "--db", database, "--format", "csv"});
    EXPECT_EQ(csv.code, 0) << csv.err;
    EXPECT_EQ(csv.out, lab::records_csv(records));
    const RunResult jsonl = tessera({"lab", "export", "--db", database, "--format", "jsonl"});
    EXPECT_EQ(json_lines(jsonl.out).size(), records.size());
    const RunResult seed = tessera({"lab", "export", "--db", database, "--format", "seed-csv",
                                    "--output", folder.path("results.csv")});
    EXPECT_EQ(seed.code, 0) << seed.err;
    EXPECT_EQ(seed.out, "");
    EXPECT_TRUE(content_of(folder.path("results.csv"))
                    .starts_with("Initial State,Heuristic,Expanded Nodes,Max Fringe Size,Depth,"
                                 "Execution Time\r\n"));
    EXPECT_TRUE(contains(content_of(folder.path("results.csv")), ",h3,"));
}

TEST(LabReportCommand, ErrorsSayWhatToDoAndLeaveNothingBehind) {
    const TemporaryFolder folder;
    const std::string database = write_database(folder, "runs.db", some_records());
    const std::string empty = write_database(folder, "empty.db", {});
    struct Case {
        Words words;
        int code;
        std::string message;
    };
    for (const Case& one : std::vector<Case>{
             {{"lab", "report", "--db", folder.path("absent.db"), "--output",
               folder.path("x.html")},
              3,
              "there is no database"},
             {{"lab", "report", "--db", empty, "--output", folder.path("x.html")},
              3,
              "holds no runs"},
             {{"lab", "export", "--db", empty, "--format", "csv"}, 3, "tessera lab run SUITE --db"},
             {{"lab", "report", "--db", database, "--output", folder.path("x.pdf")},
              2,
              "end it with .html"},
             {{"lab", "report", "--db", database, "--output", folder.path("no/folder/x.html")},
              3,
              "cannot write"},
             {{"lab", "report"}, 2, "--db"},
             {{"lab", "export", "--db", database}, 2, "--format"},
             {{"lab", "export", "--db", database, "--format", "xml"}, 2, "seed-csv"}}) {
        const RunResult result = tessera(one.words);
        EXPECT_EQ(result.code, one.code) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_TRUE(contains(result.err, one.message)) << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path("x.html")));
}

/// Chromium without a screen, with a profile of its own.
RunResult browse(const TemporaryFolder& folder, const Words& more, const std::string& page) {
    Words words = {"chromium-headless-shell",
                   "--headless",
                   "--no-sandbox",
                   "--disable-gpu",
                   "--disable-dev-shm-usage",
                   "--hide-scrollbars",
                   "--enable-logging=stderr",
                   "--user-data-dir=" + folder.path("profile"),
                   "--virtual-time-budget=2000"};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("file://" + page);
    return run_program(words);
}

TEST(LabReportInABrowserInRelease, OpensWithoutErrorsWithItsCharts) {
    TESSERA_NEEDS_PROGRAM("chromium-headless-shell");
    const TemporaryFolder folder;
    const std::string database = write_database(folder, "runs.db", some_records());
    const std::string page = folder.path("report.html");
    ASSERT_EQ(tessera({"lab", "report", "--db", database, "--output", page}).code, 0);
    const RunResult shown = browse(folder, {"--dump-dom"}, page);
    ASSERT_EQ(shown.code, 0) << shown.err;
    EXPECT_FALSE(contains(shown.err, "CONSOLE")) << shown.err;
    const std::string written = content_of(page);
    EXPECT_GE(count_of(shown.out, "<svg"), 2U * 10U);
    // A browser repairs what is not well formed: then other numbers of elements come out.
    for (const std::string_view tag : {"<svg", "<table", "<tr", "<td", "<details", "<circle",
                                       "<path", "<rect", "<line", "<figure", "<li"}) {
        EXPECT_EQ(count_of(shown.out, tag), count_of(written, tag)) << tag;
    }
    const std::string picture = folder.path("report.png");
    const RunResult drawn =
        browse(folder, {"--window-size=1200,4000", "--screenshot=" + picture}, page);
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_GT(content_of(picture).size(), 50'000U);
}

}  // namespace
}  // namespace tessera::app_testing
