// The tables of a suite's results, for every form of report.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tessera/lab/pairs.hpp"
#include "tessera/lab/suite_results.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::lab {

/// How tables write counts: in full, or short ("12.3 k") where a line would get too long.
enum class CountStyle { full, rounded };
/// The text form of a table with counts in full, or short where it gets wider than a screen.
std::string fitting_text(const std::function<Table(CountStyle)>& make,
                         const std::function<std::string(std::string_view)>& paint = {});

/// How the runs of each configuration ended, what needs an explanation first; with the sums.
Table outcome_table(const SuiteResults& results);
/// Every crash, hang and error: runs that ended alike on one line, with the words about it and where it happened. No rows
/// where all went well.
Table unexplained_table(const SuiteResults& results);

struct CaptionedTable {
    std::string caption;
    Table table;
};
/// One row per configuration: of these boards, how many it solved, and its means over those of them that all
/// configurations solved which solved any. Where weak ones leave few of them, a second table compares the strongest.
std::vector<CaptionedTable> means_tables(const SuiteResults& results,
                                         const std::vector<std::size_t>& boards,
                                         CountStyle style = CountStyle::full);

/// "over the 26 boards that all 4 configurations solved", or that "these" did where others solved fewer.
std::string group_words(const SuiteResults& results, const ComparedGroup& group);
/// Percentiles of a figure over the boards of the group.
Table distribution_table(const SuiteResults& results, const ComparedGroup& group, Figure figure);
/// How many boards each configuration solved within 1, 10, 100 … of a figure.
Table solved_within_table(const SuiteResults& results, Figure figure);
/// Each configuration against the reference, with the intervals.
Table pairs_table(const SuiteResults& results, const std::vector<PairComparison>& pairs);
/// The median of expanded nodes over the boards of the group, by the length of their shortest known solution.
Table depth_table(const SuiteResults& results, const ComparedGroup& group);
/// Every configuration on one board: length, what is known of its optimality (or why the run ended without a solution),
/// counters, time, memory; the best of each column among the runs that ended with a solution.
Table board_table(const SuiteResults& results, std::size_t board,
                  CountStyle style = CountStyle::full);
/// The same table with the lower bounds, and the words about runs that have some.
Table with_bounds(Table board_table, const SuiteResults& results, std::size_t board);
/// A table of configurations with algorithm and heuristic in columns of their own, where these two are all there is to tell
/// configurations apart.
Table with_algorithms(Table table, const SuiteResults& results);
/// How long building each heuristic took at most, by its full name, where it took long enough to be measured.
std::map<std::string, double> setup_times(const SuiteResults& results);
/// What the runs have in common, and what not: limits, versions, processors, dates.
std::vector<std::pair<std::string, std::string>> run_facts(const SuiteResults& results);

}  // namespace tessera::lab
