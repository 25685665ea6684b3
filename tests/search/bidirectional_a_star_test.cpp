// Tests of bidirectional A* (NBS): optimal from both ends, with any admissible heuristic, and honest about its bound.
#include "tessera/search/bidirectional_a_star.hpp"

#include "tests/search/patchy_heuristic.hpp"

namespace tessera::search::bidirectional_a_star_test {
namespace {

using namespace search_testing;

/// Manhattan distance to any board, by relabelling that board to the canonical goal.
template <BoardType B>
class ManhattanTo {
  public:
    using Inner = heuristics::manhattan::Heuristic<B>;
    using State = typename Inner::State;

    explicit ManhattanTo(const B& target)
        : inner_(manhattan_for(make_problem(target, target.blank()))),
          canonical_(target.geometry().cells()) {
        for (std::size_t i = 0; i < canonical_.size(); ++i) {
            canonical_[index(target.tile_at(make_cell(i)))] =
                goal_tile(make_cell(i), target.blank());
        }
    }

    State evaluate(const B& board) const {
        std::vector<Tile> tiles = tiles_of(board);
        for (Tile& tile : tiles) tile = canonical_[index(tile)];
        return inner_.evaluate(B::from_tiles(board.geometry(), tiles));
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        return inner_.after_slide(state, board, canonical_[index(tile)], from, to);
    }
    static Cost value(State state) { return Inner::value(state); }
    static double exact_value(State state) { return Inner::exact_value(state); }
    std::size_t table_bytes() const { return inner_.table_bytes(); }

  private:
    Inner inner_;
    std::vector<Tile> canonical_;
};

/// No estimate at all: NBS becomes a breadth-first search from both ends.
template <BoardType B>
struct Zero {
    using State = Cost;
    static State evaluate(const B&) { return 0; }
    static State after_slide(State, const B&, Tile, Cell, Cell) { return 0; }
    static Cost value(State) { return 0; }
    static double exact_value(State) { return 0; }
    static std::size_t table_bytes() { return 0; }
};

template <BoardType B, HeuristicFor<B> H>
Outcome run_erased(const Problem<B>& problem, const H& to_goal, const H& to_start,
                   const SearchOptions& options, Monitor& monitor) {
    const Erased<B, H> forward(to_goal);
    const Erased<B, H> backward(to_start);
    const registry::SearchInput<B> input{problem, &forward, &backward, options};
    return registered_entry("bidirectional-a*").search(input, monitor);
}

const auto with_manhattan = []<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                            Monitor& monitor) {
    return run_erased(problem, ManhattanTo<B>(problem.goal), ManhattanTo<B>(problem.start), options,
                      monitor);
};

const auto with_zero = []<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                       Monitor& monitor) {
    return run_erased(problem, Zero<B>(), Zero<B>(), options, monitor);
};

const auto with_patchy = []<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                                         Monitor& monitor) {
    using H = Patchy<B, ManhattanTo<B>>;
    return run_erased(problem, H(ManhattanTo<B>(problem.goal)), H(ManhattanTo<B>(problem.start)),
                      options, monitor);
};

const auto without_virtual_calls = []<BoardType B>(const Problem<B>& problem,
                                                   const SearchOptions& options, Monitor& monitor) {
    return bidirectional_a_star::search(problem, ManhattanTo<B>(problem.goal),
                                        ManhattanTo<B>(problem.start), options, monitor);
};

TEST(BidirectionalAStar, IsOptimalOn3x3) {
    expect_optimal_on_3x3(with_manhattan, 12);
}

TEST(BidirectionalAStar, IsOptimalOnOtherSizes) {
    expect_optimal_on_other_sizes(with_manhattan);
}

TEST(BidirectionalAStar, IsOptimalWithoutAnEstimate) {
    expect_optimal_on_3x3(with_zero, 2);
}

TEST(BidirectionalAStar, IsOptimalWithAnInconsistentHeuristic) {
    expect_optimal_on_3x3(with_patchy, 3);
    expect_optimal_on_other_sizes(with_patchy, 9);
}

TEST(BidirectionalAStar, OpensStatesAgainWithAnInconsistentHeuristic) {
    std::uint64_t consistent = 0;
    std::uint64_t patchy = 0;
    for (const auto& board : distances_3x3(make_cell(8)).sample(24, 10)) {
        const auto problem = make_problem(board, make_cell(8));
        consistent += run(with_manhattan, problem).counters.reexpanded;
        patchy += run(with_patchy, problem).counters.reexpanded;
    }
    EXPECT_GT(patchy, 0U);
    EXPECT_LT(consistent, patchy);
}

