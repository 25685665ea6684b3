// What the laboratory costs: many small runs through worker processes into a store, with one worker and with several.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/runner.hpp"

namespace tessera::bench {

inline constexpr std::string_view lab_name = "lab";
inline constexpr std::size_t lab_runs = 10'000;

/// The same runs with so many workers.
struct LabMeasurement {
    std::size_t jobs = 0;
    std::size_t runs = 0;
    double seconds = 0.0;         ///< from the first worker's start to the last commit
    double search_seconds = 0.0;  ///< sum of what the runs say themselves, set-up included
    std::uint64_t generated = 0;

    /// What a run took of a worker's time beyond the search: starting workers, messages, claims, commits.
    double overhead() const {
        return (seconds * static_cast<double>(jobs) - search_seconds) / static_cast<double>(runs);
    }
};

/// Random boards of 4×4 near the goal with a*: a few milliseconds each.
std::vector<lab::RunTask> lab_tasks(std::size_t runs);

/// Runs all of them into new stores in `folder`, with 1 worker and with `jobs` in turn, `repetitions` times. An Error
/// where two of them differ in anything that does not depend on time.
Result<std::vector<LabMeasurement>> run_lab(const std::string& folder, std::size_t jobs,
                                            std::size_t runs, int repetitions,
                                            const lab::RunMachine& machine,
                                            lab::RunnerOptions options,
                                            lab::RunnerObserver& observer);

}  // namespace tessera::bench
