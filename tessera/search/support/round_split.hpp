// How a round of IDA* is split into parts: in the same way for cores, devices and checkpoints.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "tessera/contracts/checkpoint.hpp"
#include "tessera/search/support/depth_first_bound.hpp"

namespace tessera::search {

/// Which rounds are shared out, and into how many parts. The defaults are for real work; tests take
/// smaller ones, to share out tiny rounds.
struct Sharing {
    /// Rounds that follow a smaller one take a few milliseconds at most: not worth waking workers.
    std::uint64_t smallest_before = 100'000;
    /// The parts wanted are the nodes of the round before over this, within the two bounds below.
    std::uint64_t nodes_per_part = 500;
    std::size_t fewest_parts = 256;
    std::size_t most_parts = 8192;
    /// No round is shared out this near to the node limit: splitting it must not reach the limit.
    std::uint64_t nodes_in_reserve = 1U << 20U;

    std::size_t parts_after(std::uint64_t nodes_before) const {
        return std::clamp<std::size_t>(static_cast<std::size_t>(nodes_before / nodes_per_part),
                                       fewest_parts, most_parts);
    }
    /// Room for the parts and their results. Splitting gives at most three times as many as wanted.
    std::size_t bytes() const { return most_parts * 1024; }
};

/// For parts that are written to a checkpoint: a part takes milliseconds at least, so that writing it costs nothing, and is
/// still soon done where a round takes days.
inline constexpr Sharing kept_sharing{.nodes_per_part = 20'000, .most_parts = 65'536};

inline Sharing sharing_for(const SearchOptions& options) {
    return options.checkpoint != nullptr ? kept_sharing : Sharing();
}

/// Splits rounds into parts, deeper and deeper until there are enough. How many are enough depends on the round before,
/// which had the same shape.
class RoundSplitter {
  public:
    /// As Round::split. `split_at(round, depth, parts)` is that function; it adds to `counters`. If the checkpoint keeps
    /// parts of this round, they are the same again.
    template <class SplitAt>
    bool split(BoundedRound& round, std::size_t wanted, Counters& counters, Checkpoint* checkpoint,
               SplitAt split_at) {
        const Counters before = counters;
        const auto once = [&] {
            counters = before;
            round.next_bound = infinite_cost;
            parts_.clear();
            return split_at(round, depth_, parts_);
        };
        if (checkpoint != nullptr) {
            const KeptWork& kept = checkpoint->kept();
            if (kept.split() && kept.split()->bound == round.bound) {
                depth_ = kept.split()->depth;
                wanted = 1;
            }
        }
        while (true) {
            const bool exhausted = once();
            if (!exhausted || parts_.empty() || parts_.size() >= wanted ||
                depth_ == MovePrefix::longest) {
                return exhausted;
            }
            ++depth_;
        }
    }

    /// For each part, whether the checkpoint keeps its result. From now on it keeps the parts of this round.
    std::span<const std::optional<KeptPart>> kept(Checkpoint& checkpoint, Cost bound) const {
        const auto& split = checkpoint.kept().split();
        if (!split || split->bound != bound || split->depth != depth_ ||
            split->parts != parts_.size()) {
            checkpoint.add(KeptSplit{bound, depth_, parts_.size()});
        }
        return checkpoint.kept().parts();
    }

    const std::vector<Part>& parts() const { return parts_; }

  private:
    std::size_t depth_ = 1;
    std::vector<Part> parts_;
};

}  // namespace tessera::search
