// The parts of `tessera records`: reading what is submitted, and the page of the documentation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/lab/best_known.hpp"

namespace tessera::app {

/// One solution of a text that was submitted.
struct Submission {
    std::string what;  ///< the line, or the board's name: for messages
    lab::BestKnownOffer offer;
    std::string refused;  ///< why nothing can be offered; empty: something can
    std::string note;     ///< what was left out of the offer
};

/// How certificates are checked before their bounds are believed.
struct BoundChecks {
    Engine& engine;
    Limits limits;
    Observer& observer;
};

/// Reads a line of a submission: what `solve --json` writes, a certificate, or `SET:NUMBER MOVES`. Solutions are replayed. A bound
/// that is higher than what is known is taken from certificates alone, after their search was done again.
Submission read_submission(std::string_view line, const lab::BestKnownSolutions& known,
                           const BoundChecks& checks);

/// docs/best-known.md.
std::string best_known_page(const lab::BestKnownSolutions& known);

/// Means over what is known of a set.
struct BestKnownMeans {
    std::size_t boards = 0;
    std::size_t optimal = 0;
    double length = 0.0;
    double lower_bound = 0.0;
};
BestKnownMeans means_of(const std::vector<lab::BestKnown>& known);

}  // namespace tessera::app
