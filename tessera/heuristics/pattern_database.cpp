// Chooses the partition that `pdb` without a partition means.
#include "tessera/heuristics/pattern_database.hpp"

namespace tessera::heuristics::pattern_database {
namespace {

/// Whether all tables of a partition exist already. Its other orientations use the same tables.
bool at_hand(const pdb::Partition& partition, pdb::TableSource& tables) {
    return std::all_of(partition.patterns.begin(), partition.patterns.end(),
                       [&](const pdb::Pattern& pattern) {
                           return tables.at_hand(pdb::normalise(pattern).pattern);
                       });
}

/// Building takes about a second for a hundred million states.
bool quickly_built(const pdb::Partition& partition) {
    constexpr std::uint64_t few = 60'000'000;
    std::uint64_t states = 0;
    for (const pdb::Pattern& pattern : partition.patterns) {
        states += pdb::table_states(pattern.geometry, pattern.tiles.size());
    }
    return states <= few;
}

}  // namespace

std::string choose_partition(Geometry geometry, Cell goal_blank, pdb::TableSource* tables) {
    const std::vector<std::string> names = pdb::partition_names(geometry);
    std::string quick;
    for (const std::string& name : names) {
        const auto partition = pdb::parse_partition(name, geometry, goal_blank);
        if (!partition) continue;
        if (tables != nullptr && at_hand(*partition, *tables)) return name;
        if (quick.empty() && quickly_built(*partition)) quick = name;
    }
    if (!quick.empty()) return quick;
    return names.empty() ? std::string() : names.back();
}

}  // namespace tessera::heuristics::pattern_database
