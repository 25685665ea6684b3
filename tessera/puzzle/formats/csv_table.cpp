// csv-table: comma-separated values with a header that names the columns.
#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/format.hpp"
#include "tessera/puzzle/formats/support/assemble.hpp"

namespace tessera::formats {
namespace csv_table_form {
namespace {

constexpr std::string_view aliases[] = {"csv-header", "table"};

constexpr FormatInfo info{
    .name = "csv-table",
    .aliases = aliases,
    .synopsis =
        "header id,size,start,goal,optimal (any order, any subset that has start), boards "
        "as numbers with spaces or in the inline form",
    .example = "id,size,start,goal,optimal\neasy,2x3,1 2 3 4 0 5,blank-last,1\n",
};

/// The cells of one line; a cell in double quotes may hold commas, and a quote written twice.
std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += c;
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    for (std::string& cell : cells) cell = std::string(trimmed(cell));
    return cells;
}

/// Which column holds what; `none` where the table has no such column.
struct Columns {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t id = none, size = none, start = none, goal = none, optimal = none, nodes = none;
};

/// The column called by one of these names; the first name that is there wins.
std::size_t column(const std::vector<std::string>& header,
                   std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        for (std::size_t i = 0; i < header.size(); ++i) {
            if (lowered(header[i]) == name) return i;
        }
    }
    return Columns::none;
}

Columns columns_of(const std::vector<std::string>& header) {
    return {.id = column(header, {"id", "name", "index", "case", "line"}),
            .size = column(header, {"size"}),
            .start = column(header, {"start", "state", "initial", "initial state", "tiles"}),
            .goal = column(header, {"goal"}),
            .optimal = column(header, {"optimal", "optimal length"}),
            .nodes = column(header, {"nodes"})};
}

/// A header consists of words only; a board never does.
bool is_header(std::string_view line) {
    if (line.size() > longest_line) return false;
    const std::vector<std::string> cells = split(line);
    const bool words = std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
        const char first = cell.empty() ? ' ' : lowered(cell)[0];
        return first >= 'a' && first <= 'z' && cell != "x" && cell != "X";
    });
    return words && (cells.size() > 1 || columns_of(cells).start != Columns::none);
}

bool detect(const Sample& sample) {
    const std::vector<Line>& lines = sample.text.lines();
    return !lines.empty() && is_header(lines[0].text);
}

std::string_view cell_at(const std::vector<std::string>& cells, std::size_t place) {
    return place < cells.size() ? std::string_view(cells[place]) : std::string_view{};
}

/// A count in a cell; nothing when the cell is empty or holds something else.
std::optional<std::uint64_t> count_at(const std::vector<std::string>& cells, std::size_t place) {
    const std::string_view text = cell_at(cells, place);
    if (!all_digits(text) || text.size() > 18) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) value = value * 10 + static_cast<std::uint64_t>(c - '0');
    return value;
}

Result<BoardEntry> read_row(const Text& text, const Line& line, const Columns& columns,
                            const ReadOptions& options) {
    const std::vector<std::string> cells = split(line.raw);
    BoardEntry entry;
    entry.line = line.number;
    entry.id = std::string(cell_at(cells, columns.id));
    std::optional<Geometry> size = options.size;
    if (const std::string_view written = cell_at(cells, columns.size); !written.empty()) {
        Result<Geometry> own = parse_size(written);
        if (!own.ok()) return text.error(own.error().message, line.number, 0, own.error().hint);
        size = *own;
    }
    Result<DynamicBoard> board =
        board_in_cell(text, cell_at(cells, columns.start), line.number, size);
    if (!board.ok()) return board.error();
    entry.board = std::move(*board);
    if (std::optional<Error> error = set_goal(text, cell_at(cells, columns.goal), entry)) {
        return *error;
    }
    const std::optional<std::uint64_t> optimal = count_at(cells, columns.optimal);
    if (optimal && *optimal < static_cast<std::uint64_t>(infinite_cost)) {
        entry.optimal = static_cast<Cost>(*optimal);
    }
    entry.nodes = count_at(cells, columns.nodes);
    return entry;
}

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    const Line& first = text.lines().front();
    const Columns columns = columns_of(split(first.text));
    if (columns.start == Columns::none) {
        return text.error(
            fmt::format("the header \"{}\" has no column called start", excerpt(first.text)),
            first.number, 0,
            "name the column of the boards start (state, initial and tiles are "
            "understood, too)");
    }
    ReadBoards result;
    for (std::size_t i = 1; i < text.lines().size(); ++i) {
        Result<BoardEntry> entry = read_row(text, text.lines()[i], columns, options);
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
    }
    if (result.boards.empty()) {
        return text.error("the table has a header but no board", first.number, 0,
                          "write one board on each line below the header");
    }
    return result;
}

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"#") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char c : cell) {
        if (c == '"') result += c;
        result += c;
    }
    return result + "\"";
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text = "id,size,start,goal,optimal\n";
    std::size_t number = 0;
    for (const BoardEntry& entry : entries) {
        ++number;
        text += fmt::format(
            "{},{},{},{},{}\n", quoted(entry.id.empty() ? fmt::to_string(number) : entry.id),
            size_text(entry.board.geometry()), tile_list(entry.board, " "), goal_cell_text(entry),
            entry.optimal ? fmt::to_string(*entry.optimal) : "");
    }
    return text;
}

}  // namespace
}  // namespace csv_table_form

constinit const Format csv_table{csv_table_form::info, csv_table_form::detect, csv_table_form::read,
                                 csv_table_form::write};

}  // namespace tessera::formats
