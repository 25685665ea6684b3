// inline: one board per line with a slash between rows, the canonical one-liner.
#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace inline_rows_form {
namespace {

constexpr std::string_view aliases[] = {"slash", "slidy", "oneline"};

constexpr FormatInfo info{
    .name = "inline",
    .aliases = aliases,
    .synopsis =
        "one board per line, rows separated by slashes (or semicolons, or as nested "
        "brackets)",
    .example = "1 2 3/4 5 6/7 8 0\n",
};

bool detect(const Sample& sample) {
    return !sample.lines.empty() && !sample.lines[0].row_starts.empty();
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) text += inline_form(entry.board) + "\n";
    return text;
}

}  // namespace
}  // namespace inline_rows_form

constinit const Format inline_rows{inline_rows_form::info, inline_rows_form::detect, read_lines,
                                   inline_rows_form::write};

}  // namespace tessera::formats
