// Results as JSON text, in the schemas that every front end shares.
#include "tessera/api/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tessera/base/json.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lessons/trace.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

using Json = nlohmann::ordered_json;

Json size_of(Geometry geometry) {
    return Json::array({geometry.rows, geometry.cols});
}

/// As every answer about a board has it.
void add_board(Json& json, const DynamicBoard& start, const DynamicBoard& goal) {
    json["size"] = size_of(start.geometry());
    json["start"] = tile_numbers(start.tiles());
    json["goal"] = tile_numbers(goal.tiles());
    json["goal_name"] = goal_name(goal);
}

/// Heuristics that have no table for the board, each with the reason.
Json left_out_of(const std::vector<std::pair<std::string, std::string>>& left_out) {
    Json list = Json::array();
    for (const auto& [name, reason] : left_out) {
        list.push_back({{"heuristic", name}, {"reason", reason}});
    }
    return list;
}

Json option_json(const OptionValue& value) {
    return std::visit([](const auto& given) { return Json(given); }, value);
}

Json options_of(const Solution& solution) {
    Json options;
    options["order"] = order_text(solution.asked.options.order);
    options["cost"] = to_string(solution.asked.cost);
    if (const AlgorithmInfo* info = algorithm_info(solution.asked.algorithm)) {
        tell_options(solution.asked.options, *info,
                     [&](const OptionInfo& option, const OptionValue& value) {
                         options[json_name(option.name)] = option_json(value);
                     });
    }
    return options;
}

Json stats_of(const Measured& measured) {
    const Counters& counters = measured.counters;
    Json stats;
    stats["expanded"] = counters.expanded;
    stats["generated"] = counters.generated;
    stats["reexpanded"] = counters.reexpanded;
    stats["peak_open"] = counters.peak_open;
    stats["peak_states"] = counters.peak_states;
    stats["max_depth"] = counters.max_depth;
    Json iterations = Json::array();
    for (const Iteration& iteration : measured.iterations) {
        iterations.push_back({{"bound", iteration.bound}, {"generated", iteration.generated}});
        if (!iteration.complete) iterations.back()["complete"] = false;
    }
    stats["iterations"] = std::move(iterations);
    stats["seconds"] = measured.seconds;
    stats["cpu_seconds"] = measured.cpu_seconds;
    stats["setup_seconds"] = measured.setup_seconds;
    stats["peak_memory_bytes"] = measured.peak_memory_bytes;
    stats["container_bytes"] = measured.container_bytes;
    stats["table_bytes"] = measured.table_bytes;
    stats["effective_branching_factor"] = measured.effective_branching_factor;
    stats["threads"] = measured.threads;
    stats["device"] = measured.device;
    if (!measured.weights.empty()) stats["weights"] = measured.weights;
    if (measured.resumed) {
        stats["resumed"] = {{"rounds", measured.resumed->rounds},
                            {"parts", measured.resumed->parts},
                            {"generated", measured.resumed->generated}};
    }
    return stats;
}

Json milestones_of(const std::vector<Milestone>& milestones) {
    Json list = Json::array();
    for (const Milestone& milestone : milestones) {
        list.push_back({{"seconds", milestone.seconds},
                        {"length", milestone.cost},
                        {"lower_bound", milestone.lower_bound}});
    }
    return list;
}

Json stages_of(const std::vector<Stage>& stages) {
    Json list = Json::array();
    for (const Stage& stage : stages) {
        Json tiles = Json::array();
        Json steps = Json::array();
        for (const Stage::Step& step : stage.steps) {
            for (const Tile tile : step.tiles) tiles.push_back(index(tile));
            steps.push_back({{"tiles", tile_numbers(step.tiles)}, {"moves", step.moves}});
        }
        list.push_back({{"name", stage.name},
                        {"tiles", std::move(tiles)},
                        {"first", stage.first},
                        {"moves", stage.moves},
                        {"steps", std::move(steps)}});
    }
    return list;
}

