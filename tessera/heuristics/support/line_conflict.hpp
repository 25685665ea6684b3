// The frame of the linear-conflict heuristics: Manhattan plus a penalty for every row and column.
#pragma once

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// A tile that lies in the line it belongs to: its goal place within the line, and what moving it
/// costs.
struct LineTile {
    std::size_t place;
    Cost cost;
};

/// The tiles of one line that belong to it, in the order they lie.
class LineTiles {
  public:
    void push(LineTile tile) { tiles_[count_++] = tile; }
    std::span<const LineTile> view() const { return {tiles_.data(), count_}; }

  private:
    std::array<LineTile, largest_side> tiles_;
    std::size_t count_ = 0;
};

/// One item of a line's penalty: the tiles it counts (by their numbers within the line), and the words about
/// them.
struct PenaltyItem {
    Cost penalty = 0;
    std::vector<std::size_t> tiles;
    std::string words;    ///< with a `#` for each tile
    bool leaves = false;  ///< whether the tile has to leave the line
};

/// All rows (or all columns) of a board, and the penalty of each.
///
/// `Penalty::of(span<const LineTile>)` is the sum over `Penalty::items` of the same line. It depends only on
/// which tiles of the line lie in it, and in which order. Such an arrangement is written as a number, its code,
/// with one digit per place: 0 for the blank or a tile of another line, else the tile's goal place + 1 (so the
/// base is the length + 1). Lines of up to `longest_tabled` cells look their penalty up by code (5^4 = 625
/// entries on 4×4, 8^7 = 2,097,152 on 7×7). Longer lines, and those of boards of more than `most_tabled_cells`,
/// compute it.
template <BoardType B, class Penalty, bool by_rows>
class LineSet {
  public:
    using Table = std::vector<std::uint16_t>;

    /// `twin` is the table of the lines across, or of another goal blank, or null. It is shared if it would be
    /// the same: without costs it depends on the lines' length alone.
    void build(const HeuristicSetup<B>& setup, std::shared_ptr<const Table> twin) {
        shape_ = Shape<B>(setup.geometry);
        goal_blank_ = setup.goal_blank;
        costs_ = setup.tile_costs;
        if (!tabled()) return;
        build_codes();
        const bool same = costs_.empty() && twin != nullptr && twin->size() == entries_of_a_line();
        table_ = same ? std::move(twin) : build_table();
        line_entries_ = costs_.empty() ? 0 : table_->size() / lines();
    }
    const std::shared_ptr<const Table>& table() const { return table_; }
    std::size_t bytes() const { return codes_.size() * sizeof(Code) + table_bytes(); }
    std::size_t table_bytes() const { return table_ ? table_->size() * sizeof((*table_)[0]) : 0; }

    std::size_t lines() const { return by_rows ? shape_().rows : shape_().cols; }

    /// The penalty of one line of this board.
    Cost penalty(const B& board, std::size_t line) const {
        if (tabled()) return entry(line, code_of(board, line));
        return computed(line, [&](Cell cell) { return board.tile_at(cell); });
    }

