// Comparisons made by hand, so that what follows from them can be computed by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tessera/lab/experiment.hpp"
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

/// An experiment on 3×3 boards of the given runs, `runs[board][configuration]`; a configuration is an algorithm and a
/// heuristic, which is empty where it uses none.
inline Experiment made(const std::vector<std::pair<std::string, std::string>>& configurations,
                       const std::vector<std::vector<Did>>& runs) {
    Experiment experiment;
    for (const auto& [algorithm, heuristic] : configurations) {
        RunConfiguration one;
        one.name = heuristic.empty() ? algorithm : algorithm + " with " + heuristic;
        one.algorithm = algorithm;
        one.heuristic = heuristic.empty() ? "auto" : heuristic;
        experiment.suite.configurations.push_back(std::move(one));
    }
    experiment.suite.limits.time = std::chrono::seconds(10);
    const DynamicBoard goal = *make_goal("blank-last", Geometry{3, 3});
    for (std::size_t b = 0; b < runs.size(); ++b) {
        const RunBoard board{"", "board-" + std::to_string(b + 1), goal, goal, std::nullopt};
        experiment.suite.boards.push_back(board);
        experiment.places.push_back(b);
        for (std::size_t c = 0; c < runs[b].size(); ++c) {
            const Did& did = runs[b][c];
            Solution solution;
            solution.asked.start = goal;
            solution.asked.goal = goal;
            solution.asked.algorithm = configurations[c].first;
            solution.asked.heuristic = configurations[c].second;
            solution.outcome.status = did.status;
            solution.outcome.found = did.length > 0;
            solution.outcome.moves.assign(did.length, Move::up);
            solution.outcome.cost = static_cast<Cost>(did.length);
            solution.proof.optimal = did.optimal;
            solution.proof.lower_bound =
                did.optimal ? static_cast<Cost>(did.length) : did.lower_bound;
            solution.measured.counters.expanded = did.expanded;
            solution.measured.counters.generated = 2 * did.expanded;
            solution.measured.seconds = did.seconds;
            ExperimentRun run;
            run.board = b;
            run.configuration = c;
            run.record =
                record_of({board, experiment.suite.configurations[c], experiment.suite.limits, 0},
                          "made", {});
            fill_in(run.record, solution);
            run.solution = std::move(solution);
            experiment.runs.push_back(std::move(run));
        }
    }
    return experiment;
}

/// Makes a run one that the engine refused.
inline void refuse(ExperimentRun& run, Error error) {
    run.solution.reset();
    run.record.end = RunEnd::error;
    run.record.detail = error.message;
    run.error = std::move(error);
}

inline Did stopped(Status status, std::uint64_t expanded) {
    return {status, 0, expanded, 10.0, false, 0};
}

}  // namespace tessera::lab::testing
