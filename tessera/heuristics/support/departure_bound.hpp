// The frame of the heuristics that add up, in each direction, the moves that departures from lines force.
// This folder holds the parts that several heuristics share.
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/support/departure_table.hpp"
#include "tessera/heuristics/support/forced_departures.hpp"
#include "tessera/heuristics/support/line_conflict.hpp"
#include "tessera/heuristics/support/shape.hpp"
#include "tessera/heuristics/support/walking_explanation.hpp"
#include "tessera/heuristics/support/words.hpp"

namespace tessera::heuristics {

/// The state of a DepartureBound for one board, packed by hand into two registers: if a compiler writes small
/// fields to memory one by one and reads them back together, it waits for each.
class DepartureState {
  public:
    /// For a direction that walks: its table's extras. For one that counts: the lines in conflict.
    template <bool by_rows>
    std::uint32_t word() const {
        return static_cast<std::uint32_t>(words_ >> (by_rows ? 0 : 32));
    }
    template <bool by_rows>
    void set_word(std::uint32_t word) {
        constexpr std::uint64_t mask = 0xFFFF'FFFFULL << (by_rows ? 0 : 32);
        words_ = (words_ & ~mask) | (std::uint64_t{word} << (by_rows ? 0 : 32));
    }
    /// The walking state.
    template <bool by_rows>
    std::uint16_t index() const {
        return static_cast<std::uint16_t>(rest_ >> (by_rows ? 0 : 16));
    }
    template <bool by_rows>
    void set_index(std::uint16_t index) {
        constexpr std::uint64_t mask = 0xFFFFULL << (by_rows ? 0 : 16);
        rest_ = (rest_ & ~mask) | (std::uint64_t{index} << (by_rows ? 0 : 16));
    }
    /// Both directions without the deduced departures. Below 256: on 5×5 the distances sum up to at most 120,
    /// and ten lines lose at most four tiles each.
    Cost sum() const { return static_cast<Cost>((rest_ >> 32) & 0xFF); }
    void add(Cost change) { rest_ += static_cast<std::uint64_t>(std::int64_t{change}) << 32; }
    /// The lines in conflict of a direction that walks, at most four.
    template <bool by_rows>
    unsigned conflicts() const {
        return static_cast<unsigned>(rest_ >> (by_rows ? 40 : 44)) & 15U;
    }
    template <bool by_rows>
    void set_conflict(std::size_t line, bool conflict) {
        const std::size_t bit = line + (by_rows ? 40 : 44);
        rest_ = (rest_ & ~(std::uint64_t{1} << bit)) | (std::uint64_t{conflict} << bit);
    }
    /// The deductions of ForcedDepartures about the corners and the last move.
    unsigned corners() const { return static_cast<unsigned>(rest_ >> 48) & 0xFFU; }
    void set_corners(unsigned corners) {
        rest_ = (rest_ & ~(0xFFULL << 48)) | (std::uint64_t{corners} << 48);
    }
    unsigned ready() const { return static_cast<unsigned>(rest_ >> 56); }
    void change_ready(unsigned bits) { rest_ ^= std::uint64_t{bits} << 56; }

  private:
    std::uint64_t words_ = 0;
    std::uint64_t rest_ = 0;
};

/// Whether tiles of a line stand in it in the wrong order, so that it must see a departure.
template <BoardType B, bool by_rows>
class LineOrder {
  public:
    void build(const HeuristicSetup<B>& unit_costs) {
        lines_.build(unit_costs, nullptr);
        if constexpr (in_one_word) build_halves(unit_costs.goal_blank);
    }
    std::size_t bytes() const {
        return lines_.bytes() + (in_one_word ? sizeof first_half_ + sizeof second_half_ : 0);
    }
    const auto& lines() const { return lines_; }

    bool conflict(const B& board, std::size_t line) const {
        if constexpr (in_one_word) {
            const unsigned four = four_tiles(board, line);
            return (first_half_[line][four % 256] >> second_half_[line][four / 256]) & 1U;
        } else {
            return lines_.penalty(board, line) > 0;
        }
    }

  private:
    static constexpr bool in_one_word = [] {
        if constexpr (B::fixed_geometry) return B::shape == Geometry{4, 4};
        return false;
    }();

