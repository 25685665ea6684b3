// Reports: answers in the exact form of courses and of the origins (the five predecessor projects).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tessera/engine/solve.hpp"

namespace tessera {

/// One search of a report that consists of several.
struct ReportRun {
    std::string_view title;
    std::string_view algorithm;
    std::string_view heuristic;   ///< "auto" if the algorithm uses none
    Cost depth = infinite_cost;   ///< no path is longer, unless a depth limit is given
    std::string_view order = {};  ///< of its moves, unless one is given; empty: that of the report
};

/// An algorithm that a course counts in its own way, and our algorithm that counts the same way.
struct CountedAs {
    std::string_view algorithm;
    std::string_view counted;
    std::string_view heuristic;  ///< the course's default; "auto": ours
};

/// A board with its results: one solution for each run, or the only one.
struct ReportedBoard {
    std::size_t number = 1;  ///< in the input, from 1
    std::span<const Solution> solutions;
    Cost depth = infinite_cost;  ///< the limit that was given
};

/// How a report is made and what it looks like. Its numbers, words and white space are a promise: scripts
/// compare them.
struct ReportFormat {
    std::string_view name;
    std::string_view synopsis;
    /// The goal of boards that have none, if none is given; empty: blank-last.
    std::string_view goal = {};
    /// The default order of moves; empty: the program's own.
    std::string_view order = {};
    /// The searches that are run if no algorithm is given; empty: the choice of auto.
    std::span<const ReportRun> runs = {};
    std::span<const CountedAs> counted_as = {};
    std::string (*header)() = nullptr;  ///< before the first board; null: nothing
    std::string (*write)(const ReportedBoard&) = nullptr;
};

/// 42, columbia, princeton, and the reports of the origins.
std::span<const ReportFormat* const> report_formats();

/// The report with this name, or a usage error that suggests the nearest.
Result<const ReportFormat*> find_report(std::string_view name);

}  // namespace tessera
