// Notations of moves: writing, reading and replaying paths, and counting slides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// How a path is written. Paths are always stored as moves of the blank.
enum class Notation {
    blank,    ///< letters, the direction the blank goes: ULDR
    tile,     ///< letters, the direction the tile goes (the opposite one)
    numbers,  ///< the tiles that move: 6 -> 2 -> 4
    compact,  ///< blank letters with run lengths: U2RDL3
    arrows    ///< blank directions as ↑←→↓
};
inline constexpr Notation all_notations[] = {Notation::blank, Notation::tile, Notation::numbers,
                                             Notation::compact, Notation::arrows};

/// "blank", "tile", …; and back, with a usage error that suggests the nearest.
std::string_view to_string(Notation notation);
Result<Notation> notation_named(std::string_view name);

/// "up", "left", "right", "down".
std::string_view to_string(Move move);
/// U, L, R or D.
char letter(Move move);

/// Reads an order such as "UDLR": each of the four letters once; nothing for any other text.
std::optional<std::array<Move, 4>> order_of(std::string_view text);
std::string order_text(const std::array<Move, 4>& order);

/// The path in the notation. Only `numbers` looks at `start`; the path must then be legal from
/// there.
std::string format_moves(std::span<const Move> path, const DynamicBoard& start, Notation notation);

/// Reads a path. Without a notation, a text that starts with a digit is tile numbers, any other
/// blank directions.
///
/// Directions are read tolerantly whatever the notation's name: letters (ULDR), words (Up, LEFT),
/// arrows, run lengths (U2), with any spaces, commas, semicolons, quotes, brackets and `->` between
/// them. Only tile numbers are checked against the board; `replay` checks the rest.
Result<std::vector<Move>> parse_moves(std::string_view text, const DynamicBoard& start,
                                      std::optional<Notation> notation = std::nullopt);

/// The board after all moves, or an input error that names the first illegal one, counted from 1.
Result<DynamicBoard> replay(const DynamicBoard& start, std::span<const Move> moves);

/// The length in multi-tile slides: consecutive equal moves are one.
std::size_t slides(std::span<const Move> moves);

/// The sum of the numbers on the tiles that move; the path must be legal from `start`.
std::uint64_t tile_cost(const DynamicBoard& start, std::span<const Move> moves);

}  // namespace tessera
