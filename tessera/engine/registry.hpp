// Finding components by name, and naming a heuristic with its arguments.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tessera/engine/component_entries.hpp"

namespace tessera {

/// A heuristic as the user names it: `manhattan`, `max(linear-conflict,walking-distance)`,
/// `weighted-combination(factor=2)`. For shells, `max:linear-conflict+walking-distance` says the
/// same.
struct HeuristicSpec {
    const registry::HeuristicEntry* entry = nullptr;
    std::vector<HeuristicSpec> children;
    std::vector<std::pair<std::string, std::string>> parameters;

    /// The canonical spelling, which parses to the same specification.
    std::string name() const;
    /// The claims of a combination are those that all its parts share.
    bool admissible() const;
    bool consistent() const;
};

/// Reads one specification; unknown names and options are usage errors with the nearest name.
Result<HeuristicSpec> parse_heuristic(std::string_view text);

/// What the algorithm with this name or alias says of itself, `anytime` too; null for `auto` and for what there is not.
const AlgorithmInfo* algorithm_info(std::string_view name);
/// Whether there is such an algorithm and it claims this.
bool claims(std::string_view algorithm, bool AlgorithmInfo::* claim);
/// All of them and `anytime`, by name.
std::vector<const AlgorithmInfo*> listed_algorithms();
/// Its other names. Where its own has a star, which shells replace by the names of files, at least one of them has none.
std::vector<std::string> aliases_of(const AlgorithmInfo& info);

/// The algorithm with this name or alias, or a usage error with the nearest name.
Result<const registry::AlgorithmEntry*> find_algorithm(std::string_view name);

/// An origin's own name for an algorithm with a heuristic, e.g. `astar1` of the 8-puzzle origin.
struct Configuration {
    std::string_view name;
    std::string_view algorithm;
    std::string_view heuristic;
    std::string_view synopsis;
    std::string_view small_heuristic = {};  ///< the one for small boards, where that is another

    /// Up to 3×3.
    static constexpr bool is_small(Geometry geometry) {
        return geometry.rows <= 3 && geometry.cols <= 3;
    }
    std::string_view heuristic_for(Geometry geometry) const {
        return is_small(geometry) && !small_heuristic.empty() ? small_heuristic : heuristic;
    }
};
std::span<const Configuration> configurations();
const Configuration* find_configuration(std::string_view name);

/// Splits `a,b(c,d),e` at the commas outside parentheses.
std::vector<std::string_view> split_list(std::string_view text);

}  // namespace tessera
