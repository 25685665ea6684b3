// Tables as the pdb command names, finds and describes them, and what its verification finds.
#pragma once

#include <string>
#include <vector>

#include "tessera/backends/table_files.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera::app {

/// A table that is meant: its file, whether it is there, and what is known of it.
struct TableTarget {
    std::string path;
    bool exists = false;
    std::string
        fault;  ///< why the file cannot be used; then the pattern is that of the name, if any
    pdb::Pattern pattern;  ///< normalised; without tiles where the file does not say
    std::uint64_t states = 0;
    std::uint64_t bytes = 0;  ///< of the table, without the file's header

    bool usable() const { return exists && fault.empty(); }
};

/// The table of a normalised pattern in this folder.
TableTarget target_of(const pdb::Pattern& pattern, const std::string& folder);
/// What a file holds.
TableTarget target_of_file(const std::string& path);

/// The named partitions that use the table, e.g. "7-8".
std::vector<std::string> partitions_using(const pdb::Pattern& pattern);

/// The fields of a target as JSON, without braces.
std::string json_fields(const TableTarget& target);

/// What `pdb verify` found of one table or partition.
struct TableCheck {
    std::uint64_t entries = 0;     ///< random entries checked against their neighbours
    std::uint64_t recomputed = 0;  ///< of these, compared with a search of their own
    std::uint64_t boards = 0;      ///< boards on paths of known length, none overestimated
    std::string fault;             ///< empty when all holds
    bool damaged = false;          ///< the fault is the file's, not the program's
};

/// The file's checksum, then random entries.
TableCheck verify_file(const TableTarget& target, std::uint64_t seed);

/// Whether the sum of a partition never exceeds what is left of real solutions: boards of the suites
/// with their published lengths, and random walks, all solved without tables.
TableCheck verify_admissible(Engine& engine, const pdb::Partition& partition, std::uint64_t seed);

}  // namespace tessera::app
