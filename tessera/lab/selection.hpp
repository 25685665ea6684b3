// Chooses the configurations that `compare` runs: algorithms × heuristics by name, or a selection that suits the size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// Whether the engine resolves this name itself, and chooses a heuristic for it.
bool chooses_its_own(std::string_view algorithm);

struct SelectedConfigurations {
    /// With their names, algorithms and heuristics; the heuristic is "auto" where the algorithm uses none (or, as
    /// "anytime", chooses its own).
    std::vector<RunConfiguration> list;
    std::vector<std::string> notes;  ///< what a person should know, in plain sentences
};

/// Every algorithm named with every heuristic named; an algorithm that uses none appears once, and an origin's name for a
/// pair (`astar1`) brings its own. Lists are separated by commas; "all" stands for the whole registry, and an
/// empty list for a readable selection that suits the size. Unknown names are usage errors.
Result<SelectedConfigurations> select_configurations(std::string_view algorithms,
                                                     std::string_view heuristics, Geometry largest);

/// The selection for a size, as `select_configurations` takes it.
struct DefaultSelection {
    std::string_view algorithms;
    std::string_view heuristics;
};
DefaultSelection default_selection(Geometry largest);

/// These options as far as this algorithm has them.
SearchOptions options_for(std::string_view algorithm, const SearchOptions& options);

}  // namespace tessera::lab
