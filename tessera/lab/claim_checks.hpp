// The checks of each seed's claims, by the kind of evidence they rest on.
#pragma once

#include <vector>

#include "tessera/lab/claim_evidence.hpp"

namespace tessera::lab {

using Claims = std::vector<CheckedClaim>;

/// What holds of heuristics and rules on every state of a small board.
void check_exact_claims(ClaimEvidence& evidence, Claims& claims);
/// What the printed tables say about themselves.
void check_printed_tables(ClaimEvidence& evidence, Claims& claims);
/// What runs of the command-line seed's suite show.
void check_measured_claims_of_s1(ClaimEvidence& evidence, Claims& claims);
/// What runs of all the seeds' suites show.
void check_measured_claims(ClaimEvidence& evidence, Claims& claims);

}  // namespace tessera::lab
