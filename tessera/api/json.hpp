// Results as JSON text, in the schemas that every front end shares.
#pragma once

#include <string>
#include <string_view>

#include "tessera/engine/solve.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/lessons/explain.hpp"

namespace tessera {

/// `tessera.solve/1`, on one line.
std::string to_json(const Solution& solution);
/// Its member `options` alone.
std::string options_json(const Solution& solution);

/// `tessera.audit/1`, on one line.
std::string to_json(const Audit& audit);

/// `tessera.explain/1`, on one line.
std::string to_json(const BoardExplanation& explained);

/// `tessera.check/1`, on one line: whether `goal` can be reached from `start`, and why not. Both have the same size.
std::string check_json(std::string_view id, const DynamicBoard& start, const DynamicBoard& goal);

/// `tessera.list/1` of algorithms or heuristics with all they say about themselves.
std::string algorithms_json();
std::string heuristics_json();
/// The same with everything else there is to choose from: goals, formats, shipped boards, difficulties.
std::string registry_json();

/// Any text as a JSON string, quotes included; bytes that are not UTF-8 are replaced.
std::string json_string(std::string_view text);

}  // namespace tessera
