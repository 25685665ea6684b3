// Runs a suite in this process, one run after the other, and keeps the engine's whole answers; `lab run` has workers and a store.
#include "tessera/lab/experiment.hpp"

#include <algorithm>
#include <utility>

namespace tessera::lab {
namespace {

double wall_seconds(const Measured& measured) {
    return std::max(0.0, measured.seconds - measured.setup_seconds);
}

/// Again and again, if it is short; the one of median time. `measurements` becomes how often.
Result<Solution> measure(Engine& engine, const Job& job, Observer& observer,
                         std::size_t& measurements) {
    std::vector<Solution> all;
    double together = 0.0;
    while (all.size() < most_measurements && together < believable_seconds) {
        auto solution = engine.solve(job, observer);
        if (!solution) return solution.error();
        // A run that was stopped is the result, unless an earlier one of them ended by itself.
        if (solution->outcome.status != Status::solved && !all.empty()) break;
        all.push_back(std::move(*solution));
        if (all.back().outcome.status != Status::solved) break;
        together += search_seconds(all.back().measured);
    }
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end(), [](const Solution& a, const Solution& b) {
        return search_seconds(a.measured) < search_seconds(b.measured);
    });
    measurements = all.size();
    return std::move(*middle);
}

/// Takes the unsolvable boards out of the suite.
void set_apart_unsolvable(Experiment& experiment) {
    std::vector<RunBoard> boards = std::exchange(experiment.suite.boards, {});
    for (std::size_t b = 0; b < boards.size(); ++b) {
        RunBoard& board = boards[b];
        // Boards of another size than their goal are left to the engine, which says so.
        if (board.start.geometry() == board.goal.geometry() && !solvable(board.start, board.goal)) {
            const SolvabilityReport report = explain_solvability(board.start, board.goal);
            experiment.unsolvable.push_back({b, std::move(board), report});
        } else {
            experiment.suite.boards.push_back(std::move(board));
            experiment.places.push_back(b);
        }
    }
}

}  // namespace

ExperimentRun run_task(Engine& engine, const RunTask& task, std::string_view suite,
                       const RunMachine& machine, Observer& observer) {
    ExperimentRun run;
    run.record = record_of(task, suite, machine);
    run.record.started = time_now();
    const Job job = task.job();
    auto solution = solve_after(engine.prepare(job, observer),
                                [&] { return measure(engine, job, observer, run.measurements); });
    if (solution) {
        fill_in(run.record, *solution);
        run.solution = std::move(*solution);
    } else {
        run.record.end = RunEnd::error;
        run.record.detail = solution.error().message;
        run.error = solution.error();
    }
    return run;
}

Experiment run_experiment(Engine& engine, LabSuite suite, const RunMachine& machine,
                          ExperimentObserver& observer) {
    Experiment experiment;
    experiment.suite = std::move(suite);
    set_apart_unsolvable(experiment);
    const LabSuite& asked = experiment.suite;
    const std::size_t total = asked.boards.size() * asked.configurations.size();
    for (std::size_t b = 0; b < asked.boards.size(); ++b) {
        for (std::size_t c = 0; c < asked.configurations.size(); ++c) {
            if (observer.cancelled()) {
                experiment.interrupted = true;
                return experiment;
            }
            const std::size_t number = experiment.runs.size() + 1;
            const std::size_t place = experiment.places[b];
            const RunTask task =
                RunTask::of(asked.boards[b], asked.configurations[c], asked.limits);
            observer.starting(task, place, number, total);
            ExperimentRun run = run_task(engine, task, asked.name, machine, observer);
            // What was interrupted is not finished.
            if (run.solution && run.solution->outcome.status == Status::interrupted) break;
            run.board = b;
            run.configuration = c;
            experiment.runs.push_back(std::move(run));
            observer.finished(task, place, experiment.runs.back(), number, total);
        }
    }
    experiment.interrupted = observer.cancelled();
    return experiment;
}

bool machine_was_busy(const Measured& measured) {
    constexpr double margin = 1.25;
    constexpr double least = 1e-3;
    const double wall = wall_seconds(measured);
    const double cpu = measured.cpu_seconds;
    return cpu > 0.0 && measured.device == cpu_device && wall > margin * cpu && wall - cpu > least;
}

double search_seconds(const Measured& measured) {
    if (!machine_was_busy(measured)) return wall_seconds(measured);
    return measured.cpu_seconds / static_cast<double>(std::max<std::size_t>(1, measured.threads));
}

std::uint64_t search_bytes(const RunRecord& record) {
    return record.measured.container_bytes + record.measured.table_bytes;
}

}  // namespace tessera::lab
