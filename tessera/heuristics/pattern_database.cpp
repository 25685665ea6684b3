// Chooses the partition that `pdb` without a partition means.
#include "tessera/heuristics/pattern_database.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace tessera::heuristics::pattern_database {
namespace {

/// The states of all tables that have to be built for a partition, and of the largest of them.
struct Work {
    std::uint64_t states = 0;
    std::uint64_t largest = 0;
};

/// A partition's other orientations use the same tables.
Work work_for(const pdb::Partition& partition, pdb::TableSource* tables) {
    Work work;
    std::vector<pdb::Pattern> counted;
    for (const pdb::Pattern& pattern : partition.patterns) {
        const pdb::Pattern normal = pdb::normalise(pattern).pattern;
        if (std::any_of(counted.begin(), counted.end(), [&](const pdb::Pattern& other) {
                return other.tiles == normal.tiles && other.goal_blank == normal.goal_blank;
            }))
            continue;
        counted.push_back(normal);
        if (tables != nullptr && tables->at_hand(normal)) continue;
        const std::uint64_t states = pdb::table_states(normal.geometry, normal.tiles.size());
        work.states += states;
        work.largest = std::max(work.largest, states);
    }
    return work;
}

/// How many states may be built. One core does about 60 million a second.
std::uint64_t states_allowed(Geometry geometry, const Limits& limits) {
    constexpr double states_a_second = 60e6;
    constexpr double nodes_a_second = 10e6;
    constexpr std::uint64_t always = 60'000'000;
    // Boards of up to 16 cells are solved in less time than their largest tables take.
    const std::uint64_t most = geometry.cells() <= 16 ? 100'000'000 : 1'000'000'000;
    const double seconds = std::min(std::chrono::duration<double>(limits.time).count(),
                                    static_cast<double>(limits.nodes) / nodes_a_second);
    const double in_time = states_a_second * seconds / 4.0;
    return in_time >= static_cast<double>(most)
               ? most
               : std::max(always, static_cast<std::uint64_t>(in_time));
}

/// A table takes a quarter of a byte for each state, and four times as much while it is built.
bool fits(const Work& work, std::size_t memory_bytes) {
    return work.states / 4 + work.largest <= memory_bytes;
}

}  // namespace

std::string choose_partition(Geometry geometry, Cell goal_blank, TableProvider* provider,
                             const Limits& limits) {
    auto* const tables = static_cast<pdb::TableSource*>(provider);
    const std::vector<std::string> names = pdb::partition_names(geometry);
    for (const std::string& name : names) {
        const auto partition = pdb::parse_partition(name, geometry, goal_blank);
        if (!partition) continue;
        const Work work = work_for(*partition, tables);
        if (work.states <= states_allowed(geometry, limits) && fits(work, limits.memory_bytes)) {
            return name;
        }
    }
    return names.empty() ? std::string() : names.back();
}

}  // namespace tessera::heuristics::pattern_database
