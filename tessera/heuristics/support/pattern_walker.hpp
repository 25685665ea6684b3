// Follows sums of pattern databases along a depth-first search, in place, and only where they matter.
#pragma once

#include <bit>
#include <vector>

#include "tessera/heuristics/support/pattern_sets.hpp"

namespace tessera::heuristics {

/// The state of one search path: where every pattern's tiles lie, and their distances.
///
/// A slide changes a sum by one. So a sum that is far enough below the bound cannot rule anything out
/// for some slides to come, and is not followed meanwhile: every partition has a depth to which it is
/// known, and catches up when it may matter again. Most states of a search lie just above its
/// leaves, where usually one partition alone decides, so this saves most look-ups; the more
/// partitions, the more. What is ruled out is the same as if all were always known.
template <BoardType B>
class PatternWalker {
  public:
    /// Bits of an unsigned number stand for partitions.
    static constexpr std::size_t most_sets = 32;

    explicit PatternWalker(const PatternSets& sets)
        : sets_(sets), tracks_(sets.lookups().size()), progress_(sets.sets().size()) {
        for (const PatternLookup& lookup : sets.lookups()) {
            views_.emplace_back(lookup, lookup.table->pattern().geometry);
        }
        make_room(64);
    }

    void start(const B& board) {
        std::fill(known_at_.begin(), known_at_.end(), 0U);
        for (std::size_t s = 0; s < progress_.size(); ++s) {
            const PatternSet& set = sets_.sets()[s];
            progress_[s] = {};
            known_at_[0] |= 1U << s;
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                const PatternLookup& lookup = sets_.lookups()[l];
                const pdb::Placement placement = sets_.placement(set, l, board);
                const Cost distance =
                    lookup.table->distance(placement, lookup.turned(board.blank()));
                tracks_[l] = Track(placement, distance);
                progress_[s].sum += distance;
            }
        }
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
    /// One pattern: where its tiles lie and how far they are from the goal, in one word, so that it
    /// is exchanged in one go.
    class Track {
      public:
        Track() = default;
        Track(pdb::Placement placement, Cost distance)
            : bits_(placement.cells | (std::uint64_t{placement.arrangement} << arrangement_shift) |
                    (static_cast<std::uint64_t>(distance) << distance_shift)) {}
        pdb::Placement placement() const {
            return {bits_ & 0xFFFFFFFFU,
                    static_cast<pdb::Arrangement>(bits_ >> arrangement_shift) & 0xFFFFFFU};
        }
        Cost distance() const { return static_cast<Cost>(bits_ >> distance_shift); }
        void add(Cost change) { bits_ += static_cast<std::uint64_t>(change) << distance_shift; }

      private:
        static constexpr unsigned arrangement_shift = pdb::most_cells;
        static constexpr unsigned distance_shift = arrangement_shift + 3 * pdb::most_tiles;
        static_assert(distance_shift == 56);
        std::uint64_t bits_ = 0;
    };

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
    /// What a slide changes in one partition: the pattern of the slid tile.
    struct Step {
        Track track;
        const std::uint64_t* word = nullptr;
        std::uint8_t bit = 0;
        std::int8_t change = 0;
        std::uint8_t lookup = 0;
    };

    /// A slide between two cells as the turned board sees it.
    struct TurnedSlide {
        std::uint32_t both = 0;     ///< the cells it leaves and enters
        std::uint32_t below = 0;    ///< the cells before the one it leaves
        std::uint32_t between = 0;  ///< the cells it passes
        std::uint8_t down = 0;      ///< 1 when it goes to a higher cell
        std::uint8_t from = 0;
    };

