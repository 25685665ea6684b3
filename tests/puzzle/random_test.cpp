// The generator's sequence is a promise: a seed means the same board everywhere and for ever.
#include "tessera/puzzle/random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tessera {
namespace {

TEST(Random, ReferenceSequenceOfXoshiro256StarStar) {
    // From the authors' C code with state 1, 2, 3, 4.
    Random random(Random::State{1, 2, 3, 4});
    for (const std::uint64_t expected : {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL,
                                         1216172134540287360ULL, 607988272756665600ULL}) {
        EXPECT_EQ(random.next(), expected);
    }
}

TEST(Random, GoldenValuesOfSeeds) {
    // If these change, every seed anybody wrote down means another board.
    Random zero(0);
    EXPECT_EQ(zero.next(), 0x99ec5f36cb75f2b4ULL);
    EXPECT_EQ(zero.next(), 0xbf6e1f784956452aULL);
    Random seven(7);
    EXPECT_EQ(seven.next(), 0xb358faf74ef9765aULL);
    EXPECT_EQ(seven.below(1000), 285U);
    EXPECT_EQ(seven.below(1000), 859U);
}

TEST(Random, WorksAtCompileTime) {
    constexpr std::uint64_t value = [] {
        Random random(Random::State{1, 2, 3, 4});
        return random.next();
    }();
    static_assert(value == 11520);
}

TEST(Random, BelowIsUniformAndInRange) {
    Random random(42);
    std::vector<int> count(6, 0);
    constexpr int draws = 60000;
    for (int i = 0; i < draws; ++i) ++count.at(random.below(6));
    double chi_square = 0;
    for (const int c : count) chi_square += (c - 10000.0) * (c - 10000.0) / 10000.0;
    EXPECT_LT(chi_square, 20.5);  // five degrees of freedom, p = 0.001
    EXPECT_EQ(random.below(1), 0U);
    EXPECT_LT(random.below((std::uint64_t{1} << 63) + 1), (std::uint64_t{1} << 63) + 1);
}

}  // namespace
}  // namespace tessera
