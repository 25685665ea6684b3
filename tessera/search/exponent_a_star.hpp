// A* with an exponent on h that grows with the work done: careful at first, greedier the longer it takes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/best_first.hpp"

namespace tessera::search::exponent_a_star {

inline constexpr OptionInfo growth = real_option(
    "growth", "how much the exponent on h grows each time the number of expanded states doubles",
    0.0625, 0.0, 1.0);
inline constexpr OptionInfo options[] = {growth};

inline constexpr AlgorithmInfo info{
    .name = "exponent-a*",
    .aliases = {},
    .synopsis =
        "best-first by g + h^e: e is 1 for 1,000 states, then grows each time their number doubles",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .tile_cost = true,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "wish of a reviewer of the n×n origin",
    .use =
        "For a first solution of a hard board where a* would run out of memory. weighted-a* also "
        "says how far from the shortest it is.",
};

/// Orders by g + round(h^e). Nothing is promised about the length: a state far from the goal is put off for the more
/// the longer the search takes. A solution found among the first thousand states is that of A*.
///
/// If only new states got the new exponent, all older ones would come before them. So the whole frontier gets it; as the
/// number of states doubles in between, that costs little.
///
/// e is a whole number of 1/64, and h^(1/64) is six square roots. So the priorities are the same on every machine, which
/// std::pow does not promise. They index an array: e stops growing before the start's h^e exceeds `largest_start`.
class Policy {
  public:
    static constexpr bool reopens = true;

    Policy(double rate, Cost start_h)
        : step_(static_cast<std::uint32_t>(rate * unit)), start_h_(start_h) {
        fill();
    }

    /// In 1/64.
    std::uint32_t exponent() const { return exponent_; }

    Cost priority(Cost g, Cost h) const {
        const auto place = static_cast<std::size_t>(h);
        return g + (place < powers_.size() ? powers_[place] : power(h));
    }
    Cost lower_bound(Cost) const { return 0; }

    /// `expanded`: since the last change, so that the sum doubles from one to the next.
    bool changes_after(std::uint64_t expanded, std::uint64_t) {
        if (expanded < patience_ || step_ == 0) return false;
        total_ += expanded;
        patience_ = total_;
        exponent_ += step_;
        if (power(start_h_) > largest_start) {
            exponent_ -= step_;
            step_ = 0;
            return false;
        }
        fill();
        return true;
    }

  private:
    static constexpr std::uint32_t unit = 64;
    static constexpr Cost largest_start = 1 << 18;
    static constexpr Cost largest_power = 1 << 20;

    Cost power(Cost h) const {
        if (exponent_ == unit || h <= 1) return std::min(h, largest_power);
        double root = h;
        for (std::uint32_t i = 1; i < unit; i *= 2) root = std::sqrt(root);
        double product = 1.0;
        for (std::uint32_t left = exponent_; left > 0; left /= 2) {
            if (left % 2 == 1) product *= root;
            root *= root;
        }
        return static_cast<Cost>(std::min<double>(product + 0.5, largest_power));
    }
    void fill() {
        for (std::size_t h = 0; h < powers_.size(); ++h) powers_[h] = power(static_cast<Cost>(h));
    }

    std::uint32_t step_;
    Cost start_h_;
    std::uint32_t exponent_ = unit;
    std::uint64_t patience_ = 1000;
    std::uint64_t total_ = 0;
    std::array<Cost, 256> powers_{};
};
static_assert(ChangingPolicy<Policy>);

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& search_options,
               Monitor& monitor) {
    const Policy policy(search_options.real(growth),
                        heuristic.value(heuristic.evaluate(problem.start)));
    return BestFirst<B, H, Policy>(problem, heuristic, policy, search_options, monitor).run();
}

}  // namespace tessera::search::exponent_a_star
