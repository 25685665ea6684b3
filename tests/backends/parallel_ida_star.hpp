// ida* on several workers, as its tests run it: rounds that are shared out at once, with a checkpoint or without.
#pragma once

#include "tessera/search/ida_star.hpp"
#include "tests/backends/parallel_testing.hpp"

namespace tessera::parallel_testing {

/// Shares out rounds of a few dozen nodes.
inline constexpr search::Sharing eager{.smallest_before = 30,
                                       .nodes_per_part = 5,
                                       .fewest_parts = 6,
                                       .most_parts = 60,
                                       .nodes_in_reserve = 500};

template <template <class, class> class Round, BoardType B>
Outcome deepen(const Problem<B>& problem, std::size_t workers,
               const search::Sharing& sharing = eager, const Limits& limits = {},
               Observer* observer = nullptr, Checkpoint* checkpoint = nullptr) {
    using H = heuristics::manhattan::Heuristic<B>;
    const H heuristic = manhattan_for(problem);
    SearchOptions options;
    options.checkpoint = checkpoint;
    return run_with(
        workers,
        [&](Monitor& monitor) {
            return search::ida_star::deepen<Round<B, H>>(problem, heuristic, options, monitor,
                                                         sharing);
        },
        limits, observer);
}

template <class B, class H>
using Plain = search::PlainRound<B, H>;
template <class B, class H>
using Unrolled = search::UnrolledRound<B, H>;

}  // namespace tessera::parallel_testing
