// The tables of a comparison, for every form of output.
#pragma once

#include "tessera/lab/comparison_summary.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::lab {

/// How tables write counts: in full, or short ("12.3 k") where a line would get too long.
enum class CountStyle { full, rounded };

/// One row per configuration on this board: length, what is known of its optimality (or why the run ended without a
/// solution), counters, time, memory; the best of each column among the runs that ended with a solution.
Table runs_table(const Comparison& comparison, const ComparisonSummary& summary, std::size_t board,
                 CountStyle style = CountStyle::full);

/// One row per configuration over all boards: how many it solved, and its means over the common boards.
Table summary_table(const Comparison& comparison, const ComparisonSummary& summary,
                    CountStyle style = CountStyle::full);
/// Over which boards the means of the summary table are.
std::string means_caption(const Comparison& comparison, const ComparisonSummary& summary);

/// "solved", "time limit", …
std::string status_words(Status status);

}  // namespace tessera::lab
