// Amounts as people write them, on the command line and in suites: times and memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace tessera::lab {

/// "30s", "500ms", "2m", "1h" or plain seconds; nothing if it is anything else.
std::optional<std::chrono::nanoseconds> duration_of(const std::string& text);
/// "4G", "512M", "1.5GiB" or plain bytes; nothing if it is anything else.
std::optional<std::size_t> memory_of(const std::string& text);

}  // namespace tessera::lab
