// Builds boards from cells, or says precisely what is wrong with them.
// This folder holds the parts that several board formats share.
#include "tessera/puzzle/formats/support/assemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "tessera/puzzle/goal.hpp"

namespace tessera::formats {
namespace {

constexpr std::string_view tile_hint =
    "tiles are whole numbers; the blank is 0, _, ., x, - or an empty cell";

std::string tile_word(std::size_t number) {
    return number == 0 ? std::string("the blank") : fmt::format("tile {}", number);
}

/// "9 is missing", "9, 12 and 2 more are missing".
std::string missing_words(const std::vector<std::size_t>& missing) {
    constexpr std::size_t most_named = 3;
    std::string names;
    const std::size_t named = missing.size() <= most_named + 1 ? missing.size() : most_named;
    for (std::size_t i = 0; i < named; ++i) {
        const bool last = i + 1 == missing.size();
        if (i > 0) names += last ? " and " : ", ";
        names += missing[i] == 0 ? std::string("the blank") : fmt::to_string(missing[i]);
    }
    if (named < missing.size()) names += fmt::format(" and {} more", missing.size() - named);
    return fmt::format("{} {} missing", names, missing.size() == 1 ? "is" : "are");
}

std::string_view times_word(std::size_t count, std::string& storage) {
    if (count == 2) return "twice";
    storage = fmt::format("{} times", count);
    return storage;
}

Error wrong_cell(const Text& text, const Token& cell) {
    if (cell.kind == Token::Kind::negative) {
        return text.error(fmt::format("tile {} is negative", excerpt(cell.text)), cell.line,
                          cell.column, std::string(tile_hint));
    }
    return text.error(fmt::format("\"{}\" is not a tile", excerpt(cell.text)), cell.line,
                      cell.column, std::string(tile_hint));
}

Error too_large(const Text& text, std::span<const Token> cells, const Token& cell,
                Geometry geometry) {
    const std::size_t count = geometry.cells();
    const bool has_blank = std::any_of(cells.begin(), cells.end(),
                                       [](const Token& other) { return other.value == 0; });
    if (cell.value == count && !has_blank) {
        return text.error(fmt::format("the board has no blank, but a tile {}", count), cell.line,
                          cell.column,
                          fmt::format("the tiles of a {} board are 1 to {}; write the blank as 0",
                                      size_text(geometry), count - 1));
    }
    return text.error(fmt::format("tile {} does not belong on a {} board, whose tiles are 1 to {}",
                                  excerpt(cell.text), size_text(geometry), count - 1),
                      cell.line, cell.column,
                      "correct the number, or the size of the board if that is wrong");
}

/// The number of a cell whose value is in range, whatever is the size of a size.
std::size_t number_of(const Token& cell) {
    return static_cast<std::size_t>(cell.value);
}

/// All values are in range and some tile appears twice, so another one is missing.
Error not_a_permutation(const Text& text, std::span<const Token> cells) {
    std::vector<std::size_t> count(cells.size(), 0);
    for (const Token& cell : cells) ++count[number_of(cell)];
    std::vector<std::size_t> missing;
    for (std::size_t tile = 0; tile < count.size(); ++tile) {
        if (count[tile] == 0) missing.push_back(tile);
    }
    std::vector<bool> seen(cells.size());
    for (const Token& cell : cells) {
        if (!seen[number_of(cell)]) {
            seen[number_of(cell)] = true;
            continue;
        }
        std::string storage;
        const std::string what =
            cell.value == 0
                ? fmt::format("the board has {} blanks and {}", count[0], missing_words(missing))
                : fmt::format("{} appears {} and {}", tile_word(number_of(cell)),
                              times_word(count[number_of(cell)], storage), missing_words(missing));
        return text.error(what, cell.line, cell.column,
                          fmt::format("every tile from 1 to {} and the blank appear exactly once",
                                      cells.size() - 1));
    }
    return text.error("the board is not a permutation of its tiles", 0, 0);
}

/// Shapes of that many cells, for hints: "3x4, 4x3, 2x6 or 6x2".
std::string possible_sizes(std::size_t cells) {
    std::vector<std::string> shapes;
    for (std::size_t rows = 100; rows >= 2; --rows) {
        const std::size_t cols = cells / rows;
        if (rows * cols != cells || cols < rows || cols > largest_side) continue;
        shapes.push_back(fmt::format("{}x{}", rows, cols));
        if (rows != cols) shapes.push_back(fmt::format("{}x{}", cols, rows));
    }
    std::string text;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (i > 0) text += i + 1 == shapes.size() ? " or " : ", ";
        text += shapes[i];
    }
    return text;
}

/// The one number without which these are no square board: 8 numbers from 1 to 8 lack the blank of
/// 3×3. Those from 0 to 7 lack nothing: they are a board of another shape.
std::optional<std::size_t> lacking(std::span<const Token> cells) {
    const std::size_t whole = cells.size() + 1;
    if (!square_side(whole)) return std::nullopt;
    std::vector<bool> seen(whole);
    for (const Token& cell : cells) {
        if (!is_cell(cell) || cell.value >= whole || seen[number_of(cell)]) return std::nullopt;
        seen[number_of(cell)] = true;
    }
    const auto first = std::find(seen.begin(), seen.end(), false);
    const auto missing = static_cast<std::size_t>(first - seen.begin());
    return missing < cells.size() ? std::optional(missing) : std::nullopt;
}

Error wrong_count(const Text& text, std::span<const Token> cells,
                  const std::optional<Geometry>& size) {
    const Token& first = cells.front();
    const std::size_t count = cells.size();
    if (size) {
        return text.error(fmt::format("found {} cell{} where a {} board has {}", count,
                                      count == 1 ? "" : "s", size_text(*size), size->cells()),
                          first.line, first.column, "correct the board, or the size given for it");
    }
    if (const auto missing = lacking(cells)) {
        return text.error(
            fmt::format("found {} numbers without {}; a {} board has {} cells", count,
                        *missing == 0 ? std::string("a blank") : tile_word(*missing),
                        size_text({*square_side(count + 1), *square_side(count + 1)}), count + 1),
            first.line, first.column,
            *missing == 0 ? "write the blank as 0, where it is" : "write it where it is");
    }
    if (count == 1 && first.text.size() >= 4 &&
        first.text.find_first_not_of("0123456789") == std::string_view::npos) {
        return text.error(fmt::format("'{}' is one number", formats::excerpt(first.text)),
                          first.line, first.column,
                          "put spaces between the numbers, as in \"1 2 3/4 5 6/7 8 0\"");
    }
    if (count < 4) {
        return text.error(fmt::format("found {} cell{}; the smallest board, 2x2, has 4", count,
                                      count == 1 ? "" : "s"),
                          first.line, first.column,
                          "a board is written as in \"1 2 3/4 5 6/7 8 0\"");
    }
    if (count > largest_side * largest_side) {
        return text.error(
            fmt::format("found {} cells; the largest board, 100x100, has 10000", count), first.line,
            first.column, "boards go one per line, or separated by an empty line");
    }
    const std::string shapes = possible_sizes(count);
    Error error = text.error(
        fmt::format("{} numbers do not make a square board", count), first.line, first.column,
        shapes.empty() ? "no board has that many cells; is a number missing or one too many?"
                       : fmt::format("say which shape it is, e.g. {}", shapes));
    if (!shapes.empty()) error.field = "size";
    return error;
}

/// The place among the columns of `full` where a row that is one short leaves a hole: the one for
/// which the right ends of the other cells fit best.
std::size_t empty_column(std::span<const Token> full, std::span<const Token> shorter) {
    const auto right_end = [](const Token& cell) {
        return static_cast<std::int64_t>(cell.column + cell.text.size());
    };
    std::size_t best = shorter.size();
    std::int64_t best_misfit = std::numeric_limits<std::int64_t>::max();
    for (std::size_t hole = 0; hole <= shorter.size(); ++hole) {
        std::int64_t misfit = 0;
        for (std::size_t i = 0; i < shorter.size(); ++i) {
            const auto gap = right_end(shorter[i]) - right_end(full[i < hole ? i : i + 1]);
            misfit += gap < 0 ? -gap : gap;
        }
        if (misfit >= best_misfit) continue;
        best_misfit = misfit;
        best = hole;
    }
    return best;
}

/// Fills the one empty cell, if that is what makes the rows ragged.
void fill_empty_cell(std::vector<RowCells>& rows) {
    std::size_t width = 0;
    for (const RowCells& row : rows) {
        width = std::max(width, row.cells.size());
        for (const Token& cell : row.cells) {
            if (cell.kind == Token::Kind::blank) return;
        }
    }
    RowCells* shorter = nullptr;
    const RowCells* full = nullptr;
    for (RowCells& row : rows) {
        if (row.cells.size() == width) full = &row;
        if (row.cells.size() == width) continue;
        if (shorter != nullptr || row.cells.size() + 1 != width || row.cells.empty()) return;
        shorter = &row;
    }
    if (shorter == nullptr || full == nullptr) return;
    if (shorter->cells.front().line == full->cells.front().line) return;
    const std::size_t place =
        shorter->trailing_comma ? width - 1 : empty_column(full->cells, shorter->cells);
    Token blank = shorter->cells[std::min(place, shorter->cells.size() - 1)];
    blank.kind = Token::Kind::blank;
    blank.value = 0;
    blank.text = {};
    shorter->cells.insert(shorter->cells.begin() + static_cast<std::ptrdiff_t>(place), blank);
}

Error ragged(const Text& text, const std::vector<RowCells>& rows, std::size_t bad) {
    const std::size_t width = rows.front().cells.size();
    const std::size_t found = rows[bad].cells.size();
    const Token& first = rows[bad].cells.front();
    return text.error(fmt::format("row {} has {} cell{} where row 1 has {}", bad + 1, found,
                                  found == 1 ? "" : "s", width),
                      first.line, first.column,
                      "all rows of a board are equally long; boards one per line are written as in "
                      "\"1 2 3/4 5 6/7 8 0\", boards in rows are separated by an empty line");
}

}  // namespace

