// One run of an experiment: what is run, how its content addresses it, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

/// A board of an experiment.
struct RunBoard {
    std::string set;  ///< the part of the suite it comes from, e.g. "korf"
    std::string id;   ///< its name within the set
    DynamicBoard start;
    DynamicBoard goal;
    std::optional<Cost> optimal;  ///< the length of a shortest solution, where its source states it
    /// The length that another solver found, likewise.
    std::optional<Cost> reference = std::nullopt;

    /// The id, or else the board itself on one line.
    std::string name() const;
};

/// An algorithm with a heuristic and its options.
struct RunConfiguration {
    std::string name;  ///< as tables call it, e.g. "a* with manhattan"; unique within a suite
    std::string algorithm = "auto";
    std::string heuristic = "auto";
    std::string small_heuristic;  ///< the one for small boards, as of a Configuration
    CostModel cost = CostModel::unit;
    SearchOptions options;  ///< without `automaton`, which the engine provides
    std::string device{cpu_device};
};

/// The same configuration on another device, which its name says.
void move_to_device(RunConfiguration& configuration, std::string_view device);

/// One board with one configuration within limits. Its key is a function of everything that determines its result, so
/// that what was run once is never run again, and a change of anything makes it another run.
struct RunTask {
    RunBoard board;
    RunConfiguration configuration;
    Limits limits;
    std::uint32_t repetition = 0;

    /// The configuration has the heuristic for a board of this size.
    static RunTask of(const RunBoard& board, const RunConfiguration& configuration,
                      const Limits& limits, std::uint32_t repetition = 0);

    /// 32 hexadecimal digits over start, goal, algorithm, heuristic, cost, options, limits, repetition and `version`, and the
    /// device where it is not the cpu; not over names.
    std::string key(std::string_view version) const;
    /// What the engine is to solve.
    Job job() const;
};

/// How a run ended. The order is that of reports: what needs an explanation comes first.
enum class RunEnd {
    crashed,  ///< the worker died: `detail` has the signal or exit code
    hung,     ///< the worker did not keep to its limits and was killed
    error,    ///< the engine refused the job: `detail` has its words
    memory_limit,
    time_limit,
    node_limit,
    depth_limit,
    gave_up,
    unsolvable,
    solved,           ///< a solution that is not proven shortest
    solved_optimally  ///< a solution proven shortest
};

inline constexpr std::size_t run_end_count = static_cast<std::size_t>(RunEnd::solved_optimally) + 1;

/// "solved-optimally", "time-limit", …; and back.
std::string_view to_string(RunEnd end);
std::optional<RunEnd> run_end_named(std::string_view name);
/// The name as words: "time limit".
std::string end_words(RunEnd end);
/// What the engine's answer means for an experiment.
RunEnd run_end_of(const Solution& solution);

/// Whether it ended because something went wrong.
constexpr bool is_unexplained(RunEnd end) {
    return end == RunEnd::crashed || end == RunEnd::hung || end == RunEnd::error;
}
/// Whether a solution was found.
constexpr bool is_solved(RunEnd end) {
    return end == RunEnd::solved || end == RunEnd::solved_optimally;
}

/// Where and by what runs were made.
struct RunMachine {
    std::string version;  ///< of the program, with its commit; part of every key
    std::string build;    ///< compiler and build type
    std::string cpu;      ///< model of the processor
    std::string host;     ///< name of the machine
};

/// One row of a result store: the task and what came of it. Counters are those of docs/interface.md; they are 0 where the
/// run was stopped before its end.
struct RunRecord {
    std::string key;
    std::string suite;
    std::string set;
    std::string board;  ///< id
    std::uint16_t rows = 0;
    std::uint16_t columns = 0;
    std::string start;  ///< numbers with spaces between them
    std::string goal;
    std::optional<Cost> known_optimal;

    std::string configuration;  ///< its name
    std::string algorithm;      ///< as it was run: what "auto" stood for
    std::string heuristic;      ///< the same; empty where the algorithm uses none
    std::string options;        ///< JSON: order, cost, weight, … as in tessera.solve/1
    std::uint64_t seed = 0;
    double time_limit = 0.0;         ///< seconds; 0: none
    std::uint64_t memory_limit = 0;  ///< bytes; 0: none
    std::uint64_t node_limit = 0;    ///< 0: none
    std::uint64_t depth_limit = 0;   ///< 0: none
    std::uint32_t repetition = 0;

    RunEnd end = RunEnd::error;
    std::string detail;  ///< in words, where `end` needs them

    std::optional<std::uint64_t> length;
    std::optional<std::uint64_t> slides;
    std::optional<std::int64_t> cost;
    std::optional<std::int64_t> lower_bound;
    std::string moves;  ///< of the blank
    double initial_h = 0.0;
    Measured measured;

    RunMachine machine;
    std::string started;  ///< as `time_now` says it
};

/// Limits in words: "10 s, 4.0 GB".
std::string limits_words(const Limits& limits);
/// The clock as records have it: UTC, "2026-11-15T19:40:00.123Z"; and its day, "2026-11-15".
std::string time_now();
std::string today();
/// The record of a task before it was run: everything but the result.
RunRecord record_of(const RunTask& task, std::string_view suite, const RunMachine& machine);
/// Fills in what the engine answered.
void fill_in(RunRecord& record, const Solution& solution);
/// The answer of `solve()`, whose time is then with that of its set-up; or why that failed.
template <class Solve>
Result<Solution> solve_after(const Result<double>& setup_seconds, Solve&& solve) {
    if (!setup_seconds) return setup_seconds.error();
    Result<Solution> solution = solve();
    if (solution) {
        solution->measured.setup_seconds += *setup_seconds;
        solution->measured.seconds += *setup_seconds;
    }
    return solution;
}

}  // namespace tessera::lab
