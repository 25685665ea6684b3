// Patterns: the tiles of one table, partitions of all tiles into patterns, and the symmetries between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/pattern.hpp"
#include "tessera/puzzle/geometry.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::pdb {

using tessera::Pattern;

/// One of the up to eight ways to turn or reflect a board onto itself: `cell[c]` is where cell c goes.
struct Symmetry {
    std::vector<Cell> cell;

    Cell operator()(Cell c) const { return cell[index(c)]; }
};

/// All symmetries of the board's shape, the identity first: eight for a square, four else.
std::vector<Symmetry> symmetries(Geometry geometry);

/// The pattern after turning or reflecting the whole board, goal included.
Pattern image(const Pattern& pattern, const Symmetry& symmetry);

/// The one image of a pattern that stands for all its images, and how to get there. Only such patterns have
/// tables, so a goal in another corner, or a mirrored pattern, needs no table of its own.
struct Normalised {
    Pattern pattern;
    Symmetry symmetry;
};
Normalised normalise(const Pattern& pattern);

/// A partition: patterns without a tile in common. Their distances may be added.
struct Partition {
    std::string name;  ///< as a user can give it, e.g. "7-8" or a picture
    std::vector<Pattern> patterns;
};

/// Reads `7-8` (only the sizes; this function then chooses the tiles) or a picture of the goal with a letter
/// for each pattern, e.g. `aabb/aabb/aacc/bcc_`; tiles marked `.` are in no pattern.
Result<Partition> parse_partition(std::string_view text, Geometry geometry, Cell goal_blank);

/// A partition as a picture, one letter for each pattern.
std::string picture(const Partition& partition);

/// The names of the partitions made for this size, best first, e.g. 7-8, 6-6-3, 5-5-5.
std::vector<std::string> partition_names(Geometry geometry);

}  // namespace tessera::pdb
