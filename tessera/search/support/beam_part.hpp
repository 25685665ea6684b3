// What one worker of a beam search has of a level: children, and which of them are kept.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "tessera/puzzle/types.hpp"

namespace tessera::search {

/// One worker's part of a level.
struct BeamPart {
    /// `name` is four times the number of its parent, and its move.
    struct Child {
        std::uint32_t name;
        Cost promise;
    };
    struct Hashed {
        std::uint64_t hash;
        std::uint32_t child;  ///< its number in the part, or `dropped`
    };
    static constexpr std::uint32_t dropped = std::numeric_limits<std::uint32_t>::max();

    std::vector<Child> children;
    std::vector<std::uint32_t> histogram;
    std::vector<std::vector<Hashed>> shards;
    std::vector<std::uint64_t> kept;  ///< a bit for each child
    std::size_t kept_count = 0;
    std::size_t kept_last = 0;  ///< of them in the last class
    std::size_t first = 0;      ///< the place of its first kept state in the next level
    std::size_t spared = 0;     ///< so many of the last class are left out
    Cost lowest = 0;
    Cost highest = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::optional<std::uint32_t> found;
};

}  // namespace tessera::search
