// Two configurations on the boards that both solved: how many times as much one needs, and how certain that is.
#include "tessera/lab/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tessera/base/readable.hpp"

namespace tessera::lab {
namespace {

/// Ratios closer to 1 than this are called equal, where nothing is known about their spread.
constexpr double about_equal = 1.05;

std::vector<double> floored(std::vector<double> values, double least) {
    for (double& value : values) value = std::max(value, least);
    return values;
}

std::vector<double> logarithms(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
}

PairedFigure paired(const std::vector<double>& first, const std::vector<double>& second) {
    PairedFigure figure;
    figure.ratio = geometric_mean_ratio(first, second);
    figure.test = wilcoxon_signed_rank(logarithms(first), logarithms(second));
    figure.p = figure.test.p;
    return figure;
}

using FigureOfPair = std::optional<PairedFigure> PairComparison::*;

/// Corrects p of these pairs as one family together with `others`, which keep theirs.
void correct(std::vector<PairComparison*> pairs, FigureOfPair of,
             std::span<const PairComparison> others = {}) {
    std::erase_if(pairs, [&](const PairComparison* pair) { return !(pair->*of); });
    std::vector<double> p;
    for (const PairComparison* pair : pairs) p.push_back((pair->*of)->test.p);
    for (const PairComparison& other : others) {
        if (other.*of) p.push_back((other.*of)->test.p);
    }
    const std::vector<double> corrected = holm_corrected(p);
    for (std::size_t i = 0; i < pairs.size(); ++i) (pairs[i]->*of)->p = corrected[i];
}

bool same_two(const PairComparison& a, const PairComparison& b) {
    return std::minmax(a.first, a.second) == std::minmax(b.first, b.second);
}

}  // namespace

bool PairedFigure::clear() const {
    if (has_interval()) return ratio.low > 1.0 || ratio.high < 1.0;
    return ratio.ratio >= about_equal || ratio.ratio <= 1.0 / about_equal;
}

std::string PairedFigure::text() const {
    return has_interval() ? ratio_text(ratio.ratio) : readable_ratio(ratio.ratio);
}

bool proves_all(const ConfigurationResult& one) {
    return one.solved > 0 && one.proven == one.solved;
}

double typical_nodes(const SuiteResults& results, std::span<const std::size_t> boards,
                     std::size_t configuration) {
    return geometric_mean(
        floored(values_on(results, boards, configuration, Figure::expanded), 1.0));
}

PairComparison compare_pair(const SuiteResults& results, std::size_t first, std::size_t second) {
    PairComparison pair;
    pair.first = first;
    pair.second = second;
    const std::size_t both[] = {first, second};
    pair.boards = solved_by_all(results, all_boards(results), both);
    if (pair.boards.empty()) return pair;
    const auto values = [&](std::size_t c, Figure figure, double least) {
        return floored(values_on(results, pair.boards, c, figure), least);
    };
    pair.expanded =
        paired(values(first, Figure::expanded, 1.0), values(second, Figure::expanded, 1.0));
    const std::vector<double> times = values(first, Figure::seconds, shortest_measured);
    const std::vector<double> other_times = values(second, Figure::seconds, shortest_measured);
    PairedFigure seconds = paired(times, other_times);
    std::size_t measured = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
        measured += std::max(times[i], other_times[i]) > shortest_measured ? 1 : 0;
    const bool measurable =
        mean(values_on(results, pair.boards, first, Figure::seconds)) >= shortest_measured &&
        mean(values_on(results, pair.boards, second, Figure::seconds)) >= shortest_measured;
    if (seconds.has_interval() ? 2 * measured >= times.size() : measurable) pair.seconds = seconds;
    return pair;
}

std::optional<std::size_t> reference_configuration(const SuiteResults& results) {
    const auto& list = results.configurations;
    const bool any_proves = std::any_of(list.begin(), list.end(), proves_all);
    std::size_t most = 0;
    std::vector<std::size_t> best;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list[c].solved == 0 || list[c].solved < most || (any_proves && !proves_all(list[c])))
            continue;
        if (list[c].solved > most) best.clear();
        most = list[c].solved;
        best.push_back(c);
    }
    if (best.empty()) return std::nullopt;
    const std::vector<std::size_t> common = solved_by_all(results, all_boards(results), best);
    if (common.empty()) return best.front();
    return *std::min_element(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(typical_nodes(results, common, a), a) <
               std::pair(typical_nodes(results, common, b), b);
    });
}

std::vector<PairComparison> compare_with_reference(const SuiteResults& results) {
    std::vector<PairComparison> pairs;
    const auto reference = reference_configuration(results);
    if (!reference) return pairs;
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        if (c == *reference || results.configurations[c].solved == 0) continue;
        pairs.push_back(compare_pair(results, c, *reference));
    }
    std::vector<PairComparison*> all;
    for (PairComparison& pair : pairs) all.push_back(&pair);
    for (const FigureOfPair of : {&PairComparison::expanded, &PairComparison::seconds})
        correct(all, of);
    return pairs;
}

std::vector<PairComparison> compare_pairs(const SuiteResults& results,
                                          std::span<const Pair> pairs) {
    const std::vector<PairComparison> known = compare_with_reference(results);
    std::vector<PairComparison> made;
    for (const auto& [first, second] : pairs) made.push_back(compare_pair(results, first, second));
    std::vector<PairComparison*> others;
    for (PairComparison& pair : made) {
        const auto same = std::find_if(known.begin(), known.end(), [&](const PairComparison& one) {
            return same_two(one, pair);
        });
        if (same == known.end()) {
            others.push_back(&pair);
            continue;
        }
        if (pair.expanded) pair.expanded->p = same->expanded->p;
        if (pair.seconds) pair.seconds->p = same->seconds->p;
    }
    for (const FigureOfPair of : {&PairComparison::expanded, &PairComparison::seconds})
        correct(others, of, known);
    return made;
}

std::string ratio_text(double ratio) {
    return ratio < 9.995 ? fmt::format("{:.2f}×", ratio) : readable_ratio(ratio);
}

std::string percent_text(std::size_t part, std::size_t whole) {
    if (whole == 0) return "–";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    // What is not all must not read as all, nor something as nothing.
    if (part == whole || part == 0) return fmt::format("{:.0f} %", percent);
    return fmt::format("{:.1f} %", std::clamp(percent, 0.1, 99.9));
}

double mean_excess(const SuiteResults& results, std::span<const std::size_t> boards,
                   std::size_t configuration) {
    double sum = 0.0;
    for (const std::size_t b : boards) {
        const auto& best = results.knowledge(b, configuration).cost;
        const RunRecord& run = *results.cell(b, configuration).runs.front();
        if (!best || *best <= 0 || !run.cost) continue;
        sum += static_cast<double>(*run.cost - *best) / static_cast<double>(*best);
    }
    return boards.empty() ? 0.0 : sum / static_cast<double>(boards.size());
}

}  // namespace tessera::lab
