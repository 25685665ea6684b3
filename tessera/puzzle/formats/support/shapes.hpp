// What the beginning of a text looks like: rows of one board, boards one per line, or a size line first.
#pragma once

#include <optional>

#include "tessera/puzzle/formats/format.hpp"

namespace tessera::formats {

/// The first block is exactly one board in rows (its blank may be an empty cell), or several
/// stacked squares.
bool is_grid(const Sample& sample);

/// A size line: one number (the side) or two (rows, columns) before rows of numbers.
bool has_size_line(const Sample& sample, std::size_t numbers);

/// Where on a line a board lies, when other numbers stand before and after it.
struct Window {
    std::size_t begin = 0;
    std::size_t cells = 0;
};

/// The board on a line with at most one number before it and some behind it; the largest that is a
/// permutation.
std::optional<Window> find_window(const TokenLine& line, const std::optional<Geometry>& size);

/// Most lines hold a board with other numbers around it. A line that is nearly a board itself is
/// none of them: "1 2 3 0 4 5 6 7" is a 3×3 board that lacks a tile, and no 2×2 board of a table.
bool is_surrounded(const Sample& sample);

/// Reads the boards of a form in which every line is one.
Result<ReadBoards> read_lines(const Text& text, const ReadOptions& options);

/// Reads boards that each begin with a size line.
Result<ReadBoards> read_sized(const Text& text, const ReadOptions& options);

}  // namespace tessera::formats
