// Checking certificates by themselves: everything in them that can be worked out without a search.
#include "tessera/certificates/certificate_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tessera/certificates/certificate_faults.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

using certificate_faults::compare;
using certificate_faults::Fault;
using certificate_faults::fault_at;
using certificate_faults::is_limit;
using End = CertifiedRound::End;

/// Checks boards and parity, and that the certificate of an unsolvable board claims nothing else.
Fault check_parity(const Certificate& certificate) {
    const SolvabilityReport report = explain_solvability(certificate.start, certificate.goal);
    const auto word = [](bool odd) { return odd ? "odd" : "even"; };
    if (auto fault =
            compare("/parity/permutation", std::string_view(word(certificate.permutation_odd)),
                    std::string_view(word(report.permutation_odd)),
                    "the permutation from start to goal, blank included")) {
        return fault;
    }
    if (auto fault =
            compare("/parity/blank_distance", certificate.blank_distance, report.blank_distance,
                    "rows and columns from the blank to its goal")) {
        return fault;
    }
    const bool says_unsolvable = certificate.claim == ClaimKind::unsolvable;
    if (says_unsolvable == report.solvable) {
        return fault_at("/claim/kind", says_unsolvable
                                           ? "is unsolvable, but by parity the board can be solved"
                                           : "the board cannot be solved: expected unsolvable");
    }
    return compare("/bound/manhattan", certificate.bound.manhattan,
                   manhattan_distance(certificate.start, certificate.goal, certificate.cost),
                   "Manhattan distance of the start");
}

Fault check_unsolvable(const Certificate& certificate) {
    constexpr std::string_view why = "an unsolvable board is answered without a search";
    const CertifiedSearch& search = certificate.search;
    if (certificate.path) return fault_at("/path", "expected null: there is none");
    if (certificate.solutions) return fault_at("/solutions", "expected null: there is none");
    if (certificate.gap) return fault_at("/claim/gap", "expected null: there is no path");
    if (certificate.bound.proof) return fault_at("/bound/proof", "expected null: no bound");
    if (certificate.bound.basis != BoundBasis::none) {
        return fault_at("/bound/basis", "expected none: there is no solution to bound");
    }
    if (search.heuristic)
        return fault_at("/search/heuristic", fmt::format("expected null: {}", why));
    if (search.status != Status::unsolvable) {
        return fault_at("/search/status", fmt::format("is {}, expected unsolvable: {}",
                                                      to_string(search.status), why));
    }
    const Counters& c = search.counters;
    const std::uint64_t largest =
        std::max({c.expanded, c.generated, c.reexpanded, c.peak_open, c.peak_states, c.max_depth});
    if (largest != 0)
        return fault_at("/search/counters", fmt::format("expected 0 in each: {}", why));
    if (!search.rounds.empty())
        return fault_at("/search/rounds", fmt::format("expected none: {}", why));
    if (!search.improvements.empty()) {
        return fault_at("/search/improvements", fmt::format("expected none: {}", why));
    }
    return std::nullopt;
}

/// What moves cost, or why they do not lead from start to goal.
std::uint64_t cost_of_moves(const Certificate& certificate, const std::vector<Move>& moves) {
    return certificate.cost == CostModel::tile ? tile_cost(certificate.start, moves)
                                               : std::uint64_t{moves.size()};
}

Fault check_moves(const Certificate& certificate, const std::vector<Move>& moves,
                  std::string_view pointer) {
    auto end = replay(certificate.start, moves);
    if (!end) return fault_at(pointer, end.error().message);
    if (*end == certificate.goal) return std::nullopt;
    return fault_at(pointer, fmt::format("after {} moves the board is {}, expected the goal {}",
                                         moves.size(), inline_form(*end).substr(0, 200),
                                         inline_form(certificate.goal).substr(0, 200)));
}

Fault check_path(const Certificate& certificate) {
    if (!certificate.path) {
        if (certificate.search.status == Status::solved) {
            return fault_at("/path", "is null, but the search says that it solved the board");
        }
        return std::nullopt;
    }
    const CertifiedPath& path = *certificate.path;
    if (auto fault = check_moves(certificate, path.moves, "/path/moves")) return fault;
    if (auto fault = compare("/path/length", path.length, path.moves.size(), "so many moves")) {
        return fault;
    }
    if (auto fault = compare("/path/slides", path.slides, slides(path.moves),
                             "moves of neighbours the same way are one")) {
        return fault;
    }
    if (auto fault = compare("/path/cost", path.cost, cost_of_moves(certificate, path.moves),
                             "what the moves cost")) {
        return fault;
    }
    const auto& depth = certificate.search.depth_limit;
    if (depth && path.cost > static_cast<std::uint64_t>(*depth)) {
        return fault_at("/search/limits/depth",
                        fmt::format("is {}, but the path costs {}", *depth, path.cost));
    }
    return std::nullopt;
}

