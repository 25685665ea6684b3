// What the shapes of the calls say, in the languages of other programs: JSON Schema and TypeScript.
#include "tessera/api/schemas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tessera/api/api.hpp"

namespace tessera::api {
namespace {

/// Whole where it can be: 1 instead of 1.0.
Json bound(double value) {
    if (value >= 0 && value <= 1e15 && value == std::floor(value)) {
        return Json(static_cast<std::uint64_t>(value));
    }
    return Json(value);
}

Json within(Json schema, const Field& field, const ApiLimits& limits) {
    double most = field.most;
    if (field.limit != nullptr) most = std::min(most, static_cast<double>(limits.*field.limit));
    if (std::isfinite(field.least)) schema["minimum"] = bound(field.least);
    if (std::isfinite(most)) schema["maximum"] = bound(most);
    return schema;
}

Json one_schema(const Field& field, const ApiLimits& limits) {
    const Json whole_number{{"type", "integer"}, {"minimum", 0}};
    switch (field.kind) {
        case Kind::text: {
            Json schema{{"type", "string"}};
            if (!field.words.empty()) {
                schema["enum"] = std::vector(field.words.begin(), field.words.end());
            }
            return schema;
        }
        case Kind::flag:
            return {{"type", "boolean"}};
        case Kind::whole:
            return within({{"type", "integer"}}, field, limits);
        case Kind::number:
            return within({{"type", "number"}}, field, limits);
        case Kind::size:
            return {{"type", "array"}, {"items", whole_number}, {"minItems", 2}, {"maxItems", 2}};
        case Kind::board:
            return {{"type", {"array", "string"}}};
        case Kind::value:
            return {{"type", {"string", "number", "boolean"}}};
        case Kind::object:
            break;
    }
    if (field.shape == nullptr) return {{"type", "object"}};
    return {{"$ref", fmt::format("#/components/schemas/{}", field.shape->name)}};
}

Json field_schema(const Field& field, const ApiLimits& limits) {
    Json schema = one_schema(field, limits);
    for (int i = 0; i < field.lists; ++i) {
        schema = Json{{"type", "array"}, {"items", std::move(schema)}};
        // A fixed number of items is that of the innermost lists.
        if (i == 0 && field.items > 0) {
            schema["minItems"] = field.items;
            schema["maxItems"] = field.items;
        }
    }
    if (field.may_be_null) {
        schema = Json{{"anyOf", Json::array({std::move(schema), Json{{"type", "null"}}})}};
    }
    if (!field.sentence.empty()) schema["description"] = field.sentence;
    if (!field.default_value.empty()) schema["default"] = default_of(field);
    return schema;
}

std::string one_type(const Field& field) {
    switch (field.kind) {
        case Kind::text:
            return field.words.empty() ? "string"
                                       : fmt::format("'{}'", fmt::join(field.words, "' | '"));
        case Kind::flag:
            return "boolean";
        case Kind::whole:
        case Kind::number:
            return "number";
        case Kind::size:
            return "Size";
        case Kind::board:
            return "number[] | number[][] | string";
        case Kind::value:
            return "string | number | boolean";
        case Kind::object:
            break;
    }
    return field.shape == nullptr ? "Record<string, unknown>" : std::string(field.shape->name);
}

std::string field_type(const Field& field) {
    std::string type = one_type(field);
    for (int i = 0; i < field.lists; ++i) {
        if (i == 0 && field.items > 0) {
            const std::vector<std::string> items(field.items, type);
            type = fmt::format("[{}]", fmt::join(items, ", "));
        } else {
            const bool choice = type.find('|') != std::string::npos;
            type = choice ? fmt::format("({})[]", type) : type + "[]";
        }
    }
    return field.may_be_null ? type + " | null" : type;
}

std::string interface_of(const Shape& shape) {
    std::string text;
    if (!shape.schema.empty()) text += fmt::format("/** `{}`. */\n", shape.schema);
    text += fmt::format("export interface {}", shape.name);
    if (shape.base != nullptr) text += fmt::format(" extends {}", shape.base->name);
    text += " {\n";
    if (!shape.schema.empty()) text += fmt::format("  schema: '{}';\n", shape.schema);
    for (const Field& field : shape.fields) {
        if (!field.sentence.empty()) text += fmt::format("  /** {} */\n", field.sentence);
        text += fmt::format("  {}{}: {};\n", field.name, field.may_be_absent ? "?" : "",
                            field_type(field));
    }
    // Fields that only the program knows do not change the types.
    if (shape.further != nullptr)
        text += "  [name: string]: string | number | boolean | undefined;\n";
    return text + "}\n";
}

void collect(const Shape& shape, std::vector<const Shape*>& into) {
    const auto known = [&](const Shape* one) { return one->name == shape.name; };
    if (std::any_of(into.begin(), into.end(), known)) return;
    into.push_back(&shape);
    if (shape.base != nullptr) collect(*shape.base, into);
    shape.each_field([&](const Field& field) {
        if (field.shape != nullptr) collect(*field.shape, into);
    });
}

}  // namespace

std::vector<const Shape*> with_parts(std::span<const Shape* const> shapes) {
    std::vector<const Shape*> all;
    for (const Shape* shape : shapes) collect(*shape, all);
    return all;
}

std::vector<const Shape*> shapes_of(Calls calls) {
    std::vector<const Shape*> shapes;
    for (const Call* call : calls) {
        shapes.push_back(&call->request);
        shapes.push_back(&call->reply);
    }
    for (const Shape* shape : common_shapes()) shapes.push_back(shape);
    return with_parts(shapes);
}

Json json_schema(const Shape& shape, const ApiLimits& limits) {
    Json properties = Json::object();
    Json required = Json::array();
    if (!shape.schema.empty()) {
        properties["schema"] = {{"const", shape.schema}};
        required.push_back("schema");
    }
    shape.each_field([&](const Field& field) {
        properties[field.name] = field_schema(field, limits);
        if (!field.may_be_absent) required.push_back(field.name);
    });
    return {{"type", "object"},
            {"required", std::move(required)},
            {"additionalProperties", false},
            {"properties", std::move(properties)}};
}

Json description(const Call& call) {
    const Shape* const ends[] = {&call.request, &call.reply};
    Json schemas;
    for (const Shape* shape : with_parts(ends)) schemas[shape->name] = json_schema(*shape);
    const auto reference = [](const Shape& shape) {
        return Json{{"$ref", fmt::format("#/components/schemas/{}", shape.name)}};
    };
    return {{"request", reference(call.request)},
            {"reply", reference(call.reply)},
            {"components", {{"schemas", std::move(schemas)}}}};
}

std::string typescript(Calls calls) {
    std::string text =
        "// Generated from the descriptions of the engine's calls (CONTRIBUTING.md says how): "
        "their "
        "JSON, as types.\n\nexport type Size = [rows: number, columns: number];\n";
    for (const Shape* shape : shapes_of(calls)) text += "\n" + interface_of(*shape);
    text += "\n/** The calls by name. */\nexport interface Calls {\n";
    for (const Call* call : calls) {
        const bool quoted = call->name.find('-') != std::string_view::npos;
        text += fmt::format("  /** {} */\n  {}: {{ request: {}; reply: {} }};\n", call->synopsis,
                            quoted ? fmt::format("'{}'", call->name) : std::string(call->name),
                            call->request.name, call->reply.name);
    }
    return text + "}\n";
}

}  // namespace tessera::api
