// Checks what must hold for every answer of the engine: against the true distance, and against the same search done plainly.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

/// The known facts about a job before it is solved; empty where nothing is known.
struct Truth {
    bool solvable = true;
    std::optional<Cost> distance;
    std::optional<std::uint64_t> shortest_solutions;
    /// The heuristic never exceeds the distance, so everything that follows from this must hold.
    bool admissible = false;
};

/// The promises that `solution` breaks, each as a sentence; empty if it breaks none.
std::vector<std::string> broken_promises(const Job& job, const Solution& solution,
                                         const Truth& truth);

/// Runs the job's algorithm as plainly as possible: on the board without a compile-time size, through virtual
/// calls, every board evaluated from scratch. A given heuristic replaces the job's.
Result<Outcome> search_plainly(Engine& engine, const Job& job,
                               const ErasedHeuristic<DynamicBoard>* instead = nullptr);

/// The difference between two runs of the same search, which must count the same to the node; empty if there is
/// none.
std::string difference(const Job& job, const Solution& solution, const Outcome& other);
std::string difference(const Job& job, const Solution& solution, const Solution& other);

/// The number of generated nodes before the limit at which two forms of a search may stop: they check it at
/// different nodes of a path.
inline constexpr std::uint64_t limit_margin = 1000;
/// Whether the node limit stopped the search, or might have stopped it in another form.
bool near_node_limit(const Job& job, const Counters& counters);

/// A pattern database heuristic looked up in plain byte tables.
Result<std::shared_ptr<const ErasedHeuristic<DynamicBoard>>> byte_heuristic(
    Engine& engine, const HeuristicSpec& spec, const DynamicBoard& goal);

}  // namespace tessera::lab
