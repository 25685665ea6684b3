// All shortest solutions: iterative deepening that searches its last round to the end.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/search/support/deepening.hpp"

namespace tessera::search::all_shortest {

inline constexpr std::string_view aliases[] = {"all-optimal"};

inline constexpr OptionInfo keep_all = flag_option(
    "keep-all", "keep every solution, not only how many there are", OptionTold::unless_usual);
inline constexpr OptionInfo options[] = {keep_all};

inline constexpr AlgorithmInfo info{
    .name = "all-shortest",
    .aliases = aliases,
    .synopsis =
        "ida* that does not stop at the first solution: counts, or lists, every shortest one",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .deepens = true,
    .counts_solutions = true,
    .linear_memory = true,
    .time = "O(b^d)",
    .space = "O(d)",
    .reference = "Korf 1985",
    .use =
        "To count or list every shortest solution. It takes as long as the last round of ida*, and "
        "there may be thousands.",
};

/// Counts solutions, and keeps them as long as there is memory for them.
class Collector final : public SolutionSink {
  public:
    Collector(Outcome& outcome, bool keep, Monitor& monitor)
        : outcome_(outcome), keep_(keep), monitor_(monitor) {}

    bool take(const std::vector<Move>& backwards) override {
        const bool first = outcome_.solutions == 0;
        if (first || keep_) {
            const std::size_t copies = (first ? 1 : 0) + (keep_ ? 1 : 0);
            const std::size_t bytes =
                copies * (sizeof(std::vector<Move>) + backwards.size() * sizeof(Move));
            if (!monitor_.reserve(bytes)) return false;
        }
        ++outcome_.solutions;
        if (first) outcome_.path.assign(backwards.rbegin(), backwards.rend());
        if (keep_) outcome_.all_paths.emplace_back(backwards.rbegin(), backwards.rend());
        return true;
    }

  private:
    Outcome& outcome_;
    bool keep_;
    Monitor& monitor_;
};

/// Complete: every path to the goal within the bound is walked, except paths that undo a move at once, which
/// are never shortest. In the rounds before the first one that meets the goal there was no shorter path. There
/// is one worker: the order of the solutions is the order of the search.
template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor) {
    Outcome outcome;
    Collector collector(outcome, wanted.flag(keep_all), monitor);
    BoundedRound round;
    round.bound = heuristic.value(heuristic.evaluate(problem.start));
    round.sink = &collector;
    PlainRound<B, H> rounds(problem, heuristic, wanted, monitor, outcome.counters);
    const auto run = [&](BoundedRound& next) {
        rounds.run(next);
        return monitor.status();
    };
    raise_bound(problem, round, outcome, monitor, run, wanted);
    if (problem.start == problem.goal) collector.take({});
    return outcome;
}

}  // namespace tessera::search::all_shortest
