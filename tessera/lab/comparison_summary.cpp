// What a comparison says about each configuration over all boards: counts, and means over the same boards for all.
#include "tessera/lab/comparison_summary.hpp"

#include <algorithm>

#include "tessera/lab/statistics.hpp"

namespace tessera::lab {
namespace {

ConfigurationSummary counts_of(const Comparison& comparison, std::size_t configuration) {
    ConfigurationSummary summary;
    for (const ComparisonRun& run : comparison.runs) {
        if (run.configuration != configuration) continue;
        if (!run.solution) {
            ++summary.not_run;
            continue;
        }
        ++summary.runs;
        ++summary.ended[run.solution->status];
        summary.solved += run.solved() ? 1 : 0;
        summary.found += run.found() ? 1 : 0;
        summary.proven += run.solution->optimal ? 1 : 0;
    }
    return summary;
}

std::vector<std::size_t> common_boards(const Comparison& comparison,
                                       const std::vector<ConfigurationSummary>& summaries) {
    std::vector<std::size_t> boards;
    const bool any = std::any_of(summaries.begin(), summaries.end(),
                                 [](const ConfigurationSummary& one) { return one.solved > 0; });
    for (std::size_t b = 0; any && b < comparison.request.boards.size(); ++b) {
        bool all = true;
        for (std::size_t c = 0; c < summaries.size() && all; ++c) {
            const ComparisonRun* run = comparison.run(b, c);
            all = summaries[c].solved == 0 || (run != nullptr && run->solved());
        }
        if (all) boards.push_back(b);
    }
    return boards;
}

/// Whether what is proven about one board fits together.
bool fits(const BestKnown& best, const Solution& solution) {
    if (best.cost && solution.lower_bound > *best.cost) return false;
    return !solution.found || solution.cost >= best.lower_bound;
}

void add_knowledge(BestKnown& best, const Solution& solution) {
    best.lower_bound = std::max(best.lower_bound, solution.lower_bound);
    if (solution.found && (!best.cost || solution.cost < *best.cost)) best.cost = solution.cost;
    best.proven = best.cost && *best.cost == best.lower_bound;
}

void add_means(const Comparison& comparison, const ComparisonSummary& whole, std::size_t c,
               ConfigurationSummary& summary) {
    if (summary.solved == 0 || whole.common.empty()) return;
    for (const Metric& metric : metrics(comparison.request.cost)) {
        std::vector<double> values;
        for (const std::size_t b : whole.common)
            values.push_back(metric.of(*comparison.run(b, c)->solution));
        summary.statistics.push_back(statistic_of(values));
    }
    double excess = 0.0;
    for (const std::size_t b : whole.common) {
        const Cost least = *whole.best[b].cost;
        const Cost own = comparison.run(b, c)->solution->cost;
        if (least > 0) excess += static_cast<double>(own - least) / static_cast<double>(least);
    }
    summary.excess = excess / static_cast<double>(whole.common.size());
}

}  // namespace

Statistic statistic_of(const std::vector<double>& values) {
    return {mean(values), median(values), *std::max_element(values.begin(), values.end())};
}

ComparisonSummary summarise(const Comparison& comparison) {
    ComparisonSummary summary;
    summary.best.resize(comparison.request.boards.size());
    for (const ComparisonRun& run : comparison.runs) {
        if (!run.solution) continue;
        BestKnown& best = summary.best[run.board];
        if (!fits(best, *run.solution) && !summary.contradiction) summary.contradiction = run.board;
        add_knowledge(best, *run.solution);
    }
    for (std::size_t c = 0; c < comparison.request.configurations.size(); ++c)
        summary.configurations.push_back(counts_of(comparison, c));
    summary.common = common_boards(comparison, summary.configurations);
    for (std::size_t c = 0; c < summary.configurations.size(); ++c)
        add_means(comparison, summary, c, summary.configurations[c]);
    return summary;
}

std::vector<std::size_t> solved_by_both(const Comparison& comparison, std::size_t one,
                                        std::size_t other) {
    std::vector<std::size_t> boards;
    for (std::size_t b = 0; b < comparison.request.boards.size(); ++b) {
        const ComparisonRun* first = comparison.run(b, one);
        const ComparisonRun* second = comparison.run(b, other);
        if (first != nullptr && first->solved() && second != nullptr && second->solved())
            boards.push_back(b);
    }
    return boards;
}

double total(const Comparison& comparison, std::size_t configuration, const Metric& metric,
             const std::vector<std::size_t>& boards) {
    double sum = 0.0;
    for (const std::size_t b : boards)
        sum += metric.of(*comparison.run(b, configuration)->solution);
    return sum;
}

std::map<std::string, double> setup_times(const Comparison& comparison) {
    std::map<std::string, double> times;
    for (const ComparisonRun& run : comparison.runs) {
        if (!run.solution || run.solution->heuristic.empty()) continue;
        if (run.solution->setup_seconds < shortest_measured) continue;
        times[run.solution->heuristic] += run.solution->setup_seconds;
    }
    return times;
}

}  // namespace tessera::lab
