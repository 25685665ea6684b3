// The report of results as one self-contained page: how runs ended, sentences, tables, charts, every board.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/charts.hpp"
#include "tessera/lab/findings.hpp"
#include "tessera/lab/html.hpp"
#include "tessera/lab/report.hpp"
#include "tessera/lab/result_tables.hpp"

namespace tessera::lab {
namespace {

/// Pairs of which both scatters are drawn.
constexpr std::size_t most_pairs_drawn = 4;
/// Points of one chart that say their board when pointed at: the texts would be most of the file.
constexpr std::size_t most_hints = 400;
/// Boxes that one chart shows.
constexpr std::size_t most_boxes = 40;
/// A chart of more bars than this is not looked at; then it shows the best, and the table follows the charts.
constexpr std::size_t most_bars = 40;

std::string list_of(const std::vector<std::string>& sentences, std::string_view kind) {
    if (sentences.empty()) return {};
    std::string text = fmt::format("<ul{}>\n", kind);
    for (const std::string& sentence : sentences)
        text += fmt::format("<li>{}</li>\n", html_escaped(sentence));
    return text + "</ul>\n";
}

/// At most so many of the numbers below `count`, evenly spread, the first and the last among them.
std::vector<std::size_t> spread_sample(std::size_t count, std::size_t most) {
    std::vector<std::size_t> sample;
    const std::size_t taken = std::min(count, most);
    for (std::size_t i = 0; i < taken; ++i)
        sample.push_back(taken == 1 ? 0 : i * (count - 1) / (taken - 1));
    return sample;
}

/// A single board: drawn, with a bar for each configuration.
class BoardPart {
  public:
    BoardPart(const SuiteResults& results, int level) : results_(results), level_(level) {}

    std::string text() const {
        const BoardResult& board = results_.boards[0];
        std::string text = html_heading(level_, "The board");
        constexpr std::size_t largest_drawn = 100;
        if (std::size_t{board.rows} * board.columns <= largest_drawn) {
            text += fmt::format("<div class=\"boards\">{}{}</div>\n", drawing("start", board.start),
                                drawing("goal", board.goal));
        }
        text += fmt::format("<p><code>{}</code></p>\n", html_escaped(board.start));
        const std::string table =
            html_heading(level_, "Every run") +
            html_table(with_bounds(board_table(results_, 0), results_, 0),
                       "A star marks the best of a column among the runs that came to their end.");
        const bool long_table = results_.configurations.size() > most_bars;
        if (!long_table) text += table;
        text += html_heading(level_, "Nodes expanded") + shades();
        text += figure(bars(Figure::expanded, short_number));
        text += html_heading(level_, "Time") + figure(bars(Figure::seconds, seconds_tick));
        text += html_heading(level_, "Memory") + figure(bars(Figure::bytes, short_number));
        text += html_heading(level_, "Length of the solution") +
                figure(bars(Figure::length, short_number));
        return long_table ? text + table : text;
    }

  private:
    /// `tiles` are numbers with spaces between them.
    std::string drawing(std::string_view caption, std::string_view tiles) const {
        std::string text = fmt::format("<table class=\"board\"><caption>{}</caption><tbody>",
                                       html_escaped(caption));
        for (std::size_t cell = 0; !tiles.empty(); ++cell) {
            if (cell % results_.boards[0].columns == 0) text += cell == 0 ? "<tr>" : "</tr><tr>";
            const std::size_t end = std::min(tiles.find(' '), tiles.size());
            const std::string_view tile = tiles.substr(0, end);
            tiles.remove_prefix(std::min(end + 1, tiles.size()));
            text += tile == "0" ? std::string("<td class=\"blank\"></td>")
                                : fmt::format("<td>{}</td>", html_escaped(tile));
        }
        return text + "</tr></tbody></table>\n";
    }

    Bar bar_of(Figure what, std::size_t c) const {
        const SuiteCell& cell = results_.cell(0, c);
        Bar bar;
        bar.label = results_.configurations[c].name;
        bar.group = results_.configurations[c].algorithm;
        bar.missing = !cell.measured() || (what == Figure::length && !cell.found());
        bar.complete = cell.solved();
        if (bar.missing) {
            bar.text = cell.measured() ? end_words(cell.end) : "not run";
            return bar;
        }
        bar.value = cell.value(what);
        bar.text = info_of(what).text(bar.value);
        if (what == Figure::seconds && cell.busy()) bar.text += " cpu";
        if (!bar.complete) bar.text += fmt::format(" ({})", end_words(cell.end));
        return bar;
    }

