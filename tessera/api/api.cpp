// The engine behind one function, JSON in and JSON out: what the page, the server and other languages call.
// This folder answers the engine's calls in JSON.
#include "tessera/api/api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "tessera/api/requests.hpp"
#include "tessera/base/json.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/formats/support/json_entry.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

constexpr std::array<std::string_view, 6> error_codes{"usage",        "bad-input",   "unsolvable",
                                                      "memory-limit", "interrupted", "internal"};

std::string_view name_of(ErrorCode code) {
    static_assert(static_cast<std::size_t>(ErrorCode::internal) + 1 == error_codes.size());
    return error_codes[static_cast<std::size_t>(code)];
}

}  // namespace

namespace api {
namespace {

constexpr Field error_fields[] = {
    word("code", error_codes),
    text("message", "what was found"),
    text("hint", "what to do about it, or nothing"),
    text("field", "the field that is wrong, e.g. limits.seconds").optional(),
};
constexpr std::string_view progress_word[] = {"progress"};
constexpr Field progress_fields[] = {
    word("event", progress_word),
    number("seconds"),
    whole("expanded"),
    whole("generated"),
    whole("reexpanded"),
    whole("peak_open"),
    whole("peak_states"),
    whole("max_depth"),
    whole("lower_bound"),
    whole("best", "what the best solution in hand costs").or_null(),
    whole("bytes"),
};
constexpr std::string_view improved_word[] = {"improved"};
constexpr Field improved_fields[] = {
    word("event", improved_word), number("seconds"), whole("length"),
    whole("lower_bound"),         text("moves"),
};
constexpr std::string_view building_word[] = {"building"};
constexpr Field building_fields[] = {
    word("event", building_word),
    text("pattern"),
    whole("done"),
    whole("total"),
};
constexpr Shape error_shape{"ErrorReply", "tessera.error/1", error_fields};
constexpr Shape progress_shape{"ProgressEvent", {}, progress_fields};
constexpr Shape improved_shape{"ImprovedEvent", {}, improved_fields};
constexpr Shape building_shape{"BuildingEvent", {}, building_fields};

/// The entry in an object that has `start` and perhaps `goal` and `size`.
Result<BoardEntry> entry_of(const Json& object) {
    auto text = formats::Text::make("", "");
    if (!text) return text.error();
    return formats::entry_from_json(*text, object, 0, {});
}

}  // namespace

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

std::optional<GivenBoard> read_board(Fields& fields, const ApiLimits& limits) {
    Json object = Json::object();
    for (const char* name : {"start", "goal", "size"}) {
        if (const Json* value = fields.any(name)) object[name] = *value;
    }
    if (fields.fault_found()) return std::nullopt;
    auto entry = entry_of(object);
    if (!entry) {
        const bool goal_is_wrong = object.erase("goal") > 0 && entry_of(object).ok();
        fields.fault(about_field(entry.error(), goal_is_wrong ? "goal" : "start"));
        return std::nullopt;
    }
    if (auto error = too_large(entry->board.geometry(), limits)) {
        fields.fault(about_field(*error, "start"));
        return std::nullopt;
    }
    auto goal = goal_of(*entry);
    if (!goal) {
        fields.fault(about_field(goal.error(), "goal"));
        return std::nullopt;
    }
    return GivenBoard{std::move(entry->board), std::move(*goal)};
}

Result<DynamicBoard> goal_of(const Json* goal, Geometry geometry) {
    auto blank_last = make_goal("blank-last", geometry);
    if (goal == nullptr || !blank_last) return blank_last;
    auto entry = entry_of({{"size", {geometry.rows, geometry.cols}},
                           {"start", tile_numbers(blank_last->tiles())},
                           {"goal", *goal}});
    if (!entry) return about_field(entry.error(), "goal");
    return goal_of(*entry);
}

std::optional<Geometry> read_size(Fields& fields, std::size_t most_cells) {
    const Json* size = fields.any("size");
    if (size == nullptr) return std::nullopt;
    auto geometry = parse_size(
        fmt::format("{}x{}", (*size)[0].get<std::uint64_t>(), (*size)[1].get<std::uint64_t>()));
    if (!geometry) {
        fields.fault(about_field(geometry.error(), "size"));
    } else if (geometry->cells() > most_cells) {
        fields.fault(usage_error(fmt::format("a board of {}×{} is too large for this call",
                                             geometry->rows, geometry->cols),
                                 fmt::format("at most {} cells", most_cells), "size"));
    } else {
        return *geometry;
    }
    return std::nullopt;
}

CostModel read_cost(Fields& fields) {
    return cost_named(fields.text("cost").value_or("")).value_or(CostModel::unit);
}

namespace {

/// An option of an algorithm as a field. 0 is nothing where an algorithm has a default of its own.
Field field_of(const OptionInfo& option, std::string_view name) {
    const bool zero_is_nothing = option.told == OptionTold::when_given;
    Field field{name, Kind::text, option.synopsis};
    field.may_be_absent = true;
    field.words = option.words;
    switch (option.kind()) {
        case OptionKind::flag:
            field.kind = Kind::flag;
            break;
        case OptionKind::whole:
            field.kind = Kind::whole;
            field.least = static_cast<double>(std::get<std::uint64_t>(option.least));
            field.most = static_cast<double>(std::get<std::uint64_t>(option.most));
            break;
        case OptionKind::real:
            field.kind = Kind::number;
            field.least = std::get<double>(option.least);
            field.most = std::get<double>(option.most);
            break;
        case OptionKind::word:
        case OptionKind::limit:
            break;
    }
    if (zero_is_nothing) field.least = 0.0;
    return field;
}

}  // namespace

std::span<const Field> algorithm_option_fields() {
    static const std::vector<Field> fields = [] {
        static std::deque<std::string> names;
        std::vector<Field> made;
        for (const SearchOption& option : search_options()) {
            made.push_back(field_of(*option.info, names.emplace_back(json_name(option.name()))));
        }
        return made;
    }();
    return fields;
}

namespace {

/// One option, if it is given. That it is as `field_of` says was seen when the call was read.
void read_option(Fields& fields, const OptionInfo& option, SearchOptions& options) {
    const std::string name = json_name(option.name);
    std::optional<OptionValue> value;
    switch (option.kind()) {
        case OptionKind::flag:
            value = fields.flag(name);
            break;
        case OptionKind::whole:
            value = fields.whole(name);
            break;
        case OptionKind::real:
            value = fields.number(name);
            break;
        case OptionKind::word:
            value = fields.text(name);
            break;
        case OptionKind::limit:
            break;
    }
    if (!value) return;
    const bool nothing = option.told == OptionTold::when_given &&
                         (*value == OptionValue(std::uint64_t{0}) || *value == OptionValue(0.0));
    if (nothing) return;
    if (!fits(option, *value)) {
        return fields.fault(
            usage_error(fmt::format("\"{}\" in options is {}, which is not {}", name,
                                    formats::excerpt(to_text(*value)), expected_text(option)),
                        {}, fmt::format("options.{}", name)));
    }
    options.set(option, std::move(*value));
}

}  // namespace

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
            fields.fault(usage_error(
                fmt::format("'{}' is not a move order", formats::excerpt(*order)),
                "name each of U, D, L and R once, for example \"UDLR\"", "options.order"));
        }
    }
    for (const SearchOption& option : search_options()) read_option(fields, *option.info, options);
    fields.read_whole("threads", options.threads);
    if (auto error = fields.fault()) outer.fault(*error);
    return options;
}