    /// The four tiles of a line, four bits each, the first in the lowest.
    static unsigned four_tiles(const B& board, std::size_t line) {
        std::uint64_t tiles = 0;
        board.pack(&tiles);
        if constexpr (by_rows) return static_cast<unsigned>(tiles >> (16 * line)) & 0xFFFFU;
        // The product brings the k-th tile of the column from bit 16k to bit 48 + 4k.
        const std::uint64_t column = (tiles >> (4 * line)) & 0x000F'000F'000F'000FULL;
        return static_cast<unsigned>((column * 0x0001'0010'0100'1000ULL) >> 48);
    }

    /// Two neighbouring tiles of a line count only by the places where they belong, if they are its
    /// own: 25 cases. So the conflict of a line is a bit in one of 25 words of 25 bits.
    void build_halves(Cell goal_blank) {
        constexpr std::size_t base = 5;
        for (std::size_t line = 0; line < 4; ++line) {
            const auto digit = [&](std::size_t tile) -> std::size_t {
                if (tile == 0) return 0;
                const Cell home = goal_cell(make_tile(tile), goal_blank);
                const std::size_t home_line = by_rows ? index(home) / 4 : index(home) % 4;
                return home_line == line ? 1 + (by_rows ? index(home) % 4 : index(home) / 4) : 0;
            };
            for (std::size_t pair = 0; pair < 256; ++pair) {
                const std::size_t a = digit(pair % 16);
                const std::size_t b = digit(pair / 16);
                second_half_[line][pair] = static_cast<std::uint8_t>(a + base * b);
                for (std::size_t rest = 0; rest < base * base; ++rest) {
                    if (wrong_order({a, b, rest % base, rest / base})) {
                        first_half_[line][pair] |= std::uint32_t{1} << rest;
                    }
                }
            }
        }
    }
    static bool wrong_order(const std::array<std::size_t, 4>& places) {
        std::size_t largest = 0;
        for (const std::size_t place : places) {
            if (place != 0 && place < largest) return true;
            largest = std::max(largest, place);
        }
        return false;
    }

    LineSet<B, linear_conflict::FewestRemoved, by_rows> lines_;
    std::array<std::array<std::uint32_t, 256>, in_one_word ? 4 : 0> first_half_{};
    std::array<std::array<std::uint8_t, 256>, in_one_word ? 4 : 0> second_half_{};
};

/// The moves of one direction: vertical ones, between the rows, if `by_rows`.
///
/// Where it *walks* they are bounded by a DepartureTable, whose departures are those that the order
/// within lines forces. Where it *counts* they are the tiles' distances plus two for each tile that
/// a line must lose because of its order; a departure deduced otherwise then adds two unless its
/// line loses a tile anyhow. A slide across changes neither.
template <BoardType B, bool by_rows, bool may_walk>
class DepartureDirection {
  public:
    using State = DepartureState;

    void build(const HeuristicSetup<B>& unit_costs, std::shared_ptr<const DepartureTable> twin) {
        shape_ = Shape<B>(unit_costs.geometry);
        order_.build(unit_costs);
        for (std::size_t t = 1; t < unit_costs.geometry.cells(); ++t) {
            home_[t] =
                static_cast<std::uint8_t>(line_of(goal_cell(make_tile(t), unit_costs.goal_blank)));
        }
        if (!walks()) return;
        const std::size_t goal_line = line_of(unit_costs.goal_blank);
        table_ = twin != nullptr
                     ? std::move(twin)
                     : std::make_shared<const DepartureTable>(count(), length(), goal_line);
    }
    const std::shared_ptr<const DepartureTable>& table() const { return table_; }
    std::size_t bytes() const { return order_.bytes() + (table_ ? table_->bytes() : 0); }

    bool walks() const { return may_walk && DepartureTable::exists(count(), length()); }

    /// Adds this direction to a state.
    void evaluate(State& state, const B& board) const {
        Cost sum = 0;
        DepartureTable::Key key = 0;
        for (std::size_t c = 0; c < shape_().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile) continue;
            const std::size_t here = line_of(make_cell(c));
            if (walks()) {
                key += table_->unit(here, home(tile));
            } else {
                sum += distance(here, home(tile));
            }
        }
        for (std::size_t line = 0; line < count(); ++line) {
            set_conflict(state, line, order_.conflict(board, line));
            if (!walks()) sum += order_.lines().penalty(board, line);
        }
        if (walks()) {
            const DepartureTable::Index walking = table_->find(key);
            state.set_index<by_rows>(walking);
            state.set_word<by_rows>(table_->extras(walking));
            sum = table_->distance(walking);
        }
        state.add(sum);
    }

    /// Follows a slide along this direction, from one line to the next.
    void slide(State& state, const B& before, const B& after, Tile tile, Cell from, Cell to) const {
        const std::size_t line = home(tile);
        Cost change = 0;
        if (walks()) {
            const auto step = table_->next(state.index<by_rows>(), from > to, line);
            state.set_index<by_rows>(step.state());
            state.set_word<by_rows>(table_->extras(step.state()));
            change = step.change();
        } else {
            change = distance(line_of(to), line) - distance(line_of(from), line) +
                     order_.lines().change(before, tile, from, to);
        }
        // Only the tile's own line can change its order; asking about another line does no harm.
        set_conflict(state, line, order_.conflict(after, line));
        state.add(change);
    }

    /// The moves of this direction without the departures deduced, as `evaluate` counts them.
    Explanation explain(const B& board, Cell goal_blank) const {
        if (walks()) {
            State state;
            evaluate(state, board);
            return explain_walk(line_matrix(board, goal_blank, by_rows), state.sum());
        }
        Explanation part;
        part.kind = PartKind::direction;
        part.title.words = by_rows ? "vertical moves" : "horizontal moves";
        part.reason.words = fmt::format(
            "the {}s that tiles are away, and 2 for every tile that "
            "must leave its {} because of the order there",
            noun(), noun());
        for (std::size_t c = 0; c < shape_().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile || home(tile) == line_of(make_cell(c))) continue;
            const Cost way = distance(line_of(make_cell(c)), home(tile));
            Explanation step;
            step.kind = PartKind::tile;
            step.title = {"tile #", {tile}};
            step.reason = {fmt::format("# is {} from its place",
                                       counted(static_cast<std::size_t>(way), noun())),
                           {tile}};
            step.value = way;
            step.tiles = {tile};
            step.cells = {make_cell(c)};
            step.goals = {goal_cell(tile, goal_blank)};
            part.parts.push_back(std::move(step));
        }
        order_.lines().explain_all(board, 1.0, part.parts);
        part.combine(Combination::sum);
        return part;
    }
    /// Adds to `order` the pairs of every line that stand in the wrong order, and to `names` the names of these lines.
    /// Only with walking distance: otherwise `explain` has these pairs.
    void explain_order(const B& board, Explanation& order, std::vector<std::string>& names) const {
        if (!walks()) return;
        for (std::size_t line = 0; line < count(); ++line) {
            const std::optional<Explanation> part = order_.lines().explain(board, line);
            if (!part) continue;
            names.push_back(part->line->name());
            order.pairs.insert(order.pairs.end(), part->pairs.begin(), part->pairs.end());
            order.tiles.insert(order.tiles.end(), part->tiles.begin(), part->tiles.end());
            order.cells.insert(order.cells.end(), part->cells.begin(), part->cells.end());
        }
    }

