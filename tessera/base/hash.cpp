// The hash by which damage is found, and a content is told from another.
// This folder is the lowest layer: text, numbers, JSON, hashing, errors and memory that every other folder may use.
#include "tessera/base/hash.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace tessera {
namespace {

using Bytes = std::span<const std::byte>;

template <class T>
T get(Bytes bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87ULL;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4FULL;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9ULL;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63ULL;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5ULL;

constexpr std::uint64_t mixed_in(std::uint64_t lane, std::uint64_t word) {
    return std::rotl(lane + word * prime2, 31) * prime1;
}

/// Runs the four lanes over all whole blocks of 32 bytes and returns them as one number.
std::uint64_t over_blocks(Bytes bytes) {
    std::array<std::uint64_t, 4> lanes{prime1 + prime2, prime2, 0, 0 - prime1};
    for (std::size_t at = 0; at + 32 <= bytes.size(); at += 32) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] = mixed_in(lanes[lane], get<std::uint64_t>(bytes, at + 8 * lane));
        }
    }
    std::uint64_t sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                        std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) sum = (sum ^ mixed_in(0, lane)) * prime1 + prime4;
    return sum;
}

}  // namespace

std::uint64_t checksum(Bytes bytes) {
    std::uint64_t sum = bytes.size() >= 32 ? over_blocks(bytes) : prime5;
    sum += bytes.size();
    Bytes rest = bytes.last(bytes.size() % 32);
    for (; rest.size() >= 8; rest = rest.subspan(8)) {
        sum = std::rotl(sum ^ mixed_in(0, get<std::uint64_t>(rest, 0)), 27) * prime1 + prime4;
    }
    for (; rest.size() >= 4; rest = rest.subspan(4)) {
        sum = std::rotl(sum ^ (get<std::uint32_t>(rest, 0) * prime1), 23) * prime2 + prime3;
    }
    for (; !rest.empty(); rest = rest.subspan(1)) {
        sum = std::rotl(sum ^ (std::to_integer<std::uint64_t>(rest[0]) * prime5), 11) * prime1;
    }
    sum = (sum ^ (sum >> 33)) * prime2;
    sum = (sum ^ (sum >> 29)) * prime3;
    return sum ^ (sum >> 32);
}

}  // namespace tessera
