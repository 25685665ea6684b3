// The weights of the learned guide: what a file holds, how it is checked, and which ones ship with the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/geometry.hpp"

namespace tessera::heuristics {

/// A small net over the 3×3 cells around every cell. docs/learned-guide.md defines it; tools/train makes its weights and has
/// a twin of this reader in Python.
///
/// A tile on a cell is described by the sum of three rows of `inner` numbers: one for its displacement from home, one for
/// the class of the cell, one for the class of its home. A class says how far a cell is from each edge, up to 2. So weights
/// that were trained on one size have a meaning on every other.
struct GuideWeights {
    static constexpr std::size_t inner = 64;
    static constexpr std::size_t channels = 32;
    static constexpr std::size_t offsets = 9;
    static constexpr std::size_t cell_classes = 49;
    /// The blank has a class of its own.
    static constexpr std::size_t home_classes = cell_classes + 1;
    /// Values are in units of 2^-value_bits moves.
    static constexpr unsigned value_bits = 18;
    static constexpr unsigned activation_bits = 10;
    /// Boards with shorter sides than this are too unlike those that weights for several sizes were trained on: squared
    /// distance leads better there (docs/learned-guide.md).
    static constexpr std::int32_t shortest_side = 5;

    std::string name;   ///< the size they were made for, or "any"
    Geometry geometry;  ///< 0×0: any size
    std::int32_t reach = 0;
    unsigned shift = 0;  ///< from products of the two scales to activations
    std::int32_t offset = 0;
    std::int32_t squares = 0;  ///< the weight of squared distance and conflicts
    std::uint64_t hash = 0;    ///< of the file

    /// What the descriptions of all displacements, cells and homes give to the activations around them, before the shift:
    /// by description, offset and channel.
    std::vector<std::int32_t> displacement, cell, home;
    std::vector<std::int16_t> bias, output, by_displacement, by_class;

    /// Reads a file; refuses one that is damaged, in words.
    static Result<GuideWeights> read(std::string_view name, std::string_view bytes);

    std::size_t displacement_index(std::ptrdiff_t rows, std::ptrdiff_t cols) const;
};

/// How far `place` is from the ends of a line of `length` cells: 0, 1, 2 from the first, 6, 5, 4 from the last, else 3.
constexpr std::size_t edge_class(std::size_t place, std::size_t length) {
    for (std::size_t near = 0; near < 3; ++near) {
        if (place == near) return near;
        if (place + near + 1 == length) return 6 - near;
    }
    return 3;
}

/// Files under data/weights, as they ship.
struct ShippedWeights {
    std::string_view name;
    std::string_view bytes;
};
std::span<const ShippedWeights> shipped_weights();

/// The weights for this size: its own, else those for several sizes if it is like these, else null. They are read when they are first asked for.
const GuideWeights* weights_for(Geometry geometry);

}  // namespace tessera::heuristics
