// How the pdb command names, finds, describes and verifies tables.
#pragma once

#include <string>
#include <vector>

#include "tessera/backends/table_files.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera::app {

/// A table that the user named: its file, whether it exists, and what is known of it.
struct TableTarget {
    std::string path;
    bool exists = false;
    /// Why the file cannot be used; the pattern is then the one in its name, if any.
    std::string fault;
    pdb::Pattern pattern;  ///< normalised; without tiles if the file does not say
    std::uint64_t states = 0;
    std::uint64_t bytes = 0;  ///< of the table, without the file's header

    bool usable() const { return exists && fault.empty(); }
};

/// The table of a normalised pattern in this folder.
TableTarget target_of(const pdb::Pattern& pattern, const std::string& folder);
/// The table in a file.
TableTarget target_of_file(const std::string& path);

/// The named partitions that use the table, e.g. "7-8".
std::vector<std::string> partitions_using(const pdb::Pattern& pattern);

/// What `pdb verify` found of one table or partition.
struct TableCheck {
    std::uint64_t entries = 0;     ///< random entries checked against their neighbours
    std::uint64_t recomputed = 0;  ///< of these, compared with a separate search
    std::uint64_t boards = 0;      ///< boards on paths of known length, none overestimated
    std::string fault;             ///< empty when all holds
    bool damaged = false;          ///< the fault is the file's, not the program's
};

/// The file's checksum, then random entries.
TableCheck verify_file(const TableTarget& target, std::uint64_t seed);

/// Checks that the sum of a partition never exceeds the rest of real solutions: boards of the collections with
/// their published lengths, and random walks, all solved without tables.
TableCheck verify_admissible(Engine& engine, const pdb::Partition& partition, std::uint64_t seed);

}  // namespace tessera::app
