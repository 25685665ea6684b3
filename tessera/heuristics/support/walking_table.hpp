// One direction of the walking distance: how many tiles of each goal line lie in each line.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

#include "tessera/puzzle/types.hpp"

namespace tessera::heuristics {

/// The puzzle seen from the side: all that is left of a position is the matrix "tiles of goal line
/// j in line i" and the blank's line, and a move swaps the blank with any tile of a neighbouring
/// line.
///
/// The lines are the rows for the vertical moves and the columns for the horizontal ones. A
/// breadth-first search from the goal numbers the states in order of distance. Every line holds
/// `length` tiles except the blank's, so the blank's line follows from the matrix, which is written
/// as one number in base length + 1: a state's `Key`. Building takes about 0.3 µs a state.
class WalkingTable {
  public:
    using Key = std::uint64_t;
    using Index = std::uint32_t;

    /// The number of states, or `limit + 1` if there are more.
    ///
    /// They are the square matrices whose rows and columns each sum to `length`, or to one less for
    /// the blank's line and goal line; permuting rows shows that their number is the same for every
    /// blank line. Any beginning of such a matrix can be completed, so counting up to a limit takes
    /// time in proportion to the limit.
    static std::uint64_t count_states(std::size_t lines, std::size_t length, std::uint64_t limit) {
        MatrixCounter counter{std::vector<std::size_t>(lines, length), length, limit / lines + 1};
        counter.column_left[0] = length - 1;
        counter.row(0);
        return counter.found * lines > limit ? limit + 1 : counter.found * lines;
    }

    /// Bytes of the table of that many states.
    static std::uint64_t bytes_needed(std::size_t lines, std::uint64_t states) {
        return states * (sizeof(Key) + sizeof(std::uint8_t) + 2 * lines * sizeof(Index)) +
               slot_count(states) * sizeof(Index);
    }

    /// Builds the table; `states` is what count_states found, and must be in reach (no limit hit).
    WalkingTable(std::size_t lines, std::size_t length, std::size_t goal_blank_line,
                 std::uint64_t states)
        : lines_(lines), length_(length), slots_(slot_count(states), none) {
        const auto room = static_cast<std::size_t>(states);
        keys_.reserve(room);
        distance_.reserve(room);
        next_.assign(room * 2 * lines, none);
        Key power = 1;
        for (std::size_t i = 0; i < lines * lines; ++i, power *= length + 1) {
            assert(power < std::numeric_limits<Key>::max() / (length + 1));
            unit_.push_back(power);
        }
        Key goal = 0;
        for (std::size_t line = 0; line < lines; ++line) {
            goal += unit(line, line) * (line == goal_blank_line ? length - 1 : length);
        }
        find_or_add(goal, 0);
        for (Index state = 0; state < keys_.size(); ++state) expand(state);
    }

    /// What one tile of `goal_line` that lies in `line` adds to a key.
    Key unit(std::size_t line, std::size_t goal_line) const {
        return unit_[line * lines_ + goal_line];
    }
    /// The state of a position, from the sum of its tiles' units.
    Index find(Key key) const {
        const Index state = slots_[slot_of(key)];
        assert(state != none);
        return state;
    }
    /// The state after a tile of `goal_line` slides to the blank's line, and the blank to the
    /// tile's: the line after
    /// (`blank_forward`) or before its own.
    Index next(Index state, bool blank_forward, std::size_t goal_line) const {
        return next_[(state * 2 + (blank_forward ? 1 : 0)) * lines_ + goal_line];
    }
    /// Whether the result of `next` is a state, not a move that the position does not have.
    bool exists(Index state) const { return state < keys_.size(); }
    Key key(Index state) const { return keys_[state]; }
    Cost distance(Index state) const { return distance_[state]; }
    std::size_t states() const { return keys_.size(); }
    std::size_t bytes() const {
        return static_cast<std::size_t>(bytes_needed(lines_, keys_.size()));
    }

  private:
    static constexpr Index none = std::numeric_limits<Index>::max();

    /// Counts matrices entry by entry, the blank in line 0, and stops at `enough`.
    struct MatrixCounter {
        std::vector<std::size_t> column_left;
        std::size_t length;
        std::uint64_t enough;
        std::uint64_t found = 0;

        void row(std::size_t line) {
            if (line + 1 == column_left.size()) {
                ++found;
                return;
            }
            std::size_t room = 0;
            for (const std::size_t left : column_left) room += left;
            entry(line, 0, line == 0 ? length - 1 : length, room);
        }
        /// `room` is what the columns from `column` on can still take; the last row takes what is
        /// left.
        void entry(std::size_t line, std::size_t column, std::size_t left, std::size_t room) {
            if (column == column_left.size()) return row(line + 1);
            const std::size_t capacity = column_left[column];
            const std::size_t room_after = room - capacity;
            const std::size_t least = left > room_after ? left - room_after : 0;
            for (std::size_t n = least; n <= left && n <= capacity && found < enough; ++n) {
                column_left[column] = capacity - n;
                entry(line, column + 1, left - n, room_after);
            }
            column_left[column] = capacity;
        }
    };

    static std::size_t slot_count(std::uint64_t states) {
        return static_cast<std::size_t>(std::bit_ceil(2 * states));
    }
    /// Where `key` is, or the empty slot where it would go (linear probing).
    std::size_t slot_of(Key key) const {
        const std::size_t mask = slots_.size() - 1;
        auto slot = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
        while (slots_[slot] != none && keys_[slots_[slot]] != key) slot = (slot + 1) & mask;
        return slot;
    }
    Index find_or_add(Key key, std::uint8_t distance) {
        const std::size_t slot = slot_of(key);
        if (slots_[slot] == none) {
            slots_[slot] = static_cast<Index>(keys_.size());
            keys_.push_back(key);
            distance_.push_back(distance);
        }
        return slots_[slot];
    }

    void expand(Index state) {
        std::vector<std::size_t>& matrix = scratch_;
        matrix.clear();
        std::size_t blank_line = 0;
        Key rest = keys_[state];
        for (std::size_t line = 0; line < lines_; ++line) {
            std::size_t sum = 0;
            for (std::size_t j = 0; j < lines_; ++j, rest /= length_ + 1) {
                matrix.push_back(static_cast<std::size_t>(rest % (length_ + 1)));
                sum += matrix.back();
            }
            if (sum < length_) blank_line = line;
        }
        if (blank_line > 0) expand_towards(state, blank_line, blank_line - 1);
        if (blank_line + 1 < lines_) expand_towards(state, blank_line, blank_line + 1);
    }
    void expand_towards(Index state, std::size_t blank_line, std::size_t line) {
        const std::size_t side = line > blank_line ? 1 : 0;
        const auto further = static_cast<std::uint8_t>(distance_[state] + 1);
        for (std::size_t j = 0; j < lines_; ++j) {
            if (scratch_[line * lines_ + j] == 0) continue;
            const Key key = keys_[state] - unit(line, j) + unit(blank_line, j);
            next_[(state * 2 + side) * lines_ + j] = find_or_add(key, further);
        }
    }

    std::size_t lines_;
    std::size_t length_;
    std::vector<Key> unit_;
    std::vector<Key> keys_;
    std::vector<std::uint8_t> distance_;
    std::vector<Index> next_;
    std::vector<Index> slots_;
    std::vector<std::size_t> scratch_;
};

}  // namespace tessera::heuristics
