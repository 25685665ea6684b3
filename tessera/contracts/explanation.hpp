// A heuristic explains its value as a tree of parts; the value is the sum of the parts or the largest of them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tessera/puzzle/types.hpp"

namespace tessera {

/// A sentence that names tiles. Each `#` in `words` stands for the next entry of `tiles`. Heuristics know canonical
/// labels only; the tiles get their own numbers back before the sentence is shown.
struct Sentence {
    std::string words;
    std::vector<Tile> tiles;

    std::string text() const {
        std::string result;
        auto next = tiles.begin();
        for (const char c : words) {
            if (c == '#' && next != tiles.end()) {
                result += std::to_string(index(*next++));
            } else {
                result += c;
            }
        }
        return result;
    }
};

/// What a part of a heuristic's value is about.
enum class PartKind {
    heuristic,  ///< a whole heuristic, alone or as a component of another
    tile,       ///< one tile on its way home
    line,       ///< a row or column whose own tiles stand in the wrong order
    conflict,   ///< one tile, or one pair of tiles, of such a line
    direction,  ///< all vertical or all horizontal moves
    inversion,  ///< a tile that stands before others that belong before it
    cycle,      ///< tiles that each stand where the next one belongs
    jump,       ///< one jump of a tile to the blank
    partition,  ///< patterns whose values may be added
    pattern,    ///< a group of tiles looked up in a table
    departure   ///< tiles that must leave a line for another reason than their order
};

constexpr std::string_view to_string(PartKind kind) {
    constexpr std::string_view names[] = {"heuristic", "tile",      "line",     "conflict",
                                          "direction", "inversion", "cycle",    "jump",
                                          "partition", "pattern",   "departure"};
    return names[static_cast<std::size_t>(kind)];
}

/// Row or column `number`, counted from 0.
struct BoardLine {
    bool is_row = true;
    std::size_t number = 0;

    std::string name() const { return (is_row ? "row " : "column ") + std::to_string(number + 1); }
};

/// Counts, for each line, the tiles in it that belong to each line. Walking distance knows nothing else of a board.
struct LineMatrix {
    bool of_rows = true;
    std::size_t lines = 0;
    std::size_t blank_line = 0;       ///< where the blank lies
    std::vector<std::size_t> counts;  ///< [line × lines + goal line]

    std::size_t count(std::size_t line, std::size_t goal_line) const {
        return counts[line * lines + goal_line];
    }
};

/// How the value of a whole follows from its parts.
enum class Combination {
    none,    ///< it has no parts
    sum,     ///< factor × the sum of the parts
    largest  ///< factor × the largest of the parts
};

/// The explanation of a value. `value` always equals `combined()`. It is infinite if a table shows that the goal
/// cannot be reached, which happens on unsolvable boards only.
struct Explanation {
    PartKind kind = PartKind::heuristic;
    Sentence title;   ///< a few words, e.g. "row 2"
    Sentence reason;  ///< why it has this value
    double value = 0.0;

    Combination combination = Combination::none;
    double factor = 1.0;
    std::vector<Explanation> parts;

    std::vector<Tile> tiles;  ///< the tiles it is about
    std::vector<Cell> cells;  ///< where each of them lies
    std::vector<Cell> goals;  ///< where each of them has to go, if that is a single cell
    std::optional<BoardLine> line;
    std::vector<std::pair<Tile, Tile>> pairs;  ///< tiles in the wrong order, the first one first
    std::vector<Tile> leaving;                 ///< tiles that have to step out of the line
    std::optional<LineMatrix> matrix;

    /// The value that follows from the parts.
    double combined() const {
        double result = 0.0;
        for (const Explanation& part : parts) {
            result = combination == Combination::sum ? result + part.combined()
                                                     : std::max(result, part.combined());
        }
        return combination == Combination::none ? value : factor * result;
    }
    /// For `largest`: the number of the part that counts, the first of equal ones; parts.size() if there is none.
    std::size_t largest_part() const {
        const auto place = std::max_element(
            parts.begin(), parts.end(),
            [](const Explanation& a, const Explanation& b) { return a.value < b.value; });
        return static_cast<std::size_t>(place - parts.begin());
    }
    /// Computes the value from the parts; call it when all parts are there.
    void combine(Combination how) {
        combination = how;
        value = combined();
    }
};

/// Replaces every tile of the explanation by `name(tile)`.
template <class Name>
    requires std::invocable<Name, Tile>
void rename_tiles(Explanation& explanation, const Name& name) {
    const auto rename_all = [&](std::vector<Tile>& tiles) {
        for (Tile& tile : tiles) tile = name(tile);
    };
    rename_all(explanation.title.tiles);
    rename_all(explanation.reason.tiles);
    rename_all(explanation.tiles);
    rename_all(explanation.leaving);
    for (auto& [first, second] : explanation.pairs) {
        first = name(first);
        second = name(second);
    }
    for (Explanation& part : explanation.parts) rename_tiles(part, name);
}

}  // namespace tessera
