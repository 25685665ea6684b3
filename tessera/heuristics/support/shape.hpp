// The geometry a heuristic works on, folded to a constant where the board type fixes it.
#pragma once

#include "tessera/puzzle/board.hpp"

namespace tessera::heuristics {

/// Rows and columns of a heuristic's boards. Converts to `Geometry`; for boards of compile-time
/// geometry it holds nothing that is read, so that every division by the number of columns becomes
/// a multiplication.
template <BoardType B>
class Shape {
  public:
    Shape() = default;
    explicit Shape(Geometry geometry) : geometry_(geometry) {}

    constexpr Geometry operator()() const {
        if constexpr (B::fixed_geometry) {
            return B::shape;
        } else {
            return geometry_;
        }
    }

  private:
    Geometry geometry_;
};

/// Whether a slide between these neighbouring cells stays within its column (a row has at least two
/// cells).
constexpr bool is_vertical(Cell from, Cell to) {
    return index(from) + 1 != index(to) && index(to) + 1 != index(from);
}

}  // namespace tessera::heuristics
