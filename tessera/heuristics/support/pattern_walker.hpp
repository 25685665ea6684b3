// Follows sums of pattern databases along a depth-first search, in place, with the memory fetched ahead.
#pragma once

#include <vector>

#include "tessera/heuristics/support/pattern_sets.hpp"

namespace tessera::heuristics {

/// The state of one search path: where every pattern's tiles lie, and their distances.
///
/// For each state the search asks `keep_within` which of its slides stay within the bound; the look-ups
/// of all slides are begun before any is waited for, and a slide that one partition rules out is not
/// looked up in the next. Then it enters the slides that are left, one after the other, and leaves
/// each again.
template <BoardType B>
class PatternWalker {
  public:
    explicit PatternWalker(const PatternSets& sets)
        : sets_(sets), tracks_(sets.lookups().size()), sums_(sets.sets().size()) {}

    /// Begins at this board.
    void start(const B& board) {
        for (std::size_t s = 0; s < sums_.size(); ++s) {
            const PatternSet& set = sets_.sets()[s];
            sums_[s] = 0;
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                const PatternLookup& lookup = sets_.lookups()[l];
                tracks_[l].placement = sets_.placement(set, l, board);
                tracks_[l].distance =
                    lookup.table->distance(tracks_[l].placement, lookup.turned(board.blank()));
                sums_[s] += tracks_[l].distance;
            }
        }
    }
    /// The estimate of the current state: the largest of the sums.
    Cost value() const { return *std::max_element(sums_.begin(), sums_.end()); }

    /// Of the `count` slides of this state, those whose estimate stays within `limit`: a bit each.
    /// `least_above` becomes the smallest estimate above the limit that was seen, if it is smaller.
    unsigned keep_within(std::size_t depth, const Slide* slides, std::size_t count, Cost limit,
                         Cost& least_above) {
        const std::size_t set_count = sums_.size();
        if (steps_.size() < (depth + 1) * all_moves.size() * set_count) {
            steps_.resize((depth + 1) * 2 * all_moves.size() * set_count);
        }
        Step* const steps = &steps_[depth * all_moves.size() * set_count];
        unsigned kept = (1U << count) - 1;
        for (std::size_t s = 0; s < set_count && kept != 0; ++s) {
            const PatternSet& set = sets_.sets()[s];
            Step* const set_steps = steps + s * all_moves.size();
            for (std::size_t i = 0; i < count; ++i) {
                if ((kept >> i) & 1U) begin(set_steps[i], set, slides[i]);
            }
            for (std::size_t i = 0; i < count; ++i) {
                if (((kept >> i) & 1U) == 0) continue;
                const Cost sum = sums_[s] + finish(set_steps[i]);
                if (sum > limit) {
                    kept &= ~(1U << i);
                    if (sum < least_above) least_above = sum;
                }
            }
        }
        return kept;
    }

    /// Makes the i-th slide that `keep_within` kept at this depth, or takes it back.
    void enter(std::size_t depth, std::size_t i) {
        for (std::size_t s = 0; s < sums_.size(); ++s) {
            Step& step = steps_[(depth * sums_.size() + s) * all_moves.size() + i];
            if (step.lookup == PatternSet::none) continue;
            sums_[s] += step.change;
            std::swap(tracks_[step.lookup], step.track);
        }
    }
    void leave(std::size_t depth, std::size_t i) {
        for (std::size_t s = 0; s < sums_.size(); ++s) {
            Step& step = steps_[(depth * sums_.size() + s) * all_moves.size() + i];
            if (step.lookup == PatternSet::none) continue;
            sums_[s] -= step.change;
            std::swap(tracks_[step.lookup], step.track);
        }
    }

  private:
    /// One pattern: where its tiles lie and how far they are from the goal.
    struct Track {
        pdb::Placement placement;
        Cost distance = 0;
    };
    /// What a slide changes in one partition: the pattern of the slid tile.
    struct Step {
        Track track;
        std::size_t position = 0;
        Cost change = 0;
        std::uint8_t lookup = PatternSet::none;
    };

    static constexpr std::size_t columns(const pdb::BitTable& table) {
        if constexpr (B::fixed_geometry) {
            return B::shape.cols;
        } else {
            return table.pattern().geometry.cols;
        }
    }
    void begin(Step& step, const PatternSet& set, const Slide& slide) const {
        step.lookup = set.lookup_of[index(slide.tile)];
        if (step.lookup == PatternSet::none) return;
        const PatternLookup& lookup = sets_.lookups()[step.lookup];
        const Cell from = lookup.turned(slide.from);
        const Cell to = lookup.turned(slide.to);
        step.track.placement =
            pdb::after_slide(tracks_[step.lookup].placement, columns(*lookup.table),
                             set.label_of[index(slide.tile)], from, to);
        step.position = lookup.table->position(step.track.placement, from);
        lookup.table->prefetch(step.position);
    }
    /// How the pattern's distance changes.
    Cost finish(Step& step) const {
        if (step.lookup == PatternSet::none) return step.change = 0;
        const Cost before = tracks_[step.lookup].distance;
        const unsigned bit = sets_.lookups()[step.lookup].table->bit(step.position);
        step.track.distance = pdb::BitTable::follow(before, bit);
        return step.change = step.track.distance - before;
    }

    const PatternSets& sets_;
    std::vector<Track> tracks_;
    std::vector<Cost> sums_;
    std::vector<Step> steps_;
};

}  // namespace tessera::heuristics
