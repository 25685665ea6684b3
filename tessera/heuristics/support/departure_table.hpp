// Walking distance of one direction, with lines that one of their own tiles has to leave.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tessera/heuristics/support/walking_table.hpp"

namespace tessera::heuristics {

/// The states of a `WalkingTable`, packed for a search, and what departures cost on top.
///
/// A *departure* from line i is a slide of one of its own tiles (one that belongs to line i) out of
/// line i. Where something else than the walking distance proves that a set S of lines must each see
/// a departure (two tiles of a row in the wrong order, say), the fewest moves of the walking puzzle
/// that reach its goal *and* see a departure from every line of S are a lower bound as well, at
/// least as large as the walking distance: `distance + 2 · extra(S)`. It is the exact distance in a
/// puzzle whose states are pairs (walking state, S) and whose moves strike a line from S at its
/// departure.
///
/// 24,964 states on 4×4 take 0.67 MB: 16 bytes of transitions, 4 of extras, 7 to find a state and
/// its distance.
class DepartureTable {
  public:
    using Index = std::uint16_t;
    using Key = WalkingTable::Key;
    /// A word of `extra` for each set of lines, two bits each.
    using Extras = std::uint32_t;

    static constexpr std::size_t most_lines = 4;
    static constexpr unsigned most_extra = 3;

    /// Whether the table is small enough: at most four lines, and at most 2^15 states.
    static constexpr bool exists(std::size_t lines, std::size_t length) {
        return lines <= 3 ? length <= 5 : lines == 4 && length <= 4;
    }

    DepartureTable(std::size_t lines, std::size_t length, std::size_t goal_blank_line)
        : lines_(lines) {
        const std::uint64_t states = WalkingTable::count_states(lines, length, most_states);
        const WalkingTable walking(lines, length, goal_blank_line, states);
        pack_steps(walking);
        sort_keys(walking);
        find_extras(walking, goal_blank_line);
    }

    /// What one tile of `goal_line` that lies in `line` adds to a key. The last line follows from
    /// the others and adds nothing, so that a key has 32 bits.
    Key unit(std::size_t line, std::size_t goal_line) const {
        return units_[line * lines_ + goal_line];
    }
    /// The state of a position, from the sum of its tiles' units; O(log states).
    Index find(Key key) const {
        const auto at = std::lower_bound(keys_.begin(), keys_.end(), static_cast<SmallKey>(key));
        return state_of_key_[static_cast<std::size_t>(at - keys_.begin())];
    }
    Cost distance(Index state) const { return distances_[state]; }

    /// A state, and whether it is nearer to the goal than the one before (else it is one further).
    struct Step {
        Index entry;
        Index state() const { return entry & index_mask; }
        Cost change() const { return 1 - 2 * (entry >> 15); }
    };
    /// After a tile of `goal_line` slides to the blank's line, and the blank to the tile's: the
    /// line after (`blank_forward`) or before its own.
    Step next(Index state, bool blank_forward, std::size_t goal_line) const {
        return {next_[state * entries_per_state + (blank_forward ? most_lines : 0) + goal_line]};
    }
    /// The extras of a state; `extra(word, S)` reads one, S having bit i for line i.
    Extras extras(Index state) const { return extras_[state]; }
    static constexpr unsigned extra(Extras word, unsigned lines) {
        return (word >> (2 * lines)) & most_extra;
    }

    std::size_t states() const { return extras_.size(); }
    std::size_t bytes() const {
        return units_.size() * sizeof(Key) + next_.size() * sizeof(Index) +
               extras_.size() * sizeof(Extras) + distances_.size() +
               keys_.size() * (sizeof(SmallKey) + sizeof(Index));
    }

  private:
    using SmallKey = std::uint32_t;
    static constexpr std::uint64_t most_states = std::uint64_t{1} << 15;
    static constexpr Index index_mask = most_states - 1;
    static constexpr std::size_t entries_per_state = 2 * most_lines;

