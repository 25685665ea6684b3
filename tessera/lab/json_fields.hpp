// Fields of records and jobs as members of JSON objects, and back; `Json` is any of nlohmann's types.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// Null for a value that is not there.
template <class Json, class T>
Json field_json(const T& value) {
    if constexpr (std::is_same_v<T, RunEnd>) {
        return to_string(value);
    } else if constexpr (requires { value.has_value(); }) {
        return value ? Json(*value) : Json(nullptr);
    } else {
        return value;
    }
}

// These read a member into a field; false, and the field as it was, where it is of another kind or does not fit.

template <class Json>
bool read_field(const Json& json, std::string& text) {
    if (json.is_string()) text = json.template get<std::string>();
    return json.is_string();
}
template <class Json>
bool read_field(const Json& json, RunEnd& end) {
    std::string name;
    const auto named = read_field(json, name) ? run_end_named(name) : std::nullopt;
    if (named) end = *named;
    return named.has_value();
}
template <class Json>
bool read_field(const Json& json, bool& value) {
    if (json.is_boolean()) value = json.template get<bool>();
    return json.is_boolean();
}
template <class Json>
bool read_field(const Json& json, double& number) {
    if (json.is_number()) number = json.template get<double>();
    return json.is_number();
}
template <class Json, class Number>
    requires std::is_integral_v<Number>
bool read_field(const Json& json, Number& number) {
    if (json.is_number_unsigned()) {
        const auto value = json.template get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) return false;
        number = static_cast<Number>(value);
        return true;
    }
    // A negative one, or it would be unsigned.
    if (!json.is_number_integer() || std::is_unsigned_v<Number>) return false;
    const auto value = json.template get<std::int64_t>();
    if (value < static_cast<std::int64_t>(std::numeric_limits<Number>::min())) return false;
    number = static_cast<Number>(value);
    return true;
}
template <class Json, class T>
bool read_field(const Json& json, std::optional<T>& value) {
    if (json.is_null()) {
        value.reset();
        return true;
    }
    T read{};
    if (!read_field(json, read)) return false;
    value = read;
    return true;
}

}  // namespace tessera::lab
