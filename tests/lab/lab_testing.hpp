// Comparisons made by hand, so that what follows from them can be computed by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tessera/lab/selection.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab::testing {

/// What a made-up run did.
struct Did {
    Status status = Status::solved;
    std::size_t length = 0;  ///< of its solution; 0: it has none
    std::uint64_t expanded = 0;
    double seconds = 0.0;
    bool optimal = false;
    Cost lower_bound = 0;
};

/// A comparison on 3×3 boards of the given runs: `runs[board][configuration]`.
inline Comparison made(std::vector<ComparedConfiguration> configurations,
                       const std::vector<std::vector<Did>>& runs) {
    Comparison comparison;
    comparison.request.configurations = std::move(configurations);
    comparison.request.limits.time = std::chrono::seconds(10);
    const DynamicBoard goal = *make_goal("blank-last", Geometry{3, 3});
    for (std::size_t b = 0; b < runs.size(); ++b) {
        comparison.request.boards.push_back({"board-" + std::to_string(b + 1), goal, goal});
        for (std::size_t c = 0; c < runs[b].size(); ++c) {
            const Did& did = runs[b][c];
            Solution solution;
            solution.start = goal;
            solution.goal = goal;
            solution.algorithm = comparison.request.configurations[c].algorithm;
            solution.heuristic = comparison.request.configurations[c].heuristic;
            solution.status = did.status;
            solution.found = did.length > 0;
            solution.moves.assign(did.length, Move::up);
            solution.cost = static_cast<Cost>(did.length);
            solution.optimal = did.optimal;
            solution.lower_bound = did.optimal ? static_cast<Cost>(did.length) : did.lower_bound;
            solution.counters.expanded = did.expanded;
            solution.counters.generated = 2 * did.expanded;
            solution.seconds = did.seconds;
            ComparisonRun run;
            run.board = b;
            run.configuration = c;
            run.solution = std::move(solution);
            comparison.runs.push_back(std::move(run));
        }
    }
    return comparison;
}

inline Did stopped(Status status, std::uint64_t expanded) {
    return {status, 0, expanded, 10.0, false, 0};
}

}  // namespace tessera::lab::testing
