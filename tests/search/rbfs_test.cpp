// Tests of recursive best-first search: optimal, linear in memory, and honest about its bound.
#include "tessera/search/rbfs.hpp"

#include "tests/search/patchy_heuristic.hpp"

namespace tessera::search::rbfs_test {
namespace {

using namespace search_testing;

const auto with_manhattan = registered("rbfs");

const auto with_patchy = []<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                         Monitor& monitor) {
    using Manhattan = heuristics::manhattan::Heuristic<B>;
    const Patchy<B, Manhattan> heuristic(manhattan_for(problem));
    return run_registered("rbfs", problem, heuristic, options, monitor);
};

const auto without_virtual_calls = [](const auto& problem, const SearchOptions& options,
                                      Monitor& monitor) {
    return rbfs::search(problem, manhattan_for(problem), options, monitor);
};

TEST(Rbfs, IsOptimalOn3x3) {
    expect_optimal_on_3x3(with_manhattan, 4);
}

TEST(Rbfs, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(with_manhattan);
}

TEST(Rbfs, IsOptimalWithAnInconsistentHeuristic) {
    expect_optimal_on_3x3(with_patchy, 3, 17);
    expect_optimal_on_other_sizes(with_patchy, 9);
}

TEST(Rbfs, IsOptimalWithTileCosts) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 3}, make_cell(5), 14, seed);
        charge_tile_numbers(problem);
        expect_optimal(problem, run(with_manhattan, problem), least_cost(problem));
    }
}

TEST(Rbfs, DoesTheSameWorkWithAnErasedHeuristic) {
    for (const auto& board : distances_3x3(make_cell(4)).sample(22, 5)) {
        const auto problem = make_problem(board, make_cell(4));
        const Outcome plain = run(without_virtual_calls, problem);
        const Outcome erased = run(with_manhattan, problem);
        EXPECT_EQ(plain.path, erased.path);
        EXPECT_EQ(plain.counters.expanded, erased.counters.expanded);
        EXPECT_EQ(plain.counters.generated, erased.counters.generated);
    }
}

/// Korf's (1993) recursive function as printed there, on 3×3: the oracle for the one with an
/// explicit stack.
template <HeuristicFor<Board<3, 3>> H>
class Textbook {
  public:
    Textbook(const Problem<Board<3, 3>>& problem, const H& heuristic)
        : heuristic_(heuristic), goal_(problem.goal) {
        const Cost f = heuristic.value(heuristic.evaluate(problem.start));
        rbfs(problem.start, 0, f, f, infinite_cost, MoveSet());
    }
    std::uint64_t generated() const { return generated_; }
    Cost solution() const { return solution_; }

  private:
    struct Child {
        Board<3, 3> board;
        Move move;
        Cost f;
        Cost stored;
    };

    Cost rbfs(const Board<3, 3>& board, Cost g, Cost f, Cost stored, Cost bound, MoveSet undo) {
        if (board == goal_) solution_ = g;
        if (solution_ >= 0) return 0;
        std::vector<Child> children;
        for (const Move move : all_moves) {
            if (!board.legal_moves().has(move) || undo.has(move)) continue;
            Board<3, 3> child = board;
            child.slide(move);
            const Cost child_f = g + 1 + heuristic_.value(heuristic_.evaluate(child));
            children.push_back(
                {child, move, child_f, f < stored ? std::max(stored, child_f) : child_f});
        }
        generated_ += children.size();
        while (solution_ < 0) {
            const auto best = std::min_element(
                children.begin(), children.end(),
                [](const Child& a, const Child& b) { return a.stored < b.stored; });
            if (best->stored > bound) return best->stored;
            Cost alternative = bound;
            for (auto child = children.begin(); child != children.end(); ++child) {
                if (child != best) alternative = std::min(alternative, child->stored);
            }
            best->stored = rbfs(best->board, g + 1, best->f, best->stored, alternative,
                                MoveSet().with(opposite(best->move)));
        }
        return 0;
    }

    const H& heuristic_;
    Board<3, 3> goal_;
    std::uint64_t generated_ = 0;
    Cost solution_ = -1;
};

TEST(Rbfs, DoesTheSameWorkAsTheTextbook) {
    for (const Cost depth : {5, 14, 19}) {
        for (const auto& board : distances_3x3(make_cell(8)).sample(depth, 5)) {
            const auto problem = make_problem(board, make_cell(8));
            const auto manhattan = manhattan_for(problem);
            const Patchy<Board<3, 3>, heuristics::manhattan::Heuristic<Board<3, 3>>> patchy(
                manhattan);
            const Textbook by_manhattan(problem, manhattan);
            EXPECT_EQ(by_manhattan.solution(), depth);
            EXPECT_EQ(run(with_manhattan, problem).counters.generated, by_manhattan.generated());
            EXPECT_EQ(run(with_patchy, problem).counters.generated,
                      Textbook(problem, patchy).generated());
        }
    }
}

