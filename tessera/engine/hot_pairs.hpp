// The pairs of algorithm and heuristic that are compiled together, because so much work is done with them.
#pragma once

#include <optional>

#include "tessera/engine/registry.hpp"

namespace tessera {

/// Runs the search without virtual calls if this pair is one of the hot ones on this board type,
/// else nothing. The counters are the same either way (stopped in the middle by a limit, those of
/// ida* may differ by a few nodes).
template <BoardType B>
std::optional<Outcome> search_hot_pair(const registry::AlgorithmEntry& algorithm,
                                       const HeuristicSpec& spec,
                                       const registry::SearchInput<B>& input, Monitor& monitor);

/// ida* with the heuristic `pdb`, which `input.forward` must be.
template <BoardType B>
Outcome search_pattern_database(const registry::SearchInput<B>& input, Monitor& monitor);

/// The part of `search_hot_pair` for the heuristic strong, in a unit of its own that compiles beside
/// the others. Boards of compile-time size only.
template <BoardType B>
std::optional<Outcome> search_hot_pair_strong(const registry::AlgorithmEntry& algorithm,
                                              const registry::SearchInput<B>& input,
                                              Monitor& monitor);

}  // namespace tessera
