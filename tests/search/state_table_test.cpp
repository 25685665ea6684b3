// The state table against std::map, and best-first search over it against the same over the node store.
#include "tessera/search/support/state_table.hpp"

#include "tessera/search/a_star.hpp"
#include "tests/same_outcome.hpp"
#include "tests/search/patchy_heuristic.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::state_table_test {
namespace {

using namespace search_testing;
using search::BestFirst;
using search::NodeStore;
using search::Offer;
using search::SmallState;
using search::StateTable;
using search_testing::Random;

template <BoardType B>
B random_board(Random& random) {
    std::vector<Tile> tiles = tiles_of(canonical_goal<B>(B::shape, make_cell(0)));
    for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[random.below(i)]);
    return B::from_tiles(B::shape, tiles);
}

TEST(SmallState, GivesBackTheBoard) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        SmallState state;
        const auto small = random_board<Board<3, 3>>(random);
        state.assign(small);
        ASSERT_EQ((SmallState::board<Board<3, 3>>(state.key())), small);
        const auto large = random_board<Board<4, 4>>(random);
        state.assign(large);
        ASSERT_EQ((SmallState::board<Board<4, 4>>(state.key())), large);
        ASSERT_NE(state.key(), 0U);
        ASSERT_EQ(state.key() & ~SmallState::mask, 0U);
    }
}

struct Known {
    Cost g;
    Move move;
    bool closed;
    bool expanded;
};

/// What `offer` must do, in plain words.
Offer expected_offer(std::map<std::uint64_t, Known>& oracle, std::uint64_t key, Cost g, Move move,
                     bool reopens) {
    const auto found = oracle.find(key);
    if (found == oracle.end()) {
        oracle[key] = {g, move, false, false};
        return Offer::added;
    }
    Known& known = found->second;
    if (g >= known.g || (known.closed && !reopens)) return Offer::not_better;
    const bool closed = known.closed;
    known = {g, move, false, known.expanded};
    return closed ? Offer::reopened : Offer::improved;
}

/// Offers and closes random states out of `different` ones and compares with a map at every step.
template <BoardType B>
void expect_like_a_map(std::size_t different, std::size_t steps) {
    Observer observer;
    Limits limits;
    limits.memory_bytes = std::size_t{1} << 30;
    Monitor monitor(limits, observer);
    {
        Random random(different);
        std::vector<B> boards;
        for (std::size_t i = 0; i < different; ++i) boards.push_back(random_board<B>(random));
        StateTable<B> table(B::shape, monitor);
        std::map<std::uint64_t, Known> oracle;
        for (std::size_t step = 0; step < steps; ++step) {
            const B& board = boards[random.below(different)];
            SmallState state;
            state.assign(board);
            const auto g = static_cast<Cost>(random.below(StateTable<B>::largest_g + 1));
            const Move move = make_move(random.below(4));
            const bool reopens = random.below(2) == 0;
            const Offer expected = expected_offer(oracle, state.key(), g, move, reopens);
            const auto offered = table.offer(state, g, move, reopens);
            ASSERT_EQ(offered.what, expected);
            ASSERT_EQ(table.board(offered.entry), board);
            ASSERT_EQ(table.move_to(offered.entry), move);
            if (random.below(4) != 0) continue;
            Known& known = oracle[state.key()];
            const auto data = table.close(offered.entry);
            ASSERT_EQ(data.g(), known.g);
            ASSERT_EQ(data.move(), known.move);
            ASSERT_EQ(data.closed(), known.closed);
            ASSERT_EQ(data.was_expanded(), known.expanded);
            ASSERT_FALSE(data.is_root());
            known.closed = known.expanded = true;
        }
        ASSERT_EQ(table.size(), oracle.size());
        EXPECT_FALSE(monitor.reserve(limits.memory_bytes));
    }
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "not all memory was given back";
}

