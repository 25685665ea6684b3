// The tables of a suite's results, for every form of report.
#include "tessera/lab/result_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/charts.hpp"

namespace tessera::lab {
namespace {

constexpr const char* no_figure = "–";
constexpr const char* stopped_title = "stopped";
/// Text tables wider than this write their counts short.
constexpr std::size_t widest_text = 120;
/// Boards that a line of the unexplained runs names.
constexpr std::size_t most_named_boards = 4;

std::string figure_text(Figure figure, double value, CountStyle style) {
    const FigureInfo& info = info_of(figure);
    return style == CountStyle::rounded && info.count ? short_number(value) : info.text(value);
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

/// A row for each configuration, columns for the figures with one more behind the length; the best are marked at the end.
class FigureTable {
  public:
    FigureTable(const SuiteResults& results, std::vector<TableColumn> columns,
                std::string_view behind_length, CountStyle style)
        : figures_(shown_figures(results)),
          values_(figures_.size()),
          style_(style),
          one_cost_(std::all_of(results.configurations.begin(), results.configurations.end(),
                                [](const auto& one) { return one.weighted_tiles; })) {
        table_.columns = std::move(columns);
        for (const Figure figure : figures_) {
            places_.push_back(table_.columns.size());
            table_.columns.push_back({std::string(info_of(figure).title), true});
            if (figure == Figure::length)
                table_.columns.push_back({std::string(behind_length), true});
        }
    }
    /// `shown` gives a figure's value or nothing, `ranked` says whether it can be the best; `busy`: its time is the
    /// processor's.
    template <class Shown>
    void add_row(std::vector<TableCell> cells, const Shown& shown, std::string behind_length,
                 bool ranked, bool busy = false) {
        for (std::size_t f = 0; f < figures_.size(); ++f) {
            const std::optional<double> value = shown(figures_[f]);
            cells.push_back({value ? figure_text(figures_[f], *value, style_) : no_figure});
            if (value && busy && figures_[f] == Figure::seconds) cells.back().text += " cpu";
            values_[f].push_back(ranked ? value : std::nullopt);
            if (figures_[f] == Figure::length) cells.push_back({behind_length});
        }
        table_.add_row(std::move(cells));
    }
    Table take() {
        for (std::size_t f = 0; f < figures_.size(); ++f) {
            const FigureInfo& info = info_of(figures_[f]);
            if (info.ranked && (one_cost_ || info.figure != Figure::cost))
                mark_best(table_, places_[f], values_[f], info.resolution);
        }
        return std::move(table_);
    }

  private:
    Table table_;
    std::vector<Figure> figures_;
    std::vector<std::size_t> places_;
    std::vector<std::vector<std::optional<double>>> values_;
    CountStyle style_;
    bool one_cost_;  ///< costs by weights and by moves are not compared
};

/// Rounded down and up to a power of ten.
double decade(double value, double (*round)(double)) {
    return std::pow(10.0, round(std::log10(value)));
}

/// "proven", "+12" (so much more than the best known), "shortest" (as another run proved), "not proven"; or why it has
/// not ended, with what it has all the same.
std::string result_words(const SuiteResults& results, std::size_t board, std::size_t c) {
    const SuiteCell& cell = results.cell(board, c);
    if (!cell.ran() || (cell.end == RunEnd::error && results.refusals_are_answers))
        return "not run";
    std::set<RunEnd> ends;
    for (const RunRecord* run : cell.runs) ends.insert(run->end);
    std::vector<std::string> words;
    for (const RunEnd end : ends) {
        if (!is_solved(end)) words.push_back(end_words(end));
    }
    const BoardKnowledge& best = results.knowledge(board, c);
    if (cell.end == RunEnd::solved_optimally) {
        words.emplace_back("proven");
    } else if (cell.found() && best.cost) {
        const std::int64_t more = *cell.runs.front()->cost - *best.cost;
        words.push_back(more > 0 ? fmt::format("+{}", grouped(static_cast<std::uint64_t>(more)))
                        : best.proven ? "shortest"
                                      : "not proven");
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Stopped by a limit, or given up: of these boards, how many runs of a configuration ended so.
std::size_t stopped_on(const SuiteResults& results, const std::vector<std::size_t>& boards,
                       std::size_t c) {
    return static_cast<std::size_t>(std::count_if(boards.begin(), boards.end(), [&](std::size_t b) {
        const SuiteCell& cell = results.cell(b, c);
        return cell.ran() && cell.end >= RunEnd::memory_limit && cell.end <= RunEnd::gave_up;
    }));
}

/// The rows of the group, and where that is everybody also of those that solved nothing.
Table means_table(const SuiteResults& results, const std::vector<std::size_t>& boards,
                  const ComparedGroup& group, bool everybody, CountStyle style) {
    const std::vector<std::size_t>& common = group.boards;
    bool any_stopped = false;
    for (std::size_t c = 0; c < results.configurations.size(); ++c)
        any_stopped |= stopped_on(results, boards, c) > 0;
    std::vector<TableColumn> columns{{"configuration"}, {"solved", true}, {"proven", true}};
    if (any_stopped) columns.push_back({stopped_title, true});
    FigureTable table(results, std::move(columns), "longer", style);
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        const bool member =
            std::binary_search(group.configurations.begin(), group.configurations.end(), c);
        if (!member && !everybody) continue;
        std::size_t solved = 0;
        std::size_t proven = 0;
        for (const std::size_t b : boards) {
            const SuiteCell& cell = results.cell(b, c);
            solved += cell.solved() ? 1 : 0;
            proven += cell.ran() && cell.end == RunEnd::solved_optimally ? 1 : 0;
        }
        const bool has_means = solved > 0 && !common.empty();
        std::vector<TableCell> cells{
            {results.configurations[c].name},
            {fmt::format("{}/{} ({})", grouped(solved), grouped(boards.size()),
                         percent_text(solved, boards.size()))},
            {grouped(proven)}};
        if (any_stopped) cells.push_back({grouped(stopped_on(results, boards, c))});
        table.add_row(
            std::move(cells),
            [&](Figure figure) {
                return has_means ? std::optional(mean(values_on(results, common, c, figure)))
                                 : std::nullopt;
            },
            has_means ? fmt::format("{:.1f} %", 100.0 * mean_excess(results, common, c))
                      : no_figure,
            true);
    }
    return table.take();
}

/// What the caption of a table of means says about its marks, and with `columns` about those that need it.
std::string legend(const SuiteResults& results, const ComparedGroup& group, const Table& table,
                   bool columns) {
    std::string words;
    bool star = false;
    for (const std::vector<TableCell>& row : table.rows)
        star |=
            std::any_of(row.begin(), row.end(), [](const TableCell& cell) { return cell.best; });
    if (star) words += " A star marks the least.";
    if (!columns) return words;
    const bool longer =
        std::any_of(group.configurations.begin(), group.configurations.end(),
                    [&](std::size_t c) { return mean_excess(results, group.boards, c) > 0.0; });
    if (longer) words += " longer: the mean of the boards' own percentages.";
    const bool stopped =
        std::any_of(table.columns.begin(), table.columns.end(),
                    [](const TableColumn& column) { return column.title == stopped_title; });
    if (stopped) words += " stopped: boards on which it reached a limit or gave up.";
    return words;
}

}  // namespace

std::string fitting_text(const std::function<Table(CountStyle)>& make,
                         const std::function<std::string(std::string_view)>& paint) {
    Table table = make(CountStyle::full);
    if (text_width(table) > widest_text) table = make(CountStyle::rounded);
    return text_table(table, paint);
}

Table outcome_table(const SuiteResults& results) {
    std::vector<RunEnd> ends;
    for (int e = 0; e <= static_cast<int>(RunEnd::solved_optimally); ++e) {
        const auto end = static_cast<RunEnd>(e);
        if (results.ended(end) > 0) ends.push_back(end);
    }
    Table table;
    table.columns = {{"configuration"}, {"runs", true}};
    for (const RunEnd end : ends) {
        const bool refused = end == RunEnd::error && results.refusals_are_answers;
        table.columns.push_back({refused ? "not run" : std::string(to_string(end)), true});
    }
    table.columns.push_back({"boards solved", true});
    const auto number = [](std::size_t count) {
        return TableCell{count == 0 ? std::string(no_figure) : grouped(count)};
    };
    for (const ConfigurationResult& one : results.configurations) {
        std::size_t runs = 0;
        for (const auto& [end, count] : one.ended) runs += count;
        std::vector<TableCell> cells{{one.name}, {grouped(runs)}};
        for (const RunEnd end : ends) {
            const auto place = one.ended.find(end);
            cells.push_back(number(place == one.ended.end() ? 0 : place->second));
        }
        cells.push_back({fmt::format("{}/{} ({})", grouped(one.solved), grouped(one.boards),
                                     percent_text(one.solved, one.boards))});
        table.add_row(std::move(cells));
    }
    if (results.configurations.size() > 1) {
        std::vector<TableCell> cells{{"all"}, {grouped(results.runs)}};
        for (const RunEnd end : ends) cells.push_back(number(results.ended(end)));
        cells.push_back({});
        table.add_row(std::move(cells));
    }
    return table;
}

Table unexplained_table(const SuiteResults& results) {
    struct Group {
        std::size_t count = 0;
        std::vector<std::string> boards;
    };
    std::map<std::tuple<RunEnd, std::string, std::string>, Group> groups;
    for (std::size_t b = 0; b < results.boards.size(); ++b) {
        for (std::size_t c = 0; c < results.configurations.size(); ++c) {
            for (const RunRecord* run : results.cell(b, c).runs) {
                if (!is_unexplained(run->end)) continue;
                Group& group = groups[{run->end, run->detail, run->configuration}];
                ++group.count;
                std::string name = results.board_name(b);
                if (group.boards.empty() || group.boards.back() != name)
                    group.boards.push_back(std::move(name));
            }
        }
    }
    Table table;
    table.columns = {{"end"}, {"in words"}, {"configuration"}, {"runs", true}, {"boards"}};
    for (auto& [key, group] : groups) {
        const auto& [end, detail, configuration] = key;
        const std::size_t more =
            group.boards.size() - std::min(group.boards.size(), most_named_boards);
        if (more > 0) group.boards.resize(most_named_boards);
        table.add_row({{std::string(to_string(end))},
                       {detail.empty() ? no_figure : detail},
                       {configuration},
                       {grouped(group.count)},
                       {fmt::format("{}{}", fmt::join(group.boards, ", "),
                                    more == 0 ? "" : fmt::format(" and {} more", more))}});
    }
    return table;
}

std::string group_words(const SuiteResults& results, const ComparedGroup& group) {
    const std::size_t able = solvers(results, all_boards(results)).size();
    return fmt::format(
        "over the {} that all {}{} configurations solved", counted(group.boards.size(), "board"),
        group.configurations.size() < able ? "of these " : "", group.configurations.size());
}

std::vector<CaptionedTable> means_tables(const SuiteResults& results,
                                         const std::vector<std::size_t>& given, CountStyle style) {
    const std::vector<std::size_t> boards = solvable_of(results, given);
    const ComparedGroup everybody = all_solvers(results, boards);
    const std::size_t without = results.configurations.size() - everybody.configurations.size();
    const std::size_t unsolvable = given.size() - boards.size();
    const auto share = [&](const ComparedGroup& group) {
        return fmt::format("Means over {} of {} ({})", grouped(group.boards.size()),
                           counted(boards.size(), unsolvable == 0 ? "board" : "solvable board"),
                           percent_text(group.boards.size(), boards.size()));
    };
    const std::string rest =
        unsolvable == 0 ? ""
                        : fmt::format(" {} {} unsolvable.", counted(unsolvable, "more board"),
                                      unsolvable == 1 ? "is" : "are");
    std::vector<CaptionedTable> tables;
    const auto add = [&](const std::string& caption, const ComparedGroup& group, bool all) {
        Table table = means_table(results, boards, group, all, style);
        tables.push_back({caption + legend(results, group, table, all), std::move(table)});
    };
    add((everybody.boards.empty()
             ? fmt::format("No means: none of the {} was solved by every configuration that solved "
                           "any.",
                           counted(boards.size(), "board"))
             : fmt::format("{}: those that {} solved{}.", share(everybody),
                           without == 0 ? "all configurations" : "all other configurations",
                           without == 0 ? "" : fmt::format(" ({} solved none)", without))) +
            rest,
        everybody, true);
    const ComparedGroup strongest = strongest_group(results, boards);
    if (strongest.configurations.size() < everybody.configurations.size() &&
        strongest.configurations.size() > 1) {
        add(fmt::format("{}: those that all of the {} configurations solved which solved most.",
                        share(strongest), strongest.configurations.size()),
            strongest, false);
    }
    return tables;
}

Table distribution_table(const SuiteResults& results, const ComparedGroup& group, Figure figure) {
    constexpr double percents[] = {0.0, 5.0, 25.0, 50.0, 75.0, 95.0, 100.0};
    Table table;
    if (group.boards.empty()) return table;
    table.columns = {{"configuration"}, {"least", true},         {"5 %", true},  {"25 %", true},
                     {"median", true},  {"75 %", true},          {"95 %", true}, {"most", true},
                     {"mean", true},    {"geometric mean", true}};
    for (const std::size_t c : group.configurations) {
        std::vector<double> values = values_on(results, group.boards, c, figure);
        std::vector<TableCell> cells{{results.configurations[c].name}};
        for (const double value : percentiles(values, percents))
            cells.push_back({info_of(figure).text(value)});
        cells.push_back({info_of(figure).text(mean(values))});
        // A board that is solved already takes no node and no time.
        for (double& value : values)
            value = std::max(value, figure == Figure::seconds ? 1e-6 : 1.0);
        cells.push_back({info_of(figure).text(geometric_mean(values))});
        table.add_row(std::move(cells));
    }
    return table;
}

Table solved_within_table(const SuiteResults& results, Figure figure) {
    double least = 0.0;
    double most = 0.0;
    for (const SuiteCell& cell : results.cells) {
        const double value = cell.value(figure);
        if (!cell.solved() || value <= 0.0) continue;
        least = least == 0.0 ? value : std::min(least, value);
        most = std::max(most, value);
    }
    const bool time = figure == Figure::seconds;
    Table table;
    table.columns = {{"configuration"}};
    std::vector<double> ends;
    if (most > 0.0) {
        const double first = std::max(decade(least, std::ceil), time ? 1e-5 : 1.0);
        for (double end = first; end < most * 10.0 * (1.0 - 1e-9) && ends.size() < 12; end *= 10.0)
            ends.push_back(end);
    }
    for (const double end : ends)
        table.columns.push_back({time ? seconds_tick(end) : short_number(end), true});
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        std::vector<TableCell> cells{{results.configurations[c].name}};
        for (const double end : ends) {
            std::size_t count = 0;
            for (std::size_t b = 0; b < results.boards.size(); ++b) {
                const SuiteCell& cell = results.cell(b, c);
                count += cell.solved() && cell.value(figure) <= end * (1.0 + 1e-9) ? 1 : 0;
            }
            cells.push_back({grouped(count)});
        }
        table.add_row(std::move(cells));
    }
    return table;
}

Table pairs_table(const SuiteResults& results, const std::vector<PairComparison>& pairs) {
    Table table;
    table.columns = {{"configuration"},       {"boards", true},        {"expanded", true},
                     {"95 % interval", true}, {"less/equal/more"},     {"p (Holm)", true},
                     {"time", true},          {"95 % interval", true}, {"p (Holm)", true}};
    const auto p = [](const PairedFigure& figure) {
        return figure.p < 0.001 ? std::string("< 0.001") : fmt::format("{:.2g}", figure.p);
    };
    for (const PairComparison& pair : pairs) {
        std::vector<TableCell> cells{{results.configurations[pair.first].name},
                                     {grouped(pair.boards.size())}};
        for (const auto& figure : {pair.expanded, pair.seconds}) {
            const bool nodes = cells.size() == 2;
            cells.push_back({figure ? ratio_text(figure->ratio.ratio) : no_figure});
            cells.push_back({figure && figure->has_interval()
                                 ? fmt::format("{} to {}", ratio_text(figure->ratio.low),
                                               ratio_text(figure->ratio.high))
                                 : no_figure});
            if (nodes) {
                cells.push_back({figure ? fmt::format("{}/{}/{}", figure->test.less,
                                                      figure->test.equal, figure->test.more)
                                        : no_figure});
            }
            cells.push_back({figure ? p(*figure) : no_figure});
        }
        table.add_row(std::move(cells));
    }
    return table;
}

Table depth_table(const SuiteResults& results, const ComparedGroup& group) {
    constexpr std::size_t most_rows = 12;
    std::map<std::size_t, std::vector<std::size_t>> by_length;
    for (const std::size_t b : group.boards) {
        if (results.boards[b].length)
            by_length[static_cast<std::size_t>(*results.boards[b].length)].push_back(b);
    }
    Table table;
    table.columns = {{"moves"}, {"boards", true}};
    for (const std::size_t c : group.configurations)
        table.columns.push_back({results.configurations[c].name, true});
    if (by_length.empty()) return table;
    const std::size_t first = by_length.begin()->first;
    const std::size_t span = by_length.rbegin()->first - first + 1;
    const std::size_t step = (span + most_rows - 1) / most_rows;
    for (std::size_t low = first; low < first + span; low += step) {
        std::vector<std::size_t> boards;
        for (auto place = by_length.lower_bound(low);
             place != by_length.end() && place->first < low + step; ++place) {
            boards.insert(boards.end(), place->second.begin(), place->second.end());
        }
        if (boards.empty()) continue;
        std::vector<TableCell> cells{
            {step == 1 ? std::to_string(low) : fmt::format("{} to {}", low, low + step - 1)},
            {grouped(boards.size())}};
        for (const std::size_t c : group.configurations)
            cells.push_back(
                {readable_mean(median(values_on(results, boards, c, Figure::expanded)))});
        table.add_row(std::move(cells));
    }
    return table;
}

Table board_table(const SuiteResults& results, std::size_t board, CountStyle style) {
    FigureTable table(results, {{"configuration"}}, "optimal", style);
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        const SuiteCell& cell = results.cell(board, c);
        table.add_row(
            {{results.configurations[c].name}},
            [&](Figure figure) {
                const bool of_solution = figure == Figure::length || figure == Figure::cost;
                return cell.measured() && (cell.found() || !of_solution)
                           ? std::optional(cell.value(figure))
                           : std::nullopt;
            },
            result_words(results, board, c), cell.solved(), cell.busy());
    }
    return table.take();
}

Table with_bounds(Table table, const SuiteResults& results, std::size_t board) {
    bool words = false;
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        const SuiteCell& cell = results.cell(board, c);
        words |= cell.ran() && !cell.runs.front()->detail.empty();
    }
    table.columns.push_back({"lower bound", true});
    if (words) table.columns.push_back({"in words"});
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        const SuiteCell& cell = results.cell(board, c);
        const RunRecord* first = cell.ran() ? cell.runs.front() : nullptr;
        table.rows[c].push_back({first != nullptr && first->lower_bound
                                     ? std::to_string(*first->lower_bound)
                                     : no_figure});
        if (words) table.rows[c].push_back({first != nullptr ? first->detail : std::string()});
    }
    return table;
}

