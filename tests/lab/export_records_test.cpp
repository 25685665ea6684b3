// Exports of runs: what is written is what was recorded, other programs can read it, and JSON lines come back equal.
#include "tessera/lab/export_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/lab/csv_testing.hpp"
#include "tests/lab/run_records.hpp"

namespace tessera::lab {
namespace {

using testing::made_record;
using testing::parsed_csv;

/// Every field different from its default, and texts that need quoting.
RunRecord awkward_record() {
    RunRecord record = made_record("board, \"x\"", "a*", "manhattan", RunEnd::solved_optimally, 7,
                                   123'456'789'012'345ULL, 0.1);
    record.detail = "line one\nline two";
    record.known_optimal = 7;
    record.seed = 0xFFFF'FFFF'FFFF'FFFFULL;
    record.memory_limit = 4'000'000'000ULL;
    record.node_limit = 5;
    record.depth_limit = 80;
    record.repetition = 3;
    record.moves = "ULDRULD";
    record.initial_h = 4.5;
    record.lower_bound = -1;
    record.measured.counters.reexpanded = 1;
    record.measured.counters.peak_states = 2;
    record.measured.counters.max_depth = 9;
    record.measured.effective_branching_factor = 1.0 / 3.0;
    record.measured.cpu_seconds = 1e-7;
    record.measured.setup_seconds = 0.05;
    record.measured.table_bytes = 10;
    record.measured.peak_memory_bytes = 20;
    record.measured.threads = 4;
    record.measured.device = "gpu";
    return record;
}

TEST(ExportCsv, OneDocumentedColumnForEveryField) {
    const std::vector<RecordColumn> columns = record_columns();
    std::set<std::string> names;
    for (const RecordColumn& column : columns) {
        EXPECT_TRUE(names.insert(column.name).second) << column.name;
        EXPECT_GT(column.meaning.size(), 8U) << column.name << " is not documented";
    }
    EXPECT_EQ(columns.size(), 47U) << "a new field of RunRecord needs a column and its meaning";
    for (const std::string name : {"key", "board", "outcome", "expanded", "peak_open", "seconds",
                                   "version", "cpu", "started"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(ExportCsv, ReadsBackByTheRules) {
    const std::vector<RunRecord> records{
        awkward_record(), made_record("b", "bfs", "", RunEnd::time_limit, 0, 5, 10.0)};
    const auto rows = parsed_csv(records_csv(records));
    ASSERT_EQ(rows.size(), 3U);
    const auto field = [&](std::size_t row, const std::string& name) {
        const auto place = std::find(rows[0].begin(), rows[0].end(), name);
        EXPECT_NE(place, rows[0].end()) << name;
        return rows[row].at(static_cast<std::size_t>(place - rows[0].begin()));
    };
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(field(1, "board"), "board, \"x\"");
    EXPECT_EQ(field(1, "detail"), "line one\nline two");
    EXPECT_EQ(field(1, "expanded"), "123456789012345");
    EXPECT_EQ(field(1, "seed"), "18446744073709551615");
    EXPECT_EQ(field(1, "outcome"), "solved-optimally");
    EXPECT_EQ(field(1, "length"), "7");
    EXPECT_EQ(std::stod(field(1, "effective_branching_factor")), 1.0 / 3.0);
    EXPECT_EQ(field(2, "outcome"), "time-limit");
    EXPECT_EQ(field(2, "length"), "") << "what a run does not have is empty, not 0";
    EXPECT_EQ(field(2, "heuristic"), "");
}

TEST(ExportJsonl, ComesBackEqual) {
    std::vector<RunRecord> records{awkward_record(),
                                   made_record("b", "bfs", "", RunEnd::crashed, 0, 0, 0.0)};
    records[1].options = "not JSON";
    records[1].lower_bound.reset();
    for (const RunRecord& one : testing::searched_records(
             "real", {3, 3}, 3, {{"a*", "manhattan"}, {"greedy", "manhattan"}, {"bfs", ""}}, 2000))
        records.push_back(one);
    const std::string text = records_jsonl(records);
    const auto back = parse_records_jsonl(text);
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(back->size(), records.size());
    // The CSV has every field in full.
    EXPECT_EQ(records_csv(*back), records_csv(records));
    EXPECT_EQ(records_jsonl(*back), text);
    const RunRecord& first = back->front();
    EXPECT_EQ(first.seed, 0xFFFF'FFFF'FFFF'FFFFULL);
    EXPECT_EQ(first.lower_bound, -1);
    EXPECT_EQ(first.measured.effective_branching_factor, 1.0 / 3.0);
    EXPECT_EQ(first.end, RunEnd::solved_optimally);
    EXPECT_EQ((*back)[1].options, "not JSON");
    EXPECT_FALSE((*back)[1].length.has_value());
}

TEST(ExportJsonl, LinesFromBeforeThereWereDevicesAreOfTheCpu) {
    auto json = nlohmann::json::parse(record_json(awkward_record()));
    ASSERT_EQ(json.erase("device"), 1U);
    const auto back = parse_records_jsonl(json.dump());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->front().measured.device, cpu_device);
}

TEST(ExportJsonl, OptionsAreAnObjectForPrograms) {
    const auto json = nlohmann::json::parse(record_json(awkward_record()));
    EXPECT_EQ(json["schema"], "tessera.run/1");
    EXPECT_EQ(json["options"]["cost"], "unit");
    EXPECT_TRUE(nlohmann::json::parse(record_json(RunRecord()))["length"].is_null());
}

TEST(ExportJsonl, SaysWhatIsWrongAndWhere) {
    const std::string good = record_json(awkward_record());
    const auto message = [&](const std::string& line) {
        const auto result = parse_records_jsonl(good + "\n\n" + line + "\n");
        EXPECT_FALSE(result) << line;
        return result ? std::string() : result.error().message;
    };
    EXPECT_EQ(message("{"), "line 3: this is not a JSON object");
    EXPECT_EQ(message("[1]"), "line 3: this is not a JSON object");
    EXPECT_EQ(message(R"({"schema":"tessera.solve/1"})"),
              "line 3: the schema is not tessera.run/1");
    EXPECT_EQ(message(R"({"schema":"tessera.run/1"})"), "line 3: 'key' is missing");
    auto changed = nlohmann::json::parse(good);
    changed["outcome"] = "well";
    EXPECT_EQ(message(changed.dump()), "line 3: 'outcome' cannot be \"well\"");
    changed = nlohmann::json::parse(good);
    changed["expanded"] = -1;
    EXPECT_EQ(message(changed.dump()), "line 3: 'expanded' cannot be -1");
    changed["expanded"] = 1;
    changed["rows"] = 70'000;
    EXPECT_EQ(message(changed.dump()), "line 3: 'rows' cannot be 70000");
    // Deeper than the stack goes.
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    EXPECT_EQ(message(good.substr(0, good.size() - 1) + ",\"options\":" + deep + "}"),
              "line 3: lists within lists within lists");
    EXPECT_TRUE(parse_records_jsonl(""));
}

TEST(ExportSeedCsv, HasTheColumnsAndWordsOfTheSeed) {
    std::vector<RunRecord> records{
        made_record("b", "a*", "misplaced", RunEnd::solved_optimally, 12, 118, 0.25),
        made_record("b", "a*", "euclidean", RunEnd::time_limit, 0, 9, 10.0),
        made_record("b", "a*", "manhattan", RunEnd::memory_limit, 0, 9, 10.0),
        made_record("b", "a*", "row-column", RunEnd::solved_optimally, 12, 40, 0.5),
        made_record("b", "ida*", "manhattan", RunEnd::crashed, 0, 0, 0.0),
        made_record("b", "bfs", "", RunEnd::unsolvable, 0, 0, 0.0)};
    EXPECT_EQ(records_origin_csv(records),
              "Initial State,Heuristic,Expanded Nodes,Max Fringe Size,Depth,Execution Time\r\n"
              "1 2 3 4 5 6 7 0 8,h1,118,59,12,0.25\r\n"
              "1 2 3 4 5 6 7 0 8,h2,Timeout,Timeout,Timeout,Timeout\r\n"
              "1 2 3 4 5 6 7 0 8,h3,Timeout,Timeout,Timeout,Timeout\r\n"
              "1 2 3 4 5 6 7 0 8,h4,40,20,12,0.5\r\n"
              "1 2 3 4 5 6 7 0 8,ida* with manhattan,Error,Error,Error,Error\r\n"
              "1 2 3 4 5 6 7 0 8,bfs,Unsolvable,Unsolvable,Unsolvable,Unsolvable\r\n");
}

}  // namespace
}  // namespace tessera::lab
