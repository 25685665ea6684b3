// Checks solutions that somebody wrote down: replays the path and tests every figure that goes with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/puzzle/result.hpp"

namespace tessera {

/// What was found about one solution.
struct Verification {
    std::string id;
    bool holds = false;
    std::string message;  ///< what holds, or the first thing that does not
    std::size_t length = 0;
    std::size_t slides = 0;
};

/// Verifies every solution of a text: JSON objects as `solve --json` writes them (one or many, a
/// list too), or plain text with lines `board:`, `goal:` (optional, blank-last) and `moves:` as
/// `solve` prints them, or a board followed by a line of moves. An Error only for a text that is
/// neither.
Result<std::vector<Verification>> verify_solutions(std::string_view text, std::string_view source);

}  // namespace tessera
