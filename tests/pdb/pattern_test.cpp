// Patterns and partitions: reading and drawing them, and the one table that stands for all images of a pattern.
#include "tessera/pdb/pattern.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tessera/pdb/placement_index.hpp"

namespace tessera::pdb {
namespace {

constexpr Geometry sizes[] = {{2, 3}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {4, 5}, {5, 5}};

TEST(Pattern, PicturesAreReadAsTheyAreDrawn) {
    for (const std::string text : {"aab/a.b/bb_", "_aa/bbb/ccc", "abc/d_e/f.."}) {
        const Cell blank = make_cell(text.find('_') - text.find('_') / 4);
        const auto partition = parse_partition(text, {3, 3}, blank);
        ASSERT_TRUE(partition) << text;
        EXPECT_EQ(picture(*partition), text);
        EXPECT_EQ(partition->name, text);
    }
    const auto partition = parse_partition("xx../xx../..../..._", {4, 4}, make_cell(15));
    ASSERT_TRUE(partition);
    EXPECT_EQ(partition->patterns.front().tiles,
              (std::vector<Tile>{Tile{1}, Tile{2}, Tile{5}, Tile{6}}));
    EXPECT_EQ(partition->patterns.front().picture(), "xx../xx../..../..._");
}

TEST(Pattern, WrongPicturesAndSizesAreUsageErrorsWithAWayOut) {
    for (const std::string_view text :
         {"7-9", "16", "0-8", "7-", "-", "", "7_8", "aabb/aabb", "aabb/aabb/aacc/bccc",
          "_abb/aabb/aacc/bcc_", "aabb/aabb/aacc/bc?_", "..../..../..../..._",
          "aabbaabb/aaccbcc_"}) {
        const auto partition = parse_partition(text, {4, 4}, make_cell(15));
        ASSERT_FALSE(partition) << text;
        EXPECT_EQ(partition.error().code, ErrorCode::usage) << text;
        EXPECT_FALSE(partition.error().hint.empty()) << text;
    }
}

TEST(Pattern, EveryNamedPartitionHoldsEveryTileOnceForEveryGoal) {
    for (const Geometry geometry : sizes) {
        ASSERT_FALSE(partition_names(geometry).empty());
        for (const std::string& name : partition_names(geometry)) {
            for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
                const auto partition = parse_partition(name, geometry, make_cell(blank));
                ASSERT_TRUE(partition) << name;
                std::set<Tile> seen;
                std::size_t tiles = 0;
                for (const Pattern& pattern : partition->patterns) {
                    seen.insert(pattern.tiles.begin(), pattern.tiles.end());
                    tiles += pattern.tiles.size();
                    EXPECT_LE(pattern.tiles.size(), most_tiles);
                    EXPECT_EQ(index(pattern.goal_blank), blank);
                }
                EXPECT_EQ(tiles, geometry.cells() - 1) << name;
                EXPECT_EQ(seen.size(), tiles) << name;
                EXPECT_FALSE(seen.contains(blank_tile));
            }
        }
    }
}

TEST(Symmetries, ArePermutationsThatKeepNeighbours) {
    for (const Geometry geometry : sizes) {
        const auto all = symmetries(geometry);
        EXPECT_EQ(all.size(), geometry.rows == geometry.cols ? 8U : 4U);
        std::set<std::vector<Cell>> different;
        for (const Symmetry& symmetry : all) {
            different.insert(symmetry.cell);
            EXPECT_EQ(std::set<Cell>(symmetry.cell.begin(), symmetry.cell.end()).size(),
                      geometry.cells());
            for (std::size_t a = 0; a < geometry.cells(); ++a) {
                for (std::size_t b = 0; b < geometry.cells(); ++b) {
                    EXPECT_EQ(geometry.manhattan(make_cell(a), make_cell(b)),
                              geometry.manhattan(symmetry(make_cell(a)), symmetry(make_cell(b))));
                }
            }
        }
        EXPECT_EQ(different.size(), all.size());
    }
}

TEST(Normalise, AllImagesHaveOneNormalFormAndTheSymmetryLeadsThere) {
    for (const Geometry geometry : sizes) {
        for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
            for (const std::string& name : partition_names(geometry)) {
                const auto partition = parse_partition(name, geometry, make_cell(blank));
                ASSERT_TRUE(partition);
                for (const Pattern& pattern : partition->patterns) {
                    const Normalised normal = normalise(pattern);
                    EXPECT_EQ(image(pattern, normal.symmetry), normal.pattern);
                    EXPECT_EQ(normalise(normal.pattern).pattern, normal.pattern);
                    for (const Symmetry& symmetry : symmetries(geometry)) {
                        EXPECT_EQ(normalise(image(pattern, symmetry)).pattern, normal.pattern);
                    }
                }
            }
        }
    }
}

TEST(Normalise, CornersShareTheirTables) {
    std::set<std::string> pictures;
    for (const std::size_t corner : {0U, 3U, 12U, 15U}) {
        const auto partition = parse_partition("7-8", {4, 4}, make_cell(corner));
        ASSERT_TRUE(partition);
        for (const Pattern& pattern : partition->patterns) {
            pictures.insert(normalise(pattern).pattern.picture());
        }
    }
    EXPECT_EQ(pictures.size(), 2U);
}

}  // namespace
}  // namespace tessera::pdb
