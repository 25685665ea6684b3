// Tiles that must leave their row or their column: next to a wrong corner, and with the last move.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::heuristics {

/// Lines that see a departure: bit i of `rows` for row i, of `columns` for column i.
struct Departures {
    std::uint8_t rows = 0;
    std::uint8_t columns = 0;
};

/// Departures that every solution must have, deduced from the places of a few tiles (Korf and Taylor 1996).
/// They are alternatives: a tile that must step away leaves its row or its column.
///
/// *Corners.* Let p and q be the two neighbours of a corner, and let the tile on p be at home. If a
/// wrong tile X lies in the corner, the tile on p must move: without it X could leave the corner
/// only to q, with the blank behind it, and only come back. The same holds while the blank is in the
/// corner and the tile on q is a wrong one: it can but go in there. No slide of another tile than
/// p's ends this, so the bound stays consistent. Where the goal leaves the corner to the blank, X
/// can stay on q if it belongs there: the tile of q is then the one that is not wrong.
///
/// *Last move.* It brings a neighbour of the goal's blank cell home from that cell. So one of these
/// (two to four) tiles must lie beyond the border between its home and the blank's cell at some
/// time: unless one does so now, one has a departure before it. Not so at the goal, where no move is
/// left; its neighbours have one of the tiles beyond its border, so the bound stays consistent.
///
/// Deductions are numbered: bits 0 … 7 for the corners' neighbours, bit 8 for the last move.
template <BoardType B, bool with_last_move, bool with_corners>
class ForcedDepartures {
  public:
    using Deductions = unsigned;
    static constexpr std::size_t corner_count = 8;
    static constexpr Deductions last_move = 1U << corner_count;

    ForcedDepartures() = default;
    explicit ForcedDepartures(const HeuristicSetup<B>& setup)
        : shape_(setup.geometry), goal_blank_(setup.goal_blank) {
        if constexpr (with_corners) find_corners();
        if constexpr (with_last_move) find_last_moves();
        find_choices();
    }

    std::size_t bytes() const {
        return choices_.size() * sizeof(Departures) + first_choice_.size() * sizeof(std::uint16_t);
    }

    /// Which deductions about corners hold on this board, one by one.
    Deductions corners_one_by_one(const B& board) const {
        Deductions found = 0;
        for (std::size_t i = 0; i < corner_count; ++i) {
            const Corner& at = corners_[i];
            if (!at.used || board.tile_at(at.neighbour) != at.neighbour_tile) continue;
            const Tile in_corner = board.tile_at(at.corner);
            const Tile next_in = in_corner == blank_tile ? board.tile_at(at.other) : in_corner;
            if (next_in != at.corner_tile) found |= 1U << i;
        }
        return found;
    }
    /// The same, all at once where the board is one word.
    Deductions corners(const B& board) const {
        if constexpr (!with_corners) {
            return 0;
        } else if constexpr (in_one_word) {
            const std::size_t blank = index(board.blank());
            if (blank == 0 || blank == 3 || blank == 12 || blank == 15) {
                return corners_one_by_one(board);
            }
            return corners_by_word(board);
        } else {
            return corners_one_by_one(board);
        }
    }

