// Anytime A*: a solution soon, then better ones by repairing the same search, the best of all in the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera::search::anytime_a_star {

inline constexpr std::string_view aliases[] = {"anytime-astar", "ara", "ara*"};

inline constexpr OptionInfo options[] = {
    {"weight", "the factor w >= 1 on h in the first round; each solution lowers it", "3"},
    {"adaptive", "the factor also follows the progress of the search", "off"},
};

inline constexpr AlgorithmInfo info{
    .name = "anytime-a*",
    .aliases = aliases,
    .synopsis = "weighted A* that goes on with smaller weights: better and better, then optimal",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Likhachev, Gordon & Thrun 2003",
};

/// The weights of the rounds, from the first down to 1.
///
/// Each is the one before to the power of 3/4, or what is proven of the best solution to that power,
/// whichever is less. The steps are small, because a round repairs what the one before left and is
/// short when they are. (Square roots give the same result on every machine; std::pow need not.)
///
/// Where it adapts, two things follow the progress of the search:
/// - The estimate is trusted the more the less of it is left. Of the part of w above 1, a state whose h
///   is that of the start gets two thirds, one at the goal all. (Pohl's dynamic weighting of 1973 does the
///   opposite, and does worse here; docs/performance.md has the figures.)
/// - While many states bring neither a smaller h than any before nor a better solution, w grows by a
///   half. At weight 1 it stays: only the proof is left to be made.
///
/// No state's weight is below 1 or above w, so g + h ≤ p ≤ g + w·h, and what weighted_a_star::Policy
/// concludes from the smallest p holds.
class Policy {
  public:
    static constexpr bool reopens = true;
    static constexpr double default_weight = 3.0;

    Policy(double weight, bool adaptive, Cost start_h)
        : adaptive_(adaptive), start_h_(std::max(start_h, 1)), weighted_(1.0, start_h) {
        set_weight(weight >= 1.0 ? weight : default_weight);
    }

    double weight() const { return weight_; }

    Cost priority(Cost g, Cost h) const {
        const Cost full = weighted_.priority(g, h);
        if (!adaptive_) return full;
        const std::int64_t extra = full - g - h;
        const std::int64_t thirds = std::int64_t{3} * start_h_;
        return g + h + static_cast<Cost>(extra * (thirds - std::min(h, start_h_)) / thirds);
    }
    Cost lower_bound(Cost lowest) const { return weighted_.lower_bound(lowest); }

    void next_round(Cost best, Cost bound) {
        const double proven = static_cast<double>(best) / static_cast<double>(std::max(bound, 1));
        const double root = std::sqrt(std::clamp(proven, 1.0, weight_));
        const double next = root * std::sqrt(root);
        set_weight(next < smallest_above_one ? 1.0 : next);
    }

    /// The frontier must be given its new priorities whenever w grows, so that takes the longer the
    /// larger it is.
    bool changes_after(std::uint64_t fruitless, std::uint64_t frontier) {
        if (!adaptive_ || weight_ == 1.0 || weight_ >= largest_weight) return false;
        if (fruitless < std::max(patience, frontier / 2)) return false;
        set_weight(std::min(weight_ * 1.5, largest_weight));
        return true;
    }

  private:
    static constexpr double smallest_above_one = 1.05;  ///< less is hardly quicker than 1
    static constexpr double largest_weight = 1000.0;
    static constexpr std::uint64_t patience = 1000;

    void set_weight(double weight) {
        weight_ = weight;
        weighted_ = weighted_a_star::Policy(weight, start_h_);
    }

    bool adaptive_;
    Cost start_h_;
    double weight_ = 1.0;
    weighted_a_star::Policy weighted_;
};
static_assert(AnytimePolicy<Policy>);

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& search_options,
               Monitor& monitor) {
    const Policy policy(search_options.weight, search_options.adaptive,
                        heuristic.value(heuristic.evaluate(problem.start)));
    return BestFirst<B, H, Policy>(problem, heuristic, policy, search_options, monitor).run();
}

}  // namespace tessera::search::anytime_a_star
