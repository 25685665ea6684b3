// The pairs of algorithm and heuristic that are compiled together, because so much work is done with them.
#include "tessera/engine/hot_pairs.hpp"

#include "tessera/engine/hot_beams.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/search/a_star.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/hda_star.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {
namespace {

template <template <BoardType> class H, BoardType B>
std::optional<Outcome> search_with(const registry::AlgorithmEntry& algorithm,
                                   const registry::SearchInput<B>& input, Monitor& monitor) {
    const H<B>& heuristic = concrete_heuristic<H>(input);
    if (algorithm.info == &search::ida_star::info) {
        return search::ida_star::search(input.problem, heuristic, input.options, monitor);
    }
    if (algorithm.info == &search::a_star::info) {
        return search::a_star::search(input.problem, heuristic, input.options, monitor);
    }
#if !defined(TESSERA_COMPACT)  // where there is one thread, hda* has no advantage to keep
    if (algorithm.info == &search::hda_star::info) {
        return search::hda_star::search(input.problem, heuristic, input.options, monitor);
    }
#endif
    return std::nullopt;
}

}  // namespace

bool is_hot_pair(const registry::AlgorithmEntry& algorithm, const HeuristicSpec& spec) {
    if (!spec.entry->info->hot) return false;
    if (algorithm.info == &search::ida_star::info) return true;
    return algorithm.info == &search::a_star::info &&
           spec.entry->info != &heuristics::pattern_database::info;
}

template <BoardType B>
std::optional<Outcome> search_hot_pair(const registry::AlgorithmEntry& algorithm,
                                       const HeuristicSpec& spec,
                                       const registry::SearchInput<B>& input, Monitor& monitor) {
    if (algorithm.info == &search::beam::info) return search_hot_beam(input, monitor);
    if constexpr (has_hot_pattern_database<B>) {
        if (spec.entry->info == &heuristics::pattern_database::info &&
            algorithm.info == &search::ida_star::info) {
            return search_pattern_database(input, monitor);
        }
    }
    if constexpr (has_hot_pairs<B>) {
        if (spec.entry->info == &heuristics::manhattan::info) {
            return search_with<heuristics::manhattan::Heuristic>(algorithm, input, monitor);
        }
        if (spec.entry->info == &heuristics::linear_conflict::info) {
            return search_with<heuristics::linear_conflict::Heuristic>(algorithm, input, monitor);
        }
#if !defined(TESSERA_COMPACT)
        if (spec.entry->info == &heuristics::strong::info &&
            algorithm.info == &search::ida_star::info) {
            return search_strong(input, monitor);
        }
#endif
    }
    return std::nullopt;
}

#define TESSERA_INSTANTIATE(B)                                                          \
    template std::optional<Outcome> search_hot_pair<B>(const registry::AlgorithmEntry&, \
                                                       const HeuristicSpec&,            \
                                                       const registry::SearchInput<B>&, Monitor&);
TESSERA_FOR_ENGINE_BOARDS(TESSERA_INSTANTIATE)
#undef TESSERA_INSTANTIATE

}  // namespace tessera
