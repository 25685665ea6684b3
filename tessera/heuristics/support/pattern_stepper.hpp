// Evaluates sums of few pattern databases for all slides of a state at once, without branches.
#pragma once

#include <array>
#include <vector>

#include "tessera/heuristics/support/pattern_view.hpp"

namespace tessera::heuristics {

/// The counterpart of PatternWalker for one or two partitions, where it costs less to look up everything than
/// to find out what can be left out. The work per state is always the same, so no branch is mispredicted. A
/// `Node` is a small value, so that a search can hold many. A look-up has two halves, so that a search can do
/// other work while the entries come from memory.
template <BoardType B>
class PatternStepper {
  public:
    static constexpr std::size_t most_sets = 2;
    static constexpr std::size_t most_lookups = 8;

    static bool applies(const PatternSets& sets) {
        return sets.complete() && sets.sets().size() <= most_sets &&
               sets.lookups().size() <= most_lookups;
    }

    /// All patterns of one board, and the sum of each partition.
    class Node {
      public:
        bool may_be_goal() const { return sums_[0] == 0; }

      private:
        friend PatternStepper;
        std::array<PatternTrack, most_lookups> tracks_{};
        std::array<Cost, most_sets> sums_{};
    };
    /// What a slide changes: one pattern of each partition.
    struct Step {
        std::array<PatternTrack, most_sets> tracks{};
        std::array<std::uint8_t, most_sets> lookups{};
    };
    /// The table entries from which the new distances follow.
    struct Request {
        std::array<const std::uint64_t*, most_sets> words{};
        std::array<std::uint8_t, most_sets> bits{};
    };
    /// All slides of a state.
    class Steps {
        friend PatternStepper;
        std::array<Step, 4> steps_{};
        /// A bit for each slide that brings the partition nearer.
        std::array<unsigned, most_sets> nearer_{};
    };
    using Requests = std::array<Request, 4>;

    explicit PatternStepper(const PatternSets& sets)
        : sets_(&sets),
          two_(sets.sets().size() == 2),
          table_bytes_(sets.table_bytes()),
          views_(views_of<B>(sets)) {
        for (std::size_t s = 0; s < sets.sets().size(); ++s) {
            lookup_of_[s] = sets.sets()[s].lookup_of;
            label_of_[s] = sets.sets()[s].label_of;
        }
    }

    /// The size of the tables. If it exceeds the caches, it pays to wait for several entries at a time.
    std::size_t table_bytes() const { return table_bytes_; }

    Node start(const B& board) const {
        Node node;
        sets_->evaluate(board, [&](std::size_t set, std::size_t lookup, pdb::Placement placement,
                                   Cost distance) {
            node.tracks_[lookup] = views_[lookup].start(placement, distance);
            node.sums_[set] += distance;
        });
        return node;
    }

    /// Finds the entries of the i-th slide and prefetches them.
    void begin(const Node& node, std::size_t i, Tile tile, Cell blank, Move move, Steps& steps,
               Requests& requests) const {
        const std::size_t number = PatternView<B>::slide_number(blank, move);
        begin_in(0, node, tile, number, steps.steps_[i], requests[i]);
        if (two_) begin_in(1, node, tile, number, steps.steps_[i], requests[i]);
    }
    /// Reads the entries. Returns a bit for each of the `count` slides after which no sum is above `limit`.
    unsigned finish(const Node& node, std::size_t count, Cost limit, Steps& steps,
                    const Requests& requests) const {
        unsigned kept = (1U << count) - 1;
        kept &= finish_in(0, node, count, limit, steps, requests);
        if (two_) kept &= finish_in(1, node, count, limit, steps, requests);
        return kept;
    }
    /// The state after the i-th slide.
    void follow(const Node& node, const Steps& steps, std::size_t i, Node& next) const {
        next.tracks_ = node.tracks_;
        follow_in(0, node, steps, i, next);
        if (two_) follow_in(1, node, steps, i, next);
    }

  private:
    void begin_in(std::size_t set, const Node& node, Tile tile, std::size_t number, Step& step,
                  Request& request) const {
        const std::uint8_t lookup = lookup_of_[set][index(tile)];
        const PatternEntry entry =
            views_[lookup].slide(node.tracks_[lookup], label_of_[set][index(tile)], number);
        __builtin_prefetch(entry.word);
        step.lookups[set] = lookup;
        step.tracks[set] = entry.track;
        request.words[set] = entry.word;
        request.bits[set] = entry.bit;
    }
    /// Returns all slides if even one more move is within the limit, else those that bring the partition
    /// nearer.
    static unsigned finish_in(std::size_t set, const Node& node, std::size_t count, Cost limit,
                              Steps& steps, const Requests& requests) {
        unsigned nearer = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto word =
                static_cast<unsigned>(*requests[i].words[set] >> requests[i].bits[set]);
            nearer |= steps.steps_[i].tracks[set].nearer(word) << i;
        }
        steps.nearer_[set] = nearer;
        return nearer | (node.sums_[set] < limit ? ~0U : 0U);
    }
    static void follow_in(std::size_t set, const Node& node, const Steps& steps, std::size_t i,
                          Node& next) {
        const Cost change = PatternEntry::change((steps.nearer_[set] >> i) & 1U);
        const Step& step = steps.steps_[i];
        PatternTrack track = step.tracks[set];
        track.add(change);
        next.tracks_[step.lookups[set]] = track;
        next.sums_[set] = node.sums_[set] + change;
    }

    const PatternSets* sets_;
    bool two_;
    std::size_t table_bytes_;
    std::vector<PatternView<B>> views_;
    std::array<std::array<std::uint8_t, pdb::most_cells>, most_sets> lookup_of_{};
    std::array<std::array<std::uint8_t, pdb::most_cells>, most_sets> label_of_{};
};

}  // namespace tessera::heuristics