    /// Explains the penalty of one line; nothing if its own tiles stand in order.
    std::optional<Explanation> explain(const B& board, std::size_t line) const {
        std::vector<LineTile> tiles;
        std::vector<Tile> names;
        std::vector<Cell> cells;
        for (std::size_t place = 0; place < length(); ++place) {
            const Cell at = cell(line, place);
            const Tile tile = board.tile_at(at);
            if (tile == blank_tile) continue;
            const Cell home = goal_cell(tile, goal_blank_);
            if (line_of(home) != line) continue;
            tiles.push_back({place_of(home), cost_of(tile)});
            names.push_back(tile);
            cells.push_back(at);
        }
        Explanation part;
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            for (std::size_t j = i + 1; j < tiles.size(); ++j) {
                if (tiles[i].place > tiles[j].place) part.pairs.emplace_back(names[i], names[j]);
            }
        }
        if (part.pairs.empty()) return std::nullopt;
        part.kind = PartKind::line;
        part.line = BoardLine{by_rows, line};
        part.title.words = part.line->name();
        part.reason = pairs_in_words(part.pairs);
        part.reason.words = "in the wrong order: " + part.reason.words;
        part.tiles = names;
        part.cells = cells;
        for (const PenaltyItem& item : Penalty::items(std::span<const LineTile>(tiles))) {
            Explanation conflict;
            conflict.kind = PartKind::conflict;
            conflict.line = part.line;
            conflict.value = item.penalty;
            for (const std::size_t i : item.tiles) {
                conflict.tiles.push_back(names[i]);
                conflict.cells.push_back(cells[i]);
            }
            conflict.title = {places_for(item.tiles.size()), conflict.tiles};
            conflict.reason = {item.words, conflict.tiles};
            if (item.leaves) conflict.leaving = conflict.tiles;
            part.leaving.insert(part.leaving.end(), conflict.leaving.begin(),
                                conflict.leaving.end());
            part.parts.push_back(std::move(conflict));
        }
        part.combine(Combination::sum);
        return part;
    }
    /// Adds a part for every line whose tiles stand in the wrong order, its items times `factor`.
    void explain_all(const B& board, double factor, std::vector<Explanation>& parts) const {
        for (std::size_t line = 0; line < lines(); ++line) {
            std::optional<Explanation> part = explain(board, line);
            if (!part) continue;
            part->factor = factor;
            part->combine(Combination::sum);
            parts.push_back(std::move(*part));
        }
    }

    /// The change of the penalties when `tile` slides across the lines, out of one and into the next. The order
    /// within a line stays, so only the line that the tile belongs to can change, and only if it is one of
    /// these two.
    Cost change(const B& board, Tile tile, Cell from, Cell to) const {
        if (!tabled()) return computed_change(board, tile, from, to);
        const Code leaving = code(from, tile);
        const Code entering = code(to, tile);
        const auto change_of = [&](std::size_t line) {
            const Code before = code_of(board, line);
            return entry(line, before - leaving + entering) - entry(line, before);
        };
        // One branch each, so that the line is a constant wherever the cells are.
        if (leaving != 0) return change_of(tabled_line_of(from));
        if (entering != 0) return change_of(tabled_line_of(to));
        return 0;
    }

  private:
    using Code = std::uint32_t;
    static constexpr std::size_t longest_tabled = 7;
    /// With tile costs every line has its own table: 2.4 MB on 10×6. The 29 MB on 7×7 would be too much.
    static constexpr std::size_t longest_tabled_with_costs = 6;
    static constexpr std::size_t most_tabled_cells = 64;

    std::size_t length() const { return by_rows ? shape_().cols : shape_().rows; }
    bool tabled() const {
        return length() <= (costs_.empty() ? longest_tabled : longest_tabled_with_costs) &&
               shape_().cells() <= most_tabled_cells;
    }
    std::size_t line_of(Cell cell) const {
        return by_rows ? shape_().row(cell) : shape_().col(cell);
    }
    /// The same without a division where the size is known at run time only.
    std::size_t tabled_line_of(Cell cell) const {
        if constexpr (B::fixed_geometry) {
            return line_of(cell);
        } else {
            return lines_[index(cell)];
        }
    }
    std::size_t place_of(Cell cell) const {
        return by_rows ? shape_().col(cell) : shape_().row(cell);
    }
    Cell cell(std::size_t line, std::size_t place) const {
        return by_rows ? shape_().cell(line, place) : shape_().cell(place, line);
    }
    Cost cost_of(Tile tile) const { return costs_.empty() ? 1 : costs_[index(tile)]; }

    Code code(Cell at, Tile tile) const {
        return codes_[index(at) * shape_().cells() + index(tile)];
    }
    Code code_of(const B& board, std::size_t line) const {
        Code sum = 0;
        for (std::size_t place = 0; place < length(); ++place) {
            const Cell at = cell(line, place);
            sum += code(at, board.tile_at(at));
        }
        return sum;
    }
    Cost entry(std::size_t line, Code arrangement) const {
        return (*table_)[line * line_entries_ + arrangement];
    }

    void build_codes() {
        const std::size_t cells = shape_().cells();
        codes_.assign(cells * cells, 0);
        lines_.resize(cells);
        for (std::size_t c = 0; c < cells; ++c) {
            lines_[c] = static_cast<std::uint8_t>(line_of(make_cell(c)));
            for (std::size_t t = 1; t < cells; ++t) {
                const Cell home = goal_cell(make_tile(t), goal_blank_);
                if (line_of(home) != line_of(make_cell(c))) continue;
                Code digit = static_cast<Code>(place_of(home) + 1);
                for (std::size_t p = 0; p < place_of(make_cell(c)); ++p) {
                    digit *= static_cast<Code>(length() + 1);
                }
                codes_[c * cells + t] = digit;
            }
        }
    }

    std::size_t entries_of_a_line() const {
        std::size_t entries = 1;
        for (std::size_t p = 0; p < length(); ++p) entries *= length() + 1;
        return entries;
    }
    /// One part for every line when tiles have costs of their own, else one part for all.
    std::shared_ptr<const Table> build_table() const {
        const std::size_t entries = entries_of_a_line();
        const std::size_t parts = costs_.empty() ? 1 : lines();
        auto table = std::make_shared<Table>(entries * parts, 0);
        for (std::size_t line = 0; line < parts; ++line) {
            for (std::size_t code = 0; code < entries; ++code) {
                (*table)[line * entries + code] =
                    static_cast<std::uint16_t>(penalty_of_code(line, code));
            }
        }
        return table;
    }
    /// 0 for a code in which a tile appears twice: no board has it.
    Cost penalty_of_code(std::size_t line, std::size_t code) const {
        LineTiles tiles;
        unsigned used = 0;
        for (std::size_t place = 0; place < length(); ++place, code /= length() + 1) {
            const std::size_t digit = code % (length() + 1);
            if (digit == 0) continue;
            if ((used >> digit) & 1U) return 0;
            used |= 1U << digit;
            tiles.push({digit - 1, cost_of(goal_tile(cell(line, digit - 1), goal_blank_))});
        }
        return Penalty::of(tiles.view());
    }

    template <class TileAt>
    Cost computed(std::size_t line, TileAt tile_at) const {
        LineTiles tiles;
        for (std::size_t place = 0; place < length(); ++place) {
            const Tile tile = tile_at(cell(line, place));
            if (tile == blank_tile) continue;
            const Cell home = goal_cell(tile, goal_blank_);
            if (line_of(home) == line) tiles.push({place_of(home), cost_of(tile)});
        }
        return Penalty::of(tiles.view());
    }
    Cost computed_change(const B& board, Tile tile, Cell from, Cell to) const {
        const std::size_t line = line_of(goal_cell(tile, goal_blank_));
        if (line != line_of(from) && line != line_of(to)) return 0;
        const auto before = [&](Cell at) { return board.tile_at(at); };
        const auto after = [&](Cell at) {
            return at == to ? tile : at == from ? blank_tile : board.tile_at(at);
        };
        return computed(line, after) - computed(line, before);
    }

    Shape<B> shape_;
    Cell goal_blank_{0};
    std::vector<Cost> costs_;
    std::vector<Code> codes_;
    std::vector<std::uint8_t> lines_;  ///< of each cell
    std::shared_ptr<const Table> table_;
    std::size_t line_entries_ = 0;
};

