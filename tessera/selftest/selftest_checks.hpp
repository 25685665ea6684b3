// What must hold for an answer of the engine, whatever was asked: against the true distance, and against the same search done plainly.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

/// What is known about a job without solving it; nothing of what nobody knows.
struct Truth {
    bool solvable = true;
    std::optional<Cost> distance;
    std::optional<std::uint64_t> shortest_solutions;
    /// The heuristic never says more than the distance, so that everything that follows from this must hold.
    bool admissible = false;
};

/// The promises that `solution` breaks, each as a sentence; none where all is well.
std::vector<std::string> broken_promises(const Job& job, const Solution& solution,
                                         const Truth& truth);

/// The job's algorithm as plainly as it can be run: on the board without a compile-time size, through virtual calls, every
/// board evaluated from scratch; with another heuristic instead of the job's where one is given.
Result<Outcome> search_plainly(Engine& engine, const Job& job,
                               const ErasedHeuristic<DynamicBoard>* instead = nullptr);

/// What differs between two runs of the same search, which count the same to the node; empty where nothing does.
std::string difference(const Job& job, const Solution& solution, const Outcome& other);
std::string difference(const Job& job, const Solution& solution, const Solution& other);

/// How many generated nodes before the limit two forms of a search may stop: they look at it at different nodes of a path.
inline constexpr std::uint64_t limit_margin = 1000;
/// Whether it was stopped by the limit of nodes, or might have been in another form.
bool near_node_limit(const Job& job, const Counters& counters);

/// A pattern database heuristic looked up in plain byte tables.
Result<std::shared_ptr<const ErasedHeuristic<DynamicBoard>>> byte_heuristic(
    Engine& engine, const HeuristicSpec& spec, const DynamicBoard& goal);

}  // namespace tessera::lab
