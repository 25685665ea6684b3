// A comparison for other programs: JSON and CSV. Documents of it are those of report.hpp.
#include "tessera/lab/export_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/base/json.hpp"
#include "tessera/lab/export_records.hpp"
#include "tessera/lab/pairs.hpp"
#include "tessera/lab/table.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}
Json heuristic_of(const RunConfiguration& one) {
    return one.heuristic == "auto" ? Json(nullptr) : Json(one.heuristic);
}

bool by_cost(const Comparison& comparison) {
    const auto& list = comparison.experiment.suite.configurations;
    return !list.empty() && list.front().cost == CostModel::tile;
}

Json board_json(const RunBoard& board) {
    Json json;
    json["id"] = board.id;
    json["size"] = Json::array({board.start.geometry().rows, board.start.geometry().cols});
    json["start"] = tile_numbers(board.start.tiles());
    json["goal"] = tile_numbers(board.goal.tiles());
    json["goal_name"] = goal_name(board.goal);
    return json;
}

/// All boards that were given, in their order.
Json boards_json(const Comparison& comparison) {
    const Experiment& experiment = comparison.experiment;
    std::vector<Json> list(experiment.places.size() + experiment.unsolvable.size());
    for (std::size_t b = 0; b < experiment.places.size(); ++b) {
        const BoardResult& known = comparison.results.boards[b];
        const BoardKnowledge& best = by_cost(comparison) ? known.tile : known.unit;
        Json& json = list[experiment.places[b]] = board_json(experiment.suite.boards[b]);
        json["solvable"] = true;
        json["best_cost"] = or_null(best.cost);
        json["best_proven"] = best.proven;
        json["lower_bound"] = best.lower_bound;
    }
    for (const UnsolvableBoard& one : experiment.unsolvable) {
        Json& json = list[one.place] = board_json(one.board);
        json["solvable"] = false;
        json["best_cost"] = nullptr;
        json["best_proven"] = false;
        json["lower_bound"] = nullptr;
        json["reason"] = one.report.reason;
        json["solvable_goals"] = one.report.reachable_goals;
        json["repair"] = Json::array({index(one.report.swap_a), index(one.report.swap_b)});
    }
    return list;
}

/// What `search_seconds` were measured by.
std::string_view clock_of(const ExperimentRun& run) {
    return machine_was_busy(run.record.measured) ? "cpu" : "wall";
}

Json run_json(const Experiment& experiment, const ExperimentRun& run) {
    const RunConfiguration& configuration = experiment.suite.configurations[run.configuration];
    Json json;
    json["board"] = experiment.places[run.board];
    json["configuration"] = run.configuration;
    json["algorithm"] = configuration.algorithm;
    json["heuristic"] = heuristic_of(configuration);
    json["ran"] = run.solution.has_value();
    if (!run.solution) {
        json["reason"] = run.error->message;
        json["hint"] = text_or_null(run.error->hint);
        return json;
    }
    json["search_seconds"] = search_seconds(run.record.measured);
    json["clock"] = clock_of(run);
    json["measurements"] = run.measurements;
    json["search_bytes"] = search_bytes(run.record);
    json["result"] = Json::parse(to_json(*run.solution), nullptr, false);
    return json;
}

Json summary_json(const Comparison& comparison, const ComparedGroup& group, std::size_t c) {
    const SuiteResults& results = comparison.results;
    const ConfigurationResult& own = results.configurations[c];
    std::size_t runs = 0;
    std::size_t not_run = 0;
    std::size_t found = 0;
    std::size_t proven = 0;
    std::map<Status, std::size_t> statuses;
    for (const ExperimentRun& run : comparison.experiment.runs) {
        if (run.configuration != c) continue;
        ++(run.solution ? runs : not_run);
        if (!run.solution) continue;
        ++statuses[run.solution->outcome.status];
        found += run.solution->outcome.found ? 1 : 0;
        proven += run.solution->proof.optimal ? 1 : 0;
    }
    Json json;
    json["configuration"] = c;
    json["algorithm"] = own.algorithm;
    json["heuristic"] = text_or_null(own.heuristic);
    json["runs"] = runs;
    json["not_run"] = not_run;
    json["solved"] = own.solved;
    json["found"] = found;
    json["proven"] = proven;
    Json ended = Json::object();
    for (const auto& [status, count] : statuses) ended[std::string(to_string(status))] = count;
    json["ended"] = std::move(ended);
    const bool has_means = own.solved > 0 && !group.boards.empty();
    Json statistics = Json::object();
    for (const Figure figure : shown_figures(results)) {
        if (!has_means) break;
        const std::vector<double> values = values_on(results, group.boards, c, figure);
        statistics[std::string(info_of(figure).key)] = {
            {"mean", mean(values)},
            {"median", median(values)},
            {"max", *std::max_element(values.begin(), values.end())}};
    }
    json["statistics"] = has_means ? std::move(statistics) : Json(nullptr);
    json["excess"] = has_means ? Json(mean_excess(results, group.boards, c)) : Json(nullptr);
    return json;
}

Json figure_json(const std::optional<PairedFigure>& figure) {
    if (!figure) return nullptr;
    Json json{
        {"ratio", figure->ratio.ratio}, {"low", nullptr}, {"high", nullptr}, {"p", figure->p}};
    if (figure->has_interval()) {
        json["low"] = figure->ratio.low;
        json["high"] = figure->ratio.high;
    }
    return json;
}

