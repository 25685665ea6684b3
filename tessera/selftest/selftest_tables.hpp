// Tables of pattern databases against each other: bits against bytes, one thread against several, built against read from a file.
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
    std::string fault;  ///< empty where all agree
};

/// What differs between a bit table and the byte table of the same pattern; every entry of small tables is compared, else
/// `most` drawn by seed.
TableComparison compare_with_bytes(const pdb::BitTable& table, std::uint64_t seed,
                                   std::uint64_t most);

/// Comparison `number` of those that follow from the seed: a random pattern on a random size, its table built by one thread and
/// by those of `several`, and compared with the byte table. Every tenth is large enough for a file, and is written and read again.
TableComparison compare_tables(std::uint64_t seed, std::uint64_t number, Executor& several,
                               const std::function<bool()>& cancelled);

}  // namespace tessera::lab
