// The report of experiments: one self-contained page, or Markdown.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// What only the caller knows.
struct LabReportFacts {
    std::string
        database;  ///< the file that the records come from, for the commands that reproduce them
    std::string program;  ///< what wrote the report: its name, version and build
};

/// A report holds so much at most, whatever the number of records; what is left out is said where it is.
inline constexpr std::size_t most_points_of_series = 250;
inline constexpr std::size_t most_rows_of_boards = 2500;

/// Per suite: how the runs ended (what needs an explanation first), what it means in sentences, tables, charts, every board,
/// and how to make the runs again. The same records give the same text.
std::string lab_report_html(std::span<const RunRecord> records, const LabReportFacts& facts);
/// The same without charts and boards.
std::string lab_report_markdown(std::span<const RunRecord> records, const LabReportFacts& facts);

/// The commands that make these runs and this report again, one per line.
std::vector<std::string> reproduction(const std::string& suite, const LabReportFacts& facts);
/// What the words and numbers of a report mean, in sentences.
std::vector<std::string> report_explanations();

}  // namespace tessera::lab
