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

inline constexpr OptionInfo weight = [] {
    OptionInfo option = weighted_a_star::weight;
    option.synopsis = "the factor w >= 1 on h in the first round; each solution lowers it";
    option.usual = 3.0;
    return option;
}();
inline constexpr OptionInfo adaptive =
    flag_option("adaptive", "the factor also follows the progress of the search");
inline constexpr OptionInfo options[] = {weight, adaptive};

inline constexpr AlgorithmInfo info{
    .name = "anytime-a*",
    .aliases = aliases,
    .synopsis = "weighted A* that goes on with smaller weights: better and better, then optimal",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .improves = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Likhachev, Gordon & Thrun 2003",
    .use =
        "When a first solution is wanted soon and the shortest later, on boards that fit into "
        "memory. On large boards anytime gets further.",
};

/// The weights of the rounds, from the first down to 1.
///
/// Each weight is the one before to the power of 3/4, or the proven factor of the best solution to that power,
/// whichever is less. The steps are small, because a round repairs the state that the one before left, and is
/// short when the steps are small. (Square roots give the same result on every machine; std::pow need not.)
///
/// If it adapts, w also grows by a quarter whenever many states brought neither a smaller h than any before nor
/// a better solution: a round without progress becomes greedier. This stops when the best solution is proven to
/// be nearly optimal, because then the last rounds improve it.
///
/// Every weight is at least 1, so g + h ≤ p, and it is the same for all states at any time, so what
/// weighted_a_star::Policy concludes from the smallest p holds.
class Policy {
  public:
    static constexpr bool reopens = true;

    Policy(double first_weight, bool adapts, Cost start_h)
        : adaptive_(adapts), start_h_(start_h), weighted_(1.0, start_h) {
        set_weight(first_weight >= 1.0 ? first_weight : std::get<double>(weight.usual));
    }

    double current_weight() const { return weight_; }
    Cost priority(Cost g, Cost h) const { return weighted_.priority(g, h); }
    Cost lower_bound(Cost lowest) const { return weighted_.lower_bound(lowest); }

    void next_round(Cost best, Cost bound) {
        proven_ = static_cast<double>(best) / static_cast<double>(std::max(bound, 1));
        const double root = std::sqrt(std::clamp(proven_, 1.0, weight_));
        const double next = root * std::sqrt(root);
        set_weight(next < smallest_above_one ? 1.0 : next);
    }

    /// The whole frontier needs new priorities when w grows, so the patience grows with the frontier.
    bool changes_after(std::uint64_t fruitless, std::uint64_t frontier) {
        if (!adaptive_ || proven_ < nearly_optimal || weight_ >= largest_weight) return false;
        if (fruitless < std::max(patience, frontier / 2)) return false;
        set_weight(std::min(weight_ * 1.25, largest_weight));
        return true;
    }

  private:
    /// A smaller weight is hardly quicker than 1.
    static constexpr double smallest_above_one = 1.05;
    static constexpr double largest_weight = std::get<double>(weighted_a_star::weight.most);
    static constexpr double nearly_optimal = 1.2;
    static constexpr std::uint64_t patience = 1000;

    void set_weight(double next) {
        weight_ = next;
        weighted_ = weighted_a_star::Policy(next, start_h_);
    }

    bool adaptive_;
    Cost start_h_;
    double weight_ = 1.0;
    double proven_ = infinite_cost;  ///< the best solution costs at most this times the optimum
    weighted_a_star::Policy weighted_;
};
static_assert(AnytimePolicy<Policy>);

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& search_options,
               Monitor& monitor) {
    const Policy policy(search_options.real(weight), search_options.flag(adaptive),
                        heuristic.value(heuristic.evaluate(problem.start)));
    return BestFirst<B, H, Policy>(problem, heuristic, policy, search_options, monitor).run();
}

}  // namespace tessera::search::anytime_a_star
