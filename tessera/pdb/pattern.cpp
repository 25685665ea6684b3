// Patterns: the tiles of one table, partitions of all tiles into patterns, and the symmetries between them.
#include "tessera/pdb/pattern.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "tessera/base/text.hpp"
#include "tessera/pdb/placement_index.hpp"

namespace tessera::pdb {
namespace {

/// A picture: one character a cell, rows divided by '/'.
template <class CharacterAt>
std::string draw(Geometry geometry, CharacterAt character_at) {
    std::string text;
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        if (c > 0 && c % geometry.cols == 0) text.push_back('/');
        text.push_back(character_at(make_cell(c)));
    }
    return text;
}

/// Carefully chosen partitions, drawn for a goal with its blank in the first cell.
struct Named {
    Geometry geometry;
    std::string_view name;
    std::string_view picture;
};
constexpr Named named_partitions[] = {
    // Felner, Korf & Hanan 2004. That of 5×5 is the one of Korf & Felner 2002 with two tiles exchanged:
    // 81.60 instead of 81.36 moves on average over random boards, and a quarter fewer nodes on hard
    // ones.
    {{4, 4}, "7-8", "_aaa/aaaa/bbbb/bbbb"},
    {{4, 4}, "6-6-3", "_aab/aabb/aabb/cccb"},
    {{4, 4}, "5-5-5", "_aab/aabb/acbb/cccc"},
    {{5, 5}, "6-6-6-6", "_aabb/aaabb/accbb/ccddd/ccddd"},
    {{5, 5}, "5-5-5-5-4", "_aabb/aaabb/ccddb/ccddd/ceeee"},
};

/// A goal's partition from its picture, '_' where the picture has its own blank.
Result<Partition> read_picture(std::string_view text, Geometry geometry, Cell goal_blank) {
    std::string cells;
    std::size_t row_length = 0;
    const auto wrong = [&](std::string_view what) {
        return usage_error(
            fmt::format("'{}' is no picture of a {}×{} goal: {}", formats::excerpt(text, 80),
                        geometry.rows, geometry.cols, what),
            fmt::format(
                "write a letter for every tile's pattern and _ for the blank, for example {}",
                draw(geometry, [&](Cell cell) {
                    if (cell == goal_blank) return '_';
                    return geometry.row(cell) * 2 < geometry.rows ? 'a' : 'b';
                })));
    };
    for (const char c : text) {
        if (c == '/') {
            if (row_length != geometry.cols) return wrong("a row has another length");
            row_length = 0;
            continue;
        }
        cells.push_back(c);
        ++row_length;
    }
    if (cells.size() != geometry.cells() || row_length != geometry.cols) {
        return wrong(fmt::format("it has {} cells", cells.size()));
    }
    if (cells.find('_') != index(goal_blank) || cells.rfind('_') != index(goal_blank)) {
        return wrong(fmt::format("the blank belongs on cell {}", index(goal_blank) + 1));
    }
    Partition partition{std::string(text), {}};
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        Pattern pattern{geometry, goal_blank, {}};
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c] == letter) pattern.tiles.push_back(goal_tile(make_cell(c), goal_blank));
        }
        if (!pattern.tiles.empty()) partition.patterns.push_back(std::move(pattern));
    }
    const auto strange = std::find_if(cells.begin(), cells.end(), [](char c) {
        return c != '.' && c != '_' && !(c >= 'a' && c <= 'z');
    });
    if (strange != cells.end())
        return wrong(fmt::format("what is '{}'?", formats::excerpt({&*strange, 1})));
    if (partition.patterns.empty()) return wrong("it has no pattern");
    return partition;
}

/// The symmetry that takes the first cell to `corner`, if there is one.
const Symmetry* turning_first_cell_to(const std::vector<Symmetry>& all, Cell corner) {
    for (const Symmetry& symmetry : all) {
        if (symmetry(make_cell(0)) == corner) return &symmetry;
    }
    return nullptr;
}

/// All cells but the blank's in strips of two rows, each strip column by column, back and forth: any
/// piece of this order is compact.
std::vector<Cell> strip_order(Geometry geometry, Cell goal_blank) {
    std::vector<Cell> order;
    for (std::size_t strip = 0; strip < geometry.rows; strip += 2) {
        for (std::size_t i = 0; i < geometry.cols; ++i) {
            const std::size_t col = (strip / 2) % 2 == 0 ? i : geometry.cols - 1 - i;
            for (std::size_t row = strip; row < std::min<std::size_t>(strip + 2, geometry.rows);
                 ++row) {
                const Cell cell = make_cell(row * geometry.cols + col);
                if (cell != goal_blank) order.push_back(cell);
            }
        }
    }
    return order;
}

Partition strips(const std::vector<std::size_t>& sizes, Geometry geometry, Cell goal_blank) {
    const std::vector<Cell> order = strip_order(geometry, goal_blank);
    Partition partition{fmt::format("{}", fmt::join(sizes, "-")), {}};
    std::size_t next = 0;
    for (const std::size_t size : sizes) {
        Pattern pattern{geometry, goal_blank, {}};
        for (std::size_t i = 0; i < size; ++i) {
            pattern.tiles.push_back(goal_tile(order[next++], goal_blank));
        }
        std::sort(pattern.tiles.begin(), pattern.tiles.end());
        partition.patterns.push_back(std::move(pattern));
    }
    return partition;
}

