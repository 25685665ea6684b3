// Reads and writes the JSON object of one board, checking every type before it looks.
#include "tessera/puzzle/formats/support/json_entry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"

namespace tessera::formats {
namespace {

constexpr std::string_view example_hint =
    "a board in JSON is {\"size\":[3,3],\"start\":[1,2,3,4,5,6,7,8,0]}";

/// The tiles of a JSON list, or list of rows, as text for the ordinary board reader; nothing if it
/// is no such list.
std::optional<std::string> list_text(const Json& list) {
    std::string text;
    const bool rows =
        std::any_of(list.begin(), list.end(), [](const Json& item) { return item.is_array(); });
    for (const Json& item : list) {
        if (!text.empty()) text += rows ? '/' : ' ';
        if (item.is_array() && item.empty()) return std::nullopt;
        if (item.is_array() && !item.front().is_array()) {
            const std::optional<std::string> row = list_text(item);
            if (!row) return std::nullopt;
            text += *row;
        } else if (item.is_number() && !rows) {
            text += item.dump();
        } else if (item.is_null() && !rows) {
            text += '0';
        } else if (item.is_string() && !rows) {
            text += excerpt(item.get_ref<const std::string&>());
        } else {
            return std::nullopt;
        }
        if (text.size() > longest_line) break;
    }
    return text;
}

/// A board or goal as a string or list.
std::optional<std::string> board_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array()) return list_text(value);
    return std::nullopt;
}

const Json* member(const Json& object, std::initializer_list<const char*> names) {
    if (!object.is_object()) return nullptr;
    for (const char* name : names) {
        const auto found = object.find(name);
        if (found != object.end() && !found->is_null()) return &*found;
    }
    return nullptr;
}

Result<std::optional<Geometry>> size_of(const Text& text, const Json& object, std::size_t line,
                                        const ReadOptions& options) {
    const Json* size = member(object, {"size"});
    if (size == nullptr) return options.size;
    std::string written;
    if (size->is_string()) written = size->get<std::string>();
    if (size->is_number_unsigned()) written = size->dump();
    if (size->is_array() && size->size() == 2 && (*size)[0].is_number_unsigned() &&
        (*size)[1].is_number_unsigned()) {
        written =
            fmt::format("{}x{}", (*size)[0].get<std::uint64_t>(), (*size)[1].get<std::uint64_t>());
    }
    Result<Geometry> geometry = parse_size(written);
    if (!geometry.ok()) {
        return text.error("\"size\": " + geometry.error().message, line, 0,
                          "write it as [rows, columns], e.g. \"size\":[3,4]");
    }
    return std::optional<Geometry>(*geometry);
}

std::string id_of(const Json& object) {
    const Json* id = member(object, {"id", "name"});
    if (id == nullptr) return {};
    if (id->is_string()) return id->get<std::string>();
    return id->is_number() ? id->dump() : std::string{};
}

/// `optimal` is a length in a list of boards, but true in a result, whose length then is the
/// optimal one.
std::optional<Cost> optimal_of(const Json& object) {
    const Json* optimal = member(object, {"optimal"});
    if (optimal != nullptr && optimal->is_boolean() && optimal->get<bool>()) {
        optimal = member(object, {"length"});
    }
    if (optimal == nullptr || !optimal->is_number_unsigned()) return std::nullopt;
    const auto value = optimal->get<std::uint64_t>();
    if (value >= static_cast<std::uint64_t>(infinite_cost)) return std::nullopt;
    return static_cast<Cost>(value);
}

}  // namespace

Result<Json> parse_entry(const Text& text, std::string_view characters, std::size_t line) {
    return parse_json(text, characters, line, example_hint);
}

Result<BoardEntry> entry_from_json(const Text& text, const Json& value, std::size_t line,
                                   const ReadOptions& options) {
    const Json* start =
        value.is_array() ? &value : member(value, {"start", "state", "initial", "board", "tiles"});
    if (start == nullptr) {
        return text.error("the JSON object has no \"start\"", line, 0, std::string(example_hint));
    }
    const std::optional<std::string> tiles = board_text(*start);
    if (!tiles) {
        return text.error("\"start\" is not a list of tiles", line, 0,
                          "write it as in \"start\":[1,2,3,4,5,6,7,8,0]");
    }
    BoardEntry entry;
    entry.line = line;
    entry.id = id_of(value);
    Result<std::optional<Geometry>> size = size_of(text, value, line, options);
    if (!size.ok()) return size.error();
    Result<DynamicBoard> board = board_in_cell(text, *tiles, line, *size);
    if (!board.ok()) return board.error();
    entry.board = std::move(*board);
    if (const Json* goal = member(value, {"goal"})) {
        const std::optional<std::string> goal_text = board_text(*goal);
        if (!goal_text)
            return text.error("\"goal\" is neither a name nor a list of tiles", line, 0,
                              "write it as in \"goal\":\"snail\" or \"goal\":[1,2,3,0]");
        if (std::optional<Error> error = set_goal(text, *goal_text, entry)) return *error;
    }
    entry.optimal = optimal_of(value);
    const Json* nodes = member(value, {"nodes"});
    if (nodes != nullptr && nodes->is_number_unsigned()) entry.nodes = nodes->get<std::uint64_t>();
    return entry;
}

std::string entry_to_json(const BoardEntry& entry) {
    Json object = Json::object();
    if (!entry.id.empty()) object["id"] = entry.id;
    const Geometry geometry = entry.board.geometry();
    object["size"] = {geometry.rows, geometry.cols};
    object["start"] = tile_numbers(entry.board.tiles());
    if (entry.goal) {
        object["goal"] = tile_numbers(entry.goal->tiles());
    } else if (entry.goal_name) {
        object["goal"] = *entry.goal_name;
    }
    if (entry.optimal) object["optimal"] = *entry.optimal;
    if (entry.nodes) object["nodes"] = *entry.nodes;
    return one_line(object);
}

}  // namespace tessera::formats