Fault check_solutions(const Certificate& certificate) {
    const bool all = claims(certificate.search.algorithm, &AlgorithmInfo::counts_solutions) &&
                     certificate.search.heuristic && certificate.search.heuristic->admissible;
    if (!certificate.solutions) {
        if (!all || certificate.search.status != Status::solved ||
            certificate.claim != ClaimKind::optimal) {
            return std::nullopt;
        }
        return fault_at("/solutions", "is null, expected how many there are: all were asked for");
    }
    const CertifiedSolutions& solutions = *certificate.solutions;
    if (!all)
        return fault_at("/solutions",
                        "expected null: only all-shortest with an admissible heuristic finds all");
    if (certificate.claim != ClaimKind::optimal) {
        return fault_at("/solutions", "expected null: they are not proven shortest");
    }
    if (auto fault =
            compare("/solutions/complete", solutions.complete,
                    certificate.search.status == Status::solved, "whether the search ended")) {
        return fault;
    }
    if (solutions.moves.empty()) return std::nullopt;
    if (auto fault = compare("/solutions/count", solutions.count, solutions.moves.size(),
                             "so many are listed")) {
        return fault;
    }
    std::set<std::vector<Move>> seen;
    for (std::size_t i = 0; i < solutions.moves.size(); ++i) {
        const std::string pointer = fmt::format("/solutions/moves/{}", i);
        const std::vector<Move>& moves = solutions.moves[i];
        if (auto fault = check_moves(certificate, moves, pointer)) return fault;
        if (auto fault = compare(pointer, cost_of_moves(certificate, moves), certificate.path->cost,
                                 "all cost the same")) {
            return fault;
        }
        if (!seen.insert(moves).second) return fault_at(pointer, "is there twice");
    }
    if (solutions.moves.front() != certificate.path->moves) {
        return fault_at("/solutions/moves/0", "expected the path: it is the first of them");
    }
    return std::nullopt;
}

Fault check_rounds(const std::vector<CertifiedRound>& rounds, std::string_view pointer,
                   const CertifiedHeuristic* heuristic, std::optional<Cost> depth_limit) {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const std::string place = fmt::format("{}/{}", pointer, i);
        const Cost bound = rounds[i].bound;
        if (heuristic == nullptr) {
            if (auto fault =
                    compare(place + "/bound", bound, i, "without a heuristic it rises by 1")) {
                return fault;
            }
        } else if (i == 0) {
            if (auto fault = compare(place + "/bound", bound, std::ceil(heuristic->initial),
                                     "the heuristic's value at the start, rounded up")) {
                return fault;
            }
        } else if (bound <= rounds[i - 1].bound) {
            return fault_at(place + "/bound",
                            fmt::format("is {}, expected more than {}: bounds rise", bound,
                                        rounds[i - 1].bound));
        }
        if (i + 1 < rounds.size() && rounds[i].end != End::exhausted) {
            return fault_at(place + "/end",
                            fmt::format("is {}, expected exhausted: it is not the last",
                                        to_string(rounds[i].end)));
        }
        if (depth_limit && bound > *depth_limit && i > 0) {
            return fault_at(place + "/bound",
                            fmt::format("is {}, beyond the depth limit {}", bound, *depth_limit));
        }
    }
    return std::nullopt;
}

/// How the last round of a search must have ended, if that was not with another solution than one core's.
End last_end(Status status) {
    if (status == Status::solved) return End::goal;
    return is_limit(status) ? End::stopped : End::exhausted;
}

