// What the checks of certificates share: a fault with its place, and comparing what is said with what is.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tessera/certificates/certificate_check.hpp"

namespace tessera::certificate_faults {

/// Nothing: all is as it should be.
using Fault = std::optional<CertificateFault>;

inline CertificateFault fault_at(std::string_view pointer, std::string message) {
    return {std::string(pointer), std::move(message)};
}

/// Nothing if it is as it should be.
template <class Said, class Is>
Fault compare(std::string_view pointer, const Said& said, const Is& is, std::string_view why) {
    bool equal = false;
    if constexpr (std::is_integral_v<Said> && std::is_integral_v<Is> &&
                  !std::is_same_v<Said, bool>) {
        equal = std::cmp_equal(said, is);
    } else {
        equal = said == is;
    }
    if (equal) return std::nullopt;
    return fault_at(pointer, fmt::format("is {}, expected {}: {}", said, is, why));
}

/// Whether a search ended so because of something that was not its own doing.
inline bool is_limit(Status status) {
    return status == Status::time_limit || status == Status::memory_limit ||
           status == Status::node_limit || status == Status::interrupted;
}

}  // namespace tessera::certificate_faults
