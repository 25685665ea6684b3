// Telling rows of one board from boards one per line, and reading the forms several formats share.
#include "tessera/puzzle/formats/support/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"

namespace tessera::formats {
namespace {

/// The first `count` lines one after the other.
std::vector<Token> joined(const Sample& sample, std::size_t count) {
    std::vector<Token> cells;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Token>& line = sample.lines[i].cells;
        cells.insert(cells.end(), line.begin(), line.end());
    }
    return cells;
}

std::size_t widest(const Sample& sample) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < sample.block_lines; ++i) {
        width = std::max(width, sample.lines[i].cells.size());
    }
    return width;
}

bool plain_number(const Token& cell) {
    return all_digits(cell.text);
}

/// As many numbers as a square board has, or one fewer, and none too large for it: a board with a
/// slip. What stands around a board in a table (its length, a node count) is hardly ever like that.
bool is_nearly_a_board(std::span<const Token> cells) {
    constexpr std::size_t fewest_cells = 9;
    const std::size_t whole = square_side(cells.size()) ? cells.size() : cells.size() + 1;
    return whole >= fewest_cells && square_side(whole) &&
           std::all_of(cells.begin(), cells.end(),
                       [&](const Token& cell) { return is_cell(cell) && cell.value < whole; });
}

/// A size line's board, once its rows and columns are known.
Result<BoardEntry> read_rows(const Text& text, TokenLines& lines, Geometry geometry,
                             const Token& header) {
    std::vector<RowCells> rows;
    while (rows.size() < geometry.rows) {
        Result<std::optional<TokenLine>> line = lines.next();
        if (!line.ok()) return line.error();
        if (!line->has_value()) {
            return text.error(fmt::format("the size line says {}, but only {} row{} follow{}",
                                          size_text(geometry), rows.size(),
                                          rows.size() == 1 ? "" : "s", rows.size() == 1 ? "s" : ""),
                              header.line, header.column,
                              "add the missing rows, or correct the size line");
        }
        rows.push_back({std::move((*line)->cells), (*line)->trailing_comma});
    }
    Result<DynamicBoard> board = board_of_rows(text, std::move(rows), geometry);
    if (!board.ok()) return board.error();
    BoardEntry entry;
    entry.board = std::move(*board);
    entry.line = header.line;
    return entry;
}

}  // namespace

bool is_grid(const Sample& sample) {
    const std::size_t rows = sample.block_lines;
    const std::size_t width = widest(sample);
    if (rows < 2 || width < 2) return false;
    if (square_side(width) && is_permutation(sample.lines[0].cells)) return false;
    std::vector<Token> cells = joined(sample, rows);
    if (cells.size() + 1 == rows * width) cells.push_back({Token::Kind::blank, 0, {}, 0, 0});
    if (cells.size() == rows * width && is_permutation(cells)) return true;
    return rows > width && rows % width == 0 && is_permutation(joined(sample, width));
}

bool has_size_line(const Sample& sample, std::size_t numbers) {
    if (sample.lines.size() < 2 || sample.lines[0].cells.size() != numbers) return false;
    const std::vector<Token>& header = sample.lines[0].cells;
    if (!std::all_of(header.begin(), header.end(), plain_number) || is_grid(sample)) return false;
    const std::size_t width = sample.lines[1].cells.size();
    if (numbers == 1) return width >= 2 || header[0].value + 1 == sample.lines.size();
    return header[1].value == width && header[0].value < sample.lines.size();
}

/// Square boards come first: the index 16 before the tiles 0 … 15 makes a permutation of 17 numbers
/// as well.
std::optional<Window> find_window(const TokenLine& line, const std::optional<Geometry>& size) {
    constexpr std::size_t most_around = 9;
    constexpr std::size_t fewest_cells = 4;
    const std::size_t count = line.cells.size();
    for (const bool square : {true, false}) {
        for (std::size_t cells = count; cells >= fewest_cells; --cells) {
            if (cells + most_around < count) break;
            const bool wanted =
                size ? size->cells() == cells : square_side(cells).has_value() == square;
            if (!wanted) continue;
            for (const std::size_t begin : {std::size_t{1}, std::size_t{0}}) {
                if (begin + cells > count) continue;
                const auto window = std::span<const Token>(line.cells).subspan(begin, cells);
                if (is_permutation(window)) return Window{begin, cells};
            }
        }
    }
    return std::nullopt;
}

bool is_surrounded(const Sample& sample) {
    const auto count =
        std::count_if(sample.lines.begin(), sample.lines.end(), [&](const TokenLine& line) {
            if (!sample.options.size && is_nearly_a_board(line.cells)) return false;
            const std::optional<Window> window = find_window(line, sample.options.size);
            return window && window->cells < line.cells.size();
        });
    return 2 * static_cast<std::size_t>(count) > sample.lines.size();
}

Result<ReadBoards> read_lines(const Text& text, const ReadOptions& options) {
    ReadBoards result;
    TokenLines lines(text);
    while (!lines.at_end()) {
        Result<std::optional<TokenLine>> line = lines.next();
        if (!line.ok()) return line.error();
        Result<DynamicBoard> board = board_of_line(text, **line, options.size);
        if (!board.ok()) return board.error();
        BoardEntry entry;
        entry.board = std::move(*board);
        entry.line = (*line)->line->number;
        result.boards.push_back(std::move(entry));
    }
    return result;
}

Result<ReadBoards> read_sized(const Text& text, const ReadOptions& options) {
    ReadBoards result;
    TokenLines lines(text);
    while (!lines.at_end()) {
        Result<std::optional<TokenLine>> line = lines.next();
        if (!line.ok()) return line.error();
        const std::vector<Token>& header = (*line)->cells;
        if (header.size() > 2 || !std::all_of(header.begin(), header.end(), plain_number)) {
            return text.error(
                fmt::format("expected a size line (one number for a square board, or rows and "
                            "columns) but found \"{}\"",
                            excerpt((*line)->line->text)),
                header[0].line, header[0].column,
                "a line with the size comes before the rows of every board");
        }
        const std::uint64_t rows = header.front().value;
        const std::uint64_t cols = header.back().value;
        if (std::min(rows, cols) < 2 || std::max(rows, cols) > largest_side) {
            return text.error(fmt::format("the size line says {}; boards go from 2x2 to 100x100",
                                          excerpt((*line)->line->text)),
                              header[0].line, header[0].column,
                              "write the number of rows, or rows and columns, e.g. 3 or 3 4");
        }
        const Geometry geometry{static_cast<std::uint16_t>(rows), static_cast<std::uint16_t>(cols)};
        if (options.size && *options.size != geometry) {
            return text.error(fmt::format("the size line says {}, but a {} board was expected",
                                          size_text(geometry), size_text(*options.size)),
                              header[0].line, header[0].column,
                              "correct the board, or the size given for it");
        }
        Result<BoardEntry> entry = read_rows(text, lines, geometry, header.front());
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
    }
    return result;
}

}  // namespace tessera::formats
