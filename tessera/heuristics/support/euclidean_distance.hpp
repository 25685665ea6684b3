// Straight-line distances as whole numbers of a fine grid, identical on every platform.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "tessera/heuristics/support/words.hpp"
#include "tessera/puzzle/geometry.hpp"

namespace tessera::heuristics {

/// floor(√number × 2^fraction_bits), one binary digit at a time.
///
/// The digits of the radicand enter two at a time; the remainder stays below 2·root + 1, so nothing
/// overflows as long as the result fits 62 bits.
constexpr std::int64_t fixed_point_sqrt(std::uint32_t number, int fraction_bits) {
    std::uint64_t root = 0;
    std::uint64_t remainder = 0;
    for (int pair = 15; pair >= -fraction_bits; --pair) {
        const std::uint64_t digits = pair >= 0 ? (number >> (2 * pair)) & 3U : 0U;
        remainder = (remainder << 2) | digits;
        const std::uint64_t trial = (root << 2) | 1U;
        root <<= 1;
        if (remainder >= trial) {
            remainder -= trial;
            root |= 1U;
        }
    }
    return static_cast<std::int64_t>(root);
}

static_assert(fixed_point_sqrt(25, 4) == 5 * 16);
static_assert(fixed_point_sqrt(2, 20) == 1'482'910);  // 1.41421356… × 2^20 = 1482910.4…

/// √(rows² + columns²) in units of 2^−28. That is fine enough for six decimals of any mean, and
/// coarse enough that the sum over a 100×100 board, every tile costing its number, fits 64 bits
/// (1.4·10^10 × 2^28 < 2^63).
struct EuclideanDistance {
    static constexpr int fraction_bits = 28;
    static constexpr std::int64_t scale = std::int64_t{1} << fraction_bits;

    static constexpr std::int64_t between(Geometry geometry, Cell a, Cell b) {
        const auto square = [](std::size_t x, std::size_t y) {
            const std::size_t apart = x < y ? y - x : x - y;
            return static_cast<std::uint32_t>(apart * apart);
        };
        return fixed_point_sqrt(
            square(geometry.row(a), geometry.row(b)) + square(geometry.col(a), geometry.col(b)),
            fraction_bits);
    }
    static std::string words(Geometry geometry, Cell a, Cell b) {
        return fmt::format("{} from its place: √({}² + {}²)", way_between(geometry, a, b),
                           apart(geometry.row(a), geometry.row(b)),
                           apart(geometry.col(a), geometry.col(b)));
    }
};

}  // namespace tessera::heuristics
