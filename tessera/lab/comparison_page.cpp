// A comparison as one self-contained page: sentences, charts, and the tables they are drawn from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/charts.hpp"
#include "tessera/lab/comparison_tables.hpp"
#include "tessera/lab/export_comparison.hpp"
#include "tessera/lab/html.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

/// A chart of more bars than this is not looked at; then it shows the best, and the table follows the charts.
constexpr std::size_t most_bars = 40;

class Page {
  public:
    explicit Page(const ComparisonReport& report)
        : report_(report), comparison_(report.comparison), summary_(report.summary) {
        for (std::size_t b = 0; b < comparison_.request.boards.size(); ++b) {
            if (comparison_.run(b, 0) != nullptr) boards_.push_back(b);
        }
    }

    std::string text() const {
        std::string body = facts() + unsolvable() + sentences();
        if (boards_.size() == 1) {
            body += one_board(boards_.front());
        } else if (boards_.size() > 1) {
            body += many_boards();
        }
        return html_page(title(), body + explanations());
    }

  private:
    std::size_t configurations() const { return comparison_.request.configurations.size(); }

    std::string title() const {
        if (comparison_.request.boards.size() != 1)
            return fmt::format("Comparison on {}",
                               counted(comparison_.request.boards.size(), "board"));
        return fmt::format("Comparison on {}", comparison_.request.boards.front().name());
    }