    BarChart bars(Figure what, ValueText ticks) const {
        BarChart chart;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c)
            chart.bars.push_back(bar_of(what, c));
        std::string remarks;
        if (chart.bars.size() > most_bars) {
            std::erase_if(chart.bars, [](const Bar& bar) { return bar.missing || !bar.complete; });
            std::sort(chart.bars.begin(), chart.bars.end(), [](const Bar& a, const Bar& other) {
                return std::tie(a.value, a.label) < std::tie(other.value, other.label);
            });
            chart.bars.resize(std::min(chart.bars.size(), most_bars));
            for (Bar& bar : chart.bars) bar.group.clear();
            remarks = fmt::format(" The {} with the least of {} configurations.", chart.bars.size(),
                                  results_.configurations.size());
        }
        if (std::any_of(chart.bars.begin(), chart.bars.end(),
                        [](const Bar& bar) { return !bar.complete; })) {
            remarks += " Striped: stopped before its end.";
        }
        const bool logarithmic = what != Figure::length || spread(chart) > 20.0;
        chart.axis = {std::string(info_of(what).words),
                      logarithmic ? Scale::logarithmic : Scale::linear, ticks,
                      what == Figure::length};
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

    /// Algorithms against heuristics, expanded nodes in the cells, shaded stronger for more; where there are two of each,
    /// and nothing else tells configurations apart.
    std::string shades() const {
        std::vector<std::string> algorithms;
        std::vector<std::string> heuristics;
        std::map<std::pair<std::string, std::string>, const SuiteCell*> cells;
        const auto add_once = [](std::vector<std::string>& names, const std::string& name) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        };
        double least = std::numeric_limits<double>::infinity();
        double most = 0.0;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            const ConfigurationResult& one = results_.configurations[c];
            const SuiteCell& cell = results_.cell(0, c);
            if (one.heuristic.empty()) continue;
            add_once(algorithms, one.algorithm);
            add_once(heuristics, one.heuristic);
            if (!cells.try_emplace({one.algorithm, one.heuristic}, &cell).second) return {};
            if (!cell.solved()) continue;
            const double value = std::max(1.0, cell.value(Figure::expanded));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        if (algorithms.size() < 2 || heuristics.size() < 2 || !(least < most)) return {};
        std::string text =
            "<p class=\"caption\">Nodes expanded by algorithm and heuristic; the stronger the "
            "shade, the more.</p>\n<div class=\"scroll shade\" tabindex=\"0\" role=\"group\" "
            "aria-label=\"Nodes expanded by algorithm and heuristic\"><table>\n"
            "<thead><tr><th scope=\"col\">heuristic</th>";
        for (const std::string& algorithm : algorithms)
            text +=
                fmt::format("<th scope=\"col\" class=\"number\">{}</th>", html_escaped(algorithm));
        text += "</tr></thead>\n<tbody>\n";
        for (const std::string& heuristic : heuristics) {
            text += fmt::format("<tr><th scope=\"row\">{}</th>", html_escaped(heuristic));
            for (const std::string& algorithm : algorithms) {
                const auto place = cells.find({algorithm, heuristic});
                text += shaded_cell(place == cells.end() ? nullptr : place->second, least, most);
            }
            text += "</tr>\n";
        }
        return text + "</tbody></table></div>\n";
    }
    static std::string shaded_cell(const SuiteCell* cell, double least, double most) {
        if (cell == nullptr || !cell->measured()) return "<td>–</td>";
        if (!cell->solved()) return fmt::format("<td>{}</td>", html_escaped(end_words(cell->end)));
        const double value = cell->value(Figure::expanded);
        const double strength = std::log(std::max(1.0, value) / least) / std::log(most / least);
        return fmt::format("<td style=\"background:rgba(110,165,150,{:.2f})\">{}</td>",
                           0.05 + 0.4 * strength, info_of(Figure::expanded).text(value));
    }

    const SuiteResults& results_;
    int level_;
};

class SuitePart {
  public:
    SuitePart(const SuiteResults& results, const ReportFacts& facts, int level)
        : results_(results),
          facts_(facts),
          level_(level),
          boards_(all_boards(results)),
          shown_(shown_configurations()),
          group_(strongest_group(results, boards_)),
          findings_(findings(results)) {}

