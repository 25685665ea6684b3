// Records of runs for tests: made up, so that what follows from them can be computed by hand; or of real searches.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/lab/run.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab::testing {

inline const RunMachine machine{"tessera 1.2.3 (abcdef0)", "g++ 12, Release", "Test CPU 3000",
                                "testhost"};

/// A record of the suite "made" on a 3×3 board; `length` 0: it has no solution.
inline RunRecord made_record(const std::string& board, const std::string& algorithm,
                             const std::string& heuristic, RunEnd end, std::uint64_t length,
                             std::uint64_t expanded, double seconds) {
    RunRecord record;
    record.suite = "made";
    record.set = "set";
    record.board = board;
    record.rows = 3;
    record.columns = 3;
    record.start = "1 2 3 4 5 6 7 0 8";
    record.goal = "1 2 3 4 5 6 7 8 0";
    record.configuration =
        heuristic.empty() ? algorithm : fmt::format("{} with {}", algorithm, heuristic);
    record.key = fmt::format("{}/{}", record.configuration, board);
    record.algorithm = algorithm;
    record.heuristic = heuristic;
    record.options = R"({"cost":"unit","order":"ULRD"})";
    record.time_limit = 10.0;
    record.end = end;
    if (length > 0) {
        record.length = length;
        record.slides = length;
        record.cost = static_cast<std::int64_t>(length);
    }
    record.lower_bound = end == RunEnd::solved_optimally ? static_cast<std::int64_t>(length) : 0;
    record.measured.counters.expanded = expanded;
    record.measured.counters.generated = 2 * expanded;
    record.measured.counters.peak_open = expanded / 2;
    record.measured.seconds = seconds;
    record.measured.container_bytes = 100 * expanded;
    record.machine = machine;
    record.started = "2026-11-15T19:40:00.123Z";
    return record;
}

struct SearchedConfiguration {
    std::string algorithm;
    std::string heuristic;
};

/// Real searches on seeded random walks, as the lab would record them: `boards` boards of a size with every configuration.
/// Some of them meet the limit of nodes.
inline std::vector<RunRecord> searched_records(const std::string& suite, Geometry geometry,
                                               std::size_t boards,
                                               const std::vector<SearchedConfiguration>& list,
                                               std::uint64_t node_limit,
                                               std::uint32_t repetitions = 1) {
    Engine engine;
    std::vector<RunRecord> records;
    const DynamicBoard goal = *make_goal("blank-last", geometry);
    Random random(7);
    for (std::size_t b = 0; b < boards; ++b) {
        RunTask task;
        task.board = {"walks", fmt::format("walk-{}", b + 1),
                      random_walk(goal, 20 + 4 * (b % 40), random), goal, std::nullopt};
        task.limits.nodes = node_limit;
        for (const SearchedConfiguration& one : list) {
            task.configuration.name = one.heuristic.empty()
                                          ? one.algorithm
                                          : fmt::format("{} with {}", one.algorithm, one.heuristic);
            task.configuration.algorithm = one.algorithm;
            task.configuration.heuristic = one.heuristic.empty() ? "auto" : one.heuristic;
            for (task.repetition = 0; task.repetition < repetitions; ++task.repetition) {
                RunRecord record = record_of(task, suite, machine);
                auto solution = engine.solve(task.job());
                if (solution) {
                    fill_in(record, *solution);
                } else {
                    record.end = RunEnd::error;
                    record.detail = solution.error().message;
                }
                record.started =
                    fmt::format("2026-11-15T19:40:{:02}.{:03}Z", b / 1000 % 60, b % 1000);
                records.push_back(std::move(record));
            }
        }
    }
    return records;
}

}  // namespace tessera::lab::testing
