// Measures the overhead of the laboratory: many small runs through worker processes into a store, with one worker and with several.
#include "bench/lab.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::bench {
namespace {

/// What must not depend on the number of workers.
using Answer = std::tuple<lab::RunEnd, std::string, std::uint64_t, std::uint64_t>;

Result<LabMeasurement> measure_lab(const std::string& path, const std::vector<lab::RunTask>& tasks,
                                   const lab::RunMachine& machine,
                                   const lab::RunnerOptions& options, lab::RunnerObserver& observer,
                                   std::map<std::string, Answer>& answers) {
    auto store = lab::ResultStore::open(path);
    if (!store) return store.error();
    const auto made = lab::run_suite(*store, lab_name, tasks, machine, options, observer);
    if (!made) return made.error();
    if (made->interrupted) return Error{ErrorCode::interrupted, "interrupted", ""};
    LabMeasurement measured{options.jobs, made->done, made->elapsed, 0.0, 0};
    const auto records = store->records();
    if (!records) return records.error();
    for (const lab::RunRecord& record : *records) {
        measured.search_seconds += record.measured.seconds;
        measured.generated += record.measured.counters.generated;
        const Answer answer{record.end, record.moves, record.measured.counters.expanded,
                            record.measured.counters.generated};
        const auto [place, is_new] = answers.emplace(record.key, answer);
        if (record.end != lab::RunEnd::solved_optimally || place->second != answer) {
            return Error{ErrorCode::internal,
                         fmt::format("board {} ended as '{}', or other than before", record.board,
                                     to_string(record.end)),
                         record.detail};
        }
    }
    return measured;
}

}  // namespace

std::vector<lab::RunTask> lab_tasks(std::size_t runs) {
    const DynamicBoard goal = *make_goal("blank-last", Geometry{3, 3});
    Random random(6);
    std::vector<lab::RunTask> tasks;
    for (std::size_t i = 0; i < runs; ++i) {
        lab::RunTask task;
        task.board = {"random", fmt::format("{}", i + 1), random_solvable(goal, random), goal, {}};
        task.configuration.name = "a* with misplaced";
        task.configuration.algorithm = "a*";
        task.configuration.heuristic = "misplaced";
        // Some boards come twice; they are to be run twice.
        task.repetition = static_cast<std::uint32_t>(i);
        tasks.push_back(std::move(task));
    }
    return tasks;
}

Result<std::vector<LabMeasurement>> run_lab(const std::string& folder, std::size_t jobs,
                                            std::size_t runs, int repetitions,
                                            const lab::RunMachine& machine,
                                            lab::RunnerOptions options,
                                            lab::RunnerObserver& observer) {
    const std::vector<lab::RunTask> tasks = lab_tasks(runs);
    std::map<std::string, Answer> answers;
    std::vector<LabMeasurement> all;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (const std::size_t workers : {std::size_t{1}, jobs}) {
            options.jobs = workers;
            auto measured = measure_lab(fmt::format("{}/{}-{}.db", folder, repetition, workers),
                                        tasks, machine, options, observer, answers);
            if (!measured) return measured.error();
            all.push_back(*measured);
        }
    }
    return all;
}

}  // namespace tessera::bench