    std::string text() const {
        const std::string head = alarms() + meaning() + outcomes();
        if (results_.boards.size() == 1)
            return head + BoardPart(results_, level_).text() + reproduce();
        return head + means() + solved_over_time() + pairs() + distributions() + depth() +
               every_board() + reproduce();
    }

  private:
    std::string title(std::string_view words) const { return html_heading(level_, words); }
    const std::string& name(std::size_t c) const { return results_.configurations[c].name; }

    /// What needs an explanation; nothing where all went well.
    std::string alarms() const {
        std::vector<std::string> sentences;
        for (const Finding& finding : findings_) {
            if (finding.alarming()) sentences.push_back(finding.text);
        }
        if (sentences.empty()) return {};
        return title("What needs an explanation") +
               fmt::format("<div class=\"alarm\">\n{}{}</div>\n", list_of(sentences, ""),
                           with_rows(unexplained_table(results_),
                                     "Runs that ended without an explanation."));
    }
    std::string outcomes() const {
        if (results_.boards.size() == 1) return {};  // each run has a line of its own
        std::string text = title("How the runs ended");
        if (std::none_of(findings_.begin(), findings_.end(),
                         [](const Finding& finding) { return finding.alarming(); })) {
            text += fmt::format(
                "<p>All {} came to a normal end{}.</p>\n", counted(results_.runs, "run"),
                results_.refusals_are_answers ? "" : ": none crashed, hung or was refused");
        }
        return text + html_table(outcome_table(results_),
                                 results_.repetitions > 1
                                     ? "Runs by how they ended, every repetition counted; a board "
                                       "is solved where all repetitions solved it."
                                     : "Runs by how they ended.");
    }
    static std::string with_rows(const Table& table, std::string_view caption) {
        return table.rows.empty() ? std::string() : html_table(table, caption);
    }

    std::string meaning() const {
        std::vector<std::string> sentences;
        std::vector<std::string> remarks;
        for (const Finding& finding : findings_) {
            if (finding.alarming()) continue;
            (finding.kind == Finding::Kind::remark ? remarks : sentences).push_back(finding.text);
        }
        if (sentences.empty() && remarks.empty()) return {};
        return title("What it means") + list_of(sentences, "") +
               list_of(remarks, " class=\"soft\"");
    }

    std::string means() const {
        std::string text = title("Means") + means_over(boards_);
        if (results_.sets().size() < 2) return text;
        for (const std::string& set : results_.sets())
            text += html_heading(level_ + 1, set) + means_over(boards_of_set(results_, set));
        return text;
    }
    std::string means_over(const std::vector<std::size_t>& boards) const {
        std::string text;
        for (const CaptionedTable& one : means_tables(results_, boards))
            text += html_table(one.table, one.caption);
        return text;
    }

    /// As many as can be told apart: first those that solved most boards, then those with the fewest nodes.
    std::vector<std::size_t> shown_configurations() const {
        std::vector<std::tuple<std::size_t, double, std::size_t>> order;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            const std::size_t solved = results_.configurations[c].solved;
            if (solved == 0) continue;
            double nodes = 0.0;
            for (std::size_t b = 0; b < results_.boards.size(); ++b) {
                if (results_.cell(b, c).solved())
                    nodes += results_.cell(b, c).value(Figure::expanded);
            }
            order.emplace_back(results_.boards.size() - solved, nodes, c);
        }
        std::sort(order.begin(), order.end());
        std::vector<std::size_t> shown;
        for (const auto& [unsolved, nodes, c] : order) {
            if (shown.size() < most_series) shown.push_back(c);
        }
        std::sort(shown.begin(), shown.end());
        return shown;
    }
    std::string fewer_words() const {
        std::size_t able = 0;
        for (const ConfigurationResult& one : results_.configurations)
            able += one.solved > 0 ? 1 : 0;
        return shown_.size() < able
                   ? fmt::format(
                         " The {} configurations that solved most boards with the fewest "
                         "nodes.",
                         shown_.size())
                   : std::string();
    }

