// Where tables come from: memory, a cache of files, or the builder.
#include "tessera/pdb/table_source.hpp"

#include "tessera/pdb/check_entries.hpp"

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
    const auto index = index_for(pattern.geometry, pattern.tiles.size());
    if (SharedTable table = build_elsewhere(pattern, index, memory_bytes, observer)) {
        remember(table);
        return table;
    }
    Executor alone;
    auto table = build_table(pattern, index, executor_ != nullptr ? *executor_ : alone, observer,
                             memory_bytes);
    if (table) remember(*table);
    return table;
}

SharedTable MemoryTables::build_elsewhere(const Pattern& pattern,
                                          const std::shared_ptr<const PlacementIndex>& index,
                                          std::size_t memory_bytes, BuildObserver& observer) {
    const std::uint64_t words = BitTable::total_words(*index);
    if (words > memory_bytes / sizeof(std::uint64_t)) return nullptr;
    for (SearchBackend* device : devices_) {
        auto answer = device->build_table(pattern, memory_bytes, observer);
        auto* made = std::get_if<std::vector<std::uint64_t>>(&answer);
        if (made == nullptr || made->size() != words) continue;
        const auto owner = std::make_shared<const std::vector<std::uint64_t>>(std::move(*made));
        auto table = std::make_shared<const BitTable>(pattern, index, *owner, owner);
        // A wrong table would make wrong proofs. The walk of an entry to the goal looks at many others.
        constexpr std::uint64_t entries = 200;
        constexpr std::size_t states_by_search = 200;
        const EntryCheck check = check_entries(*table, 1, entries, states_by_search,
                                               [&] { return observer.cancelled(); });
        if (check.fault.empty()) return table;
    }
    return nullptr;
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
