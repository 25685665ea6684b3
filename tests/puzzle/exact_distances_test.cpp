// Exact distances: histograms equal the reference data, ranks are a bijection, neighbours differ by one.
#include "tessera/puzzle/exact_distances.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

constexpr std::size_t no_limit = std::size_t{1} << 31;

struct Reference {
    Geometry geometry;
    Cell goal_blank;
    std::vector<std::uint64_t> histogram;
};

/// data/own/distances-small.csv: board,columns,rows,goal,depth,states.
std::map<std::string, Reference> references() {
    std::ifstream file(std::string(TESSERA_SOURCE_DIR) + "/data/own/distances-small.csv");
    std::map<std::string, Reference> result;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#') || line.starts_with("board")) continue;
        std::istringstream cells(line);
        std::vector<std::string> fields;
        for (std::string field; std::getline(cells, field, ',');) fields.push_back(field);
        const Geometry geometry{static_cast<std::uint16_t>(std::stoul(fields[2])),
                                static_cast<std::uint16_t>(std::stoul(fields[1]))};
        Reference& entry = result[fields[0] + " " + fields[3]];
        entry.geometry = geometry;
        const std::size_t last = geometry.cells() - 1;
        entry.goal_blank = make_cell(fields[3] == "blank-last"    ? last
                                     : fields[3] == "blank-first" ? 0
                                                                  : last / 2);
        EXPECT_EQ(entry.histogram.size(), std::stoul(fields[4]));
        entry.histogram.push_back(std::stoull(fields[5]));
    }
    return result;
}

void expect_reference_histograms(bool twelve_cells) {
    const auto all = references();
    ASSERT_EQ(all.size(), 19U);
    for (const auto& [name, reference] : all) {
        if ((reference.geometry.cells() == 12) != twelve_cells) continue;
        const auto table =
            ExactDistances::build(reference.geometry, reference.goal_blank, no_limit);
        ASSERT_TRUE(table.ok()) << name;
        EXPECT_EQ(table->histogram(), reference.histogram) << name;
    }
}

TEST(ExactDistances, HistogramsEqualTheReferenceData) {
    expect_reference_histograms(false);
}

TEST(LongExactDistances, HistogramsOfTwelveCellsEqualTheReferenceData) {
    expect_reference_histograms(true);
}

TEST(ExactDistances, RanksAreABijectionAndNeighboursDifferByOne) {
    for (const Geometry geometry :
         {Geometry{2, 3}, Geometry{3, 2}, Geometry{2, 4}, Geometry{3, 3}}) {
        for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
            const auto table = ExactDistances::build(geometry, make_cell(blank), no_limit);
            ASSERT_TRUE(table.ok());
            EXPECT_EQ(table->distance(canonical_goal<DynamicBoard>(geometry, make_cell(blank))), 0);
            const std::uint64_t step = geometry.cells() > 8 ? 97 : 1;
            for (std::uint64_t rank = 0; rank < table->states(); rank += step) {
                DynamicBoard board = table->unrank(rank);
                ASSERT_EQ(table->rank(board), rank);
                const int distance = table->distance_by_rank(rank);
                bool closer = distance == 0;
                for (const Move move : all_moves) {
                    if (!board.legal_moves().has(move)) continue;
                    board.slide(move);
                    const int other = table->distance(board);
                    ASSERT_EQ(std::abs(other - distance), 1);
                    closer = closer || other < distance;
                    board.slide(opposite(move));
                }
                ASSERT_TRUE(closer);
            }
        }
    }
}

TEST(ExactDistances, StateIndexRoundTripsOnTwelveCells) {
    const Geometry geometry{3, 4};
    const StateIndex<12> states(geometry, Cell{7});
    static_assert(StateIndex<12>::states == 239'500'800);
    Random random(12);
    std::array<std::uint8_t, 12> tiles{};
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t rank = random.below(StateIndex<12>::states);
        states.unrank(rank, tiles.data());
        ASSERT_EQ(states.rank(tiles.data()), rank);
    }
}

TEST(ExactDistances, RandomStateAtADistance) {
    const auto table = ExactDistances::build({3, 3}, Cell{8}, no_limit);
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(table->largest_distance(), 31);
    Random random(1);
    for (int d = 0; d <= 31; ++d) {
        const Result<DynamicBoard> board = table->random_at(d, random);
        ASSERT_TRUE(board.ok());
        EXPECT_EQ(table->distance(*board), d);
    }
    std::map<std::vector<Tile>, int> hardest;
    for (int i = 0; i < 64; ++i) ++hardest[tiles_of(*table->random_at(31, random))];
    EXPECT_EQ(hardest.size(), 2U);
    EXPECT_EQ(table->random_at(32, random).error().code, ErrorCode::usage);
    EXPECT_EQ(table->random_at(-1, random).error().code, ErrorCode::usage);
}

TEST(ExactDistances, RefusesWhatIsTooLarge) {
    const auto large = ExactDistances::build({4, 4}, Cell{15}, no_limit);
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(large.error().code, ErrorCode::usage);
    const auto memory = ExactDistances::build({3, 3}, Cell{8}, 100'000);
    ASSERT_FALSE(memory.ok());
    EXPECT_EQ(memory.error().code, ErrorCode::memory_limit);
    EXPECT_EQ(ExactDistances::bytes_needed({3, 4}), 239'500'800U);
    EXPECT_EQ(ExactDistances::bytes_needed({3, 5}), 0U);
}

TEST(ExactDistances, ProgressCanStopTheConstruction) {
    int calls = 0;
    const auto stopped =
        ExactDistances::build({3, 3}, Cell{8}, no_limit, [&](int depth, std::uint64_t) {
            ++calls;
            return depth < 5;
        });
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, ErrorCode::interrupted);
    EXPECT_EQ(calls, 6);
}

}  // namespace
}  // namespace tessera
