// Measures fixed work: the answers are compared with known ones before any time is shown.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::bench {

/// One configuration on a fixed set of boards.
struct Case {
    std::string_view algorithm;
    std::string_view heuristic;
    /// A collection such as korf:1-10, or external:FILE for other people's boards.
    std::string_view boards;
    bool published_counts = false;  ///< generated + 1 must equal the published node counts
    std::uint32_t threads = 1;
    /// The case before this one does the same work with fewer threads: show how much faster this one is.
    bool against_the_one_before = false;
    std::uint32_t cycles = 0;  ///< ida*: as the option --cycles
};

struct Benchmark {
    std::string_view name;
    std::string_view synopsis;
    int repetitions = 1;
    std::vector<Case> cases;
};

std::span<const Benchmark> benchmarks();

/// The measurements of one case; there is one rate per repetition, in the order measured.
struct Measurement {
    const Case* which = nullptr;
    std::size_t boards = 0;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::size_t threads = 1;      ///< most that took part
    std::vector<double> seconds;  ///< wall time of the searches, set-up not included
    std::vector<double> cpu_seconds;
    /// The containers' peak over the states held, on the board that held most.
    double bytes_per_state = 0.0;
    std::uint64_t peak_states = 0;
    std::size_t peak_memory_bytes = 0;
    /// For a case that is compared: how many times faster than the one before, in each repetition.
    std::vector<double> speed_up;
};

/// Runs all cases of a benchmark, the repetitions interleaved (A B C A B C …), so that a slow spell
/// of the machine hits all cases alike. A wrong length or count is an Error.
Result<std::vector<Measurement>> run(const Benchmark& benchmark, int repetitions, Host host,
                                     Observer& observer);

}  // namespace tessera::bench
