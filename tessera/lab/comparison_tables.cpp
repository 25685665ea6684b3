// The tables of a comparison, for every form of output.
#include "tessera/lab/comparison_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tessera/base/readable.hpp"
#include "tessera/lab/charts.hpp"

namespace tessera::lab {
namespace {

constexpr std::string_view nothing = "–";

std::vector<TableCell> head_of_row(const Comparison& comparison, std::size_t c) {
    const std::string heuristic = comparison.heuristic(c);
    return {{comparison.request.configurations[c].algorithm},
            {heuristic.empty() ? std::string(nothing) : heuristic}};
}

bool is_count(const Metric& metric) {
    return metric.key == "expanded" || metric.key == "generated" || metric.key == "peak_open";
}

std::string value_text(const Metric& metric, double value, CountStyle style) {
    if (style == CountStyle::rounded && is_count(metric)) return short_number(value);
    return metric.text(value);
}

std::string mean_text(const Metric& metric, double value, CountStyle style) {
    if (style == CountStyle::rounded && is_count(metric)) return short_number(value);
    const bool counts = is_count(metric) || metric.key == "length" || metric.key == "cost" ||
                        metric.key == "max_depth";
    return counts ? readable_mean(value) : metric.text(value);
}

/// "proven", "+12" (so much more than the best known), "not proven"; or why it has not ended, with what it has all the
/// same.
std::string result_words(const ComparisonRun* run, const BestKnown& best) {
    if (run == nullptr || !run->solution) return "not run";
    const Solution& solution = *run->solution;
    if (!solution.found) return status_words(solution.status);
    std::string words = best.proven ? "shortest" : "not proven";
    if (solution.optimal) {
        words = "proven";
    } else if (solution.cost > *best.cost) {
        words = fmt::format("+{}", grouped(static_cast<std::uint64_t>(solution.cost - *best.cost)));
    }
    return run->solved() ? words : fmt::format("{}, {}", status_words(solution.status), words);
}

/// Marks the least of a column, with all that read the same; nothing where that is everything.
void mark_best(Table& table, std::size_t column, const std::vector<std::optional<double>>& values,
               double resolution) {
    const auto clamped = [&](double value) { return std::max(value, resolution); };
    double least = std::numeric_limits<double>::infinity();
    std::string text;
    for (std::size_t r = 0; r < values.size(); ++r) {
        if (!values[r] || clamped(*values[r]) >= least) continue;
        least = clamped(*values[r]);
        text = table.rows[r][column].text;
    }
    const auto is_best = [&](std::size_t r) {
        return clamped(*values[r]) <= least || table.rows[r][column].text == text;
    };
    bool any_worse = false;
    for (std::size_t r = 0; r < values.size(); ++r) any_worse |= values[r] && !is_best(r);
    for (std::size_t r = 0; r < values.size() && any_worse; ++r)
        table.rows[r][column].best = values[r] && is_best(r);
}

}  // namespace

std::string status_words(Status status) {
    std::string words(to_string(status));
    std::replace(words.begin(), words.end(), '-', ' ');
    return words;
}

Table runs_table(const Comparison& comparison, const ComparisonSummary& summary, std::size_t board,
                 CountStyle style) {
    const std::size_t rows = comparison.request.configurations.size();
    const std::vector<Metric> shown = metrics(comparison.request.cost);
    Table table;
    table.columns = {{"algorithm"}, {"heuristic"}};
    const std::size_t first = table.columns.size();
    for (const Metric& metric : shown) {
        table.columns.push_back({std::string(metric.title), true});
        if (metric.key == "length") table.columns.push_back({"optimal", true});
    }
    for (std::size_t c = 0; c < rows; ++c) {
        const ComparisonRun* run = comparison.run(board, c);
        std::vector<TableCell> cells = head_of_row(comparison, c);
        for (const Metric& metric : shown) {
            const bool of_solution = metric.key == "length" || metric.key == "cost";
            const bool known =
                run != nullptr && run->solution && (run->solution->found || !of_solution);
            cells.push_back({known ? value_text(metric, metric.of(*run->solution), style)
                                   : std::string(nothing)});
            if (metric.key == "length") cells.push_back({result_words(run, summary.best[board])});
        }
        table.add_row(std::move(cells));
    }
    std::size_t column = first;
    for (const Metric& metric : shown) {
        std::vector<std::optional<double>> values(rows);
        for (std::size_t c = 0; c < rows; ++c) {
            const ComparisonRun* run = comparison.run(board, c);
            if (run != nullptr && run->solved()) values[c] = metric.of(*run->solution);
        }
        if (metric.ranked) mark_best(table, column, values, metric.resolution);
        column += metric.key == "length" ? 2 : 1;
    }
    return table;
}

Table summary_table(const Comparison& comparison, const ComparisonSummary& summary,
                    CountStyle style) {
    const std::vector<Metric> shown = metrics(comparison.request.cost);
    Table table;
    table.columns = {{"algorithm"}, {"heuristic"}, {"solved", true}, {"proven", true}};
    const std::size_t first = table.columns.size();
    for (const Metric& metric : shown) {
        table.columns.push_back({std::string(metric.title), true});
        if (metric.key == "length") table.columns.push_back({"longer", true});
    }
    for (std::size_t c = 0; c < summary.configurations.size(); ++c) {
        const ConfigurationSummary& one = summary.configurations[c];
        std::vector<TableCell> cells = head_of_row(comparison, c);
        cells.push_back({fmt::format("{}/{}", one.solved, one.runs + one.not_run)});
        cells.push_back({grouped(one.proven)});
        for (std::size_t m = 0; m < shown.size(); ++m) {
            cells.push_back({one.statistics.empty()
                                 ? std::string(nothing)
                                 : mean_text(shown[m], one.statistics[m].mean, style)});
            if (shown[m].key == "length") {
                cells.push_back({one.excess ? fmt::format("{:.1f} %", 100.0 * *one.excess)
                                            : std::string(nothing)});
            }
        }
        table.add_row(std::move(cells));
    }
    std::size_t column = first;
    for (std::size_t m = 0; m < shown.size(); ++m) {
        std::vector<std::optional<double>> values;
        for (const ConfigurationSummary& one : summary.configurations) {
            values.push_back(one.statistics.empty()
                                 ? std::nullopt
                                 : std::optional<double>(one.statistics[m].mean));
        }
        if (shown[m].ranked) mark_best(table, column, values, shown[m].resolution);
        column += shown[m].key == "length" ? 2 : 1;
    }
    return table;
}

std::string means_caption(const Comparison& comparison, const ComparisonSummary& summary) {
    std::size_t without = 0;
    for (const ConfigurationSummary& one : summary.configurations)
        without += one.solved == 0 ? 1 : 0;
    const std::size_t boards = comparison.request.boards.size() - comparison.unsolvable.size();
    if (summary.common.empty()) {
        return fmt::format(
            "No means: none of the {} was solved by every configuration that solved any.",
            counted(boards, "board"));
    }
    return fmt::format("Means over {} of {}: those that {} solved{}.", summary.common.size(),
                       counted(boards, "board"),
                       without == 0 ? "all configurations" : "all other configurations",
                       without == 0 ? "" : fmt::format(" ({} solved none)", without));
}

}  // namespace tessera::lab
