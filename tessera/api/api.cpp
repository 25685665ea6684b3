// The engine behind one function, JSON in and JSON out: what the page, the server and other languages call.
#include "tessera/api/api.hpp"

#include <fmt/format.h>

#include <array>

#include "tessera/api/api_fields.hpp"
#include "tessera/api/json.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/engine/generate_at_distance.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/lessons/explain.hpp"
#include "tessera/lessons/trace.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/formats/support/json_entry.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

using api::Fields;
using api::Json;

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return "usage";
        case ErrorCode::bad_input:
            return "bad-input";
        case ErrorCode::unsolvable:
            return "unsolvable";
        case ErrorCode::memory_limit:
            return "memory-limit";
        case ErrorCode::interrupted:
            return "interrupted";
        case ErrorCode::internal:
            break;
    }
    return "internal";
}

/// A board with its goal, from the fields `start`, `goal` and `size`.
struct GivenBoard {
    DynamicBoard start;
    DynamicBoard goal;
};

std::optional<Error> too_large(Geometry geometry, const ApiLimits& limits) {
    if (geometry.cells() <= limits.cells) return std::nullopt;
    return usage_error(fmt::format("a board of {}×{} is larger than this engine takes",
                                   geometry.rows, geometry.cols),
                       fmt::format("at most {} cells", limits.cells));
}

Result<DynamicBoard> goal_of(const BoardEntry& entry) {
    if (entry.goal) return *entry.goal;
    return make_goal(entry.goal_name.value_or("blank-last"), entry.board.geometry());
}

/// The entry in an object that has `start` and perhaps `goal` and `size`.
Result<BoardEntry> entry_of(const Json& object) {
    auto text = formats::Text::make("", "");
    if (!text) return text.error();
    return formats::entry_from_json(*text, object, 0, {});
}

/// Reads them; a fault is kept in `fields`.
std::optional<GivenBoard> read_board(Fields& fields, const ApiLimits& limits) {
    Json object = Json::object();
    for (const char* name : {"start", "goal", "size"}) {
        if (const Json* value = fields.any(name)) object[name] = *value;
    }
    if (fields.fault_found()) return std::nullopt;
    auto entry = entry_of(object);
    if (!entry) {
        fields.fault(entry.error());
        return std::nullopt;
    }
    if (auto error = too_large(entry->board.geometry(), limits)) {
        fields.fault(*error);
        return std::nullopt;
    }
    auto goal = goal_of(*entry);
    if (!goal) {
        fields.fault(goal.error());
        return std::nullopt;
    }
    return GivenBoard{std::move(entry->board), std::move(*goal)};
}

/// The field `goal` for boards of this size, which are yet to be made.
Result<DynamicBoard> read_goal(Fields& fields, Geometry geometry) {
    const Json* goal = fields.any("goal");
    auto blank_last = make_goal("blank-last", geometry);
    if (goal == nullptr || !blank_last) return blank_last;
    auto entry = entry_of({{"size", {geometry.rows, geometry.cols}},
                           {"start", tile_numbers(blank_last->tiles())},
                           {"goal", *goal}});
    if (!entry) return entry.error();
    return goal_of(*entry);
}

std::optional<Geometry> read_size(Fields& fields, std::size_t most_cells) {
    const Json* size = fields.any("size");
    std::optional<Geometry> geometry;
    if (size != nullptr && size->is_array() && size->size() == 2 &&
        (*size)[0].is_number_unsigned() && (*size)[1].is_number_unsigned()) {
        auto parsed = parse_size(
            fmt::format("{}x{}", (*size)[0].get<std::uint64_t>(), (*size)[1].get<std::uint64_t>()));
        if (parsed) geometry = *parsed;
        if (!parsed) fields.fault(parsed.error());
    }
    if (!geometry) {
        fields.fault(input_error("\"size\" is missing or not a list of two numbers",
                                 "write it as [rows, columns], e.g. \"size\":[4,4]"));
    } else if (geometry->cells() > most_cells) {
        fields.fault(usage_error(fmt::format("a board of {}×{} is too large for this call",
                                             geometry->rows, geometry->cols),
                                 fmt::format("at most {} cells", most_cells)));
        return std::nullopt;
    }
    return geometry;
}

CostModel read_cost(Fields& fields) {
    const std::string cost = fields.text("cost").value_or("unit");
    if (cost != "unit" && cost != "tile") {
        fields.fault(usage_error(fmt::format("there is no cost '{}'", formats::excerpt(cost)),
                                 "\"unit\": a move costs 1; \"tile\": its tile's number"));
    }
    return cost == "tile" ? CostModel::tile : CostModel::unit;
}

