// Results as JSON text, in the schemas that every front end shares.
#pragma once

#include <string>

#include "tessera/engine/audit.hpp"
#include "tessera/engine/explain.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera {

/// `tessera.solve/1`, on one line.
std::string to_json(const Solution& solution);

/// `tessera.audit/1`, on one line.
std::string to_json(const Audit& audit);

/// `tessera.explain/1`, on one line.
std::string to_json(const BoardExplanation& explained);

/// `tessera.list/1` of algorithms or heuristics with all they say about themselves.
std::string algorithms_json();
std::string heuristics_json();

/// Any text as a JSON string, quotes included; bytes that are not UTF-8 are replaced.
std::string json_string(std::string_view text);

}  // namespace tessera
