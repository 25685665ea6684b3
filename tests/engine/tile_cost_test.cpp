// `--cost tile`: a move costs the number on its tile; checked against Dijkstra's algorithm written out here.
// home: release
#include <gtest/gtest.h>

#include <queue>

#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

using Tiles = std::vector<Tile>;

/// The least cost from every board to `goal`; moves can be reversed, so it is searched from there.
std::map<Tiles, Cost> least_costs(const DynamicBoard& goal) {
    std::map<Tiles, Cost> costs{{tiles_of(goal), 0}};
    using Entry = std::pair<Cost, Tiles>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.emplace(0, tiles_of(goal));
    while (!open.empty()) {
        const auto [cost, tiles] = open.top();
        open.pop();
        if (cost > costs.at(tiles)) continue;
        DynamicBoard board = DynamicBoard::from_tiles(goal.geometry(), tiles);
        for (const Move move : all_moves) {
            if (!board.legal_moves().has(move)) continue;
            const auto step = static_cast<Cost>(index(board.tile_at(board.neighbour(move))));
            board.slide(move);
            const auto [place, is_new] = costs.emplace(tiles_of(board), cost + step);
            if (is_new || cost + step < place->second) {
                place->second = cost + step;
                open.emplace(cost + step, place->first);
            }
            board.slide(opposite(move));
        }
    }
    return costs;
}

Cost cost_of_path(const Solution& solution) {
    Cost cost = 0;
    DynamicBoard board = solution.asked.start;
    for (const Move move : solution.outcome.moves) {
        cost += static_cast<Cost>(index(board.tile_at(board.neighbour(move))));
        board.slide(move);
    }
    return cost;
}

/// Every algorithm that understands tile costs, with every heuristic, on one board.
void check_board(Engine& engine, const DynamicBoard& start, const DynamicBoard& goal, Cost exact,
                 std::uint64_t nodes) {
    for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
        const AlgorithmInfo& info = *algorithm->info;
        for (const std::string& heuristic : heuristics_for(info)) {
            Job job = make_job(start, goal, info.name, heuristic);
            job.cost = CostModel::tile;
            SCOPED_TRACE(describe(job));
            if (!info.tile_cost) {
                auto refused = engine.solve(job);
                ASSERT_FALSE(refused.ok());
                EXPECT_EQ(refused.error().code, ErrorCode::usage);
                EXPECT_NE(refused.error().message.find(info.name), std::string::npos);
                break;
            }
            if (info.linear_memory) job.limits.nodes = nodes;
            const Solution solution = solved(engine, job);
            EXPECT_LE(solution.proof.lower_bound, exact);
            if (solution.outcome.status == Status::node_limit) continue;
            EXPECT_EQ(solution.outcome.status, Status::solved);
            EXPECT_TRUE(reaches_goal(solution));
            EXPECT_EQ(solution.outcome.cost, cost_of_path(solution));
            EXPECT_GE(solution.outcome.cost, exact);
            EXPECT_EQ(solution.proof.optimal, solution.outcome.cost == solution.proof.lower_bound);
            const bool admissible =
                !info.uses_heuristic || parse_heuristic(heuristic)->admissible();
            if (info.optimal && admissible) {
                EXPECT_EQ(solution.outcome.cost, exact);
                EXPECT_TRUE(solution.proof.optimal);
            }
            if (admissible && info.uses_heuristic) {
                EXPECT_LE(solution.proof.initial_h, exact);
            }
            if (info.name == "weighted-a*" && admissible) {
                EXPECT_LE(solution.outcome.cost, exact * 3 / 2);
            }
        }
    }
}

TEST(TileCost, EqualsDijkstraOn2x3ForNamedAndCustomGoals) {
    Engine engine;
    for (const DynamicBoard& goal : three_goals({2, 3})) {
        const auto costs = least_costs(goal);
        ASSERT_EQ(costs.size(), 360U);
        Random random(6);
        for (int i = 0; i < (sanitized ? 1 : 4); ++i) {
            const DynamicBoard start = random_solvable(goal, random);
            check_board(engine, start, goal, costs.at(tiles_of(start)), 300'000);
        }
    }
}

TEST(TileCostInRelease, EqualsDijkstraOn3x3ForNamedAndCustomGoals) {
    Engine engine;
    const std::vector<DynamicBoard> goals{goals_3x3()[2], board_of({3, 3}, "8 1 7/2 6 3/5 4 0")};
    for (const DynamicBoard& goal : goals) {
        const auto costs = least_costs(goal);
        ASSERT_EQ(costs.size(), 181'440U);
        Random random(60);
        for (const std::uint64_t walk : {6U, 24U}) {
            const DynamicBoard start = random_walk(goal, walk, random);
            check_board(engine, start, goal, costs.at(tiles_of(start)), 100'000);
        }
    }
}

TEST(TileCost, FollowsTheTileAndNotItsGoalCell) {
    // One move away, and the tile that moves has the largest number on the board.
    Engine engine;
    const DynamicBoard goal = board_of({2, 3}, "5 1 2/0 3 4");
    Job job = make_job(board_of({2, 3}, "0 1 2/5 3 4"), goal, "a*", "manhattan");
    job.cost = CostModel::tile;
    const Solution solution = solved(engine, job);
    EXPECT_EQ(solution.outcome.cost, 5);
    EXPECT_EQ(solution.outcome.moves.size(), 1U);
    EXPECT_EQ(solution.proof.initial_h, 5.0);
    EXPECT_TRUE(solution.proof.optimal);
}

TEST(TileCost, MayPreferMoreMoves) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {2, 3});
    const auto costs = least_costs(goal);
    std::size_t longer = 0;
    for (const auto& [tiles, cost] : costs) {
        const DynamicBoard start = DynamicBoard::from_tiles({2, 3}, tiles);
        Job job = make_job(start, goal, "a*", "manhattan");
        job.cost = CostModel::tile;
        const Solution solution = solved(engine, job);
        ASSERT_EQ(solution.outcome.cost, cost) << inline_form(start);
        if (static_cast<int>(solution.outcome.moves.size()) > exact_distance(start, goal)) ++longer;
    }
    EXPECT_GT(longer, 0U);
}

TEST(TileCost, DepthLimitIsAboutCost) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {2, 3});
    Random random(4);
    const DynamicBoard start = board_at_distance(goal, 15, random);
    const Cost exact = least_costs(goal).at(tiles_of(start));
    for (const std::string_view algorithm : {"ucs", "a*", "ida*", "rbfs"}) {
        Job job = make_job(start, goal, algorithm);
        job.cost = CostModel::tile;
        job.limits.depth = exact - 1;
        EXPECT_EQ(solved(engine, job).outcome.status, Status::depth_limit) << algorithm;
        job.limits.depth = exact;
        EXPECT_EQ(solved(engine, job).outcome.status, Status::solved) << algorithm;
    }
}

TEST(TileCost, TooLargeBoardsAreRefused) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {100, 100});
    Job job = make_job(goal, goal, "a*", "manhattan");
    job.cost = CostModel::tile;
    auto refused = engine.solve(job);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace tessera
