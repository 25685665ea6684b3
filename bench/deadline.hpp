// What can be reached in a given time: the suites `deadline-*` of the laboratory, each board solved with a deadline.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/experiment.hpp"

namespace tessera::bench {

/// The name of this benchmark beside those of benchmark.hpp.
inline constexpr std::string_view deadline_name = "deadline";

/// The names of the sets: the suite of set X is deadline-X.
std::vector<std::string> deadline_sets();

/// The suite of a set with every `every`-th of its boards, and of these `most` that are spread evenly. It has no boards
/// but notes where they are other people's and not here. Boards are named after their set.
Result<lab::LabSuite> deadline_suite(std::string_view set, std::size_t every, std::size_t most);

/// What was reached on one board.
struct DeadlineRow {
    lab::RunBoard board;
    lab::ExperimentRun run;            ///< with a solution that has one milestone at least: itself
    std::optional<Cost> constructive;  ///< length of `human`, where the suite has it

    const std::vector<Milestone>& milestones() const { return run.solution->outcome.milestones; }
    Cost length() const { return run.solution->outcome.cost; }
    Cost lower_bound() const { return run.solution->proof.lower_bound; }
    double gap() const { return tessera::gap(*run.solution).value_or(0.0); }
    bool optimal() const { return run.record.end == lab::RunEnd::solved_optimally; }
    double seconds() const { return run.solution->measured.seconds; }
};

/// Solves solved boards, so that tables are built and loaded before the first deadline begins.
std::optional<Error> prepare_deadline(Engine& engine, const lab::LabSuite& suite,
                                      Observer& observer);

/// Solves one board with the first configuration of the suite within its limits, and with the others without a deadline.
/// A path shorter than the known optimum or a bound above it is an Error, and so is an interruption: a board that did
/// not get its time says nothing.
Result<DeadlineRow> run_deadline(Engine& engine, const lab::LabSuite& suite,
                                 const lab::RunBoard& board, const lab::RunMachine& machine,
                                 Observer& observer);

/// Means over the boards of a set; those of columns that not every board has are empty.
struct DeadlineSummary {
    std::size_t boards = 0;
    double seconds = 0.0;
    double length = 0.0;
    double lower_bound = 0.0;
    double gap = 0.0;
    std::size_t proven = 0;                 ///< how many
    std::optional<std::size_t> at_optimal;  ///< how many have the known optimal length
    std::optional<double> known_optimal;
    std::optional<double> reference;
    std::optional<double> constructive;
    std::optional<double> of_constructive;  ///< length as a part of the constructive one
    double first_seconds = 0.0;
    double first_length = 0.0;
    double slowest_first = 0.0;      ///< seconds, the largest
    double seconds_to_final = 0.0;   ///< when the final length was found
    double longest_overshoot = 0.0;  ///< seconds beyond the limit, at least 0
};
DeadlineSummary summarise(std::span<const DeadlineRow> rows, double limit_seconds);

}  // namespace tessera::bench