Json solutions_of(const Solution& solution) {
    Json json;
    json["count"] = solution.outcome.solutions;
    json["complete"] = solution.outcome.all_solutions;
    if (!solution.outcome.all_paths.empty()) {
        Json list = Json::array();
        for (const std::vector<Move>& path : solution.outcome.all_paths) {
            list.push_back(format_moves(path, solution.asked.start, Notation::blank));
        }
        json["moves"] = std::move(list);
    }
    return json;
}

Json unsolvable_of(const SolvabilityReport& report) {
    Json json;
    json["reason"] = report.reason;
    json["solvable_goals"] = report.reachable_goals;
    json["repair"] = Json::array({index(report.swap_a), index(report.swap_b)});
    return json;
}

/// `default` is in words; kind, range and words are there for those of algorithms, which are values.
Json options_list(std::span<const OptionInfo> options) {
    Json list = Json::array();
    for (const OptionInfo& option : options) {
        Json entry{{"name", option.name},
                   {"synopsis", option.synopsis},
                   {"default", usual_text(option)},
                   {"kind", to_string(option.kind())}};
        if (option.kind() != OptionKind::limit) {
            entry["field"] = json_name(option.name);
            entry["value"] = option_json(usual_value(option));
        }
        if (const auto* least = std::get_if<std::uint64_t>(&option.least)) {
            entry["least"] = *least;
            entry["most"] = std::get<std::uint64_t>(option.most);
        } else if (const auto* low = std::get_if<double>(&option.least)) {
            entry["least"] = *low;
            entry["most"] = std::get<double>(option.most);
        }
        if (!option.words.empty()) entry["words"] = option.words;
        list.push_back(std::move(entry));
    }
    return list;
}

/// Whole numbers as such; null for what is infinite.
Json number(double value) {
    if (!std::isfinite(value)) return nullptr;
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json cells_of(const std::vector<Cell>& cells) {
    Json list = Json::array();
    for (const Cell cell : cells) list.push_back(index(cell));
    return list;
}

Json matrix_of(const LineMatrix& matrix) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < matrix.lines; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < matrix.lines; ++j) row.push_back(matrix.count(i, j));
        rows.push_back(std::move(row));
    }
    return {{"lines", matrix.of_rows ? "rows" : "columns"},
            {"blank_line", matrix.blank_line},
            {"counts", std::move(rows)}};
}

/// Only what a part has: most have few of these.
Json part_of(const Explanation& part) {
    Json json;
    json["kind"] = to_string(part.kind);
    json["label"] = part.title.text();
    json["value"] = number(part.value);
    if (!part.reason.words.empty()) json["text"] = part.reason.text();
    if (!part.tiles.empty()) json["tiles"] = tile_numbers(part.tiles);
    if (!part.cells.empty()) json["cells"] = cells_of(part.cells);
    if (!part.goals.empty()) json["goal_cells"] = cells_of(part.goals);
    if (part.line) {
        json["line"] = {{"kind", part.line->is_row ? "row" : "column"},
                        {"index", part.line->number}};
    }
    if (!part.pairs.empty()) {
        Json pairs = Json::array();
        for (const auto& [first, second] : part.pairs) {
            pairs.push_back(Json::array({index(first), index(second)}));
        }
        json["pairs"] = std::move(pairs);
    }
    if (!part.leaving.empty()) json["leaving"] = tile_numbers(part.leaving);
    if (part.matrix) json["matrix"] = matrix_of(*part.matrix);
    if (part.combination == Combination::none) return json;
    json["combine"] = part.combination == Combination::sum ? "sum" : "max";
    json["factor"] = number(part.factor);
    if (part.combination == Combination::largest && !part.parts.empty()) {
        json["chosen"] = part.largest_part();
    }
    Json parts = Json::array();
    for (const Explanation& child : part.parts) parts.push_back(part_of(child));
    json["parts"] = std::move(parts);
    return json;
}