    /// One bit for each tile that could make the last move and lies beyond its border.
    unsigned ready_for_last_move(const B& board) const {
        unsigned ready = 0;
        for (std::size_t c = 0; c < shape_().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile) continue;
            const Cell home = goal_cell(tile, goal_blank_);
            for (const bool vertical : {true, false}) {
                const std::size_t here = line(make_cell(c), vertical);
                const std::size_t there = line(home, vertical);
                for (std::size_t border = std::min(here, there); border < std::max(here, there);
                     ++border) {
                    ready ^= crossing(tile, vertical, border);
                }
            }
        }
        return ready;
    }
    /// The bits of `ready_for_last_move` that a slide turns over.
    unsigned ready_change(Tile tile, Cell from, Cell to) const {
        const bool vertical = is_vertical(from, to);
        return crossing(tile, vertical, line(std::min(from, to), vertical));
    }

    /// The least sets of departures: every solution sees at least one of these sets, if these deductions hold.
    std::span<const Departures> choices(Deductions deductions) const {
        return {choices_.data() + first_choice_[deductions],
                choices_.data() + first_choice_[deductions + 1]};
    }

    Cell goal_blank() const { return goal_blank_; }

    /// Explains why tiles must make way to wrong corners. The caller, which knows the lines, sets the value.
    Explanation explain_corners(const B& board) const {
        Explanation part;
        part.kind = PartKind::departure;
        part.title.words = "wrong corners";
        const Deductions found = corners_one_by_one(board);
        for (std::size_t i = 0; i < corner_count; ++i) {
            if (((found >> i) & 1U) == 0) continue;
            const Corner& at = corners_[i];
            const bool waits = board.tile_at(at.corner) == blank_tile;
            const Cell wrong = waits ? at.other : at.corner;
            if (!part.reason.words.empty()) part.reason.words += "; ";
            part.reason.words += "# is at home but must make way, because ";
            part.reason.words += waits ? "# can only go into the corner, where it does not belong"
                                       : "# is in the corner, where it does not belong";
            part.reason.tiles.push_back(at.neighbour_tile);
            part.reason.tiles.push_back(board.tile_at(wrong));
            part.tiles.push_back(at.neighbour_tile);
            part.cells.push_back(at.neighbour);
            part.leaving.push_back(at.neighbour_tile);
        }
        return part;
    }
    /// Explains why one of the tiles that can move last has a departure before it.
    Explanation explain_last_move(const B& board) const {
        Explanation part;
        part.kind = PartKind::departure;
        part.title.words = "last move";
        for (std::size_t c = 0; c < shape_().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile || std::find(border_tiles_.begin(), border_tiles_.end(), tile) ==
                                          border_tiles_.end()) {
                continue;
            }
            part.tiles.push_back(tile);
            part.cells.push_back(make_cell(c));
            part.goals.push_back(goal_cell(tile, goal_blank_));
        }
        part.reason = {fmt::format("one of {} moves last, out of the blank's place, and none of "
                                   "them has come that far",
                                   places_for(part.tiles.size())),
                       part.tiles};
        return part;
    }

  private:
    struct Corner {
        bool used = false;
        Cell corner{0};
        Cell neighbour{0};
        Cell other{0};  ///< the corner's other neighbour
        Tile corner_tile{0};
        Tile neighbour_tile{0};
    };
    static constexpr bool in_one_word = [] {
        if constexpr (B::fixed_geometry) return B::shape == Geometry{4, 4};
        return false;
    }();

    std::size_t line(Cell cell, bool vertical) const {
        return vertical ? shape_().row(cell) : shape_().col(cell);
    }
    /// The bit of `tile` if crossing `border` (between this line and the next) makes it ready.
    unsigned crossing(Tile tile, bool vertical, std::size_t border) const {
        if constexpr (!with_last_move) return 0;
        const Tile crosses = border_tiles_[(vertical ? 0U : most_lines) + border];
        return static_cast<unsigned>(tile == crosses) << ((vertical ? 0U : 2U) + border % 2);
    }

    /// Bit 4i of a word stands for cell i.
    Deductions corners_by_word(const B& board) const {
        constexpr auto at = [](unsigned cell) { return std::uint64_t{1} << (4 * cell); };
        std::uint64_t tiles = 0;
        board.pack(&tiles);
        const auto wrong_cells = [&](std::uint64_t right) {
            std::uint64_t wrong = tiles ^ right;
            wrong |= wrong >> 2;
            return wrong | wrong >> 1;
        };
        const std::uint64_t beside = wrong_cells(beside_word_);
        const std::uint64_t below = wrong_cells(below_word_);
        const std::uint64_t by_row =
            ((beside & (at(0) | at(12))) << 4) | ((beside & (at(3) | at(15))) >> 4);
        const std::uint64_t by_column =
            ((below & (at(0) | at(3))) << 16) | ((below & (at(12) | at(15))) >> 16);
        const std::uint64_t found = ((by_row & ~beside) | (by_column & ~below)) & neighbours_used_;
        if (found == 0) return 0;
        constexpr unsigned neighbours[corner_count] = {1, 4, 2, 7, 13, 8, 14, 11};
        Deductions deductions = 0;
        for (unsigned i = 0; i < corner_count; ++i) {
            deductions |= static_cast<unsigned>(found >> (4 * neighbours[i])) % 2 << i;
        }
        return deductions;
    }

    void find_corners() {
        const std::size_t last_row = shape_().rows - 1U;
        const std::size_t last_col = shape_().cols - 1U;
        for (std::size_t i = 0; i < corner_count; ++i) {
            const bool bottom = i >= 4;
            const bool right = i / 2 % 2 == 1;
            const bool beside = i % 2 == 0;  // p is the corner's neighbour in its row
            const std::size_t row = bottom ? last_row : 0;
            const std::size_t col = right ? last_col : 0;
            const Cell in_row = shape_().cell(row, right ? col - 1 : col + 1);
            const Cell in_column = shape_().cell(bottom ? row - 1 : row + 1, col);
            Corner& found = corners_[i];
            found.corner = shape_().cell(row, col);
            found.neighbour = beside ? in_row : in_column;
            found.other = beside ? in_column : in_row;
            found.used = found.neighbour != goal_blank_;
            if (!found.used) continue;
            found.corner_tile =
                goal_tile(found.corner == goal_blank_ ? found.other : found.corner, goal_blank_);
            found.neighbour_tile = goal_tile(found.neighbour, goal_blank_);
            add_alternative(i, found.neighbour, true);
            add_alternative(i, found.neighbour, false);
            if constexpr (in_one_word) set_words(found, beside);
        }
    }

    void set_words(const Corner& found, bool beside) {
        const auto at = [](std::uint64_t what, Cell cell) { return what << (4 * index(cell)); };
        neighbours_used_ |= at(1, found.neighbour);
        (beside ? beside_word_ : below_word_) |= at(index(found.neighbour_tile), found.neighbour) |
                                                 at(index(found.corner_tile), found.corner);
    }

    void find_last_moves() {
        const MoveSet legal = shape_().legal_moves(goal_blank_);
        for (const Move move : all_moves) {
            if (!legal.has(move)) continue;
            const Cell home = shape_().neighbour(goal_blank_, move);
            const bool vertical = is_vertical(home, goal_blank_);
            const std::size_t border = line(std::min(home, goal_blank_), vertical);
            border_tiles_[(vertical ? 0U : most_lines) + border] = goal_tile(home, goal_blank_);
            add_alternative(corner_count, home, vertical);
        }
    }

    void add_alternative(std::size_t deduction, Cell home, bool leaves_row) {
        Departures one;
        (leaves_row ? one.rows : one.columns) =
            static_cast<std::uint8_t>(1U << line(home, leaves_row));
        alternatives_[deduction].push_back(one);
    }

    /// Finds every way to choose an alternative for each deduction, without those that demand more than another
    /// one.
    void find_choices() {
        for (Deductions set = 0; set < 2 * last_move; ++set) {
            first_choice_[set] = static_cast<std::uint16_t>(choices_.size());
            std::vector<Departures> ways{{}};
            for (std::size_t i = 0; i < alternatives_.size(); ++i) {
                if (((set >> i) & 1U) == 0 || alternatives_[i].empty()) continue;
                std::vector<Departures> longer;
                for (const Departures& way : ways) {
                    for (const Departures& next : alternatives_[i]) {
                        add_if_least(longer,
                                     {static_cast<std::uint8_t>(way.rows | next.rows),
                                      static_cast<std::uint8_t>(way.columns | next.columns)});
                    }
                }
                ways = std::move(longer);
            }
            choices_.insert(choices_.end(), ways.begin(), ways.end());
        }
        first_choice_[2 * last_move] = static_cast<std::uint16_t>(choices_.size());
    }
    static void add_if_least(std::vector<Departures>& ways, const Departures& way) {
        const auto within = [](const Departures& a, const Departures& b) {
            return (a.rows & ~b.rows) == 0 && (a.columns & ~b.columns) == 0;
        };
        for (const Departures& other : ways) {
            if (within(other, way)) return;
        }
        std::erase_if(ways, [&](const Departures& other) { return within(way, other); });
        ways.push_back(way);
    }

    static constexpr std::size_t most_lines = 5;

    Shape<B> shape_;
    Cell goal_blank_{0};
    /// The tiles that belong on the corners' neighbours in their rows (in their columns), and those
    /// that are right in the corners for them.
    std::uint64_t beside_word_ = 0;
    std::uint64_t below_word_ = 0;
    std::uint64_t neighbours_used_ = 0;
    std::array<Tile, 2 * most_lines> border_tiles_{};  ///< by rows, then by columns; 0: none
    std::array<Corner, corner_count> corners_{};
    std::array<std::vector<Departures>, corner_count + 1> alternatives_;
    std::vector<Departures> choices_;
    std::array<std::uint16_t, 2 * last_move + 1> first_choice_{};
};

}  // namespace tessera::heuristics
