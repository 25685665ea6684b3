// What a comparison means, in sentences with the numbers that carry them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/comparison_summary.hpp"

namespace tessera::lab {

/// One sentence, and the numbers in it for programs.
struct Finding {
    enum class Kind {
        best,        ///< among the configurations that prove shortest solutions
        heuristics,  ///< one algorithm with two heuristics
        lengths,     ///< an algorithm that does not promise shortest solutions, with two heuristics
        longer,      ///< who found longer solutions than the best
        limits,      ///< who ended in a limit
        not_run,     ///< combinations that could not be run
        not_measured,   ///< times too short to be compared
        contradiction,  ///< two proofs that exclude each other
    };
    Kind kind = Kind::best;
    std::string text;
    /// Where two configurations are compared: the better one, the other, and over how many boards.
    std::optional<std::size_t> subject;
    std::optional<std::size_t> reference;
    std::size_t boards = 0;
    /// How many times as many nodes the reference expanded, and how many times as long it took; no ratio of times that
    /// are too short to be measured.
    std::optional<double> expanded_ratio;
    std::optional<double> time_ratio;
};

/// The name used in JSON: "best", "not-run", …
std::string_view to_string(Finding::Kind kind);

/// The most telling first. Comparisons of two configurations are over the boards that both solved.
std::vector<Finding> findings(const Comparison& comparison, const ComparisonSummary& summary);

}  // namespace tessera::lab