    std::string solved_over_time() const {
        if (shown_.empty()) return {};
        return title("Boards solved over time") + figure(cactus(Figure::seconds, seconds_tick)) +
               html_table(solved_within_table(results_, Figure::seconds),
                          "Boards solved within a time of the search.") +
               title("Boards solved over nodes") + figure(cactus(Figure::expanded, short_number)) +
               html_table(solved_within_table(results_, Figure::expanded),
                          "Boards solved within a number of expanded nodes.");
    }
    XyChart cactus(Figure what, ValueText ticks) const {
        XyChart chart;
        chart.title = fmt::format(
            "How many boards each configuration has solved after so much; higher and "
            "further left is better; logarithmic axis.{}",
            fewer_words());
        chart.x = {std::string(info_of(what).words), Scale::logarithmic, ticks};
        chart.y = {"boards solved", Scale::linear, short_number, true};
        chart.style = SeriesStyle::step;
        for (const std::size_t c : shown_) {
            std::vector<double> values;
            for (const std::size_t b : boards_) {
                if (results_.cell(b, c).solved()) values.push_back(results_.cell(b, c).value(what));
            }
            std::sort(values.begin(), values.end());
            Series series;
            series.name = name(c);
            for (const std::size_t i : spread_sample(values.size(), most_points_of_series)) {
                series.points.emplace_back(values[i], static_cast<double>(i + 1));
                series.hints.push_back(fmt::format("{}: {} solved with {} each at most", name(c),
                                                   counted(i + 1, "board"),
                                                   info_of(what).text(values[i])));
            }
            chart.series.push_back(std::move(series));
        }
        return chart;
    }

