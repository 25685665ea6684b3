// A comparison as JSON, CSV and Markdown.
#include "tessera/lab/export_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/lab/comparison_tables.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::lab {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json boards_json(const ComparisonReport& report) {
    Json list = Json::array();
    for (std::size_t b = 0; b < report.comparison.request.boards.size(); ++b) {
        const ComparedBoard& board = report.comparison.request.boards[b];
        const BestKnown& best = report.summary.best[b];
        Json json;
        json["id"] = board.id;
        json["size"] = Json::array({board.start.geometry().rows, board.start.geometry().cols});
        json["start"] = tile_numbers(board.start.tiles());
        json["goal"] = tile_numbers(board.goal.tiles());
        json["goal_name"] = goal_name(board.goal);
        json["solvable"] = true;
        json["best_cost"] = best.cost ? Json(*best.cost) : Json(nullptr);
        json["best_proven"] = best.proven;
        json["lower_bound"] = best.lower_bound;
        for (const UnsolvableBoard& unsolvable : report.comparison.unsolvable) {
            if (unsolvable.board != b) continue;
            json["solvable"] = false;
            json["lower_bound"] = nullptr;
            json["reason"] = unsolvable.report.reason;
            json["solvable_goals"] = unsolvable.report.reachable_goals;
            json["repair"] =
                Json::array({index(unsolvable.report.swap_a), index(unsolvable.report.swap_b)});
        }
        list.push_back(std::move(json));
    }
    return list;
}

Json run_json(const ComparisonReport& report, const ComparisonRun& run) {
    const ComparedConfiguration& configuration =
        report.comparison.request.configurations[run.configuration];
    Json json;
    json["board"] = run.board;
    json["configuration"] = run.configuration;
    json["algorithm"] = configuration.algorithm;
    json["heuristic"] = text_or_null(configuration.heuristic);
    json["ran"] = run.solution.has_value();
    if (!run.solution) {
        json["reason"] = run.error->message;
        json["hint"] = text_or_null(run.error->hint);
        return json;
    }
    json["search_seconds"] = search_seconds(*run.solution);
    json["measurements"] = run.measurements;
    json["search_bytes"] = search_bytes(*run.solution);
    json["result"] = Json::parse(to_json(*run.solution), nullptr, false);
    return json;
}

Json summary_json(const ComparisonReport& report, std::size_t c) {
    const ConfigurationSummary& own = report.summary.configurations[c];
    Json json;
    json["configuration"] = c;
    json["algorithm"] = report.comparison.request.configurations[c].algorithm;
    json["heuristic"] = text_or_null(report.comparison.heuristic(c));
    json["runs"] = own.runs;
    json["not_run"] = own.not_run;
    json["solved"] = own.solved;
    json["found"] = own.found;
    json["proven"] = own.proven;
    Json ended = Json::object();
    for (const auto& [status, count] : own.ended) ended[std::string(to_string(status))] = count;
    json["ended"] = std::move(ended);
    Json statistics = Json::object();
    const std::vector<Metric> list = metrics(report.comparison.request.cost);
    for (std::size_t m = 0; m < own.statistics.size(); ++m) {
        statistics[std::string(list[m].key)] = {{"mean", own.statistics[m].mean},
                                                {"median", own.statistics[m].median},
                                                {"max", own.statistics[m].most}};
    }
    json["statistics"] = own.statistics.empty() ? Json(nullptr) : std::move(statistics);
    json["excess"] = own.excess ? Json(*own.excess) : Json(nullptr);
    return json;
}

template <class T>
Json value_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json finding_json(const Finding& finding) {
    return {{"kind", to_string(finding.kind)},
            {"text", finding.text},
            {"subject", value_or_null(finding.subject)},
            {"reference", value_or_null(finding.reference)},
            {"boards", finding.boards},
            {"expanded_ratio", value_or_null(finding.expanded_ratio)},
            {"time_ratio", value_or_null(finding.time_ratio)}};
}

Json limits_json(const Limits& limits) {
    const Limits none;
    Json json;
    json["seconds"] = limits.time == none.time
                          ? Json(nullptr)
                          : Json(std::chrono::duration<double>(limits.time).count());
    json["memory_bytes"] =
        limits.memory_bytes == none.memory_bytes ? Json(nullptr) : Json(limits.memory_bytes);
    json["nodes"] = limits.nodes == none.nodes ? Json(nullptr) : Json(limits.nodes);
    json["depth"] = limits.depth == none.depth ? Json(nullptr) : Json(limits.depth);
    return json;
}

constexpr std::string_view csv_header =
    "board,id,size,start,goal,algorithm,heuristic,status,reason,length,cost,slides,optimal,"
    "lower_bound,initial_h,expanded,generated,reexpanded,peak_open,peak_states,max_depth,"
    "effective_branching_factor,search_seconds,measurements,cpu_seconds,setup_seconds,search_bytes,"
    "container_bytes,table_bytes,peak_memory_bytes,threads,moves";

