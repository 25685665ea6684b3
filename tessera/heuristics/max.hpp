// The largest of several heuristics: as informed as the best of them on every board.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/walking_distance.hpp"

namespace tessera::heuristics::max {

inline constexpr std::string_view aliases[] = {"maximum"};

inline constexpr HeuristicInfo info{
    .name = "max",
    .aliases = aliases,
    .synopsis =
        "largest of one to four heuristics, admissible and consistent if all of them are; "
        "alone: max(linear-conflict,walking-distance), without the latter where it has no table",
    .options = {},
    .admissible = true,
    .consistent = true,
    .combines = true,
    .origin = "none of its own: the best of several bounds is a bound",
    .cost = "all its parts",
    .use =
        "When two heuristics see different things, such as linear-conflict and walking-distance. "
        "It pays only if the parts are cheap beside the states that are saved.",
};

/// Keeps the states of its parts side by side; a part must be a plain heuristic, not a combination
/// itself.
template <BoardType B>
class Heuristic {
    using Part = ErasedHeuristic<B>;

  public:
    struct State {
        struct alignas(8) Slot {
            std::byte bytes[Part::plain_state_bytes];
        };
        std::array<Slot, Part::largest_combination> parts;
    };

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        Heuristic heuristic;
        heuristic.parts_ = setup.children;
        if (heuristic.parts_.empty()) {
            heuristic.default_parts_ = true;
            if (auto error = heuristic.add_default_parts(setup)) return *error;
        }
        if (heuristic.parts_.size() > Part::largest_combination) {
            return usage_error("max has " + std::to_string(heuristic.parts_.size()) +
                                   " heuristics, and can combine at most " +
                                   std::to_string(Part::largest_combination),
                               "leave some of them out");
        }
        for (const auto& part : heuristic.parts_) {
            if (part->used_bytes() > Part::plain_state_bytes) {
                return usage_error("max cannot take a combination of heuristics as its part",
                                   "list the heuristics themselves, as in max(a,b,c)");
            }
        }
        return heuristic;
    }

    State evaluate(const B& board) const {
        State state{};
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            store(state, i, parts_[i]->evaluate(board));
        }
        return state;
    }
    State after_slide(const State& state, const B& board, Tile tile, Cell from, Cell to) const {
        State after{};
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            store(after, i, parts_[i]->after_slide(load(state, i), board, tile, from, to));
        }
        return after;
    }
    Cost value(const State& state) const {
        Cost largest = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            largest = std::max(largest, parts_[i]->value(load(state, i)));
        }
        return largest;
    }
    double exact_value(const State& state) const {
        double largest = 0.0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            largest = std::max(largest, parts_[i]->exact_value(load(state, i)));
        }
        return largest;
    }
    Explanation explain(const B& board) const {
        Explanation whole;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            whole.parts.push_back(parts_[i]->explain(board));
            whole.parts.back().title.words = name_of_part(i);
        }
        whole.combine(Combination::largest);
        const std::size_t largest = whole.largest_part();
        whole.reason.words = fmt::format("the largest counts: {}", name_of_part(largest));
        return whole;
    }
    std::size_t table_bytes() const {
        std::size_t sum = 0;
        for (const auto& part : parts_) sum += part->table_bytes();
        return sum;
    }

  private:
    using PartState = typename Part::State;

    /// The name of a part. The names of parts given by the user are not known here.
    std::string name_of_part(std::size_t i) const {
        if (!default_parts_) return fmt::format("part {}", i + 1);
        return std::string(i == 0 ? linear_conflict::info.name : walking_distance::info.name);
    }
    template <class H>
    void add(H heuristic) {
        parts_.push_back(std::make_shared<Erased<B, H>>(std::move(heuristic)));
    }
    /// Walking distance is left out if it has no table; any other failure is returned.
    std::optional<Error> add_default_parts(const HeuristicSetup<B>& setup) {
        auto linear_conflict = linear_conflict::Heuristic<B>::make(setup);
        if (!linear_conflict) return linear_conflict.error();
        add(std::move(*linear_conflict));
        auto walking_distance = walking_distance::Heuristic<B>::make(setup);
        if (walking_distance) {
            add(std::move(*walking_distance));
        } else if (walking_distance.error().code != ErrorCode::memory_limit) {
            return walking_distance.error();
        }
        return std::nullopt;
    }

    static PartState load(const State& state, std::size_t i) {
        PartState part;
        std::memcpy(part.bytes, state.parts[i].bytes, sizeof state.parts[i].bytes);
        return part;
    }
    static void store(State& state, std::size_t i, const PartState& part) {
        std::memcpy(state.parts[i].bytes, part.bytes, sizeof state.parts[i].bytes);
    }

    std::vector<std::shared_ptr<const Part>> parts_;
    bool default_parts_ = false;
};

}  // namespace tessera::heuristics::max
