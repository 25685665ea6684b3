// Statistics against small examples computed by hand, and against published tables.
#include "tessera/lab/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tessera/puzzle/random.hpp"

namespace tessera::lab {
namespace {

using Values = std::vector<double>;

TEST(Location, MeanMedianGeometricMean) {
    EXPECT_DOUBLE_EQ(mean(Values{1, 2, 6}), 3.0);
    EXPECT_DOUBLE_EQ(median(Values{6, 1, 2}), 2.0);
    EXPECT_DOUBLE_EQ(median(Values{7, 1, 2, 4}), 3.0);
    EXPECT_DOUBLE_EQ(median(Values{5}), 5.0);
    EXPECT_NEAR(geometric_mean(Values{1, 10, 100}), 10.0, 1e-12);
    EXPECT_NEAR(geometric_mean(Values{2, 8}), 4.0, 1e-12);
}

/// Place (n − 1) · p / 100: for 15, 20, 35, 40, 50 the 40th lies at 1.6, so 20 + 0.6 · 15.
TEST(Location, PercentilesInterpolate) {
    const Values values{50, 15, 40, 20, 35};
    EXPECT_DOUBLE_EQ(percentile(values, 40.0), 29.0);
    EXPECT_DOUBLE_EQ(percentile(values, 0.0), 15.0);
    EXPECT_DOUBLE_EQ(percentile(values, 25.0), 20.0);
    EXPECT_DOUBLE_EQ(percentile(values, 50.0), 35.0);
    EXPECT_DOUBLE_EQ(percentile(values, 100.0), 50.0);
    EXPECT_DOUBLE_EQ(percentile(Values{3}, 95.0), 3.0);
    const Values asked{0.0, 50.0, 100.0};
    EXPECT_EQ(percentiles(values, asked), (Values{15, 35, 50}));
}

TEST(Ratio, IsTheGeometricMeanOfThePairs) {
    // Twice as many and half as many cancel out, which a mean of ratios (1.25) would not show.
    const RatioEstimate even = geometric_mean_ratio(Values{2, 1}, Values{1, 2});
    EXPECT_NEAR(even.ratio, 1.0, 1e-12);
    EXPECT_NEAR(even.low, 0.5, 1e-12);
    EXPECT_NEAR(even.high, 2.0, 1e-12);
    EXPECT_EQ(even.pairs, 2U);
    // Always three times: no uncertainty at all.
    const RatioEstimate thrice = geometric_mean_ratio(Values{3, 30, 6}, Values{1, 10, 2});
    EXPECT_NEAR(thrice.ratio, 3.0, 1e-12);
    EXPECT_NEAR(thrice.low, 3.0, 1e-12);
    EXPECT_NEAR(thrice.high, 3.0, 1e-12);
}

TEST(Ratio, OfTheOtherOrderIsTheReciprocal) {
    const Values first{1, 5, 9, 20, 300};
    const Values second{2, 4, 30, 25, 310};
    const RatioEstimate one = geometric_mean_ratio(first, second);
    const RatioEstimate other = geometric_mean_ratio(second, first);
    EXPECT_NEAR(one.ratio * other.ratio, 1.0, 1e-12);
    EXPECT_NEAR(one.low * other.high, 1.0, 1e-9);
    EXPECT_NEAR(one.high * other.low, 1.0, 1e-9);
}

TEST(Ratio, TheSameSeedGivesTheSameInterval) {
    Values first;
    for (int i = 1; i <= 40; ++i) first.push_back(i * std::sqrt(i));
    const Values second(40, 3.0);
    const RatioEstimate a = geometric_mean_ratio(first, second);
    EXPECT_EQ(a.low, geometric_mean_ratio(first, second).low);
    EXPECT_NE(a.low, geometric_mean_ratio(first, second, {2000, 0.95, 2}).low);
    EXPECT_LT(geometric_mean_ratio(first, second, {2000, 0.5, 1}).high, a.high);
}

/// An interval of 95 % misses the truth about one time in twenty. The logarithms of the ratios are uniform around that of 2.
TEST(Ratio, TheIntervalHoldsTheTruthAsOftenAsItSays) {
    Random random(7);
    constexpr int trials = 300;
    int held = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Values first;
        for (int i = 0; i < 40; ++i) {
            const double noise = static_cast<double>(random.below(2001)) / 1000.0 - 1.0;
            first.push_back(2.0 * std::exp(noise));
        }
        const RatioEstimate estimate = geometric_mean_ratio(
            first, Values(40, 1.0), {400, 0.95, static_cast<std::uint64_t>(trial)});
        held += estimate.low <= 2.0 && 2.0 <= estimate.high ? 1 : 0;
    }
    EXPECT_GE(held, trials * 89 / 100);
    EXPECT_LE(held, trials * 99 / 100);
}

/// The differences −1, 2, 3, 4, 5 have the ranks 1 … 5; the positive ones sum to 14 of 15. Of the 32 sign patterns, two
/// have a sum of at most 1 (none; the first alone), so p = 2 · 2 / 32.
TEST(Wilcoxon, ExactByHand) {
    const PairedTest test = wilcoxon_signed_rank(Values{0, 2, 3, 4, 5}, Values{1, 0, 0, 0, 0});
    EXPECT_DOUBLE_EQ(test.statistic, 14.0);
    EXPECT_DOUBLE_EQ(test.p, 0.125);
    EXPECT_TRUE(test.exact);
    EXPECT_EQ(test.less, 1U);
    EXPECT_EQ(test.more, 4U);
}

/// Wilcoxon's critical value for n = 10 at 5 % two-sided is 8: P(W ≤ 8) = 25/1024, P(W ≤ 9) = 33/1024.
TEST(Wilcoxon, AgreesWithThePublishedTable) {
    Values first(10);
    for (std::size_t i = 0; i < 10; ++i) first[i] = static_cast<double>(i + 1);
    const auto with_negative = [&](std::initializer_list<std::size_t> ranks) {
        Values signed_values = first;
        for (const std::size_t rank : ranks) signed_values[rank - 1] *= -1.0;
        return wilcoxon_signed_rank(signed_values, Values(10, 0.0)).p;
    };
    EXPECT_DOUBLE_EQ(with_negative({8}), 2.0 * 25.0 / 1024.0);
    EXPECT_DOUBLE_EQ(with_negative({9}), 2.0 * 33.0 / 1024.0);
    EXPECT_DOUBLE_EQ(with_negative({}), 2.0 / 1024.0);
}

/// Differences 0, 1, 1, −1, 2: the zero is left out, the three ones share rank 2, the two has rank 4. The ranks 2, 2, 2, 4
/// give sums 0 … 10; the negative sum is 2: patterns with at most 2 are none (1 way) and one of the twos (3 ways).
TEST(Wilcoxon, TiesShareTheirRanksAndZerosAreLeftOut) {
    const PairedTest test = wilcoxon_signed_rank(Values{5, 2, 2, 1, 3}, Values{5, 1, 1, 2, 1});
    EXPECT_EQ(test.equal, 1U);
    EXPECT_DOUBLE_EQ(test.statistic, 8.0);
    EXPECT_DOUBLE_EQ(test.p, 2.0 * 4.0 / 16.0);
}

/// log 4 − log 2 and log 2 − log 1 are the same difference, though not to the last bit.
TEST(Wilcoxon, RoundingDoesNotBreakTies) {
    const PairedTest test =
        wilcoxon_signed_rank(Values{std::log(6.0), std::log(14.0), std::log(1.0)},
                             Values{std::log(3.0), std::log(7.0), std::log(2.0)});
    EXPECT_DOUBLE_EQ(test.statistic, 4.0) << "all three share rank 2";
}

/// n = 60, ranks 1 … 60, every third negative: 1,830 − 3 · 210 = 1,200 remain positive.
TEST(Wilcoxon, NormalApproximationForMany) {
    Values first(60);
    double more = 0.0;
    for (std::size_t i = 0; i < 60; ++i) {
        const auto rank = static_cast<double>(i + 1);
        first[i] = i % 3 == 2 ? -rank : rank;
        if (first[i] > 0.0) more += rank;
    }
    const PairedTest test = wilcoxon_signed_rank(first, Values(60, 0.0));
    EXPECT_FALSE(test.exact);
    EXPECT_DOUBLE_EQ(test.statistic, more);
    EXPECT_DOUBLE_EQ(more, 1200.0);
    // mean 915, variance 60 · 61 · 121 / 24 = 18,452.5, z = (285 − 0.5) / 135.84 = 2.0944
    EXPECT_NEAR(test.p, 0.03623, 1e-4);
    // All differences equal: every rank is 30.5, and the variance 60 · 30.5² / 4 = 13,953.75.
    Values same(60, 1.0);
    for (std::size_t i = 0; i < 20; ++i) same[i] = -1.0;
    const PairedTest tied = wilcoxon_signed_rank(same, Values(60, 0.0));
    EXPECT_DOUBLE_EQ(tied.statistic, 40 * 30.5);
    EXPECT_NEAR(tied.p, std::erfc((305.0 - 0.5) / std::sqrt(13'953.75) / std::sqrt(2.0)), 1e-12);
}

/// Where the exact distribution is still computed, the approximation is already close: the switch is no step.
TEST(Wilcoxon, ExactAndApproximateAgreeWhereTheyMeet) {
    const auto p_of = [](std::size_t n) {
        Values values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<double>(i + 1) * (i % 3 == 0 ? -1.0 : 1.0);
        return wilcoxon_signed_rank(values, Values(n, 0.0)).p;
    };
    EXPECT_NEAR(p_of(48), p_of(51), 0.02);
}

TEST(Wilcoxon, NothingDiffers) {
    const PairedTest test = wilcoxon_signed_rank(Values{1, 2}, Values{1, 2});
    EXPECT_DOUBLE_EQ(test.p, 1.0);
    EXPECT_EQ(test.equal, 2U);
    EXPECT_DOUBLE_EQ(wilcoxon_signed_rank({}, {}).p, 1.0);
}

/// 0.01, 0.04, 0.03 of three: 0.01 · 3; then 0.03 · 2; 0.04 · 1 would be less than that before it.
TEST(Holm, ByHand) {
    const std::vector<double> corrected = holm_corrected(Values{0.01, 0.04, 0.03});
    EXPECT_NEAR(corrected[0], 0.03, 1e-12);
    EXPECT_NEAR(corrected[1], 0.06, 1e-12);
    EXPECT_NEAR(corrected[2], 0.06, 1e-12);
    EXPECT_EQ(holm_corrected(Values{0.9, 0.8}), (Values{1.0, 1.0}));
}

TEST(PText, Digits) {
    EXPECT_EQ(p_text(1e-9), "p < 0.001");
    EXPECT_EQ(p_text(0.0342), "p = 0.034");
    EXPECT_EQ(p_text(1.0), "p = 1");
}

}  // namespace
}  // namespace tessera::lab
