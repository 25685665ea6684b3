// The twin of a card's building of tables in plain C++: the words of the cores' builder.
// home: release
#include "tessera/backends/cuda/table_plan.hpp"
#include "tests/pdb/pdb_testing.hpp"

namespace tessera::cuda_table_test {
namespace {

using namespace pdb_testing;

void expect_same_words(Geometry geometry, std::size_t goal_blank, std::string_view picture) {
    SCOPED_TRACE(picture);
    const pdb::Pattern pattern = pattern_of(picture, geometry, goal_blank);
    const auto plan = cuda::TablePlan::make(geometry, pattern.tiles.size());
    ASSERT_TRUE(plan);
    cuda::PlainTableMachine machine;
    std::vector<std::uint64_t> words;
    std::uint64_t last = 0;
    EXPECT_EQ(machine.build(
                  *plan, (*plan)->goal_bit(pattern),
                  [&](std::uint64_t done) {
                      EXPECT_GE(done, last);
                      last = done;
                      return true;
                  },
                  words),
              "");
    const pdb::SharedTable table = build(pattern);
    ASSERT_NE(table, nullptr);
    // A pattern that covers the board reaches half of them.
    EXPECT_EQ(last, table->index().states() / (pattern.tiles.size() == 8 ? 2 : 1));
    EXPECT_TRUE(
        std::equal(words.begin(), words.end(), table->words().begin(), table->words().end()));
}

TEST(CudaTable, HasTheWordsOfTheCores) {
    expect_same_words({3, 3}, 8, "aaa/a../.._");
    expect_same_words({3, 3}, 0, "_aa/a../aaa");
    expect_same_words({3, 3}, 4, "aaa/a_a/aaa");
    expect_same_words({2, 4}, 7, "aaaa/..._");
    expect_same_words({4, 4}, 15, "aaaa/a.../..../..._");
    expect_same_words({4, 4}, 0, "_a../a..a/a.../....");
    expect_same_words({3, 5}, 14, "aaaaa/...../...._");
    expect_same_words({5, 5}, 24, "aa.../aa.../...../...../...._");
}

TEST(CudaTable, CanBeInterrupted) {
    const pdb::Pattern pattern = pattern_of("aaaa/..../..../..._", {4, 4}, 15);
    const auto plan = cuda::TablePlan::make(pattern.geometry, pattern.tiles.size());
    ASSERT_TRUE(plan);
    cuda::PlainTableMachine machine;
    std::vector<std::uint64_t> words;
    int levels = 0;
    EXPECT_EQ(
        machine.build(
            *plan, (*plan)->goal_bit(pattern), [&](std::uint64_t) { return ++levels < 5; }, words),
        "");
    EXPECT_EQ(levels, 5);
    EXPECT_TRUE(words.empty());
}

TEST(CudaTable, ThereIsNoneOfNineTiles) {
    EXPECT_FALSE(cuda::TablePlan::make({4, 4}, 9));
    EXPECT_FALSE(cuda::TablePlan::make({6, 6}, 3));
}

}  // namespace
}  // namespace tessera::cuda_table_test
