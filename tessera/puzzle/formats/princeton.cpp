// princeton: a line with the side, then the rows, as in Princeton's 8-puzzle assignment.
#include <fmt/format.h>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace princeton_form {
namespace {

constexpr std::string_view aliases[] = {"side"};

constexpr FormatInfo info{
    .name = "princeton",
    .aliases = aliases,
    .synopsis = "a line with the side, then the rows of a square board",
    .example = "3\n 0  1  3\n 4  2  5\n 7  8  6\n",
};

bool detect(const Sample& sample) {
    return has_size_line(sample, 1);
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) {
        if (std::optional<Error> error = require_square(entry, info.name)) return *error;
        if (!text.empty()) text += "\n";
        text += fmt::format("{}\n{}", entry.board.geometry().rows, aligned_rows(entry.board));
    }
    return text;
}

}  // namespace
}  // namespace princeton_form

constinit const Format princeton{princeton_form::info, princeton_form::detect, read_sized,
                                 princeton_form::write};

}  // namespace tessera::formats
