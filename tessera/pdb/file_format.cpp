// The format of a table file: a header that identifies the table, and checksums that detect any damage.
#include "tessera/pdb/file_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tessera/base/hash.hpp"
#include "tessera/pdb/placement_index.hpp"

namespace tessera::pdb {
namespace {

using Bytes = std::span<const std::byte>;

// The first byte is no text. Programs that "repair" line ends change the last one.
constexpr std::array<unsigned char, 8> magic{0x89, 'T', 'S', 'R', 'P', 'D', 'B', '\n'};
constexpr std::uint32_t byte_order_mark = 0x01020304;
constexpr std::uint32_t foreign_byte_order_mark = 0x04030201;

constexpr std::size_t byte_order_at = 8;
constexpr std::size_t version_at = 12;
constexpr std::size_t shape_at = 16;
constexpr std::size_t tiles_at = 24;
constexpr std::size_t numbers_at = 40;
constexpr std::size_t checksum_at = header_bytes - sizeof(std::uint64_t);

template <class T>
T get(Bytes bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}
template <class T>
void put(HeaderBytes& bytes, std::size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

Error damage(std::string what) {
    return input_error(std::move(what), "remove it, and it is built again when it is needed");
}

/// Whether a table of this shape with these tiles can exist.
bool makes_sense(const TableHeader& header) {
    const Pattern& pattern = header.pattern;
    const Geometry geometry = pattern.geometry;
    if (geometry.rows < 2 || geometry.cols < 2 || geometry.rows > largest_side ||
        geometry.cols > largest_side || geometry.cells() > most_cells) {
        return false;
    }
    const auto& tiles = pattern.tiles;
    return index(pattern.goal_blank) < geometry.cells() && tiles.size() < geometry.cells() &&
           index(tiles.front()) > 0 && index(tiles.back()) < geometry.cells() &&
           std::adjacent_find(tiles.begin(), tiles.end(), std::greater_equal<>()) == tiles.end() &&
           header.payload_bytes % sizeof(std::uint64_t) == 0 && header.payload_bytes != 0;
}

}  // namespace

HeaderBytes write_header(const TableHeader& header) {
    HeaderBytes bytes{};
    std::memcpy(bytes.data(), magic.data(), magic.size());
    put(bytes, byte_order_at, byte_order_mark);
    put(bytes, version_at, format_version);
    const Pattern& pattern = header.pattern;
    put(bytes, shape_at, pattern.geometry.rows);
    put(bytes, shape_at + 2, pattern.geometry.cols);
    put(bytes, shape_at + 4, pattern.goal_blank);
    put(bytes, shape_at + 6, static_cast<std::uint16_t>(pattern.tiles.size()));
    for (std::size_t i = 0; i < pattern.tiles.size(); ++i) {
        put(bytes, tiles_at + 2 * i, pattern.tiles[i]);
    }
    put(bytes, numbers_at, header.states);
    put(bytes, numbers_at + 8, header.payload_bytes);
    put(bytes, numbers_at + 16, header.payload_checksum);
    put(bytes, checksum_at, checksum(Bytes(bytes).first(checksum_at)));
    return bytes;
}

Result<TableHeader> read_header(Bytes bytes, std::uint64_t file_bytes) {
    const std::size_t compared = std::min(bytes.size(), magic.size());
    if (compared == 0 || std::memcmp(bytes.data(), magic.data(), compared) != 0) {
        return damage("is not a table of a pattern database");
    }
    if (bytes.size() < header_bytes) {
        return damage(fmt::format("is truncated: it has {} bytes, its header alone needs {}",
                                  bytes.size(), header_bytes));
    }
    const auto mark = get<std::uint32_t>(bytes, byte_order_at);
    if (mark == foreign_byte_order_mark) {
        return damage("was written on a machine with another byte order");
    }
    const auto version = get<std::uint32_t>(bytes, version_at);
    if (mark == byte_order_mark && version != format_version) {
        return damage(fmt::format("has version {} of the format, this program writes version {}",
                                  version, format_version));
    }
    const auto tile_count = get<std::uint16_t>(bytes, shape_at + 6);
    if (mark != byte_order_mark || tile_count < 1 || tile_count > most_tiles ||
        get<std::uint64_t>(bytes, checksum_at) != checksum(bytes.first(checksum_at))) {
        return damage("has a damaged header");
    }
    TableHeader header;
    header.pattern.geometry = {get<std::uint16_t>(bytes, shape_at),
                               get<std::uint16_t>(bytes, shape_at + 2)};
    header.pattern.goal_blank = get<Cell>(bytes, shape_at + 4);
    for (std::size_t i = 0; i < tile_count; ++i) {
        header.pattern.tiles.push_back(get<Tile>(bytes, tiles_at + 2 * i));
    }
    header.states = get<std::uint64_t>(bytes, numbers_at);
    header.payload_bytes = get<std::uint64_t>(bytes, numbers_at + 8);
    header.payload_checksum = get<std::uint64_t>(bytes, numbers_at + 16);
    if (!makes_sense(header)) return damage("has a header that describes no possible table");
    const std::uint64_t wanted = header_bytes + header.payload_bytes;
    if (file_bytes != wanted) {
        return damage(fmt::format("{}: it has {} bytes and should have {}",
                                  file_bytes < wanted ? "is truncated" : "is too long", file_bytes,
                                  wanted));
    }
    return header;
}

std::optional<Error> check_pattern(const TableHeader& header, const Pattern& pattern) {
    if (header.pattern == pattern) return std::nullopt;
    return damage(fmt::format("is the table of another pattern, {}", header.pattern.picture()));
}

std::optional<Error> check_payload(const TableHeader& header, Bytes payload) {
    if (payload.size() == header.payload_bytes && checksum(payload) == header.payload_checksum) {
        return std::nullopt;
    }
    return damage("is damaged: its content does not have the checksum it was written with");
}

}  // namespace tessera::pdb
