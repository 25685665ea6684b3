// What the tests of searches share: problems, exact distances, and checks all must pass.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tessera/contracts/search.hpp"
#include "tessera/engine/component_entries.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::search_testing {

/// splitmix64, written out here so that the tests do not lean on the generator they may one day
/// test.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t x = state_ += 0x9E3779B97F4A7C15ULL;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 31);
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  private:
    std::uint64_t state_;
};

/// `board` after `moves` random moves, none of which takes the one before it back.
template <BoardType B>
B random_walk(B board, std::size_t moves, std::uint64_t seed) {
    Random random(seed);
    MoveSet undo;
    for (std::size_t made = 0; made < moves;) {
        const Move move = make_move(random.below(4));
        if (!board.legal_moves().has(move) || undo.has(move)) continue;
        board.slide(move);
        undo = MoveSet().with(opposite(move));
        ++made;
    }
    return board;
}

/// The problem of going from `start` to the canonical goal with this blank cell.
template <BoardType B>
Problem<B> make_problem(const B& start, Cell goal_blank) {
    return {start, canonical_goal<B>(start.geometry(), goal_blank), {}};
}

/// A problem whose start is `moves` random moves away from its goal.
template <BoardType B>
Problem<B> walk_problem(Geometry geometry, Cell goal_blank, std::size_t moves, std::uint64_t seed) {
    const B goal = canonical_goal<B>(geometry, goal_blank);
    return {random_walk(goal, moves, seed), goal, {}};
}

template <BoardType B>
Problem<B> from_numbers(Geometry geometry, const std::vector<int>& numbers, Cell goal_blank) {
    std::vector<Tile> tiles;
    for (const int number : numbers) tiles.push_back(make_tile(static_cast<std::size_t>(number)));
    return make_problem(B::from_tiles(geometry, tiles), goal_blank);
}

inline Cell last_cell(Geometry geometry) {
    return make_cell(geometry.cells() - 1);
}

/// 10×10, far from its goal: no search here solves it, so every limit is reached on it.
inline const Problem<DynamicBoard>& hopeless_problem() {
    static const Problem<DynamicBoard> problem =
        walk_problem<DynamicBoard>(Geometry{10, 10}, make_cell(99), 100000, 1);
    return problem;
}

/// Manhattan distance to the problem's goal, with its tile costs.
template <BoardType B>
heuristics::manhattan::Heuristic<B> manhattan_for(const Problem<B>& problem) {
    HeuristicSetup<B> setup;
    setup.geometry = problem.start.geometry();
    setup.goal_blank = problem.goal.blank();
    setup.tile_costs = problem.tile_costs;
    return heuristics::manhattan::Heuristic<B>::make(setup).value();
}

/// The search of this name as the core has compiled it, with heuristics behind virtual calls. A test compiles a
/// search itself only where that makes a difference, because it takes long.
inline const registry::AlgorithmEntry& registered_entry(std::string_view name) {
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        if (entry->info->name == name) return *entry;
    }
    std::abort();
}
template <BoardType B, HeuristicFor<B> H>
Outcome run_registered(std::string_view name, const Problem<B>& problem, const H& heuristic,
                       const SearchOptions& options, Monitor& monitor) {
    const Erased<B, H> forward(heuristic);
    const registry::SearchInput<B> input{problem, &forward, nullptr, options};
    return registered_entry(name).search(input, monitor);
}

/// The registered search of this name, for `run`; with Manhattan distance if it is an informed one.
inline auto registered(std::string_view name) {
    return [name]<BoardType B>(const Problem<B>& problem, const SearchOptions& options,
                               Monitor& monitor) {
        return run_registered(name, problem, manhattan_for(problem), options, monitor);
    };
}

/// A whole packed state as a key of the oracles' maps.
using Key = std::vector<std::uint64_t>;
struct KeyHash {
    std::size_t operator()(const Key& key) const {
        std::uint64_t hash = 0xCBF29CE484222325ULL;
        for (const std::uint64_t word : key) hash = Random(hash ^ word).next();
        return static_cast<std::size_t>(hash);
    }
};
template <BoardType B>
Key key_of(const B& board) {
    Key key(board.packed_words());
    board.pack(key.data());
    return key;
}