    /// By how many pairs of moves these departures raise the bound above `sum`.
    unsigned extra(const State& state, unsigned departures) const {
        const std::uint32_t word = state.word<by_rows>();
        if (walks()) return DepartureTable::extra(word, state.conflicts<by_rows>() | departures);
        return static_cast<unsigned>(std::popcount(departures & ~word));
    }

  private:
    static constexpr std::string_view noun() { return by_rows ? "row" : "column"; }
    std::size_t count() const { return by_rows ? shape_().rows : shape_().cols; }
    std::size_t length() const { return by_rows ? shape_().cols : shape_().rows; }
    std::size_t line_of(Cell cell) const {
        return by_rows ? shape_().row(cell) : shape_().col(cell);
    }
    std::size_t home(Tile tile) const { return home_[index(tile)]; }
    static Cost distance(std::size_t a, std::size_t b) {
        return static_cast<Cost>(a > b ? a - b : b - a);
    }
    void set_conflict(State& state, std::size_t line, bool conflict) const {
        if (walks()) {
            state.set_conflict<by_rows>(line, conflict);
        } else {
            const std::uint32_t others = state.word<by_rows>() & ~(1U << line);
            state.set_word<by_rows>(others | (std::uint32_t{conflict} << line));
        }
    }

    static constexpr std::size_t most_cells = 25;

