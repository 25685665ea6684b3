// What heuristics and the host need to know of pattern databases: patterns, observers of a build, and the source of tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tessera/puzzle/geometry.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {

/// The tiles whose moves one table counts: canonical tiles (see Labelling) in ascending order, on a
/// board whose goal has its blank on `goal_blank`.
struct Pattern {
    Geometry geometry;
    Cell goal_blank{0};
    std::vector<Tile> tiles;

    bool operator==(const Pattern&) const = default;
    /// One character a cell, `x` where a tile of the pattern belongs, `_` for the blank and `.`
    /// elsewhere, rows divided by `/`: "xx../xx../..../..._".
    std::string picture() const {
        std::string text;
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            if (c > 0 && c % geometry.cols == 0) text.push_back('/');
            const Cell cell = make_cell(c);
            const bool ours =
                std::binary_search(tiles.begin(), tiles.end(), goal_tile(cell, goal_blank));
            text.push_back(cell == goal_blank ? '_' : ours ? 'x' : '.');
        }
        return text;
    }
};

/// A table as flat memory, for machines that do not have our classes. It has one bit per entry, in the order
/// that `pdb::PlacementIndex` defines; `owner` keeps the words alive.
struct PatternTable {
    Pattern pattern;
    std::span<const std::uint64_t> words;
    std::shared_ptr<const void> owner;
};

/// A build reports its progress to this observer and asks it whether to go on.
class BuildObserver {
  public:
    virtual ~BuildObserver() = default;
    /// `done` of `total` states have their distance; called by one worker at a time, a few times per
    /// level.
    virtual void progress(const Pattern&, std::uint64_t /*done*/, std::uint64_t /*total*/) {}
    virtual bool cancelled() { return false; }
};

/// A build goes on until `stop()` is true.
template <class Stop>
class BuildUntil final : public BuildObserver {
  public:
    explicit BuildUntil(Stop stop) : stop_(std::move(stop)) {}
    bool cancelled() override { return stop_(); }

  private:
    Stop stop_;
};

/// The source of tables, as a heuristic's set-up passes it on. It is always a `pdb::TableSource`, which
/// declares its functions.
class TableProvider {
  public:
    virtual ~TableProvider() = default;
};

}  // namespace tessera
