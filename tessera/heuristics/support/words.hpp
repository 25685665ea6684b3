// Words for explanations: counts, lists of tiles, and the distance between two cells.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tessera/base/readable.hpp"
#include "tessera/contracts/explanation.hpp"
#include "tessera/puzzle/geometry.hpp"

namespace tessera::heuristics {

constexpr std::size_t apart(std::size_t a, std::size_t b) {
    return a < b ? b - a : a - b;
}

/// "2 rows and 1 column"; empty for one and the same cell.
inline std::string way_between(Geometry geometry, Cell a, Cell b) {
    const std::size_t rows = apart(geometry.row(a), geometry.row(b));
    const std::size_t cols = apart(geometry.col(a), geometry.col(b));
    if (cols == 0) return rows == 0 ? std::string() : counted(rows, "row");
    if (rows == 0) return counted(cols, "column");
    return fmt::format("{} and {}", counted(rows, "row"), counted(cols, "column"));
}

/// As many `#` as there are tiles: "#, # and #".
inline std::string places_for(std::size_t tiles) {
    std::string words;
    for (std::size_t i = 0; i < tiles; ++i) {
        if (i > 0) words += i + 1 == tiles ? " and " : ", ";
        words += '#';
    }
    return words;
}

/// "5 before 4, 7 before 6", or only the first few of very many.
inline Sentence pairs_in_words(const std::vector<std::pair<Tile, Tile>>& pairs) {
    constexpr std::size_t most = 12;
    Sentence sentence;
    for (std::size_t i = 0; i < pairs.size() && i < most; ++i) {
        sentence.words += i == 0 ? "# before #" : ", # before #";
        sentence.tiles.push_back(pairs[i].first);
        sentence.tiles.push_back(pairs[i].second);
    }
    if (pairs.size() > most) sentence.words += fmt::format(" and {} more", pairs.size() - most);
    return sentence;
}

}  // namespace tessera::heuristics
