// Solutions that somebody wrote down, read from every form in which they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {

/// A written solution, taken apart and not yet believed; figures that were not given are empty.
struct WrittenSolution {
    std::string id;
    DynamicBoard start;
    DynamicBoard goal;
    std::string moves;
    std::optional<Notation> notation;
    bool says_unsolvable = false;
    bool says_optimal = false;
    bool tile_cost = false;
    std::optional<std::uint64_t> length;
    std::optional<std::uint64_t> slides;
    std::optional<std::uint64_t> cost;
    std::optional<std::uint64_t> lower_bound;
    std::vector<Stage> stages;  ///< what the moves consist of, if it was said
};

/// Every solution of a text: JSON objects as `solve --json` writes them (one or many, a list too), or plain text with
/// lines `board:`, `goal:` (optional, blank-last) and `moves:` as `solve` prints them, or a board followed by a line of
/// moves. An Error only for a text that is neither; whether a solution is right is for `verify` to say.
Result<std::vector<WrittenSolution>> read_solutions(std::string_view text, std::string_view source);

}  // namespace tessera
