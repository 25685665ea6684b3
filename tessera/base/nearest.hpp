// "Did you mean": the known name nearest to what somebody typed.
#pragma once

#include <span>
#include <string_view>

namespace tessera {

/// The entry of `known` nearest to `wanted` by edit distance (case ignored, `_` and a space count
/// as `-`), the first of equals; empty when nothing is near enough to be a likely slip.
std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known);

}  // namespace tessera
