// What became of the runs of a store, configuration by configuration; what needs an explanation comes first.
#include "lab_summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "console.hpp"
#include "tessera/api/json.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::app {
namespace {

using lab::ConfigurationStatus;
using lab::RunEnd;

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

std::string outcome_table(std::span<const ConfigurationStatus> configurations) {
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

std::string outcomes_json(std::span<const ConfigurationStatus> configurations) {
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
                        "\"outcomes\":{{{}}}}}",
                        json_string(one.configuration), one.done(), one.missing, one.seconds,
                        fmt::join(outcomes, ",")));
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
