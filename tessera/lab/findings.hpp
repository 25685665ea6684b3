// What results mean, in sentences with the numbers that carry them: of a comparison, of a suite, of a whole store.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/suite_results.hpp"

namespace tessera::lab {

/// One sentence, and the numbers in it for programs.
struct Finding {
    enum class Kind {
        contradiction,  ///< two proofs that exclude each other
        unexplained,    ///< runs that crashed, hung or were refused
        unsteady,       ///< repetitions whose counters differ
        solved,         ///< who solved most boards, and who fewest
        best,           ///< among the configurations that prove shortest solutions
        heuristics,     ///< one algorithm with two heuristics
        lengths,  ///< an algorithm that does not promise shortest solutions, with two heuristics
        pair,     ///< the two that prove their solutions with the fewest nodes
        longer,   ///< who found longer solutions than the best
        limits,   ///< who ended in a limit
        not_run,  ///< combinations that could not be run
        not_measured,  ///< times too short to be compared
        remark,        ///< about the records themselves
    };
    Kind kind = Kind::best;
    std::string text;
    /// Where two configurations are compared: the better one, the other, and over how many boards.
    std::optional<std::size_t> subject = std::nullopt;
    std::optional<std::size_t> reference = std::nullopt;
    std::size_t boards = 0;
    /// How many times as many nodes the reference expanded, and how many times as long it took; no ratio of times that
    /// are too short to be measured.
    std::optional<double> expanded_ratio = std::nullopt;
    std::optional<double> time_ratio = std::nullopt;

    /// It needs an explanation.
    bool alarming() const { return kind <= Kind::unsteady; }
};

/// The name used in JSON: "best", "not-run", …
std::string_view to_string(Finding::Kind kind);

/// What needs an explanation, then the most telling first, remarks last. Comparisons of two configurations are over the
/// boards that both solved.
std::vector<Finding> findings(const SuiteResults& results);

}  // namespace tessera::lab