/// The exact number of moves from every board to `goal`, by a plain breadth-first search backwards
/// from it.
template <BoardType B>
class Distances {
  public:
    explicit Distances(const B& goal, Cost deepest = infinite_cost) : goal_(goal) {
        moves_[key_of(goal)] = 0;
        layers_.push_back({goal});
        for (Cost depth = 1; depth <= deepest; ++depth) {
            std::vector<B> layer;
            for (B board : layers_.back()) {
                for (const Move move : all_moves) {
                    if (!board.legal_moves().has(move)) continue;
                    board.slide(move);
                    if (moves_.emplace(key_of(board), depth).second) layer.push_back(board);
                    board.slide(opposite(move));
                }
            }
            if (layer.empty()) break;
            layers_.push_back(std::move(layer));
        }
    }

    const B& goal() const { return goal_; }
    std::size_t states() const { return moves_.size(); }
    Cost deepest() const { return static_cast<Cost>(layers_.size()) - 1; }
    const std::vector<B>& at_depth(Cost depth) const {
        return layers_[static_cast<std::size_t>(depth)];
    }
    /// -1 for a board that was not reached.
    Cost of(const B& board) const {
        const auto found = moves_.find(key_of(board));
        return found == moves_.end() ? -1 : found->second;
    }
    /// Up to `count` boards of this depth, spread over all of them.
    std::vector<B> sample(Cost depth, std::size_t count) const {
        const std::vector<B>& layer = at_depth(depth);
        if (layer.size() <= count) return layer;
        std::vector<B> boards;
        for (std::size_t i = 0; i < count; ++i) boards.push_back(layer[i * layer.size() / count]);
        return boards;
    }

  private:
    B goal_;
    std::unordered_map<Key, Cost, KeyHash> moves_;
    std::vector<std::vector<B>> layers_;
};

/// Exact distances of all 181,440 solvable 3×3 boards, computed once for each goal.
inline const Distances<Board<3, 3>>& distances_3x3(Cell goal_blank) {
    static std::map<Cell, Distances<Board<3, 3>>> known;
    const auto goal = canonical_goal<Board<3, 3>>(Geometry{3, 3}, goal_blank);
    return known.try_emplace(goal_blank, goal).first->second;
}

/// The goals every optimal search is tried with on 3×3: blank last, first and in the centre.
inline constexpr Cell goal_blanks_3x3[] = {make_cell(8), make_cell(0), make_cell(4)};

/// The path leads from start to goal by legal moves.
template <BoardType B>
::testing::AssertionResult replays(const Problem<B>& problem, const std::vector<Move>& path) {
    B board = problem.start;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (!board.legal_moves().has(path[i])) {
            return ::testing::AssertionFailure() << "move " << i << " leaves the board";
        }
        board.slide(path[i]);
    }
    if (board == problem.goal) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the path does not end at the goal";
}

template <BoardType B>
Cost path_cost(const Problem<B>& problem, const std::vector<Move>& path) {
    B board = problem.start;
    Cost cost = 0;
    for (const Move move : path) {
        cost += problem.cost_of(board.tile_at(board.neighbour(move)));
        board.slide(move);
    }
    return cost;
}

/// The least cost of any path to the goal, by an exhaustive search that knows nothing of queues;
/// small boards only.
template <BoardType B>
Cost least_cost(const Problem<B>& problem) {
    std::unordered_map<Key, Cost, KeyHash> cost{{key_of(problem.start), 0}};
    std::deque<B> waiting{problem.start};
    while (!waiting.empty()) {
        B board = waiting.front();
        waiting.pop_front();
        const Cost g = cost[key_of(board)];
        for (const Move move : all_moves) {
            if (!board.legal_moves().has(move)) continue;
            const Cost child_g = g + problem.cost_of(board.tile_at(board.neighbour(move)));
            board.slide(move);
            const auto [known, is_new] = cost.emplace(key_of(board), child_g);
            if (is_new || child_g < known->second) {
                known->second = child_g;
                waiting.push_back(board);
            }
            board.slide(opposite(move));
        }
    }
    const auto found = cost.find(key_of(problem.goal));
    return found == cost.end() ? -1 : found->second;
}

/// Costs as under `--cost tile` with a canonical goal: tile k costs k.
template <BoardType B>
void charge_tile_numbers(Problem<B>& problem) {
    problem.tile_costs.resize(problem.start.geometry().cells());
    for (std::size_t i = 0; i < problem.tile_costs.size(); ++i) {
        problem.tile_costs[i] = static_cast<Cost>(i);
    }
}

class CancelledObserver : public Observer {
  public:
    bool cancelled() override { return true; }
};