Json parity_of(const BoardExplanation& explained) {
    const SolvabilityReport& report = explained.solvability;
    Json json;
    json["solvable"] = report.solvable;
    json["permutation"] = report.permutation_odd ? "odd" : "even";
    json["swaps"] = explained.parity.swaps;
    Json cycles = Json::array();
    for (const std::vector<Tile>& cycle : explained.parity.cycles)
        cycles.push_back(tile_numbers(cycle));
    json["cycles"] = std::move(cycles);
    json["inversions"] = explained.parity.inversions;
    json["blank_distance"] = report.blank_distance;
    json["reason"] = report.reason;
    json["solvable_goals"] = report.reachable_goals;
    json["repair"] =
        report.solvable ? Json(nullptr) : Json::array({index(report.swap_a), index(report.swap_b)});
    return json;
}

}  // namespace

std::string json_string(std::string_view text) {
    return one_line(Json(text));
}

std::string options_json(const Solution& solution) {
    return one_line(options_of(solution));
}

std::string to_json(const Solution& solution) {
    Json json;
    json["schema"] = "tessera.solve/1";
    json["id"] = solution.asked.id;
    add_board(json, solution.asked.start, solution.asked.goal);
    json["status"] = to_string(solution.outcome.status);
    json["algorithm"] = solution.asked.algorithm;
    json["heuristic"] =
        solution.asked.heuristic.empty() ? Json(nullptr) : Json(solution.asked.heuristic);
    json["options"] = options_of(solution);
    if (solution.outcome.found) {
        json["length"] = solution.outcome.moves.size();
        json["slides"] = solution.outcome.slides;
        if (solution.asked.cost == CostModel::tile) json["cost"] = solution.outcome.cost;
        json["moves"] = format_moves(solution.outcome.moves, solution.asked.start, Notation::blank);
    } else {
        json["length"] = nullptr;
        json["slides"] = nullptr;
        json["moves"] = nullptr;
    }
    json["convention"] = "blank";
    if (!solution.outcome.stages.empty()) json["stages"] = stages_of(solution.outcome.stages);
    json["optimal"] = solution.proof.optimal;
    if (solution.proof.unsolvable) {
        json["lower_bound"] = nullptr;
        json["unsolvable"] = unsolvable_of(*solution.proof.unsolvable);
    } else {
        json["lower_bound"] = solution.proof.lower_bound;
        json["gap"] = or_null(gap(solution));
    }
    if (solution.outcome.solutions > 0) json["solutions"] = solutions_of(solution);
    if (!solution.outcome.milestones.empty())
        json["milestones"] = milestones_of(solution.outcome.milestones);
    json["initial_h"] =
        solution.proof.initial_h == static_cast<double>(static_cast<Cost>(solution.proof.initial_h))
            ? Json(static_cast<Cost>(solution.proof.initial_h))
            : Json(solution.proof.initial_h);
    json["stats"] = stats_of(solution.measured);
    if (!solution.notes.empty()) json["notes"] = solution.notes;
    return one_line(json);
}

std::string to_json(const BoardExplanation& explained) {
    Json json;
    json["schema"] = "tessera.explain/1";
    json["id"] = explained.id;
    add_board(json, explained.start, explained.goal);
    json["cost"] = to_string(explained.cost);
    json["solvability"] = parity_of(explained);
    if (explained.truth) {
        json["truth"] = {{"best", or_null(explained.truth->best)},
                         {"lower_bound", explained.truth->lower_bound},
                         {"proven", explained.truth->proven()}};
    } else {
        json["truth"] = nullptr;
    }
    Json list = Json::array();
    for (const HeuristicExplanation& heuristic : explained.heuristics) {
        Json entry;
        entry["heuristic"] = heuristic.name;
        entry["synopsis"] = heuristic.spec.entry->info->synopsis;
        entry["admissible"] = heuristic.spec.admissible();
        entry["consistent"] = heuristic.spec.consistent();
        entry["value"] = number(heuristic.explanation.value);
        entry["estimate"] = or_null(heuristic.estimate);
        entry["explanation"] = part_of(heuristic.explanation);
        list.push_back(std::move(entry));
    }
    json["heuristics"] = std::move(list);
    json["left_out"] = left_out_of(explained.left_out);
    return one_line(json);
}