    void pack_steps(const WalkingTable& walking) {
        next_.assign(walking.states() * entries_per_state, 0);
        for (WalkingTable::Index s = 0; s < walking.states(); ++s) {
            distances_.push_back(static_cast<std::uint8_t>(walking.distance(s)));
            for (const bool forward : {false, true}) {
                for (std::size_t j = 0; j < lines_; ++j) {
                    const WalkingTable::Index to = walking.next(s, forward, j);
                    if (!walking.exists(to)) continue;
                    const bool nearer = walking.distance(to) < walking.distance(s);
                    next_[s * entries_per_state + (forward ? most_lines : 0) + j] =
                        static_cast<Index>(to | (nearer ? most_states : 0));
                }
            }
        }
    }

    void sort_keys(const WalkingTable& walking) {
        // Digits of a key go line by line, so the remainder leaves those of the last line out.
        const Key last_line = walking.unit(lines_ - 1, 0);
        for (std::size_t line = 0; line < lines_; ++line) {
            for (std::size_t j = 0; j < lines_; ++j) {
                units_.push_back(line + 1 < lines_ ? walking.unit(line, j) : 0);
            }
        }
        std::vector<std::pair<SmallKey, Index>> order;
        order.reserve(walking.states());
        for (WalkingTable::Index s = 0; s < walking.states(); ++s) {
            order.emplace_back(static_cast<SmallKey>(walking.key(s) % last_line),
                               static_cast<Index>(s));
        }
        std::sort(order.begin(), order.end());
        for (const auto& [key, state] : order) {
            keys_.push_back(key);
            state_of_key_.push_back(state);
        }
    }

    /// Breadth-first from the goal with no departure outstanding, moves taken backwards.
    void find_extras(const WalkingTable& walking, std::size_t goal_blank_line) {
        struct Node {
            Index state;
            std::uint8_t lines;
            std::uint8_t blank_line;
        };
        const std::size_t sets = std::size_t{1} << lines_;
        constexpr std::uint8_t unknown = 255;
        std::vector<std::uint8_t> moves(walking.states() * sets, unknown);
        std::vector<Node> queue{{0, 0, static_cast<std::uint8_t>(goal_blank_line)}};
        moves[0] = 0;
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const Node node = queue[head];
            const auto further =
                static_cast<std::uint8_t>(moves[node.state * sets + node.lines] + 1);
            const auto reach = [&](WalkingTable::Index state, unsigned lines, std::size_t blank) {
                std::uint8_t& entry = moves[state * sets + lines];
                if (entry != unknown) return;
                entry = further;
                queue.push_back({static_cast<Index>(state), static_cast<std::uint8_t>(lines),
                                 static_cast<std::uint8_t>(blank)});
            };
            for (const bool forward : {false, true}) {
                for (std::size_t j = 0; j < lines_; ++j) {
                    const WalkingTable::Index before = walking.next(node.state, forward, j);
                    if (!walking.exists(before)) continue;
                    const std::size_t blank = forward ? node.blank_line + 1U : node.blank_line - 1U;
                    // The move takes the tile from the blank's line here to the blank's there.
                    const unsigned departed = j == node.blank_line ? 1U << j : 0U;
                    reach(before, node.lines, blank);
                    reach(before, node.lines | departed, blank);
                }
            }
        }
        extras_.assign(walking.states(), 0);
        for (std::size_t s = 0; s < walking.states(); ++s) {
            for (std::size_t set = 0; set < sets; ++set) {
                const unsigned extra = (moves[s * sets + set] - moves[s * sets]) / 2U;
                extras_[s] |= std::min(extra, most_extra) << (2 * set);
            }
        }
    }

    std::size_t lines_;
    std::vector<Key> units_;
    std::vector<Index> next_;
    std::vector<Extras> extras_;
    std::vector<std::uint8_t> distances_;
    std::vector<SmallKey> keys_;
    std::vector<Index> state_of_key_;
};

}  // namespace tessera::heuristics
