// Any size, any limit: a solution always, bounds that hold, and never a worse answer for more work.
// home: release
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tessera/engine/anytime.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/engine/algorithm_checks.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

Job anytime_job(const DynamicBoard& start, const DynamicBoard& goal, std::uint64_t nodes) {
    Job job = make_job(start, goal, anytime_info.name);
    job.limits.nodes = nodes;
    job.limits.memory_bytes = std::size_t{1} << 28;
    return job;
}

void expect_sound(const Solution& solution, const std::string& where) {
    EXPECT_TRUE(solution.outcome.found) << where;
    EXPECT_TRUE(reaches_goal(solution)) << where;
    EXPECT_LE(solution.proof.lower_bound, solution.outcome.cost) << where;
    EXPECT_EQ(solution.proof.optimal, solution.proof.lower_bound == solution.outcome.cost) << where;
    EXPECT_EQ(solution.outcome.cost, static_cast<Cost>(solution.outcome.moves.size())) << where;
    EXPECT_EQ((solution.outcome.cost - solution.proof.lower_bound) % 2, 0) << where;
    ASSERT_FALSE(solution.outcome.milestones.empty()) << where;
    EXPECT_EQ(solution.outcome.milestones.back().cost, solution.outcome.cost) << where;
    EXPECT_EQ(solution.outcome.milestones.back().lower_bound, solution.proof.lower_bound) << where;
    for (std::size_t i = 1; i < solution.outcome.milestones.size(); ++i) {
        const Milestone& before = solution.outcome.milestones[i - 1];
        const Milestone& after = solution.outcome.milestones[i];
        EXPECT_LE(after.cost, before.cost) << where;
        EXPECT_GE(after.lower_bound, before.lower_bound) << where;
        EXPECT_GE(after.seconds, before.seconds) << where;
    }
    // Of several attempts the rounds shown are those that proved the bound.
    ASSERT_TRUE(solution.proof.bound) << where;
    const std::vector<Iteration>& proving = solution.proof.bound->iterations;
    ASSERT_EQ(solution.measured.iterations.size(), proving.size()) << where;
    for (std::size_t i = 0; i < proving.size(); ++i) {
        EXPECT_EQ(solution.measured.iterations[i].bound, proving[i].bound) << where;
        EXPECT_EQ(solution.measured.iterations[i].generated, proving[i].generated) << where;
    }
}

/// Of every `step`-th size up to 12×12, counted row by row.
void expect_sound_on_sizes(std::size_t step) {
    Engine engine;
    Random random(4);
    std::size_t sizes = 0;
    for (std::uint16_t rows = 2; rows <= 12; ++rows) {
        for (std::uint16_t cols = 2; cols <= 12; ++cols) {
            if (sizes++ % step != 0) continue;
            const Geometry geometry{rows, cols};
            const DynamicBoard goal = three_goals(geometry)[(rows + cols) % 3U];
            const DynamicBoard start = random_solvable(goal, random);
            const std::uint64_t nodes = geometry.cells() > 36 ? 5'000 : 30'000;
            const Solution solution = solved(engine, anytime_job(start, goal, nodes));
            expect_sound(solution, describe(anytime_job(start, goal, nodes)));
        }
    }
}

TEST(Anytime, SolvesSizesUpTo12x12ForManyGoals) {
    expect_sound_on_sizes(sanitized ? 13 : 4);
}
TEST(LongAnytime, SolvesEverySizeUpTo12x12ForManyGoals) {
    expect_sound_on_sizes(1);
}

TEST(Anytime, SolvesLargeBoards) {
    Engine engine;
    Random random(5);
    for (const Geometry geometry : {Geometry{20, 20}, Geometry{50, 50}, Geometry{2, 100},
                                    Geometry{100, 3}, Geometry{100, 100}}) {
        const DynamicBoard goal = goal_of("snail", geometry);
        const DynamicBoard start = random_solvable(goal, random);
        expect_sound(solved(engine, anytime_job(start, goal, 1000)),
                     fmt::format("{}×{}", geometry.rows, geometry.cols));
    }
}

