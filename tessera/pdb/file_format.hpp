// The format of a table file: a header that identifies the table, and checksums that detect any damage.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tessera/pdb/pattern.hpp"

namespace tessera::pdb {

/// A file is one header of `header_bytes`, then the table's words in the byte order of the machine that wrote
/// it. So they can be mapped into memory and used as they are (the header is as long as a page). Readers check
/// in this order: magic, byte order, version, checksum of the header, meaning of the header, length of the
/// file. The payload's checksum is checked separately, because that means reading everything.
///
/// | offset | bytes | |
/// |---|---|---|
/// | 0 | 8 | magic |
/// | 8 | 4 | byte-order mark, 0x01020304 |
/// | 12 | 4 | format version |
/// | 16 | 2 each | rows, columns, cell of the goal's blank, number of tiles |
/// | 24 | 2 × 8 | the tiles, ascending; 0 where there are fewer |
/// | 40 | 8 each | states, bytes of payload, checksum of payload |
/// | 4088 | 8 | checksum of the 4088 bytes before; all bytes not named here are 0 |
inline constexpr std::size_t header_bytes = 4096;
inline constexpr std::uint32_t format_version = 1;

struct TableHeader {
    Pattern pattern;  ///< normalised
    std::uint64_t states = 0;
    std::uint64_t payload_bytes = 0;
    std::uint64_t payload_checksum = 0;

    bool operator==(const TableHeader&) const = default;
};

using HeaderBytes = std::array<std::byte, header_bytes>;

HeaderBytes write_header(const TableHeader& header);

/// The header at the beginning of a file of `file_bytes` bytes; `bytes` are its first ones, all
/// of them or at least `header_bytes`. The error's message says what is wrong with the file, without
/// its name: "is not a table of pattern databases", "is truncated: …".
Result<TableHeader> read_header(std::span<const std::byte> bytes, std::uint64_t file_bytes);

/// An error if the header is not that of `pattern`'s table.
std::optional<Error> check_pattern(const TableHeader& header, const Pattern& pattern);

/// An error if the payload's checksum is not the one in the header.
std::optional<Error> check_payload(const TableHeader& header, std::span<const std::byte> payload);

}  // namespace tessera::pdb
