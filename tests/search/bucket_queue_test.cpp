// The bucket queue against std::priority_queue, and its memory against the monitor's account.
#include "tessera/search/support/bucket_queue.hpp"

#include <optional>
#include <queue>
#include <tuple>

#include "tests/search/search_testing.hpp"

namespace tessera::bucket_queue_test {
namespace {

using namespace search_testing;
using search::BucketQueue;
using search::NodeId;
using search_testing::Random;

/// Smallest first key, then smallest second key, then the one put in last: the largest of these
/// triples negated.
using Entry = std::tuple<Cost, Cost, std::int64_t>;

TEST(BucketQueue, TakesOutInTheOrderOfAPriorityQueue) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = std::size_t{1} << 30;
    Monitor monitor(limits, observer);
    {
        BucketQueue<> queue(monitor, 60);
        std::priority_queue<Entry> oracle;
        Random random(7);
        std::int64_t number = 0;
        for (std::size_t step = 0; step < 400000; ++step) {
            // Phases of growth and of decline, so that the queue runs empty and blocks are used
            // again.
            const bool grows = (step / 20000) % 2 == 0;
            if (oracle.empty() || random.below(10) < (grows ? 7U : 2U)) {
                const auto first = static_cast<Cost>(random.below(grows ? 100 : 20));
                const auto second = static_cast<Cost>(random.below(60));
                const NodeId id{static_cast<std::uint32_t>(number)};
                ASSERT_TRUE(queue.push(first, second, id));
                oracle.emplace(-first, -second, number++);
            } else {
                ASSERT_EQ(queue.lowest(), -std::get<0>(oracle.top()));
                ASSERT_EQ(queue.lowest_second(), -std::get<1>(oracle.top()));
                ASSERT_NE(queue.peek(), nullptr);
                const NodeId peeked = *queue.peek();
                const NodeId popped = queue.pop();
                ASSERT_EQ(static_cast<std::int64_t>(popped), std::get<2>(oracle.top()));
                ASSERT_EQ(peeked, popped);
                oracle.pop();
            }
            ASSERT_EQ(queue.size(), oracle.size());
            ASSERT_EQ(queue.empty(), oracle.empty());
        }
        EXPECT_FALSE(monitor.reserve(limits.memory_bytes));
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "not all memory was given back";
}

TEST(BucketQueue, PeeksAheadInTheOrderOfTakingOut) {
    Observer observer;
    Monitor monitor(Limits{}, observer);
    BucketQueue<std::uint64_t> queue(monitor, 60);
    Random random(11);
    for (std::uint64_t entry = 0; entry < 2000; ++entry) {
        ASSERT_TRUE(queue.push(7, static_cast<Cost>(random.below(4)), entry));
    }
    ASSERT_TRUE(queue.push(8, 0, 2000));
    EXPECT_EQ(queue.peek(2000), nullptr) << "another first key";
    std::vector<std::uint64_t> foreseen;
    for (std::size_t ahead = 0; ahead < 2000; ++ahead) foreseen.push_back(*queue.peek(ahead));
    for (const std::uint64_t entry : foreseen) ASSERT_EQ(queue.pop(), entry);
    EXPECT_EQ(queue.pop(), 2000U);
    EXPECT_EQ(queue.peek(), nullptr);
}

TEST(BucketQueue, OrdersByTheFirstKeyHoweverLargeTheSecond) {
    Observer observer;
    Monitor monitor(Limits{}, observer);
    BucketQueue<> queue(monitor, 600000);
    ASSERT_TRUE(queue.push(5, 600000, NodeId{1}));
    ASSERT_TRUE(queue.push(5, 100, NodeId{2}));
    ASSERT_TRUE(queue.push(4, 900000, NodeId{3}));
    EXPECT_EQ(queue.lowest_second(), std::nullopt) << "kept only roughly";
    EXPECT_EQ(queue.pop(), NodeId{3});
    EXPECT_EQ(queue.pop(), NodeId{2});
    EXPECT_EQ(queue.pop(), NodeId{1});
    EXPECT_TRUE(queue.empty());
    EXPECT_LT(monitor.peak_bytes(), std::size_t{1} << 20);
}

TEST(BucketQueue, RekeyingMovesDropsAndGivesMemoryBack) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = std::size_t{1} << 30;
    Monitor monitor(limits, observer);
    {
        BucketQueue<> queue(monitor, 60);
        constexpr std::uint32_t entries = 5000;
        for (std::uint32_t i = 0; i < entries; ++i) {
            ASSERT_TRUE(
                queue.push(static_cast<Cost>(i % 97), static_cast<Cost>(i % 50), NodeId{i}));
        }
        std::size_t seen = 0;
        // The first key becomes the number, every third entry goes.
        ASSERT_TRUE(queue.rekey([&](NodeId id, std::optional<Cost> second) {
            const auto number = static_cast<Cost>(id);
            EXPECT_EQ(second, number % 50);
            ++seen;
            return number % 3 == 0 ? std::nullopt : std::optional(std::pair(number, Cost{0}));
        }));
        EXPECT_EQ(seen, entries);
        for (std::uint32_t i = 0; i < entries; ++i) {
            if (i % 3 == 0) continue;
            ASSERT_EQ(queue.lowest(), static_cast<Cost>(i));
            ASSERT_EQ(queue.pop(), NodeId{i});
        }
        EXPECT_TRUE(queue.empty());
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "not all memory was given back";
}

TEST(BucketQueue, RekeyingEndsAtTheMemoryLimit) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = 20000;
    Monitor monitor(limits, observer);
    {
        BucketQueue<> queue(monitor, 10);
        for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_TRUE(queue.push(3, 3, NodeId{i}));
        EXPECT_FALSE(queue.rekey([](NodeId id, std::optional<Cost>) {
            return std::optional(std::pair(static_cast<Cost>(id) << 10, Cost{0}));
        }));
        EXPECT_EQ(monitor.status(), Status::memory_limit);
    }
    EXPECT_LE(monitor.peak_bytes(), limits.memory_bytes);
    EXPECT_EQ(monitor.room(), limits.memory_bytes) << "not all memory was given back";
}

TEST(BucketQueue, RefusesWhatExceedsTheMemoryLimitAndKeepsTheRest) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = 20000;
    Monitor monitor(limits, observer);
    BucketQueue<> queue(monitor, 10);
    std::uint32_t pushed = 0;
    while (queue.push(3, 3, NodeId{pushed})) ++pushed;
    EXPECT_EQ(monitor.status(), Status::memory_limit);
    EXPECT_GT(pushed, 1000U);
    EXPECT_EQ(queue.size(), pushed);
    while (pushed-- > 0) ASSERT_EQ(queue.pop(), NodeId{pushed});
    EXPECT_TRUE(queue.empty());
    EXPECT_TRUE(queue.push(3, 3, NodeId{9})) << "emptied blocks are used again";
    EXPECT_FALSE(queue.push(1 << 28, 0, NodeId{9})) << "an array this long does not fit";
}

}  // namespace
}  // namespace tessera::bucket_queue_test
