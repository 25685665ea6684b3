// jsonl: one JSON object per line.
#include <algorithm>

#include "tessera/puzzle/formats/format.hpp"
#include "tessera/puzzle/formats/support/json_entry.hpp"

namespace tessera::formats {
namespace jsonl_form {
namespace {

constexpr std::string_view aliases[] = {"ndjson", "json-lines"};

constexpr FormatInfo info{
    .name = "jsonl",
    .aliases = aliases,
    .synopsis = "one JSON object per line",
    .example = "{\"start\":[1,2,3,4,5,6,7,0,8]}\n{\"start\":[1,2,3,4,5,6,0,7,8]}\n",
};

/// Two lines that are objects each; a single object is json, as is one spread over several lines.
bool detect(const Sample& sample) {
    const std::vector<Line>& lines = sample.text.lines();
    return lines.size() >= 2 && std::all_of(lines.begin(), lines.begin() + 2, [](const Line& line) {
               const std::string_view object = trimmed(line.raw);
               return object.starts_with('{') && object.ends_with('}');
           });
}

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    ReadBoards result;
    for (const Line& line : text.lines()) {
        Result<Json> value = parse_entry(text, line.raw, line.number);
        if (!value.ok()) return value.error();
        Result<BoardEntry> entry = entry_from_json(text, *value, line.number, options);
        if (!entry.ok()) return entry.error();
        result.boards.push_back(std::move(*entry));
    }
    return result;
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) text += entry_to_json(entry) + "\n";
    return text;
}

}  // namespace
}  // namespace jsonl_form

constinit const Format jsonl{jsonl_form::info, jsonl_form::detect, jsonl_form::read,
                             jsonl_form::write};

}  // namespace tessera::formats