    /// A look-up with all that it needs at hand.
    class View {
      public:
        View(const PatternLookup& lookup, Geometry geometry)
            : index_(lookup.table->index()),
              words_(lookup.table->words().data()),
              row_words_(pdb::BitTable::row_words(lookup.table->index())) {
            for (std::size_t c = 0; c < geometry.cells(); ++c) {
                const Cell blank = make_cell(c);
                for (const Move move : all_moves) {
                    if (!geometry.legal_moves(blank).has(move)) continue;
                    const Cell from = lookup.turned(geometry.neighbour(blank, move));
                    slides_[c * all_moves.size() + index(move)] =
                        turned_slide(from, lookup.turned(blank));
                }
            }
        }
        /// The pattern after the tile `label` made the slide with this number, and where its entry lies.
        void slide(const Track& track, unsigned label, std::size_t number, Step& step) const {
            const TurnedSlide& slide = slides_[number];
            const pdb::Placement before = track.placement();
            const auto position =
                static_cast<std::size_t>(std::popcount(before.cells & slide.below));
            const auto passed =
                static_cast<std::size_t>(std::popcount(before.cells & slide.between));
            const pdb::Rotation& rotation = pdb::rotations[slide.down][position][passed];
            const pdb::Placement after{before.cells ^ slide.both,
                                       rotation(before.arrangement, label)};
            const std::size_t place = index_.place(after.cells, make_cell(slide.from));
            step.track = Track(after, track.distance());
            step.word = words_ + index_.order(after.arrangement) * row_words_ + place / 64;
            step.bit = place % 64;
        }

      private:
        /// 0 where the compiler does not know.
        static constexpr std::size_t cells = [] {
            if constexpr (B::fixed_geometry) {
                return B::cell_count;
            } else {
                return std::size_t{0};
            }
        }();

        static TurnedSlide turned_slide(Cell from, Cell to) {
            const pdb::CellSet below_from = pdb::bit_of(from) - 1;
            const pdb::CellSet below_to = pdb::bit_of(to) - 1;
            const pdb::CellSet both = pdb::bit_of(from) | pdb::bit_of(to);
            return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(below_from),
                    static_cast<std::uint32_t>((below_from ^ below_to) & ~both),
                    static_cast<std::uint8_t>(from < to), static_cast<std::uint8_t>(index(from))};
        }

        pdb::PlaceLookup<cells> index_;
        const std::uint64_t* words_;
        std::size_t row_words_;
        std::array<TurnedSlide, pdb::most_cells * 4> slides_;
    };

    void begin_step(Step& step, const PatternSet& set, const Slide& slide) const {
        step.lookup = set.lookup_of[index(slide.tile)];
        if (step.lookup == PatternSet::none) [[unlikely]]
            return;
        const std::size_t number = index(slide.to) * all_moves.size() + index(slide.move);
        views_[step.lookup].slide(tracks_[step.lookup], set.label_of[index(slide.tile)], number,
                                  step);
        __builtin_prefetch(step.word);
    }
    /// How the pattern's distance changes.
    Cost finish_step(Step& step) const {
        if (step.lookup == PatternSet::none) [[unlikely]]
            return step.change = 0;
        const Cost before = step.track.distance();
        const Cost change =
            pdb::BitTable::follow(before, static_cast<unsigned>(*step.word >> step.bit) & 1U) -
            before;
        step.track.add(change);
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
        if (step.lookup != PatternSet::none) std::swap(tracks_[step.lookup], step.track);
    }
    void take_back(std::size_t set, Step& step) {
        Progress& progress = progress_[set];
        --progress.depth;
        progress.sum -= step.change;
        foresee(progress);
        if (step.lookup != PatternSet::none) std::swap(tracks_[step.lookup], step.track);
    }
    /// Follows a partition down the path, to `depth` or until it proves harmless there; false if so.
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
    std::vector<View> views_;
    std::vector<Track> tracks_;
    std::vector<Progress> progress_;
    std::vector<PathState> path_;
    std::vector<unsigned> known_at_;  ///< the partitions known to this depth, a bit each
    std::vector<Step> steps_;
    Cost bound_ = 0;
};

}  // namespace tessera::heuristics
