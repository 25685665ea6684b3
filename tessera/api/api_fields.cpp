// Reading the fields of a JSON object from outside: every type is checked, and an unknown field is an error.
#include "tessera/api/api_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tessera/base/json.hpp"

namespace tessera::api {
namespace {

double most_of(const Field& field, const ApiLimits& limits) {
    if (field.limit == nullptr) return field.most;
    return std::min(field.most, static_cast<double>(limits.*field.limit));
}

/// What a value must be, in words.
std::string expected(const Field& field, const ApiLimits& limits) {
    const double most = most_of(field, limits);
    const auto within = [&](std::string_view what) {
        if (std::isinf(field.least) && std::isinf(most)) return std::string(what);
        if (std::isinf(most)) return fmt::format("{} from {}", what, field.least);
        return fmt::format("{} from {} to {}", what, field.least, most);
    };
    if (field.lists > 0) return field.kind == Kind::text ? "a list of texts" : "a list";
    switch (field.kind) {
        case Kind::text:
            return field.words.empty() ? "a text"
                                       : fmt::format("one of {}", fmt::join(field.words, ", "));
        case Kind::flag:
            return "true or false";
        case Kind::whole:
            return within("a whole number");
        case Kind::number:
            return within("a number");
        case Kind::size:
            return "a list of two numbers, [rows, columns]";
        case Kind::board:
            return "a list of numbers or a text";
        case Kind::value:
            return "a text, a number, or true or false";
        case Kind::object:
            break;
    }
    return "an object";
}

/// Whether one value, or one item of a list, is as the field says. What a board may be is for its reader to say, and what is
/// in an object for the next check.
bool fits(const Json& value, const Field& field, const ApiLimits& limits, int lists) {
    if (lists > 0) {
        return value.is_array() && (lists > 1 || field.items == 0 || value.size() == field.items) &&
               std::all_of(value.begin(), value.end(),
                           [&](const Json& item) { return fits(item, field, limits, lists - 1); });
    }
    const auto in_range = [&](double given) {
        return given >= field.least && given <= most_of(field, limits);
    };
    switch (field.kind) {
        case Kind::text:
            return value.is_string() &&
                   (field.words.empty() ||
                    std::find(field.words.begin(), field.words.end(),
                              value.get_ref<const std::string&>()) != field.words.end());
        case Kind::flag:
            return value.is_boolean();
        case Kind::whole:
            return value.is_number_unsigned() &&
                   in_range(static_cast<double>(value.get<std::uint64_t>()));
        case Kind::number:
            return value.is_number() && in_range(value.get<double>());
        case Kind::size:
            return value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
                   value[1].is_number_unsigned();
        case Kind::board:
            return true;
        case Kind::value:
            return value.is_string() || value.is_number() || value.is_boolean();
        case Kind::object:
            break;
    }
    return value.is_object();
}

}  // namespace

Json default_of(const Field& field) {
    if (field.kind == Kind::text) return Json(field.default_value);
    return Json::parse(field.default_value, nullptr, false);
}

Result<Json> read_object(std::string_view text) {
    constexpr const char* hint = "docs/api.md shows what each call takes";
    auto whole = formats::Text::make(text, "request");
    if (!whole) return whole.error();
    constexpr std::size_t most_levels = 32;
    if (nested_deeper_than(text, most_levels)) {
        return input_error("the request has lists within lists within lists, too deep to be one",
                           hint);
    }
    auto parsed = parse_json(*whole, text, 1, hint);
    if (!parsed) return parsed.error();
    if (!parsed->is_object()) {
        return input_error("the request is not a JSON object", hint);
    }
    return parsed;
}

Fields::Fields(const Json& object, std::string_view where) : object_(object), where_(where) {
    if (!object.is_object()) fault(input_error(fmt::format("{} is not a JSON object", where_)));
}

Fields::Fields(const Json& object, std::string_view where, const Shape& shape,
               const ApiLimits& limits)
    : Fields(object, where) {
    if (!fault_) check(shape, limits);
}

void Fields::check(const Shape& shape, const ApiLimits& limits) {
    shape.each_field([&](const Field& field) { known_.emplace(field.name); });
    fault_ = fault();
    shape.each_field([&](const Field& field) {
        if (fault_) return;
        const auto found = object_.find(field.name);
        if (found == object_.end() || found->is_null()) {
            if (!field.default_value.empty()) defaults_[field.name] = default_of(field);
            if (field.may_be_absent) return;
            return fault({ErrorCode::bad_input, fmt::format("\"{}\" is missing", field.name),
                          std::string(field.sentence), path_of(field.name)});
        }
        if (!fits(*found, field, limits, field.lists)) {
            // A word that does not exist is a misuse, anything else is no sense at all.
            const bool unknown_word = !field.words.empty() && found->is_string();
            return fault({unknown_word ? ErrorCode::usage : ErrorCode::bad_input,
                          fmt::format("\"{}\" of {} is {}, expected {}", field.name, where_,
                                      glance(*found), expected(field, limits)),
                          std::string(field.sentence), path_of(field.name)});
        }
        if (field.shape == nullptr || field.lists > 0) return;
        if (auto error = Fields(*found, field.name, *field.shape, limits).fault()) fault(*error);
    });
}

std::string Fields::path_of(std::string_view name) const {
    const bool outermost = where_.starts_with("the ");
    return outermost ? std::string(name) : fmt::format("{}.{}", where_, name);
}

void Fields::fault(Error error) {
    if (!fault_) fault_ = std::move(error);
}

const Json* Fields::any(std::string_view name) {
    known_.emplace(name);
    if (fault_) return nullptr;
    const auto found = object_.find(name);
    if (found != object_.end() && !found->is_null()) return &*found;
    const auto standard = defaults_.find(name);
    return standard == defaults_.end() ? nullptr : &*standard;
}

void Fields::wrong(std::string_view name, std::string_view expected) {
    fault(input_error(fmt::format("\"{}\" of {} is {}, expected {}", name, where_,
                                  glance(*object_.find(name)), expected),
                      {}, path_of(name)));
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
            fmt::format("its fields are {}", fmt::join(known_, ", ")),
            path_of(formats::excerpt(name, 40)));
    }
    return std::nullopt;
}

}  // namespace tessera::api