    Shape<B> shape_;
    LineOrder<B, by_rows> order_;
    std::array<std::uint8_t, most_cells> home_{};
    std::shared_ptr<const DepartureTable> table_;
};

/// The least number of moves over all choices of the departures deduced, each direction bounded by
/// its lines. On boards with a side of more than five it is linear conflict.
///
/// Admissible: vertical and horizontal moves are different moves, and every solution makes one of
/// the choices. With every slide the value changes by exactly 1: each part is consistent (see
/// DepartureTable and ForcedDepartures), and the value has the parity of the Manhattan distance.
/// With tile costs each move counts the cheapest one.
template <BoardType B, bool may_walk, bool with_last_move, bool with_corners>
class DepartureBound {
    static constexpr std::size_t longest_side = 5;
    static constexpr bool is_small(Geometry shape) {
        return shape.rows <= longest_side && shape.cols <= longest_side;
    }
    static constexpr bool always_small = [] {
        if constexpr (B::fixed_geometry) return is_small(B::shape);
        return false;
    }();

  public:
    using State = DepartureState;

    static Result<DepartureBound> make(const HeuristicSetup<B>& setup) {
        DepartureBound heuristic;
        heuristic.shape_ = Shape<B>(setup.geometry);
        if (heuristic.is_large()) {
            auto linear_conflict = LinearConflict::make(setup);
            if (!linear_conflict) return linear_conflict.error();
            heuristic.linear_conflict_ = std::move(*linear_conflict);
            return heuristic;
        }
        HeuristicSetup<B> unit_costs;
        unit_costs.geometry = setup.geometry;
        unit_costs.goal_blank = setup.goal_blank;
        heuristic.cheapest_move_ = setup.cheapest_move();
        heuristic.forced_ = Forced(unit_costs);
        const Geometry shape = setup.geometry;
        const bool same =
            shape.rows == shape.cols && shape.row(setup.goal_blank) == shape.col(setup.goal_blank);
        heuristic.rows_.build(unit_costs, nullptr);
        heuristic.columns_.build(unit_costs, same ? heuristic.rows_.table() : nullptr);
        const std::size_t bytes = heuristic.table_bytes();
        if (bytes > setup.memory_bytes) {
            return Error{ErrorCode::memory_limit,
                         "the heuristic needs " + std::to_string(bytes) + " bytes of tables, and " +
                             std::to_string(setup.memory_bytes) + " are allowed",
                         "allow more memory, or use linear-conflict"};
        }
        return heuristic;
    }

