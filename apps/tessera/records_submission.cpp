// Reads what is submitted to `tessera records`: a line is an answer of `solve --json`, a certificate, or a board and its moves.
#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "records.hpp"
#include "tessera/base/text.hpp"
#include "tessera/certificates/certificate_check.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/lab/json_fields.hpp"

namespace tessera::app {
namespace {

/// "anytime with pdb:6-6-6-6".
std::string search_words(const std::string& algorithm, const std::string& heuristic) {
    return heuristic.empty() ? algorithm : fmt::format("{} with {}", algorithm, heuristic);
}

/// How an answer of `solve --json` was found.
std::string how_of(const nlohmann::json& answer) {
    std::string algorithm;
    std::string heuristic;
    double seconds = 0.0;
    std::uint64_t threads = 1;
    const auto read = [](const nlohmann::json& object, const char* name, auto& field) {
        const auto member = object.find(name);
        return member != object.end() && lab::read_field(*member, field);
    };
    if (!read(answer, "algorithm", algorithm)) return "submitted as JSON";
    read(answer, "heuristic", heuristic);
    const auto stats = answer.find("stats");
    if (stats == answer.end() || !stats->is_object() || !read(*stats, "seconds", seconds) ||
        !read(*stats, "threads", threads)) {
        return search_words(algorithm, heuristic);
    }
    return fmt::format("{}, {:.1f} s, {} thread{}", search_words(algorithm, heuristic), seconds,
                       threads, threads == 1 ? "" : "s");
}

void read_solution(std::string_view line, Submission& submission) {
    const auto solutions = read_solutions(line, "the answer");
    if (!solutions) {
        submission.refused = solutions.error().message;
        return;
    }
    if (solutions->size() != 1) {
        submission.refused = "a line must be one solution";
        return;
    }
    const WrittenSolution& claim = solutions->front();
    if (!claim.id.empty()) submission.what = claim.id;
    const Verification verdict = verify(claim);
    if (!verdict.holds || claim.says_unsolvable) {
        submission.refused = verdict.message;
        return;
    }
    submission.offer.start = claim.start;
    submission.offer.goal = claim.goal;
    submission.offer.moves = *parse_moves(claim.moves, claim.start, claim.notation);
    submission.offer.how = how_of(nlohmann::json::parse(line, nullptr, false));
}

/// What proved the bound of a certificate.
std::string proof_of(const Certificate& certificate) {
    if (certificate.bound.basis == BoundBasis::manhattan) return std::string(lab::manhattan_proof);
    if (const auto& proof = certificate.bound.proof) {
        return proof->algorithm.empty() ? proof->heuristic.name
                                        : search_words(proof->algorithm, proof->heuristic.name);
    }
    const auto& heuristic = certificate.search.heuristic;
    const std::string name = heuristic ? heuristic->name : "";
    return certificate.bound.basis == BoundBasis::estimate
               ? name
               : search_words(certificate.search.algorithm, name);
}

/// Does the search again where the bound is news.
void read_bound(const Certificate& certificate, const lab::BestKnownSolutions& known,
                const BoundChecks& checks, Submission& submission) {
    const auto bound = static_cast<std::uint64_t>(certificate.bound.value);
    const std::uint64_t before = known.bound_of(certificate.start, certificate.goal);
    if (before == 0 || bound <= before) return;
    auto verdict = recompute(certificate, checks.engine, checks.limits, checks.observer);
    if (!verdict) {
        submission.refused = verdict.error().message;
    } else if (verdict->fault) {
        submission.refused = verdict->fault->text();
    } else if (!verdict->holds()) {
        submission.note = fmt::format(
            "the bound {} is not taken: its search could not be done "
            "again ({})",
            bound, to_string(verdict->stopped));
    } else {
        submission.offer.lower_bound = bound;
        submission.offer.proof = proof_of(certificate);
    }
}

void read_certified(std::string_view line, const lab::BestKnownSolutions& known,
                    const BoundChecks& checks, Submission& submission) {
    const auto certificate = read_certificate(line);
    if (!certificate) {
        submission.refused = certificate.error().message;
        return;
    }
    if (!certificate->id.empty()) submission.what = certificate->id;
    if (const auto fault = check_certificate(*certificate)) {
        submission.refused = fault->text();
    } else if (certificate->cost != CostModel::unit) {
        submission.refused = "its moves cost what their tiles say, and here every move costs 1";
    } else if (!certificate->path) {
        submission.refused = "it has no solution";
    }
    if (!submission.refused.empty()) return;
    submission.offer.start = certificate->start;
    submission.offer.goal = certificate->goal;
    submission.offer.moves = certificate->path->moves;
    const auto& heuristic = certificate->search.heuristic;
    submission.offer.how =
        fmt::format("{}: {}", formats::trimmed(certificate->writer),
                    search_words(certificate->search.algorithm, heuristic ? heuristic->name : ""));
    read_bound(*certificate, known, checks, submission);
}

/// `korf24:5 U2RDL3`: the moves in any notation.
void read_moves(std::string_view line, const lab::BestKnownSolutions& known,
                Submission& submission) {
    const std::string_view board = line.substr(0, line.find_first_of(" \t"));
    const std::size_t colon = board.find(':');
    submission.what = formats::excerpt(board, 60);
    if (colon == std::string_view::npos) {
        submission.refused =
            "it is no answer of 'solve --json', no certificate, and not SET:NUMBER MOVES";
        return;
    }
    std::uint64_t number = 0;
    const std::string_view digits = board.substr(colon + 1);
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto& boards = known.boards(board.substr(0, colon));
    const auto found = boards.find(number);
    if (boards.empty()) {
        submission.refused = "there is no such set, or its boards are not here (TESSERA_DATA)";
    } else if (error != std::errc() || rest != digits.data() + digits.size() ||
               found == boards.end()) {
        submission.refused = "the set has no such board";
    } else {
        const auto moves = parse_moves(line.substr(board.size()), found->second.start);
        if (!moves) {
            submission.refused = moves.error().message;
            return;
        }
        submission.offer.start = found->second.start;
        submission.offer.goal = found->second.goal;
        submission.offer.moves = *moves;
        submission.offer.how = "submitted as moves";
    }
}

}  // namespace

Submission read_submission(std::string_view line, const lab::BestKnownSolutions& known,
                           const BoundChecks& checks) {
    Submission submission;
    if (looks_like_certificates(line)) {
        read_certified(line, known, checks, submission);
    } else if (line.starts_with('{')) {
        read_solution(line, submission);
    } else {
        read_moves(line, known, submission);
    }
    return submission;
}

}  // namespace tessera::app
