// Checks solutions that somebody wrote down: replays the path and tests every figure that goes with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/engine/written_solution.hpp"

namespace tessera {

/// What was found about one solution.
struct Verification {
    std::string id;
    bool holds = false;
    std::string message;  ///< what holds, or the first thing that does not
    std::size_t length = 0;
    std::size_t slides = 0;
};

/// Replays a solution and tests every figure that goes with it.
Verification verify(const WrittenSolution& claim);

/// Verifies every solution of a text that `read_solutions` can read; an Error only for another text.
Result<std::vector<Verification>> verify_solutions(std::string_view text, std::string_view source);

}  // namespace tessera
