// The board types the engine is instantiated for, and the choice among them by size.
#pragma once

#include <type_traits>

#include "tessera/puzzle/board.hpp"

namespace tessera {

template <class... Boards>
struct BoardTypes {};

/// Compile-time boards for the sizes people solve most, and the dynamic one for all others.
using EngineBoards = BoardTypes<Board<3, 3>, Board<4, 4>, Board<5, 5>, DynamicBoard>;

/// Calls `function(std::type_identity<B>())` with the board type for this size.
template <class Function>
auto with_board_type(Geometry geometry, Function&& function) {
    if (geometry == Board<3, 3>::shape) return function(std::type_identity<Board<3, 3>>());
    if (geometry == Board<4, 4>::shape) return function(std::type_identity<Board<4, 4>>());
    if (geometry == Board<5, 5>::shape) return function(std::type_identity<Board<5, 5>>());
    return function(std::type_identity<DynamicBoard>());
}

}  // namespace tessera
