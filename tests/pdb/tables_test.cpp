// Bit tables against the plain byte tables, and the property they live by: a slide changes a distance by one.
#include <set>

#include "tessera/pdb/check_entries.hpp"
#include "tessera/puzzle/random.hpp"
#include "tests/pdb/pdb_testing.hpp"

namespace tessera::pdb {
namespace {

using pdb_testing::build;
using pdb_testing::for_every_state;
using pdb_testing::pattern_of;

void expect_equal_tables(const Pattern& pattern) {
    const SharedTable bits = build(pattern);
    ASSERT_NE(bits, nullptr);
    const ByteTable bytes(pattern);
    std::uint64_t compared = 0;
    for_every_state(pattern.geometry, pattern.tiles.size(),
                    [&](const std::vector<Cell>& cells, Cell blank) {
                        const std::uint8_t expected = bytes.distance(cells, blank);
                        if (expected == ByteTable::unreached) return;
                        ++compared;
                        if (sanitized && compared % 10 != 0) return;
                        ASSERT_EQ(bits->distance(placement_of(cells), blank), Cost{expected})
                            << pattern.picture();
                    });
    EXPECT_GT(compared, 0U);
}

TEST(BitTable, EqualsTheByteTableOn3x3ForCornerEdgeAndCentre) {
    for (const std::size_t blank : fewer<std::size_t>({0, 1, 4, 8}, 1)) {
        for (const std::string_view name : {"4-4", "5-3", "3-3-2", "7-1"}) {
            const auto partition = parse_partition(name, {3, 3}, make_cell(blank));
            ASSERT_TRUE(partition);
            for (const Pattern& pattern : partition->patterns) expect_equal_tables(pattern);
        }
    }
}

TEST(BitTable, EqualsTheByteTableOnOblongBoards) {
    expect_equal_tables(pattern_of("aaa./a.../..._", {3, 4}, 11));
    expect_equal_tables(pattern_of("...a/.a_./a..a", {3, 4}, 6));
    expect_equal_tables(pattern_of("aa._/a.a.", {2, 4}, 3));
    expect_equal_tables(pattern_of("a./aa/._/.a", {4, 2}, 5));
}

TEST(BitTableInRelease, EqualsTheByteTableOfFourTilesOn4x4) {
    expect_equal_tables(pattern_of("_aa./aa../..../....", {4, 4}, 0));
}

TEST(SlowBitTable, EqualsTheByteTableOnASampleOfFiveTilesOn4x4) {
    const Pattern pattern = pattern_of("_..a/..aa/..aa/....", {4, 4}, 0);
    const SharedTable bits = build(pattern);
    ASSERT_NE(bits, nullptr);
    const ByteTable bytes(pattern);
    Random random(1);
    for (int i = 0; i < (sanitized ? 2'000 : 20'000); ++i) {
        std::vector<Cell> cells;
        for (std::size_t c = 0; c < 16; ++c) cells.push_back(make_cell(c));
        random.shuffle(std::span(cells));
        const Cell blank = cells.back();
        cells.resize(pattern.tiles.size());
        ASSERT_EQ(bits->distance(placement_of(cells), blank), Cost{bytes.distance(cells, blank)});
    }
}

TEST(BitTable, EverySlideChangesTheDistanceByOneAndOneBitTellsWhichWay) {
    for (const auto& [picture, geometry, blank] : {std::tuple{"_aa/a../...", Geometry{3, 3}, 0},
                                                   {"aa./a_./..a", Geometry{3, 3}, 4},
                                                   {"a.a./.a._/....", Geometry{3, 4}, 7}}) {
        const Pattern pattern = pattern_of(picture, geometry, static_cast<std::size_t>(blank));
        const SharedTable bits = build(pattern);
        ASSERT_NE(bits, nullptr);
        const ByteTable bytes(pattern);
        std::uint64_t slides = 0;
        for_every_state(geometry, pattern.tiles.size(), [&](std::vector<Cell> cells, Cell hole) {
            const Cost before = bytes.distance(cells, hole);
            for (std::size_t t = 0; t < cells.size(); ++t) {
                const Cell from = cells[t];
                if (geometry.manhattan(from, hole) != 1) continue;
                const Placement placement = placement_of(cells);
                cells[t] = hole;
                const Cost after = bytes.distance(cells, from);
                EXPECT_EQ(std::abs(after - before), 1);
                const Placement moved =
                    after_slide(placement, static_cast<unsigned>(t), from, hole);
                EXPECT_EQ(moved.cells, placement_of(cells).cells);
                EXPECT_EQ(moved.arrangement, placement_of(cells).arrangement);
                EXPECT_EQ(BitTable::follow(before, bits->bit(bits->position(moved, from))), after);
                cells[t] = from;
                ++slides;
            }
        });
        EXPECT_GT(slides, 1000U);
    }
}

TEST(PlainDistance, EqualsTheByteTable) {
    const Pattern pattern = pattern_of("_aa/a.a/...", {3, 3}, 0);
    const ByteTable bytes(pattern);
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        std::vector<Cell> cells;
        for (std::size_t c = 0; c < 9; ++c) cells.push_back(make_cell(c));
        random.shuffle(std::span(cells));
        const Cell blank = cells.back();
        cells.resize(pattern.tiles.size());
        EXPECT_EQ(plain_distance(pattern, cells, blank, 100'000),
                  Cost{bytes.distance(cells, blank)});
    }
}

/// Two tiles exchanged and nothing else: parity, where every tile is in the pattern.
TEST(PlainDistance, IsInfiniteWhereNoMovesLeadToTheGoal) {
    const Pattern pattern = pattern_of("_a/aa", {2, 2}, 0);
    std::vector<Cell> cells{make_cell(1), make_cell(2), make_cell(3)};
    EXPECT_EQ(plain_distance(pattern, cells, make_cell(0), 1000), 0);
    std::swap(cells[0], cells[1]);
    EXPECT_EQ(plain_distance(pattern, cells, make_cell(0), 1000), infinite_cost);
    EXPECT_EQ(plain_distance(pattern, cells, make_cell(0), 3), std::nullopt) << "out of memory";
}

TEST(CheckEntries, PassesGoodTablesAndFindsAWrongBit) {
    const auto never = [] { return false; };
    for (const std::string_view picture : {"_aa/a../...", "_aa/aaa/aa.", "_aa/aaa/aaa"}) {
        const Pattern pattern = pattern_of(picture, {3, 3}, 0);
        const SharedTable table = build(pattern);
        ASSERT_NE(table, nullptr);
        const EntryCheck good = check_entries(*table, 1, 50, 200'000, never);
        EXPECT_EQ(good.fault, "") << picture;
        EXPECT_EQ(good.entries, 50U);
        EXPECT_EQ(good.recomputed, 50U);
    }
    const SharedTable table = build(pattern_of("_aa/a../...", {3, 3}, 0));
    std::vector<std::uint64_t> words(table->words().begin(), table->words().end());
    for (std::uint64_t& word : words) word ^= 0x0101010101010101ULL;  // one bit in eight
    const BitTable wrong(table->pattern(), table->shared_index(), words, nullptr);
    EXPECT_NE(check_entries(wrong, 1, 50, 100'000, never).fault, "");
}

/// An entry and those nearer than it, all wrong alike: seen from there, only the plain search tells.
TEST(CheckEntries, NamesEachKindOfFault) {
    const auto never = [] { return false; };
    const Geometry geometry{3, 3};
    const Pattern pattern = pattern_of("_a./a../...", geometry, 0);
    const SharedTable table = build(pattern);
    ASSERT_NE(table, nullptr);
    const ByteTable bytes(pattern);
    bool endless = false;
    bool uneven = false;
    bool untrue = false;
    for_every_state(geometry, pattern.tiles.size(), [&](std::vector<Cell> cells, Cell blank) {
        if (endless && uneven && untrue) return;
        const Cost distance = bytes.distance(cells, blank);
        const Placement placement = placement_of(cells);
        const std::size_t here = table->position(placement, blank);
        std::set<std::size_t> wrong{here};
        for (Cell& cell : cells) {
            const Cell from = cell;
            for (const Move move : all_moves) {
                if (!geometry.legal_moves(from).has(move)) continue;
                const Cell to = geometry.neighbour(from, move);
                if ((placement.cells & bit_of(to)) != 0) continue;
                if (table->position(placement, to) != here) continue;  // not in the blank's region
                cell = to;
                if (bytes.distance(cells, from) < distance) {
                    wrong.insert(table->position(placement_of(cells), from));
                }
                cell = from;
            }
        }
        std::vector<std::uint64_t> words(table->words().begin(), table->words().end());
        for (const std::size_t at : wrong) words[at / 64] ^= std::uint64_t{1} << (at % 64);
        const BitTable damaged(pattern, table->shared_index(), words, nullptr);
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const std::string fault = check_entries(damaged, seed, 1, 10'000, never).fault;
            endless |= fault.ends_with("does not end");
            uneven |= fault.starts_with("one slide from tile ");
            untrue |= fault.find(", the table says ") != std::string::npos;
        }
    });
    EXPECT_TRUE(endless);
    EXPECT_TRUE(uneven);
    EXPECT_TRUE(untrue);
}

}  // namespace
}  // namespace tessera::pdb
