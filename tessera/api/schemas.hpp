// What the shapes of the calls say, in the languages of other programs: JSON Schema and TypeScript.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tessera/api/call.hpp"
#include "tessera/api/shape.hpp"

namespace tessera::api {

/// These shapes and all that they consist of, each once.
std::vector<const Shape*> with_parts(std::span<const Shape* const> shapes);
/// The requests and replies of the calls, with errors and events.
std::vector<const Shape*> shapes_of(Calls calls);

/// JSON Schema (2020-12) of one shape. It refers to others as "#/components/schemas/NAME"; numbers are held to what the
/// host allows.
nlohmann::ordered_json json_schema(const Shape& shape, const ApiLimits& limits = {});

/// The schemas of one call: `request`, `reply`, and under `components` what these refer to.
nlohmann::ordered_json description(const Call& call);

/// A module with a type for every shape of the calls, and `Calls`, which has the request and the reply of each call.
std::string typescript(Calls calls);

}  // namespace tessera::api