/// Runs `algorithm(problem, options, monitor)`. An informed search is given as a lambda that builds
/// its heuristic. Also checks what holds for every run: all memory accounted is given back, and the
/// peak is within the limit.
template <class Algorithm, BoardType B>
Outcome run(const Algorithm& algorithm, const Problem<B>& problem, const Limits& limits = {},
            const SearchOptions& options = {}, Observer* observer = nullptr) {
    Observer silent;
    Monitor monitor(limits, observer == nullptr ? silent : *observer);
    const Outcome outcome = algorithm(problem, options, monitor);
    EXPECT_LE(outcome.peak_bytes, limits.memory_bytes);
    const std::size_t everything = limits.memory_bytes;
    EXPECT_TRUE(monitor.reserve(everything)) << "memory accounted for was not given back";
    return outcome;
}

/// A solution that replays, is not shorter than the proven bound, and does not exceed `at_most`
/// moves.
template <BoardType B>
void expect_solution(const Problem<B>& problem, const Outcome& outcome,
                     Cost at_most = infinite_cost) {
    EXPECT_EQ(outcome.status, Status::solved) << to_string(outcome.status);
    EXPECT_TRUE(replays(problem, outcome.path));
    EXPECT_LE(outcome.lower_bound, path_cost(problem, outcome.path));
    EXPECT_LE(path_cost(problem, outcome.path), at_most);
}

/// An optimal search: the length is exact, and the bound it proved says so.
template <BoardType B>
void expect_optimal(const Problem<B>& problem, const Outcome& outcome, Cost exact) {
    expect_solution(problem, outcome);
    EXPECT_EQ(path_cost(problem, outcome.path), exact);
    EXPECT_EQ(outcome.lower_bound, exact);
}

/// `per_depth` boards of every depth up to `deepest`, for three goals.
template <class Algorithm>
void expect_optimal_on_3x3(const Algorithm& algorithm, std::size_t per_depth, Cost deepest = 31) {
    for (const Cell goal_blank : goal_blanks_3x3) {
        const auto& distances = distances_3x3(goal_blank);
        const Cost last_depth = std::min(deepest, distances.deepest());
        for (Cost depth = 0; depth <= last_depth; ++depth) {
            for (const auto& board : distances.sample(depth, per_depth)) {
                const auto problem = make_problem(board, goal_blank);
                SCOPED_TRACE(::testing::Message()
                             << "goal blank " << index(goal_blank) << ", depth " << depth);
                expect_optimal(problem, run(algorithm, problem), depth);
            }
        }
    }
}

/// Walks of up to `moves` moves on one size, against exact distances.
template <BoardType B, class Algorithm>
void expect_optimal_on_walks(const Algorithm& algorithm, Geometry geometry, std::size_t moves,
                             std::size_t count) {
    for (const Cell goal_blank : {last_cell(geometry), make_cell(0), make_cell(1)}) {
        const Distances<B> distances(canonical_goal<B>(geometry, goal_blank),
                                     static_cast<Cost>(moves));
        for (std::uint64_t seed = 1; seed <= count; ++seed) {
            const auto problem = walk_problem<B>(geometry, goal_blank, seed * moves / count, seed);
            SCOPED_TRACE(::testing::Message()
                         << geometry.rows << "x" << geometry.cols << " goal blank "
                         << index(goal_blank) << " seed " << seed);
            expect_optimal(problem, run(algorithm, problem), distances.of(problem.start));
        }
    }
}

/// 2×3, 2×4 and 3×4 at run-time size, 4×4 and 5×5 at compile-time size.
template <class Algorithm>
void expect_optimal_on_other_sizes(const Algorithm& algorithm, std::size_t moves = 12) {
    expect_optimal_on_walks<DynamicBoard>(algorithm, Geometry{2, 3}, moves, 6);
    expect_optimal_on_walks<DynamicBoard>(algorithm, Geometry{2, 4}, moves, 6);
    expect_optimal_on_walks<DynamicBoard>(algorithm, Geometry{3, 4}, moves, 6);
    expect_optimal_on_walks<Board<4, 4>>(algorithm, Geometry{4, 4}, moves, 6);
    expect_optimal_on_walks<Board<5, 5>>(algorithm, Geometry{5, 5}, moves, 6);
}

