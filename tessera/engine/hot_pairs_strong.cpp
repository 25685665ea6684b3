// The hot pair of ida* with the heuristic strong.
#include "tessera/engine/hot_pairs.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {

template <BoardType B>
std::optional<Outcome> search_hot_pair_strong(const registry::AlgorithmEntry& algorithm,
                                              const registry::SearchInput<B>& input,
                                              Monitor& monitor) {
    if (algorithm.info != &search::ida_star::info) return std::nullopt;
    // The registry built this heuristic from this very class, so the cast is the inverse of the
    // wrapping.
    using Strong = heuristics::strong::Heuristic<B>;
    const auto& heuristic = static_cast<const Erased<B, Strong>&>(*input.forward).concrete();
    return search::ida_star::search(input.problem, heuristic, input.options, monitor);
}

#define TESSERA_INSTANTIATE(B)                                 \
    template std::optional<Outcome> search_hot_pair_strong<B>( \
        const registry::AlgorithmEntry&, const registry::SearchInput<B>&, Monitor&);
#if !defined(TESSERA_FEW_BOARDS) && !defined(TESSERA_COMPACT)
TESSERA_INSTANTIATE(Board4x4)
TESSERA_INSTANTIATE(Board5x5)
#endif
#undef TESSERA_INSTANTIATE

}  // namespace tessera
