// What the registry holds for each component: its info and its code for every board type.
#pragma once

#include <memory>
#include <span>
#include <tuple>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/engine/board_types.hpp"

namespace tessera::registry {

template <BoardType B>
using SharedHeuristic = std::shared_ptr<const ErasedHeuristic<B>>;

template <BoardType B>
using HeuristicFactory = Result<SharedHeuristic<B>> (*)(const HeuristicSetup<B>&);

/// What a search is given. `backward` estimates the cost to the start; it is null unless the
/// algorithm searches from both ends. `forward` is null for uninformed algorithms.
template <BoardType B>
struct SearchInput {
    const Problem<B>& problem;
    const ErasedHeuristic<B>* forward = nullptr;
    const ErasedHeuristic<B>* backward = nullptr;
    const SearchOptions& options;
};

template <BoardType B>
using SearchFunction = Outcome (*)(const SearchInput<B>&, Monitor&);

template <template <class> class F, class Boards>
struct PerBoard;
template <template <class> class F, class... Boards>
struct PerBoard<F, BoardTypes<Boards...>> {
    using Tuple = std::tuple<F<Boards>...>;
};

// F<B> for every board type of the engine. The two aliases lift the constraint, as template
// parameters need.
template <class B>
using FactoryOf = HeuristicFactory<B>;
template <class B>
using SearchOf = SearchFunction<B>;

struct HeuristicEntry {
    const HeuristicInfo* info;
    PerBoard<FactoryOf, EngineBoards>::Tuple factories;

    template <BoardType B>
    Result<SharedHeuristic<B>> make(const HeuristicSetup<B>& setup) const {
        return std::get<HeuristicFactory<B>>(factories)(setup);
    }
};

struct AlgorithmEntry {
    const AlgorithmInfo* info;
    bool from_both_ends;
    PerBoard<SearchOf, EngineBoards>::Tuple searches;

    template <BoardType B>
    Outcome search(const SearchInput<B>& input, Monitor& monitor) const {
        return std::get<SearchFunction<B>>(searches)(input, monitor);
    }
};

template <BoardType B, template <BoardType> class H>
Result<SharedHeuristic<B>> build_heuristic(const HeuristicSetup<B>& setup) {
    static_assert(ExplainedHeuristicFor<H<B>, B>);
    auto heuristic = H<B>::make(setup);
    if (!heuristic) return heuristic.error();
    return SharedHeuristic<B>(std::make_shared<Erased<B, H<B>>>(std::move(*heuristic)));
}

/// Null where there is no code for the board type; nobody asks for it there.
template <BoardType B, template <BoardType> class H, bool Hot>
consteval HeuristicFactory<B> factory_of() {
    if constexpr (has_code<B, Hot>) {
        return &build_heuristic<B, H>;
    } else {
        return nullptr;
    }
}

template <template <BoardType> class H, bool Hot, class... Boards>
consteval HeuristicEntry heuristic_entry_for(const HeuristicInfo& info, BoardTypes<Boards...>) {
    return {&info, {factory_of<Boards, H, Hot>()...}};
}
template <template <BoardType> class H, bool Hot>
consteval HeuristicEntry make_heuristic_entry(const HeuristicInfo& info) {
    return heuristic_entry_for<H, Hot>(info, EngineBoards());
}

/// Calls a search with the arguments its signature asks for: no heuristic, one, or one for each
/// end.
template <class Search, BoardType B>
Outcome run_search(const SearchInput<B>& input, Monitor& monitor) {
    using Given = const Problem<B>;
    using Heuristic = const ErasedHeuristic<B>;
    using Options = const SearchOptions;
    constexpr Search search{};
    if constexpr (std::is_invocable_v<Search, Given&, Heuristic&, Heuristic&, Options&, Monitor&>) {
        return search(input.problem, *input.forward, *input.backward, input.options, monitor);
    } else if constexpr (std::is_invocable_v<Search, Given&, Heuristic&, Options&, Monitor&>) {
        return search(input.problem, *input.forward, input.options, monitor);
    } else {
        return search(input.problem, input.options, monitor);
    }
}

/// Null where there is no code for the board type: there a hot pair does the search.
template <class Search, BoardType B>
consteval SearchFunction<B> search_of() {
    if constexpr (has_code<B, false>) {
        return &run_search<Search, B>;
    } else {
        return nullptr;
    }
}

template <class Search, class... Boards>
consteval AlgorithmEntry algorithm_entry_for(const AlgorithmInfo& info, BoardTypes<Boards...>) {
    using Heuristic = const ErasedHeuristic<DynamicBoard>;
    constexpr bool both_ends = std::is_invocable_v<Search, const Problem<DynamicBoard>&, Heuristic&,
                                                   Heuristic&, const SearchOptions&, Monitor&>;
    return {&info, both_ends, {search_of<Search, Boards>()...}};
}
template <class Search>
consteval AlgorithmEntry make_algorithm_entry(const AlgorithmInfo& info) {
    return algorithm_entry_for<Search>(info, EngineBoards());
}

std::span<const HeuristicEntry* const> all_heuristics();
std::span<const AlgorithmEntry* const> all_algorithms();

}  // namespace tessera::registry