/// h = Manhattan + Σ over rows and columns of `Penalty::of` the tiles that lie in their line.
template <BoardType B, class Penalty>
class LineConflict {
  public:
    using State = Cost;
    /// Manhattan changes by one; a penalty by an even number, and by so little that the sum still
    /// changes by one, because it is consistent both ways along a slide.
    static constexpr bool changes_by_one = Penalty::consistent;

    static Result<LineConflict> make(const HeuristicSetup<B>& setup) {
        auto manhattan = Manhattan::make(setup);
        if (!manhattan) return manhattan.error();
        LineConflict heuristic(std::move(*manhattan));
        heuristic.rows_.build(setup, nullptr);
        heuristic.columns_.build(setup, heuristic.rows_.table());
        return heuristic;
    }

    State evaluate(const B& board) const {
        Cost sum = manhattan_.evaluate(board);
        for (std::size_t row = 0; row < rows_.lines(); ++row) sum += rows_.penalty(board, row);
        for (std::size_t column = 0; column < columns_.lines(); ++column) {
            sum += columns_.penalty(board, column);
        }
        return sum;
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        const Cost moved = manhattan_.after_slide(state, board, tile, from, to);
        return moved + (is_vertical(from, to) ? rows_.change(board, tile, from, to)
                                              : columns_.change(board, tile, from, to));
    }
    static Cost value(State state) { return state; }
    static double exact_value(State state) { return state; }
    std::size_t table_bytes() const {
        const bool shared = rows_.table() != nullptr && rows_.table() == columns_.table();
        return manhattan_.table_bytes() + rows_.bytes() + columns_.bytes() -
               (shared ? rows_.table_bytes() : 0);
    }

    Explanation explain(const B& board) const {
        Explanation whole = manhattan_.explain(board);
        const double alone = whole.value;
        rows_.explain_all(board, 1.0, whole.parts);
        columns_.explain_all(board, 1.0, whole.parts);
        whole.combine(Combination::sum);
        whole.reason.words =
            whole.value == alone
                ? fmt::format("manhattan says {}, and the tiles of every line stand in order",
                              alone)
                : fmt::format("manhattan says {}, lines in the wrong order add {}", alone,
                              whole.value - alone);
        return whole;
    }

    const auto& manhattan() const { return manhattan_; }

  private:
    using Manhattan = manhattan::Heuristic<B>;

    explicit LineConflict(Manhattan manhattan) : manhattan_(std::move(manhattan)) {}

    Manhattan manhattan_;
    LineSet<B, Penalty, true> rows_;
    LineSet<B, Penalty, false> columns_;
};

}  // namespace tessera::heuristics
