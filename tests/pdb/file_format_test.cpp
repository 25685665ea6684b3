// The form of table files: what is written is read back, and no damage goes unnoticed or unnamed.
#include "tessera/pdb/file_format.hpp"

#include <algorithm>
#include <cstring>

#include "tessera/base/hash.hpp"
#include "tessera/pdb/placement_index.hpp"
#include "tests/pdb/pdb_testing.hpp"

namespace tessera::pdb {
namespace {

using pdb_testing::pattern_of;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TableHeader some_header() {
    return {pattern_of("_aa./aa../a.../....", {4, 4}, 0), 874'080, 109'440, 0x0123456789ABCDEFULL};
}
std::uint64_t file_bytes(const TableHeader& header) {
    return header_bytes + header.payload_bytes;
}

/// What read_header says of these bytes; empty when it finds nothing wrong.
std::string complaint(const HeaderBytes& bytes) {
    const auto header = read_header(bytes, file_bytes(some_header()));
    return header ? "" : header.error().message;
}

/// Bytes that say what they say with the right checksum.
HeaderBytes with_checksum(HeaderBytes bytes) {
    const std::uint64_t sum = checksum(std::span(bytes).first(header_bytes - 8));
    std::memcpy(bytes.data() + header_bytes - 8, &sum, sizeof sum);
    return bytes;
}

TEST(Checksum, HasThePublishedValuesOfXxh64) {
    EXPECT_EQ(checksum({}), 0xEF46DB3751D8E999ULL);
    EXPECT_EQ(checksum(bytes_of("a")), 0xD24EC4F1A98C6E5BULL);
    EXPECT_EQ(checksum(bytes_of("abc")), 0x44BC2CF5AD770999ULL);
    EXPECT_EQ(checksum(bytes_of("Nobody inspects the spammish repetition")), 0xFBCEA83C8A378BF1ULL);
}

TEST(Checksum, ChangesWithEveryBitAndEveryLength) {
    std::vector<std::byte> bytes(100);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37);
    std::vector<std::uint64_t> sums;
    for (std::size_t length = 0; length <= bytes.size(); ++length) {
        sums.push_back(checksum(std::span(bytes).first(length)));
    }
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        sums.push_back(checksum(bytes));
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    std::sort(sums.begin(), sums.end());
    EXPECT_EQ(std::adjacent_find(sums.begin(), sums.end()), sums.end());
}

TEST(FileFormat, WhatIsWrittenIsReadBack) {
    for (const Pattern& pattern :
         {pattern_of("_a/..", {2, 2}, 0), pattern_of("aaaa/aaaa/..../..._", {4, 4}, 15),
          pattern_of("aaaaa/a..../...../...../...._", {5, 5}, 24),
          pattern_of("a.a/._./..a", {3, 3}, 4)}) {
        const TableHeader header{pattern, 123, 4096, 42};
        const auto read = read_header(write_header(header), file_bytes(header));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, header);
        EXPECT_FALSE(check_pattern(*read, pattern));
    }
}

TEST(FileFormat, TheFirstBytesAreGolden) {
    // If this changes, every file anybody has is of another version: raise format_version.
    const HeaderBytes bytes = write_header(some_header());
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), 8);
    EXPECT_EQ(text, "\x89TSRPDB\n");
    EXPECT_EQ(header_bytes, 4096U);
    EXPECT_EQ(format_version, 1U);
}

TEST(FileFormat, EveryFlippedBitOfTheHeaderIsFound) {
    const HeaderBytes good = write_header(some_header());
    EXPECT_EQ(complaint(good), "");
    for (std::size_t byte = 0; byte < good.size(); ++byte) {
        for (const unsigned bit : {0U, 3U, 7U}) {
            HeaderBytes bytes = good;
            bytes[byte] ^= std::byte{1} << bit;
            const std::string found = complaint(bytes);
            ASSERT_NE(found, "") << "byte " << byte << " bit " << bit;
            if (byte < 8) {
                EXPECT_EQ(found, "is not a table of a pattern database");
            } else if (byte < 12 || byte >= 16) {
                EXPECT_EQ(found, "has a damaged header");
            } else {
                EXPECT_NE(found.find("version"), std::string::npos);
            }
        }
    }
}

TEST(FileFormat, TruncationIsFoundAtEveryLength) {
    const TableHeader header = some_header();
    const HeaderBytes good = write_header(header);
    for (std::size_t length = 0; length < good.size(); ++length) {
        const auto read = read_header(std::span(good).first(length), length);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().message.find(length == 0 ? "is not a table" : "is truncated"), 0U)
            << length;
    }
    for (const std::uint64_t missing : {1U, 8U, 4096U, 109'440U}) {
        const auto read = read_header(good, file_bytes(header) - missing);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().message.find("is truncated"), 0U);
        EXPECT_FALSE(read.error().hint.empty());
    }
    const auto longer = read_header(good, file_bytes(header) + 1);
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().message.find("is too long"), 0U);
}

TEST(FileFormat, ForeignByteOrderAndOtherVersionsAreNamed) {
    HeaderBytes foreign = write_header(some_header());
    std::reverse(foreign.begin() + 8, foreign.begin() + 12);
    std::reverse(foreign.begin() + 12, foreign.begin() + 16);
    EXPECT_EQ(complaint(with_checksum(foreign)),
              "was written on a machine with another byte order");
    for (const std::uint32_t version : {0U, 2U, 77U}) {
        HeaderBytes other = write_header(some_header());
        std::memcpy(other.data() + 12, &version, sizeof version);
        EXPECT_NE(complaint(with_checksum(other)).find(std::to_string(version)), std::string::npos);
    }
}

TEST(FileFormat, HeadersThatDescribeNoTableAreRefused) {
    struct Change {
        std::size_t offset;
        std::uint16_t value;
    };
    for (const Change change : {Change{16, 1},
                                {16, 50},
                                {18, 0},
                                {20, 16},
                                {22, 0},
                                {22, 9},
                                {24, 0},
                                {26, 1},
                                {32, 16},
                                {48, 1}}) {
        HeaderBytes bytes = write_header(some_header());
        std::memcpy(bytes.data() + change.offset, &change.value, sizeof change.value);
        EXPECT_NE(complaint(with_checksum(bytes)), "") << change.offset << ": " << change.value;
    }
}

TEST(FileFormat, OtherPatternsAndDamagedPayloadsAreNamed) {
    const auto other = check_pattern(some_header(), pattern_of("_a../..../..../....", {4, 4}, 0));
    ASSERT_TRUE(other);
    EXPECT_NE(other->message.find("another pattern"), std::string::npos);

    std::vector<std::byte> payload(1000, std::byte{5});
    TableHeader header = some_header();
    header.payload_bytes = payload.size();
    header.payload_checksum = checksum(payload);
    EXPECT_FALSE(check_payload(header, payload));
    for (std::size_t bit = 0; bit < payload.size() * 8; bit += 17) {
        payload[bit / 8] ^= std::byte{1} << (bit % 8);
        EXPECT_TRUE(check_payload(header, payload)) << bit;
        payload[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    EXPECT_TRUE(check_payload(header, std::span(payload).first(999)));
}

}  // namespace
}  // namespace tessera::pdb
