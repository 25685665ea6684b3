// Tests of hill climbing: every path it returns is simple and replays, and it gives up by its own rules.
#include "tessera/search/hill_climbing.hpp"

#include <set>

#include "tests/search/search_testing.hpp"

namespace tessera::search::hill_climbing_test {
namespace {

using namespace search_testing;

const auto with_manhattan = registered("hill-climbing");

const auto without_virtual_calls = [](const auto& problem, const SearchOptions& options,
                                      Monitor& monitor) {
    return hill_climbing::search(problem, manhattan_for(problem), options, monitor);
};

/// The same value everywhere: every move is a sideways move.
template <BoardType B>
struct Flat {
    using State = Cost;
    static State evaluate(const B&) { return 0; }
    static State after_slide(State, const B&, Tile, Cell, Cell) { return 0; }
    static Cost value(State) { return 0; }
    static double exact_value(State) { return 0; }
    static std::size_t table_bytes() { return 0; }
};

template <BoardType B>
bool is_simple(const Problem<B>& problem, const std::vector<Move>& path) {
    std::set<Key> seen{key_of(problem.start)};
    B board = problem.start;
    for (const Move move : path) {
        board.slide(move);
        if (!seen.insert(key_of(board)).second) return false;
    }
    return true;
}

/// In the way of each other: tiles 1 and 2 exchanged, and 4 and 5. Every neighbour has a larger
/// Manhattan distance.
Problem<Board<3, 3>> local_minimum() {
    return from_numbers<Board<3, 3>>(Geometry{3, 3}, {2, 1, 3, 5, 4, 6, 7, 8, 0}, make_cell(8));
}

TEST(HillClimbing, WalksStraightDownWhereItCan) {
    const auto problem =
        from_numbers<Board<3, 3>>(Geometry{3, 3}, {1, 2, 3, 0, 5, 6, 4, 7, 8}, make_cell(8));
    const Outcome outcome = run(with_manhattan, problem);
    EXPECT_EQ(outcome.status, Status::solved);
    EXPECT_EQ(outcome.path, (std::vector<Move>{Move::down, Move::right, Move::right}));
    EXPECT_EQ(outcome.counters.expanded, 3U);
    EXPECT_EQ(outcome.counters.generated, 3U + 1U + 2U);
    EXPECT_EQ(outcome.counters.peak_open, 3U);
    EXPECT_EQ(outcome.lower_bound, 0);
}

TEST(HillClimbing, EveryPathReplaysAndIsSimple) {
    std::size_t solved = 0;
    std::size_t with_restart = 0;
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        for (Cost depth = 0; depth <= distances.deepest(); ++depth) {
            for (const auto& board : distances.sample(depth, 3)) {
                const auto problem = make_problem(board, goal_blank);
                const Outcome outcome = run(with_manhattan, problem);
                if (outcome.status == Status::gave_up) {
                    EXPECT_TRUE(outcome.path.empty());
                    continue;
                }
                expect_solution(problem, outcome);
                EXPECT_TRUE(is_simple(problem, outcome.path));
                EXPECT_GE(static_cast<Cost>(outcome.path.size()), depth);
                ++solved;
                if (outcome.counters.max_depth > outcome.path.size()) ++with_restart;
            }
        }
    }
    EXPECT_GT(solved, 0U);
    EXPECT_GT(with_restart, 0U);
}

TEST(HillClimbing, WorksOnOtherSizes) {
    const auto check = [](const auto& problem) {
        const Outcome outcome = run(with_manhattan, problem);
        expect_solution(problem, outcome);
        EXPECT_TRUE(is_simple(problem, outcome.path));
    };
    check(walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 100, 2));
    check(walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(0), 20, 3));
    check(walk_problem<DynamicBoard>(Geometry{3, 4}, make_cell(1), 6, 4));
    check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 6, 5));
    check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(0), 6, 6));
    check(walk_problem<DynamicBoard>(Geometry{100, 100}, make_cell(0), 3, 7));
}

TEST(HillClimbing, DoesTheSameWorkWithAnErasedHeuristic) {
    const auto check = [](const auto& problem) {
        const Outcome plain = run(without_virtual_calls, problem);
        const Outcome erased = run(with_manhattan, problem);
        EXPECT_EQ(plain.path, erased.path);
        EXPECT_EQ(plain.counters.expanded, erased.counters.expanded);
        EXPECT_EQ(plain.counters.generated, erased.counters.generated);
    };
    for (const auto& board : distances_3x3(make_cell(4)).sample(22, 5)) {
        check(make_problem(board, make_cell(4)));
    }
    check(walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(0), 20, 3));
}

/// Without an estimate only the walks find the goal, and among 360 states they come by some of them
/// often.
TEST(HillClimbing, LoopsOfALongWalkAreCutOut) {
    const auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 60, 1);
    const auto flat = [](const auto& p, const SearchOptions& options, Monitor& monitor) {
        return run_registered("hill-climbing", p, Flat<DynamicBoard>(), options, monitor);
    };
    SearchOptions options;
    options.set(search::hill_climbing::sideways, 0);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        options.set(seed_option, seed);
        const Outcome outcome = run(flat, problem, {}, options);
        expect_solution(problem, outcome, 359);
        EXPECT_TRUE(is_simple(problem, outcome.path));
    }
}

