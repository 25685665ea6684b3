// Hash-distributed A* on several workers: exact lengths, sound bounds, and it always ends.
// home: release and threads
#include "tessera/search/hda_star.hpp"
#include "tests/backends/parallel_testing.hpp"

namespace tessera {
namespace {

using namespace parallel_testing;

template <BoardType B>
Outcome solve(const Problem<B>& problem, std::size_t workers, const Limits& limits = {},
              Observer* observer = nullptr) {
    const auto heuristic = manhattan_for(problem);
    const SearchOptions options;
    const Outcome outcome = run_with(
        workers,
        [&](Monitor& monitor) {
            return search::hda_star::search(problem, heuristic, options, monitor);
        },
        limits, observer);
    EXPECT_EQ(outcome.threads, workers);
    return outcome;
}

TEST(ParallelHdaStar, IsOptimalOn3x3) {
    const auto& distances = distances_3x3(make_cell(8));
    for (Cost depth = 31; depth >= 0; depth -= sanitized ? 3 : 1) {
        for (const auto& board : distances.sample(depth, 1)) {
            SCOPED_TRACE(::testing::Message() << "depth " << depth);
            const auto problem = make_problem(board, make_cell(8));
            for (const std::size_t workers : worker_counts) {
                expect_optimal(problem, solve(problem, workers), depth);
            }
        }
    }
}

TEST(ParallelHdaStar, IsOptimalOnOtherSizesAndTileCosts) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(3), 50, seed);
        const Cost exact = least_cost(problem);
        auto charged = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 30, seed);
        charge_tile_numbers(charged);
        for (const std::size_t workers : worker_counts) {
            expect_optimal(problem, solve(problem, workers), exact);
            expect_optimal(charged, solve(charged, workers), least_cost(charged));
        }
    }
}

TEST(ParallelHdaStar, WorkersAgreeOnLargerBoards) {
    for (std::uint64_t seed = 1; seed <= (sanitized ? 1U : 3U); ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        const auto four = walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 60, seed);
        const auto five = walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(24), 50, seed);
        const Cost exact_four = static_cast<Cost>(solve(four, 1).path.size());
        const Cost exact_five = static_cast<Cost>(solve(five, 1).path.size());
        for (const std::size_t workers : {2U, 4U, 7U}) {
            expect_optimal(four, solve(four, workers), exact_four);
            expect_optimal(five, solve(five, workers), exact_five);
        }
    }
}

TEST(ParallelHdaStar, SeesWholeSpacesThatHoldNoSolution) {
    const Geometry geometry{2, 4};
    const auto goal = canonical_goal<DynamicBoard>(geometry, make_cell(7));
    std::vector<Tile> tiles;
    for (std::size_t i = 0; i < 8; ++i) tiles.push_back(goal.tile_at(make_cell(i)));
    std::swap(tiles[0], tiles[1]);
    const Problem<DynamicBoard> problem{DynamicBoard::from_tiles(geometry, tiles), goal, {}};
    for (const std::size_t workers : worker_counts) {
        const Outcome outcome = solve(problem, workers);
        EXPECT_EQ(outcome.status, Status::unsolvable);
        EXPECT_EQ(outcome.counters.peak_states, 20160U);  // 8! / 2
    }
}

TEST(ParallelHdaStar, DepthLimitsAreProven) {
    const auto& distances = distances_3x3(make_cell(0));
    for (const auto& board : distances.sample(24, 3)) {
        const auto problem = make_problem(board, make_cell(0));
        for (const std::size_t workers : worker_counts) {
            Limits limits;
            limits.depth = 24;
            expect_optimal(problem, solve(problem, workers, limits), 24);
            limits.depth = 23;
            const Outcome cut = solve(problem, workers, limits);
            EXPECT_EQ(cut.status, Status::depth_limit);
            EXPECT_EQ(cut.lower_bound, 24);
        }
    }
}

TEST(ParallelHdaStar, EveryLimitEndsAllWorkersWithASoundBound) {
    const auto& hopeless = hopeless_problem();
    const auto hard = from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}, make_cell(0));
    const Cost exact = 57;  // Korf's board 1
    const auto within = [&](const Outcome& outcome, Status status) {
        EXPECT_EQ(outcome.status, status) << to_string(outcome.status);
        EXPECT_GE(outcome.lower_bound, 41);  // its Manhattan distance: f never falls below it
        EXPECT_LE(outcome.lower_bound, exact);
    };
    for (const std::size_t workers : worker_counts) {
        SCOPED_TRACE(::testing::Message() << workers << " workers");
        Limits nodes;
        nodes.nodes = 20'000;
        const Outcome by_nodes = solve(hard, workers, nodes);
        within(by_nodes, Status::node_limit);
        EXPECT_GE(by_nodes.counters.generated, 20'000U);
        EXPECT_LE(by_nodes.counters.generated, 20'004U);

        Limits memory;
        memory.memory_bytes = std::size_t{24} << 20;
        within(solve(hard, workers, memory), Status::memory_limit);
        memory.memory_bytes = 0;
        EXPECT_EQ(solve(hard, workers, memory).status, Status::memory_limit);

        Limits time;
        time.time = std::chrono::milliseconds(30);
        EXPECT_EQ(solve(hopeless, workers, time).status, Status::time_limit);

        CancelAfter observer(5'000);
        within(solve(hard, workers, {}, &observer), Status::interrupted);
        EXPECT_GE(observer.seen(), 5'000U);
    }
}

}  // namespace
}  // namespace tessera