    std::string pairs() const {
        const auto reference = reference_configuration(results_);
        const std::vector<PairComparison> all = compare_with_reference(results_);
        if (!reference || all.empty()) return {};
        std::string text = title("Pairs");
        text += html_table(
            pairs_table(results_, all),
            fmt::format("How many times as much as {} each one needed: geometric means over the "
                        "boards that both solved.",
                        name(*reference)));
        // Those that have most in common with it say most.
        std::vector<std::size_t> order(all.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(all[b].boards.size(), a) < std::pair(all[a].boards.size(), b);
        });
        if (order.size() > most_pairs_drawn) {
            order.resize(most_pairs_drawn);
            text += fmt::format(
                "<p class=\"soft\">The {} of {} pairs with most boards that both "
                "solved are drawn.</p>\n",
                most_pairs_drawn, all.size());
        }
        std::sort(order.begin(), order.end());
        for (const std::size_t i : order) {
            text += "<div class=\"side\">\n";
            text += figure(scatter(*reference, all[i].first, Figure::expanded, short_number));
            text += figure(scatter(*reference, all[i].first, Figure::seconds, seconds_tick));
            text += "</div>\n";
        }
        return text;
    }

    /// Stopped by a limit, so that it would have needed at least what it was seen to need.
    static bool cut_short(const SuiteCell& cell) {
        return cell.ran() && !cell.solved() && cell.end >= RunEnd::memory_limit &&
               cell.end <= RunEnd::gave_up;
    }
    XyChart scatter(std::size_t across, std::size_t up, Figure what, ValueText ticks) const {
        Series both{"both solved", {}, {}};
        Series one{"one of them stopped by a limit: at least so much", {}, {}, 4};
        const double least = what == Figure::seconds ? 1e-6 : 1.0;
        std::vector<std::size_t> places;
        for (const std::size_t b : boards_) {
            const SuiteCell& x = results_.cell(b, across);
            const SuiteCell& y = results_.cell(b, up);
            if ((x.solved() && (y.solved() || cut_short(y))) || (cut_short(x) && y.solved()))
                places.push_back(b);
        }
        const bool hints = places.size() <= most_hints;
        for (const std::size_t i : spread_sample(places.size(), 2 * most_points_of_series)) {
            const SuiteCell& x = results_.cell(places[i], across);
            const SuiteCell& y = results_.cell(places[i], up);
            Series& series = x.solved() && y.solved() ? both : one;
            series.points.emplace_back(std::max(least, x.value(what)),
                                       std::max(least, y.value(what)));
            if (hints) {
                series.hints.push_back(fmt::format(
                    "{}: {} against {}", results_.board_name(places[i]),
                    info_of(what).text(x.value(what)), info_of(what).text(y.value(what))));
            }
        }
        XyChart chart;
        chart.title = fmt::format(
            "{} on each board, {} against {}: above the line {} needs more.{}",
            what == Figure::seconds ? "Time of the search" : "Nodes expanded", name(up),
            name(across), name(up), sample_words(places.size(), 2 * most_points_of_series));
        chart.x = {fmt::format("{}, {}", info_of(what).words, name(across)), Scale::logarithmic,
                   ticks};
        chart.y = {fmt::format("{}, {}", info_of(what).words, name(up)), Scale::logarithmic, ticks};
        chart.square = true;
        chart.series.push_back(std::move(both));
        if (!one.points.empty()) chart.series.push_back(std::move(one));
        return chart;
    }
    static std::string sample_words(std::size_t count, std::size_t most) {
        return count <= most
                   ? std::string()
                   : fmt::format(" {} of {} boards are drawn.", grouped(most), grouped(count));
    }

    std::string distributions() const {
        if (group_.boards.empty()) return {};
        std::string text;
        for (const auto& [what, ticks] :
             {std::pair<Figure, ValueText>{Figure::expanded, short_number},
              std::pair<Figure, ValueText>{Figure::seconds, seconds_tick},
              std::pair<Figure, ValueText>{Figure::peak_open, short_number}}) {
            text += title(fmt::format("Distribution: {}", info_of(what).words));
            text += figure(boxes(what, ticks));
            text += html_table(distribution_table(results_, group_, what),
                               fmt::format("{}.", sentence_case(group_words(results_, group_))));
        }
        return text;
    }
    BoxChart boxes(Figure what, ValueText ticks) const {
        constexpr double percents[] = {5.0, 25.0, 50.0, 75.0, 95.0};
        BoxChart chart;
        for (const std::size_t c : group_.configurations) {
            if (chart.boxes.size() == most_boxes) break;
            const std::vector<double> five =
                percentiles(values_on(results_, group_.boards, c, what), percents);
            chart.boxes.push_back({name(c), five[0], five[1], five[2], five[3], five[4],
                                   info_of(what).text(five[2])});
        }
        chart.title = fmt::format(
            "{}: the box holds the middle half, the thick line is the "
            "median (its value at the right), the whiskers reach from 5 % to 95 %; logarithmic "
            "axis.{}",
            sentence_case(group_words(results_, group_)),
            chart.boxes.size() == most_boxes ? fmt::format(" The first {}.", most_boxes) : "");
        chart.axis = {std::string(info_of(what).words), Scale::logarithmic, ticks};
        return chart;
    }

    std::string depth() const {
        if (shown_.empty()) return {};
        XyChart chart;
        chart.x = {"moves of the shortest known solution", Scale::linear, short_number, true};
        chart.y = {"nodes expanded", Scale::logarithmic, short_number};
        // A length that is far from shortest says little about how hard a board is.
        const bool any_shortest =
            std::any_of(results_.boards.begin(), results_.boards.end(),
                        [](const BoardResult& board) { return board.shortest; });
        if (any_shortest) chart.x.title = "moves of the shortest solution";
        std::size_t points = 0;
        std::size_t most_solved = 0;
        for (const std::size_t c : shown_) {
            std::vector<std::size_t> solved;
            for (const std::size_t b : boards_) {
                if (results_.cell(b, c).solved() && results_.boards[b].length &&
                    (results_.boards[b].shortest || !any_shortest))
                    solved.push_back(b);
            }
            Series series;
            series.name = name(c);
            most_solved = std::max(most_solved, solved.size());
            for (const std::size_t i : spread_sample(solved.size(), most_points_of_series)) {
                const std::size_t b = solved[i];
                const double nodes = results_.cell(b, c).value(Figure::expanded);
                series.points.emplace_back(*results_.boards[b].length, std::max(1.0, nodes));
                series.hints.push_back(fmt::format("{} on {}: {} nodes", name(c),
                                                   results_.board_name(b), readable_mean(nodes)));
            }
            points += series.points.size();
            chart.series.push_back(std::move(series));
        }
        if (points > most_hints) {
            for (Series& series : chart.series) series.hints.clear();
        }
        chart.title = fmt::format(
            "One mark for each solved board{}: the length of its solution, and how many nodes were "
            "expanded; logarithmic axis.{}{}",
            any_shortest ? " whose shortest solution is known" : "", fewer_words(),
            most_solved <= most_points_of_series
                ? ""
                : fmt::format(" At most {} boards of each are drawn.", most_points_of_series));
        return title("Nodes against the length of the solution") + figure(chart) +
               with_rows(depth_table(results_, group_),
                         fmt::format("Median of expanded nodes by length, {}.",
                                     group_words(results_, group_)));
    }

    /// What deserves a look comes first where not all fit: runs without explanation, then boards that not all solved, then
    /// those that took most nodes.
    std::vector<std::size_t> boards_to_show() const {
        const std::size_t most = std::max<std::size_t>(
            1, most_rows_of_boards / std::max<std::size_t>(1, results_.configurations.size()));
        std::vector<std::tuple<int, double, std::size_t>> order;
        for (const std::size_t b : boards_) {
            RunEnd worst = RunEnd::solved_optimally;
            double nodes = 0.0;
            for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
                const SuiteCell& cell = results_.cell(b, c);
                if (!cell.ran()) continue;
                worst = std::min(worst, cell.end);
                nodes = std::max(nodes, cell.value(Figure::expanded));
            }
            const bool done = is_solved(worst) || worst == RunEnd::unsolvable;
            const int rank = is_unexplained(worst) ? 0 : done ? 2 : 1;
            order.emplace_back(rank, -nodes, b);
        }
        if (order.size() > most) {
            std::sort(order.begin(), order.end());
            order.resize(most);
        }
        std::vector<std::size_t> shown;
        for (const auto& [rank, nodes, b] : order) shown.push_back(b);
        std::sort(shown.begin(), shown.end());
        return shown;
    }

    std::string every_board() const {
        const std::vector<std::size_t> shown = boards_to_show();
        std::string text = title("Every board");
        if (shown.size() < boards_.size()) {
            text += fmt::format(
                "<p>{} of {} are shown: those with runs that need an explanation, then those that "
                "not all solved, then those that took most nodes. All are in <code>tessera lab "
                "export</code>.</p>\n",
                grouped(shown.size()), counted(boards_.size(), "board"));
        }
        for (const std::size_t b : shown) text += one_board(b);
        return text;
    }
    std::string one_board(std::size_t b) const {
        const BoardResult& board = results_.boards[b];
        std::size_t solved = 0;
        bool alarming = false;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            const SuiteCell& cell = results_.cell(b, c);
            solved += cell.solved() ? 1 : 0;
            alarming |= cell.ran() && is_unexplained(cell.end);
        }
        const std::string length =
            board.length
                ? fmt::format("{}{}", counted(static_cast<std::uint64_t>(*board.length), "move"),
                              board.shortest ? "" : " (not proven shortest)")
            : board.unsolvable ? "unsolvable"
                               : "no solution known";
        return fmt::format(
            "<details><summary>{}: {}×{}, {}, solved by {}/{}{}</summary>\n"
            "<p><code>{}</code> to <code>{}</code></p>\n{}</details>\n",
            html_escaped(results_.board_name(b)), board.rows, board.columns, length, solved,
            results_.configurations.size(), alarming ? " <strong>unexplained</strong>" : "",
            html_escaped(board.start), html_escaped(board.goal),
            html_table(with_bounds(board_table(results_, b), results_, b),
                       results_.repetitions > 1 ? "Medians over the repetitions."
                                                : "Every configuration on this board."));
    }

    std::string reproduce() const {
        std::string text = title("How to reproduce it") + "<dl>\n";
        for (const auto& [what, value] : run_facts(results_)) {
            text +=
                fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(what), html_escaped(value));
        }
        text += "</dl>\n<pre tabindex=\"0\">";
        for (const std::string& command : reproduction(results_.suite, facts_))
            text += html_escaped(command) + '\n';
        return text + "</pre>\n";
    }

    const SuiteResults& results_;
    const ReportFacts& facts_;
    int level_;
    std::vector<std::size_t> boards_;
    std::vector<std::size_t> shown_;  ///< configurations of the charts
    ComparedGroup group_;             ///< of distributions
    std::vector<Finding> findings_;
};

}  // namespace

std::string report_html(std::span<const SuiteResults> suites, const ReportFacts& facts) {
    const bool several = suites.size() > 1;
    std::string body = list_of(facts.notes, "");
    for (const SuiteResults& results : suites) {
        if (results.runs == 0) continue;
        if (several) body += html_heading(2, fmt::format("Suite {}", results.suite));
        body += SuitePart(results, facts, several ? 3 : 2).text();
    }
    body += html_heading(2, "What the figures are");
    body += list_of(report_explanations(), " class=\"soft\"");
    return html_page(!facts.title.empty() ? facts.title
                     : several            ? fmt::format("Lab report: {} suites", suites.size())
                     : suites.empty()     ? std::string("Lab report")
                                          : fmt::format("Lab report: {}", suites.front().suite),
                     report_byline(suites, facts), std::move(body));
}

}  // namespace tessera::lab
