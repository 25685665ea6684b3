// A very plain breadth-first search, for tests of everything that knows distances.
#pragma once

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tessera/puzzle/board.hpp"

namespace tessera {

/// The distance of two boards, or -1. It uses the boards as they are, without renaming, turning or ranks. For
/// small boards, and for boards near the goal.
inline int distance_by_search(const DynamicBoard& start, const DynamicBoard& goal) {
    const auto key = [](const DynamicBoard& board) {
        std::u16string text;
        for (const Tile tile : board.tiles()) text += static_cast<char16_t>(index(tile));
        return text;
    };
    std::unordered_set<std::u16string> seen{key(goal)};
    std::vector<DynamicBoard> layer{goal};
    for (int depth = 0; !layer.empty(); ++depth) {
        std::vector<DynamicBoard> next;
        for (DynamicBoard& board : layer) {
            if (board == start) return depth;
            for (const Move move : all_moves) {
                if (!board.legal_moves().has(move)) continue;
                board.slide(move);
                if (seen.insert(key(board)).second) next.push_back(board);
                board.slide(opposite(move));
            }
        }
        layer = std::move(next);
    }
    return -1;
}

}  // namespace tessera