/// One option, if it is given. 0 is nothing where an algorithm has a default of its own.
void read_option(Fields& fields, const OptionInfo& option, SearchOptions& options) {
    const std::string name = json_name(option.name);
    const bool zero_is_nothing = option.told == OptionTold::when_given;
    std::optional<OptionValue> value;
    switch (option.kind()) {
        case OptionKind::flag:
            if (const auto flag = fields.flag(name)) value = *flag;
            break;
        case OptionKind::whole:
            if (const auto whole =
                    fields.whole(name, zero_is_nothing ? 0 : std::get<std::uint64_t>(option.least),
                                 std::get<std::uint64_t>(option.most))) {
                value = *whole;
            }
            break;
        case OptionKind::real:
            if (const auto real =
                    fields.number(name, zero_is_nothing ? 0.0 : std::get<double>(option.least),
                                  std::get<double>(option.most))) {
                value = *real;
            }
            break;
        case OptionKind::word:
            if (auto word = fields.text(name)) value = std::move(*word);
            break;
        case OptionKind::limit:
            break;
    }
    if (!value) return;
    const bool nothing =
        zero_is_nothing && (*value == OptionValue(std::uint64_t{0}) || *value == OptionValue(0.0));
    if (nothing) return;
    if (!fits(option, *value)) {
        fields.fault(
            usage_error(fmt::format("\"{}\" in options is {}, which is not {}", name,
                                    formats::excerpt(to_text(*value)), expected_text(option))));
        return;
    }
    options.set(option, std::move(*value));
}

/// The object `options`, as in a result.
SearchOptions read_options(Fields& outer) {
    SearchOptions options;
    const Json* object = outer.any("options");
    if (object == nullptr) return options;
    Fields fields(*object, "options");
    if (const auto order = fields.text("order")) {
        if (const auto moves = order_of(*order)) {
            options.order = *moves;
        } else {
            fields.fault(
                usage_error(fmt::format("'{}' is not a move order", formats::excerpt(*order)),
                            "name each of U, D, L and R once, for example \"UDLR\""));
        }
    }
    for (const SearchOption& option : search_options()) read_option(fields, *option.info, options);
    fields.read_whole("threads", options.threads, 0, most_threads);
    if (auto error = fields.fault()) outer.fault(*error);
    return options;
}

/// The object `limits`; none is beyond what this engine allows.
Limits read_limits(Fields& outer, const Limits& most) {
    Limits limits = most;
    const Json* object = outer.any("limits");
    if (object == nullptr) return limits;
    Fields fields(*object, "limits");
    constexpr double longest_seconds = 1e9;
    if (const auto seconds = fields.number("seconds", 0.0, longest_seconds)) {
        limits.time = std::min(most.time, std::chrono::duration_cast<std::chrono::nanoseconds>(
                                              std::chrono::duration<double>(*seconds)));
    }
    if (const auto nodes = fields.whole("nodes", 0, Limits().nodes)) {
        limits.nodes = std::min(most.nodes, *nodes);
    }
    if (const auto bytes = fields.whole("memory_bytes", 0, std::uint64_t{1} << 53)) {
        limits.memory_bytes =
            static_cast<std::size_t>(std::min<std::uint64_t>(most.memory_bytes, *bytes));
    }
    if (const auto depth = fields.whole("depth", 0, infinite_cost)) {
        limits.depth = std::min(most.depth, static_cast<Cost>(*depth));
    }
    if (auto error = fields.fault()) outer.fault(*error);
    return limits;
}

/// The list `heuristics`, or those to take without it.
std::vector<HeuristicSpec> read_heuristics(Fields& fields) {
    const auto names = fields.texts("heuristics");
    if (!names) return default_heuristics();
    std::vector<HeuristicSpec> specs;
    for (const std::string& name : *names) {
        auto spec = parse_heuristic(name);
        if (!spec) {
            fields.fault(spec.error());
            break;
        }
        specs.push_back(std::move(*spec));
    }
    return specs;
}

Json board_json(const BoardEntry& entry, const DynamicBoard& goal) {
    Json json;
    if (!entry.id.empty()) json["id"] = entry.id;
    json["size"] = Json::array({entry.board.geometry().rows, entry.board.geometry().cols});
    json["start"] = tile_numbers(entry.board.tiles());
    json["goal"] = tile_numbers(goal.tiles());
    json["goal_name"] = goal_name(goal);
    if (entry.optimal) json["optimal"] = *entry.optimal;
    return json;
}

Result<std::string> check_call(Fields fields, const ApiLimits& limits) {
    const auto board = read_board(fields, limits);
    if (auto error = fields.fault()) return *error;
    return check_json("", board->start, board->goal);
}

