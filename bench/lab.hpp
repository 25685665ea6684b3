// Measures the overhead of the laboratory: many small runs through worker processes into a store, with one worker and with several.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/runner.hpp"

namespace tessera::bench {

inline constexpr std::string_view lab_name = "lab";
inline constexpr std::size_t lab_runs = 10'000;

/// The measurements of the same runs with a number of workers.
struct LabMeasurement {
    std::size_t jobs = 0;
    std::size_t runs = 0;
    double seconds = 0.0;         ///< from the first worker's start to the last commit
    double search_seconds = 0.0;  ///< sum of what the runs say themselves, set-up included
    std::uint64_t generated = 0;

    /// The worker's time per run beyond the search: starting workers, messages, leases, commits.
    double overhead() const {
        return (seconds * static_cast<double>(jobs) - search_seconds) / static_cast<double>(runs);
    }
};

/// Random boards of 3×3 with a* and misplaced: about a millisecond each, none much longer.
std::vector<lab::RunTask> lab_tasks(std::size_t runs);

/// Runs all of them into new stores in `folder`, with 1 worker and with `jobs` in turn, `repetitions` times. An Error
/// where two of them differ in anything that does not depend on time.
Result<std::vector<LabMeasurement>> run_lab(const std::string& folder, std::size_t jobs,
                                            std::size_t runs, int repetitions,
                                            const lab::RunMachine& machine,
                                            lab::RunnerOptions options,
                                            lab::RunnerObserver& observer);

}  // namespace tessera::bench
