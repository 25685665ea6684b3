// Statistics of measurements: location, percentiles, ratios of pairs with their uncertainty, tests of paired values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tessera::lab {

/// These need at least one value.
double mean(std::span<const double> values);
/// The middle value, or the mean of the two in the middle.
double median(std::span<const double> values);
/// The value below which `percent` per cent lie, 0 to 100: of n sorted values x[0] … x[n−1] that at place
/// (n − 1) · percent / 100, interpolated linearly between its neighbours. This is type 7 of Hyndman and Fan (1996), the
/// default of R and NumPy; percentile 50 is the median, 0 and 100 are the least and the largest value.
double percentile(std::span<const double> values, double percent);
/// Several percentiles with one sort.
std::vector<double> percentiles(std::span<const double> values, std::span<const double> percents);
/// The n-th root of the product; the values must be positive.
double geometric_mean(std::span<const double> values);

/// How many times as large as another a quantity is, over pairs: the geometric mean of the ratios, which says the same
/// whichever of the two comes first (a mean of ratios does not).
struct RatioEstimate {
    double ratio = 1.0;
    double low = 1.0;  ///< ends of the confidence interval
    double high = 1.0;
    double confidence = 0.95;
    std::size_t pairs = 0;
};

struct BootstrapOptions {
    std::size_t resamples = 2000;
    double confidence = 0.95;
    std::uint64_t seed = 1;  ///< the same seed gives the same interval everywhere
};
/// The most values that are drawn for one interval; with more pairs there are fewer resamples, but at least 200.
inline constexpr std::size_t most_bootstrap_draws = 10'000'000;

/// `first[i] / second[i]`, both positive, at least one pair. The interval is the percentile bootstrap (Efron 1979): as
/// many pairs as there are are drawn with replacement again and again, and the middle `confidence` of the geometric means
/// found so is the interval.
RatioEstimate geometric_mean_ratio(std::span<const double> first, std::span<const double> second,
                                   const BootstrapOptions& options = {});

/// Whether paired values differ systematically.
struct PairedTest {
    std::size_t less = 0;  ///< pairs whose first value is less
    std::size_t equal = 0;
    std::size_t more = 0;
    double statistic = 0.0;  ///< the sum of the ranks where the first value is more
    double p = 1.0;          ///< two-sided; 1 where nothing differs
    bool exact = true;       ///< false: by the normal approximation
};

/// Wilcoxon's signed-rank test (1945). Equal pairs are left out; equal differences share the mean of their ranks. Up to
/// `most_exact_pairs` differing pairs, p is exact, ties included: of all 2^n ways to give the ranks signs, those with a sum
/// at least as far from its mean. Above, it is the normal approximation with the correction for ties and for continuity.
PairedTest wilcoxon_signed_rank(std::span<const double> first, std::span<const double> second);
inline constexpr std::size_t most_exact_pairs = 50;

/// The p values of several tests made together, as Holm (1979) corrects them: below α only with an error of at most α for
/// the whole family. In the order given.
std::vector<double> holm_corrected(std::span<const double> p_values);

/// "p < 0.001", "p = 0.034".
std::string p_text(double p);

}  // namespace tessera::lab
