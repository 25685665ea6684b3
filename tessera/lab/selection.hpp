// Runs algorithms × heuristics on the same boards within the same limits: the request, the runs, and who is told.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

struct ComparedBoard {
    std::string id;  ///< empty where the board has no name
    DynamicBoard start;
    DynamicBoard goal;

    /// The name, or else the board itself on one line.
    std::string name() const;
};

/// An algorithm with a heuristic, as `Job` takes them; the heuristic is empty where the algorithm uses none (or, as
/// "anytime", chooses its own).
struct ComparedConfiguration {
    std::string algorithm;
    std::string heuristic;

    friend bool operator==(const ComparedConfiguration&, const ComparedConfiguration&) = default;
};

struct SelectedConfigurations {
    std::vector<ComparedConfiguration> list;
    std::vector<std::string> notes;  ///< what a person should know, in plain sentences
};

/// Every algorithm named with every heuristic named; an algorithm that uses none appears once, and a seed's name for a
/// pair (`astar1`) brings its own. Lists are separated by commas; "all" stands for the whole registry, and an
/// empty list for a readable selection that suits the size. Unknown names are usage errors.
Result<SelectedConfigurations> select_configurations(std::string_view algorithms,
                                                     std::string_view heuristics, Geometry largest);

/// The selection for a size, as `select_configurations` takes it.
struct DefaultSelection {
    std::string_view algorithms;
    std::string_view heuristics;
};
DefaultSelection default_selection(Geometry largest);

struct ComparisonRequest {
    std::vector<ComparedBoard> boards;
    std::vector<ComparedConfiguration> configurations;
    CostModel cost = CostModel::unit;
    /// Each algorithm is given those of the options that it has.
    SearchOptions options;
    std::string device{cpu_device};  ///< where all of them run
    /// Of every single run. The set-up of a heuristic does not count as its time.
    Limits limits;
};

/// One configuration on one board.
struct ComparisonRun {
    std::size_t board = 0;          ///< index into the request
    std::size_t configuration = 0;  ///< index into the request
    /// Its `setup_seconds` are those that building the heuristic took for this run: nearly nothing once another run
    /// has built it. `seconds` includes them, as everywhere.
    /// Where it was measured several times, the one of median time.
    std::optional<Solution> solution;
    std::size_t measurements = 0;
    /// Why it could not be run, when there is no solution.
    std::optional<Error> error;

    /// Ran to its own end and found a solution: only then its figures can be compared.
    bool solved() const { return solution && solution->status == Status::solved; }
    /// Has a solution, be it one that a limit found in hand.
    bool found() const { return solution && solution->found; }
};

/// A board that needs no run, with the reason.
struct UnsolvableBoard {
    std::size_t board = 0;
    SolvabilityReport report;
};

struct Comparison {
    ComparisonRequest request;
    std::vector<UnsolvableBoard> unsolvable;
    /// Board by board, ordered by board and configuration; fewer than asked for only when it was interrupted.
    std::vector<ComparisonRun> runs;
    bool interrupted = false;

    /// Null where it was not run.
    const ComparisonRun* run(std::size_t board, std::size_t configuration) const;
    /// The heuristic in full (`pdb:5-5-5`) where all runs agree on it, else as it was asked for.
    std::string heuristic(std::size_t configuration) const;
    /// "a* with manhattan", "bfs".
    std::string name(std::size_t configuration) const;
};

/// Told how a comparison goes. `progress` and `cancelled` are those of the run under way.
class ComparisonObserver : public Observer {
  public:
    /// Run `number` of `total`, counted from 1, begins.
    virtual void starting(const ComparisonRequest&, std::size_t /*board*/,
                          std::size_t /*configuration*/, std::size_t /*number*/,
                          std::size_t /*total*/) {}
    virtual void finished(const ComparisonRun&, std::size_t /*number*/, std::size_t /*total*/) {}
};

/// A run that comes to its end sooner than this is made several times, because the time of one says little; its counters
/// are the same each time.
inline constexpr double short_run_seconds = 0.02;
inline constexpr std::size_t measurements_of_short_runs = 5;

/// Runs everything, one after the other, through one engine. Heuristics are built before the clock of a run starts,
/// and kept. A combination that makes no sense, or whose heuristic has no table for the size, is a run with an
/// error. Unsolvable boards are found before the first run and are not run.
Comparison compare(Engine& engine, ComparisonRequest request, ComparisonObserver& observer);

/// The request's options as far as this algorithm has them.
SearchOptions options_for(std::string_view algorithm, const SearchOptions& options);

/// Wall time of the search alone, without the set-up of its heuristic.
double search_seconds(const Solution& solution);
/// What the search itself held at most, with the tables of its heuristic. Not the peak of the process, which remembers
/// what earlier runs needed.
std::size_t search_bytes(const Solution& solution);

/// A figure of a run that is compared; less is better.
struct Metric {
    std::string_view key;    ///< in JSON and CSV
    std::string_view title;  ///< in tables
    double (*of)(const Solution&);
    std::string (*text)(double);
    bool ranked = true;  ///< whether the least is the best: a smaller depth is no merit
    /// Differences below this are not measured, and values below it count as equal.
    double resolution = 0.0;
};
/// Times under this, in seconds, are not compared: what the system does meanwhile takes as long.
inline constexpr double shortest_measured = 1e-3;

/// Those of every run, in the order of tables; "cost" is one only where it is not the length.
std::vector<Metric> metrics(CostModel cost);
/// By its key, which must exist.
const Metric& metric(std::string_view key);

}  // namespace tessera::lab
