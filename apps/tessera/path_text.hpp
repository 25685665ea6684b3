// A path in words and drawings: every board on the way, and the stages it consists of.
#pragma once

#include <span>
#include <string>

#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera::app {

/// Whether the step brings the last two tiles of a line home together.
bool is_pair(const Stage& stage, const Stage::Step& step);
/// "row 1: 2 is there, 1, then 3 and 4 together, in 37 moves"
std::string stage_words(const Stage& stage);

/// The board drawn; as one line where the terminal is too narrow for the drawing.
std::string drawn(const DynamicBoard& board);

/// Prints the start and the board after every move, with the stages where they begin.
void print_boards(const DynamicBoard& start, std::span<const Move> moves,
                  std::span<const Stage> stages);

}  // namespace tessera::app
