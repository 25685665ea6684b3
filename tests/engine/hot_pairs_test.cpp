// The pairs compiled together do exactly the work of the same pair behind virtual calls.
// home: release
#include "tessera/engine/hot_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"
#include "tests/same_outcome.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

void expect_same(const Outcome& a, const Outcome& b) {
    EXPECT_EQ(a.status, b.status);
    if (a.status == Status::node_limit) {
        // The unrolled form of IDA* counts the children of a state together, and so meets the node
        // limit a few nodes earlier: at most the untried moves of the states on its path.
        const auto apart =
            static_cast<double>(a.counters.generated) - static_cast<double>(b.counters.generated);
        EXPECT_LE(std::abs(apart), 3.0 * static_cast<double>(b.counters.max_depth + 1));
        return;
    }
    expect_same_outcome(a, b);
}

/// Runs the pair both ways; returns whether it is a hot one.
template <BoardType B>
bool run_both(const std::string& algorithm, const std::string& heuristic, const Problem<B>& problem,
              const Limits& limits, const SearchOptions& options) {
    static Engine engine;  // it keeps the tables
    const auto* entry = find_algorithm(algorithm).value();
    const HeuristicSpec spec = parse_heuristic(heuristic).value();
    auto built = engine.heuristic<B>(spec, problem.start.geometry(), problem.goal.blank(),
                                     problem.tile_costs, std::size_t{1} << 25);
    if (!built) return false;  // no walking distance on 5×5
    const registry::SearchInput<B> input{problem, built->get(), built->get(), options};
    Observer nobody;
    Monitor hot_monitor(limits, nobody);
    const std::optional<Outcome> hot = search_hot_pair(*entry, spec, input, hot_monitor);
    if (!hot) return false;
    Monitor monitor(limits, nobody);
    expect_same(*hot, entry->search(input, monitor));
    return true;
}

/// Every pair of the registry, on boards of a few walks.
template <std::size_t Rows, std::size_t Cols>
void check_size(std::uint64_t walk, bool tile_costs) {
    using B = Board<Rows, Cols>;
    constexpr Geometry geometry{Rows, Cols};
    std::size_t hot = 0;
    for (const std::string_view goal_name : {"blank-last", "blank-first"}) {
        const DynamicBoard goal = goal_of(goal_name, geometry);
        const Labelling labels(goal);
        Random random(Rows);
        const DynamicBoard start = random_walk(goal, walk, random);
        Problem<B> problem{labels.canonical_board<B>(start), labels.canonical_board<B>(goal), {}};
        if (tile_costs) {
            for (std::size_t t = 0; t < geometry.cells(); ++t) {
                problem.tile_costs.push_back(static_cast<Cost>(t));
            }
        }
        for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
            if (!algorithm->info->uses_heuristic) continue;
            if (tile_costs && !algorithm->info->tile_cost) continue;
            for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
                const std::string heuristic(entry->info->name);
                SCOPED_TRACE(std::string(algorithm->info->name) + " with " + heuristic);
                SearchOptions options;
                options.order = {Move::down, Move::right, Move::left, Move::up};
                Limits limits;
                limits.nodes = sanitized ? 20'000 : 200'000;
                const std::string name(algorithm->info->name);
                if (!run_both(name, heuristic, problem, limits, SearchOptions())) continue;
                run_both(name, heuristic, problem, limits, options);
                limits.nodes = 777;
                run_both(name, heuristic, problem, limits, options);
                limits.nodes = std::numeric_limits<std::uint64_t>::max();
                limits.depth = 15;
                run_both(name, heuristic, problem, limits, options);
                ++hot;
            }
        }
    }
    EXPECT_EQ(hot, 2U * (tile_costs ? 8U : 10U))
        << "ida*, a* and hda* with manhattan and linear-conflict, ida* with strong and with pdb, "
           "where "
           "moves cost 1 also beam with learned and squared-distance, for two goals";
}

TEST(HotPairs, CountLikeTheErasedOnes4x4) {
    check_size<4, 4>(60, false);
    check_size<4, 4>(30, true);
}
TEST(HotPairs, CountLikeTheErasedOnes5x5) {
    check_size<5, 5>(60, false);
    check_size<5, 5>(20, true);
}

/// ida* asks strong lazily in the hot pair and for the whole value behind virtual calls.
template <std::size_t Rows, std::size_t Cols>
void check_lazy_evaluation(std::uint64_t walk, int boards) {
    using B = Board<Rows, Cols>;
    Random random(17);
    for (std::size_t blank = 0; blank < B::cell_count; ++blank) {
        const auto goal = canonical_goal<DynamicBoard>(B::shape, make_cell(blank));
        for (int i = 0; i < (sanitized ? 1 : boards); ++i) {
            const DynamicBoard start = random_walk(goal, walk, random);
            const Labelling labels(goal);
            const Problem<B> problem{labels.canonical_board<B>(start),
                                     canonical_goal<B>(B::shape, make_cell(blank)),
                                     {}};
            SCOPED_TRACE(inline_form(start) + " to " + inline_form(goal));
            ASSERT_TRUE(run_both("ida*", "strong", problem, Limits(), SearchOptions()));
        }
    }
}
TEST(HotPairs, LazyEvaluationCountsTheSameFromEveryGoal) {
    check_lazy_evaluation<4, 4>(70, 4);
    check_lazy_evaluation<5, 5>(40, 2);
}

/// No pair but those of beam, and of ida* with pdb where there is one, is hot on this board type.
template <BoardType B>
void expect_hot_only(Geometry geometry, bool with_pattern_database) {
    const auto goal = canonical_goal<B>(geometry, make_cell(geometry.cells() - 1));
    const Problem<B> problem{goal, goal, {}};
    for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
        const std::string name(algorithm->info->name);
        if (!algorithm->info->uses_heuristic) continue;
        for (const std::string& heuristic : heuristics_for(*algorithm->info)) {
            const bool beam =
                name == "beam" && (heuristic == "learned" || heuristic == "squared-distance");
            EXPECT_EQ(run_both(name, heuristic, problem, Limits(), SearchOptions()),
                      beam || (with_pattern_database && name == "ida*" && heuristic == "pdb"))
                << name << " with " << heuristic;
        }
    }
}
TEST(HotPairs, DynamicBoardsHaveOnlyBeamsAndIdaStarWithPatternDatabases) {
    expect_hot_only<DynamicBoard>({3, 4}, true);
}
TEST(HotPairs, BoardsOf3x3HaveBeamsOnly) {
    expect_hot_only<Board<3, 3>>({3, 3}, false);
}

}  // namespace
}  // namespace tessera