TEST(StateTable, IsLikeAMap) {
    expect_like_a_map<Board<3, 3>>(1000, 20000);
    expect_like_a_map<Board<4, 4>>(1000, 20000);
}
TEST(StateTable, IsLikeAMapAcrossManyGrowths) {
    expect_like_a_map<Board<4, 4>>(500000, 800000);
}

TEST(StateTable, StopsAtTheMemoryLimitAndStaysReadable) {
    using B = Board<4, 4>;
    Observer observer;
    Limits limits;
    limits.memory_bytes = 5 << 20;
    Monitor monitor(limits, observer);
    StateTable<B> table(B::shape, monitor);
    Random random(5);
    SmallState state;
    const B first = random_board<B>(random);
    state.assign(first);
    const auto root = table.add_root(state);
    ASSERT_EQ(root.what, Offer::added);
    while (table.offer(state, 1, Move::up, true).what != Offer::no_memory) {
        state.assign(random_board<B>(random));
    }
    EXPECT_EQ(monitor.status(), Status::memory_limit);
    EXPECT_GT(table.size(), 100000U);
    EXPECT_TRUE(table.close(root.entry).is_root());
    EXPECT_TRUE(table.path_to(root.entry).empty());
}

/// The same search over the table and over the node store: same path, same counters.
template <BoardType B, class H>
std::uint64_t expect_same_search(const Problem<B>& problem, const H& heuristic,
                                 const SearchOptions& options) {
    using Policy = search::a_star::Policy;
    Limits limits;
    limits.nodes = 2000000;
    const auto with = [&](auto* nodes) {
        using Nodes = std::remove_pointer_t<decltype(nodes)>;
        return run(
            [&](const auto& p, const SearchOptions& o, Monitor& monitor) {
                return BestFirst<B, H, Policy, Nodes>(p, heuristic, Policy{}, o, monitor).run();
            },
            problem, limits, options);
    };
    const Outcome plain = with(static_cast<NodeStore<B>*>(nullptr));
    const Outcome fast = with(static_cast<StateTable<B>*>(nullptr));
    expect_same_outcome(fast, plain);
    return fast.counters.reexpanded;
}

TEST(StateTable, GivesTheSameSearchAsTheNodeStore) {
    SearchOptions options;
    options.order = {Move::right, Move::down, Move::up, Move::left};
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const auto small = walk_problem<Board<3, 3>>(Geometry{3, 3}, make_cell(4), 200, seed);
        expect_same_search(small, manhattan_for(small), options);
        const auto large = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(0), 200, seed);
        expect_same_search(large, manhattan_for(large), options);
    }
}
TEST(StateTable, GivesTheSameSearchAsTheNodeStoreWhereStatesAreOpenedAgain) {
    using Inner = heuristics::manhattan::Heuristic<Board<3, 3>>;
    std::uint64_t reexpanded = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const auto problem = walk_problem<Board<3, 3>>(Geometry{3, 3}, make_cell(4), 200, seed);
        const Patchy<Board<3, 3>, Inner> heuristic(manhattan_for(problem));
        reexpanded += expect_same_search(problem, heuristic, SearchOptions{});
    }
    EXPECT_GT(reexpanded, 0U);
}

TEST(StateTable, AStarOn4x4TakesAtMost24BytesANodeAllTold) {
    const auto problem = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 10000, 4);
    for (const std::uint64_t nodes : {1000000U, 1700000U, 2900000U}) {
        Limits limits;
        limits.nodes = nodes;
        const Outcome outcome = run(registered("a*"), problem, limits);
        ASSERT_EQ(outcome.status, Status::node_limit);
        ASSERT_GT(outcome.counters.peak_states, nodes / 2);
        EXPECT_LE(static_cast<double>(outcome.peak_bytes) /
                      static_cast<double>(outcome.counters.peak_states),
                  24.0);
    }
}

}  // namespace
}  // namespace tessera::state_table_test
