// flat: one board per line, its tiles row by row without row separators.
#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace flat_form {
namespace {

constexpr std::string_view aliases[] = {"list", "line"};

constexpr FormatInfo info{
    .name = "flat",
    .aliases = aliases,
    .synopsis =
        "one board per line: its tiles row by row, with spaces, commas or brackets; "
        "square unless a size is given",
    .example = "1 2 3 4 5 6 7 8 0\n",
};

/// A text that no other format recognises is read as this one; its messages then explain the fault.
bool detect(const Sample&) {
    return true;
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) text += tile_list(entry.board, " ") + "\n";
    return text;
}

}  // namespace
}  // namespace flat_form

constinit const Format flat{flat_form::info, flat_form::detect, read_lines, flat_form::write};

}  // namespace tessera::formats