std::string to_json(const Audit& audit) {
    Json json;
    json["schema"] = "tessera.audit/1";
    json["size"] = size_of(audit.geometry);
    json["goal"] = tile_numbers(audit.goal.tiles());
    json["goal_name"] = goal_name(audit.goal);
    json["states"] = audit.states;
    json["mean_distance"] = audit.mean_distance;
    json["states_per_distance"] = audit.histogram;
    json["claims_hold"] = audit.claims_hold();
    Json rows = Json::array();
    for (const AuditRow& row : audit.rows) {
        Json entry;
        entry["heuristic"] = row.name;
        entry["claims"] = {{"admissible", row.claims_admissible},
                           {"consistent", row.claims_consistent}};
        entry["claims_hold"] = row.claims_hold();
        entry["admissible"] = row.admissible;
        entry["consistent"] = row.consistent;
        entry["h_goal"] = row.goal_value;
        entry["over_states"] = row.over_states;
        entry["over_max"] = row.worst_over;
        entry["over_state"] =
            row.over_states == 0 ? Json(nullptr) : Json(tile_numbers(row.worst_board));
        entry["over_h"] = row.worst_h;
        entry["over_distance"] = row.worst_distance;
        entry["inconsistent_moves"] = row.inconsistent_moves;
        entry["max_drop"] = row.largest_drop;
        entry["mean_h"] = row.mean_h;
        entry["max_h"] = row.largest_h;
        entry["exact_states"] = row.exact_states;
        entry["mean_ratio"] = row.mean_ratio;
        entry["correlation"] = row.correlation;
        rows.push_back(std::move(entry));
    }
    json["heuristics"] = std::move(rows);
    json["left_out"] = left_out_of(audit.left_out);
    return one_line(json);
}

std::string to_json(const Trace& trace) {
    Json json;
    json["schema"] = "tessera.trace/1";
    add_board(json, trace.start, trace.goal);
    json["algorithm"] = trace.algorithm;
    json["heuristic"] = trace.heuristic.empty() ? Json(nullptr) : Json(trace.heuristic);
    json["complete"] = trace.complete;
    Json nodes = Json::array();
    for (const TraceNode& node : trace.nodes) {
        nodes.push_back(
            {{"parent", or_null(node.parent)},
             {"move", node.parent ? Json(std::string(1, letter(node.move))) : Json(nullptr)},
             {"board", tile_numbers(node.board.tiles())},
             {"g", node.g},
             {"h", node.h}});
    }
    json["nodes"] = std::move(nodes);
    Json steps = Json::array();
    for (const TraceStep& step : trace.steps) {
        Json entry{{"expand", step.expanded},
                   {"children", step.children},
                   {"duplicates", step.duplicates},
                   {"pruned", step.pruned}};
        if (step.bound) entry["bound"] = *step.bound;
        steps.push_back(std::move(entry));
    }
    json["steps"] = std::move(steps);
    json["goal_node"] = or_null(trace.goal_node);
    Json path = Json::array();
    json["moves"] = nullptr;
    if (trace.goal_node) {
        const std::vector<Move> moves = moves_to(trace, *trace.goal_node);
        json["moves"] = format_moves(moves, trace.start, Notation::blank);
        for (std::optional<std::uint32_t> at = trace.goal_node; at; at = trace.nodes[*at].parent) {
            path.insert(path.begin(), *at);
        }
    }
    json["path"] = std::move(path);
    json["expanded"] = trace.expanded;
    json["generated"] = trace.generated;
    return one_line(json);
}

std::string check_json(std::string_view id, const DynamicBoard& start, const DynamicBoard& goal) {
    const SolvabilityReport report = explain_solvability(start, goal);
    Json json;
    json["schema"] = "tessera.check/1";
    json["id"] = id;
    json["size"] = size_of(start.geometry());
    json["board"] = inline_form(start);
    json["start"] = tile_numbers(start.tiles());
    json["goal"] = tile_numbers(goal.tiles());
    json["goal_name"] = goal_name(goal);
    json["solvable"] = report.solvable;
    json["permutation"] = report.permutation_odd ? "odd" : "even";
    json["blank_distance"] = report.blank_distance;
    json["inversions"] = inversions(start);
    json["solvable_goals"] = report.reachable_goals;
    json["repair"] =
        report.solvable ? Json(nullptr) : Json::array({index(report.swap_a), index(report.swap_b)});
    json["reason"] = report.reason;
    return one_line(json);
}

