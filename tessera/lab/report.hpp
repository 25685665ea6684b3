// The report of results, from a store or of a comparison: one self-contained page, or Markdown.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "tessera/lab/suite_results.hpp"

namespace tessera::lab {

/// Facts that only the caller knows.
struct ReportFacts {
    /// The file that the records come from, for the commands that make them again.
    std::string database;
    std::string program;  ///< what wrote the report: its name, version and build
    /// Of a comparison: its title, and the command that makes it again. Then there is no database.
    std::string title = {};
    std::string command = {};
    std::vector<std::string> notes = {};  ///< sentences for the head of it
    std::string date = {};                ///< when the report is written; it may be empty
    /// By suite, what followed `tessera lab run` when it was run, ready for a shell: its file or name, and options.
    std::map<std::string, std::string> sources = {};
};

/// The most that a report shows, however many records there are. It says where it leaves something out.
inline constexpr std::size_t most_points_of_series = 250;
inline constexpr std::size_t most_rows_of_boards = 2500;

/// Per suite: what needs an explanation, what it means in sentences, how the runs ended, tables, charts, every board,
/// and how to make the runs again. A single board is drawn, with a bar for each configuration. The same records give
/// the same text.
std::string report_html(std::span<const SuiteResults> suites, const ReportFacts& facts);
/// The same without charts; of a store also without boards.
std::string report_markdown(std::span<const SuiteResults> suites, const ReportFacts& facts);

/// The commands that make these runs and this report again, one per line.
std::vector<std::string> reproduction(const std::string& suite, const ReportFacts& facts);
/// When the runs were made, when the report was written, and by what.
std::string report_byline(std::span<const SuiteResults> suites, const ReportFacts& facts);
/// What the words and numbers of a report mean, in sentences.
std::vector<std::string> report_explanations();

}  // namespace tessera::lab
