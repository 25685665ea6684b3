// Boards as text: one tolerant reader that detects the form, and a writer for every form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// A format's description of itself: the one source of `list formats`, help, documentation and tests.
struct FormatInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    /// A complete text in this format, which the reader detects as such.
    std::string_view example;
};

/// A board with everything its file says about it.
struct BoardEntry {
    std::string id;
    DynamicBoard board;
    std::optional<DynamicBoard> goal;
    /// The name of the goal, from the text itself or because the format always means this goal (snail for 42,
    /// blank-first for korf).
    std::optional<std::string> goal_name;
    std::optional<Cost> optimal;
    std::optional<Cost> reference = std::nullopt;  ///< the length that another solver found
    std::optional<std::uint64_t> nodes;
    std::size_t line = 0;  ///< where it starts, counted from 1
};

struct ReadOptions {
    /// Needed if the form does not state rows and columns and the board is not square.
    std::optional<Geometry> size;
    /// The name or alias of the format; empty: detect it.
    std::string_view format;
    /// The name of the text in messages, e.g. a file name or "argument".
    std::string_view source;
};

struct ReadBoards {
    std::vector<BoardEntry> boards;
    std::string format;              ///< the name of the format it was read as
    std::vector<std::string> notes;  ///< remarks for the user, e.g. which goal the format implies
};

/// Every format, in the order in which detection tries them.
std::span<const FormatInfo> board_formats();

/// Reads every board of the text, at least one. Fails at the first fault; the error names its place.
Result<ReadBoards> read_boards(std::string_view text, const ReadOptions& options);

/// Writes all entries in one format, ready to be read back. A format leaves out what it cannot express; a board
/// that it cannot write at all (a 3×4 board for 42) is a usage error.
Result<std::string> write_boards(std::span<const BoardEntry> entries, std::string_view format);

/// The canonical one-liner: `1 2 3/4 5 6/7 8 0`.
std::string inline_form(const DynamicBoard& board);

/// All numbers on one line: `1 2 3 4 5 6 7 8 0`.
std::string flat_form(const DynamicBoard& board);

/// Rows of numbers, each at least `width` wide and to the right, with one space between them.
std::string rows_of(const DynamicBoard& board, std::size_t width);

/// A boxed drawing for terminals, its blank an empty cell; the reader takes it back as a grid.
std::string draw(const DynamicBoard& board);

/// "3x4" as three rows and four columns; also 3×4, "3 4", "3,4" and, for a square, just 4.
Result<Geometry> parse_size(std::string_view text);

}  // namespace tessera
