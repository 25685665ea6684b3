// The node store against std::map, its memory against the monitor's account, and its bytes per node.
#include "tessera/search/support/node_store.hpp"

#include "tessera/search/support/accounted_stack.hpp"
#include "tessera/search/support/bucket_queue.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::node_store_test {
namespace {

using namespace search_testing;
using search::no_node;
using search::NodeData;
using search::NodeId;
using search::NodeStore;
using search::PackedState;
using search_testing::Random;

TEST(NodeData, KeepsItsFieldsApart) {
    NodeData data = NodeData::child(NodeData::largest_g, Move::down);
    EXPECT_EQ(data.g(), NodeData::largest_g);
    EXPECT_EQ(data.move(), Move::down);
    EXPECT_FALSE(data.is_root() || data.closed() || data.was_expanded());
    data.close();
    EXPECT_TRUE(data.closed() && data.was_expanded());
    data.improve(17, Move::left);
    EXPECT_EQ(data.g(), 17);
    EXPECT_EQ(data.move(), Move::left);
    EXPECT_FALSE(data.closed());
    EXPECT_TRUE(data.was_expanded());
    EXPECT_TRUE(NodeData::root().is_root());
    EXPECT_EQ(NodeData::root().g(), 0);
    EXPECT_FALSE(NodeData::root().expanded_in(0));
    data.close(5);
    data.close(3);
    EXPECT_TRUE(data.expanded_in(3) && data.expanded_in(11));
    EXPECT_FALSE(data.expanded_in(4) || data.expanded_in(5));
    data.improve(16, Move::left);
    EXPECT_TRUE(data.expanded_in(3));
    EXPECT_EQ(data.g(), 16);
}

/// Inserts the states of a long walk (which meets some of them often) and compares with a map at
/// every step.
template <BoardType B>
void expect_like_a_map(Geometry geometry, std::size_t steps) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = std::size_t{1} << 30;
    Monitor monitor(limits, observer);
    {
        NodeStore<B> store(geometry, monitor);
        std::map<Key, std::pair<NodeId, Cost>> oracle;
        Random random(geometry.cells());
        B board = canonical_goal<B>(geometry, make_cell(0));
        PackedState<B> state(geometry);
        for (std::size_t step = 0; step < steps; ++step) {
            const Move move = make_move(random.below(4));
            if (!board.legal_moves().has(move)) continue;
            board.slide(move);
            state.assign(board);
            const Key key = key_of(board);
            const auto known = oracle.find(key);
            ASSERT_EQ(store.find(state), known == oracle.end() ? no_node : known->second.first);
            const auto g = static_cast<Cost>(step);
            const auto inserted = store.insert(state, NodeData::child(g, move));
            ASSERT_EQ(inserted.is_new, known == oracle.end());
            if (inserted.is_new) {
                ASSERT_EQ(static_cast<std::size_t>(inserted.id), oracle.size());
                oracle[key] = {inserted.id, g};
            }
        }
        ASSERT_EQ(store.size(), oracle.size());
        B loaded = board;
        for (const auto& [key, entry] : oracle) {
            ASSERT_EQ(key_of(store.board(entry.first)), key);
            store.load(entry.first, loaded);
            ASSERT_EQ(loaded, store.board(entry.first));
            ASSERT_EQ(store.data(entry.first).g(), entry.second);
        }
        EXPECT_FALSE(monitor.reserve(limits.memory_bytes));
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "not all memory was given back";
}

TEST(NodeStore, IsLikeAMapOnCompileTimeSizes) {
    expect_like_a_map<Board<3, 3>>(Geometry{3, 3}, 300000);
    expect_like_a_map<Board<4, 4>>(Geometry{4, 4}, 300000);
    expect_like_a_map<Board<5, 5>>(Geometry{5, 5}, 100000);
}

TEST(NodeStore, IsLikeAMapOnRunTimeSizes) {
    expect_like_a_map<DynamicBoard>(Geometry{2, 2}, 1000);
    expect_like_a_map<DynamicBoard>(Geometry{3, 4}, 50000);
    expect_like_a_map<DynamicBoard>(Geometry{4, 5}, 50000);
    expect_like_a_map<DynamicBoard>(Geometry{20, 20}, 5000);
    expect_like_a_map<DynamicBoard>(Geometry{100, 100}, 200);
}

TEST(NodeStore, PathLeadsFromTheRootAlongTheStoredMoves) {
    Observer observer;
    Monitor monitor(Limits{}, observer);
    const Geometry geometry{4, 4};
    NodeStore<Board<4, 4>> store(geometry, monitor);
    PackedState<Board<4, 4>> state(geometry);
    auto board = canonical_goal<Board<4, 4>>(geometry, make_cell(15));
    state.assign(board);
    NodeId id = store.insert(state, NodeData::root()).id;
    EXPECT_TRUE(store.path_to(id).empty());
    const std::vector<Move> path{Move::up, Move::up, Move::left, Move::down, Move::left, Move::up};
    Cost g = 0;
    for (const Move move : path) {
        board.slide(move);
        state.assign(board);
        id = store.insert(state, NodeData::child(++g, move)).id;
    }
    EXPECT_EQ(store.path_to(id), path);
}

TEST(NodeStore, StopsAtTheMemoryLimitAndStaysReadable) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = 5 << 20;
    Monitor monitor(limits, observer);
    const Geometry geometry{4, 4};
    NodeStore<Board<4, 4>> store(geometry, monitor);
    PackedState<Board<4, 4>> state(geometry);
    auto board = canonical_goal<Board<4, 4>>(geometry, make_cell(15));
    std::uint64_t seed = 0;
    state.assign(board);
    while (store.insert(state, NodeData::root()).id != no_node) {
        board = random_walk(board, 3, ++seed);
        state.assign(board);
    }
    EXPECT_EQ(monitor.status(), Status::memory_limit);
    EXPECT_GT(store.size(), 1000U);
    EXPECT_EQ(store.find(state), no_node);
    state.assign(store.board(NodeId{1000}));
    EXPECT_EQ(store.find(state), NodeId{1000});
}