Fault check_deepening(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    const CertifiedHeuristic* heuristic = search.heuristic ? &*search.heuristic : nullptr;
    if (auto fault = check_rounds(search.rounds, "/search/rounds", heuristic, search.depth_limit)) {
        return fault;
    }
    std::uint64_t sum = 0;
    for (const CertifiedRound& round : search.rounds) sum += round.generated;
    if (auto fault = compare("/search/counters/generated", search.counters.generated, sum,
                             "the sum of all rounds")) {
        return fault;
    }
    if (search.rounds.empty()) {
        if (certificate.start == certificate.goal || search.status != Status::solved) {
            return std::nullopt;
        }
        return fault_at("/search/rounds", "is empty, expected the rounds that found the path");
    }
    const CertifiedRound& last = search.rounds.back();
    const std::string place = fmt::format("/search/rounds/{}", search.rounds.size() - 1);
    const bool met = last.end == End::goal || last.end == End::incomplete;
    if (!met || search.status != Status::solved) {
        if (auto fault =
                compare(place + "/end", to_string(last.end), to_string(last_end(search.status)),
                        fmt::format("the search ended as {}", to_string(search.status)))) {
            return fault;
        }
    }
    const bool exact = heuristic == nullptr || heuristic->admissible;
    if (met && exact && certificate.path) {
        return compare(place + "/bound", last.bound, certificate.path->cost,
                       "the round that met the goal has the path's cost as its bound");
    }
    return std::nullopt;
}

Fault check_improvements(const Certificate& certificate) {
    const std::vector<Iteration>& improvements = certificate.search.improvements;
    if (improvements.empty()) return std::nullopt;
    if (!claims(certificate.search.algorithm, &AlgorithmInfo::improves)) {
        return fault_at("/search/improvements",
                        fmt::format("expected none: {} stops at its first solution",
                                    certificate.search.algorithm));
    }
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < improvements.size(); ++i) {
        const std::string place = fmt::format("/search/improvements/{}/cost", i);
        if (i > 0 && improvements[i].bound > improvements[i - 1].bound) {
            return fault_at(place, fmt::format("is {}, expected at most {}: solutions get better",
                                               improvements[i].bound, improvements[i - 1].bound));
        }
        sum += improvements[i].generated;
        if (i + 1 < improvements.size()) continue;
        if (auto fault =
                compare(place, improvements[i].bound, certificate.path ? certificate.path->cost : 0,
                        "the last one is the path")) {
            return fault;
        }
    }
    if (sum > certificate.search.counters.generated) {
        return fault_at("/search/counters/generated",
                        fmt::format("is {}, but the rounds add up to {}",
                                    certificate.search.counters.generated, sum));
    }
    return std::nullopt;
}

/// Name, claims and tables are what the heuristic of this name has here.
Fault check_heuristic(const Certificate& certificate, const CertifiedHeuristic& heuristic,
                      std::string_view pointer, bool from_both_ends) {
    const auto at = [&](std::string_view field) { return fmt::format("{}/{}", pointer, field); };
    auto spec = parse_heuristic(heuristic.name);
    if (!spec) return fault_at(at("name"), spec.error().message);
    if (auto fault = compare(at("name"), heuristic.name, spec->name(), "its name in full")) {
        return fault;
    }
    if (auto fault = compare(at("admissible"), heuristic.admissible, spec->admissible(),
                             fmt::format("what {} claims", heuristic.name))) {
        return fault;
    }
    if (auto fault = compare(at("consistent"), heuristic.consistent, spec->consistent(),
                             fmt::format("what {} claims", heuristic.name))) {
        return fault;
    }
    if (spec->entry->info->yardstick) {
        if (auto fault = compare(at("initial"), heuristic.initial, certificate.bound.manhattan,
                                 "Manhattan distance of the start")) {
            return fault;
        }
    }
    const Geometry geometry = certificate.goal.geometry();
    std::vector<pdb::Pattern> patterns;
    for (const Cell blank : {certificate.goal.blank(), certificate.start.blank()}) {
        if (!patterns.empty() && !from_both_ends) break;
        auto found = tables_of(*spec, geometry, blank);
        if (!found) return fault_at(at("name"), found.error().message);
        for (pdb::Pattern& pattern : *found) {
            if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) {
                patterns.push_back(std::move(pattern));
            }
        }
        if (!from_both_ends) break;
    }
    if (auto fault = compare(at("tables"), heuristic.tables.size(), patterns.size(),
                             "so many tables are looked up")) {
        return fault;
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const CertifiedTable& table = heuristic.tables[i];
        const std::string place = fmt::format("{}/tables/{}", pointer, i);
        if (table.pattern.goal_blank != patterns[i].goal_blank) {
            return compare(place + "/goal_blank", index(table.pattern.goal_blank),
                           index(patterns[i].goal_blank), "whose table it is");
        }
        if (table.pattern != patterns[i]) {
            return fault_at(
                place + "/tiles",
                fmt::format("is {}, expected {}", table.pattern.picture(), patterns[i].picture()));
        }
        auto size = pdb::build_size(geometry, patterns[i].tiles.size());
        if (!size) return fault_at(place, size.error().message);
        if (auto fault = compare(place + "/bytes", table.bytes, size->table_bytes,
                                 "its size on this board")) {
            return fault;
        }
        const bool needed = certificate.search.counters.generated > 0;
        if (!table.checksum && needed && !spec->entry->info->combines) {
            return fault_at(place + "/checksum", "is null, but the search looked it up");
        }
    }
    return std::nullopt;
}

