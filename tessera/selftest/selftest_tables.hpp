// Compares tables of pattern databases: bits with bytes, one thread with several, a built table with one read from a file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tessera/contracts/executor.hpp"
#include "tessera/pdb/bit_table.hpp"

namespace tessera::lab {

struct TableComparison {
    pdb::Pattern pattern;
    std::uint64_t entries = 0;  ///< compared with the byte table
    bool from_file = false;
    std::string fault;  ///< empty if all agree
};

/// Compares a bit table with the byte table of the same pattern: every entry of small tables, else `most`
/// entries drawn by seed.
TableComparison compare_with_bytes(const pdb::BitTable& table, std::uint64_t seed,
                                   std::uint64_t most);

/// Comparison `number` of this seed: the table of a random pattern on a random size is built by one thread and
/// by those of `several`, and compared with the byte table. Every tenth is large enough for a file, and is
/// written and read again.
TableComparison compare_tables(std::uint64_t seed, std::uint64_t number, Executor& several,
                               const std::function<bool()>& cancelled);

}  // namespace tessera::lab