namespace {

Json algorithms_list() {
    Json list = Json::array();
    for (const AlgorithmInfo* listed : listed_algorithms()) {
        const AlgorithmInfo& info = *listed;
        list.push_back({{"name", info.name},
                        {"aliases", aliases_of(info)},
                        {"synopsis", info.synopsis},
                        {"options", options_list(info.options)},
                        {"uses_heuristic", info.uses_heuristic},
                        {"heuristic_proves", info.heuristic_proves},
                        {"complete", info.complete},
                        {"optimal", info.optimal},
                        {"tile_cost", info.tile_cost},
                        {"deepens", info.deepens},
                        {"improves", info.improves},
                        {"counts_solutions", info.counts_solutions},
                        {"shares_work", info.shares_work},
                        {"repeatable", info.repeatable},
                        {"linear_memory", info.linear_memory},
                        {"to_the_letter", info.to_the_letter},
                        {"to_a_deadline", info.to_a_deadline},
                        {"proves_bounds", info.optimal || info.proves_bounds},
                        {"traceable", info.traceable},
                        {"time", info.time},
                        {"space", info.space},
                        {"reference", info.reference},
                        {"use", info.use}});
    }
    return list;
}

Json heuristics_list() {
    Json list = Json::array();
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        list.push_back({{"name", info.name},
                        {"aliases", std::vector(info.aliases.begin(), info.aliases.end())},
                        {"synopsis", info.synopsis},
                        {"options", options_list(info.options)},
                        {"admissible", info.admissible},
                        {"consistent", info.consistent},
                        {"combines", info.combines},
                        {"yardstick", info.yardstick},
                        {"pattern_tables", info.pattern_tables},
                        {"argument", info.argument},
                        {"sizes", info.sizes},
                        {"reference", info.reference},
                        {"origin", info.origin},
                        {"cost", info.cost},
                        {"use", info.use}});
    }
    return list;
}

/// Anything with a name and a synopsis.
template <class Range>
Json named_list(const Range& range) {
    Json list = Json::array();
    for (const auto& entry : range) {
        list.push_back({{"name", entry.name}, {"synopsis", entry.synopsis}});
    }
    return list;
}

}  // namespace

std::string algorithms_json() {
    return one_line({{"schema", "tessera.list/1"}, {"algorithms", algorithms_list()}});
}

std::string heuristics_json() {
    return one_line({{"schema", "tessera.list/1"}, {"heuristics", heuristics_list()}});
}

std::string registry_json() {
    Json json;
    json["schema"] = "tessera.list/1";
    json["algorithms"] = algorithms_list();
    json["heuristics"] = heuristics_list();
    json["goals"] = named_list(named_goals());
    Json formats = Json::array();
    for (const FormatInfo& format : board_formats()) {
        formats.push_back(
            {{"name", format.name}, {"synopsis", format.synopsis}, {"example", format.example}});
    }
    json["formats"] = std::move(formats);
    Json shipped = Json::array();
    for (const Suite& suite : suites()) {
        const auto boards = suite_boards(suite.name);
        shipped.push_back({{"name", suite.name},
                           {"synopsis", suite.synopsis},
                           {"citation", suite.citation},
                           {"count", boards ? boards->size() : 0}});
    }
    json["suites"] = std::move(shipped);
    Json difficulties = Json::array();
    for (const Difficulty difficulty : all_difficulties()) {
        difficulties.push_back(
            {{"name", to_string(difficulty)}, {"synopsis", synopsis(difficulty)}});
    }
    json["difficulties"] = std::move(difficulties);
    json["traceable"] = traceable_algorithms();
    return one_line(json);
}

}  // namespace tessera
