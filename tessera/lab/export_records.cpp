// Records of runs as files for other programs: CSV, JSON lines (which can be read back), and the table of the first origin.
#include "tessera/lab/export_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "tessera/base/json.hpp"
#include "tessera/lab/json_fields.hpp"
#include "tessera/lab/record_fields.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::lab {
namespace {

using Json = nlohmann::ordered_json;

/// What each field of record_fields.hpp is.
constexpr std::pair<std::string_view, std::string_view> meanings[] = {
    {"key", "32 hexadecimal digits over all that determines the run"},
    {"suite", "the suite it belongs to"},
    {"board_set", "the part of the suite its board comes from"},
    {"board", "name of the board within the set"},
    {"rows", "rows of the board"},
    {"columns", "columns of the board"},
    {"start", "the board: its tiles row by row, 0 for the blank"},
    {"goal", "the board to reach, likewise"},
    {"known_optimal", "length of a shortest solution where the source of the board states it"},
    {"configuration", "algorithm, heuristic and options as the suite names them"},
    {"algorithm", "the algorithm that ran"},
    {"heuristic", "its heuristic; empty where it uses none"},
    {"options", "the options in force, as JSON"},
    {"seed", "of random choices"},
    {"time_limit", "seconds; 0: none"},
    {"memory_limit", "bytes; 0: none"},
    {"node_limit", "generated nodes; 0: none"},
    {"depth_limit", "moves; 0: none"},
    {"repetition", "0 for the first time the run was made, 1 for the second, …"},
    {"outcome",
     "crashed, hung, error, memory-limit, time-limit, node-limit, depth-limit, gave-up, "
     "unsolvable, solved, solved-optimally"},
    {"detail", "the end in words, where it needs them"},
    {"length", "moves of the solution"},
    {"slides", "the same with neighbouring tiles moved together as one"},
    {"cost", "the length, or with weighted tiles the sum of their numbers"},
    {"lower_bound", "no solution costs less: proven"},
    {"moves", "the solution: moves of the blank"},
    {"initial_h", "the heuristic's value of the start"},
    {"expanded", "states whose children were produced"},
    {"generated", "children produced"},
    {"reexpanded", "states whose children were produced again"},
    {"peak_open", "the largest frontier"},
    {"peak_states", "most states held at once"},
    {"max_depth", "the deepest state looked at, in moves"},
    {"effective_branching_factor", "of a uniform tree with as many nodes and this depth"},
    {"seconds", "wall time, the set-up included"},
    {"cpu_seconds", "processor time"},
    {"setup_seconds", "wall time for building the heuristic"},
    {"container_bytes", "most memory of the search's own containers"},
    {"table_bytes", "memory of the heuristic's tables"},
    {"peak_memory_bytes", "most memory of the process"},
    {"threads", "workers that took part"},
    {"device", "where it was searched: cpu, or the name of a device"},
    {"version", "of the program, with its commit"},
    {"build", "compiler and build type"},
    {"cpu", "model of the processor"},
    {"host", "name of the machine"},
    {"started", "when the run began, UTC"},
};

std::string_view meaning_of(std::string_view field) {
    const auto* const place = std::find_if(std::begin(meanings), std::end(meanings),
                                           [&](const auto& one) { return one.first == field; });
    return place == std::end(meanings) ? std::string_view() : place->second;
}

/// This field is JSON itself.
constexpr std::string_view options_field = "options";

// ---- As text

std::string field_text(const std::string& text) {
    return text;
}
std::string field_text(RunEnd end) {
    return std::string(to_string(end));
}
/// Doubles with as many digits as bring them back.
template <class Number>
    requires std::is_arithmetic_v<Number>
std::string field_text(Number number) {
    return fmt::format("{}", number);
}
template <class T>
std::string field_text(const std::optional<T>& value) {
    return value ? field_text(*value) : std::string();
}

// ---- As JSON

/// The object itself where that brings the text back, so that programs need not parse twice.
Json json_of_options(const std::string& text) {
    Json parsed = Json::parse(text, nullptr, false);
    if (parsed.is_object() && parsed.dump() == text) return parsed;
    return text;
}

Result<RunRecord> parse_record(std::string_view line, std::size_t number) {
    const auto wrong = [&](const std::string& what) {
        return input_error(fmt::format("line {}: {}", number, what),
                           "expected are lines as an export in the form jsonl has them");
    };
    // Writing a JSON value into a message takes stack for each level.
    constexpr std::size_t most_levels = 32;
    if (nested_deeper_than(line, most_levels)) return wrong("lists within lists within lists");
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return wrong("this is not a JSON object");
    const auto schema = json.find("schema");
    if (schema == json.end() || *schema != run_schema)
        return wrong(fmt::format("the schema is not {}", run_schema));
    RunRecord record;
    std::string bad;
    for_each_field(record, [&](const char* name, auto& field) {
        const auto member = json.find(name);
        if (!bad.empty()) return;
        if (member == json.end()) {
            // Lines from before there were devices do not name it: they are of the cpu.
            if (name == std::string_view("device")) return;
            bad = fmt::format("'{}' is missing", name);
        } else if (name == options_field && member->is_object()) {
            record.options = member->dump();
        } else if (!read_field(*member, field)) {
            bad = fmt::format("'{}' cannot be {}", name, member->dump().substr(0, 40));
        }
    });
    if (!bad.empty()) return wrong(bad);
    return record;
}

// ---- The origin's table

/// Line ends of RFC 4180, and of Python's csv module.
constexpr std::string_view line_end = "\r\n";

std::string origin_heuristic(const RunRecord& record) {
    static const std::map<std::pair<std::string_view, std::string_view>, std::string_view> names{
        {{"a*", "misplaced"}, "h1"},
        {{"a*", "euclidean"}, "h2"},
        {{"a*", "manhattan"}, "h3"},
        {{"a*", "row-column"}, "h4"}};
    const auto place = names.find({record.algorithm, record.heuristic});
    return place == names.end() ? record.configuration : std::string(place->second);
}

/// What stands in all four columns of a run without a solution.
std::string_view origin_word(RunEnd end) {
    switch (end) {
        case RunEnd::crashed:
        case RunEnd::hung:
        case RunEnd::error:
            return "Error";
        case RunEnd::unsolvable:
            return "Unsolvable";
        default:
            return "Timeout";
    }
}

}  // namespace

