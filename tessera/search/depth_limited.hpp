// Depth-limited search: tries every path up to a length, remembering only the one it is on.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/depth_limited_round.hpp"

namespace tessera::search::depth_limited {

inline constexpr std::string_view aliases[] = {"dls"};

inline constexpr OptionInfo options[] = {
    described_option(
        "max-depth",
        "the longest path tried; by default the most moves any 3x3 board (up to 9 cells) "
        "or 4x4 board (above) needs",
        "31 or 80"),
};

inline constexpr AlgorithmInfo info{
    .name = "depth-limited",
    .aliases = aliases,
    .synopsis = "depth-first over all paths up to a limit, avoiding states on the current path",
    .options = options,
    .uses_heuristic = false,
    .complete = false,
    .optimal = false,
    .tile_cost = false,
    .linear_memory = true,
    .time = "O(b^l)",
    .space = "O(l)",
    .reference = "Russell & Norvig, Artificial Intelligence, section 3.4",
    .use =
        "To look at all paths up to a length in little memory, or to teach why iterative deepening "
        "is needed. It finds some solution, not the shortest.",
};

/// The hardest 3×3 boards are 31 moves from their goal (Reinefeld 1993), the hardest 4×4 boards 80
/// (Brüngger et al. 1999); on larger boards 80 is only a place to stop.
inline Cost default_limit(Geometry geometry) {
    return geometry.cells() <= 9 ? 31 : 80;
}

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions& search_options, Monitor& monitor) {
    const Cost asked = monitor.limits().depth;
    const Cost limit = asked < infinite_cost ? asked : default_limit(problem.start.geometry());
    Outcome outcome;
    DepthLimitedRound<B> round(problem, search_options, monitor, outcome.counters);
    switch (round.run(limit, 0)) {
        case RoundEnd::found:
            outcome.status = Status::solved;
            outcome.path = round.path();
            break;
        case RoundEnd::cut:
            outcome.status = Status::depth_limit;
            outcome.lower_bound = limit + 1;
            break;
        case RoundEnd::exhausted:
            outcome.status = Status::unsolvable;
            break;
        case RoundEnd::stopped:
            outcome.status = monitor.status();
            break;
    }
    outcome.peak_bytes = monitor.peak_bytes();
    return outcome;
}

}  // namespace tessera::search::depth_limited