bool is_cell(const Token& token) {
    return token.kind == Token::Kind::number || token.kind == Token::Kind::blank;
}

bool is_permutation(std::span<const Token> cells) {
    std::vector<bool> seen(cells.size());
    for (const Token& cell : cells) {
        if (!is_cell(cell) || cell.value >= cells.size() || seen[number_of(cell)]) return false;
        seen[number_of(cell)] = true;
    }
    return true;
}

std::optional<std::uint16_t> square_side(std::size_t cells) {
    for (std::uint16_t side = 2; side <= largest_side; ++side) {
        if (std::size_t{side} * side == cells) return side;
    }
    return std::nullopt;
}

Result<DynamicBoard> make_board(const Text& text, std::span<const Token> cells, Geometry geometry) {
    for (const Token& cell : cells) {
        if (cell.kind == Token::Kind::word || cell.kind == Token::Kind::negative) {
            return wrong_cell(text, cell);
        }
    }
    std::vector<Tile> tiles(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].value >= cells.size()) return too_large(text, cells, cells[i], geometry);
        tiles[i] = make_tile(number_of(cells[i]));
    }
    if (!is_permutation(cells)) return not_a_permutation(text, cells);
    return DynamicBoard::from_tiles(geometry, tiles);
}

Result<DynamicBoard> board_of_list(const Text& text, std::span<const Token> cells,
                                   const std::optional<Geometry>& size) {
    if (size) {
        if (size->cells() != cells.size()) return wrong_count(text, cells, size);
        return make_board(text, cells, *size);
    }
    const std::optional<std::uint16_t> side = square_side(cells.size());
    if (side) return make_board(text, cells, Geometry{*side, *side});
    for (const Token& cell : cells) {
        if (cell.kind == Token::Kind::word || cell.kind == Token::Kind::negative) {
            return wrong_cell(text, cell);
        }
    }
    return wrong_count(text, cells, size);
}

