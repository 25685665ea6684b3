// The records of one suite, gathered: boards × configurations, repetitions as one, and what is known of every board.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/experiment.hpp"

namespace tessera::lab {

/// What is measured of a run that solved its board, and compared; less is better.
enum class Figure { length, cost, expanded, generated, peak_open, max_depth, seconds, bytes };
struct FigureInfo {
    Figure figure;
    std::string_view key;  ///< in JSON
    std::string_view title;
    std::string_view words;  ///< on axes: "nodes expanded"
    std::string (*text)(double);
    bool ranked = true;  ///< whether the least is the best: a smaller depth is no merit
    bool count = false;  ///< a number of nodes, which may be long
    /// Differences below this are not measured, and values below it count as equal.
    double resolution = 0.0;
};
inline constexpr std::size_t figure_count = 8;
const FigureInfo& info_of(Figure figure);
/// Times under this, in seconds, are not compared: what the system does meanwhile takes as long.
inline constexpr double shortest_measured = 1e-3;
/// Seconds are those of the search alone, bytes those of its containers and tables.
double value_of(const RunRecord& record, Figure figure);

/// One configuration on one board: its repetitions as one.
struct SuiteCell {
    std::vector<const RunRecord*> runs;  ///< by repetition; empty: not run
    /// The first in the order of RunEnd that a repetition had: it is solved only where all were.
    RunEnd end = RunEnd::error;
    std::array<double, figure_count> values{};  ///< medians over the repetitions

    bool ran() const { return !runs.empty(); }
    bool solved() const { return ran() && is_solved(end); }
    double value(Figure figure) const { return values[static_cast<std::size_t>(figure)]; }
    /// Has a solution, be it one that a limit found in hand.
    bool found() const { return ran() && runs.front()->length.has_value(); }
    /// Came to an end that says something about the search; what crashed or was refused has no figures.
    bool measured() const { return ran() && !is_unexplained(end); }
    /// Its time is the processor's.
    bool busy() const;
};

/// The best that is known of a board under one model of cost.
struct BoardKnowledge {
    std::optional<std::int64_t> cost;
    bool proven = false;  ///< no solution is cheaper
    std::int64_t lower_bound = 0;
};

/// What all runs on a board say about it.
struct BoardResult {
    std::string set;
    std::string id;
    std::uint16_t rows = 0;
    std::uint16_t columns = 0;
    std::string start;
    std::string goal;
    std::optional<double> length = std::nullopt;  ///< of the shortest solution that is known
    /// No solution has fewer moves: proven by a run, or stated by the board's source.
    bool shortest = false;
    bool unsolvable = false;  ///< a run found that no solution exists
    BoardKnowledge unit = {};
    BoardKnowledge tile = {};  ///< with weighted tiles
};

/// What came of a configuration on all boards.
struct ConfigurationResult {
    std::string name;
    std::string algorithm;
    std::string heuristic;  ///< empty where it uses none
    bool weighted_tiles = false;

    std::size_t boards = 0;  ///< on which it was run, without those that nobody can solve
    std::size_t solved = 0;
    std::size_t proven = 0;               ///< with a solution proven shortest
    std::map<RunEnd, std::size_t> ended;  ///< of all its runs, repetitions too
};

/// How often each value occurs: versions, processors, …
using Occurrences = std::map<std::string, std::size_t>;

/// Boards and configurations of a store are in a natural order of names ("b2" before "b10"), whatever the order in which
/// runs finished; those of an experiment in the order of its suite.
struct SuiteResults {
    std::string suite;
    /// Every pair was tried for what it says: one that the engine refused is an answer, and no alarm.
    bool refusals_are_answers = false;
    std::vector<BoardResult> boards;
    std::vector<ConfigurationResult> configurations;
    std::vector<SuiteCell> cells;  ///< board by board

    std::size_t runs = 0;  ///< records that are looked at
    /// Records of which there is a later one with the same board, configuration and repetition.
    std::size_t superseded = 0;
    std::size_t not_run = 0;      ///< cells without a record
    std::size_t repetitions = 1;  ///< at most
    Occurrences versions, builds, processors, hosts, limits;
    std::string first_start, last_start;
    /// Sentences about boards of which two proofs exclude each other: a fault of the program.
    std::vector<std::string> contradictions;
    /// Runs with one thread whose counters differ between repetitions, though nothing else does.
    std::size_t unsteady = 0;
    /// Runs whose time is the processor's, because the machine was busy.
    std::size_t busy = 0;

    const SuiteCell& cell(std::size_t board, std::size_t configuration) const {
        return cells[board * configurations.size() + configuration];
    }
    const BoardKnowledge& knowledge(std::size_t board, std::size_t configuration) const {
        return configurations[configuration].weighted_tiles ? boards[board].tile
                                                            : boards[board].unit;
    }
    /// "korf/12", or without the set where there is only one.
    std::string board_name(std::size_t board) const;
    std::vector<std::string> sets() const;
    std::size_t ended(RunEnd end) const;
};

/// One for each suite, by name. The records must live as long as the results.
std::vector<SuiteResults> gather(std::span<const RunRecord> records);
/// The results of an experiment, which must live as long. A configuration's heuristic is named in full (`pdb:5-5-5`)
/// where all its runs agree on it, else as it was asked for.
SuiteResults results_of(const Experiment& experiment);

/// The figures that tables show: "cost" only where it is not the length.
std::vector<Figure> shown_figures(const SuiteResults& results);

/// The configurations that solved at least one of these boards.
std::vector<std::size_t> solvers(const SuiteResults& results, std::span<const std::size_t> boards);
/// Of these boards, those that all these configurations solved. Means are over such boards only: over different boards for
/// different configurations they would compare nothing, because the hard boards that only the better one solved would make
/// it look worse.
std::vector<std::size_t> solved_by_all(const SuiteResults& results,
                                       std::span<const std::size_t> boards,
                                       std::span<const std::size_t> configurations);
/// Configurations that are compared with each other, and the boards that all of them solved.
struct ComparedGroup {
    std::vector<std::size_t> configurations;
    std::vector<std::size_t> boards;
};
/// All that solved any of these boards.
ComparedGroup all_solvers(const SuiteResults& results, std::span<const std::size_t> boards);
/// Weak configurations leave few boards that all solved. Of the k that solved most boards, that k for which the number of
/// paired comparisons, (k − 1) × common boards, is largest; all that solved any where nothing is gained by leaving
/// some out.
ComparedGroup strongest_group(const SuiteResults& results, std::span<const std::size_t> boards);

std::vector<std::size_t> all_boards(const SuiteResults& results);
std::vector<std::size_t> boards_of_set(const SuiteResults& results, std::string_view set);
/// Those of these boards that have a solution, as far as is known.
std::vector<std::size_t> solvable_of(const SuiteResults& results, std::vector<std::size_t> boards);
/// A figure of one configuration on boards that it solved.
std::vector<double> values_on(const SuiteResults& results, std::span<const std::size_t> boards,
                              std::size_t configuration, Figure figure);

/// "b2" before "b10": digits count as numbers.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace tessera::lab
