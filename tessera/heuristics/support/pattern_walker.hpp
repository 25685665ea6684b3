// Follows sums of pattern databases along a depth-first search, in place, and only where they matter.
#pragma once

#include <bit>
#include <vector>

#include "tessera/heuristics/support/pattern_view.hpp"

namespace tessera::heuristics {

/// The state of one search path: where every pattern's tiles lie, and their distances.
///
/// A slide changes a sum by one. So a sum that is far enough below the bound cannot rule anything out for the
/// next few slides, and is not followed meanwhile. Every partition has a depth to which it is known, and
/// catches up when it may matter again. Most states of a search lie just above its leaves, where usually one
/// partition alone decides. So this saves most look-ups, and the more partitions there are, the more it saves.
/// The result is the same as if all sums were always known.
template <BoardType B>
class PatternWalker {
  public:
    /// Bits of an unsigned number stand for partitions.
    static constexpr std::size_t most_sets = 32;

    explicit PatternWalker(const PatternSets& sets)
        : sets_(sets),
          views_(views_of<B>(sets)),
          tracks_(sets.lookups().size()),
          progress_(sets.sets().size()) {
        make_room(64);
    }

    void start(const B& board) {
        std::fill(known_at_.begin(), known_at_.end(), 0U);
        for (std::size_t s = 0; s < progress_.size(); ++s) {
            progress_[s] = {};
            known_at_[0] |= 1U << s;
        }
        sets_.evaluate(board, [&](std::size_t set, std::size_t lookup, pdb::Placement placement,
                                  Cost distance) {
            tracks_[lookup] = views_[lookup].start(placement, distance);
            progress_[set].sum += distance;
        });
    }
    void set_bound(Cost bound) {
        bound_ = bound;
        for (Progress& progress : progress_) foresee(progress);
    }

    unsigned within(std::size_t depth, const Slide* slides, std::size_t count) {
        if (depth + 1 >= path_.size()) [[unlikely]]
            make_room(2 * path_.size());
        path_[depth].slides = slides;
        unsigned kept = (1U << count) - 1;
        unsigned examined = 0;
        for (std::size_t s = 0; s < progress_.size(); ++s) {
            Progress& progress = progress_[s];
            if (depth < progress.harmless) continue;
            if (progress.depth < depth && !catch_up(s, depth)) continue;
            examined |= 1U << s;
            kept = examine(s, depth, slides, kept);
            if (kept == 0) break;
        }
        path_[depth].examined = examined;
        return kept;
    }
    void enter(std::size_t depth, std::size_t i) {
        path_[depth].entered = static_cast<std::uint8_t>(i);
        const unsigned examined = path_[depth].examined;
        known_at_[depth] &= ~examined;
        known_at_[depth + 1] = examined;
        for (unsigned rest = examined; rest != 0; rest &= rest - 1) {
            const auto s = static_cast<std::size_t>(std::countr_zero(rest));
            apply(s, step_at(depth, s, i));
        }
    }
    void leave(std::size_t depth) {
        const unsigned known = known_at_[depth + 1];
        known_at_[depth] |= known;
        for (unsigned rest = known; rest != 0; rest &= rest - 1) {
            const auto s = static_cast<std::size_t>(std::countr_zero(rest));
            take_back(s, step_at(depth, s, path_[depth].entered));
        }
    }
    bool may_be_goal(std::size_t depth) const {
        return progress_[0].sum <= static_cast<Cost>(depth - progress_[0].depth);
    }

  private:
    /// A partition: the depth to which it is known, its sum there, and the depth below which no
    /// slide can take its sum above the bound.
    struct Progress {
        std::size_t depth = 0;
        std::size_t harmless = 0;
        Cost sum = 0;
    };
    /// A state on the path: its slides, the one the path goes on with, and the partitions that were
    /// looked up for all of them.
    struct PathState {
        const Slide* slides = nullptr;
        std::uint8_t entered = 0;
        unsigned examined = 0;
    };
    /// The change of one partition by a slide: the pattern of the slid tile.
    struct Step {
        PatternEntry entry;
        std::int8_t change = 0;
        std::uint8_t lookup = 0;
    };

