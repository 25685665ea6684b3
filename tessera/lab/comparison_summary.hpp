// What a comparison says about each configuration over all boards: counts, and means over the same boards for all.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tessera/lab/selection.hpp"

namespace tessera::lab {

struct Statistic {
    double mean = 0.0;
    double median = 0.0;
    double most = 0.0;
};
/// Of at least one value.
Statistic statistic_of(const std::vector<double>& values);

struct ConfigurationSummary {
    std::size_t runs = 0;                 ///< boards on which it was run
    std::size_t not_run = 0;              ///< boards on which it could not be run
    std::size_t solved = 0;               ///< ran to its own end with a solution
    std::size_t found = 0;                ///< has a solution, be it one that a limit found in hand
    std::size_t proven = 0;               ///< proven shortest
    std::map<Status, std::size_t> ended;  ///< how the runs ended, `solved` too
    /// For each of `metrics(cost)`, over the common boards; empty where there are none, or where it solved nothing.
    std::vector<Statistic> statistics;
    /// The mean over the common boards of cost / best cost − 1.
    std::optional<double> excess;
};

/// The best that any run knows about a board.
struct BestKnown {
    std::optional<Cost> cost;
    bool proven = false;   ///< no solution is cheaper
    Cost lower_bound = 0;  ///< the best proven one
};

/// Means over boards of which each configuration solved others would compare nothing: the hard boards that only the
/// better one solved would make it look worse. So there is one set of boards for all: those that every configuration
/// solved which solved any. One that solved none has no means, and does not leave the others without.
struct ComparisonSummary {
    std::vector<std::size_t> common;
    std::vector<ConfigurationSummary> configurations;
    std::vector<BestKnown> best;  ///< for each board of the request
    /// Two proofs contradict each other: a fault of the program. The first board where they do.
    std::optional<std::size_t> contradiction;
};
ComparisonSummary summarise(const Comparison& comparison);

/// The boards that both configurations solved.
std::vector<std::size_t> solved_by_both(const Comparison& comparison, std::size_t one,
                                        std::size_t other);
/// The sum of a figure over boards that the configuration solved.
double total(const Comparison& comparison, std::size_t configuration, const Metric& metric,
             const std::vector<std::size_t>& boards);

/// How long building each heuristic took, by its full name, where it took long enough to be measured.
std::map<std::string, double> setup_times(const Comparison& comparison);

}  // namespace tessera::lab
