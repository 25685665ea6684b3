// What can be reached in a given time: sets of boards, each solved by `auto` with a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera::bench {

/// The name of this benchmark beside those of benchmark.hpp.
inline constexpr std::string_view deadline_name = "deadline";

/// Boards that belong together, and the time each of them gets.
struct DeadlineSet {
    std::string_view name;
    std::size_t boards = 0;
    std::chrono::seconds limit{10};

    /// Where the boards come from, one of these: a shipped suite, a file of other people, or our own generator with
    /// the side as its seed (`tessera generate 10x10 --seed 10 -n …` makes the same ones).
    std::string_view suite;
    std::string_view file;
    std::uint16_t uniform_side = 0;

    /// Which of the columns behind a file's tiles hold another solver's length, and the optimal one.
    std::optional<std::size_t> reference_column;
    std::optional<std::size_t> optimal_column;
};

std::span<const DeadlineSet> deadline_sets();

/// The file that a set needs and that is not here; nothing where all is well.
std::optional<std::filesystem::path> missing_file(const DeadlineSet& set);

struct DeadlineBoard {
    std::string id;
    DynamicBoard start;
    DynamicBoard goal;
    std::optional<Cost> optimal;    ///< known beforehand
    std::optional<Cost> reference;  ///< the length that another solver found
};

/// Every `every`-th board of the set, and of these `most` that are spread evenly.
Result<std::vector<DeadlineBoard>> deadline_boards(const DeadlineSet& set, std::size_t every,
                                                   std::size_t most);

/// What was reached on one board.
struct DeadlineRow {
    std::string id;
    Cost length = 0;
    Cost lower_bound = 0;
    bool optimal = false;  ///< proven
    double gap = 0.0;
    std::optional<Cost> known_optimal;
    std::optional<Cost> reference;
    std::optional<Cost> constructive;   ///< length of `human`, on uniform boards
    double seconds = 0.0;               ///< by the clock on the wall, all included
    std::vector<Milestone> milestones;  ///< at least one: the answer itself
};

/// Solves solved boards, so that tables are built and loaded before the first deadline begins.
std::optional<Error> prepare_deadline(Engine& engine, const DeadlineBoard& board,
                                      const Limits& limits, Observer& observer);

/// Solves one board with `auto` within the limits. A path shorter than the known optimum or a bound above it is an
/// Error, and so is an interruption: a board that did not get its time says nothing.
Result<DeadlineRow> run_deadline(Engine& engine, const DeadlineSet& set, const DeadlineBoard& board,
                                 const Limits& limits, Observer& observer);

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
