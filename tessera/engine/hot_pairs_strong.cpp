// The hot pair of ida* with the heuristic strong.
#include "tessera/engine/hot_pairs.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {

template <BoardType B>
Outcome search_strong(const registry::SearchInput<B>& input, Monitor& monitor) {
    const auto& heuristic = concrete_heuristic<heuristics::strong::Heuristic>(input);
    return search::ida_star::search(input.problem, heuristic, input.options, monitor);
}

#if !defined(TESSERA_FEW_BOARDS) && !defined(TESSERA_COMPACT)
template Outcome search_strong(const registry::SearchInput<Board4x4>&, Monitor&);
template Outcome search_strong(const registry::SearchInput<Board5x5>&, Monitor&);
#endif

}  // namespace tessera
