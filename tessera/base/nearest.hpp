// Names as people type them: spelled in another way, or mistyped ("did you mean").
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// Whether a typed word is this name in another spelling. Case, `-`, `_` and spaces do not matter, `star` is `*`, and
/// the word may have `distance` at its end: `IDA_star` is `ida*`, `Manhattan distance` is `manhattan`.
bool same_name(std::string_view typed, std::string_view name);

/// The same name without the star that shells replace by the names of files: `ida*` is `idastar`.
std::string without_star(std::string_view name);

/// Returns the entry of `known` with the least edit distance to `wanted`, the first one if several are equal.
/// Case is ignored; `_` and a space count as `-`. Returns an empty text if no entry is near enough.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace tessera
