// A table of texts and its forms: for terminals, Markdown, HTML and CSV.
#include "tessera/lab/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/readable.hpp"
#include "tessera/lab/html.hpp"

namespace tessera::lab {
namespace {

constexpr std::string_view mark = "*";

std::string marked(const TableCell& cell) {
    return cell.best ? fmt::format("{}{}", cell.text, mark) : cell.text;
}

bool has_best(const Table& table, std::size_t column) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const std::vector<TableCell>& row) { return row[column].best; });
}

/// Widths without the mark, which has a place of its own so that digits stay under digits.
std::vector<std::size_t> widths_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t width = display_width(table.columns[c].title);
        for (const auto& row : table.rows) width = std::max(width, display_width(row[c].text));
        widths.push_back(width);
    }
    return widths;
}

/// Two spaces, of which the place of the mark is one.
std::size_t gap_before(const Table& table, std::size_t column) {
    return has_best(table, column - 1) ? 1 : 2;
}

std::string spaces(std::size_t count) {
    return std::string(count, ' ');
}

std::string without_trailing_spaces(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// A bar would end the cell.
std::string markdown_text(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|' || c == '*' || c == '\\' || c == '_' || c == '<' || c == '`') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

}  // namespace

std::string text_table(const Table& table,
                       const std::function<std::string(std::string_view)>& paint) {
    const std::vector<std::size_t> widths = widths_of(table);
    std::string text;
    const auto add_line = [&](const std::vector<TableCell>& cells) {
        std::string line;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string gap = spaces(widths[c] - display_width(cells[c].text));
            const std::string shown =
                cells[c].best && paint ? paint(marked(cells[c])) : marked(cells[c]);
            if (c > 0) line += spaces(gap_before(table, c));
            line += table.columns[c].number ? gap + shown : shown + gap;
            if (has_best(table, c) && !cells[c].best) line += ' ';
        }
        text += without_trailing_spaces(std::move(line)) + '\n';
    };
    std::vector<TableCell> titles;
    for (const TableColumn& column : table.columns) titles.push_back({column.title});
    add_line(titles);
    for (const auto& row : table.rows) add_line(row);
    return text;
}

std::size_t text_width(const Table& table) {
    std::size_t width = 0;
    const std::vector<std::size_t> widths = widths_of(table);
    for (std::size_t c = 0; c < widths.size(); ++c)
        width += widths[c] + (c > 0 ? gap_before(table, c) : 0) + (has_best(table, c) ? 1 : 0);
    return width;
}

std::string markdown_table(const Table& table) {
    std::string text = "|";
    for (const TableColumn& column : table.columns)
        text += fmt::format(" {} |", markdown_text(column.title));
    text += "\n|";
    for (const TableColumn& column : table.columns) text += column.number ? "---:|" : "---|";
    text += '\n';
    for (const auto& row : table.rows) {
        text += '|';
        for (const TableCell& cell : row) {
            const std::string shown = markdown_text(cell.text);
            text += cell.best ? fmt::format(" **{}**\\* |", shown) : fmt::format(" {} |", shown);
        }
        text += '\n';
    }
    return text;
}

std::string html_table(const Table& table, std::string_view caption) {
    // Not a caption, which a small screen would scroll away with the table.
    std::string text = fmt::format(
        "<p class=\"caption\">{0}</p>\n"
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table>\n"
        "<thead><tr>",
        html_escaped(caption));
    const auto kind = [&](std::size_t c) {
        return table.columns[c].number ? " class=\"number\"" : "";
    };
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        text += fmt::format("<th scope=\"col\"{}>{}</th>", kind(c),
                            html_escaped(table.columns[c].title));
    }
    text += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string shown = html_escaped(row[c].text);
            if (c == 0) {
                text += fmt::format("<th scope=\"row\"{}>{}</th>", kind(c), shown);
            } else if (row[c].best) {
                text += fmt::format("<td{}><strong title=\"best of the column\">{}{}</strong></td>",
                                    kind(c), shown, mark);
            } else {
                text += fmt::format("<td{}>{}</td>", kind(c), shown);
            }
        }
        text += "</tr>\n";
    }
    return text + "</tbody>\n</table></div>\n";
}

std::string folded(std::string_view text, std::size_t width) {
    return fmt::format("{}", fmt::join(wrapped(text, width, 2), "\n"));
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace tessera::lab