/// Three blank moves to go, worked out by hand: on this board Manhattan distance leads straight to
/// the goal.
TEST(Rbfs, CountsWhatItDoes) {
    const auto problem =
        from_numbers<Board<3, 3>>(Geometry{3, 3}, {1, 2, 3, 0, 5, 6, 4, 7, 8}, make_cell(8));
    const Outcome outcome = run(with_manhattan, problem);
    EXPECT_EQ(outcome.path, (std::vector<Move>{Move::down, Move::right, Move::right}));
    EXPECT_EQ(outcome.counters.expanded, 3U);
    EXPECT_EQ(outcome.counters.generated, 3U + 1U + 2U);
    EXPECT_EQ(outcome.counters.peak_states, 1U + 3U + 1U + 2U);
    EXPECT_EQ(outcome.counters.peak_open, 7U - 3U);
    EXPECT_EQ(outcome.counters.max_depth, 3U);
}

TEST(Rbfs, MemoryIsLinearInDepth) {
    for (const Cost depth : {20, 26, 30}) {
        const auto problem =
            make_problem(distances_3x3(make_cell(8)).at_depth(depth)[0], make_cell(8));
        const Outcome outcome = run(without_virtual_calls, problem);
        EXPECT_LE(outcome.counters.peak_states, 1 + 3 * outcome.counters.max_depth + 1);
        EXPECT_GT(outcome.counters.generated, 10 * outcome.counters.peak_states);
        EXPECT_LT(outcome.peak_bytes, 20000U);
    }
}

TEST(Rbfs, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(with_manhattan);
}

TEST(Rbfs, KeepsLimits) {
    expect_keeps_limits(without_virtual_calls, 10000);
}

TEST(Rbfs, IsExhaustiveWithinDepth) {
    expect_exhaustive_within_depth(with_manhattan, 22);
    expect_exhaustive_within_depth(with_patchy, 12);
}

TEST(Rbfs, ObeysTheOrder) {
    const auto problem = make_problem(distances_3x3(make_cell(8)).at_depth(25)[7], make_cell(8));
    expect_order_matters(with_manhattan, problem);
}

TEST(Rbfs, AtEveryNodeLimitTheBoundHoldsAndNeverFalls) {
    for (const Cost depth : {18, 23, 28}) {
        const auto problem =
            make_problem(distances_3x3(make_cell(8)).sample(depth, 3)[1], make_cell(8));
        Cost bound_before = 0;
        for (Limits limits{.nodes = 1}; limits.nodes < 20000;
             limits.nodes += limits.nodes / 9 + 1) {
            const Outcome outcome = run(with_patchy, problem, limits);
            EXPECT_LE(outcome.lower_bound, depth);
            EXPECT_GE(outcome.lower_bound, bound_before);
            bound_before = outcome.lower_bound;
        }
        EXPECT_GT(bound_before, 0);
    }
}

/// Korf's (1985) boards 12, 19 and 9, with their optimal lengths.
struct Published {
    std::vector<int> tiles;
    Cost length;
};
const Published korf_12{{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}, 45};
const Published korf_19{{7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10}, 46};
const Published korf_9{{3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0}, 46};

TEST(Rbfs, SolvesPublishedBoards) {
    const auto problem = from_numbers<Board<4, 4>>(Geometry{4, 4}, korf_12.tiles, make_cell(0));
    expect_optimal(problem, run(with_manhattan, problem), korf_12.length);
}

TEST(Rbfs, BoundsPublishedBoardsFromBelow) {
    for (const Published& board : {korf_9, korf_12, korf_19}) {
        const auto problem = from_numbers<Board<4, 4>>(Geometry{4, 4}, board.tiles, make_cell(0));
        const Cost h = manhattan_for(problem).evaluate(problem.start);
        Cost bound_before = h;
        for (const std::uint64_t nodes : {1U, 100U, 3000U, 30000U, 300000U}) {
            Limits limits;
            limits.nodes = nodes;
            const Outcome outcome = run(with_manhattan, problem, limits);
            EXPECT_GE(outcome.lower_bound, bound_before);
            EXPECT_LE(outcome.lower_bound, board.length);
            bound_before = outcome.lower_bound;
        }
        EXPECT_GT(bound_before, h);
    }
}

}  // namespace
}  // namespace tessera::search::rbfs_test
