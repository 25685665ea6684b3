// The learned guide: every way to its values gives the same, to the bit, and damaged weights are refused.
#include "tessera/heuristics/learned.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/generate.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::learned_test {
namespace {

std::vector<std::uint8_t> bytes_of(const DynamicBoard& board) {
    std::vector<std::uint8_t> bytes;
    for (const Tile tile : board.tiles()) bytes.push_back(static_cast<std::uint8_t>(index(tile)));
    return bytes;
}

/// The board of canonical labels whose blank is on this cell.
DynamicBoard canonical_goal(Geometry geometry, std::size_t goal_blank) {
    std::vector<Tile> tiles;
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        tiles.push_back(goal_tile(make_cell(c), make_cell(goal_blank)));
    }
    return DynamicBoard::from_tiles(geometry, tiles);
}

/// Sizes with weights of their own, with the goal's blank in a corner, at an edge and inside.
struct Place {
    Geometry geometry;
    std::size_t goal_blank;
};
std::vector<Place> places() {
    std::vector<Place> all;
    for (const Geometry geometry : {Geometry{5, 5}, Geometry{6, 6}, Geometry{7, 7}}) {
        const std::size_t middle = geometry.cells() / 2;
        for (const std::size_t blank : {std::size_t{0}, geometry.cells() - 1, middle}) {
            all.push_back({geometry, blank});
        }
    }
    return all;
}

TEST(Learned, KernelsAndFollowersAgreeWithTheValueFromScratch) {
    for (const auto& [geometry, goal_blank] : places()) {
        const GuideWeights* weights = weights_for(geometry);
        ASSERT_NE(weights, nullptr);
        auto made = LocalNet::make(*weights, geometry, make_cell(goal_blank));
        LocalNet& net = *made;
        const DynamicBoard goal = canonical_goal(geometry, goal_blank);
        EXPECT_EQ(net.evaluate(bytes_of(goal)), 0);
        Random random(geometry.cells() + goal_blank);
        std::vector<NetKernel> kernels{net_changes_plain};
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx2")) kernels.push_back(net_changes_avx2);
#endif
        for (const NetKernel kernel : kernels) {
            net.set_kernel(kernel);
            LocalNet::Follower follower(net);
            // Boards that have nothing to do with each other, and then those of one way.
            DynamicBoard board = random_solvable(goal, random);
            for (int step = 0; step < 200; ++step) {
                if (step % 20 == 0) board = random_solvable(goal, random);
                std::vector<Slide> slides;
                for (const Move move : all_moves) {
                    if (!board.legal_moves().has(move)) continue;
                    const Cell from = board.neighbour(move);
                    slides.push_back({board.tile_at(from), from, board.blank(), move});
                }
                const auto bytes = bytes_of(board);
                std::copy(bytes.begin(), bytes.end(), follower.tiles());
                std::vector<std::int32_t> changes(slides.size());
                follower.changes(slides.data(), slides.size(), changes.data());
                const std::int32_t before = net.evaluate(bytes);
                for (std::size_t i = 0; i < slides.size(); ++i) {
                    DynamicBoard after = board;
                    after.slide(slides[i].move);
                    ASSERT_EQ(before + changes[i], net.evaluate(bytes_of(after)));
                    std::vector<std::uint8_t> padded = bytes;
                    padded.resize(LocalNet::most_cells);
                    ASSERT_EQ(changes[i], net.change(padded.data(), slides[i].tile, slides[i].from,
                                                     slides[i].to));
                }
                board.slide(slides[static_cast<std::size_t>(random.below(slides.size()))].move);
            }
        }
    }
}

TEST(Learned, SharesOfCellsAddUpToTheValue) {
    for (const auto& [geometry, goal_blank] : places()) {
        HeuristicSetup<DynamicBoard> setup =
            unit_setup<DynamicBoard>(geometry, make_cell(goal_blank));
        const auto learned = *learned::Heuristic<DynamicBoard>::make(setup);
        EXPECT_TRUE(learned.note().empty());
        EXPECT_TRUE(
            learned.weights().starts_with(fmt::format("{}x{} ", geometry.rows, geometry.cols)))
            << learned.weights();
        Random random(7);
        for (int i = 0; i < 10; ++i) {
            const DynamicBoard board =
                random_solvable(canonical_goal(geometry, goal_blank), random);
            const Explanation all = learned.explain(board);
            EXPECT_EQ(all.value, learned.exact_value(learned.evaluate(board)));
            double sum = 0.0;
            for (const Explanation& part : all.parts.front().parts) sum += part.value;
            EXPECT_EQ(sum, all.value);
        }
    }
}

TEST(Learned, IsSquaredDistanceWhereThereAreNoWeights) {
    for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 7}, Geometry{13, 13}}) {
        const auto setup = unit_setup<DynamicBoard>(geometry, make_cell(0));
        const auto learned = *learned::Heuristic<DynamicBoard>::make(setup);
        const auto squares = *squared_distance::Heuristic<DynamicBoard>::make(setup);
        EXPECT_FALSE(learned.note().empty());
        EXPECT_TRUE(learned.weights().empty());
        Random random(3);
        const DynamicBoard board = random_solvable(canonical_goal(geometry, 0), random);
        EXPECT_EQ(learned.value(learned.evaluate(board)), squares.value(squares.evaluate(board)));
    }
}

/// Every shipped file is read, one with a flipped bit anywhere or another length is not.
TEST(Learned, DamagedWeightsAreRefused) {
    ASSERT_FALSE(shipped_weights().empty());
    for (const ShippedWeights& shipped : shipped_weights()) {
        const auto whole = GuideWeights::read(shipped.name, shipped.bytes);
        ASSERT_TRUE(whole) << shipped.name;
        for (std::size_t at = 0; at < shipped.bytes.size(); at += 97) {
            std::string bytes(shipped.bytes);
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (at % 8)));
            const auto damaged = GuideWeights::read(shipped.name, bytes);
            ASSERT_FALSE(damaged) << shipped.name << ", byte " << at;
            EXPECT_EQ(damaged.error().code, ErrorCode::bad_input);
            EXPECT_NE(damaged.error().message.find(shipped.name), std::string::npos);
            EXPECT_FALSE(damaged.error().hint.empty());
        }
        for (const std::size_t length :
             {std::size_t{0}, std::size_t{7}, std::size_t{40}, shipped.bytes.size() - 1}) {
            EXPECT_FALSE(GuideWeights::read(shipped.name, shipped.bytes.substr(0, length)));
        }
        EXPECT_FALSE(GuideWeights::read(shipped.name, std::string(shipped.bytes) + "x"));
    }
}

}  // namespace
}  // namespace tessera::heuristics::testing::learned_test
