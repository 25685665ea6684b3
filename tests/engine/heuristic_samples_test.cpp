// Heuristics on samples of larger boards: never above the true distance along shortest solutions.
// home: release
#include <gtest/gtest.h>

#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Every board on a shortest solution is as far from the goal as moves are left.
template <BoardType B>
void check_along_solution(Engine& engine, const DynamicBoard& start, const DynamicBoard& goal) {
    const Geometry geometry = goal.geometry();
    const Solution solution =
        engine.solve(make_job(start, goal, "ida*", "linear-conflict")).value();
    ASSERT_TRUE(solution.proof.optimal);
    for (const HeuristicSpec& spec : default_heuristics()) {
        if (!spec.admissible()) continue;
        auto heuristic =
            engine.heuristic<B>(spec, geometry, goal.blank(), {}, std::size_t{1} << 25);
        if (!heuristic) continue;  // walking distance on 4×5
        B board = Labelling(goal).canonical_board<B>(start);
        auto left = static_cast<double>(solution.outcome.moves.size());
        for (const Move move : solution.outcome.moves) {
            ASSERT_LE((*heuristic)->exact_value((*heuristic)->evaluate(board)), left)
                << spec.name() << " on the way from " << inline_form(start) << " to "
                << inline_form(goal);
            board.slide(move);
            left -= 1.0;
        }
    }
}

TEST(HeuristicSamples, AreAdmissibleOn4x4FromEveryGoal) {
    Engine engine;
    Random random(4);
    for (std::size_t blank = 0; blank < 16; ++blank) {
        const auto goal = canonical_goal<DynamicBoard>({4, 4}, make_cell(blank));
        for (int i = 0; i < 2; ++i) {
            check_along_solution<Board<4, 4>>(engine, random_walk(goal, 90, random), goal);
        }
    }
}

TEST(HeuristicSamples, AreAdmissibleOnOblongBoards) {
    Engine engine;
    Random random(5);
    for (const Geometry geometry : {Geometry{3, 4}, Geometry{5, 3}, Geometry{4, 5}}) {
        for (std::size_t blank = 0; blank < geometry.cells(); blank += 4) {
            const auto goal = canonical_goal<DynamicBoard>(geometry, make_cell(blank));
            for (int i = 0; i < 3; ++i) {
                check_along_solution<DynamicBoard>(engine, random_walk(goal, 60, random), goal);
            }
        }
    }
}

}  // namespace
}  // namespace tessera