std::vector<RecordColumn> record_columns() {
    std::vector<RecordColumn> columns;
    const RunRecord record;
    for_each_field(record, [&](const char* name, const auto&) {
        columns.push_back({name, std::string(meaning_of(name))});
    });
    return columns;
}

std::map<std::string_view, std::string> record_texts(const RunRecord& record) {
    std::map<std::string_view, std::string> texts;
    for_each_field(record, [&](const char* name, const auto& field) {
        texts.emplace(name, field_text(field));
    });
    return texts;
}

std::string records_csv(std::span<const RunRecord> records) {
    std::string text;
    const auto add = [&](std::string_view field, bool first) {
        if (!first) text += ',';
        text += csv_field(field);
    };
    bool first = true;
    for (const RecordColumn& column : record_columns()) {
        add(column.name, first);
        first = false;
    }
    text += line_end;
    for (const RunRecord& record : records) {
        first = true;
        for_each_field(record, [&](const char*, const auto& field) {
            add(field_text(field), first);
            first = false;
        });
        text += line_end;
    }
    return text;
}

std::string record_json(const RunRecord& record) {
    Json json;
    json["schema"] = run_schema;
    for_each_field(
        record, [&](const char* name, const auto& field) { json[name] = field_json<Json>(field); });
    json[options_field] = json_of_options(record.options);
    return one_line(json);
}

std::string records_jsonl(std::span<const RunRecord> records) {
    std::string text;
    for (const RunRecord& record : records) {
        text += record_json(record);
        text += '\n';
    }
    return text;
}

Result<std::vector<RunRecord>> parse_records_jsonl(std::string_view text) {
    std::vector<RunRecord> records;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto record = parse_record(line, number);
        if (!record) return record.error();
        records.push_back(std::move(*record));
    }
    return records;
}

std::string records_origin_csv(std::span<const RunRecord> records) {
    std::string text = fmt::format(
        "Initial State,Heuristic,Expanded Nodes,Max Fringe Size,Depth,Execution Time{}", line_end);
    for (const RunRecord& record : records) {
        text += fmt::format("{},{},", csv_field(record.start), csv_field(origin_heuristic(record)));
        if (is_solved(record.end) && record.length) {
            text += fmt::format("{},{},{},{}", record.measured.counters.expanded,
                                record.measured.counters.peak_open, *record.length,
                                record.measured.seconds);
        } else {
            text += fmt::format("{0},{0},{0},{0}", origin_word(record.end));
        }
        text += line_end;
    }
    return text;
}

}  // namespace tessera::lab
