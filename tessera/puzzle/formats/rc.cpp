// rc: a line with the rows and columns, then the rows; any shape.
#include <fmt/format.h>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace rc_form {
namespace {

constexpr std::string_view aliases[] = {"rows-columns"};

constexpr FormatInfo info{
    .name = "rc",
    .aliases = aliases,
    .synopsis = "a line with rows and columns, then the rows; any shape",
    .example = "2 3\n1 2 3\n4 5 0\n",
};

bool detect(const Sample& sample) {
    return has_size_line(sample, 2);
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) {
        if (!text.empty()) text += "\n";
        const Geometry geometry = entry.board.geometry();
        text += fmt::format("{} {}\n{}", geometry.rows, geometry.cols, aligned_rows(entry.board));
    }
    return text;
}

}  // namespace
}  // namespace rc_form

constinit const Format rc{rc_form::info, rc_form::detect, read_sized, rc_form::write};

}  // namespace tessera::formats
