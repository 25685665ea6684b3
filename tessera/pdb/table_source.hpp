// Where tables come from: memory, a cache of files, or the builder.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tessera/contracts/search_backend.hpp"
#include "tessera/pdb/builder.hpp"

namespace tessera::pdb {

/// Gives tables of normalised patterns. The core can only build them in memory; a host may have a source that
/// keeps them in files.
class TableSource : public TableProvider {
  public:
    /// The table of a normalised pattern. It is built within `memory_bytes` if necessary.
    virtual Result<SharedTable> table(const Pattern& pattern, std::size_t memory_bytes,
                                      BuildObserver& observer) = 0;
    /// Whether `table` would answer without building.
    virtual bool at_hand(const Pattern& pattern) = 0;
    /// Builds each table on the first of these devices that does it, from now on; else on this machine's cores.
    virtual void build_on(std::span<SearchBackend* const> /*devices*/) {}
};

/// Builds tables in memory and keeps them as long as they are in use.
class MemoryTables : public TableSource {
  public:
    /// The executor must outlive this; without one, the builder has a single worker.
    explicit MemoryTables(Executor* executor = nullptr) : executor_(executor) {}

    Result<SharedTable> table(const Pattern& pattern, std::size_t memory_bytes,
                              BuildObserver& observer) override;
    bool at_hand(const Pattern& pattern) override { return find(pattern) != nullptr; }
    void build_on(std::span<SearchBackend* const> devices) override { devices_ = devices; }

  protected:
    SharedTable find(const Pattern& pattern) const;
    void remember(const SharedTable& table);
    Result<SharedTable> build(const Pattern& pattern, std::size_t memory_bytes,
                              BuildObserver& observer);
    /// The numbering that all patterns of this size share.
    std::shared_ptr<const PlacementIndex> index_for(Geometry geometry, std::size_t tiles);

  private:
    /// The table of the first device that takes the work and has random entries of it right.
    SharedTable build_elsewhere(const Pattern& pattern,
                                const std::shared_ptr<const PlacementIndex>& index,
                                std::size_t memory_bytes, BuildObserver& observer);

    Executor* executor_;
    std::span<SearchBackend* const> devices_;
    std::vector<std::weak_ptr<const BitTable>> known_;
    std::vector<std::weak_ptr<const PlacementIndex>> indices_;
};

}  // namespace tessera::pdb
