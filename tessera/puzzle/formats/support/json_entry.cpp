// Reads and writes the JSON object of one board, checking every type before it looks.
#include "tessera/puzzle/formats/support/json_entry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"

namespace tessera::formats {
namespace {

/// Accepts everything and keeps the place of the first fault.
struct FaultFinder {
    std::size_t position = 0;

    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(Json::number_integer_t) { return true; }
    bool number_unsigned(Json::number_unsigned_t) { return true; }
    bool number_float(Json::number_float_t, const std::string&) { return true; }
    bool string(std::string&) { return true; }
    bool binary(Json::binary_t&) { return true; }
    bool start_object(std::size_t) { return true; }
    bool key(std::string&) { return true; }
    bool end_object() { return true; }
    bool start_array(std::size_t) { return true; }
    bool end_array() { return true; }
    template <class Exception>
    bool parse_error(std::size_t at, const std::string&, const Exception&) {
        position = at;
        return false;
    }
};

Error json_fault(const Text& text, std::string_view characters, std::size_t first_line) {
    FaultFinder finder;
    Json::sax_parse(characters.begin(), characters.end(), &finder);
    const std::size_t at =
        std::min(finder.position > 0 ? finder.position - 1 : 0, characters.size());
    const std::string_view before = characters.substr(0, at);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_begin = before.rfind('\n') + 1;
    const std::string found =
        at < characters.size()
            ? fmt::format("unexpected \"{}\"", excerpt(characters.substr(at, 12)))
            : std::string("unexpected end");
    return text.error("this is not valid JSON: " + found, first_line + lines, at - line_begin + 1,
                      "a board in JSON is {\"size\":[3,3],\"start\":[1,2,3,4,5,6,7,8,0]}");
}

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

bool nested_deeper_than(std::string_view text, std::size_t most) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > most) return true;
        } else if (c == ']' || c == '}') {
            if (depth > 0) --depth;
        }
    }
    return false;
}

Result<Json> parse_json(const Text& text, std::string_view characters, std::size_t line) {
    Json value = Json::parse(characters.begin(), characters.end(), nullptr, false);
    if (value.is_discarded()) return json_fault(text, characters, line);
    return value;
}

Result<BoardEntry> entry_from_json(const Text& text, const Json& value, std::size_t line,
                                   const ReadOptions& options) {
    const Json* start =
        value.is_array() ? &value : member(value, {"start", "state", "initial", "board", "tiles"});
    if (start == nullptr) {
        return text.error("the JSON object has no \"start\"", line, 0,
                          "a board in JSON is {\"size\":[3,3],\"start\":[1,2,3,4,5,6,7,8,0]}");
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
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tessera::formats
