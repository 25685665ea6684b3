// JSON texts: values on one line, and texts from outside read with the place of a fault.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/base/text.hpp"

namespace tessera {

/// The value on one line; bytes that are not UTF-8 are replaced.
std::string one_line(const nlohmann::ordered_json& json);
template <class Json>
    requires(!std::same_as<Json, nlohmann::ordered_json>)
std::string one_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Null for a value that is not there.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// A value for a message: short, and never deep, because a value from outside may nest a million lists.
std::string glance(const nlohmann::ordered_json& value, std::size_t longest = 24);

/// Whether lists and objects of a JSON text lie within each other deeper than this. Copying a JSON value takes stack for
/// each level, and nothing that is read here needs more than a few.
bool nested_deeper_than(std::string_view text, std::size_t most);

/// The JSON value in `characters`, which start on line `line` of the text; an error gives line and column, and the hint.
Result<nlohmann::ordered_json> parse_json(const formats::Text& text, std::string_view characters,
                                          std::size_t line, std::string_view hint);

}  // namespace tessera