TEST(Anytime, SmallBoardsAreSolvedByTheShortestWayAndProven) {
    Engine engine;
    Random random(6);
    for (const DynamicBoard& goal : goals_3x3()) {
        for (int distance = 0; distance <= 30; distance += sanitized ? 15 : 5) {
            const DynamicBoard start = board_at_distance(goal, distance, random);
            const Solution solution = solved(engine, anytime_job(start, goal, 10'000'000));
            expect_sound(solution, inline_form(start));
            EXPECT_EQ(solution.outcome.cost, distance);
            EXPECT_TRUE(solution.proof.optimal);
            EXPECT_EQ(solution.outcome.status, Status::solved);
        }
    }
}

void expect_more_work_never_makes_it_worse(std::uint64_t most_nodes) {
    Engine engine;
    Random random(7);
    for (const Geometry geometry : {Geometry{5, 5}, Geometry{6, 6}, Geometry{4, 9}}) {
        const DynamicBoard goal = goal_of("blank-last", geometry);
        const DynamicBoard start = random_solvable(goal, random);
        Cost length = infinite_cost;
        Cost bound = 0;
        for (std::uint64_t nodes = 1000; nodes <= most_nodes; nodes *= 4) {
            const Solution solution = solved(engine, anytime_job(start, goal, nodes));
            expect_sound(solution, fmt::format("{} nodes", nodes));
            EXPECT_LE(solution.outcome.cost, length) << nodes;
            EXPECT_GE(solution.proof.lower_bound, bound) << nodes;
            length = solution.outcome.cost;
            bound = solution.proof.lower_bound;
        }
    }
}

