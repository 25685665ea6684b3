// Takes fewer cases under sanitizers, which are slow: they check how it is done, the release build checks the results.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

namespace tessera {

#if defined(TESSERA_SANITIZED)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// All of them; under sanitizers the last `kept`.
template <class T>
std::vector<T> fewer(std::vector<T> all, std::size_t kept) {
    if (!sanitized || all.size() <= kept) return all;
    return {std::prev(all.end(), static_cast<std::ptrdiff_t>(kept)), all.end()};
}

}  // namespace tessera
