// Other people's boards, which are never part of the program: where they lie, and reading them.
#include "external_boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tessera::bench {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// What stands behind the index and the tiles.
std::vector<std::string> columns_behind(const std::string& line, std::size_t cells) {
    std::istringstream stream(line);
    std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    const std::size_t used = std::min(words.size(), cells + 1);
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(used));
    return words;
}

}  // namespace

std::filesystem::path external_path(std::string_view file) {
    const char* const folder = std::getenv("TESSERA_DATA");
    return std::filesystem::path(folder != nullptr ? folder : "../shared/data/external") / file;
}

Result<std::vector<ExternalBoard>> external_boards(std::string_view file) {
    const std::filesystem::path path = external_path(file);
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    if (!stream.is_open() || text.empty()) {
        return input_error(fmt::format("cannot read {}", path.string()),
                           "these boards are other people's and not part of the program; run it in "
                           "the project's folder, or name theirs in TESSERA_DATA");
    }
    ReadOptions options;
    options.format = "korf";
    const std::string source = path.string();
    options.source = source;
    auto read = read_boards(text, options);
    if (!read) return read.error();
    const std::vector<std::string> lines = lines_of(text);
    std::vector<ExternalBoard> boards;
    for (BoardEntry& entry : read->boards) {
        auto columns = columns_behind(lines[entry.line - 1], entry.board.geometry().cells());
        boards.push_back({std::move(entry), std::move(columns)});
    }
    return boards;
}

}  // namespace tessera::bench