std::string csv_row(const Comparison& comparison, const ComparisonRun& run) {
    const ComparedBoard& board = comparison.request.boards[run.board];
    const ComparedConfiguration& configuration =
        comparison.request.configurations[run.configuration];
    std::vector<std::string> fields = {
        std::to_string(run.board + 1),
        board.id,
        fmt::format("{}x{}", board.start.geometry().rows, board.start.geometry().cols),
        inline_form(board.start),
        inline_form(board.goal),
        configuration.algorithm,
        run.solution ? run.solution->heuristic : configuration.heuristic,
        run.solution ? std::string(to_string(run.solution->status)) : "not-run",
        run.error ? run.error->message : ""};
    if (run.solution) {
        const Solution& s = *run.solution;
        const Counters& n = s.counters;
        const auto found = [&](auto value) { return s.found ? fmt::format("{}", value) : ""; };
        for (std::string& field : std::vector<std::string>{
                 found(s.moves.size()),
                 found(s.cost),
                 found(s.slides),
                 s.optimal ? "true" : "false",
                 fmt::format("{}", s.lower_bound),
                 fmt::format("{}", s.initial_h),
                 fmt::format("{}", n.expanded),
                 fmt::format("{}", n.generated),
                 fmt::format("{}", n.reexpanded),
                 fmt::format("{}", n.peak_open),
                 fmt::format("{}", n.peak_states),
                 fmt::format("{}", n.max_depth),
                 fmt::format("{:.6f}", s.effective_branching_factor),
                 fmt::format("{:.6f}", search_seconds(s)),
                 fmt::format("{}", run.measurements),
                 fmt::format("{:.6f}", s.cpu_seconds),
                 fmt::format("{:.6f}", s.setup_seconds),
                 fmt::format("{}", search_bytes(s)),
                 fmt::format("{}", s.container_bytes),
                 fmt::format("{}", s.table_bytes),
                 fmt::format("{}", s.peak_memory_bytes),
                 fmt::format("{}", s.threads),
                 s.found ? format_moves(s.moves, s.start, Notation::blank) : ""}) {
            fields.push_back(std::move(field));
        }
    }
    const auto columns =
        static_cast<std::size_t>(std::count(csv_header.begin(), csv_header.end(), ',')) + 1;
    fields.resize(columns);
    for (std::string& field : fields) field = csv_field(field);
    return fmt::format("{}\r\n", fmt::join(fields, ","));
}

}  // namespace

ComparisonReport::ComparisonReport(Comparison made)
    : comparison(std::move(made)),
      summary(summarise(comparison)),
      findings(lab::findings(comparison, summary)) {}

std::string comparison_json(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    Json json;
    json["schema"] = "tessera.compare/1";
    json["cost"] = comparison.request.cost == CostModel::tile ? "tile" : "unit";
    json["limits"] = limits_json(comparison.request.limits);
    json["threads"] = report.threads;
    json["interrupted"] = comparison.interrupted;
    json["boards"] = boards_json(report);
    Json configurations = Json::array();
    for (const ComparedConfiguration& one : comparison.request.configurations) {
        configurations.push_back(
            {{"algorithm", one.algorithm}, {"heuristic", text_or_null(one.heuristic)}});
    }
    json["configurations"] = std::move(configurations);
    Json runs = Json::array();
    for (const ComparisonRun& run : comparison.runs) runs.push_back(run_json(report, run));
    json["runs"] = std::move(runs);
    Json summaries = Json::array();
    for (std::size_t c = 0; c < report.summary.configurations.size(); ++c)
        summaries.push_back(summary_json(report, c));
    json["summary"] = {{"common_boards", report.summary.common},
                       {"configurations", std::move(summaries)}};
    Json found = Json::array();
    for (const Finding& finding : report.findings) found.push_back(finding_json(finding));
    json["findings"] = std::move(found);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string comparison_csv(const ComparisonReport& report) {
    std::string text = fmt::format("{}\r\n", csv_header);
    for (const ComparisonRun& run : report.comparison.runs) text += csv_row(report.comparison, run);
    return text;
}

std::string comparison_markdown(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    const std::vector<ComparedBoard>& boards = comparison.request.boards;
    std::string text = "# Comparison\n\n";
    for (const auto& [name, value] : report.facts) text += fmt::format("- {}: `{}`\n", name, value);
    text += fmt::format("- limits of each run: {}; threads: {}\n\n",
                        limits_words(comparison.request.limits), report.threads);
    for (const UnsolvableBoard& one : comparison.unsolvable) {
        text +=
            fmt::format("`{}` is unsolvable: {}\n\n", boards[one.board].name(), one.report.reason);
    }
    for (const Finding& finding : report.findings) {
        text += "- ";
        for (const char c : finding.text) text += c == '*' ? "\\*" : std::string(1, c);
        text += '\n';
    }
    if (boards.size() - comparison.unsolvable.size() > 1) {
        text += fmt::format("\n## All boards\n\n{}\n{}",
                            markdown_table(summary_table(comparison, report.summary)),
                            fmt::format("\n{}\n", means_caption(comparison, report.summary)));
    }
    for (std::size_t b = 0; b < boards.size(); ++b) {
        if (comparison.run(b, 0) == nullptr) continue;
        text += fmt::format("\n## {}\n\n`{}`, goal {} (`{}`)\n\n{}", boards[b].name(),
                            inline_form(boards[b].start), goal_name(boards[b].goal),
                            inline_form(boards[b].goal),
                            markdown_table(runs_table(comparison, report.summary, b)));
    }
    return text;
}

std::string limits_words(const Limits& limits) {
    const Limits none;
    std::vector<std::string> parts;
    if (limits.time != none.time)
        parts.push_back(given_seconds(std::chrono::duration<double>(limits.time).count()));
    if (limits.memory_bytes != none.memory_bytes)
        parts.push_back(readable_bytes(limits.memory_bytes));
    if (limits.nodes != none.nodes) parts.push_back(fmt::format("{} nodes", grouped(limits.nodes)));
    if (limits.depth != none.depth) parts.push_back(fmt::format("depth {}", limits.depth));
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace tessera::lab
