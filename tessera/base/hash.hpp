// The hash by which damage is found, and a content is told from another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tessera {

/// XXH64 with seed 0 (Collet 2014), reading words in this machine's byte order: about as fast as
/// memory, and any single flipped bit changes it.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace tessera
