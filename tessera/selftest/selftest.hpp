// The self-test: solves thousands to millions of random boards and compares each answer with the true distance and with other ways to it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::lab {

struct SelftestProgress {
    std::uint64_t solves = 0;
    std::uint64_t planned = 0;
    std::uint64_t disagreements = 0;
    double seconds = 0.0;
};

struct SelftestOptions {
    std::uint64_t seed = 1;
    std::uint64_t solves = 3000;
    bool thorough = false;    ///< with the complete tables of 12 cells
    std::size_t threads = 0;  ///< 0: all cores
    std::size_t memory_bytes = std::size_t{1} << 30;
    std::optional<std::uint64_t> only;  ///< just this job
    /// A heuristic that is treated as admissible whatever it claims, to see that the test can fail.
    std::string trusted;

    std::function<bool()> cancelled;                        ///< asked often, from any thread
    std::function<void(const SelftestProgress&)> progress;  ///< from any thread, one at a time
    /// Given every solve as a line of JSON, in order; from any thread, one at a time.
    std::function<void(const std::string&)> each;
    /// Changes an answer before it is looked at: for tests of this test.
    std::function<void(const Job&, Solution&)> tamper;
};

struct SelftestDisagreement {
    std::optional<std::uint64_t> number;  ///< of the job, where it is about one
    std::string what;
    std::string subject;    ///< what was solved by what, or which table
    std::string reproduce;  ///< a command that shows the answer; empty for tables
    std::string again;      ///< a command that makes the comparison again
};

struct SelftestResult {
    std::uint64_t seed = 0;
    std::uint64_t planned = 0;
    bool thorough = false;
    std::size_t threads = 1;
    bool complete = false;  ///< not interrupted

    std::uint64_t solves = 0;      ///< answers looked at, one for each job
    std::uint64_t exact = 0;       ///< of these: least costs found, and compared with the true one
    std::uint64_t stopped = 0;     ///< of these: ended by a limit of nodes or depth, or given up
    std::uint64_t unsolvable = 0;  ///< of these: boards correctly reported as unsolvable
    std::uint64_t plain = 0;       ///< solved a second time, plainly
    std::uint64_t threaded = 0;    ///< solved a second time, by several threads
    std::uint64_t shared = 0;      ///< of these: those in which several threads took part
    std::uint64_t bytes = 0;       ///< solved a second time, with byte tables
    std::uint64_t references = 0;  ///< boards solved first to know their distance
    std::uint64_t tables = 0;      ///< tables compared
    std::uint64_t table_files = 0;
    std::uint64_t table_entries = 0;
    std::uint64_t goals = 0;
    std::map<std::string, std::uint64_t> by_size;
    /// Algorithm and heuristic, without arguments.
    std::set<std::pair<std::string, std::string>> pairs;

    std::uint64_t disagreements = 0;
    std::vector<SelftestDisagreement> shown;  ///< the first of them
    std::uint64_t digest = 0;                 ///< of every answer, the same in every build
    double seconds = 0.0;

    bool agreed() const { return disagreements == 0; }
    std::uint64_t all_solves() const { return solves + plain + threaded + bytes + references; }
};

/// Fails if the memory does not suffice, or if there is no such job.
Result<SelftestResult> run_selftest(const SelftestOptions& options);

/// `tessera.selftest/1`, on one line.
std::string to_json(const SelftestResult& result);

/// The command that solves this job.
std::string solve_command(const Job& job);

}  // namespace tessera::lab
