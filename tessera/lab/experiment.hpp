// Runs a suite in this process, one run after the other, and keeps the engine's whole answers; `lab run` has workers and a store.
#pragma once

#include <optional>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/lab/suite.hpp"

namespace tessera::lab {

/// One configuration on one board: its row, and what a row does not hold.
struct ExperimentRun {
    std::size_t board = 0;          ///< index into the suite
    std::size_t configuration = 0;  ///< index into the suite
    /// Its `setup_seconds` are those that building the heuristic took for this run: nearly nothing once another run
    /// has built it. Where it was measured several times, the one of median time. Its end is `error` where the engine
    /// refused the job.
    RunRecord record;
    std::optional<Solution> solution;
    std::optional<Error> error;  ///< why it could not be run, when there is no solution
    std::size_t measurements = 0;
};

/// A board that needs no run, with the reason.
struct UnsolvableBoard {
    std::size_t place = 0;  ///< among the boards that were given
    RunBoard board;
    SolvabilityReport report;
};

struct Experiment {
    LabSuite suite;                   ///< without the boards that are unsolvable
    std::vector<std::size_t> places;  ///< of the suite's boards among those that were given
    std::vector<UnsolvableBoard> unsolvable;
    /// Board by board; fewer than the suite asks for only when it was interrupted.
    std::vector<ExperimentRun> runs;
    bool interrupted = false;
};

/// Told how an experiment goes. `progress` and `cancelled` are those of the run under way.
class ExperimentObserver : public Observer {
  public:
    /// Run `number` of `total`, counted from 1, begins. `place` is that of its board among those that were given.
    virtual void starting(const RunTask&, std::size_t /*place*/, std::size_t /*number*/,
                          std::size_t /*total*/) {}
    virtual void finished(const RunTask&, std::size_t /*place*/, const ExperimentRun&,
                          std::size_t /*number*/, std::size_t /*total*/) {}
};

/// The time of one short run says little. It is made again until the measurements together took so long, and so often at
/// most; the one of median time counts. Its counters are the same each time.
inline constexpr double believable_seconds = 0.1;
inline constexpr std::size_t most_measurements = 5;

/// Runs one task. Its heuristic is built before the clock starts, and kept by the engine.
ExperimentRun run_task(Engine& engine, const RunTask& task, std::string_view suite,
                       const RunMachine& machine, Observer& observer);

/// Runs every board with every configuration, once (`repetitions` are for stores). A combination that makes no sense, or
/// whose heuristic has no table for the size, is a run with an error. Unsolvable boards are found before the first
/// run and are not run.
Experiment run_experiment(Engine& engine, LabSuite suite, const RunMachine& machine,
                          ExperimentObserver& observer);

/// Whether the clock went on while the run waited for a processor, for a fifth of its time and at least a millisecond:
/// then its wall time says more about other programs. Not known without a clock of the processor, nor of a device.
bool machine_was_busy(const Measured& measured);
/// Time of the search alone, without the set-up of its heuristic: wall time, or where the machine was busy the
/// processor's time for each thread.
double search_seconds(const Measured& measured);
/// What the search itself held at most, with the tables of its heuristic. Not the peak of the process, which remembers
/// what earlier runs needed.
std::uint64_t search_bytes(const RunRecord& record);

}  // namespace tessera::lab