Result<DynamicBoard> board_of_rows(const Text& text, std::vector<RowCells> rows,
                                   const std::optional<Geometry>& size) {
    fill_empty_cell(rows);
    const std::size_t width = rows.front().cells.size();
    const Token first = rows.front().cells.front();
    std::vector<Token> cells;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].cells.size() != width) return ragged(text, rows, i);
        cells.insert(cells.end(), rows[i].cells.begin(), rows[i].cells.end());
    }
    if (size && (size->rows != rows.size() || size->cols != width)) {
        return text.error(
            fmt::format("found {} row{} of {} where a {} board was expected", rows.size(),
                        rows.size() == 1 ? "" : "s", width, size_text(*size)),
            first.line, first.column, "correct the board, or the size given for it");
    }
    if (std::min(rows.size(), width) < 2 || std::max(rows.size(), width) > largest_side) {
        return text.error(fmt::format("found {} row{} of {}; boards go from 2x2 to 100x100",
                                      rows.size(), rows.size() == 1 ? "" : "s", width),
                          first.line, first.column,
                          "a board is written as in \"1 2 3/4 5 6/7 8 0\", or as rows of numbers");
    }
    return make_board(
        text, cells,
        Geometry{static_cast<std::uint16_t>(rows.size()), static_cast<std::uint16_t>(width)});
}

