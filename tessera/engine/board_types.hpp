// The board types the engine is instantiated for, and the choice among them by size.
#pragma once

#include <type_traits>

#include "tessera/puzzle/board.hpp"

namespace tessera {

template <class... Boards>
struct BoardTypes {};

/// Compile-time boards for the sizes people solve most, and the dynamic one for all others. A build for sanitizers
/// (TESSERA_FEW_BOARDS) has only the one that matters most; one that has to be small (TESSERA_COMPACT, as for WebAssembly)
/// has it only where a pair is compiled together. The templates are the same, and the counts are, too.
using Board3x3 = Board<3, 3>;
using Board4x4 = Board<4, 4>;
using Board5x5 = Board<5, 5>;
#if defined(TESSERA_FEW_BOARDS) || defined(TESSERA_COMPACT)
using EngineBoards = BoardTypes<Board4x4, DynamicBoard>;
#define TESSERA_FOR_ENGINE_BOARDS(X) X(Board4x4) X(DynamicBoard)
#else
using EngineBoards = BoardTypes<Board3x3, Board4x4, Board5x5, DynamicBoard>;
#define TESSERA_FOR_ENGINE_BOARDS(X) X(Board3x3) X(Board4x4) X(Board5x5) X(DynamicBoard)
#endif

namespace detail {

template <class B, class Boards>
inline constexpr bool is_one_of = false;
template <class B, class... Boards>
inline constexpr bool is_one_of<B, BoardTypes<Boards...>> = (std::is_same_v<B, Boards> || ...);

template <class Function, class B, class... Others>
auto with_first_that_fits(Geometry geometry, Function& function, BoardTypes<B, Others...>) {
    if constexpr (B::fixed_geometry) {
        if (geometry != B::shape) {
            return with_first_that_fits(geometry, function, BoardTypes<Others...>());
        }
    }
    return function(std::type_identity<B>());
}

}  // namespace detail

/// The board type itself where the engine has it, else the dynamic one.
template <class B>
using EngineBoard = std::conditional_t<detail::is_one_of<B, EngineBoards>, B, DynamicBoard>;

/// Whether a component has code for this board type. In a small build the hot ones have it for all, the others only for the
/// dynamic one.
template <class B, bool Hot>
inline constexpr bool has_code =
#if defined(TESSERA_COMPACT)
    Hot || !B::fixed_geometry;
#else
    true;
#endif

/// Calls `function(std::type_identity<B>())` with the board type for this size.
template <class Function>
auto with_board_type(Geometry geometry, Function&& function) {
    return detail::with_first_that_fits(geometry, function, EngineBoards());
}

}  // namespace tessera
