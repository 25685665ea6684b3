// The engine's one entrance: a Job goes in, a verified Solution with its proofs and counters comes out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/checkpoint.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/engine/anytime.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/pdb/table_source.hpp"
#include "tessera/puzzle/board.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera {

/// The cores of this machine, as a device; and the choice of one left to the engine.
inline constexpr std::string_view cpu_device = "cpu";
inline constexpr std::string_view any_device = "auto";

/// What moving each canonical tile costs; empty where every move costs 1.
std::vector<Cost> canonical_costs(CostModel cost, const Labelling& labels);

/// What to solve and how. "auto" leaves the choice to the engine.
struct Question {
    std::string id;
    DynamicBoard start;
    DynamicBoard goal;
    std::string algorithm = "auto";
    std::string heuristic = "auto";
    CostModel cost = CostModel::unit;
    SearchOptions options;
};

/// A question, the limits within which to answer it, and where.
struct Job : Question {
    Limits limits;
    /// "cpu", the name of a device of the host, or "auto" for whichever suits.
    std::string device{cpu_device};
    /// Keeps what the search has finished, so that it can go on later; null: nothing does. For one job, and it must
    /// outlive that.
    Checkpoint* checkpoint = nullptr;
};

/// What proved a bound that the search itself did not: rounds of ida*, or a heuristic's value alone.
struct BoundProof {
    std::string algorithm;  ///< empty: the bound is the heuristic's value at the start
    std::string heuristic;
    double initial_h = 0.0;
    std::uint64_t cycles = 0;
    Cost depth = infinite_cost;  ///< no longer path was looked for
    Status status = Status::error;
    std::vector<Iteration> iterations;
    Cost lower_bound = 0;
};

/// What a checkpoint had from earlier runs.
struct Resumed {
    std::uint64_t rounds = 0;
    std::uint64_t parts = 0;  ///< of the round that was under way
    std::uint64_t generated = 0;
};

/// What a job took. The counters include what a checkpoint had from earlier runs, the times do not.
struct Measured {
    Counters counters;
    std::vector<Iteration> iterations;  ///< the rounds of a search that deepens
    double effective_branching_factor = 0.0;
    double seconds = 0.0;  ///< wall time, the set-up included
    double cpu_seconds = 0.0;
    double setup_seconds = 0.0;
    /// Of the process where the host can tell, else of the containers.
    std::size_t peak_memory_bytes = 0;
    std::size_t container_bytes = 0;  ///< peak of the search's own containers
    std::size_t table_bytes = 0;
    std::size_t threads = 1;         ///< how many workers took part in the search
    std::string device{cpu_device};  ///< where it was searched
    std::string weights;             ///< of a learned heuristic that led it
    std::optional<Resumed> resumed;  ///< where there is a checkpoint
};

/// The answer to a Job.
struct Solution {
    /// What came out. `moves` was replayed to the goal.
    struct Found {
        Status status = Status::error;
        bool found = false;  ///< `moves` leads to the goal (it may be empty: a solved board)
        std::vector<Move> moves;
        std::uint64_t slides = 0;
        Cost cost = 0;
        std::vector<Stage> stages;  ///< what `moves` consists of, where the algorithm can tell
        /// How solution and bound approached each other, where the search has solutions on the way.
        std::vector<Milestone> milestones;
        /// How many shortest solutions were met (all-shortest), and these if they were to be kept; 0 where that
        /// was not asked, or where it is not proven that they are shortest.
        std::uint64_t solutions = 0;
        bool all_solutions = false;  ///< these are all there are
        std::vector<std::vector<Move>> all_paths;
    };
    /// What is proven, never guessed.
    struct Proof {
        bool optimal = false;
        Cost lower_bound = 0;
        double initial_h = 0.0;
        /// Where `lower_bound` comes from, if not from the search that was asked for.
        std::optional<BoundProof> bound;
        std::optional<SolvabilityReport> unsolvable;
    };

    /// With the names that "auto" stood for; `heuristic` is empty when the algorithm uses none.
    Question asked;
    Found outcome;
    Proof proof;
    Measured measured;
    std::vector<std::string> notes;  ///< what a person should know, in plain sentences
};

/// The answer to a job that was not searched: what was asked, and nothing found.
Solution unanswered(const Job& job, Status status);

/// How far from proven shortest: (cost − bound) / bound; nothing without a solution, 0 when it is shortest.
std::optional<double> gap(const Solution& solution);

/// Services of the host: clock, memory, threads, tables, devices. All are optional.
struct Host {
    double (*cpu_seconds)() = nullptr;
    std::size_t (*peak_memory_bytes)() = nullptr;
    /// Begins a new measurement of the peak, where the system can.
    void (*reset_peak_memory)() = nullptr;
    /// Where pattern databases come from; null: they are built in memory.
    pdb::TableSource* tables = nullptr;
    /// Told how their building goes, beside the job's own observer, which can cancel it.
    pdb::BuildObserver* build_observer = nullptr;
    /// Workers for the searches that can use several; null: one. Must outlive the engine.
    Executor* executor = nullptr;
    /// Other machines that may do a job, found when they are first asked for; empty: there are none.
    std::function<std::span<SearchBackend* const>()> backends = nullptr;
};

/// Solves jobs one after the other, and keeps the heuristics it built for the next job of the same
/// kind.
class Engine {
  public:
    explicit Engine(Host host = {});
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// An Error only for a job that makes no sense, or whose heuristic has no table that fits this board
    /// and the memory; every limit a search reaches and every unsolvable board is a Solution.
    Result<Solution> solve(const Job& job, Observer& observer);
    Result<Solution> solve(const Job& job);

    /// Builds what the job's search needs and keeps it, so that the job itself is only a search. It has no limit of time, and
    /// returns how many seconds it took: 0 if there is nothing to build. Its Errors are those of `solve`.
    Result<double> prepare(const Job& job, Observer& observer);

    /// A heuristic for boards of type B, from the cache or built.
    template <BoardType B>
    Result<registry::SharedHeuristic<B>> heuristic(const HeuristicSpec& spec, Geometry geometry,
                                                   Cell goal_blank,
                                                   const std::vector<Cost>& tile_costs,
                                                   std::size_t memory_bytes,
                                                   pdb::BuildObserver* build_observer = nullptr);

    /// The automaton for the option `cycles` of ida* (null for 0), kept for the next job.
    const MoveAutomaton* automaton(Geometry geometry, std::uint64_t cycles);

    /// Where this engine's pattern databases come from.
    pdb::TableSource& tables();

  private:
    /// What "auto" does on boards where the shortest solution may take too long (and "anytime" on all): a
    /// solution at once, then better ones and a better bound until the time is over.
    Result<Solution> solve_in_time(const Job& job, Observer& observer);
    /// One algorithm with one heuristic.
    Result<Solution> solve_by_plan(const Job& job, Observer& observer);

    struct Cache;
    Host host_;
    std::unique_ptr<Cache> cache_;
};

/// Whether the job has a deadline in any case, and sets itself up within it: "anytime", and "auto" on large boards.
bool works_to_a_deadline(const Job& job);

/// The algorithm and heuristic that "auto" stands for on this size, where it is one of each.
struct Strategy {
    std::string algorithm;
    std::string heuristic;
    double weight = 0.0;
    std::string why;
};
Strategy choose_strategy(Geometry geometry);

/// Russell & Norvig's b*: the b for which b + b² + … + b^depth = generated; 0 where it is not
/// defined.
double effective_branching_factor(std::uint64_t generated, std::uint64_t depth);

}  // namespace tessera
