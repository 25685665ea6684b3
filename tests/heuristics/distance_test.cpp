// Distances worked out by hand or with exact integers: straight lines, and the fewest moves that mend inversions.
#include <gtest/gtest.h>

#include <set>

#include "tessera/heuristics/euclidean.hpp"
#include "tessera/heuristics/euclidean_half.hpp"
#include "tessera/heuristics/gaschnig.hpp"
#include "tessera/heuristics/inversion_distance.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::distance_test {
namespace {

TEST(FixedPointSqrt, IsTheLargestNumberWhoseSquareFits) {
    constexpr int bits = 12;
    for (std::uint32_t number = 0; number <= 2 * 99 * 99; ++number) {
        const auto root = static_cast<std::uint64_t>(fixed_point_sqrt(number, bits));
        const std::uint64_t scaled = std::uint64_t{number} << (2 * bits);
        ASSERT_LE(root * root, scaled);
        ASSERT_GT((root + 1) * (root + 1), scaled);
    }
}

TEST(EuclideanHalf, IsExactlyHalfOfEuclidean) {
    using B = Board<3, 3>;
    const auto setup = unit_setup<B>(B::shape, make_cell(8));
    const auto whole = euclidean::Heuristic<B>::make(setup);
    const auto half = euclidean_half::Heuristic<B>::make(setup);
    const B board = board_of<B>(B::shape, {0, 8, 7, 6, 5, 4, 3, 2, 1});
    EXPECT_EQ(half->exact_value(half->evaluate(board)) * 2,
              whole->exact_value(whole->evaluate(board)));
}

TEST(InversionDistance, IsTheShortestWalkOfTheCountToZero) {
    for (const int length : {2, 3, 4, 5, 6}) {
        std::set<int> reached{0};
        std::set<int> seen{0};
        for (int moves = 0; moves < 8; ++moves) {
            std::set<int> next;
            for (const int count : reached) {
                if (count >= 0) {
                    EXPECT_EQ(
                        inversion_distance::fewest_moves(count, static_cast<std::size_t>(length)),
                        moves)
                        << count << " inversions, lines of " << length;
                }
                for (int change = 1 - length; change < length; change += 2) {
                    if (seen.insert(count + change).second) next.insert(count + change);
                }
            }
            reached = next;
        }
    }
}

TEST(Gaschnig, CountsJumpsToTheBlank) {
    using B = Board<3, 3>;
    const auto heuristic = gaschnig::Heuristic<B>::make(unit_setup<B>(B::shape, make_cell(8)));
    const auto h = [&](const std::vector<std::size_t>& numbers) {
        return heuristic->evaluate(board_of<B>(B::shape, numbers));
    };
    EXPECT_EQ(h({1, 2, 3, 4, 5, 6, 7, 0, 8}), 1);  // the blank in a cycle of two
    EXPECT_EQ(h({2, 1, 3, 4, 5, 6, 7, 8, 0}), 3);  // a cycle of two without the blank
    EXPECT_EQ(h({2, 1, 4, 3, 5, 6, 7, 0, 8}), 7);  // two of those and the first
    EXPECT_EQ(h({2, 3, 1, 4, 5, 6, 7, 8, 0}), 4);  // a cycle of three without the blank
}

}  // namespace
}  // namespace tessera::heuristics::testing::distance_test
