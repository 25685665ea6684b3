// Building a pattern database: breadth-first over bit sets, on all workers, within a memory limit.
#pragma once

#include <optional>

#include "tessera/contracts/executor.hpp"
#include "tessera/pdb/bit_table.hpp"

namespace tessera::pdb {

using tessera::BuildObserver;

/// Sizes of a pattern's table, without building anything.
struct BuildSize {
    std::uint64_t states = 0;       ///< entries of the table
    std::uint64_t table_bytes = 0;  ///< of the finished table
    std::uint64_t peak_bytes = 0;   ///< while it is built
};
/// An error if there can be no table of this many tiles.
std::optional<Error> check_tiles(Geometry geometry, std::size_t tiles);
/// The sizes for `tiles` tiles, or an error if there can be no table.
Result<BuildSize> build_size(Geometry geometry, std::size_t tiles);
BuildSize build_size(const PlacementIndex& index);

/// Builds the table of `pattern`. Fails if the peak would exceed `memory_bytes` or the observer cancelled.
Result<SharedTable> build_table(const Pattern& pattern, std::shared_ptr<const PlacementIndex> index,
                                Executor& executor, BuildObserver& observer,
                                std::size_t memory_bytes);

}  // namespace tessera::pdb