TEST(BidirectionalAStar, DoesTheSameWorkWithAnErasedHeuristic) {
    for (const auto& board : distances_3x3(make_cell(4)).sample(22, 5)) {
        const auto problem = make_problem(board, make_cell(4));
        const Outcome plain = run(without_virtual_calls, problem);
        const Outcome erased = run(with_manhattan, problem);
        EXPECT_EQ(plain.path, erased.path);
        EXPECT_EQ(plain.counters.expanded, erased.counters.expanded);
        EXPECT_EQ(plain.counters.generated, erased.counters.generated);
        EXPECT_EQ(plain.counters.peak_states, erased.counters.peak_states);
    }
}

TEST(BidirectionalAStar, CountsWhatItDoes) {
    const auto problem = make_problem(distances_3x3(make_cell(8)).at_depth(24)[0], make_cell(8));
    const Counters counters = run(with_manhattan, problem).counters;
    EXPECT_GT(counters.generated, counters.expanded);
    EXPECT_GT(counters.peak_open, 2U);
    EXPECT_GT(counters.peak_states, counters.peak_open);
    EXPECT_LE(counters.peak_states, counters.generated + 2);
    const Counters blind = run(with_zero, problem).counters;
    EXPECT_LT(counters.expanded, blind.expanded);
}

TEST(BidirectionalAStar, SolvedBoardNeedsNoMoves) {
    expect_solved_board_needs_no_moves(with_manhattan);
}

TEST(BidirectionalAStar, KeepsLimits) {
    expect_keeps_limits(with_manhattan, std::size_t{12} << 20);
}

TEST(BidirectionalAStar, IsExhaustiveWithinDepth) {
    expect_exhaustive_within_depth(with_manhattan, 22);
    expect_exhaustive_within_depth(with_zero, 12);
    expect_exhaustive_within_depth(with_patchy, 12);
}

TEST(BidirectionalAStar, ObeysTheOrder) {
    const auto problem = make_problem(distances_3x3(make_cell(8)).at_depth(25)[7], make_cell(8));
    expect_order_matters(with_manhattan, problem);
}

TEST(BidirectionalAStar, NoticesThatTheGoalCannotBeReached) {
    const auto problem =
        from_numbers<DynamicBoard>(Geometry{2, 3}, {2, 1, 3, 4, 5, 0}, make_cell(5));
    const Outcome outcome = run(with_manhattan, problem);
    EXPECT_EQ(outcome.status, Status::unsolvable);
    EXPECT_TRUE(outcome.path.empty());
    EXPECT_LE(outcome.counters.peak_states, 720U);
}

/// What must hold at a limit: the bound is not above the optimum, and a path in hand leads to the
/// goal.
template <BoardType B>
void expect_encloses(const Problem<B>& problem, const Outcome& outcome, Cost optimum) {
    EXPECT_LE(outcome.lower_bound, optimum);
    if (outcome.path.empty()) return;
    EXPECT_TRUE(replays(problem, outcome.path));
    EXPECT_GE(static_cast<Cost>(outcome.path.size()), optimum);
}

TEST(BidirectionalAStar, AtEveryNodeLimitBoundAndPathEncloseTheOptimum) {
    for (const Cost depth : {18, 23, 28}) {
        const auto problem =
            make_problem(distances_3x3(make_cell(8)).sample(depth, 3)[1], make_cell(8));
        Cost bound_before = 0;
        for (Limits limits{.nodes = 1}; limits.nodes < 20000;
             limits.nodes += limits.nodes / 9 + 1) {
            const Outcome outcome = run(with_patchy, problem, limits);
            expect_encloses(problem, outcome, depth);
            EXPECT_GE(outcome.lower_bound, bound_before);
            bound_before = outcome.lower_bound;
        }
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

TEST(BidirectionalAStar, SolvesPublishedBoards) {
    for (const Published& board : {korf_12, korf_9}) {
        const auto problem = from_numbers<Board<4, 4>>(Geometry{4, 4}, board.tiles, make_cell(0));
        expect_optimal(problem, run(with_manhattan, problem), board.length);
    }
}

TEST(BidirectionalAStar, BoundsPublishedBoardsFromBelow) {
    std::size_t paths_in_hand = 0;
    for (const Published& board : {korf_9, korf_12, korf_19}) {
        const auto problem = from_numbers<Board<4, 4>>(Geometry{4, 4}, board.tiles, make_cell(0));
        const Cost h = manhattan_for(problem).evaluate(problem.start);
        Cost bound_before = h;
        for (const std::uint64_t nodes : {1U, 100U, 3000U, 30000U, 100000U}) {
            Limits limits;
            limits.nodes = nodes;
            const Outcome outcome = run(with_manhattan, problem, limits);
            EXPECT_GE(outcome.lower_bound, bound_before);
            expect_encloses(problem, outcome, board.length);
            bound_before = outcome.lower_bound;
            if (outcome.status == Status::node_limit && !outcome.path.empty()) ++paths_in_hand;
        }
        EXPECT_GT(bound_before, h);
    }
    EXPECT_GT(paths_in_hand, 0U);
}

}  // namespace
}  // namespace tessera::search::bidirectional_a_star_test