/// The sizes in "7-8"; empty where the text is something else.
std::vector<std::size_t> read_sizes(std::string_view text) {
    std::vector<std::size_t> sizes{0};
    for (const char c : text) {
        if (c == '-') {
            sizes.push_back(0);
        } else if (c >= '0' && c <= '9' && sizes.back() < 100) {
            sizes.back() = sizes.back() * 10 + static_cast<std::size_t>(c - '0');
        } else {
            return {};
        }
    }
    return sizes;
}

}  // namespace

std::vector<Symmetry> symmetries(Geometry geometry) {
    std::vector<Symmetry> all;
    const bool square = geometry.rows == geometry.cols;
    for (int way = 0; way < (square ? 8 : 4); ++way) {
        Symmetry symmetry;
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            std::size_t row = geometry.row(make_cell(c));
            std::size_t col = geometry.col(make_cell(c));
            if ((way & 4) != 0) std::swap(row, col);
            if ((way & 1) != 0) row = geometry.rows - 1 - row;
            if ((way & 2) != 0) col = geometry.cols - 1 - col;
            symmetry.cell.push_back(make_cell(row * geometry.cols + col));
        }
        all.push_back(std::move(symmetry));
    }
    return all;
}

Pattern image(const Pattern& pattern, const Symmetry& symmetry) {
    Pattern result{pattern.geometry, symmetry(pattern.goal_blank), {}};
    for (const Tile tile : pattern.tiles) {
        const Cell home = symmetry(goal_cell(tile, pattern.goal_blank));
        result.tiles.push_back(goal_tile(home, result.goal_blank));
    }
    std::sort(result.tiles.begin(), result.tiles.end());
    return result;
}

Normalised normalise(const Pattern& pattern) {
    std::optional<Normalised> best;
    for (Symmetry& symmetry : symmetries(pattern.geometry)) {
        Pattern candidate = image(pattern, symmetry);
        const bool smaller = !best || std::pair(candidate.goal_blank, candidate.tiles) <
                                          std::pair(best->pattern.goal_blank, best->pattern.tiles);
        if (smaller) best = Normalised{std::move(candidate), std::move(symmetry)};
    }
    return std::move(*best);
}

Result<Partition> parse_partition(std::string_view text, Geometry geometry, Cell goal_blank) {
    if (text.find('/') != std::string_view::npos) return read_picture(text, geometry, goal_blank);
    const auto turns = symmetries(geometry);
    const Symmetry* turn = turning_first_cell_to(turns, goal_blank);
    for (const Named& named : named_partitions) {
        if (named.geometry != geometry || named.name != text || turn == nullptr) continue;
        auto partition = read_picture(named.picture, geometry, make_cell(0));
        for (Pattern& pattern : partition->patterns) pattern = image(pattern, *turn);
        partition->name = named.name;
        return partition;
    }
    const std::vector<std::size_t> sizes = read_sizes(text);
    std::size_t sum = 0;
    for (const std::size_t size : sizes) {
        if (size < 1 || size > most_tiles) sum = geometry.cells();
        sum += size;
    }
    if (sizes.empty() || sum + 1 > geometry.cells()) {
        return usage_error(
            fmt::format("'{}' is no partition of the {} tiles of a {}×{} board",
                        formats::excerpt(text, 80), geometry.cells() - 1, geometry.rows,
                        geometry.cols),
            fmt::format(
                "write sizes of up to {} tiles like {}, or draw the goal: one letter a pattern",
                most_tiles, fmt::join(partition_names(geometry), " or ")));
    }
    return strips(sizes, geometry, goal_blank);
}

std::string picture(const Partition& partition) {
    const Pattern& first = partition.patterns.front();
    return draw(first.geometry, [&](Cell cell) {
        if (cell == first.goal_blank) return '_';
        const Tile tile = goal_tile(cell, first.goal_blank);
        for (std::size_t p = 0; p < partition.patterns.size(); ++p) {
            const auto& tiles = partition.patterns[p].tiles;
            if (std::binary_search(tiles.begin(), tiles.end(), tile)) {
                return static_cast<char>('a' + static_cast<char>(p));
            }
        }
        return '.';
    });
}

std::vector<std::string> partition_names(Geometry geometry) {
    std::vector<std::string> names;
    for (const Named& named : named_partitions) {
        if (named.geometry == geometry) names.emplace_back(named.name);
    }
    if (!names.empty() || geometry.cells() > most_cells) return names;
    // As few patterns as possible, of sizes as equal as possible, and then one step smaller.
    const std::size_t tiles = geometry.cells() - 1;
    for (std::size_t largest = std::min(most_tiles, tiles); largest >= 2 && names.size() < 2;
         --largest) {
        if (table_states(geometry, largest) > most_table_states) continue;
        const std::size_t parts = (tiles + largest - 1) / largest;
        std::vector<std::size_t> sizes(parts, tiles / parts);
        for (std::size_t i = 0; i < tiles % parts; ++i) ++sizes[i];
        std::string name = fmt::format("{}", fmt::join(sizes, "-"));
        if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return names;
}

}  // namespace tessera::pdb
