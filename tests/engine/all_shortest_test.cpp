// Every shortest solution: counted against the exact distances of every state, listed without repetition.
// home: release
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tessera/puzzle/moves.hpp"
#include "tessera/search/all_shortest.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// The number of shortest paths by the recurrence over exact distances: the sum over the neighbours one step nearer.
class PathCounter {
  public:
    explicit PathCounter(const DynamicBoard& goal) : goal_(goal) {}

    std::uint64_t count(DynamicBoard board) {
        if (board == goal_) return 1;
        const std::string key = inline_form(board);
        if (const auto known = counts_.find(key); known != counts_.end()) return known->second;
        const int distance = exact_distance(board, goal_);
        std::uint64_t sum = 0;
        for (const Move move : all_moves) {
            if (!board.legal_moves().has(move)) continue;
            board.slide(move);
            if (exact_distance(board, goal_) == distance - 1) sum += count(board);
            board.slide(opposite(move));
        }
        return counts_[key] = sum;
    }

  private:
    DynamicBoard goal_;
    std::map<std::string, std::uint64_t> counts_;
};

Job all_of(const DynamicBoard& start, const DynamicBoard& goal,
           std::string_view heuristic = "auto") {
    Job job = make_job(start, goal, "all-shortest", heuristic);
    job.options.set(search::all_shortest::keep_all, OptionValue(true));
    return job;
}

void expect_all(Engine& engine, const Job& job, std::uint64_t count) {
    SCOPED_TRACE(describe(job));
    const Solution solution = solved(engine, job);
    EXPECT_EQ(solution.outcome.status, Status::solved);
    EXPECT_TRUE(solution.proof.optimal);
    EXPECT_TRUE(solution.outcome.all_solutions);
    EXPECT_EQ(solution.outcome.solutions, count);
    EXPECT_EQ(solution.outcome.all_paths.size(), count);
    std::set<std::string> different;
    for (const std::vector<Move>& path : solution.outcome.all_paths) {
        EXPECT_EQ(path.size(), solution.outcome.moves.size());
        auto end = replay(job.start, path);
        ASSERT_TRUE(end.ok());
        EXPECT_EQ(*end, job.goal);
        different.insert(format_moves(path, job.start, Notation::blank));
    }
    EXPECT_EQ(different.size(), count);
    ASSERT_FALSE(solution.outcome.all_paths.empty());
    EXPECT_EQ(solution.outcome.all_paths.front(), solution.outcome.moves);
}

TEST(AllShortest, AgreesWithExactDistancesOn3x3AtEveryDepth) {
    Engine engine;
    for (const DynamicBoard& goal : fewer(goals_3x3(), 1)) {
        PathCounter counter(goal);
        Random random(3);
        for (int depth = 0; depth <= 30; depth += sanitized ? 5 : 1) {
            const DynamicBoard start = board_at_distance(goal, depth, random);
            expect_all(engine, all_of(start, goal), counter.count(start));
        }
    }
}

TEST(AllShortest, IsTheSameWithEveryAdmissibleHeuristic) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {2, 3});
    Random random(5);
    PathCounter counter(goal);
    for (const int depth : {12, 21}) {
        const DynamicBoard start = board_at_distance(goal, depth, random);
        for (const auto* entry : registry::all_heuristics()) {
            if (!entry->info->admissible) continue;
            expect_all(engine, all_of(start, goal, entry->info->name), counter.count(start));
        }
    }
}

/// The hardest 8-puzzle: 31 moves, 40 shortest ways, as the recurrence over exact distances has it, too.
TEST(AllShortest, TheHardestEightPuzzle) {
    Engine engine;
    const DynamicBoard start = board_of({3, 3}, "8 6 7 2 5 4 3 0 1");
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    EXPECT_EQ(PathCounter(goal).count(start), 40U);
    expect_all(engine, all_of(start, goal), 40);
}

TEST(AllShortest, CountsWithoutKeeping) {
    Engine engine;
    Job job = all_of(board_of({3, 3}, "8 6 7 2 5 4 3 0 1"), goal_of("blank-last", {3, 3}));
    job.options.set(search::all_shortest::keep_all, OptionValue(false));
    const Solution solution = solved(engine, job);
    EXPECT_EQ(solution.outcome.solutions, 40U);
    EXPECT_TRUE(solution.outcome.all_paths.empty());
    EXPECT_EQ(solution.outcome.moves.size(), 31U);
}

TEST(AllShortest, ALimitLeavesAtLeastSoMany) {
    Engine engine;
    Job job = all_of(board_of({3, 3}, "8 6 7 2 5 4 3 0 1"), goal_of("blank-last", {3, 3}));
    const Solution whole = solved(engine, job);
    job.limits.nodes =
        whole.measured.counters.generated - whole.measured.iterations.back().generated / 2;
    const Solution part = solved(engine, job);
    EXPECT_EQ(part.outcome.status, Status::node_limit);
    ASSERT_TRUE(part.outcome.found);
    EXPECT_TRUE(part.proof.optimal) << "all shorter bounds were exhausted";
    EXPECT_FALSE(part.outcome.all_solutions);
    EXPECT_GE(part.outcome.solutions, 1U);
    EXPECT_LT(part.outcome.solutions, 40U);
}

/// With an estimate that is too high, what is met may not be shortest: then nothing is said of "all".
TEST(AllShortest, SaysNothingOfAllWithAnInadmissibleHeuristic) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    const Solution solution =
        solved(engine, all_of(board_of({3, 3}, "8 7 6 5 0 3 2 4 1"), goal, "manhattan-inversions"));
    EXPECT_TRUE(solution.outcome.found);
    EXPECT_FALSE(solution.proof.optimal);
    EXPECT_EQ(solution.outcome.solutions, 0U);
}

/// Another bound may prove the first one shortest: what else was met may still be longer, and others never met. Found by
/// `tessera selftest`, where 2 were counted and there is 1.
TEST(AllShortest, SaysNothingOfAllWithAnInadmissibleHeuristicThoughTheFirstIsProvenShortest) {
    Engine engine;
    Job job = all_of(board_of({3, 4}, "9 11 0 3/2 5 6 1/8 4 10 7"),
                     board_of({3, 4}, "9 11 1 6/2 5 7 10/0 8 4 3"), "weighted-combination");
    job.options.order = {Move::left, Move::up, Move::down, Move::right};
    const Solution solution = solved(engine, job);
    EXPECT_TRUE(solution.proof.optimal);
    EXPECT_FALSE(solution.outcome.all_solutions);
    EXPECT_EQ(solution.outcome.solutions, 0U);
    EXPECT_TRUE(solution.outcome.all_paths.empty());
}

TEST(AllShortest, CheapestSolutionsByTileCost) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {2, 3});
    Random random(7);
    for (int round = 0; round < 5; ++round) {
        Job job = all_of(board_at_distance(goal, 15, random), goal, "manhattan");
        job.cost = CostModel::tile;
        const Solution solution = solved(engine, job);
        ASSERT_TRUE(solution.outcome.all_solutions);
        Job one = job;
        one.algorithm = "ucs";
        one.options = {};
        EXPECT_EQ(solution.outcome.cost, solved(engine, one).outcome.cost);
        for (const std::vector<Move>& path : solution.outcome.all_paths) {
            EXPECT_EQ(static_cast<Cost>(tile_cost(job.start, path)), solution.outcome.cost);
        }
    }
}

}  // namespace
}  // namespace tessera
