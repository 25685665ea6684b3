// Whether a JSON value is as a JSON Schema says; as much of the language as the schemas of the calls use.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace tessera::schema_testing {

using Json = nlohmann::ordered_json;

inline bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    return type == "integer" && value.is_number_integer();
}

/// What is wrong and where; empty when nothing is. A word of the schema that is not known here is a fault, too.
// NOLINTNEXTLINE(misc-no-recursion)
inline std::string fault_of(const Json& value, const Json& schema, const Json& schemas,
                            const std::string& place = "$") {
    const auto fault = [&](std::string_view what) {
        return fmt::format("{}: {}: {}", place, what, value.dump().substr(0, 100));
    };
    for (const auto& [word, said] : schema.items()) {
        std::string found;
        if (word == "$ref") {
            const std::string name = said.get<std::string>();
            const std::string key = name.substr(name.rfind('/') + 1);
            if (!schemas.contains(key)) return fault("refers to " + name);
            found = fault_of(value, schemas[key], schemas, place);
        } else if (word == "type") {
            const Json types = said.is_array() ? said : Json::array({said});
            if (std::none_of(types.begin(), types.end(),
                             [&](const Json& type) { return has_type(value, type); }))
                found = fault("is not " + said.dump());
        } else if (word == "anyOf") {
            if (std::none_of(said.begin(), said.end(), [&](const Json& one) {
                    return fault_of(value, one, schemas, place).empty();
                }))
                found = fault("is none of " + said.dump());
        } else if (word == "enum") {
            if (std::find(said.begin(), said.end(), value) == said.end())
                found = fault("is not in " + said.dump());
        } else if (word == "const") {
            if (value != said) found = fault("is not " + said.dump());
        } else if (word == "required") {
            for (const Json& name : said) {
                if (!value.contains(name.get<std::string>())) found = fault("lacks " + name.dump());
            }
        } else if (word == "properties") {
            for (const auto& [name, inner] : value.items()) {
                if (!found.empty()) break;
                found = said.contains(name)
                            ? fault_of(inner, said[name], schemas, place + "." + name)
                            : fault("has " + name);
            }
        } else if (word == "items") {
            for (std::size_t i = 0; i < value.size() && found.empty(); ++i)
                found = fault_of(value[i], said, schemas, fmt::format("{}[{}]", place, i));
        } else if (word == "minItems") {
            if (value.size() < said) found = fault("is too short");
        } else if (word == "maxItems") {
            if (value.size() > said) found = fault("is too long");
        } else if (word == "minimum") {
            if (value < said) found = fault("is too small");
        } else if (word == "maximum") {
            if (value > said) found = fault("is too large");
        } else if (word != "additionalProperties" && word != "description" && word != "default") {
            found = fault("the schema says " + word);
        }
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace tessera::schema_testing
