// A comparison as text for other programs and for documents: JSON, CSV, Markdown, and a page that needs nothing else.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tessera/lab/comparison_summary.hpp"
#include "tessera/lab/findings.hpp"

namespace tessera::lab {

/// A comparison with everything that follows from it, and what only the caller knows about it.
struct ComparisonReport {
    Comparison comparison;
    ComparisonSummary summary;
    std::vector<Finding> findings;
    std::size_t threads = 1;
    /// What stands at the head of documents, e.g. {"program", "tessera 0.1.0"}.
    std::vector<std::pair<std::string, std::string>> facts;

    explicit ComparisonReport(Comparison made);
};

/// `tessera.compare/1`: the request, every run as `tessera.solve/1` (or the reason why it was not run), the summary
/// and the findings; on one line.
std::string comparison_json(const ComparisonReport& report);
/// One row per run, with a header; RFC 4180, lines end with CR LF.
std::string comparison_csv(const ComparisonReport& report);
std::string comparison_markdown(const ComparisonReport& report);
/// One self-contained file with charts.
std::string comparison_html(const ComparisonReport& report);

/// The limits of every run in words: "10 s, 4.0 GB".
std::string limits_words(const Limits& limits);

}  // namespace tessera::lab
