// Answers in the words of courses and of the seeds, so that whoever comes from there feels at home.
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
    std::string_view heuristic;  ///< "auto" where the algorithm uses none
    Cost depth = infinite_cost;  ///< no path is longer, unless a limit of depth is given
};

/// An algorithm that a course counts in its own way, and ours that counts so.
struct CountedAs {
    std::string_view algorithm;
    std::string_view counted;
    std::string_view heuristic;  ///< the course's, where none is asked for; "auto": ours
};

/// A board with what was found: one solution for each run, or the only one.
struct ReportedBoard {
    std::size_t number = 1;  ///< in the input, from 1
    std::span<const Solution> solutions;
    /// Which search each is; empty titles where the report has no runs of its own.
    std::span<const ReportRun> runs;
};

/// How a report is made and what it looks like. Numbers, words and white space are a promise: scripts compare them.
struct ReportFormat {
    std::string_view name;
    std::string_view synopsis;
    /// The goal of boards that name none and for which none is given; empty: blank-last.
    std::string_view goal = {};
    /// The order in which moves are tried where none is given; empty: the program's own.
    std::string_view order = {};
    /// What is run where no algorithm is asked for; empty: whatever auto chooses.
    std::span<const ReportRun> runs = {};
    std::span<const CountedAs> counted_as = {};
    std::string (*header)() = nullptr;  ///< before the first board; null: nothing
    std::string (*write)(const ReportedBoard&) = nullptr;
};

/// 42, columbia, princeton, and those of the seeds.
std::span<const ReportFormat* const> report_formats();

/// The report with this name, or a usage error that suggests the nearest.
Result<const ReportFormat*> find_report(std::string_view name);

}  // namespace tessera
