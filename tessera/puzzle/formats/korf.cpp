// korf: the lines of Korf's tables: an index, the tiles, the optimal length and a node count; goal blank-first.
#include <fmt/format.h>

#include <algorithm>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"

namespace tessera::formats {
namespace korf_form {
namespace {

constexpr std::string_view aliases[] = {"korf15", "korf24", "hog2"};

constexpr FormatInfo info{
    .name = "korf",
    .aliases = aliases,
    .synopsis =
        "[index] tiles [optimal [nodes]] on a line; the goal is blank-first unless "
        "another is given",
    .example = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57 276361933\n",
};

bool detect(const Sample& sample) {
    return is_surrounded(sample);
}

/// What the numbers behind the tiles mean, and which goal the file names.
struct Columns {
    bool optimal = true;
    bool nodes = true;
    std::string_view goal = "blank-first";
};

/// A comment "# Columns: id, 16 tiles, optimal length, nodes" says what stands behind the tiles;
/// the first mention of "blank first" or "blank last" in the comments says which goal is meant.
Columns columns_of(const Text& text) {
    Columns columns;
    bool goal_known = false;
    for (const std::string_view comment : text.comments()) {
        const std::string words = lowered(comment);
        const std::size_t first_at = std::min(words.find("blank first"), words.find("blank-first"));
        const std::size_t last_at = std::min(words.find("blank last"), words.find("blank-last"));
        if (!goal_known && first_at != last_at) {
            columns.goal = first_at < last_at ? "blank-first" : "blank-last";
            goal_known = true;
        }
        if (words.find("columns:") == std::string::npos) continue;
        const std::size_t tiles = words.find("tiles");
        const std::size_t first = words.find(',', tiles);
        const std::size_t second = words.find(',', first == std::string::npos ? first : first + 1);
        const auto field_has = [&](std::size_t begin, std::size_t end, std::string_view word) {
            return begin != std::string::npos &&
                   words.substr(begin, end == std::string::npos ? end : end - begin).find(word) !=
                       std::string::npos;
        };
        columns.optimal = field_has(first, second, "optimal");
        columns.nodes = field_has(second, std::string::npos, "nodes");
    }
    return columns;
}

Result<BoardEntry> read_entry(const Text& text, const TokenLine& line, const ReadOptions& options,
                              const Columns& columns, std::optional<Window>& usual) {
    const std::optional<Window> found = find_window(line, options.size);
    if (found) usual = found;
    const bool guess = usual && usual->begin + usual->cells <= line.cells.size();
    const Window window = guess ? *usual : Window{0, line.cells.size()};
    const auto cells = std::span<const Token>(line.cells);
    Result<DynamicBoard> board =
        board_of_list(text, cells.subspan(window.begin, window.cells), options.size);
    if (!board.ok()) return board.error();

    BoardEntry entry;
    entry.board = std::move(*board);
    entry.line = line.line->number;
    entry.goal_name = std::string(columns.goal);
    if (window.begin > 0) entry.id = std::string(cells[0].text);
    const auto behind = cells.subspan(window.begin + window.cells);
    if (columns.optimal && !behind.empty() && all_digits(behind[0].text) &&
        behind[0].value < static_cast<std::uint64_t>(infinite_cost)) {
        entry.optimal = static_cast<Cost>(behind[0].value);
    }
    if (columns.nodes && behind.size() > 1 && all_digits(behind[1].text)) {
        entry.nodes = behind[1].value;
    }
    return entry;
}

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    ReadBoards result;
    const Columns columns = columns_of(text);
    std::optional<Window> usual;
    TokenLines lines(text);
    while (!lines.at_end()) {
        Result<std::optional<TokenLine>> line = lines.next();
        if (!line.ok()) return line.error();
        Result<BoardEntry> entry = read_entry(text, **line, options, columns, usual);
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
    }
    result.notes.push_back(fmt::format(
        "read as a table of boards in Korf's form, whose goal is {} unless another is given",
        columns.goal));
    return result;
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    std::size_t number = 0;
    for (const BoardEntry& entry : entries) {
        ++number;
        text += all_digits(entry.id) ? entry.id : fmt::to_string(number);
        text += fmt::format(" {}", tile_list(entry.board, " "));
        if (entry.optimal) text += fmt::format(" {}", *entry.optimal);
        if (entry.optimal && entry.nodes) text += fmt::format(" {}", *entry.nodes);
        text += "\n";
    }
    return text;
}

}  // namespace
}  // namespace korf_form

constinit const Format korf{korf_form::info, korf_form::detect, korf_form::read, korf_form::write};

}  // namespace tessera::formats