/// A start that is the goal has an empty solution, on every kind of board.
template <class Algorithm>
void expect_solved_board_needs_no_moves(const Algorithm& algorithm) {
    const auto check = [&](const auto& problem) {
        const Outcome outcome = run(algorithm, problem);
        EXPECT_EQ(outcome.status, Status::solved);
        EXPECT_TRUE(outcome.path.empty());
        EXPECT_EQ(outcome.lower_bound, 0);
        EXPECT_EQ(outcome.counters.generated, 0U);
        EXPECT_EQ(outcome.counters.expanded, 0U);
    };
    check(walk_problem<Board<3, 3>>(Geometry{3, 3}, make_cell(4), 0, 1));
    check(walk_problem<Board<4, 4>>(Geometry{4, 4}, make_cell(15), 0, 1));
    check(walk_problem<Board<5, 5>>(Geometry{5, 5}, make_cell(0), 0, 1));
    check(walk_problem<DynamicBoard>(Geometry{100, 100}, make_cell(0), 0, 1));
}

/// Node, time and memory limits and cancellation: each ends the search with its own status, on
/// 100×100 as well. `memory_bytes` is too little for the search to finish, or 0 if the search holds
/// no memory that can grow.
template <class Algorithm>
void expect_keeps_limits(const Algorithm& algorithm, std::size_t memory_bytes) {
    const auto& problem = hopeless_problem();
    const auto ends_with = [&](const Limits& limits, Status status, Observer* observer = nullptr) {
        const Outcome outcome = run(algorithm, problem, limits, {}, observer);
        EXPECT_EQ(outcome.status, status) << to_string(outcome.status);
        EXPECT_TRUE(outcome.path.empty());
        return outcome;
    };
    Limits nodes;
    nodes.nodes = 1000;
    const Outcome by_nodes = ends_with(nodes, Status::node_limit);
    EXPECT_GE(by_nodes.counters.generated, 1000U);
    EXPECT_LE(by_nodes.counters.generated, 1010U);
    EXPECT_GT(by_nodes.counters.expanded, 0U);

    const auto largest = walk_problem<DynamicBoard>(Geometry{100, 100}, make_cell(0), 100000, 1);
    Limits few;
    few.nodes = 100;
    EXPECT_EQ(run(algorithm, largest, few).status, Status::node_limit);

    CancelledObserver cancel;
    ends_with(nodes, Status::interrupted, &cancel);

    Limits time;
    time.time = std::chrono::nanoseconds(0);
    ends_with(time, Status::time_limit);

    if (memory_bytes == 0) return;
    Limits memory;
    memory.memory_bytes = memory_bytes;
    const Outcome by_memory = ends_with(memory, Status::memory_limit);
    EXPECT_GT(by_memory.peak_bytes, 0U);
    memory.memory_bytes = 0;
    ends_with(memory, Status::memory_limit);
}

/// An exhaustive search with a depth limit: finds what is within it, and proves that nothing else
/// is.
template <class Algorithm>
void expect_exhaustive_within_depth(const Algorithm& algorithm, Cost deepest = 16) {
    const auto& distances = distances_3x3(make_cell(8));
    for (Cost depth = 1; depth <= deepest; ++depth) {
        for (const auto& board : distances.sample(depth, 2)) {
            const auto problem = make_problem(board, make_cell(8));
            SCOPED_TRACE(::testing::Message() << "depth " << depth);
            Limits limits;
            limits.depth = depth;
            expect_solution(problem, run(algorithm, problem, limits), depth);
            limits.depth = depth - 1;
            const Outcome cut = run(algorithm, problem, limits);
            EXPECT_EQ(cut.status, Status::depth_limit) << to_string(cut.status);
            EXPECT_TRUE(cut.path.empty());
            EXPECT_GE(cut.lower_bound, depth);
        }
    }
}

/// The successor order is obeyed (another one does other work) and the work is the same each time.
template <class Algorithm, BoardType B>
void expect_order_matters(const Algorithm& algorithm, const Problem<B>& problem,
                          const Limits& limits = {}) {
    SearchOptions reversed;
    std::reverse(reversed.order.begin(), reversed.order.end());
    const Counters once = run(algorithm, problem, limits).counters;
    const Counters again = run(algorithm, problem, limits).counters;
    const Outcome other = run(algorithm, problem, limits, reversed);
    EXPECT_EQ(once.generated, again.generated);
    EXPECT_EQ(once.expanded, again.expanded);
    EXPECT_EQ(once.peak_open, again.peak_open);
    EXPECT_NE(once.generated, other.counters.generated);
    if (other.status == Status::solved) {
        EXPECT_TRUE(replays(problem, other.path));
    }
}

}  // namespace tessera::search_testing
