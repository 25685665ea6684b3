// Finds reports by name, and has what they share.
#include "tessera/courses/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/courses/report.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

constexpr std::array all_reports{
#define TESSERA_REPORT_ADDRESS(name) &reports::name,
    TESSERA_REPORTS(TESSERA_REPORT_ADDRESS)
#undef TESSERA_REPORT_ADDRESS
};

}  // namespace

std::span<const ReportFormat* const> report_formats() {
    return all_reports;
}

Result<const ReportFormat*> find_report(std::string_view name) {
    std::vector<std::string_view> names;
    for (const ReportFormat* report : all_reports) {
        if (report->name == formats::typed_name(name)) return report;
        names.push_back(report->name);
    }
    const std::string_view nearest = nearest_name(name, names);
    return usage_error(fmt::format("there is no report called '{}'", formats::excerpt(name, 60)),
                       nearest.empty() ? fmt::format("reports: {}", fmt::join(names, ", "))
                                       : fmt::format("did you mean '{}'?", nearest));
}

namespace reports {

std::string title_of(const Solution& solution, std::span<const ReportRun> runs) {
    const auto& [algorithm, heuristic] =
        std::tie(solution.asked.algorithm, solution.asked.heuristic);
    for (const ReportRun& run : runs) {
        const std::string_view guided_by = heuristic.empty() ? "auto" : std::string_view(heuristic);
        if (algorithm == run.algorithm && guided_by == run.heuristic) return std::string(run.title);
    }
    return heuristic.empty() ? algorithm : fmt::format("{}_{}", algorithm, heuristic);
}

std::string capitalised(Move move) {
    std::string word(to_string(move));
    word.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(word.front())));
    return word;
}

std::string in_capitals(std::string_view words) {
    std::string text(words);
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::size_t cell_width(const DynamicBoard& board) {
    return std::to_string(board.geometry().cells()).size();
}

}  // namespace reports
}  // namespace tessera