Result<DynamicBoard> board_of_line(const Text& text, const TokenLine& line,
                                   const std::optional<Geometry>& size) {
    if (line.cells.empty())
        return text.error("the board is empty", line.line->number, 0,
                          "a board is written as in \"1 2 3/4 5 6/7 8 0\"");
    if (line.row_starts.empty()) return board_of_list(text, line.cells, size);
    std::vector<RowCells> rows;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= line.row_starts.size(); ++i) {
        const std::size_t end = i < line.row_starts.size() ? line.row_starts[i] : line.cells.size();
        rows.push_back({{line.cells.begin() + static_cast<std::ptrdiff_t>(begin),
                         line.cells.begin() + static_cast<std::ptrdiff_t>(end)},
                        false});
        begin = end;
    }
    return board_of_rows(text, std::move(rows), size);
}

Result<DynamicBoard> board_in_cell(const Text& outer, std::string_view cell, std::size_t line,
                                   const std::optional<Geometry>& size) {
    std::string joined(cell.substr(0, longest_line));
    std::replace(joined.begin(), joined.end(), '\n', ';');
    const std::string_view content = trimmed(joined);
    const Line only{line, true, content, content};
    TokenLine tokens = tokenise(only);
    for (Token& token : tokens.cells) token.column = 0;
    return board_of_line(outer, tokens, size);
}

std::optional<Error> set_goal(const Text& outer, std::string_view cell, BoardEntry& entry) {
    cell = trimmed(cell);
    if (cell.empty()) return std::nullopt;
    const Geometry geometry = entry.board.geometry();
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'w') || (c >= 'A' && c <= 'W');  // an x may be the blank
    };
    if (std::any_of(cell.begin(), cell.end(), is_letter)) {
        Result<DynamicBoard> goal = make_goal(cell, geometry);
        if (!goal.ok()) {
            return outer.error(goal.error().message, entry.line, 0, goal.error().hint);
        }
        entry.goal_name = std::string(goal_name(*goal));
        return std::nullopt;
    }
    Result<DynamicBoard> goal = board_in_cell(outer, cell, entry.line, geometry);
    if (!goal.ok()) {
        Error error = goal.error();
        error.hint += error.hint.empty() ? "this is the goal" : "; this is the goal";
        return error;
    }
    entry.goal = std::move(*goal);
    return std::nullopt;
}

std::optional<Error> too_long(const Text& text, const Line& line) {
    if (line.text.size() <= longest_line) return std::nullopt;
    return text.error(fmt::format("the line is {} characters long, longer than any board of "
                                  "100x100 cells",
                                  line.text.size()),
                      line.number, 0, "boards are written one per line, or in rows");
}

void TokenLines::skip_rules() {
    while (!ahead_ && position_ < text_.lines().size()) {
        const Line& line = text_.lines()[position_];
        if (too_long(text_, line)) return;
        TokenLine tokens = tokenise(line);
        if (!tokens.rule && !tokens.cells.empty()) {
            ahead_ = std::move(tokens);
        } else {
            ++position_;
        }
    }
}

bool TokenLines::at_end() {
    skip_rules();
    return position_ >= text_.lines().size();
}

bool TokenLines::at_block_start() {
    return at_end() || text_.lines()[position_].starts_block;
}

Result<std::optional<TokenLine>> TokenLines::next() {
    if (at_end()) return std::optional<TokenLine>{};
    if (!ahead_) return *too_long(text_, text_.lines()[position_]);
    ++position_;
    return std::exchange(ahead_, std::nullopt);
}

std::string aligned_rows(const DynamicBoard& board) {
    return rows_of(board, fmt::formatted_size("{}", board.geometry().cells() - 1));
}

std::string tile_list(const DynamicBoard& board, std::string_view separator) {
    std::string text;
    for (const Tile tile : board.tiles()) {
        if (!text.empty()) text += separator;
        fmt::format_to(std::back_inserter(text), "{}", index(tile));
    }
    return text;
}

std::string size_text(Geometry geometry) {
    return fmt::format("{}x{}", geometry.rows, geometry.cols);
}

std::string goal_cell_text(const BoardEntry& entry) {
    if (entry.goal) return inline_form(*entry.goal);
    return entry.goal_name.value_or("");
}

std::optional<Error> require_square(const BoardEntry& entry, std::string_view format) {
    const Geometry geometry = entry.board.geometry();
    if (geometry.rows == geometry.cols) return std::nullopt;
    return usage_error(fmt::format("format {} only knows square boards, and this one is {}", format,
                                   size_text(geometry)),
                       "rc, grid, inline and json can hold any shape");
}

}  // namespace tessera::formats
