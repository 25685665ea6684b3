// Draws an explanation: for each heuristic the board, with the contribution of each tile, line, group and direction.
#pragma once

#include <string>
#include <vector>

#include "tessera/lessons/explain.hpp"

namespace tessera {

/// The heuristics that are drawn by default: one of each kind.
std::vector<std::string> default_panels();
/// The names of all heuristics that were explained.
std::vector<std::string> every_panel(const BoardExplanation& explained);

/// An SVG picture with a panel for each of these heuristics that was explained. Numbers, letters and marks say
/// everything that colours say, so that it can be read in grey.
std::string draw_explanation(const BoardExplanation& explained,
                             const std::vector<std::string>& panels);

}  // namespace tessera
