// Inversions of a board read row by row or column by column, against the goal read the same way.
#pragma once

#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// Counts the pairs of tiles that stand in the other order than in the goal; the blank is left out.
///
/// Read row by row, a horizontal slide carries a tile past the blank only and changes nothing; a
/// vertical one carries it past the columns − 1 tiles between its two cells. Column by column it is
/// the other way round.
template <BoardType B, bool by_rows>
class ReadingOrder {
  public:
    ReadingOrder() = default;
    explicit ReadingOrder(const HeuristicSetup<B>& setup)
        : shape_(setup.geometry), rank_(setup.geometry.cells(), 0) {
        for (std::size_t t = 1; t < rank_.size(); ++t) {
            rank_[t] = position(goal_cell(make_tile(t), setup.goal_blank));
        }
    }

    std::size_t bytes() const { return rank_.size() * sizeof(std::size_t); }

    /// All inversions, pair by pair.
    Cost count(const B& board) const {
        Cost sum = 0;
        for (std::size_t j = 1; j < rank_.size(); ++j) {
            const Tile later = board.tile_at(cell(j));
            if (later == blank_tile) continue;
            for (std::size_t i = 0; i < j; ++i) {
                const Tile earlier = board.tile_at(cell(i));
                if (earlier != blank_tile && rank(earlier) > rank(later)) ++sum;
            }
        }
        return sum;
    }

    /// Explains every tile that stands before some that belong before it: how many, and on boards that a person
    /// can survey also which.
    std::vector<Explanation> explain(const B& board) const {
        constexpr std::size_t most_cells_with_pairs = 64;
        std::vector<Explanation> parts;
        for (std::size_t i = 0; i + 1 < rank_.size(); ++i) {
            const Tile earlier = board.tile_at(cell(i));
            if (earlier == blank_tile) continue;
            Explanation part;
            for (std::size_t j = i + 1; j < rank_.size(); ++j) {
                const Tile later = board.tile_at(cell(j));
                if (later == blank_tile || rank(earlier) < rank(later)) continue;
                part.value += 1.0;
                if (rank_.size() <= most_cells_with_pairs) part.pairs.emplace_back(earlier, later);
            }
            if (part.value == 0.0) continue;
            part.kind = PartKind::inversion;
            part.title = {"tile #", {earlier}};
            part.reason = words(earlier, static_cast<std::size_t>(part.value), part.pairs);
            part.tiles = {earlier};
            part.cells = {cell(i)};
            parts.push_back(std::move(part));
        }
        return parts;
    }

    /// By how much the count changes when `tile` slides; `board` is the one before.
    Cost change(const B& board, Tile tile, Cell from, Cell to) const {
        if (is_vertical(from, to) != by_rows) return 0;
        const bool forward = position(from) < position(to);
        const std::size_t first = forward ? position(from) : position(to);
        const std::size_t last = forward ? position(to) : position(from);
        Cost smaller_less_larger = 0;
        for (std::size_t i = first + 1; i < last; ++i) {
            smaller_less_larger += rank(board.tile_at(cell(i))) < rank(tile) ? 1 : -1;
        }
        return forward ? -smaller_less_larger : smaller_less_larger;
    }

  private:
    static Sentence words(Tile earlier, std::size_t count,
                          const std::vector<std::pair<Tile, Tile>>& pairs) {
        Sentence sentence{"# comes before ", {earlier}};
        if (pairs.empty()) {
            sentence.words += counted(count, "tile") + " that should come before it";
            return sentence;
        }
        sentence.words += places_for(count);
        sentence.words += count == 1 ? ", which belongs before it" : ", which belong before it";
        for (const auto& [tile, later] : pairs) sentence.tiles.push_back(later);
        return sentence;
    }
    std::size_t rank(Tile tile) const { return rank_[index(tile)]; }
    std::size_t position(Cell at) const {
        return by_rows ? index(at) : shape_().col(at) * shape_().rows + shape_().row(at);
    }
    Cell cell(std::size_t place) const {
        return by_rows ? make_cell(place)
                       : shape_().cell(place % shape_().rows, place / shape_().rows);
    }

    Shape<B> shape_;
    std::vector<std::size_t> rank_;
};

}  // namespace tessera::heuristics
