// What `tessera verify` reads, certificates and solutions: what it takes reads the same again, and what holds leads to the goal.
//
// An input is the text of such a file.
#include "tessera/certificates/certificate.hpp"

#include "tessera/certificates/certificate_check.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/puzzle/solvability.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

/// What a certificate says by itself, without a search: what holds is held to the promises of its claim.
void check(const Certificate& certificate) {
    if (const auto fault = check_certificate(certificate)) {
        must(!fault->text().empty() && !has_control_characters(fault->text()),
             "a fault that cannot be shown: {}", fault->text());
        return;
    }
    if (certificate.claim == ClaimKind::unsolvable)
        return must(!solvable(certificate.start, certificate.goal),
                    "a board that can be solved is certified not to be");
    if (!certificate.path)
        return must(certificate.claim == ClaimKind::lower_bound, "a claim without its path");
    const auto end = replay(certificate.start, certificate.path->moves);
    must(end && *end == certificate.goal, "a path is certified that does not lead to the goal");
    must(certificate.path->length == certificate.path->moves.size(), "a wrong length holds");
    const auto bound = static_cast<std::uint64_t>(certificate.bound.value);
    must(bound <= certificate.path->cost, "a bound above what the path costs");
    must(certificate.claim != ClaimKind::optimal || bound == certificate.path->cost,
         "a path is certified to be shortest, and the bound is lower");
}

void read_as_certificates(std::string_view text) {
    const auto read = read_certificates(text, "input");
    if (!read) return must_be_helpful(read.error());
    for (const Certificate& one : *read) {
        must_be_a_board(one.start);
        must_be_a_board(one.goal);
        must(one.start.geometry() == one.goal.geometry(), "a goal of another size");
        const std::string written = to_json(one);
        must(written.find('\n') == std::string::npos, "a certificate of several lines");
        const auto back = read_certificate(written);
        must(back.ok(), "written again it cannot be read: {}\n{}", back ? "" : back.error().message,
             written);
        must(to_json(*back) == written, "written again it is another:\n{}\n{}", written,
             to_json(*back));
        must(looks_like_certificates(written), "does not look like one: {}", written);
        check(one);
    }
}

void read_as_solutions(std::string_view text) {
    const auto read = read_solutions(text, "input");
    const auto verified = verify_solutions(text, "input");
    must(read.ok() == verified.ok(), "read and verified differ");
    if (!read) return must_be_helpful(read.error());
    must(read->size() == verified->size(), "some were not verified");
    for (std::size_t i = 0; i < read->size(); ++i) {
        const WrittenSolution& claim = (*read)[i];
        const Verification& result = (*verified)[i];
        must_be_a_board(claim.start);
        must(!result.message.empty(), "nothing is said about a solution");
        if (!result.holds) continue;
        if (claim.says_unsolvable) {
            must(!solvable(claim.start, claim.goal), "a board that can be solved passes for not");
            continue;
        }
        const auto path = parse_moves(claim.moves, claim.start, claim.notation);
        must(path.ok(), "moves hold that cannot be read");
        const auto end = replay(claim.start, *path);
        must(end && *end == claim.goal, "moves hold that do not lead to the goal");
        must(result.length == path->size(), "a length of {}, and {} moves", result.length,
             path->size());
        must(!claim.length || *claim.length == path->size(), "a wrong length holds");
    }
}

}  // namespace

void certificates(Bytes input) {
    const std::string_view text = text_of(input);
    if (looks_like_certificates(text)) read_as_certificates(text);
    read_as_solutions(text);
}

}  // namespace tessera::fuzz
