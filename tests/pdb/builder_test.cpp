// The builder: the same bits with any number of workers, a memory limit that holds, and an end when it is told.
#include "tessera/pdb/builder.hpp"

#include "tessera/backends/thread_executor.hpp"
#include "tessera/pdb/table_source.hpp"
#include "tests/pdb/pdb_testing.hpp"

namespace tessera::pdb {
namespace {

using pdb_testing::build;
using pdb_testing::pattern_of;

const Pattern five_tiles = pattern_of("_aa./aa../a.../....", {4, 4}, 0);

std::shared_ptr<const PlacementIndex> index_of(const Pattern& pattern) {
    return std::make_shared<const PlacementIndex>(pattern.geometry, pattern.tiles.size());
}

TEST(Builder, AnyNumberOfWorkersGivesTheSameBits) {
    for (const Pattern& pattern : {five_tiles, pattern_of("aaa./a.../a.._/....", {4, 4}, 11)}) {
        const SharedTable alone = build(pattern);
        ASSERT_NE(alone, nullptr);
        for (const std::size_t workers : {1U, 2U, 4U}) {
            backends::ThreadExecutor executor(workers);
            BuildObserver nobody;
            const auto table =
                build_table(pattern, index_of(pattern), executor, nobody, std::size_t{1} << 30);
            ASSERT_TRUE(table);
            EXPECT_TRUE(std::ranges::equal((*table)->words(), alone->words())) << workers;
        }
    }
}

/// Cancels after some reports, and counts what it is told.
class Cancelling final : public BuildObserver {
  public:
    explicit Cancelling(std::size_t reports) : left_(reports) {}
    void progress(const Pattern&, std::uint64_t done, std::uint64_t total) override {
        EXPECT_LE(done, total);
        EXPECT_GE(done, done_);
        done_ = done;
        if (left_ > 0) --left_;
    }
    bool cancelled() override { return left_ == 0; }
    std::uint64_t done() const { return done_; }

  private:
    std::size_t left_;
    std::uint64_t done_ = 0;
};

TEST(Builder, EndsWhenItIsCancelled) {
    for (const std::size_t workers : {1U, 3U}) {
        backends::ThreadExecutor executor(workers);
        // Of several, only one reports; how often, is a matter of how much the others did meanwhile.
        const std::vector<std::size_t> moments =
            workers == 1 ? std::vector<std::size_t>{1, 10, 100} : std::vector<std::size_t>{1};
        for (const std::size_t reports : moments) {
            Cancelling observer(reports);
            const auto table = build_table(five_tiles, index_of(five_tiles), executor, observer,
                                           std::size_t{1} << 30);
            ASSERT_FALSE(table);
            EXPECT_EQ(table.error().code, ErrorCode::interrupted);
        }
    }
}

TEST(Builder, ReportsEveryStateInTheEnd) {
    Executor alone;
    Cancelling observer(1'000'000'000);
    const auto index = index_of(five_tiles);
    ASSERT_TRUE(build_table(five_tiles, index, alone, observer, std::size_t{1} << 30));
    EXPECT_EQ(observer.done(), index->states());
}

TEST(Builder, KeepsToTheMemoryLimit) {
    Executor alone;
    BuildObserver nobody;
    const auto index = index_of(five_tiles);
    const BuildSize size = build_size(*index);
    EXPECT_EQ(size.states, index->states());
    EXPECT_GT(size.peak_bytes, size.table_bytes);
    const auto by_number = build_size(five_tiles.geometry, five_tiles.tiles.size());
    ASSERT_TRUE(by_number);
    EXPECT_EQ(by_number->states, size.states);
    EXPECT_EQ(by_number->peak_bytes, size.peak_bytes);
    const auto refused = build_table(five_tiles, index, alone, nobody, size.peak_bytes - 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
    EXPECT_FALSE(refused.error().hint.empty());
    const auto built = build_table(five_tiles, index, alone, nobody, size.peak_bytes);
    ASSERT_TRUE(built);
    EXPECT_EQ((*built)->bytes(), size.table_bytes);
}

TEST(Builder, RefusesWhatCanHaveNoTable) {
    for (const auto& [rows, cols, tiles] : {std::tuple{4, 4, 0}, {4, 4, 9}, {2, 2, 4}, {6, 6, 3}}) {
        const Geometry geometry{static_cast<std::uint16_t>(rows), static_cast<std::uint16_t>(cols)};
        const auto size = build_size(geometry, static_cast<std::size_t>(tiles));
        ASSERT_FALSE(size) << rows << "x" << cols << " " << tiles;
        EXPECT_EQ(size.error().code, ErrorCode::usage);
    }
}

TEST(MemoryTables, GiveTheSameTableAsLongAsSomebodyHoldsIt) {
    MemoryTables tables;
    BuildObserver nobody;
    EXPECT_FALSE(tables.at_hand(five_tiles));
    auto first = tables.table(five_tiles, std::size_t{1} << 30, nobody);
    ASSERT_TRUE(first);
    EXPECT_TRUE(tables.at_hand(five_tiles));
    const auto second = tables.table(five_tiles, 0, nobody);
    ASSERT_TRUE(second);
    EXPECT_EQ(*first, *second);
}

}  // namespace
}  // namespace tessera::pdb
