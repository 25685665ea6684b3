// Two configurations on the boards that both solved: how many times as much one needs, and how certain that is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tessera/lab/statistics.hpp"
#include "tessera/lab/suite_results.hpp"

namespace tessera::lab {

/// One figure of two configurations on the boards that both solved.
struct PairedFigure {
    RatioEstimate ratio;  ///< how many times as much the first one needed
    PairedTest test;      ///< Wilcoxon, of the logarithms
    double p = 1.0;       ///< corrected where several pairs are compared together

    /// Whether there are enough pairs for an interval of the ratio.
    bool has_interval() const { return ratio.pairs >= 5; }
    /// The interval lies on one side of 1; or without an interval, the ratio is not about 1.
    bool clear() const;
    /// "1.42×"; of so few pairs that there is no interval, with fewer digits.
    std::string text() const;
};

struct PairComparison {
    std::size_t first = 0;            ///< configuration
    std::size_t second = 0;           ///< configuration
    std::vector<std::size_t> boards;  ///< that both solved
    std::optional<PairedFigure> expanded;
    /// Nothing if most of the times are too short to be measured; with too few boards for an interval, if the mean time
    /// of either configuration is too short.
    std::optional<PairedFigure> seconds;
};
/// Counts below 1 count as 1, and times below `shortest_measured` as that.
PairComparison compare_pair(const SuiteResults& results, std::size_t first, std::size_t second);

/// Every solution of it is proven shortest.
bool proves_all(const ConfigurationResult& one);

/// The configuration that others are compared with; none if nothing was solved. It is found in three steps:
/// 1. the configurations that prove their solutions shortest, or all if none does;
/// 2. of these the ones that solved the most boards;
/// 3. of these the one with the least geometric mean of expanded nodes over the boards that they all solved.
std::optional<std::size_t> reference_configuration(const SuiteResults& results);
/// Every other configuration that solved something against the reference, p corrected by Holm for all of them together.
std::vector<PairComparison> compare_with_reference(const SuiteResults& results);
/// A first configuration and a second one.
using Pair = std::pair<std::size_t, std::size_t>;
/// These pairs. One comparison has one p: a pair with the reference has that of `compare_with_reference`, whichever of
/// the two comes first; p of the others is corrected by Holm for them and the pairs with the reference together.
std::vector<PairComparison> compare_pairs(const SuiteResults& results, std::span<const Pair> pairs);

/// The geometric mean of a configuration's expanded nodes over boards that it solved; at least 1.
double typical_nodes(const SuiteResults& results, std::span<const std::size_t> boards,
                     std::size_t configuration);
/// The mean over these boards of cost / best known cost − 1, of one configuration that solved them all.
double mean_excess(const SuiteResults& results, std::span<const std::size_t> boards,
                   std::size_t configuration);

/// "1.42×", "12.3×", "1,230×".
std::string ratio_text(double ratio);
/// "72.0 %".
std::string percent_text(std::size_t part, std::size_t whole);

}  // namespace tessera::lab
