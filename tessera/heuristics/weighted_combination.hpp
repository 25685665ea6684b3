// A weighted sum for large boards: Manhattan, line conflicts and walking distance, times a factor.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/linear_conflict_prefix.hpp"
#include "tessera/heuristics/walking_distance.hpp"

namespace tessera::heuristics::weighted_combination {

inline constexpr std::string_view aliases[] = {"combined"};

inline constexpr OptionInfo options[] = {
    described_option("factor", "what the sum is multiplied by, a whole number from 1 to 100",
                     "1 on sides up to 5, 5 on larger ones"),
};

inline constexpr HeuristicInfo info{
    .name = "weighted-combination",
    .aliases = aliases,
    .synopsis =
        "factor x (linear-conflict-prefix + walking-distance, or linear-conflict where that has no "
        "table); finds long solutions fast",
    .options = options,
    .admissible = false,
    .consistent = false,
    .walking_table = true,
    .reference =
        "a student's n-puzzle solver for CI2024, laboratory 3, which computed Manhattan "
        "twice in place of the walking distance",
    .origin = "none: several estimates of the same moves are added and multiplied",
    .cost = "its parts",
    .use =
        "For some solution of 6x6 and larger in seconds. Solutions are long and nothing is proven; "
        "beam and anytime are better at that.",
};

/// h = factor × (manhattan + conflicts + walking)
///
/// - manhattan: the Manhattan distance;
/// - conflicts: 2 for every tile behind a larger tile of its line (the penalty of
/// linear-conflict-prefix);
/// - walking: the walking distance; where it has no table, linear-conflict, which is admissible, too;
/// - factor: 1 where both sides are at most 5, else 5, unless `factor=` says otherwise.
///
/// Manhattan and walking distance estimate the same moves, so this is at least twice a fair
/// estimate.
template <BoardType B>
class Heuristic {
    using Conflicts = linear_conflict_prefix::Heuristic<B>;
    using Walking = walking_distance::Heuristic<B>;
    using StandIn = linear_conflict::Heuristic<B>;

  public:
    struct State {
        Cost conflicts = 0;                  ///< manhattan + conflicts
        typename StandIn::State stand_in{};  ///< kept only where there is no walking
        typename Walking::State walking;
    };

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        const auto factor = read_factor(setup);
        if (!factor) return factor.error();
        auto conflicts = Conflicts::make(setup);
        if (!conflicts) return conflicts.error();
        auto stand_in = StandIn::make(setup);
        if (!stand_in) return stand_in.error();
        Heuristic heuristic(std::move(*conflicts), std::move(*stand_in), *factor);
        auto walking = Walking::make(setup);
        if (walking) {
            heuristic.walking_ = std::move(*walking);
        } else if (walking.error().code != ErrorCode::memory_limit) {
            return walking.error();
        }
        return heuristic;
    }

    State evaluate(const B& board) const {
        State state;
        state.conflicts = conflicts_.evaluate(board);
        if (walking_) {
            state.walking = walking_->evaluate(board);
        } else {
            state.stand_in = stand_in_.evaluate(board);
        }
        return state;
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        state.conflicts = conflicts_.after_slide(state.conflicts, board, tile, from, to);
        if (walking_) {
            state.walking = walking_->after_slide(state.walking, board, tile, from, to);
        } else {
            state.stand_in = stand_in_.after_slide(state.stand_in, board, tile, from, to);
        }
        return state;
    }
    Cost value(State state) const {
        const Cost walking =
            walking_ ? walking_->value(state.walking) : stand_in_.value(state.stand_in);
        return factor_ * (state.conflicts + walking);
    }
    double exact_value(State state) const { return value(state); }
    Explanation explain(const B& board) const {
        Explanation whole;
        whole.parts.push_back(conflicts_.explain(board));
        whole.parts[0].title.words = linear_conflict_prefix::info.name;
        whole.parts.push_back(walking_ ? walking_->explain(board) : stand_in_.explain(board));
        whole.parts[1].title.words =
            walking_ ? std::string(walking_distance::info.name)
                     : fmt::format("{}, for want of a walking table", linear_conflict::info.name);
        whole.reason.words = "the sum, times " + std::to_string(factor_);
        whole.factor = factor_;
        whole.combine(Combination::sum);
        return whole;
    }
    std::string_view note() const {
        if (walking_) return {};
        return "walking-distance has no table on this board: weighted-combination adds "
               "linear-conflict in its place";
    }
    std::size_t table_bytes() const {
        return conflicts_.table_bytes() + (walking_ ? walking_->table_bytes() : 0);
    }

  private:
    static constexpr Cost largest_factor = 100;

    Heuristic(Conflicts conflicts, StandIn stand_in, Cost factor)
        : conflicts_(std::move(conflicts)), stand_in_(std::move(stand_in)), factor_(factor) {}

    static Result<Cost> read_factor(const HeuristicSetup<B>& setup) {
        Cost factor = std::max(setup.geometry.rows, setup.geometry.cols) <= 5 ? 1 : 5;
        for (const auto& [key, text] : setup.parameters) {
            if (key != "factor") continue;
            const char* const end = text.data() + text.size();
            const auto [stop, failure] = std::from_chars(text.data(), end, factor);
            if (failure != std::errc{} || stop != end || factor < 1 || factor > largest_factor) {
                return usage_error("factor of weighted-combination is '" + text + "'",
                                   "give a whole number from 1 to " +
                                       std::to_string(largest_factor) + ", as in factor=2");
            }
        }
        return factor;
    }

    Conflicts conflicts_;
    StandIn stand_in_;
    std::optional<Walking> walking_;
    Cost factor_;
};

}  // namespace tessera::heuristics::weighted_combination
