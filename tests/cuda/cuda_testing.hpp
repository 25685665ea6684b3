// What the tests of the plug-in for CUDA cards share: problems with pattern databases, and the rounds of one core.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tessera/backends/cuda/plain_machine.hpp"
#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/ida_star.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera::cuda_testing {

using namespace search_testing;
using Patterns = heuristics::pattern_database::Heuristic<DynamicBoard>;

/// Tables stay for all tests of a program.
inline pdb::MemoryTables& all_tables() {
    static pdb::MemoryTables tables;
    return tables;
}
inline const Patterns& patterns_for(Geometry geometry, Cell goal_blank,
                                    const std::string& partitions) {
    static std::map<std::string, std::unique_ptr<Patterns>> known;
    auto& patterns = known[std::to_string(geometry.rows) + "x" + std::to_string(geometry.cols) +
                           ":" + std::to_string(index(goal_blank)) + ":" + partitions];
    if (patterns) return *patterns;
    HeuristicSetup<DynamicBoard> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    setup.tables = &all_tables();
    for (std::size_t begin = 0; begin <= partitions.size();) {
        const std::size_t end = std::min(partitions.find('+', begin), partitions.size());
        setup.parameters.emplace_back("partition", partitions.substr(begin, end - begin));
        begin = end + 1;
    }
    auto made = Patterns::make(setup);
    EXPECT_TRUE(made) << partitions;
    patterns = std::make_unique<Patterns>(std::move(*made));
    return *patterns;
}

/// A board, its goal, and the partitions that it is searched with.
struct Case {
    Problem<DynamicBoard> problem;
    std::string partitions;
    unsigned cycles = 0;

    Geometry geometry() const { return problem.start.geometry(); }
    Cell goal_blank() const { return problem.goal.blank(); }
    const Patterns& patterns() const { return patterns_for(geometry(), goal_blank(), partitions); }
};

/// The job of a case as a device gets it.
class JobOf {
  public:
    explicit JobOf(const Case& one)
        : tiles_(tiles_of(one.problem.start)),
          heuristic_("pdb:" + one.partitions),
          tables_(one.patterns().tables()) {
        job.geometry = one.geometry();
        job.start = tiles_;
        job.goal_blank = one.goal_blank();
        job.algorithm = "ida*";
        job.heuristic = heuristic_;
        job.initial_h = one.patterns().value(one.patterns().evaluate(one.problem.start));
        job.tables = tables_;
        if (one.cycles > 0) {
            automaton_ = std::make_unique<MoveAutomaton>(
                search::build_automaton(one.geometry(), one.cycles));
            job.options.automaton = automaton_.get();
        }
        auto flat = cuda::FlatTables::make(job);
        EXPECT_TRUE(flat) << flat.error().message;
        if (flat) tables = *flat;
    }
    JobOf(const JobOf&) = delete;
    JobOf& operator=(const JobOf&) = delete;

    CanonicalJob job;
    std::shared_ptr<const cuda::FlatTables> tables;

  private:
    std::vector<Tile> tiles_;
    std::string heuristic_;
    std::vector<PatternTable> tables_;
    std::unique_ptr<MoveAutomaton> automaton_;
};

/// A round of one core below one sub-root.
inline RootResult round_of_one_core(const Case& one, const SearchOptions& options, Cost bound,
                                    const MovePrefix& moves, const Limits& limits = {}) {
    Observer silent;
    Monitor monitor(limits, silent);
    Counters counters;
    search::BoundedRound round;
    round.bound = bound;
    const search::SubRoot<DynamicBoard> root(one.problem, moves);
    bool exhausted = false;
    using Walking = search::WalkerRound<DynamicBoard, Patterns>;
    if (Walking::applies(one.problem, one.patterns(), options)) {
        Walking search(one.problem, one.patterns(), options, monitor, counters);
        exhausted = search.run_from(round, root);
    } else {
        search::PlainRound<DynamicBoard, Patterns> search(one.problem, one.patterns(), options,
                                                          monitor, counters);
        exhausted = search.run_from(round, root);
    }
    RootResult result;
    result.counters = counters;
    result.next_bound = round.next_bound;
    result.depth_limited = round.depth_limited;
    result.found = round.found;
    result.finished = exhausted || round.found;
    return result;
}

inline void expect_same_root(const RootResult& core, const RootResult& device) {
    EXPECT_EQ(core.counters.expanded, device.counters.expanded);
    EXPECT_EQ(core.counters.generated, device.counters.generated);
    EXPECT_EQ(core.counters.max_depth, device.counters.max_depth);
    EXPECT_EQ(core.next_bound, device.next_bound);
    EXPECT_EQ(core.depth_limited, device.depth_limited);
    EXPECT_EQ(core.found, device.found);
    EXPECT_EQ(core.finished, device.finished);
}

/// A round on a machine, which must take it.
inline RoundResult round_on(cuda::RoundMachine& machine, const JobOf& job, Cost bound,
                            std::span<const MovePrefix> roots, const Limits& limits = {},
                            Observer* observer = nullptr) {
    Observer silent;
    Monitor monitor(limits, observer == nullptr ? silent : *observer);
    auto answer =
        cuda::run_round(machine, *job.tables, job.job, {bound, roots, Counters()}, monitor);
    const auto* declined = std::get_if<Declined>(&answer);
    EXPECT_EQ(declined, nullptr) << declined->why;
    return declined == nullptr ? std::get<RoundResult>(std::move(answer)) : RoundResult{};
}

/// The path must lead to the goal, along the bound.
inline void expect_solution(const Case& one, const RoundResult& result, Cost bound) {
    const auto end = replay(one.problem.start, result.path);
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, one.problem.goal);
    EXPECT_EQ(static_cast<Cost>(result.path.size()), bound);
}

/// Raises the bound to the solution. Every complete round must be that of one core; the last one must hold a solution.
/// Returns the nodes generated in complete rounds.
inline std::uint64_t expect_rounds_agree(cuda::RoundMachine& machine, const Case& one,
                                         const SearchOptions& more = {}) {
    JobOf job(one);
    const MoveAutomaton* const automaton = job.job.options.automaton;
    job.job.options = more;
    job.job.options.automaton = automaton;
    const MovePrefix whole;
    std::uint64_t generated = 0;
    for (Cost bound = job.job.initial_h;;) {
        SCOPED_TRACE(::testing::Message() << one.partitions << ", bound " << bound);
        const RootResult core = round_of_one_core(one, job.job.options, bound, whole);
        const RoundResult device = round_on(machine, job, bound, {&whole, 1});
        EXPECT_EQ(device.status, Status::solved);
        if (device.roots.size() != 1) return generated;
        EXPECT_EQ(core.found, device.roots[0].found);
        if (core.found) {
            expect_solution(one, device, bound);
            return generated;
        }
        expect_same_root(core, device.roots[0]);
        generated += core.counters.generated;
        if (::testing::Test::HasFailure() || core.next_bound >= infinite_cost) return generated;
        bound = core.next_bound;
    }
}

}  // namespace tessera::cuda_testing