    std::string facts() const {
        std::string text = "<dl>\n";
        const auto add = [&](std::string_view name, std::string_view value, bool code) {
            const std::string shown = html_escaped(value);
            text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(name),
                                code ? fmt::format("<code>{}</code>", shown) : shown);
        };
        for (const auto& [name, value] : report_.facts) add(name, value, true);
        add("limits of each run", limits_words(comparison_.request.limits), false);
        add("threads", std::to_string(report_.threads), false);
        for (const auto& [name, seconds] : setup_times(comparison_))
            add(fmt::format("set-up of {}", name), short_seconds(seconds), false);
        return text + "</dl>\n";
    }

    std::string unsolvable() const {
        std::string text;
        for (const UnsolvableBoard& one : comparison_.unsolvable) {
            text += fmt::format("<p><strong>Unsolvable:</strong> <code>{}</code>. {}</p>\n",
                                html_escaped(comparison_.request.boards[one.board].name()),
                                html_escaped(one.report.reason));
        }
        return text;
    }

    std::string sentences() const {
        if (report_.findings.empty()) return {};
        std::string text = "<h2>What it means</h2>\n<ul>\n";
        for (const Finding& finding : report_.findings)
            text += fmt::format("<li>{}</li>\n", html_escaped(finding.text));
        return text + "</ul>\n";
    }

    static std::string drawing(std::string_view caption, const DynamicBoard& board) {
        const Geometry geometry = board.geometry();
        std::string text = fmt::format("<table class=\"board\"><caption>{}</caption><tbody>",
                                       html_escaped(caption));
        for (std::size_t c = 0; c < geometry.cells(); ++c) {
            if (c % geometry.cols == 0) text += c == 0 ? "<tr>" : "</tr><tr>";
            const Tile tile = board.tile_at(make_cell(c));
            text += tile == blank_tile ? std::string("<td class=\"blank\"></td>")
                                       : fmt::format("<td>{}</td>", index(tile));
        }
        return text + "</tr></tbody></table>\n";
    }

    std::string one_board(std::size_t b) const {
        const ComparedBoard& board = comparison_.request.boards[b];
        std::string text = "<h2>The board</h2>\n";
        constexpr std::size_t largest_drawn = 100;
        if (board.start.geometry().cells() <= largest_drawn) {
            text +=
                fmt::format("<div class=\"boards\">{}{}</div>\n", drawing("start", board.start),
                            drawing(fmt::format("goal: {}", goal_name(board.goal)), board.goal));
        }
        text += fmt::format("<p><code>{}</code></p>\n", html_escaped(inline_form(board.start)));
        const std::string table =
            "<h2>Every run</h2>\n" +
            html_table(with_names(runs_table(comparison_, summary_, b)),
                       "A star marks the best of a column among the runs that came to their end.");
        const bool long_table = configurations() > most_bars;
        if (!long_table) text += table;
        text += "<h2>Nodes expanded</h2>\n" + shades(b);
        text += figure(bars("expanded", "nodes expanded", short_number, b));
        text += "<h2>Time</h2>\n";
        text += figure(bars("search_seconds", "time of the search", seconds_tick, b));
        text += "<h2>Memory</h2>\n";
        text += figure(
            bars("search_bytes", "bytes held by the search, with its tables", short_number, b));
        text += "<h2>Length of the solution</h2>\n";
        text += figure(bars("length", "moves of the solution", short_number, b));
        return long_table ? text + table : text;
    }

    /// Algorithm and heuristic in one column, so that rows keep their name when a small screen is scrolled.
    Table with_names(Table table) const {
        table.columns.erase(table.columns.begin());
        table.columns.front().title = "configuration";
        for (std::size_t c = 0; c < table.rows.size(); ++c) {
            table.rows[c].erase(table.rows[c].begin());
            table.rows[c].front() = {comparison_.name(c)};
        }
        return table;
    }

    Bar bar_of(const Metric& what, std::size_t b, std::size_t c) const {
        const ComparisonRun* run = comparison_.run(b, c);
        Bar bar;
        bar.label = comparison_.name(c);
        if (run == nullptr || !run->solution) {
            bar.missing = true;
            bar.text = "not run";
        } else if (what.key == "length" && !run->found()) {
            bar.missing = true;
            bar.text = status_words(run->solution->status);
        } else {
            bar.value = what.of(*run->solution);
            bar.complete = run->solved();
            bar.text = what.text(bar.value);
            if (!bar.complete)
                bar.text += fmt::format(" ({})", status_words(run->solution->status));
        }
        return bar;
    }

    BarChart bars(std::string_view key, std::string axis, ValueText ticks, std::size_t b) const {
        BarChart chart;
        for (std::size_t c = 0; c < configurations(); ++c)
            chart.bars.push_back(bar_of(metric(key), b, c));
        std::string remarks;
        if (chart.bars.size() > most_bars) {
            std::erase_if(chart.bars, [](const Bar& bar) { return bar.missing || !bar.complete; });
            std::sort(chart.bars.begin(), chart.bars.end(), [](const Bar& a, const Bar& other) {
                return std::tie(a.value, a.label) < std::tie(other.value, other.label);
            });
            chart.bars.resize(std::min(chart.bars.size(), most_bars));
            remarks = fmt::format(" The {} with the least of {} configurations.", chart.bars.size(),
                                  configurations());
        }
        if (std::any_of(chart.bars.begin(), chart.bars.end(),
                        [](const Bar& bar) { return !bar.complete; })) {
            remarks += " Striped: stopped before its end.";
        }
        const bool logarithmic = key != "length" || spread(chart) > 20.0;
        chart.axis = {std::move(axis), logarithmic ? Scale::logarithmic : Scale::linear, ticks,
                      key == "length"};
        chart.title = fmt::format("{}; {} axis.{}", sentence_case(chart.axis.title),
                                  logarithmic ? "logarithmic" : "linear", remarks);
        return chart;
    }
    /// How many times the least value the largest is.
    static double spread(const BarChart& chart) {
        double least = std::numeric_limits<double>::infinity();
        double most = 0.0;
        for (const Bar& bar : chart.bars) {
            if (bar.missing) continue;
            least = std::min(least, std::max(1.0, bar.value));
            most = std::max(most, bar.value);
        }
        return most / least;
    }
    /// Algorithms against heuristics, expanded nodes in the cells, shaded stronger for more; where there are two of each.
    std::string shades(std::size_t b) const {
        std::vector<std::string> algorithms;
        std::vector<std::string> heuristics;
        const auto add_once = [](std::vector<std::string>& names, const std::string& name) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        };
        double least = std::numeric_limits<double>::infinity();
        double most = 0.0;
        for (std::size_t c = 0; c < configurations(); ++c) {
            const ComparedConfiguration& one = comparison_.request.configurations[c];
            if (one.heuristic.empty()) continue;
            add_once(algorithms, one.algorithm);
            add_once(heuristics, one.heuristic);
            const ComparisonRun* run = comparison_.run(b, c);
            if (run == nullptr || !run->solved()) continue;
            const double value = std::max(1.0, metric("expanded").of(*run->solution));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        if (algorithms.size() < 2 || heuristics.size() < 2 || !(least < most)) return {};
        std::string text =
            "<p class=\"caption\">Nodes expanded by algorithm and heuristic; the stronger the "
            "shade, the more.</p>\n<div class=\"scroll shade\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"Nodes expanded by algorithm and heuristic\"><table>\n"
            "<thead><tr><th scope=\"col\">heuristic</th>";
        for (const std::string& algorithm : algorithms)
            text +=
                fmt::format("<th scope=\"col\" class=\"number\">{}</th>", html_escaped(algorithm));
        text += "</tr></thead>\n<tbody>\n";
        for (const std::string& heuristic : heuristics) {
            text += fmt::format("<tr><th scope=\"row\">{}</th>", html_escaped(heuristic));
            for (const std::string& algorithm : algorithms)
                text += shaded_cell(b, {algorithm, heuristic}, least, most);
            text += "</tr>\n";
        }
        return text + "</tbody></table></div>\n";
    }
    std::string shaded_cell(std::size_t b, const ComparedConfiguration& wanted, double least,
                            double most) const {
        const auto& list = comparison_.request.configurations;
        const auto place = std::find(list.begin(), list.end(), wanted);
        const ComparisonRun* run =
            place == list.end()
                ? nullptr
                : comparison_.run(b, static_cast<std::size_t>(place - list.begin()));
        if (run == nullptr || !run->solution) return "<td>–</td>";
        if (!run->solved())
            return fmt::format("<td>{}</td>", html_escaped(status_words(run->solution->status)));
        const double value = metric("expanded").of(*run->solution);
        const double strength = std::log(std::max(1.0, value) / least) / std::log(most / least);
        return fmt::format("<td style=\"background:rgba(110,140,175,{:.2f})\">{}</td>",
                           0.05 + 0.55 * strength, metric("expanded").text(value));
    }

    std::string many_boards() const {
        std::string text = "<h2>Over all boards</h2>\n";
        text += html_table(with_names(summary_table(comparison_, summary_)),
                           means_caption(comparison_, summary_));
        const std::vector<std::size_t> shown = shown_series();
        const std::string fewer =
            shown.size() < configurations()
                ? fmt::format(
                      " The {} configurations that solved most boards with the fewest nodes.",
                      shown.size())
                : std::string();
        text += "<h2>How many boards are solved with how many nodes</h2>\n";
        text += figure(cactus("expanded", "nodes expanded", short_number, shown, fewer));
        text += "<h2>How many boards are solved in which time</h2>\n";
        text += figure(cactus("search_seconds", "time of the search", seconds_tick, shown, fewer));
        text += "<h2>Nodes against the length of the solution</h2>\n";
        text += figure(scatter(shown, fewer));
        text += "<h2>The boards</h2>\n" +
                html_table(board_table(), "Best known solution of each board.");
        text += "<h2>Every run</h2>\n";
        for (const std::size_t b : boards_) {
            text += html_table(with_names(runs_table(comparison_, summary_, b)),
                               fmt::format("{}: {}", comparison_.request.boards[b].name(),
                                           inline_form(comparison_.request.boards[b].start)));
        }
        return text;
    }

    /// As many as can be told apart: first those that solved most boards, then those with the fewest nodes.
    std::vector<std::size_t> shown_series() const {
        std::vector<std::size_t> order;
        for (std::size_t c = 0; c < configurations(); ++c) {
            if (summary_.configurations[c].solved > 0) order.push_back(c);
        }
        const auto nodes = [&](std::size_t c) {
            double sum = 0.0;
            for (const ComparisonRun& run : comparison_.runs) {
                if (run.configuration == c && run.solved())
                    sum += metric("expanded").of(*run.solution);
            }
            return sum;
        };
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const std::size_t first = summary_.configurations[a].solved;
            const std::size_t second = summary_.configurations[b].solved;
            return std::tuple(second, nodes(a), a) < std::tuple(first, nodes(b), b);
        });
        order.resize(std::min(order.size(), most_series));
        std::sort(order.begin(), order.end());
        return order;
    }

    XyChart cactus(std::string_view key, std::string axis, ValueText ticks,
                   const std::vector<std::size_t>& shown, const std::string& fewer) const {
        XyChart chart;
        chart.title = fmt::format(
            "Each configuration's solved boards, easiest first; lower and further right is "
            "better; logarithmic axis.{}",
            fewer);
        chart.x = {"boards solved", Scale::linear, short_number, true};
        chart.y = {std::move(axis), Scale::logarithmic, ticks};
        chart.style = SeriesStyle::step;
        for (const std::size_t c : shown) {
            std::vector<double> values;
            for (const std::size_t b : boards_) {
                const ComparisonRun* run = comparison_.run(b, c);
                if (run != nullptr && run->solved())
                    values.push_back(metric(key).of(*run->solution));
            }
            std::sort(values.begin(), values.end());
            Series series;
            series.name = comparison_.name(c);
            for (std::size_t i = 0; i < values.size(); ++i) {
                series.points.emplace_back(static_cast<double>(i + 1), values[i]);
                series.hints.push_back(fmt::format("{}: {} solved with {} each at most",
                                                   series.name, i + 1,
                                                   metric(key).text(values[i])));
            }
            chart.series.push_back(std::move(series));
        }
        return chart;
    }

    XyChart scatter(const std::vector<std::size_t>& shown, const std::string& fewer) const {
        XyChart chart;
        chart.title = fmt::format(
            "One mark for each solved board: how long its best known solution is, and how many "
            "nodes it took; logarithmic axis.{}",
            fewer);
        chart.x = {"best known length of the board's solution", Scale::linear, short_number, true};
        chart.y = {"nodes expanded", Scale::logarithmic, short_number};
        for (const std::size_t c : shown) {
            Series series;
            series.name = comparison_.name(c);
            for (const std::size_t b : boards_) {
                const ComparisonRun* run = comparison_.run(b, c);
                if (run == nullptr || !run->solved()) continue;
                const double nodes = metric("expanded").of(*run->solution);
                series.points.emplace_back(static_cast<double>(*summary_.best[b].cost), nodes);
                series.hints.push_back(fmt::format("{} on {}: {} moves, {} nodes", series.name,
                                                   comparison_.request.boards[b].name(),
                                                   run->solution->moves.size(),
                                                   metric("expanded").text(nodes)));
            }
            chart.series.push_back(std::move(series));
        }
        return chart;
    }

    Table board_table() const {
        Table table;
        table.columns = {{"board"},  {"start"},          {"goal"}, {"best known", true},
                         {"proven"}, {"solved by", true}};
        for (const std::size_t b : boards_) {
            const ComparedBoard& board = comparison_.request.boards[b];
            const BestKnown& best = summary_.best[b];
            std::size_t solvers = 0;
            for (std::size_t c = 0; c < configurations(); ++c) {
                const ComparisonRun* run = comparison_.run(b, c);
                solvers += run != nullptr && run->solved() ? 1 : 0;
            }
            table.add_row({{board.id.empty() ? fmt::format("{}", b + 1) : board.id},
                           {inline_form(board.start)},
                           {std::string(goal_name(board.goal))},
                           {best.cost ? std::to_string(*best.cost) : "–"},
                           {best.proven ? "yes" : "no"},
                           {fmt::format("{}/{}", solvers, configurations())}});
        }
        return table;
    }

    std::string explanations() const {
        return "<h2>What the figures are</h2>\n<ul class=\"soft\">\n"
               "<li><em>expanded</em>: states taken from the frontier; <em>generated</em>: "
               "children "
               "produced; <em>max fringe</em>: the largest frontier; <em>depth</em>: the deepest "
               "state "
               "looked at, in moves.</li>\n"
               "<li><em>time</em>: wall time of the search (the median of five where it takes less "
               "than 20 "
               "ms), without the set-up of its heuristic, which is built once and stated above "
               "where it "
               "can be measured. Times under 1 ms are not compared.</li>\n"
               "<li><em>memory</em>: what the search held at most, with the tables of its "
               "heuristic.</li>\n"
               "<li><em>optimal</em>: <em>proven</em> where the algorithm and an admissible "
               "heuristic, or a "
               "bound, prove the solution shortest; <em>shortest</em> where another run proved it; "
               "+n where "
               "a solution shorter by n is known.</li>\n"
               "<li>Means are over boards that all configurations solved, never over different "
               "boards for "
               "different configurations; one that solved nothing has none.</li>\n</ul>\n";
    }

    const ComparisonReport& report_;
    const Comparison& comparison_;
    const ComparisonSummary& summary_;
    std::vector<std::size_t> boards_;  ///< those that were run
};

}  // namespace

std::string comparison_html(const ComparisonReport& report) {
    return Page(report).text();
}

}  // namespace tessera::lab
