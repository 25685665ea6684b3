// The tables of a suite's results, for every form of report.
#pragma once

#include <string>
#include <vector>

#include "tessera/lab/suite_findings.hpp"
#include "tessera/lab/suite_results.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::lab {

/// How the runs of each configuration ended, what needs an explanation first; with the sums.
Table outcome_table(const SuiteResults& results);
/// Every crash, hang and error: runs that ended alike on one line, with the words about it and where it happened. No rows
/// where all went well.
Table unexplained_table(const SuiteResults& results);

/// One row per configuration: of these boards, how many it solved, and its means over those of them that all
/// configurations solved which solved any.
Table means_table(const SuiteResults& results, const std::vector<std::size_t>& boards);
/// Over which boards these means are.
std::string means_caption(const SuiteResults& results, const std::vector<std::size_t>& boards);

/// Percentiles of a figure over the boards that all solved.
Table distribution_table(const SuiteResults& results, Figure figure);
/// How many boards each configuration solved within 1, 10, 100 … of a figure.
Table solved_within_table(const SuiteResults& results, Figure figure);
/// Each configuration against the reference, with the intervals.
Table pairs_table(const SuiteResults& results, const std::vector<PairComparison>& pairs);
/// The median of expanded nodes over the boards that all solved, by the length of their shortest known solution.
Table depth_table(const SuiteResults& results);
/// Every configuration on one board.
Table board_table(const SuiteResults& results, std::size_t board);
/// What the runs have in common, and what not: limits, versions, processors, dates.
std::vector<std::pair<std::string, std::string>> run_facts(const SuiteResults& results);

}  // namespace tessera::lab
