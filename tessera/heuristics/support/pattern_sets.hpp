// Sums of pattern databases: which tile is looked up where, in every orientation the goal allows.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/pdb/table_source.hpp"

namespace tessera::heuristics {

/// One pattern of the board and the table it is looked up in. Only normalised patterns have tables,
/// so the board is turned on the way: `cell` says where each of its cells goes.
struct PatternLookup {
    pdb::SharedTable table;
    std::array<std::uint8_t, pdb::most_cells> cell{};

    Cell turned(Cell c) const { return make_cell(cell[index(c)]); }
};

/// One partition: every tile's look-up and its label there; `none` for a tile in no pattern.
struct PatternSet {
    static constexpr std::uint8_t none = 255;

    std::size_t first_lookup = 0;
    std::size_t lookups = 0;
    std::array<std::uint8_t, pdb::most_cells> lookup_of{};
    std::array<std::uint8_t, pdb::most_cells> label_of{};
};

/// All partitions in use, those that are images of each other under the goal's symmetries included.
class PatternSets {
  public:
    /// Adds a partition and every different image of it that the goal allows.
    std::optional<Error> add(const pdb::Partition& partition, pdb::TableSource& source,
                             std::size_t memory_bytes, pdb::BuildObserver& observer);

    const std::vector<PatternSet>& sets() const { return sets_; }
    const std::vector<PatternLookup>& lookups() const { return lookups_; }
    /// The name of a partition, and whether it is one that was turned or mirrored.
    const std::string& title(std::size_t set) const { return titles_[set]; }
    /// Every table once.
    std::vector<PatternTable> tables() const;
    std::size_t table_bytes() const;
    /// Whether every tile is in a pattern of every partition.
    bool complete() const { return complete_; }

    /// Where the tiles of one look-up lie on this board.
    template <BoardType B>
    pdb::Placement placement(const PatternSet& set, std::size_t lookup, const B& board) const {
        // The table's cells in ascending order: the board's cells in the order of where they go.
        std::array<std::uint8_t, pdb::most_cells> label_on;
        label_on.fill(PatternSet::none);
        const std::size_t cells = board.geometry().cells();
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t tile = index(board.tile_at(make_cell(c)));
            if (tile == 0 || set.lookup_of[tile] != lookup) continue;
            label_on[lookups_[lookup].cell[c]] = set.label_of[tile];
        }
        pdb::Placement result;
        unsigned shift = 0;
        for (std::size_t c = 0; c < cells; ++c) {
            if (label_on[c] == PatternSet::none) continue;
            result.cells |= pdb::CellSet{1} << c;
            result.arrangement |= pdb::Arrangement{label_on[c]} << shift;
            shift += 3;
        }
        return result;
    }

    /// Evaluates a board from scratch: calls `visit(set, lookup, placement, distance)` for every look-up
    /// of every partition, both by their numbers.
    template <BoardType B, class Visit>
    void evaluate(const B& board, Visit visit) const {
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            const PatternSet& set = sets_[s];
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                const PatternLookup& lookup = lookups_[l];
                const pdb::Placement where = placement(set, l, board);
                visit(s, l, where, lookup.table->distance(where, lookup.turned(board.blank())));
            }
        }
    }

  private:
    std::optional<Error> add_set(const std::vector<pdb::Pattern>& patterns,
                                 pdb::TableSource& source, std::size_t memory_bytes,
                                 pdb::BuildObserver& observer);

    std::vector<PatternSet> sets_;
    std::vector<PatternLookup> lookups_;
    std::vector<std::vector<pdb::Pattern>> known_;
    std::vector<std::string> titles_;
    bool complete_ = true;
};

inline std::optional<Error> PatternSets::add(const pdb::Partition& partition,
                                             pdb::TableSource& source, std::size_t memory_bytes,
                                             pdb::BuildObserver& observer) {
    const pdb::Pattern& any = partition.patterns.front();
    std::size_t images = 0;
    for (const pdb::Symmetry& symmetry : pdb::symmetries(any.geometry)) {
        if (symmetry(any.goal_blank) != any.goal_blank) continue;
        std::vector<pdb::Pattern> patterns;
        patterns.reserve(partition.patterns.size());
        for (const pdb::Pattern& pattern : partition.patterns) {
            patterns.push_back(pdb::image(pattern, symmetry));
        }
        std::sort(patterns.begin(), patterns.end(),
                  [](const auto& a, const auto& b) { return a.tiles < b.tiles; });
        if (std::find(known_.begin(), known_.end(), patterns) != known_.end()) continue;
        if (auto error = add_set(patterns, source, memory_bytes, observer)) return error;
        known_.push_back(std::move(patterns));
        titles_.push_back(partition.name);
        if (images > 0) titles_.back() += ", turned or mirrored";
        if (images > 1) titles_.back() += " (" + std::to_string(images) + ")";
        ++images;
    }
    return std::nullopt;
}

inline std::optional<Error> PatternSets::add_set(const std::vector<pdb::Pattern>& patterns,
                                                 pdb::TableSource& source, std::size_t memory_bytes,
                                                 pdb::BuildObserver& observer) {
    PatternSet set;
    set.first_lookup = lookups_.size();
    set.lookup_of.fill(PatternSet::none);
    std::size_t covered = 0;
    for (const pdb::Pattern& pattern : patterns) {
        const pdb::Normalised normal = pdb::normalise(pattern);
        const std::size_t held = table_bytes();
        auto table =
            source.table(normal.pattern, memory_bytes - std::min(memory_bytes, held), observer);
        if (!table) return table.error();
        PatternLookup lookup{*table, {}};
        for (std::size_t c = 0; c < pattern.geometry.cells(); ++c) {
            lookup.cell[c] = static_cast<std::uint8_t>(index(normal.symmetry(make_cell(c))));
        }
        const std::vector<Tile>& tiles = normal.pattern.tiles;
        for (const Tile tile : pattern.tiles) {
            const Cell home = normal.symmetry(goal_cell(tile, pattern.goal_blank));
            const Tile there = goal_tile(home, normal.pattern.goal_blank);
            const auto label = std::lower_bound(tiles.begin(), tiles.end(), there) - tiles.begin();
            set.lookup_of[index(tile)] = static_cast<std::uint8_t>(lookups_.size());
            set.label_of[index(tile)] = static_cast<std::uint8_t>(label);
        }
        lookups_.push_back(std::move(lookup));
        covered += pattern.tiles.size();
    }
    complete_ = complete_ && covered + 1 == patterns.front().geometry.cells();
    set.lookups = lookups_.size() - set.first_lookup;
    sets_.push_back(set);
    return std::nullopt;
}

inline std::vector<PatternTable> PatternSets::tables() const {
    std::vector<PatternTable> all;
    for (const PatternLookup& lookup : lookups_) {
        const bool known = std::any_of(all.begin(), all.end(), [&](const PatternTable& other) {
            return other.owner == lookup.table;
        });
        if (!known) all.push_back({lookup.table->pattern(), lookup.table->words(), lookup.table});
    }
    return all;
}

inline std::size_t PatternSets::table_bytes() const {
    std::size_t sum = 0;
    for (const PatternTable& table : tables()) sum += table.words.size_bytes();
    return sum;
}

}  // namespace tessera::heuristics
