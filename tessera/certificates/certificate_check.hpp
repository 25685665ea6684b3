// Checking certificates: by themselves, against tables at hand, and by doing the search again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tessera/certificates/certificate.hpp"

namespace tessera {

/// What does not hold, and where: a JSON pointer into the certificate.
struct CertificateFault {
    std::string pointer;
    std::string message;

    std::string text() const;
};

/// What was found about one certificate.
struct CertificateVerdict {
    /// The first one; nothing: it holds, as far as it was checked.
    std::optional<CertificateFault> fault;
    /// The status that stopped the repeated search before it had a result; `solved` if nothing stopped it.
    Status stopped = Status::solved;
    std::vector<std::string> confirmed;  ///< what was checked, in words
    std::vector<std::string> trusted;    ///< what was not

    bool holds() const { return !fault && stopped == Status::solved; }
};

/// What a certificate says must fit together: the path is replayed, parity, costs, claim, bound and rounds are worked out again. No
/// search is done.
std::optional<CertificateFault> check_certificate(const Certificate& certificate);

/// Checks the certificate by itself, and the checksums of those of its tables that `tables` has at hand.
CertificateVerdict examine(const Certificate& certificate, pdb::TableSource& tables);

/// The same, and then the search done again within `limits` (time and memory), every figure compared; where the first search was
/// stopped by something that cannot be repeated, only its bound is proven again. On boards of at most 12 cells (9 with
/// tile costs) the distance is also looked up or searched for without any heuristic. An Error for a job that cannot be done.
Result<CertificateVerdict> recompute(const Certificate& certificate, Engine& engine,
                                     const Limits& limits, Observer& observer);

}  // namespace tessera
