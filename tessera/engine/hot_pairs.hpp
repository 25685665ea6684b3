// The pairs of algorithm and heuristic that are compiled together, because so much work is done with them.
#pragma once

#include <optional>
#include <type_traits>

#include "tessera/engine/registry.hpp"

namespace tessera {

/// Boards on which pairs are compiled together; with pattern databases on dynamic boards as well. 3×3 is
/// solved in no time either way, and would take a third of the compiler's work. A build for sanitizers has none of
/// the former: they are the templates of the components once more.
#if defined(TESSERA_FEW_BOARDS)
inline constexpr bool with_hot_pairs = false;
#else
inline constexpr bool with_hot_pairs = true;
#endif
template <BoardType B>
inline constexpr bool has_hot_pairs =
    with_hot_pairs && B::fixed_geometry && !std::is_same_v<B, Board<3, 3>>;
template <BoardType B>
inline constexpr bool has_hot_pattern_database = !std::is_same_v<B, Board<3, 3>>;

/// The heuristic that `input.forward` is. The registry built it from this very class, so the cast is the inverse of the
/// wrapping.
template <template <BoardType> class H, BoardType B>
const H<B>& concrete_heuristic(const registry::SearchInput<B>& input) {
    return static_cast<const Erased<B, H<B>>&>(*input.forward).concrete();
}

/// Whether there is code for this pair on every board type that has hot pairs; in a small build it is there for no other.
bool is_hot_pair(const registry::AlgorithmEntry& algorithm, const HeuristicSpec& spec);

/// Runs the search without virtual calls if this pair is one of the hot ones on this board type,
/// else nothing. The counters are the same either way (stopped in the middle by a limit, those of
/// ida* may differ by a few nodes).
template <BoardType B>
std::optional<Outcome> search_hot_pair(const registry::AlgorithmEntry& algorithm,
                                       const HeuristicSpec& spec,
                                       const registry::SearchInput<B>& input, Monitor& monitor);

/// ida* with the heuristic `pdb`, which `input.forward` must be. Only on boards that have it hot.
template <BoardType B>
Outcome search_pattern_database(const registry::SearchInput<B>& input, Monitor& monitor);

/// The same with the heuristic `strong`, in a unit of its own that compiles beside the others. Only on boards that have
/// hot pairs.
template <BoardType B>
Outcome search_strong(const registry::SearchInput<B>& input, Monitor& monitor);

}  // namespace tessera
