// json: an object per board, or an array of them.
#include "tessera/puzzle/formats/format.hpp"
#include "tessera/puzzle/formats/support/json_entry.hpp"

namespace tessera::formats {
namespace json_form {
namespace {

constexpr std::string_view aliases[] = {"js"};

constexpr FormatInfo info{
    .name = "json",
    .aliases = aliases,
    .synopsis =
        "an object with start and perhaps size, goal (a name or tiles), id and optimal; or "
        "an array of them",
    .example = "{\"size\":[2,3],\"start\":[1,2,3,4,0,5],\"goal\":\"blank-last\",\"id\":\"easy\"}\n",
};

constexpr std::string_view white = " \t\r\n";

/// An object opens with {" or {}, an array of objects with [{; other brackets are lists of numbers.
bool detect(const Sample& sample) {
    const std::string_view all = sample.text.characters();
    const std::size_t first = all.find_first_not_of(white);
    if (first == std::string_view::npos) return false;
    const std::size_t second = all.find_first_not_of(white, first + 1);
    const char next = second == std::string_view::npos ? ' ' : all[second];
    return (all[first] == '{' && (next == '"' || next == '}')) ||
           (all[first] == '[' && next == '{');
}

/// The lines on which the elements of the outermost array begin.
std::vector<std::size_t> element_lines(std::string_view characters) {
    std::vector<std::size_t> lines;
    std::size_t line = 1;
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const char c = characters[i];
        if (c == '\n') ++line;
        if (quoted) {
            if (c == '\\') ++i;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (depth++ == 1) lines.push_back(line);
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return lines;
}

/// An array whose elements are boards, not the tiles or rows of one.
bool is_list_of_boards(const Json& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    Result<Json> value = parse_entry(text, text.characters(), 1);
    if (!value.ok()) return value.error();
    ReadBoards result;
    if (!is_list_of_boards(*value)) {
        Result<BoardEntry> entry = entry_from_json(text, *value, text.lines()[0].number, options);
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
        return result;
    }
    const std::vector<std::size_t> lines = element_lines(text.characters());
    std::size_t next = 0;
    for (const Json& element : *value) {
        const std::size_t line = next < lines.size() ? lines[next++] : 0;
        Result<BoardEntry> entry = entry_from_json(text, element, line, options);
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
    }
    return result;
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    if (entries.size() == 1) return entry_to_json(entries[0]) + "\n";
    std::string text = "[";
    for (const BoardEntry& entry : entries) {
        if (text.size() > 1) text += ",\n ";
        text += entry_to_json(entry);
    }
    return text + "]\n";
}

}  // namespace
}  // namespace json_form

constinit const Format json{json_form::info, json_form::detect, json_form::read, json_form::write};

}  // namespace tessera::formats
