// Statistics of measurements: location, percentiles, ratios of pairs with their uncertainty, tests of paired values.
#include "tessera/lab/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "tessera/puzzle/random.hpp"

namespace tessera::lab {
namespace {

double percentile_of_sorted(std::span<const double> sorted, double percent) {
    const double place = static_cast<double>(sorted.size() - 1) * percent / 100.0;
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= sorted.size()) return sorted.back();
    const double share = place - static_cast<double>(below);
    return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

std::vector<double> sorted_copy(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// The differences that are not zero; counts all into `test`.
std::vector<double> differences(std::span<const double> first, std::span<const double> second,
                                PairedTest& test) {
    assert(first.size() == second.size());
    std::vector<double> result;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double difference = first[i] - second[i];
        if (difference == 0.0) {
            ++test.equal;
            continue;
        }
        ++(difference < 0.0 ? test.less : test.more);
        result.push_back(difference);
    }
    return result;
}

/// Ranks of absolute differences, twice as large so that the mean rank of a tie is a whole number, with how many share
/// each place.
struct DoubledRanks {
    std::vector<std::size_t> ranks;      ///< by rank
    std::vector<std::size_t> tie_sizes;  ///< of every group, those of one too
    std::size_t more = 0;                ///< sum over the positive differences
};

/// Differences are mostly those of logarithms, which rounding would keep from being equal.
bool tied(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(a, b);
}

DoubledRanks doubled_ranks(std::vector<double> values) {
    std::sort(values.begin(), values.end(),
              [](double a, double b) { return std::abs(a) < std::abs(b); });
    DoubledRanks result;
    for (std::size_t begin = 0; begin < values.size();) {
        std::size_t end = begin + 1;
        while (end < values.size() && tied(std::abs(values[begin]), std::abs(values[end]))) ++end;
        // The ranks begin + 1 … end have the mean (begin + 1 + end) / 2.
        const std::size_t doubled = begin + 1 + end;
        for (std::size_t i = begin; i < end; ++i) {
            result.ranks.push_back(doubled);
            if (values[i] > 0.0) result.more += doubled;
        }
        result.tie_sizes.push_back(end - begin);
        begin = end;
    }
    return result;
}

/// The share of all sign patterns whose sum lies at least as far from the mean.
double exact_wilcoxon_p(const DoubledRanks& ranked) {
    const std::size_t total =
        std::accumulate(ranked.ranks.begin(), ranked.ranks.end(), std::size_t{0});
    // ways[s]: in how many ways the ranks looked at so far give the sum s. At most 2^50, which a double holds exactly.
    std::vector<double> ways(total + 1, 0.0);
    ways[0] = 1.0;
    std::size_t reach = 0;
    for (const std::size_t rank : ranked.ranks) {
        for (std::size_t s = reach + 1; s-- > 0;) ways[s + rank] += ways[s];
        reach += rank;
    }
    const std::size_t low = std::min(ranked.more, total - ranked.more);
    double extreme = 0.0;
    for (std::size_t s = 0; s <= low; ++s) extreme += ways[s];
    const double all = std::pow(2.0, static_cast<double>(ranked.ranks.size()));
    return std::min(1.0, 2.0 * extreme / all);
}

double normal_wilcoxon_p(const DoubledRanks& ranked) {
    const auto n = static_cast<double>(ranked.ranks.size());
    double variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0;
    for (const std::size_t size : ranked.tie_sizes) {
        const auto t = static_cast<double>(size);
        variance -= (t * t * t - t) / 48.0;
    }
    const double distance =
        std::abs(0.5 * static_cast<double>(ranked.more) - n * (n + 1.0) / 4.0) - 0.5;
    if (distance <= 0.0) return 1.0;
    return std::erfc(distance / std::sqrt(variance) / std::sqrt(2.0));
}

}  // namespace

double mean(std::span<const double> values) {
    assert(!values.empty());
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::span<const double> values) {
    return percentile(values, 50.0);
}

double percentile(std::span<const double> values, double percent) {
    const double one[] = {percent};
    return percentiles(values, one).front();
}

std::vector<double> percentiles(std::span<const double> values, std::span<const double> percents) {
    assert(!values.empty());
    const std::vector<double> sorted = sorted_copy(values);
    std::vector<double> result;
    for (const double percent : percents) result.push_back(percentile_of_sorted(sorted, percent));
    return result;
}

double geometric_mean(std::span<const double> values) {
    assert(!values.empty());
    double sum = 0.0;
    for (const double value : values) sum += std::log(value);
    const double root = std::exp(sum / static_cast<double>(values.size()));
    // Without what the logarithms add to a whole number.
    const double whole = std::round(root);
    return std::abs(root - whole) <= 1e-9 * root ? whole : root;
}

RatioEstimate geometric_mean_ratio(std::span<const double> first, std::span<const double> second,
                                   const BootstrapOptions& options) {
    assert(first.size() == second.size() && !first.empty());
    const std::size_t pairs = first.size();
    if (pairs == 1) {
        const double ratio = first[0] / second[0];
        return {ratio, ratio, ratio, options.confidence, pairs};
    }
    std::vector<double> logs(pairs);
    for (std::size_t i = 0; i < pairs; ++i) logs[i] = std::log(first[i]) - std::log(second[i]);
    const std::size_t resamples =
        std::min(options.resamples, std::max<std::size_t>(200, most_bootstrap_draws / pairs));
    Random random(options.seed);
    std::vector<double> means(resamples);
    for (double& one : means) {
        double sum = 0.0;
        for (std::size_t i = 0; i < pairs; ++i) sum += logs[random.below(pairs)];
        one = sum / static_cast<double>(pairs);
    }
    const double outside = 50.0 * (1.0 - options.confidence);
    const double ends[] = {outside, 100.0 - outside};
    const std::vector<double> interval = percentiles(means, ends);
    return {std::exp(mean(logs)), std::exp(interval[0]), std::exp(interval[1]), options.confidence,
            pairs};
}

PairedTest wilcoxon_signed_rank(std::span<const double> first, std::span<const double> second) {
    PairedTest test;
    std::vector<double> all = differences(first, second, test);
    if (all.empty()) return test;
    const DoubledRanks ranked = doubled_ranks(std::move(all));
    test.statistic = 0.5 * static_cast<double>(ranked.more);
    test.exact = ranked.ranks.size() <= most_exact_pairs;
    test.p = test.exact ? exact_wilcoxon_p(ranked) : normal_wilcoxon_p(ranked);
    return test;
}

std::vector<double> holm_corrected(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(p_values[a], a) < std::pair(p_values[b], b);
    });
    std::vector<double> corrected(p_values.size());
    double least = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double own = p_values[order[i]] * static_cast<double>(order.size() - i);
        least = std::max(least, std::min(1.0, own));
        corrected[order[i]] = least;
    }
    return corrected;
}

std::string p_text(double p) {
    if (p < 0.001) return "p < 0.001";
    return fmt::format("p = {:.2g}", p);
}

}  // namespace tessera::lab
