// Weighted A*: trusts the estimate w times over, and pays with a solution up to w times too long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"

namespace tessera::search::weighted_a_star {

inline constexpr std::string_view aliases[] = {"wastar", "wa*"};

inline constexpr OptionInfo weight =
    real_option("weight", "the factor w >= 1 on h; the solution costs at most w times the optimum",
                1.5, 1.0, 1000.0, OptionTold::when_given);
inline constexpr OptionInfo options[] = {weight};

inline constexpr AlgorithmInfo info{
    .name = "weighted-a*",
    .aliases = aliases,
    .synopsis = "best-first by g + w*h: faster than A*, at most w times the optimal cost",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .proves_bounds = true,
    .tile_cost = true,
    .traceable = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Pohl 1970",
    .use =
        "For solutions of a known quality in less time: at most w times the shortest. A larger w "
        "mostly means fewer states and a longer solution.",
};

/// Orders by floor(g + w·h). Let p be the smallest priority in the frontier and C* the optimal
/// cost.
///
/// Some state on an optimal path is in the frontier with its least g (that is why states are
/// reopened), and h ≤ C* − g there. So p ≤ floor(g + w·h) ≤ g + w·h ≤ w·(g + h) ≤ w·C*, as w ≥ 1.
/// Hence C* ≥ p / w, and C* is whole: the bound is ceil(p / w). At the goal h = 0 and p is its cost
/// C, so C ≤ w·C*: the floor only ever makes p smaller, and cannot break the promise.
///
/// w is a whole number of 1/1024 rounded down, so that nothing here depends on floating point; the
/// promise for the rounded w is the stronger one. The same holds where w is lowered to keep
/// priorities, which index an array, small: to 1024, and to where the start's priority stays below
/// 2^24.
class Policy {
  public:
    static constexpr bool reopens = true;

    /// The default stands for a `factor` of less than 1.
    Policy(double factor, Cost start_h) {
        if (!(factor >= 1.0)) factor = std::get<double>(weight.usual);
        const std::int64_t highest =
            std::min(largest_weight, largest_start * unit / std::max<std::int64_t>(start_h, 1));
        const double bounded = std::min(factor, static_cast<double>(largest_weight) / unit);
        scaled_ =
            std::clamp(static_cast<std::int64_t>(bounded * unit), unit, std::max(highest, unit));
    }

    Cost priority(Cost g, Cost h) const {
        const std::int64_t exact = (unit * g + scaled_ * h) / unit;
        return static_cast<Cost>(std::min<std::int64_t>(exact, infinite_cost));
    }
    Cost lower_bound(Cost lowest) const {
        return static_cast<Cost>((unit * lowest + scaled_ - 1) / scaled_);
    }

  private:
    static constexpr std::int64_t unit = 1024;
    static constexpr std::int64_t largest_weight = 1024 * unit;
    static constexpr std::int64_t largest_start = std::int64_t{1} << 24;

    std::int64_t scaled_ = unit;
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& search_options,
               Monitor& monitor) {
    const Policy policy(search_options.real(weight),
                        heuristic.value(heuristic.evaluate(problem.start)));
    return BestFirst<B, H, Policy>(problem, heuristic, policy, search_options, monitor).run();
}

}  // namespace tessera::search::weighted_a_star