/// None is beyond what this engine allows.
Limits read_limits(Fields& outer, const Limits& most) {
    Limits limits = most;
    const Json* object = outer.any("limits");
    if (object == nullptr) return limits;
    Fields fields(*object, "limits");
    if (const auto seconds = fields.number("seconds")) {
        limits.time = std::min(most.time, std::chrono::duration_cast<std::chrono::nanoseconds>(
                                              std::chrono::duration<double>(*seconds)));
    }
    if (const auto nodes = fields.whole("nodes")) limits.nodes = std::min(most.nodes, *nodes);
    if (const auto bytes = fields.whole("memory_bytes")) {
        limits.memory_bytes =
            static_cast<std::size_t>(std::min<std::uint64_t>(most.memory_bytes, *bytes));
    }
    if (const auto depth = fields.whole("depth")) {
        limits.depth = std::min(most.depth, static_cast<Cost>(*depth));
    }
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
            Error error = spec.error();
            error.field = "heuristics";
            fields.fault(std::move(error));
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

Result<const Call*> find_call(Calls calls, std::string_view name) {
    std::vector<std::string_view> names;
    for (const Call* call : calls) {
        if (call->name == name) return call;
        names.push_back(call->name);
    }
    const std::string_view nearest = nearest_name(name, names);
    return usage_error(fmt::format("there is no call '{}'", formats::excerpt(name)),
                       nearest.empty() ? fmt::format("calls: {}", fmt::join(names, ", "))
                                       : fmt::format("did you mean '{}'?", nearest));
}

Result<Task> prepare(const Call& call, std::string_view request, const ApiLimits& limits) {
    auto object = read_object(request);
    if (!object) return object.error();
    Fields fields(*object, "the call", call.request, limits);
    if (fields.fault_found()) return *fields.fault();
    return call.prepare(fields, limits);
}

}  // namespace api

Result<std::string> Api::call(std::string_view name, std::string_view request, Observer& observer) {
    const auto call = api::find_call(calls_, name);
    if (!call) return call.error();
    auto task = api::prepare(**call, request, limits_);
    if (!task) return task.error();
    return task->run(engine_, observer);
}

std::string to_json(const Error& error) {
    api::Json json{{"schema", "tessera.error/1"},
                   {"code", name_of(error.code)},
                   {"message", error.message},
                   {"hint", error.hint}};
    if (!error.field.empty()) json["field"] = error.field;
    return one_line(json);
}

std::string progress_event(const Progress& progress) {
    const Counters& counters = progress.counters;
    return one_line(
        {{"event", "progress"},
         {"seconds", std::chrono::duration<double>(progress.elapsed).count()},
         {"expanded", counters.expanded},
         {"generated", counters.generated},
         {"reexpanded", counters.reexpanded},
         {"peak_open", counters.peak_open},
         {"peak_states", counters.peak_states},
         {"max_depth", counters.max_depth},
         {"lower_bound", progress.lower_bound},
         {"best", progress.best == infinite_cost ? api::Json(nullptr) : api::Json(progress.best)},
         {"bytes", progress.bytes}});
}

std::string improved_event(std::span<const Move> path, Cost lower_bound, double seconds) {
    return one_line({{"event", "improved"},
                     {"seconds", seconds},
                     {"length", path.size()},
                     {"lower_bound", lower_bound},
                     {"moves", format_moves(path, DynamicBoard(), Notation::blank)}});
}

std::string building_event(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) {
    return one_line(
        {{"event", "building"}, {"pattern", pattern.picture()}, {"done", done}, {"total", total}});
}

std::span<const api::Shape* const> common_shapes() {
    static constexpr std::array<const api::Shape*, 4> all{
        &api::error_shape, &api::progress_shape, &api::improved_shape, &api::building_shape};
    return all;
}

}  // namespace tessera