TEST(NodeStore, EndsAsAtTheMemoryLimitWhenItsNumbersAreUsedUp) {
    Observer observer;
    Monitor monitor(Limits{}, observer);
    const Geometry geometry{4, 4};
    constexpr std::size_t most = 300000;
    NodeStore<Board<4, 4>> store(geometry, monitor, most);
    PackedState<Board<4, 4>> state(geometry);
    auto board = canonical_goal<Board<4, 4>>(geometry, make_cell(15));
    std::uint64_t seed = 0;
    do {
        board = random_walk(board, 3, ++seed);
        state.assign(board);
    } while (store.insert(state, NodeData::child(1, Move::up)).id != no_node);
    EXPECT_EQ(monitor.status(), Status::memory_limit);
    EXPECT_GT(store.size(), 1000U);
    EXPECT_LE(store.size(), most);
}

TEST(NodeStore, AMillionNodesOf4x4WithTheirQueueTakeAtMost32BytesEach) {
    constexpr std::size_t million = 1000000;
    Observer observer;
    Limits limits;
    limits.memory_bytes = 32 * million;
    Monitor monitor(limits, observer);
    {
        const Geometry geometry{4, 4};
        NodeStore<Board<4, 4>> store(geometry, monitor);
        search::BucketQueue<> queue(monitor, 50);
        PackedState<Board<4, 4>> state(geometry);
        Random random(1);
        auto board = canonical_goal<Board<4, 4>>(geometry, make_cell(15));
        while (store.size() < million) {
            const Move move = make_move(random.below(4));
            if (!board.legal_moves().has(move)) continue;
            board.slide(move);
            state.assign(board);
            const auto node = store.insert(state, NodeData::child(1, move));
            ASSERT_NE(node.id, no_node) << "after " << store.size() << " nodes";
            if (!node.is_new) continue;
            const auto f = static_cast<Cost>(random.below(80));
            const auto h = static_cast<Cost>(random.below(60));
            ASSERT_TRUE(queue.push(f, h, node.id)) << "after " << store.size() << " nodes";
        }
        EXPECT_LE(monitor.peak_bytes(), 32 * million);
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "not all memory was given back";
}

TEST(AccountedStack, IsAStackWhoseMemoryIsGivenBack) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = 4096 * sizeof(int);
    Monitor monitor(limits, observer);
    {
        search::AccountedStack<int> stack(monitor);
        int pushed = 0;
        while (stack.push(pushed)) ++pushed;
        EXPECT_EQ(monitor.status(), Status::memory_limit);
        EXPECT_GE(pushed, 1024);
        EXPECT_LE(pushed, 4096);
        EXPECT_LE(monitor.peak_bytes(), limits.memory_bytes);
        ASSERT_EQ(stack.size(), static_cast<std::size_t>(pushed));
        for (int i = pushed; i-- > 0;) {
            ASSERT_EQ(stack.top(), i);
            stack.pop();
        }
        EXPECT_TRUE(stack.empty());
        EXPECT_EQ(stack.push_many(100000), nullptr);
        EXPECT_NE(stack.push_many(100), nullptr);
        EXPECT_EQ(stack.size(), 100U);
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes));
}

}  // namespace
}  // namespace tessera::node_store_test
