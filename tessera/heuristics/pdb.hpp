// Additive pattern databases: the exact number of moves each group of tiles needs, added up.
#pragma once

#include <memory>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/pattern_sets.hpp"
#include "tessera/heuristics/support/pattern_walker.hpp"

namespace tessera::heuristics::pattern_databases {

/// The largest sum over the partitions, in every orientation the goal allows, of the patterns' distances.
template <BoardType B>
class Heuristic {
  public:
    /// More patterns than this are more than any set-up has: two partitions of four, mirrored.
    static constexpr std::size_t most_lookups = ErasedHeuristic<B>::state_bytes;
    struct State {
        std::array<std::uint8_t, most_lookups> distance;
    };
    using Walker = PatternWalker<B>;

    explicit Heuristic(std::shared_ptr<const PatternSets> sets, Cost move_cost)
        : sets_(std::move(sets)), move_cost_(move_cost) {}

    State evaluate(const B& board) const {
        State state{};
        for (const PatternSet& set : sets_->sets()) {
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                const PatternLookup& lookup = sets_->lookups()[l];
                state.distance[l] = static_cast<std::uint8_t>(lookup.table->distance(
                    sets_->placement(set, l, board), lookup.turned(board.blank())));
            }
        }
        return state;
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        for (const PatternSet& set : sets_->sets()) {
            const std::size_t l = set.lookup_of[index(tile)];
            if (l == PatternSet::none) continue;
            const PatternLookup& lookup = sets_->lookups()[l];
            const pdb::Placement after =
                pdb::after_slide(sets_->placement(set, l, board), board.geometry().cols,
                                 set.label_of[index(tile)], lookup.turned(from), lookup.turned(to));
            const unsigned bit =
                lookup.table->bit(lookup.table->position(after, lookup.turned(from)));
            state.distance[l] =
                static_cast<std::uint8_t>(pdb::BitTable::follow(state.distance[l], bit));
        }
        return state;
    }
    Cost value(const State& state) const {
        Cost largest = 0;
        for (const PatternSet& set : sets_->sets()) {
            Cost sum = 0;
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                sum += state.distance[l];
            }
            largest = std::max(largest, sum);
        }
        return largest * move_cost_;
    }
    double exact_value(const State& state) const { return value(state); }
    std::size_t table_bytes() const { return sets_->table_bytes(); }
    Walker walker() const { return Walker(*sets_); }

  private:
    std::shared_ptr<const PatternSets> sets_;
    Cost move_cost_;
};

}  // namespace tessera::heuristics::pattern_databases
