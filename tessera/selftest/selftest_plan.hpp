// The jobs of the self-test: a fixed sequence for each seed, the same on every machine and in every build.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/selftest/selftest_distances.hpp"

namespace tessera::lab {

/// The way in which the true distances of a block's boards become known.
enum class Oracle {
    table,     ///< the complete table
    ball,      ///< the boards near the goal
    reference  ///< the plainest search there is
};

/// Jobs with the same goal and cost model, which share tables.
struct SelftestBlock {
    DynamicBoard goal;
    CostModel cost = CostModel::unit;
    Oracle oracle = Oracle::table;
    std::uint64_t first = 0;  ///< number of its first job
    std::uint64_t count = 0;
    std::vector<std::string> partitions;    ///< of the pattern databases used here
    std::vector<std::string> combinations;  ///< few, so that an engine builds them once
    bool bytes = false;                     ///< also with byte tables
};

/// Blocks that one worker does one after the other, because they need the same large table.
using SelftestChapter = std::vector<SelftestBlock>;

struct SelftestPlan {
    std::uint64_t seed = 1;
    std::vector<SelftestChapter> chapters;
    std::uint64_t solves = 0;
    /// The most memory that all chapters of one worker take for tables.
    std::uint64_t table_bytes = 0;
};

/// The plan for this many jobs; `thorough`: with the complete tables of 12 cells.
SelftestPlan make_selftest_plan(std::uint64_t seed, std::uint64_t solves, bool thorough);

struct PlannedJob {
    Job job;  ///< its limits are in it
    bool solvable = true;
};

/// Job `number` of the block. Several in a row have the same start where the oracle is a reference.
PlannedJob selftest_job(const SelftestPlan& plan, const SelftestBlock& block, std::uint64_t number);

/// The number of generated nodes after which a job of the self-test is stopped.
inline constexpr std::uint64_t selftest_nodes = 6'000;
/// The same where the oracle is a reference, so that rounds get large enough to be shared out among threads.
inline constexpr std::uint64_t selftest_reference_nodes = 60'000;
inline constexpr std::size_t selftest_memory = std::size_t{1} << 28;
/// How many jobs in a row share a start where the oracle is a reference.
inline constexpr std::uint64_t selftest_group = 8;

}  // namespace tessera::lab