/// Algorithms that can prove more than their heuristic says, without having to be optimal.
bool may_prove(const AlgorithmInfo& info, Status status) {
    return info.optimal || info.proves_bounds || status == Status::depth_limit;
}

Fault check_options(const CertifiedSearch& search) {
    const AlgorithmInfo* info = algorithm_info(search.algorithm);
    for (const auto& [name, value] : search.options.given()) {
        if (info != nullptr && option_of(*info, name) != nullptr) continue;
        std::string unset = "nothing";
        for (const EveryCertificatesOption& one : every_certificates_options()) {
            if (one.name == name) unset = to_text(one.unset);
        }
        return compare(fmt::format("/search/options/{}", json_name(name)), to_text(value), unset,
                       fmt::format("{} has no such option", search.algorithm));
    }
    return std::nullopt;
}

Fault check_search(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    if (const AlgorithmInfo* info = algorithm_info(search.algorithm)) {
        if (auto fault =
                compare("/search/algorithm", search.algorithm, info->name, "its full name")) {
            return fault;
        }
    }
    if (!claims(search.algorithm, &AlgorithmInfo::to_a_deadline)) {
        auto entry = find_algorithm(search.algorithm);
        if (!entry) return fault_at("/search/algorithm", entry.error().message);
        const AlgorithmInfo& info = *(*entry)->info;
        if (certificate.cost == CostModel::tile && !info.tile_cost) {
            return fault_at("/cost", fmt::format("is tile, but {} counts moves", info.name));
        }
        const bool unsolvable = certificate.claim == ClaimKind::unsolvable;
        if (!unsolvable && search.heuristic.has_value() != info.uses_heuristic) {
            return fault_at("/search/heuristic", fmt::format("{} uses {} heuristic", info.name,
                                                             info.uses_heuristic ? "a" : "no"));
        }
        if (search.heuristic) {
            if (auto fault = check_heuristic(certificate, *search.heuristic, "/search/heuristic",
                                             (*entry)->from_both_ends)) {
                return fault;
            }
        }
    } else if (search.heuristic || certificate.cost != CostModel::unit) {
        return fault_at(
            "/search/algorithm",
            fmt::format("{} counts moves, and has its own heuristics", search.algorithm));
    }
    if (auto fault = check_options(search)) return fault;
    const bool shares = claims(search.algorithm, &AlgorithmInfo::shares_work);
    if (search.threads > 1 && !shares) {
        return fault_at("/search/threads", fmt::format("is {}, expected 1: {} has one",
                                                       search.threads, search.algorithm));
    }
    return std::nullopt;
}

Fault check_end(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    if (search.status == Status::unsolvable) {
        return fault_at("/search/status", "is unsolvable, but by parity the board can be solved");
    }
    if (search.status == Status::node_limit) {
        if (!search.node_limit) {
            return fault_at("/search/limits/nodes", "is null, but it is what ended the search");
        }
    }
    if (search.counters.reexpanded > search.counters.expanded) {
        return fault_at("/search/counters/reexpanded",
                        fmt::format("is {}, expected at most expanded, {}",
                                    search.counters.reexpanded, search.counters.expanded));
    }
    if (claims(search.algorithm, &AlgorithmInfo::deepens)) {
        if (auto fault = check_deepening(certificate)) return fault;
    } else if (!search.rounds.empty()) {
        return fault_at(
            "/search/rounds",
            fmt::format("expected none: {} does not deepen its search", search.algorithm));
    }
    return check_improvements(certificate);
}