    State evaluate(const B& board) const {
        State state;
        if (is_large()) {
            state.set_word<true>(static_cast<std::uint32_t>(linear_conflict_->evaluate(board)));
            return state;
        }
        rows_.evaluate(state, board);
        columns_.evaluate(state, board);
        state.set_corners(forced_.corners(board));
        state.change_ready(forced_.ready_for_last_move(board));
        return state;
    }
    State after_slide(const State& state, const B& board, Tile tile, Cell from, Cell to) const {
        if (is_large()) {
            State next;
            next.set_word<true>(static_cast<std::uint32_t>(linear_conflict_->after_slide(
                static_cast<Cost>(state.word<true>()), board, tile, from, to)));
            return next;
        }
        B after = board;
        after.slide_tile(tile, from, to);
        State next = slide_lines(state, board, after, tile, from, to);
        next.set_corners(forced_.corners(after));
        return next;
    }
    /// The same if only a value of at most `limit` matters, every move costs 1 and no side is longer than five.
    /// Returns false as soon as the value is known to be larger. `next` is complete only if it returns true.
    [[gnu::always_inline]] bool after_slide_within(State& next, const State& state, const B& board,
                                                   Tile tile, Cell from, Cell to, Cost limit) const
        requires always_small
    {
        B after = board;
        after.slide_tile(tile, from, to);
        next = slide_lines(state, board, after, tile, from, to);
        const Cost room = limit - next.sum();
        // The direction across is as it was: asked of the old state, once for all children.
        const unsigned base = is_vertical(from, to)
                                  ? rows_.extra(next, 0) + columns_.extra(state, 0)
                                  : rows_.extra(state, 0) + columns_.extra(next, 0);
        if (2 * static_cast<Cost>(base) > room) return false;
        next.set_corners(forced_.corners(after));
        const auto deduced = deductions(next);
        if (deduced == 0) return true;
        for (const Departures& choice : forced_.choices(deduced)) {
            if (2 * extra(next, choice) <= room) return true;
        }
        return false;
    }
    Cost value(const State& state) const {
        if (is_large()) return static_cast<Cost>(state.word<true>());
        return cheapest_move_ * (state.sum() + 2 * least_extra(state, deductions(state)));
    }
    double exact_value(const State& state) const { return value(state); }
    /// Explains both directions, and then what each kind of deduction adds: the order in the lines (if a
    /// direction walks), wrong corners, the last move.
    Explanation explain(const B& board) const {
        if (is_large()) return linear_conflict_->explain(board);
        const State state = evaluate(board);
        Explanation whole;
        whole.parts.push_back(rows_.explain(board, forced_.goal_blank()));
        whole.parts.push_back(columns_.explain(board, forced_.goal_blank()));
        const Cost by_order = extra(state, {});
        const Cost by_corners = least_extra(state, state.corners());
        const Cost in_all = least_extra(state, deductions(state));
        add_order(whole, board, by_order);
        if (state.corners() != 0) {
            whole.parts.push_back(forced_.explain_corners(board));
            whole.parts.back().value = 2 * (by_corners - by_order);
            if (by_corners == by_order) {
                whole.parts.back().reason.words += "; the moves counted so far allow for that";
            }
        }
        if (with_last_move && in_all > by_corners) {
            whole.parts.push_back(forced_.explain_last_move(board));
            whole.parts.back().value = 2 * (in_all - by_corners);
        }
        whole.reason.words = "both directions, and departures from lines that they do not contain";
        whole.factor = cheapest_move_;
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const {
        if (is_large()) return linear_conflict_->table_bytes();
        const bool shared = rows_.table() != nullptr && rows_.table() == columns_.table();
        return rows_.bytes() + columns_.bytes() - (shared ? rows_.table()->bytes() : 0) +
               forced_.bytes();
    }

    /// The parts, for explanations and tests.
    const auto& rows() const { return rows_; }
    const auto& columns() const { return columns_; }
    const auto& forced() const { return forced_; }

  private:
    using LinearConflict = linear_conflict::Heuristic<B>;
    using Forced = ForcedDepartures<B, with_last_move, with_corners>;

    bool is_large() const { return !is_small(shape_()); }

    [[gnu::always_inline]] State slide_lines(const State& state, const B& before, const B& after,
                                             Tile tile, Cell from, Cell to) const {
        State next = state;
        if (is_vertical(from, to)) {
            rows_.slide(next, before, after, tile, from, to);
        } else {
            columns_.slide(next, before, after, tile, from, to);
        }
        next.change_ready(forced_.ready_change(tile, from, to));
        return next;
    }
    Cost extra(const State& state, Departures departures) const {
        return static_cast<Cost>(rows_.extra(state, departures.rows) +
                                 columns_.extra(state, departures.columns));
    }
    Cost least_extra(const State& state, typename Forced::Deductions deduced) const {
        Cost least = infinite_cost;
        for (const Departures& choice : forced_.choices(deduced)) {
            least = std::min(least, extra(state, choice));
        }
        return least;
    }
    void add_order(Explanation& whole, const B& board, Cost pairs_of_moves) const {
        if (pairs_of_moves == 0) return;
        Explanation order;
        order.kind = PartKind::departure;
        order.title.words = "order in the lines";
        std::vector<std::string> lines;
        rows_.explain_order(board, order, lines);
        columns_.explain_order(board, order, lines);
        order.reason = pairs_in_words(order.pairs);
        order.reason.words =
            fmt::format("a tile must leave {}, which the shortest walk does not do: {}",
                        fmt::join(lines, " and "), order.reason.words);
        order.value = 2 * pairs_of_moves;
        whole.parts.push_back(std::move(order));
    }
    /// No move is left at the goal, the only board whose sum is 0.
    typename Forced::Deductions deductions(const State& state) const {
        const bool one_must_get_ready = with_last_move && state.ready() == 0 && state.sum() != 0;
        return state.corners() | (one_must_get_ready ? Forced::last_move : 0U);
    }

    Shape<B> shape_;
    Cost cheapest_move_ = 1;
    std::optional<LinearConflict> linear_conflict_;
    Forced forced_;
    DepartureDirection<B, true, may_walk> rows_;
    DepartureDirection<B, false, may_walk> columns_;
};

}  // namespace tessera::heuristics
