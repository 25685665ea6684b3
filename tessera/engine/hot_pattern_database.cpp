// ida* with pattern databases, compiled together: its own unit, because it takes as long as the other hot pairs.
#include "tessera/engine/hot_pairs.hpp"
#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {

template <BoardType B>
Outcome search_pattern_database(const registry::SearchInput<B>& input, Monitor& monitor) {
    const auto& heuristic = concrete_heuristic<heuristics::pattern_database::Heuristic>(input);
    return search::ida_star::search(input.problem, heuristic, input.options, monitor);
}

template Outcome search_pattern_database(const registry::SearchInput<Board4x4>&, Monitor&);
template Outcome search_pattern_database(const registry::SearchInput<DynamicBoard>&, Monitor&);
#if !defined(TESSERA_FEW_BOARDS) && !defined(TESSERA_COMPACT)
template Outcome search_pattern_database(const registry::SearchInput<Board5x5>&, Monitor&);
#endif

}  // namespace tessera
