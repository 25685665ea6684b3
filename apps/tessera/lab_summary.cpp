// What became of the runs of a store, configuration by configuration; what needs an explanation comes first.
#include "lab_summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "console.hpp"
#include "tessera/api/json.hpp"
#include "tessera/lab/result_tables.hpp"
#include "tessera/lab/statistics.hpp"

namespace tessera::app {
namespace {

using lab::ConfigurationStatus;
using lab::RunEnd;

/// The means of a suite's configurations over the boards that all of them solved.
class Means {
  public:
    explicit Means(std::span<const lab::RunRecord> records) : suites_(lab::gather(records)) {
        if (!suites_.empty()) group_ = all_solvers(suites_.front(), all_boards(suites_.front()));
    }
    std::string json(std::string_view configuration) const {
        for (const std::size_t c : group_.configurations) {
            const lab::SuiteResults& results = suites_.front();
            if (results.configurations[c].name != configuration || group_.boards.empty()) continue;
            std::string text = fmt::format("{{\"boards\":{}", group_.boards.size());
            for (const lab::Figure figure : shown_figures(results)) {
                text += fmt::format(",\"{}\":{}", info_of(figure).key,
                                    lab::mean(values_on(results, group_.boards, c, figure)));
            }
            return text + '}';
        }
        return "null";
    }

  private:
    std::vector<lab::SuiteResults> suites_;
    lab::ComparedGroup group_;
};

}  // namespace

std::string unexplained_runs(std::span<const lab::RunRecord> records) {
    constexpr std::size_t most = 10;
    std::string text;
    std::size_t found = 0;
    for (const lab::RunRecord& record : records) {
        if (!is_unexplained(record.end)) continue;
        if (++found > most) continue;
        text +=
            fmt::format("  {}: {} of {}, {}{}{}\n", to_string(record.end), record.board, record.set,
                        record.configuration, record.detail.empty() ? "" : ": ", record.detail);
    }
    if (found == 0) return {};
    if (found > most) text += fmt::format("  and {} more\n", found - most);
    return fmt::format("{} without an explanation:\n{}", counted(found, "run"), text);
}

std::string status_table(std::span<const ConfigurationStatus> configurations) {
    lab::Table table;
    table.columns = {{"configuration", false}, {"runs", true}, {"done", true}};
    std::vector<RunEnd> ends;
    for (std::size_t i = 0; i < lab::run_end_count; ++i) {
        const auto end = static_cast<RunEnd>(i);
        const bool there = std::any_of(configurations.begin(), configurations.end(),
                                       [&](const auto& one) { return one.count(end) > 0; });
        if (!there) continue;
        ends.push_back(end);
        table.columns.push_back({std::string(to_string(end)), true});
    }
    table.columns.push_back({"time", true});
    for (const ConfigurationStatus& one : configurations) {
        std::vector<lab::TableCell> row{
            {one.configuration}, {grouped(one.done() + one.missing)}, {grouped(one.done())}};
        for (const RunEnd end : ends) row.push_back({grouped(one.count(end))});
        row.push_back({readable_seconds(one.seconds)});
        table.add_row(std::move(row));
    }
    return text_table(table);
}

std::string averages(std::span<const lab::RunRecord> records) {
    const auto columns = static_cast<std::size_t>(terminal_width(Stream::out).value_or(100));
    std::string text;
    for (const lab::SuiteResults& results : lab::gather(records)) {
        const auto tables = [&](lab::CountStyle style) {
            return means_tables(results, all_boards(results), style);
        };
        const auto full = tables(lab::CountStyle::full);
        for (std::size_t i = 0; i < full.size(); ++i) {
            text += fmt::format(
                "\n{}\n{}", lab::folded(full[i].caption, columns),
                lab::fitting_text([&](lab::CountStyle style) { return tables(style)[i].table; }));
        }
    }
    return text;
}

std::string repeats_words(std::span<const lab::RunRecord> records) {
    std::set<std::string_view> keys;
    for (const lab::RunRecord& record : records) keys.insert(record.key);
    const std::size_t repeats = records.size() - keys.size();
    if (repeats == 0) return {};
    return fmt::format("; {} of the {} repeat{} another (the same board is there twice)",
                       grouped(repeats), counted(records.size(), "run"), repeats == 1 ? "s" : "");
}

std::string outcomes_json(std::span<const ConfigurationStatus> configurations,
                          std::span<const lab::RunRecord> records) {
    const Means means(records);
    std::vector<std::string> objects;
    for (const ConfigurationStatus& one : configurations) {
        std::vector<std::string> outcomes;
        for (std::size_t i = 0; i < lab::run_end_count; ++i) {
            const auto end = static_cast<RunEnd>(i);
            if (one.count(end) == 0) continue;
            outcomes.push_back(fmt::format("{}:{}", json_string(to_string(end)), one.count(end)));
        }
        objects.push_back(
            fmt::format("{{\"configuration\":{},\"done\":{},\"missing\":{},\"seconds\":{:.6f},"
                        "\"outcomes\":{{{}}},\"means\":{}}}",
                        json_string(one.configuration), one.done(), one.missing, one.seconds,
                        fmt::join(outcomes, ","), means.json(one.configuration)));
    }
    return fmt::format("[{}]", fmt::join(objects, ","));
}

std::vector<ConfigurationStatus> of_suite(std::span<const ConfigurationStatus> all,
                                          std::string_view suite) {
    std::vector<ConfigurationStatus> some;
    for (const ConfigurationStatus& one : all) {
        if (one.suite == suite) some.push_back(one);
    }
    return some;
}

}  // namespace tessera::app