Result<std::string> generate_call(Fields fields, Engine& engine, const ApiLimits& limits,
                                  Observer& observer) {
    const auto geometry = read_size(fields, limits.cells);
    if (!geometry) return *fields.fault();
    auto goal = read_goal(fields, *geometry);
    if (!goal) fields.fault(goal.error());
    const auto seed = fields.whole("seed", 0, std::numeric_limits<std::uint64_t>::max());
    if (!seed)
        fields.fault(usage_error("\"seed\" is missing", "the same seed gives the same boards"));
    const std::uint64_t count = fields.whole("count", 1, limits.boards).value_or(1);
    const std::string kind = fields.text("kind").value_or("uniform");
    constexpr std::uint64_t longest_walk = 1'000'000;
    const std::uint64_t walk = fields.whole("moves", 0, longest_walk).value_or(100);
    const auto distance = fields.whole("distance", 0, longest_walk);
    if (auto error = fields.fault()) return *error;
    if (kind == "distance" && !distance) return usage_error("\"distance\" is missing");

    Random random(*seed);
    DistanceGenerator at_distance(engine, *goal, limits.search);
    Json list = Json::array();
    for (std::uint64_t i = 0; i < count; ++i) {
        if (observer.cancelled()) return Error{ErrorCode::interrupted, "interrupted", ""};
        BoardEntry entry;
        if (kind == "uniform") {
            entry.board = random_solvable(*goal, random);
        } else if (kind == "unsolvable") {
            entry.board = random_unsolvable(*goal, random);
        } else if (kind == "walk") {
            entry.board = random_walk(*goal, walk, random);
        } else if (kind == "distance") {
            auto made = at_distance.make(static_cast<int>(*distance), random, observer);
            if (!made) return made.error();
            entry.board = std::move(*made);
            entry.optimal = static_cast<Cost>(*distance);
        } else {
            auto difficulty = difficulty_named(kind);
            if (!difficulty) {
                return usage_error(
                    fmt::format("there is no kind of boards '{}'", formats::excerpt(kind)),
                    "uniform, unsolvable, walk, distance, easy, medium, hard or expert");
            }
            entry.board = board_to_play(*goal, *difficulty, random);
        }
        list.push_back(board_json(entry, *goal));
    }
    return line_of(
        {{"schema", "tessera.generate/1"}, {"seed", *seed}, {"boards", std::move(list)}});
}

Result<std::string> read_call(Fields fields, const ApiLimits& limits) {
    const std::string text = fields.text("text").value_or("");
    const std::string format = fields.text("format").value_or("");
    std::optional<Geometry> size;
    if (fields.any("size") != nullptr) size = read_size(fields, limits.cells);
    const Json* wanted_goal = fields.any("goal");
    if (auto error = fields.fault()) return *error;

    ReadBoards read;
    if (names_a_suite(text)) {
        auto boards = suite_boards(text);
        if (!boards) return boards.error();
        read.boards = std::move(*boards);
        read.format = "suite";
    } else {
        auto boards = read_boards(text, {size, format, "the text"});
        if (!boards) return boards.error();
        read = std::move(*boards);
    }
    if (read.boards.size() > limits.boards) {
        return usage_error(fmt::format("{} boards at once are too many", read.boards.size()),
                           fmt::format("at most {}", limits.boards));
    }
    Json list = Json::array();
    for (const BoardEntry& entry : read.boards) {
        if (auto error = too_large(entry.board.geometry(), limits)) return *error;
        auto goal =
            wanted_goal != nullptr ? read_goal(fields, entry.board.geometry()) : goal_of(entry);
        if (!goal) return goal.error();
        list.push_back(board_json(entry, *goal));
    }
    return line_of({{"schema", "tessera.read/1"},
                    {"format", read.format},
                    {"notes", read.notes},
                    {"boards", std::move(list)}});
}

Result<std::string> explain_call(Fields fields, Engine& engine, const ApiLimits& limits,
                                 Observer& observer) {
    const auto board = read_board(fields, limits);
    ExplainOptions options;
    options.cost = read_cost(fields);
    options.exact = fields.flag("exact").value_or(false);
    options.limits = read_limits(fields, limits.search);
    const std::vector<HeuristicSpec> heuristics = read_heuristics(fields);
    if (auto error = fields.fault()) return *error;
    auto explained = explain(engine, board->start, board->goal, heuristics, options, observer);
    if (!explained) return explained.error();
    return to_json(*explained);
}

Result<std::string> trace_call(Fields fields, Engine& engine, const ApiLimits& limits,
                               Observer& observer) {
    const auto board = read_board(fields, limits);
    TraceRequest request;
    request.algorithm = fields.text("algorithm").value_or(request.algorithm);
    request.heuristic = fields.text("heuristic").value_or(request.heuristic);
    request.options = read_options(fields);
    fields.read_whole("steps", request.steps, 1, limits.trace_steps);
    if (auto error = fields.fault()) return *error;
    request.start = board->start;
    request.goal = board->goal;
    request.memory_bytes = limits.search.memory_bytes;
    auto recorded = trace(engine, request, observer);
    if (!recorded) return recorded.error();
    return to_json(*recorded);
}

