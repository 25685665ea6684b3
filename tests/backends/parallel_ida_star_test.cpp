// IDA* on several workers: the path and every counter must be those of one, to the node.
// home: release and threads
#include "tests/backends/parallel_ida_star.hpp"
#include "tests/same_outcome.hpp"

namespace tessera {
namespace {

using namespace parallel_testing;
using search::Sharing;

/// Solves with 1, 2 and 4 workers; true if several really took part.
template <template <class, class> class Round, BoardType B>
bool expect_workers_agree(const Problem<B>& problem, const Sharing& sharing = eager,
                          const Limits& limits = {}) {
    const Outcome one = deepen<Round>(problem, 1, sharing, limits);
    EXPECT_EQ(one.threads, 1U);
    bool shared = false;
    for (const std::size_t workers : {2U, 4U}) {
        SCOPED_TRACE(::testing::Message() << workers << " workers");
        const Outcome many = deepen<Round>(problem, workers, sharing, limits);
        expect_same_outcome(one, many);
        EXPECT_TRUE(many.threads == 1 || many.threads == workers);
        shared |= many.threads > 1;
    }
    return shared;
}

TEST(ParallelIdaStar, WorkersAgreeOn3x3) {
    const auto& distances = distances_3x3(make_cell(8));
    for (const Cost depth : {12, 20, 24, 27, 31}) {
        for (const auto& board : distances.sample(depth, 4)) {
            SCOPED_TRACE(::testing::Message() << "depth " << depth);
            const auto problem = make_problem(board, make_cell(8));
            const bool plain = expect_workers_agree<Plain>(problem);
            const bool unrolled = expect_workers_agree<Unrolled>(problem);
            EXPECT_TRUE(depth < 24 || (plain && unrolled)) << "nothing was shared out";
            EXPECT_EQ(deepen<Unrolled>(problem, 4).path.size(), static_cast<std::size_t>(depth));
        }
    }
}

TEST(ParallelIdaStar, WorkersAgreeOnOtherSizesAndTileCosts) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        EXPECT_TRUE(expect_workers_agree<Plain>(
            walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(7), 60, seed)));
        EXPECT_TRUE(expect_workers_agree<Plain>(
            walk_problem<DynamicBoard>(Geometry{5, 3}, make_cell(0), 36, seed)));
        auto charged = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 30, seed);
        charge_tile_numbers(charged);
        const Outcome outcome = deepen<Plain>(charged, 4);
        EXPECT_EQ(path_cost(charged, outcome.path), least_cost(charged));
        expect_workers_agree<Plain>(charged);
    }
}

TEST(ParallelIdaStar, WorkersAgreeOnEasy5x5) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        EXPECT_TRUE(expect_workers_agree<Unrolled>(
            walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(24), 50, seed)));
    }
}

/// Korf's board 9: large enough to be shared out as real work is, small enough for a sanitizer.
Problem<Board<4, 4>> korf_9() {
    return from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0}, make_cell(0));
}

TEST(ParallelIdaStar, WorkersAgreeOn4x4AsRealWorkIsShared) {
    const auto problem = korf_9();
    EXPECT_TRUE(expect_workers_agree<Unrolled>(problem, Sharing()));
    EXPECT_EQ(deepen<Unrolled>(problem, 2, Sharing()).path.size(), 46U);
}

TEST(ParallelIdaStar, DepthLimitsAreProvenAlike) {
    const auto& distances = distances_3x3(make_cell(4));
    for (const auto& board : distances.sample(25, 3)) {
        const auto problem = make_problem(board, make_cell(4));
        for (const Cost depth : {20, 24, 25}) {
            SCOPED_TRACE(::testing::Message() << "limit " << depth);
            Limits limits;
            limits.depth = depth;
            expect_workers_agree<Plain>(problem, eager, limits);
            expect_workers_agree<Unrolled>(problem, eager, limits);
        }
    }
}

/// The node limit is kept in search order: the same bound, and counts that differ by fewer nodes than
/// two for every move of the path.
TEST(ParallelIdaStar, NodeLimitsAreReachedAtTheSamePlace) {
    const auto problem = korf_9();
    const std::uint64_t all = deepen<Unrolled>(problem, 1).counters.generated;
    int shared = 0;
    for (std::uint64_t limit = 3000; limit < all; limit = limit * 5 / 3) {
        SCOPED_TRACE(::testing::Message() << "limit " << limit);
        Limits limits;
        limits.nodes = limit;
        const Outcome one = deepen<Unrolled>(problem, 1, eager, limits);
        EXPECT_EQ(one.status, Status::node_limit);
        for (const std::size_t workers : {2U, 4U}) {
            const Outcome many = deepen<Unrolled>(problem, workers, eager, limits);
            EXPECT_EQ(many.status, Status::node_limit);
            EXPECT_EQ(many.lower_bound, one.lower_bound);
            EXPECT_EQ(many.iterations.size(), one.iterations.size());
            EXPECT_NEAR(static_cast<double>(many.counters.generated),
                        static_cast<double>(one.counters.generated), 100.0);
            shared += many.threads > 1 ? 1 : 0;
        }
    }
    EXPECT_GT(shared, 0);
    Limits enough;
    enough.nodes = all + 1000;
    EXPECT_TRUE(expect_workers_agree<Unrolled>(problem, eager, enough));
}

TEST(ParallelIdaStar, StopsWhenCancelledAndWhenTimeIsUp) {
    const auto& problem = hopeless_problem();
    for (const std::size_t workers : {2U, 4U}) {
        CancelAfter observer(50'000);
        const Outcome cancelled = deepen<Plain>(problem, workers, eager, {}, &observer);
        EXPECT_EQ(cancelled.status, Status::interrupted);
        EXPECT_TRUE(cancelled.path.empty());
        EXPECT_GT(cancelled.lower_bound, 0);
        EXPECT_GE(cancelled.counters.generated, 50'000U);

        Limits limits;
        limits.time = std::chrono::milliseconds(100);
        const Outcome late = deepen<Plain>(problem, workers, eager, limits);
        EXPECT_EQ(late.status, Status::time_limit);
        EXPECT_TRUE(late.path.empty());
    }
}

TEST(ParallelIdaStar, ThreadsOptionLimitsTheWorkers) {
    const auto problem = korf_9();
    const auto heuristic = manhattan_for(problem);
    SearchOptions options;
    for (const std::uint32_t threads : {0U, 1U, 3U, 9U}) {
        options.threads = threads;
        const Outcome outcome = run_with(4, [&](Monitor& monitor) {
            return search::ida_star::search(problem, heuristic, options, monitor);
        });
        EXPECT_EQ(outcome.threads, threads == 0 || threads > 4 ? 4 : threads);
    }
}

}  // namespace
}  // namespace tessera
