// From cells to boards: the shape, the check that the tiles are a permutation, and the messages when they are not.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tessera/base/text.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::formats {

/// A number or a blank.
bool is_cell(const Token& token);

/// Whether the values are 0 … n−1 in some order, n being their count.
bool is_permutation(std::span<const Token> cells);

/// The side of a square board of that many cells, if there is one from 2×2 to 100×100.
std::optional<std::uint16_t> square_side(std::size_t cells);

/// The board, or an error that names the first fault: a cell that is no tile, or the tiles that are
/// too many or missing.
Result<DynamicBoard> make_board(const Text& text, std::span<const Token> cells, Geometry geometry);

/// A board from a plain list of cells: `size` if given, else square.
Result<DynamicBoard> board_of_list(const Text& text, std::span<const Token> cells,
                                   const std::optional<Geometry>& size);

/// One row of a board, with what is needed to find an empty cell in it.
struct RowCells {
    std::vector<Token> cells;
    bool trailing_comma = false;
};

/// A board from rows, which must be equally long. One row on a line of its own may be one short
/// where the blank is an empty cell: its place follows from a trailing comma, or else from the
/// alignment with the other rows.
Result<DynamicBoard> board_of_rows(const Text& text, std::vector<RowCells> rows,
                                   const std::optional<Geometry>& size);

/// A board on one line: rows if the line has row separators, else a list.
Result<DynamicBoard> board_of_line(const Text& text, const TokenLine& line,
                                   const std::optional<Geometry>& size);

/// A board inside something else, such as a CSV cell or a JSON string; errors give the line only.
Result<DynamicBoard> board_in_cell(const Text& outer, std::string_view cell, std::size_t line,
                                   const std::optional<Geometry>& size);

/// Sets the entry's goal from a name or a board in a cell; nothing when the cell is empty.
std::optional<Error> set_goal(const Text& outer, std::string_view cell, BoardEntry& entry);

/// An error if the line is longer than any that holds one board.
std::optional<Error> too_long(const Text& text, const Line& line);

/// The lines of a text that carry cells, tokenised one after the other; rules of drawings are
/// skipped.
class TokenLines {
  public:
    explicit TokenLines(const Text& text) : text_(text) {}

    /// The next line, or nothing at the end; an error for a line longer than any board.
    Result<std::optional<TokenLine>> next();
    /// Whether the next line starts a new block; true at the end.
    bool at_block_start();
    bool at_end();

  private:
    void skip_rules();

    const Text& text_;
    std::size_t position_ = 0;
    std::optional<TokenLine> ahead_;
};

/// The rows of a board as text, numbers aligned to the right.
std::string aligned_rows(const DynamicBoard& board);
/// The tiles row by row with `separator` between them.
std::string tile_list(const DynamicBoard& board, std::string_view separator);
/// "3x4".
std::string size_text(Geometry geometry);
/// The goal as a cell: its name, its board as a one-liner, or empty.
std::string goal_cell_text(const BoardEntry& entry);
/// The usage error of a format that only knows square boards; nothing if the board is square.
std::optional<Error> require_square(const BoardEntry& entry, std::string_view format);

}  // namespace tessera::formats