Table with_algorithms(Table table, const SuiteResults& results) {
    table.columns.front().title = "heuristic";
    table.columns.insert(table.columns.begin(), {"algorithm"});
    for (std::vector<TableCell>& row : table.rows) {
        const auto one = std::find_if(
            results.configurations.begin(), results.configurations.end(),
            [&](const ConfigurationResult& other) { return other.name == row.front().text; });
        row.front().text = one->heuristic.empty() ? no_figure : one->heuristic;
        row.insert(row.begin(), {one->algorithm});
    }
    return table;
}

std::map<std::string, double> setup_times(const SuiteResults& results) {
    std::map<std::string, double> times;
    for (const SuiteCell& cell : results.cells) {
        for (const RunRecord* run : cell.runs) {
            if (run->heuristic.empty() || run->measured.setup_seconds < shortest_measured) continue;
            double& longest = times[run->heuristic];
            longest = std::max(longest, run->measured.setup_seconds);
        }
    }
    return times;
}

std::vector<std::pair<std::string, std::string>> run_facts(const SuiteResults& results) {
    std::vector<std::pair<std::string, std::string>> facts;
    const auto add = [&](std::string name, const Occurrences& values) {
        std::vector<std::string> words;
        for (const auto& [value, count] : values) {
            const std::string shown = value.empty() ? "not recorded" : value;
            words.push_back(
                values.size() == 1 ? shown : fmt::format("{} ({})", shown, counted(count, "run")));
        }
        facts.emplace_back(std::move(name), fmt::format("{}", fmt::join(words, "; ")));
    };
    facts.emplace_back(
        "runs",
        fmt::format("{}: {} × {}{}", grouped(results.runs), counted(results.boards.size(), "board"),
                    counted(results.configurations.size(), "configuration"),
                    results.repetitions == 1
                        ? ""
                        : fmt::format(" × {}", counted(results.repetitions, "repetition"))));
    add("limits of each run", results.limits);
    for (const auto& [heuristic, seconds] : setup_times(results))
        facts.emplace_back(fmt::format("longest set-up of {}", heuristic), short_seconds(seconds));
    add("version of the program", results.versions);
    add("build", results.builds);
    add("processor", results.processors);
    add("machine", results.hosts);
    facts.emplace_back("runs began",
                       fmt::format("{} to {}", results.first_start, results.last_start));
    return facts;
}

}  // namespace tessera::lab
