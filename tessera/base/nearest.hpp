// "Did you mean": finds the known name that is nearest to a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace tessera {

/// Returns the entry of `known` with the least edit distance to `wanted`, the first one if several are equal.
/// Case is ignored; `_` and a space count as `-`. Returns an empty text if no entry is near enough.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace tessera
