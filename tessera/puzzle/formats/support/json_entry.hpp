// One board as a JSON object, in both directions; shared by json and jsonl.
#pragma once

#include "tessera/base/json.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::formats {

using Json = nlohmann::ordered_json;

/// The JSON value in `characters`, which start on line `line` of the text.
Result<Json> parse_entry(const Text& text, std::string_view characters, std::size_t line);

/// An object with `start` (and perhaps size, goal, id, optimal), or just a list of tiles or of
/// rows.
Result<BoardEntry> entry_from_json(const Text& text, const Json& value, std::size_t line,
                                   const ReadOptions& options);

/// The object on one line; bytes in its id that are no UTF-8 are replaced.
std::string entry_to_json(const BoardEntry& entry);

}  // namespace tessera::formats
