// Where tables come from: memory, a cache of files, or the builder.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "tessera/pdb/builder.hpp"

namespace tessera::pdb {

/// Gives tables of normalised patterns. The core knows only how to build them in memory; the
/// surroundings may have a source that keeps them in files.
class TableSource : public TableProvider {
  public:
    /// The table of a normalised pattern, built where need be within `memory_bytes`.
    virtual Result<SharedTable> table(const Pattern& pattern, std::size_t memory_bytes,
                                      BuildObserver& observer) = 0;
    /// Whether `table` would answer without building.
    virtual bool at_hand(const Pattern& pattern) = 0;
};

/// Builds tables in memory and keeps those still in use.
class MemoryTables : public TableSource {
  public:
    /// The executor must outlive this; without one it works alone.
    explicit MemoryTables(Executor* executor = nullptr) : executor_(executor) {}

    Result<SharedTable> table(const Pattern& pattern, std::size_t memory_bytes,
                              BuildObserver& observer) override;
    bool at_hand(const Pattern& pattern) override { return find(pattern) != nullptr; }

  protected:
    SharedTable find(const Pattern& pattern) const;
    void remember(const SharedTable& table);
    Result<SharedTable> build(const Pattern& pattern, std::size_t memory_bytes,
                              BuildObserver& observer);
    /// The numbering of all patterns of this size; there is no other state between them.
    std::shared_ptr<const PlacementIndex> index_for(Geometry geometry, std::size_t tiles);

  private:
    Executor* executor_;
    std::vector<std::weak_ptr<const BitTable>> known_;
    std::vector<std::weak_ptr<const PlacementIndex>> indices_;
};

}  // namespace tessera::pdb