TEST(HillClimbing, GivesUpInALocalMinimumWithoutRestarts) {
    SearchOptions options;
    options.set(search::hill_climbing::restarts, 0);
    const Outcome outcome = run(with_manhattan, local_minimum(), {}, options);
    EXPECT_EQ(outcome.status, Status::gave_up);
    EXPECT_TRUE(outcome.path.empty());
    EXPECT_EQ(outcome.counters.expanded, 1U);
    EXPECT_EQ(outcome.counters.generated, 2U);
}

TEST(HillClimbing, RestartsLeaveALocalMinimum) {
    const auto problem = local_minimum();
    SearchOptions options;
    options.set(search::hill_climbing::restarts, 100000);
    const Outcome outcome = run(with_manhattan, problem, {}, options);
    expect_solution(problem, outcome);
    EXPECT_TRUE(is_simple(problem, outcome.path));
}

TEST(HillClimbing, MakesAsManySidewaysMovesAsAllowed) {
    const auto flat = [](const auto& problem, const SearchOptions& options, Monitor& monitor) {
        return run_registered("hill-climbing", problem, Flat<DynamicBoard>(), options, monitor);
    };
    SearchOptions options;
    options.set(search::hill_climbing::restarts, 0);
    for (const std::uint32_t sideways : {0U, 1U, 7U, 5000U}) {
        options.set(search::hill_climbing::sideways, sideways);
        const Outcome outcome = run(flat, hopeless_problem(), {}, options);
        EXPECT_EQ(outcome.status, Status::gave_up);
        EXPECT_EQ(outcome.counters.max_depth, sideways);
        EXPECT_EQ(outcome.counters.expanded, sideways + 1U);
    }
}

TEST(HillClimbing, WalksGrowWithTheRestarts) {
    const Geometry geometry{3, 3};
    EXPECT_EQ(hill_climbing::walk_length(geometry, 1), 10U);
    EXPECT_EQ(hill_climbing::walk_length(geometry, 1000), 1009U);
    SearchOptions options;
    options.set(search::hill_climbing::sideways, 0);
    options.set(search::hill_climbing::restarts, 25);
    const auto flat = [](const auto& problem, const SearchOptions& o, Monitor& monitor) {
        return run_registered("hill-climbing", problem, Flat<DynamicBoard>(), o, monitor);
    };
    const Outcome outcome = run(flat, hopeless_problem(), {}, options);
    EXPECT_EQ(outcome.status, Status::gave_up);
    EXPECT_EQ(outcome.counters.max_depth, 125U);
    EXPECT_EQ(outcome.counters.expanded, 26U);
}

TEST(HillClimbing, SeedDecides) {
    const auto problem = local_minimum();
    SearchOptions options;
    options.set(search::hill_climbing::restarts, 100000);
    const Outcome once = run(with_manhattan, problem, {}, options);
    const Outcome again = run(with_manhattan, problem, {}, options);
    EXPECT_EQ(once.path, again.path);
    EXPECT_EQ(once.counters.generated, again.counters.generated);
    options.set(seed_option, 2);
    const Outcome other = run(with_manhattan, problem, {}, options);
    EXPECT_NE(once.counters.generated, other.counters.generated);
}

TEST(HillClimbing, ObeysTheOrder) {
    const auto problem = make_problem(distances_3x3(make_cell(8)).at_depth(25)[7], make_cell(8));
    expect_order_matters(with_manhattan, problem);
}

TEST(HillClimbing, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(with_manhattan);
}

TEST(HillClimbing, KeepsLimits) {
    expect_keeps_limits(with_manhattan, 300);
}

TEST(HillClimbing, KeepsTheDepthLimit) {
    std::size_t cut = 0;
    for (const auto& board : distances_3x3(make_cell(8)).sample(14, 40)) {
        const auto problem = make_problem(board, make_cell(8));
        Limits limits;
        limits.depth = 16;
        const Outcome outcome = run(with_manhattan, problem, limits);
        EXPECT_LE(outcome.counters.max_depth, 16U);
        if (outcome.status == Status::solved) {
            expect_solution(problem, outcome, 16);
        } else {
            EXPECT_EQ(outcome.status, Status::depth_limit);
            EXPECT_EQ(outcome.lower_bound, 0);
            ++cut;
        }
        limits.depth = 0;
        EXPECT_NE(run(with_manhattan, problem, limits).status, Status::solved);
    }
    EXPECT_GT(cut, 0U);
}

TEST(HillClimbing, ReturnsThePathWithItsLoopsWhenThereIsNoMemoryToCutThem) {
    const auto problem = walk_problem<DynamicBoard>(Geometry{2, 2}, make_cell(3), 5, 1);
    Limits limits;
    limits.memory_bytes = 260;
    SearchOptions options;
    options.set(search::hill_climbing::restarts, 200);
    const Outcome outcome = run(with_manhattan, problem, limits, options);
    EXPECT_EQ(outcome.status, Status::memory_limit);
    EXPECT_TRUE(replays(problem, outcome.path));
}

}  // namespace
}  // namespace tessera::search::hill_climbing_test