Fault check_proof(const Certificate& certificate) {
    if (!certificate.bound.proof) return std::nullopt;
    const CertifiedProof& proof = *certificate.bound.proof;
    if (!claims(certificate.search.algorithm, &AlgorithmInfo::to_a_deadline)) {
        return fault_at("/bound/proof", "expected null: the bound is the search's own");
    }
    if (!proof.algorithm.empty() && !claims(proof.algorithm, &AlgorithmInfo::deepens)) {
        return fault_at("/bound/proof/algorithm",
                        fmt::format("is {}, expected null or one of {}", proof.algorithm,
                                    algorithms_with(&AlgorithmInfo::deepens)));
    }
    if (auto fault =
            check_heuristic(certificate, proof.heuristic, "/bound/proof/heuristic", false)) {
        return fault;
    }
    if (proof.algorithm.empty() &&
        (!proof.rounds.empty() || proof.cycles != 0 || proof.depth_limit)) {
        return fault_at("/bound/proof/algorithm",
                        "is null, but there are rounds or options of one");
    }
    return check_rounds(proof.rounds, "/bound/proof/rounds", &proof.heuristic, proof.depth_limit);
}

Fault check_bound(const Certificate& certificate) {
    const CertifiedBound& bound = certificate.bound;
    if (auto fault = check_proof(certificate)) return fault;
    if (bound.value < bound.manhattan) {
        return fault_at("/bound/value", fmt::format("is {}, less than Manhattan distance, {}",
                                                    bound.value, bound.manhattan));
    }
    if (bound.value != with_parity_of(bound.value, bound.manhattan, certificate.cost)) {
        return fault_at(
            "/bound/value",
            fmt::format("is {}, but every solution has the parity of Manhattan distance, {}",
                        bound.value, bound.manhattan));
    }
    if (certificate.path && static_cast<std::uint64_t>(bound.value) > certificate.path->cost) {
        return fault_at("/bound/value", fmt::format("is {}, more than the path costs, {}",
                                                    bound.value, certificate.path->cost));
    }
    const CertifiedSearch& search = certificate.search;
    const bool admissible = !search.heuristic || search.heuristic->admissible;
    if (search.heuristic && admissible && bound.value < std::ceil(search.heuristic->initial)) {
        return fault_at("/bound/value",
                        fmt::format("is {}, less than the heuristic's value at the start, {}",
                                    bound.value, search.heuristic->initial));
    }
    const BoundBasis basis = basis_of(certificate);
    if (basis == BoundBasis::none) {
        return fault_at("/bound/value",
                        fmt::format("is {}, and nothing in the certificate gives it", bound.value));
    }
    if (auto fault = compare("/bound/basis", to_string(bound.basis), to_string(basis),
                             "the first that gives the bound")) {
        return fault;
    }
    const auto entry = find_algorithm(search.algorithm);
    if (!entry) return std::nullopt;
    const AlgorithmInfo& info = *(*entry)->info;
    if (basis == BoundBasis::search && !may_prove(info, search.status)) {
        return fault_at("/bound/basis",
                        fmt::format("is search, but {} proves no bound", search.algorithm));
    }
    if (search.status == Status::solved && info.optimal && admissible) {
        return compare("/bound/value", bound.value, certificate.path->cost,
                       fmt::format("{} ended, and its solutions are shortest", info.name));
    }
    return std::nullopt;
}

Fault check_claim(const Certificate& certificate) {
    if (auto fault =
            compare("/claim/kind", to_string(certificate.claim), to_string(claim_of(certificate)),
                    "what path and bound say together")) {
        return fault;
    }
    if (!certificate.path) {
        if (certificate.gap) return fault_at("/claim/gap", "expected null: there is no path");
        return std::nullopt;
    }
    Solution figures;
    figures.outcome.found = true;
    figures.outcome.cost = static_cast<Cost>(certificate.path->cost);
    figures.proof.lower_bound = certificate.bound.value;
    if (!certificate.gap) return fault_at("/claim/gap", "is null, but there is a path");
    return compare("/claim/gap", *certificate.gap, *gap(figures), "(cost - bound) / bound");
}

}  // namespace

std::string CertificateFault::text() const {
    return fmt::format("{}: {}", pointer, message);
}

std::optional<CertificateFault> check_certificate(const Certificate& certificate) {
    if (auto fault = check_parity(certificate)) return fault;
    if (auto fault = check_search(certificate)) return fault;
    if (certificate.claim == ClaimKind::unsolvable) return check_unsolvable(certificate);
    for (const auto check : {check_path, check_end, check_bound, check_claim, check_solutions}) {
        if (auto fault = check(certificate)) return fault;
    }
    return std::nullopt;
}

}  // namespace tessera
