// IDA*: depth-first rounds with a rising bound on f; optimal like A*, with memory for one path only.
#pragma once

#include <fmt/format.h>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/deepening.hpp"
#include "tessera/search/support/move_automaton.hpp"
#include "tessera/search/support/parallel_deepening.hpp"
#include "tessera/search/support/walker_round.hpp"

namespace tessera::search::ida_star {

inline constexpr std::string_view aliases[] = {"idastar", "ida"};

/// 0 leaves out only the move that undoes the last one, as published node counts do.
inline constexpr OptionInfo cycles = whole_option(
    "cycles",
    "leave out move sequences of up to this length (at least 2) where another one does the same; "
    "published node counts are without",
    0, 0, MoveAutomaton::most_moves, OptionTold::unless_usual);
inline constexpr OptionInfo options[] = {cycles};

inline std::optional<Error> cycles_objection(const SearchOptions& given, Geometry geometry) {
    const std::uint64_t longest = given.whole(cycles);
    if (longest == 1) {
        return usage_error("cycles 1 leaves out nothing", "8 or 10 are usual; 0 turns it off",
                           "options.cycles");
    }
    if (longest > 1 && geometry.cells() > MoveAutomaton::most_cells) {
        return usage_error(
            "the board is too large for 'cycles'",
            fmt::format("boards of up to {} cells can have it", MoveAutomaton::most_cells),
            "options.cycles");
    }
    return std::nullopt;
}

inline constexpr AlgorithmInfo info{
    .name = "ida*",
    .aliases = aliases,
    .synopsis = "iterative deepening on f = g + h: optimal, hardly any memory",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .deepens = true,
    .shares_work = true,
    .linear_memory = true,
    .traceable = true,
    .objection = cycles_objection,
    .time = "O(b^d)",
    .space = "O(d)",
    .reference = "Korf 1985",
    .use =
        "For shortest solutions on 4x4 and 5x5 with linear-conflict or a pattern database, on all "
        "cores and without memory. States are met again on other paths; the option cycles leaves "
        "most of them out.",
};

/// Raises the bound round by round until `Round` finds the goal or a limit is reached.
template <class Round, BoardType B, HeuristicFor<B> H>
Outcome deepen(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor, const Sharing& sharing = {}) {
    Outcome outcome;
    BoundedRound round;
    round.bound = heuristic.value(heuristic.evaluate(problem.start));
    ParallelDeepening<Round, B, H> search(problem, heuristic, wanted, monitor, outcome.counters,
                                          sharing);
    const auto run = [&](BoundedRound& next) {
        const auto& rounds = outcome.iterations;
        const std::uint64_t before = rounds.empty() ? 0 : rounds.back().generated;
        const bool done = search.run(next, before) || next.found;
        return done ? Status::solved : search.status();
    };
    raise_bound(problem, round, outcome, monitor, run, wanted);
    outcome.path.assign(round.path.rbegin(), round.path.rend());
    outcome.threads = search.threads();
    return outcome;
}

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor) {
    const Sharing sharing = sharing_for(wanted);
    if constexpr (WalkableHeuristicFor<H, B>) {
        using Walking = WalkerRound<B, H>;
        if (Walking::applies(problem, heuristic, wanted)) {
            return deepen<Walking>(problem, heuristic, wanted, monitor, sharing);
        }
    } else if constexpr (B::fixed_geometry && !std::is_abstract_v<H>) {
        using Fast = UnrolledRound<B, H>;
        if (Fast::applies(problem, wanted)) {
            return deepen<Fast>(problem, heuristic, wanted, monitor, sharing);
        }
    }
    return deepen<PlainRound<B, H>>(problem, heuristic, wanted, monitor, sharing);
}

}  // namespace tessera::search::ida_star
