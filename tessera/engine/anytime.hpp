// Any size, any deadline: a solution at once, shorter ones as time goes on, and a bound that rises to meet them.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// What the machine claims, as algorithms do. It is none of the registry's: it works with several of them.
extern const AlgorithmInfo anytime_info;

/// A moment at which the best solution became shorter, or the bound rose.
struct Milestone {
    double seconds = 0.0;
    Cost cost = 0;
    Cost lower_bound = 0;
};

/// What the machine is asked, in canonical labels.
struct AnytimeTask {
    DynamicBoard start;
    DynamicBoard goal;
    SearchOptions options;
    Cost lower_bound = 0;  ///< known beforehand, with the parity of every solution
    /// Guides the beams.
    std::shared_ptr<const ErasedHeuristic<DynamicBoard>> guide;
    /// Only the clock ends the work, so beams are made as wide as the time allows. Else the work is a fixed sequence.
    bool until_the_time_is_over = false;
    /// Proves what it can within so many nodes: a bound on every solution, and a shortest one where it came so far.
    /// Empty where there is no such search.
    struct Proof {
        Cost lower_bound = 0;
        std::vector<Move> path;  ///< a shortest one, if it was found
        Counters counters;
        /// Stopped by something else than the nodes: there is no use in asking again.
        bool exhausted = false;
    };
    std::function<Proof(std::uint64_t nodes, Cost best, const Counters& so_far)> prove;
    /// A beam on another machine from `start` to the goal with this blank, its counts added to `counters`; nothing where
    /// there is none that takes it. Empty where there is no other machine.
    std::function<std::optional<BeamResult>(const DynamicBoard& start, Cell goal_blank,
                                            const BeamRequest&, Counters& counters, Monitor&)>
        beam;
    /// After about a second of work there is one proof with as many nodes as it takes, which ends the work: so where a device
    /// proves.
    bool proof_to_the_end = false;
    double proof_node_weight = 0.3;  ///< what a node of it costs, in nodes of a beam
    double proof_share = 0.1;        ///< of all work, in the long run
};

/// What the machine found.
struct AnytimeResult {
    Status status = Status::error;  ///< solved when the solution is proven shortest
    std::vector<Move> path;
    Cost lower_bound = 0;
    Counters counters;
    std::vector<Milestone> milestones;
    std::size_t threads = 1;
};

/// Works on the task until the bound meets the solution or the monitor stops it; the solution of `human` is in hand at
/// once, whatever the limits.
///
/// The work is a sequence of portions, each given by a number of nodes: a beam; after it, windows of the best solution
/// searched again for as many nodes; and a proof attempted whenever its share has saved up enough for an attempt four times
/// as large as the last. If nodes limit the work, the sequence is fixed: more work never gives a worse answer, and the same
/// work gives the same answer whatever the number of threads. Up to a deadline the width of the beams is chosen by the speed
/// of the machine, in order that the time is used well (docs/decisions/0008).
AnytimeResult solve_anytime(const AnytimeTask& task, Monitor& monitor,
                            std::chrono::steady_clock::time_point begin);

}  // namespace tessera
