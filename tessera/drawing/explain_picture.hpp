// Draws an explanation: for each heuristic the board with what its tiles, lines, groups and directions count.
#pragma once

#include <string>
#include <vector>

#include "tessera/lessons/explain.hpp"

namespace tessera {

/// The heuristics drawn where nobody chose: one of each kind.
std::vector<std::string> default_panels();
/// All that were explained.
std::vector<std::string> every_panel(const BoardExplanation& explained);

/// An SVG picture with a panel for each of these heuristics that was explained. Everything is also told by
/// numbers, letters and marks, so that it reads in grey.
std::string draw_explanation(const BoardExplanation& explained,
                             const std::vector<std::string>& panels);

}  // namespace tessera