/// Each configuration against the reference, with the intervals.
Json pairs_json(const SuiteResults& results) {
    Json list = Json::array();
    for (const PairComparison& pair : compare_with_reference(results)) {
        list.push_back({{"configuration", pair.first},
                        {"reference", pair.second},
                        {"boards", pair.boards.size()},
                        {"expanded", figure_json(pair.expanded)},
                        {"search_seconds", figure_json(pair.seconds)}});
    }
    return list;
}

Json finding_json(const Finding& finding) {
    return {{"kind", to_string(finding.kind)},
            {"text", finding.text},
            {"subject", or_null(finding.subject)},
            {"reference", or_null(finding.reference)},
            {"boards", finding.boards},
            {"expanded_ratio", or_null(finding.expanded_ratio)},
            {"time_ratio", or_null(finding.time_ratio)}};
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

/// Those that `own_value` does not give are fields of the record (record_fields.hpp).
constexpr std::string_view csv_columns =
    "board,id,size,start,goal,algorithm,heuristic,status,reason,length,cost,slides,optimal,"
    "lower_bound,initial_h,expanded,generated,reexpanded,peak_open,peak_states,max_depth,"
    "effective_branching_factor,search_seconds,measurements,cpu_seconds,setup_seconds,search_bytes,"
    "container_bytes,table_bytes,peak_memory_bytes,threads,moves,clock";

/// What a record says otherwise, or not at all.
std::optional<std::string> own_value(const Experiment& experiment, const ExperimentRun& run,
                                     std::string_view column) {
    const RunBoard& board = experiment.suite.boards[run.board];
    const RunConfiguration& asked = experiment.suite.configurations[run.configuration];
    if (column == "board") return std::to_string(experiment.places[run.board] + 1);
    if (column == "id") return board.id;
    if (column == "size")
        return fmt::format("{}x{}", board.start.geometry().rows, board.start.geometry().cols);
    if (column == "start") return inline_form(board.start);
    if (column == "goal") return inline_form(board.goal);
    if (column == "algorithm") return asked.algorithm;
    if (column == "reason") return run.error ? run.error->message : "";
    if (!run.solution) {
        if (column == "heuristic" && asked.heuristic != "auto") return asked.heuristic;
        return column == "status" ? "not-run" : "";
    }
    if (column == "status") return std::string(to_string(run.solution->outcome.status));
    if (column == "optimal") return run.solution->proof.optimal ? "true" : "false";
    if (column == "search_seconds")
        return fmt::format("{:.6f}", search_seconds(run.record.measured));
    if (column == "clock") return std::string(clock_of(run));
    if (column == "measurements") return std::to_string(run.measurements);
    if (column == "search_bytes") return std::to_string(search_bytes(run.record));
    return std::nullopt;
}

}  // namespace

Comparison::Comparison(Experiment made)
    : experiment(std::move(made)), results(results_of(experiment)), said(findings(results)) {}

std::string comparison_json(const Comparison& comparison) {
    const Experiment& experiment = comparison.experiment;
    const SuiteResults& results = comparison.results;
    Json json;
    json["schema"] = "tessera.compare/1";
    json["cost"] = to_string(by_cost(comparison) ? CostModel::tile : CostModel::unit);
    json["limits"] = limits_json(experiment.suite.limits);
    json["threads"] = comparison.threads;
    json["interrupted"] = experiment.interrupted;
    json["boards"] = boards_json(comparison);
    Json configurations = Json::array();
    for (const RunConfiguration& one : experiment.suite.configurations) {
        configurations.push_back({{"algorithm", one.algorithm}, {"heuristic", heuristic_of(one)}});
    }
    json["configurations"] = std::move(configurations);
    Json runs = Json::array();
    for (const ExperimentRun& run : experiment.runs) runs.push_back(run_json(experiment, run));
    json["runs"] = std::move(runs);
    const ComparedGroup group = all_solvers(results, all_boards(results));
    Json common = Json::array();
    for (const std::size_t b : group.boards) common.push_back(experiment.places[b]);
    Json summaries = Json::array();
    for (std::size_t c = 0; c < results.configurations.size(); ++c)
        summaries.push_back(summary_json(comparison, group, c));
    json["summary"] = {{"common_boards", std::move(common)},
                       {"configurations", std::move(summaries)},
                       {"pairs", pairs_json(results)}};
    Json said = Json::array();
    for (const Finding& finding : comparison.said) said.push_back(finding_json(finding));
    json["findings"] = std::move(said);
    return one_line(json) + '\n';
}

std::string comparison_csv(const Comparison& comparison) {
    std::string text = fmt::format("{}\r\n", csv_columns);
    for (const ExperimentRun& run : comparison.experiment.runs) {
        const auto recorded = record_texts(run.record);
        std::vector<std::string> fields;
        for (const std::string_view column : split_list(csv_columns)) {
            const auto own = own_value(comparison.experiment, run, column);
            fields.push_back(csv_field(own ? *own : recorded.at(column)));
        }
        text += fmt::format("{}\r\n", fmt::join(fields, ","));
    }
    return text;
}

}  // namespace tessera::lab
