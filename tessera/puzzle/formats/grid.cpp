// grid: rows on lines of their own, plain or drawn in boxes, boards separated by an empty line.
#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace grid_form {
namespace {

constexpr std::string_view aliases[] = {"rows", "box", "boxed"};

constexpr FormatInfo info{
    .name = "grid",
    .aliases = aliases,
    .synopsis =
        "rows of numbers, the blank as 0, _, ., x, - or an empty cell, also in boxed "
        "drawings; boards separated by an empty line",
    .example = "1 2 3\n4 5 6\n7 8 _\n",
};

/// In the rows of one board at least half of the numbers are larger than the row is long; in boards
/// one per line none are, but for an index or a length beside the tiles. A quarter tells the two
/// apart even when some cells are wrong.
bool numbers_beyond_a_line(const Sample& sample) {
    std::size_t cells = 0;
    std::size_t beyond = 0;
    for (std::size_t i = 0; i < sample.block_lines; ++i) {
        const std::vector<Token>& line = sample.lines[i].cells;
        cells += line.size();
        beyond += static_cast<std::size_t>(
            std::count_if(line.begin(), line.end(),
                          [&](const Token& cell) { return cell.value >= line.size(); }));
    }
    return beyond * 4 >= cells;
}

/// Accepts exact grids, and blocks whose lines cannot each be a board, so that a ragged or faulty grid is
/// reported as a grid.
bool detect(const Sample& sample) {
    if (is_grid(sample)) return true;
    if (sample.block_lines < 2 || is_surrounded(sample)) return false;
    const std::vector<Token>& first = sample.lines[0].cells;
    const std::optional<Geometry>& size = sample.options.size;
    if (size) return first.size() != size->cells();
    return first.size() < 4 || numbers_beyond_a_line(sample);
}

bool is_board(const std::vector<RowCells>& rows, std::size_t count) {
    std::vector<Token> cells;
    for (std::size_t i = 0; i < count; ++i) {
        cells.insert(cells.end(), rows[i].cells.begin(), rows[i].cells.end());
    }
    return is_permutation(cells);
}

/// Rows per board in a block: all of them, unless boards were stacked without an empty line
/// between.
std::size_t board_height(const std::vector<RowCells>& rows, const std::optional<Geometry>& size) {
    if (size && rows.size() % size->rows == 0) return size->rows;
    const std::size_t width = rows.front().cells.size();
    const bool stacked = width >= 2 && rows.size() > width && rows.size() % width == 0 &&
                         !is_board(rows, rows.size()) && is_board(rows, width);
    return stacked ? width : rows.size();
}

std::optional<Error> read_block(const Text& text, const std::vector<RowCells>& rows,
                                const ReadOptions& options, std::vector<BoardEntry>& boards) {
    const std::size_t height = board_height(rows, options.size);
    for (std::size_t begin = 0; begin < rows.size(); begin += height) {
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
        std::vector<RowCells> part(first, first + static_cast<std::ptrdiff_t>(height));
        BoardEntry entry;
        entry.line = part.front().cells.front().line;
        Result<DynamicBoard> board = board_of_rows(text, std::move(part), options.size);
        if (!board.ok()) return board.error();
        entry.board = std::move(*board);
        boards.push_back(std::move(entry));
    }
    return std::nullopt;
}

/// A block is held in memory. A block with more rows than this is no board.
constexpr std::size_t most_rows = 100'000;

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    ReadBoards result;
    TokenLines lines(text);
    while (!lines.at_end()) {
        std::vector<RowCells> rows;
        do {
            Result<std::optional<TokenLine>> line = lines.next();
            if (!line.ok()) return line.error();
            if (rows.size() == most_rows) {
                return text.error(fmt::format("more than {} rows without an empty line", most_rows),
                                  (*line)->line->number, 0, "put an empty line between boards");
            }
            rows.push_back({std::move((*line)->cells), (*line)->trailing_comma});
        } while (!lines.at_block_start());
        if (std::optional<Error> error = read_block(text, rows, options, result.boards)) {
            return *error;
        }
    }
    return result;
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) {
        if (!text.empty()) text += "\n";
        text += aligned_rows(entry.board);
    }
    return text;
}

}  // namespace
}  // namespace grid_form

constinit const Format grid{grid_form::info, grid_form::detect, grid_form::read, grid_form::write};

}  // namespace tessera::formats
