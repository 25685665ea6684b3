// Where tables come from: memory, a cache of files, or the builder.
#include "tessera/pdb/table_source.hpp"

namespace tessera::pdb {

Result<SharedTable> MemoryTables::table(const Pattern& pattern, std::size_t memory_bytes,
                                        BuildObserver& observer) {
    if (SharedTable known = find(pattern)) return known;
    return build(pattern, memory_bytes, observer);
}

SharedTable MemoryTables::find(const Pattern& pattern) const {
    for (const auto& weak : known_) {
        SharedTable table = weak.lock();
        if (table != nullptr && table->pattern() == pattern) return table;
    }
    return nullptr;
}

void MemoryTables::remember(const SharedTable& table) {
    std::erase_if(known_, [](const auto& weak) { return weak.expired(); });
    known_.push_back(table);
}

Result<SharedTable> MemoryTables::build(const Pattern& pattern, std::size_t memory_bytes,
                                        BuildObserver& observer) {
    if (auto error = check_tiles(pattern.geometry, pattern.tiles.size())) return *error;
    Executor alone;
    auto table = build_table(pattern, index_for(pattern.geometry, pattern.tiles.size()),
                             executor_ != nullptr ? *executor_ : alone, observer, memory_bytes);
    if (table) remember(*table);
    return table;
}

std::shared_ptr<const PlacementIndex> MemoryTables::index_for(Geometry geometry,
                                                              std::size_t tiles) {
    std::erase_if(indices_, [](const auto& weak) { return weak.expired(); });
    for (const auto& weak : indices_) {
        auto index = weak.lock();
        if (index != nullptr && index->geometry() == geometry && index->tiles() == tiles) {
            return index;
        }
    }
    auto index = std::make_shared<const PlacementIndex>(geometry, tiles);
    indices_.push_back(index);
    return index;
}

}  // namespace tessera::pdb
