// Zero: knows nothing, and turns A* into uniform-cost search.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"

namespace tessera::heuristics::zero {

inline constexpr std::string_view aliases[] = {"null"};

inline constexpr HeuristicInfo info{
    .name = "zero",
    .aliases = aliases,
    .synopsis = "always 0: a search with it is blind",
    .options = {},
    .admissible = true,
    .consistent = true,
    .sight = Sight::little,
    .origin = "every rule is dropped: the goal may be reached at once",
    .cost = "nothing",
    .use =
        "To see what a search does without any knowledge; a* with it is ucs. Its weakness is the "
        "point of it.",
};

template <BoardType B>
class Heuristic {
  public:
    struct State {};

    static Result<Heuristic> make(const HeuristicSetup<B>&) { return Heuristic(); }

    State evaluate(const B&) const { return {}; }
    State after_slide(State, const B&, Tile, Cell, Cell) const { return {}; }
    static Cost value(State) { return 0; }
    static double exact_value(State) { return 0.0; }
    static Explanation explain(const B&) {
        Explanation nothing;
        nothing.reason.words = "looks at nothing, so there is nothing to add up";
        nothing.combine(Combination::sum);
        return nothing;
    }
    static std::size_t table_bytes() { return 0; }
};

}  // namespace tessera::heuristics::zero
