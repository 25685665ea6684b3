// Reading the fields of a JSON object from outside: every type is checked, and what nobody asked for is an error.
#include "tessera/api/api_fields.hpp"

#include <fmt/format.h>

#include "tessera/puzzle/formats/support/json_entry.hpp"

namespace tessera::api {
namespace {

/// A value for a message: short, and never deep, because a value from outside may nest a million lists.
std::string glance(const Json& value) {
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return std::string(formats::excerpt(text));
}

}  // namespace

Result<Json> read_object(std::string_view text) {
    auto whole = formats::Text::make(text, "request");
    if (!whole) return whole.error();
    constexpr std::size_t most_levels = 32;
    if (formats::nested_deeper_than(text, most_levels)) {
        return input_error("the request has lists within lists within lists, too deep to be one",
                           "docs/api.md shows what each call takes");
    }
    auto parsed = formats::parse_json(*whole, text, 1);
    if (!parsed) return parsed.error();
    if (!parsed->is_object()) {
        return input_error("the request is not a JSON object",
                           "docs/api.md shows what each call takes");
    }
    return parsed;
}

Fields::Fields(const Json& object, std::string_view where) : object_(object), where_(where) {
    if (!object.is_object()) fault(input_error(fmt::format("{} is not a JSON object", where_)));
}

void Fields::fault(Error error) {
    if (!fault_) fault_ = std::move(error);
}

const Json* Fields::any(std::string_view name) {
    known_.emplace(name);
    if (fault_) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::wrong(std::string_view name, std::string_view expected) {
    fault(input_error(fmt::format("\"{}\" of {} is {}, expected {}", name, where_,
                                  glance(*object_.find(name)), expected)));
}

std::optional<std::string> Fields::text(std::string_view name) {
    const Json* value = any(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) return value->get<std::string>();
    wrong(name, "a text");
    return std::nullopt;
}

std::optional<bool> Fields::flag(std::string_view name) {
    const Json* value = any(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    wrong(name, "true or false");
    return std::nullopt;
}

std::optional<std::uint64_t> Fields::whole(std::string_view name, std::uint64_t least,
                                           std::uint64_t most) {
    const Json* value = any(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_number_unsigned()) {
        const auto given = value->get<std::uint64_t>();
        if (given >= least && given <= most) return given;
    }
    wrong(name, fmt::format("a whole number from {} to {}", least, most));
    return std::nullopt;
}

std::optional<double> Fields::number(std::string_view name, double least, double most) {
    const Json* value = any(name);
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) {
        const auto given = value->get<double>();
        if (given >= least && given <= most) return given;
    }
    wrong(name, fmt::format("a number from {} to {}", least, most));
    return std::nullopt;
}

std::optional<std::vector<std::string>> Fields::texts(std::string_view name) {
    const Json* value = any(name);
    if (value == nullptr) return std::nullopt;
    std::vector<std::string> list;
    if (value->is_array()) {
        for (const Json& item : *value) {
            if (item.is_string()) list.push_back(item.get<std::string>());
        }
        if (list.size() == value->size()) return list;
    }
    wrong(name, "a list of texts");
    return std::nullopt;
}

std::optional<Error> Fields::fault() const {
    if (fault_) return fault_;
    for (const auto& [name, value] : object_.items()) {
        if (known_.contains(name)) continue;
        return usage_error(
            fmt::format("{} has no field \"{}\"", where_, formats::excerpt(name, 40)),
            fmt::format("its fields are {}", fmt::join(known_, ", ")));
    }
    return std::nullopt;
}

}  // namespace tessera::api