Result<std::string> audit_call(Fields fields, Engine& engine, const ApiLimits& limits,
                               Observer& observer) {
    const auto geometry = read_size(fields, limits.audit_cells);
    if (!geometry) return *fields.fault();
    auto goal = read_goal(fields, *geometry);
    if (!goal) fields.fault(goal.error());
    const std::vector<HeuristicSpec> heuristics = read_heuristics(fields);
    if (auto error = fields.fault()) return *error;
    AuditOptions options;
    options.memory_bytes = std::min(options.memory_bytes, limits.search.memory_bytes);
    options.progress = [&](std::string_view, double) { return !observer.cancelled(); };
    auto audited = audit(engine, *goal, heuristics, options);
    if (!audited) return audited.error();
    return to_json(*audited);
}

Result<std::string> list_call(const Fields& fields) {
    if (auto error = fields.fault()) return *error;
    return registry_json();
}

}  // namespace

Result<Job> read_job(std::string_view request, const ApiLimits& limits) {
    auto object = api::read_object(request);
    if (!object) return object.error();
    Fields fields(*object, "the call");
    const auto board = read_board(fields, limits);
    Job job;
    job.id = fields.text("id").value_or("");
    job.algorithm = fields.text("algorithm").value_or(job.algorithm);
    job.heuristic = fields.text("heuristic").value_or(job.heuristic);
    job.cost = read_cost(fields);
    job.device = fields.text("device").value_or(std::string(any_device));
    job.options = read_options(fields);
    job.limits = read_limits(fields, limits.search);
    if (auto error = fields.fault()) return *error;
    job.start = board->start;
    job.goal = board->goal;
    return job;
}

Result<std::string> Api::call(std::string_view name, std::string_view request, Observer& observer) {
    if (name == "solve") {
        auto job = read_job(request, limits_);
        if (!job) return job.error();
        auto solution = engine_.solve(*job, observer);
        if (!solution) return solution.error();
        return to_json(*solution);
    }
    auto object = api::read_object(request);
    if (!object) return object.error();
    Fields fields(*object, "the call");
    if (name == "check") return check_call(std::move(fields), limits_);
    if (name == "generate") return generate_call(std::move(fields), engine_, limits_, observer);
    if (name == "read") return read_call(std::move(fields), limits_);
    if (name == "explain") return explain_call(std::move(fields), engine_, limits_, observer);
    if (name == "trace") return trace_call(std::move(fields), engine_, limits_, observer);
    if (name == "audit") return audit_call(std::move(fields), engine_, limits_, observer);
    if (name == "list") return list_call(fields);
    static constexpr std::array<std::string_view, 8> calls{"solve",   "check", "generate", "read",
                                                           "explain", "trace", "audit",    "list"};
    const std::string_view nearest = nearest_name(name, calls);
    return usage_error(fmt::format("there is no call '{}'", formats::excerpt(name)),
                       nearest.empty() ? fmt::format("calls: {}", fmt::join(calls, ", "))
                                       : fmt::format("did you mean '{}'?", nearest));
}

std::string to_json(const Error& error) {
    return line_of({{"schema", "tessera.error/1"},
                    {"code", name_of(error.code)},
                    {"message", error.message},
                    {"hint", error.hint}});
}

std::string progress_event(const Progress& progress) {
    const Counters& counters = progress.counters;
    return line_of({{"event", "progress"},
                    {"seconds", std::chrono::duration<double>(progress.elapsed).count()},
                    {"expanded", counters.expanded},
                    {"generated", counters.generated},
                    {"reexpanded", counters.reexpanded},
                    {"peak_open", counters.peak_open},
                    {"peak_states", counters.peak_states},
                    {"max_depth", counters.max_depth},
                    {"lower_bound", progress.lower_bound},
                    {"best", progress.best == infinite_cost ? Json(nullptr) : Json(progress.best)},
                    {"bytes", progress.bytes}});
}

std::string improved_event(std::span<const Move> path, Cost lower_bound, double seconds) {
    return line_of({{"event", "improved"},
                    {"seconds", seconds},
                    {"length", path.size()},
                    {"lower_bound", lower_bound},
                    {"moves", format_moves(path, DynamicBoard(), Notation::blank)}});
}

std::string building_event(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) {
    return line_of(
        {{"event", "building"}, {"pattern", pattern.picture()}, {"done", done}, {"total", total}});
}

}  // namespace tessera
