// JSON texts: values on one line, and texts from outside read with the place of a fault.
#include "tessera/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera {
namespace {

using Json = nlohmann::ordered_json;

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

Error json_fault(const formats::Text& text, std::string_view characters, std::size_t first_line,
                 std::string_view hint) {
    FaultFinder finder;
    Json::sax_parse(characters.begin(), characters.end(), &finder);
    const std::size_t at =
        std::min(finder.position > 0 ? finder.position - 1 : 0, characters.size());
    const std::string_view before = characters.substr(0, at);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_begin = before.rfind('\n') + 1;
    const std::string found =
        at < characters.size()
            ? fmt::format("unexpected \"{}\"", formats::excerpt(characters.substr(at, 12)))
            : std::string("unexpected end");
    return text.error("this is not valid JSON: " + found, first_line + lines, at - line_begin + 1,
                      std::string(hint));
}

}  // namespace

std::string one_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string glance(const Json& value, std::size_t longest) {
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    return formats::excerpt(one_line(value), longest);
}

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

Result<Json> parse_json(const formats::Text& text, std::string_view characters, std::size_t line,
                        std::string_view hint) {
    Json value = Json::parse(characters.begin(), characters.end(), nullptr, false);
    if (value.is_discarded()) return json_fault(text, characters, line, hint);
    return value;
}

}  // namespace tessera
