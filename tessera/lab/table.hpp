// A table of texts and its forms: for terminals, Markdown, HTML and CSV.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::lab {

struct TableColumn {
    std::string title;
    bool number = false;  ///< set to the right
};
struct TableCell {
    std::string text;
    /// The best of its column: marked by a star, and by colour where there is any.
    bool best = false;
};
struct Table {
    std::vector<TableColumn> columns;
    std::vector<std::vector<TableCell>> rows;

    void add_row(std::vector<TableCell> cells) { rows.push_back(std::move(cells)); }
};

/// Columns set with spaces. `paint` may add colour to the cells that are best.
std::string text_table(const Table& table,
                       const std::function<std::string(std::string_view)>& paint = {});
/// How many columns of a terminal the text form takes.
std::size_t text_width(const Table& table);

std::string markdown_table(const Table& table);
/// The first column heads its rows; `caption` says what the table shows.
std::string html_table(const Table& table, std::string_view caption);

/// A sentence or caption folded to lines of this width, the second and later ones indented.
std::string folded(std::string_view text, std::size_t width = 100);

/// A field as RFC 4180 wants it: in quotes where it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

}  // namespace tessera::lab