    void begin_step(Step& step, const PatternSet& set, const Slide& slide) const {
        step.lookup = set.lookup_of[index(slide.tile)];
        if (step.lookup == PatternSet::none) [[unlikely]]
            return;
        step.entry =
            views_[step.lookup].slide(tracks_[step.lookup], set.label_of[index(slide.tile)],
                                      PatternView<B>::slide_number(slide.to, slide.move));
        __builtin_prefetch(step.entry.word);
    }
    /// The change of the pattern's distance.
    Cost finish_step(Step& step) const {
        if (step.lookup == PatternSet::none) [[unlikely]]
            return step.change = 0;
        const Cost change = PatternEntry::change(step.entry.nearer());
        step.entry.track.add(change);
        step.change = static_cast<std::int8_t>(change);
        return change;
    }
    /// A slide from depth d keeps the sum within the bound if sum + 1 ≤ bound - d - 1; with the sum
    /// known at depth k only, it may have grown by d - k since.
    void foresee(Progress& progress) const {
        const Cost room = bound_ - progress.sum + static_cast<Cost>(progress.depth);
        progress.harmless = room <= 0 ? 0 : static_cast<std::size_t>(room) / 2;
    }
    Step& step_at(std::size_t depth, std::size_t set, std::size_t slide) {
        return steps_[(depth * progress_.size() + set) * all_moves.size() + slide];
    }
    void apply(std::size_t set, Step& step) {
        Progress& progress = progress_[set];
        ++progress.depth;
        progress.sum += step.change;
        foresee(progress);
        if (step.lookup != PatternSet::none) std::swap(tracks_[step.lookup], step.entry.track);
    }
    void take_back(std::size_t set, Step& step) {
        Progress& progress = progress_[set];
        --progress.depth;
        progress.sum -= step.change;
        foresee(progress);
        if (step.lookup != PatternSet::none) std::swap(tracks_[step.lookup], step.entry.track);
    }
    /// Follows a partition down the path, to `depth` or until it cannot exceed the bound there; returns false
    /// in the latter case.
    bool catch_up(std::size_t set, std::size_t depth) {
        Progress& progress = progress_[set];
        known_at_[progress.depth] &= ~(1U << set);
        while (progress.depth < depth && progress.harmless <= depth) {
            const PathState& state = path_[progress.depth];
            Step& step = step_at(progress.depth, set, state.entered);
            begin_step(step, sets_.sets()[set], state.slides[state.entered]);
            finish_step(step);
            apply(set, step);
        }
        known_at_[progress.depth] |= 1U << set;
        return progress.harmless <= depth;
    }
    /// Looks up all slides before it waits for the first.
    unsigned examine(std::size_t set, std::size_t depth, const Slide* slides, unsigned chosen) {
        Step* const steps = &step_at(depth, set, 0);
        for (unsigned rest = chosen; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(rest));
            begin_step(steps[i], sets_.sets()[set], slides[i]);
        }
        const Cost allowed = bound_ - static_cast<Cost>(depth) - 1 - progress_[set].sum;
        unsigned above = 0;
        for (unsigned rest = chosen; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(rest));
            above |= static_cast<unsigned>(finish_step(steps[i]) > allowed) << i;
        }
        return chosen & ~above;
    }
    void make_room(std::size_t depth) {
        path_.resize(depth);
        known_at_.resize(depth + 1);
        steps_.resize(depth * progress_.size() * all_moves.size());
    }

    const PatternSets& sets_;
    std::vector<PatternView<B>> views_;
    std::vector<PatternTrack> tracks_;
    std::vector<Progress> progress_;
    std::vector<PathState> path_;
    std::vector<unsigned> known_at_;  ///< the partitions known to this depth, a bit each
    std::vector<Step> steps_;
    Cost bound_ = 0;
};

}  // namespace tessera::heuristics
