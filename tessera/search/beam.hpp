// Beam search: of every level only the `width` most promising states; wider when that fails.
#pragma once

#include <algorithm>

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/beam_search.hpp"

namespace tessera::search::beam {

inline constexpr std::string_view aliases[] = {"beam-search"};

inline constexpr OptionInfo width = whole_option(
    "width", "how many states of each level are kept; doubled when no solution is found so", 10'000,
    1, 500'000'000, OptionTold::when_given);
inline constexpr OptionInfo options[] = {width, seed_option};

inline constexpr AlgorithmInfo info{
    .name = "beam",
    .aliases = aliases,
    .synopsis =
        "level by level, keeping the most promising states only: large boards, short solutions",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = false,
    .proves_bounds = true,
    .shares_work = true,
    .counting = 3,
    .time = "O(wd)",
    .space = "O(wd)",
    .reference = "Lowerre 1976, The Harpy speech recognition system; Reddy 1977",
    .use =
        "For short solutions of large boards in a given memory. The width trades time for length; "
        "it is no proof of anything.",
};

/// Parents are numbered in 30 bits.
inline constexpr std::size_t largest_width = std::size_t{1} << 29;

/// The depth at which a beam is given up: five times the length of a person's solution (human), which is about
/// 8/3·n³ moves on n×n.
inline Cost patience(Geometry geometry) {
    const auto side = static_cast<Cost>(std::max(geometry.rows, geometry.cols));
    return 100 + 5 * static_cast<Cost>(geometry.cells()) * side;
}

/// `run` makes one beam. As long as none finds a solution, the next is twice as wide.
template <class Run>
Outcome search_wider(Geometry geometry, const SearchOptions& search_options, Monitor& monitor,
                     std::size_t workers, const Run& run) {
    Outcome outcome;
    outcome.threads = workers;
    BeamRequest request;
    request.width = static_cast<std::size_t>(search_options.whole(width));
    // A width that prunes nothing may go as deep as necessary.
    request.depth = std::min(monitor.limits().depth, patience(geometry));
    request.seed = search_options.whole(seed_option);
    while (true) {
        const BeamResult result = run(request, outcome.counters);
        if (result.end == BeamResult::End::found) {
            outcome.status = Status::solved;
            outcome.path = result.path;
            if (!result.narrowed) outcome.lower_bound = static_cast<Cost>(outcome.path.size());
            break;
        }
        if (result.end == BeamResult::End::stopped) {
            outcome.status = monitor.status();
            break;
        }
        if (!result.narrowed) {
            // Every state within the depth was seen.
            outcome.status =
                result.end == BeamResult::End::exhausted && request.depth == infinite_cost
                    ? Status::unsolvable
                    : Status::depth_limit;
            outcome.lower_bound = request.depth + 1;
            break;
        }
        if (request.width > largest_width / 2) {
            outcome.status = Status::gave_up;
            break;
        }
        request.width *= 2;
    }
    outcome.counters.peak_states = outcome.counters.peak_open;
    outcome.peak_bytes = monitor.peak_bytes();
    return outcome;
}

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& search_options,
               Monitor& monitor) {
    const std::size_t workers = worker_count(monitor, search_options);
    BeamSearch<B, H> beam(monitor, workers);
    return search_wider(problem.start.geometry(), search_options, monitor, workers,
                        [&](const BeamRequest& request, Counters& counters) {
                            return beam.run({problem.start, problem.goal.blank(), heuristic,
                                             request.width, request.depth, request.seed},
                                            counters, 0, infinite_cost);
                        });
}

}  // namespace tessera::search::beam
