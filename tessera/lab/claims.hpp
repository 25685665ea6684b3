// The claims of the five seed projects, checked: what they state, what is so, how it was found out, and a verdict.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::lab {

enum class Verdict {
    holds,
    is_false,
    cannot_be_right,  ///< contradicts itself or arithmetic, whatever was measured
    not_testable
};
/// "holds", "false", "cannot be right", "not testable".
std::string_view to_string(Verdict verdict);

struct CheckedClaim {
    std::string
        id;  ///< of the list of what the seeds do, e.g. "S0.49"; several claims may share one
    std::string statement;  ///< the seed's, in short
    std::string theirs;     ///< its number or word
    std::string ours;
    std::string how;  ///< how ours was obtained
    Verdict verdict = Verdict::not_testable;
    std::string because;  ///< a sentence
};

struct ClaimOptions {
    /// The whole suites instead of their quick versions, and every start where there is a sample otherwise.
    bool full = false;
    /// Records of lab runs: where they hold a seed's suite, it is not run again.
    std::span<const RunRecord> records;
    /// Told what is being done; false stops.
    std::function<bool(std::string_view what)> progress;
    /// Watches every search, and may stop it.
    Observer* observer = nullptr;
};

/// Every claim, seed by seed. The same options give the same answer: nothing depends on a clock.
Result<std::vector<CheckedClaim>> check_claims(Engine& engine, const ClaimOptions& options);

/// The whole report; `command` is what makes it again.
std::string claims_markdown(std::span<const CheckedClaim> claims, std::string_view command);

/// data/own/seed-headline-tables.csv and data/own/seed4-instances.csv.
std::string_view seed_headline_tables();
std::string_view seed4_instances();

}  // namespace tessera::lab