TEST(Anytime, MoreWorkNeverMakesItWorse) {
    expect_more_work_never_makes_it_worse(sanitized ? 64'000 : 1'024'000);
}
TEST(LongAnytime, MoreWorkNeverMakesItWorse) {
    expect_more_work_never_makes_it_worse(4'096'000);
}

/// Of every `step`-th board.
void expect_within_known_lengths(const std::string& suite, std::uint64_t nodes, std::size_t step) {
    Engine engine;
    const std::vector<BoardEntry> boards = suite_boards(suite).value();
    for (std::size_t i = 0; i < boards.size(); i += step) {
        const BoardEntry& entry = boards[i];
        const DynamicBoard goal = goal_of("blank-first", entry.board.geometry());
        const Solution solution = solved(engine, anytime_job(entry.board, goal, nodes));
        expect_sound(solution, entry.id);
        EXPECT_LE(solution.proof.lower_bound, entry.optimal.value()) << entry.id;
        EXPECT_GE(solution.outcome.cost, entry.optimal.value()) << entry.id;
    }
}

TEST(Anytime, BoundsNeverExceedTheOptimumOfKorfsPuzzles) {
    expect_within_known_lengths("korf", 100'000, sanitized ? 20 : 4);
    expect_within_known_lengths("korf24", 150'000, sanitized ? 10 : 4);
}
TEST(LongAnytime, BoundsNeverExceedTheOptimumOfKorfsPuzzles) {
    expect_within_known_lengths("korf", 100'000, 1);
    expect_within_known_lengths("korf24", 150'000, 1);
}

/// The boards of an external file: `cells` tiles after an index, and a known length in one of the columns behind them.
void expect_bounds_hold(const std::string& file, Geometry geometry, std::string_view goal_name,
                        std::size_t optimal_column, std::uint64_t nodes) {
    const auto path = external_data(file);
    TESSERA_NEEDS(path);
    const DynamicBoard goal = goal_of(goal_name, geometry);
    Engine engine;
    std::ifstream lines(path);
    std::size_t boards = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::vector<Tile> tiles;
        std::size_t number = 0;
        words >> number;
        while (tiles.size() < geometry.cells() && words >> number)
            tiles.push_back(make_tile(number));
        double optimal = 0;
        for (std::size_t i = 0; i <= optimal_column; ++i) words >> optimal;
        ASSERT_TRUE(words) << line;
        const DynamicBoard start = DynamicBoard::from_tiles(geometry, tiles);
        const Solution solution = solved(engine, anytime_job(start, goal, nodes));
        expect_sound(solution, line);
        EXPECT_LE(solution.proof.lower_bound, optimal) << line;
        EXPECT_GE(solution.outcome.cost, optimal) << line;
        ++boards;
    }
    EXPECT_GE(boards, 100U);
}

TEST(LongAnytime, BoundsHoldOnDeepCubeA15) {
    expect_bounds_hold("deepcubea-15.txt", {4, 4}, "blank-last", 3, 100'000);
}
TEST(LongAnytime, BoundsHoldOnDeepCubeA24) {
    expect_bounds_hold("deepcubea-24.txt", {5, 5}, "blank-last", 3, 150'000);
}
TEST(LongAnytime, BoundsHoldOnRandom24) {
    expect_bounds_hold("random24-clausecker.txt", {5, 5}, "blank-first", 0, 50'000);
}

TEST(Anytime, AutoHasAnAnswerWhateverTheLimit) {
    Engine engine;
    Random random(8);
    for (const Geometry geometry :
         {Geometry{3, 3}, Geometry{4, 4}, Geometry{5, 5}, Geometry{6, 7}}) {
        const DynamicBoard goal = goal_of("blank-last", geometry);
        Job job = make_job(random_solvable(goal, random), goal);
        job.limits.nodes = 1;
        const Solution by_nodes = solved(engine, job);
        EXPECT_TRUE(by_nodes.outcome.found);
        EXPECT_TRUE(reaches_goal(by_nodes));
        job.limits = {};
        job.limits.time = std::chrono::nanoseconds(1);
        const Solution by_time = solved(engine, job);
        EXPECT_TRUE(by_time.outcome.found);
        EXPECT_TRUE(reaches_goal(by_time));
        EXPECT_LE(by_time.proof.lower_bound, by_time.outcome.cost);
    }
}

/// Interrupts at the first poll that has seen a solution.
class Interrupt final : public Observer {
  public:
    void progress(const Progress& now) override {
        best_ = now.best;
        bound_ = now.lower_bound;
    }
    bool cancelled() override { return best_ < infinite_cost; }
    Cost best() const { return best_; }
    Cost bound() const { return bound_; }

  private:
    Cost best_ = infinite_cost;
    Cost bound_ = 0;
};

TEST(Anytime, AnInterruptGivesTheBestSoFar) {
    Engine engine;
    Random random(9);
    const DynamicBoard goal = goal_of("blank-last", {7, 7});
    Interrupt interrupt;
    auto solution =
        engine.solve(anytime_job(random_solvable(goal, random), goal, 1'000'000'000), interrupt);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->outcome.status, Status::interrupted);
    expect_sound(*solution, "interrupted");
    EXPECT_LE(solution->outcome.cost, interrupt.best());
    EXPECT_GE(solution->proof.lower_bound, interrupt.bound());
}

TEST(Anytime, ADepthThatNoSolutionFoundFitsIsSaid) {
    Engine engine;
    Random random(10);
    const DynamicBoard goal = goal_of("blank-last", {6, 6});
    Job job = anytime_job(random_solvable(goal, random), goal, 10'000);
    job.limits.depth = 50;
    const Solution solution = solved(engine, job);
    EXPECT_FALSE(solution.outcome.found);
    EXPECT_EQ(solution.outcome.status, Status::depth_limit);
}

TEST(Anytime, KeepsWithinTheMemory) {
    Engine engine;
    Random random(11);
    const DynamicBoard goal = goal_of("blank-last", {8, 8});
    Job job = anytime_job(random_solvable(goal, random), goal, sanitized ? 500'000 : 3'000'000);
    job.limits.memory_bytes = 4 << 20;
    const Solution solution = solved(engine, job);
    expect_sound(solution, "4 MiB");
    EXPECT_LE(solution.measured.container_bytes, job.limits.memory_bytes);
}

/// The engine asks before it begins whether a board can be solved; the machine itself does not go astray either.
TEST(AnytimeMachine, SaysThatABoardIsUnsolvable) {
    Random random(2);
    AnytimeTask task;
    task.goal = goal_of("blank-last", {3, 4});
    task.start = random_unsolvable(task.goal, random);
    Observer nobody;
    Monitor monitor(Limits(), nobody);
    const AnytimeResult result = solve_anytime(task, monitor, std::chrono::steady_clock::now());
    EXPECT_EQ(result.status, Status::unsolvable);
    EXPECT_TRUE(result.path.empty());
}

/// A proof that comes with a shorter path ends the work with it.
TEST(AnytimeMachine, TakesTheShorterPathOfAProof) {
    Random random(2);
    AnytimeTask task;
    task.goal = goal_of("blank-last", {5, 5});
    task.start = random_solvable(task.goal, random);
    Engine engine;
    task.guide = *engine.heuristic<DynamicBoard>(*parse_heuristic("learned"), task.goal.geometry(),
                                                 task.goal.blank(), {}, std::size_t{1} << 28);
    std::vector<Move> proven;
    int asked = 0;
    task.prove = [&](std::uint64_t nodes, Cost best, const Counters&) {
        EXPECT_GT(nodes, 0U);
        ++asked;
        AnytimeTask::Proof proof;
        // No real one: whether it leads to the goal is the engine's concern.
        proven.assign(static_cast<std::size_t>(best - 2), Move::up);
        proof.path = proven;
        proof.lower_bound = best - 2;
        proof.counters.generated = 7;
        return proof;
    };
    Limits limits;
    limits.nodes = 20'000'000;
    Observer nobody;
    Monitor monitor(limits, nobody);
    const AnytimeResult result = solve_anytime(task, monitor, std::chrono::steady_clock::now());
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(result.status, Status::solved);
    EXPECT_EQ(result.path, proven);
    EXPECT_EQ(result.lower_bound, static_cast<Cost>(proven.size()));
    ASSERT_FALSE(result.milestones.empty());
    EXPECT_EQ(result.milestones.back().cost, result.lower_bound);
    EXPECT_EQ(result.milestones.back().lower_bound, result.lower_bound);
}

/// A heuristic that can overestimate leads the beams, and proves nothing: the bound is that of others.
TEST(Anytime, AHeuristicThatOverestimatesGuidesAndProvesNothing) {
    Engine engine;
    Random random(9);
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const std::string_view heuristic :
         {"learned", "squared-distance", "linear-conflict-pairs"}) {
        for (int distance = 4; distance <= 28; distance += 8) {
            Job job = anytime_job(board_at_distance(goal, distance, random), goal, 2'000);
            job.heuristic = heuristic;
            const Solution solution = solved(engine, job);
            expect_sound(solution, describe(job));
            EXPECT_LE(solution.proof.lower_bound, distance) << describe(job);
            EXPECT_EQ(solution.asked.heuristic, heuristic);
            EXPECT_NE(solution.proof.bound->heuristic, heuristic);
        }
    }
}

TEST(Anytime, WhatItCannotDoIsSaid) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {6, 6});
    Job job = anytime_job(goal, goal, 1000);
    job.cost = CostModel::tile;
    EXPECT_EQ(engine.solve(job).error().code, ErrorCode::usage);
    job = anytime_job(goal, goal, 1000);
    job.options.set(search::weighted_a_star::weight, OptionValue(2.0));
    EXPECT_EQ(engine.solve(job).error().code, ErrorCode::usage);
    job = anytime_job(goal, goal, 1000);
    job.options.set(search::beam::width, 2);
    EXPECT_EQ(engine.solve(job).error().code, ErrorCode::usage);
    job.algorithm = "a*";
    EXPECT_EQ(engine.solve(job).error().code, ErrorCode::usage);
    job = anytime_job(goal, goal_of("blank-last", {5, 6}), 1000);
    EXPECT_EQ(engine.solve(job).error().code, ErrorCode::usage);
    std::vector<Tile> tiles = tiles_of(goal);
    std::swap(tiles[0], tiles[1]);
    job = anytime_job(DynamicBoard::from_tiles({6, 6}, tiles), goal, 1000);
    EXPECT_EQ(solved(engine, job).outcome.status, Status::unsolvable);
}

}  // namespace
}  // namespace tessera
