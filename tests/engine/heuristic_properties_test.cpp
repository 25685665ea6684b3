// Every registered heuristic, by itself: it follows slides, is 0 at the goal, and keeps its claims.
// home: release
#include <gtest/gtest.h>

#include <cmath>

#include "tessera/lessons/audit.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

std::vector<Cell> goal_blanks(Geometry geometry) {
    return {make_cell(0), make_cell(geometry.cells() - 1), make_cell(geometry.cells() / 2),
            make_cell(geometry.cols - 1U)};
}

std::vector<Cost> uneven_costs(Geometry geometry) {
    std::vector<Cost> costs(geometry.cells(), 0);
    for (std::size_t t = 1; t < costs.size(); ++t) costs[t] = static_cast<Cost>(3 + t * 5 % 7);
    return costs;
}

template <BoardType B>
void walk(const ErasedHeuristic<B>& heuristic, B board, Random& random) {
    auto state = heuristic.evaluate(board);
    ASSERT_EQ(heuristic.value(state), 0) << "at the goal";
    ASSERT_EQ(heuristic.exact_value(state), 0.0) << "at the goal";
    for (int step = 0; step < (sanitized ? 60 : 300); ++step) {
        const Move move = make_move(random.below(4));
        if (!board.legal_moves().has(move)) continue;
        const Cell from = board.neighbour(move);
        state = heuristic.after_slide(state, board, board.tile_at(from), from, board.blank());
        board.slide(move);
        const auto oracle = heuristic.evaluate(board);
        ASSERT_EQ(heuristic.value(state), heuristic.value(oracle)) << "step " << step;
        ASSERT_EQ(heuristic.exact_value(state), heuristic.exact_value(oracle)) << "step " << step;
        ASSERT_GE(heuristic.value(state), heuristic.exact_value(state));
        ASSERT_LT(heuristic.value(state), heuristic.exact_value(state) + 1.0);
    }
}

/// Walks with the heuristic for every goal blank, with and without tile costs. A heuristic may
/// refuse a size, but only because its table would be too large.
template <BoardType B>
void walk_everywhere(Engine& engine, const HeuristicSpec& spec, Geometry geometry) {
    Random random(geometry.cells());
    for (const Cell goal_blank : fewer(goal_blanks(geometry), 2)) {
        for (const bool weighted : {false, true}) {
            SCOPED_TRACE(spec.name() + " on " + std::to_string(geometry.rows) + "x" +
                         std::to_string(geometry.cols) + ", goal blank on cell " +
                         std::to_string(index(goal_blank)) + (weighted ? ", tile costs" : ""));
            const auto costs = weighted ? uneven_costs(geometry) : std::vector<Cost>();
            auto heuristic =
                engine.heuristic<B>(spec, geometry, goal_blank, costs, std::size_t{1} << 25);
            if (!heuristic) {
                EXPECT_GT(geometry.cells(), 16U);
                EXPECT_EQ(heuristic.error().code, ErrorCode::memory_limit);
                EXPECT_NE(spec.entry->info->sizes, "any");
                continue;
            }
            walk<B>(**heuristic, canonical_goal<B>(geometry, goal_blank), random);
        }
    }
}

TEST(EveryHeuristic, FollowsSlidesOnEverySizeAndGoal) {
    Engine engine;
    for (const HeuristicSpec& spec : default_heuristics()) {
        for (const Geometry geometry : fewer<Geometry>(
                 {{3, 3}, {5, 5}, {2, 3}, {3, 4}, {2, 2}, {4, 2}, {6, 6}, {4, 4}, {4, 6}}, 3)) {
            with_board_type(geometry, [&]<class B>(std::type_identity<B>) {
                walk_everywhere<B>(engine, spec, geometry);
            });
        }
    }
}

TEST(EveryHeuristic, GivesTheSameOnFixedAndDynamicBoards) {
    Engine engine;
    constexpr Geometry geometry{4, 4};
    for (const HeuristicSpec& spec : default_heuristics()) {
        const Cell goal_blank = make_cell(5);
        auto fixed = engine.heuristic<Board<4, 4>>(spec, geometry, goal_blank, {}, 1U << 28);
        auto dynamic = engine.heuristic<DynamicBoard>(spec, geometry, goal_blank, {}, 1U << 28);
        ASSERT_TRUE(fixed.ok() && dynamic.ok()) << spec.name();
        auto a = canonical_goal<Board<4, 4>>(geometry, goal_blank);
        auto b = canonical_goal<DynamicBoard>(geometry, goal_blank);
        Random random(7);
        for (int step = 0; step < (sanitized ? 60 : 200); ++step) {
            const Move move = make_move(random.below(4));
            if (!a.legal_moves().has(move)) continue;
            a.slide(move);
            b.slide(move);
            ASSERT_EQ((*fixed)->exact_value((*fixed)->evaluate(a)),
                      (*dynamic)->exact_value((*dynamic)->evaluate(b)))
                << spec.name();
        }
    }
}

TEST(SlowEveryHeuristic, KeepsItsClaimsOnEveryStateAndEveryDenialHasAWitness) {
    Engine engine;
    std::vector<DynamicBoard> goals = goals_3x3();
    for (const Geometry geometry : {Geometry{2, 3}, Geometry{2, 4}}) {
        goals.push_back(goal_of("blank-last", geometry));
        goals.push_back(goal_of("blank-first", geometry));
    }
    std::map<std::string, std::pair<bool, bool>> refuted;
    for (const DynamicBoard& goal : goals) {
        auto result = audit(engine, goal, default_heuristics());
        ASSERT_TRUE(result.ok()) << result.error().message;
        EXPECT_TRUE(result->claims_hold());
        EXPECT_EQ(result->rows.size(), registry::all_heuristics().size());
        for (const AuditRow& row : result->rows) {
            SCOPED_TRACE(row.name + " with goal " + inline_form(goal));
            EXPECT_TRUE(row.claims_hold());
            EXPECT_EQ(row.goal_value, 0.0);
            EXPECT_EQ(row.admissible, row.over_states == 0);
            refuted[row.name].first |= !row.admissible;
            refuted[row.name].second |= !row.consistent;
        }
    }
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        const auto& [inadmissible, inconsistent] = refuted.at(std::string(info.name));
        EXPECT_EQ(inadmissible, !info.admissible) << info.name;
        EXPECT_EQ(inconsistent, !info.consistent) << info.name;
    }
}

TEST(EveryHeuristicInRelease, IsZeroAtEveryGoalEvenWithOtherLabels) {
    Engine engine;
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{3, 3}, Geometry{4, 4}, Geometry{5, 5},
                                    Geometry{3, 5}, Geometry{7, 7}}) {
        for (const DynamicBoard& goal : fewer(three_goals(geometry), 1)) {
            for (const HeuristicSpec& spec : default_heuristics()) {
                Job job = make_job(goal, goal, "a*", spec.name());
                job.limits.memory_bytes = std::size_t{1} << 25;
                auto solution = engine.solve(job);
                if (!solution) {
                    EXPECT_EQ(solution.error().code, ErrorCode::memory_limit) << spec.name();
                    continue;
                }
                EXPECT_EQ(solution->proof.initial_h, 0.0) << describe(job);
                EXPECT_TRUE(solution->outcome.found && solution->outcome.moves.empty())
                    << describe(job);
            }
        }
    }
}

}  // namespace
}  // namespace tessera
