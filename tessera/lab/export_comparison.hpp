// A comparison for other programs: JSON and CSV. Documents of it are those of report.hpp.
#pragma once

#include <string>
#include <vector>

#include "tessera/lab/findings.hpp"

namespace tessera::lab {

/// An experiment with everything that follows from it.
struct Comparison {
    Experiment experiment;
    SuiteResults results;
    std::vector<Finding> said;
    std::size_t threads = 1;

    explicit Comparison(Experiment made);
    Comparison(const Comparison&) = delete;  // the results point into the experiment
    Comparison& operator=(const Comparison&) = delete;
};

/// `tessera.compare/1`: the request, every run as `tessera.solve/1` (or the reason why it was not run), the summary with
/// the pairs, and the findings; on one line.
std::string comparison_json(const Comparison& comparison);
/// One row per run, with a header; RFC 4180, lines end with CR LF.
std::string comparison_csv(const Comparison& comparison);

}  // namespace tessera::lab
