// csv: one board per line as comma-separated numbers without a header (the scenario file of the origins).
#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace csv_form {
namespace {

constexpr std::string_view aliases[] = {"comma", "scenarios"};

constexpr FormatInfo info{
    .name = "csv",
    .aliases = aliases,
    .synopsis =
        "one board per line, its numbers separated by commas, no header (with a header: "
        "csv-table)",
    .example = "1,2,3,4,5,6,7,8,0\n",
};

bool detect(const Sample& sample) {
    return !sample.lines.empty() &&
           std::all_of(sample.lines.begin(), sample.lines.end(),
                       [](const TokenLine& line) { return line.commas && !line.brackets; });
}

/// A file with a header is a table, also when it is called csv.
Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    const bool table = csv_table.detect(Sample{text, options, {}, 0});
    return table ? csv_table.read(text, options) : read_lines(text, options);
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) text += tile_list(entry.board, ",") + "\n";
    return text;
}

}  // namespace
}  // namespace csv_form

constinit const Format csv{csv_form::info, csv_form::detect, csv_form::read, csv_form::write};

}  // namespace tessera::formats
