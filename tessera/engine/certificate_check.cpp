// Checking certificates: by themselves, against tables at hand, and by doing the search again.
#include "tessera/engine/certificate_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>
#include <utility>

#include "tessera/puzzle/exact_distances.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/all_shortest.hpp"

namespace tessera {
namespace {

using Fault = std::optional<CertificateFault>;
using End = CertifiedRound::End;

CertificateFault fault_at(std::string_view pointer, std::string message) {
    return {std::string(pointer), std::move(message)};
}

/// Nothing if it is as it should be.
template <class Said, class Is>
Fault compare(std::string_view pointer, const Said& said, const Is& is, std::string_view why) {
    bool equal = false;
    if constexpr (std::is_integral_v<Said> && std::is_integral_v<Is> &&
                  !std::is_same_v<Said, bool>) {
        equal = std::cmp_equal(said, is);
    } else {
        equal = said == is;
    }
    if (equal) return std::nullopt;
    return fault_at(pointer, fmt::format("is {}, expected {}: {}", said, is, why));
}

bool is_limit(Status status) {
    return status == Status::time_limit || status == Status::memory_limit ||
           status == Status::node_limit || status == Status::interrupted;
}

/// Boards, parity, and that an unsolvable one says nothing else.
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
    const bool all = certificate.search.algorithm == search::all_shortest::info.name;
    if (!certificate.solutions) {
        if (!all || certificate.search.status != Status::solved ||
            certificate.claim != ClaimKind::optimal) {
            return std::nullopt;
        }
        return fault_at("/solutions", "is null, expected how many there are: all were asked for");
    }
    const CertifiedSolutions& solutions = *certificate.solutions;
    if (!all) return fault_at("/solutions", "expected null: only all-shortest looks for all");
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

/// How the last round of a search must have ended.
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
    if (auto fault =
            compare(place + "/end", to_string(last.end), to_string(last_end(search.status)),
                    fmt::format("the search ended as {}", to_string(search.status)))) {
        return fault;
    }
    const bool exact = heuristic == nullptr || heuristic->admissible;
    if (last.end == End::goal && exact && certificate.path) {
        return compare(place + "/bound", last.bound, certificate.path->cost,
                       "the round that met the goal has the path's cost as its bound");
    }
    return std::nullopt;
}

Fault check_improvements(const Certificate& certificate) {
    const std::vector<Iteration>& improvements = certificate.search.improvements;
    if (improvements.empty()) return std::nullopt;
    if (certificate.search.algorithm != "anytime-a*") {
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
    if (heuristic.name == "manhattan") {
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
    if (info.optimal) return true;
    if (info.name == "weighted-a*" || info.name == "beam" || info.name == "human") return true;
    return status == Status::depth_limit;
}

Fault check_options(const CertifiedSearch& search) {
    const SearchOptions& given = search.options;
    const SearchOptions used = options_in_force(given, search.algorithm);
    const std::string why = fmt::format("{} has no such option", search.algorithm);
    const auto at = [](std::string_view name) { return fmt::format("/search/options/{}", name); };
    if (auto fault = compare(at("weight"), given.weight, used.weight, why)) return fault;
    if (auto fault = compare(at("adaptive"), given.adaptive, used.adaptive, why)) return fault;
    if (auto fault = compare(at("seed"), given.seed, used.seed, why)) return fault;
    if (auto fault = compare(at("cycles"), given.cycles, used.cycles, why)) return fault;
    if (auto fault = compare(at("width"), given.width, used.width, why)) return fault;
    if (auto fault = compare(at("sideways"), given.sideways, used.sideways, why)) return fault;
    return compare(at("restarts"), given.restarts, used.restarts, why);
}

Fault check_search(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    const bool anytime = search.algorithm == anytime_name;
    if (!anytime) {
        auto entry = find_algorithm(search.algorithm);
        if (!entry) return fault_at("/search/algorithm", entry.error().message);
        const AlgorithmInfo& info = *(*entry)->info;
        if (auto fault =
                compare("/search/algorithm", search.algorithm, info.name, "its full name")) {
            return fault;
        }
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
        return fault_at("/search/algorithm", "anytime counts moves, and has its own heuristics");
    }
    if (auto fault = check_options(search)) return fault;
    const bool shares = anytime || search.algorithm == "ida*" || search.algorithm == "hda*" ||
                        search.algorithm == "beam";
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
    if (deepens(search.algorithm)) {
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
    if (certificate.search.algorithm != anytime_name) {
        return fault_at("/bound/proof", "expected null: the bound is the search's own");
    }
    if (!proof.algorithm.empty() && proof.algorithm != "ida*") {
        return fault_at("/bound/proof/algorithm",
                        fmt::format("is {}, expected ida* or null", proof.algorithm));
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
    figures.found = true;
    figures.cost = static_cast<Cost>(certificate.path->cost);
    figures.lower_bound = certificate.bound.value;
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

namespace {

/// The tables of the search and of the proof, each with its place.
std::vector<std::pair<std::string, const CertifiedTable*>> all_tables(
    const Certificate& certificate) {
    std::vector<std::pair<std::string, const CertifiedTable*>> tables;
    const auto add = [&](const CertifiedHeuristic& heuristic, std::string_view pointer) {
        for (std::size_t i = 0; i < heuristic.tables.size(); ++i) {
            tables.emplace_back(fmt::format("{}/tables/{}", pointer, i), &heuristic.tables[i]);
        }
    };
    if (certificate.search.heuristic) add(*certificate.search.heuristic, "/search/heuristic");
    if (certificate.bound.proof) add(certificate.bound.proof->heuristic, "/bound/proof/heuristic");
    return tables;
}

std::string moves_or_cost(const Certificate& certificate, std::uint64_t number) {
    if (certificate.cost == CostModel::tile) return fmt::format("cost {}", number);
    return fmt::format("{} move{}", number, number == 1 ? "" : "s");
}

/// What holds if nobody lied about the search.
std::string statement(const Certificate& certificate) {
    const auto bound = static_cast<std::uint64_t>(certificate.bound.value);
    switch (certificate.claim) {
        case ClaimKind::unsolvable:
            return "unsolvable: the parities differ";
        case ClaimKind::lower_bound:
            return fmt::format("no path; every solution has at least {}",
                               moves_or_cost(certificate, bound));
        case ClaimKind::optimal:
            return fmt::format("a path of {}, and no solution is shorter",
                               moves_or_cost(certificate, certificate.path->cost));
        case ClaimKind::bounded:
        case ClaimKind::path:
            return fmt::format("a path of {}; every solution has at least {}",
                               moves_or_cost(certificate, certificate.path->cost),
                               moves_or_cost(certificate, bound));
    }
    return {};
}

std::string what_is_trusted(const Certificate& certificate) {
    switch (certificate.bound.basis) {
        case BoundBasis::none:
        case BoundBasis::manhattan:
            return {};
        case BoundBasis::estimate:
            return fmt::format("the value of {} at the start",
                               certificate.bound.proof ? certificate.bound.proof->heuristic.name
                                                       : certificate.search.heuristic->name);
        case BoundBasis::rounds:
            return fmt::format("that the rounds of {} were searched as it says",
                               certificate.bound.proof ? certificate.bound.proof->algorithm
                                                       : certificate.search.algorithm);
        case BoundBasis::search:
            return fmt::format("that {} searched as it says", certificate.search.algorithm);
    }
    return {};
}

}  // namespace

CertificateVerdict examine(const Certificate& certificate, pdb::TableSource& tables) {
    CertificateVerdict verdict;
    verdict.fault = check_certificate(certificate);
    if (verdict.fault) return verdict;
    verdict.confirmed.push_back(statement(certificate));
    std::size_t checked = 0;
    const auto all = all_tables(certificate);
    pdb::BuildObserver nobody;
    for (const auto& [pointer, table] : all) {
        if (!table->checksum || !tables.at_hand(table->pattern)) continue;
        auto here = tables.table(table->pattern, Limits().memory_bytes, nobody);
        if (!here) continue;
        if (const std::uint64_t sum = table_checksum(**here); sum != *table->checksum) {
            verdict.fault = fault_at(
                fmt::format("{}/checksum", pointer),
                fmt::format("is {:016x}, but the table here has {:016x}", *table->checksum, sum));
            return verdict;
        }
        ++checked;
    }
    if (checked > 0)
        verdict.confirmed.push_back(fmt::format("{} of {} tables", checked, all.size()));
    if (const std::string trusted = what_is_trusted(certificate); !trusted.empty()) {
        verdict.trusted.push_back(trusted);
    }
    if (checked < all.size()) {
        verdict.trusted.push_back(
            fmt::format("{} of {} tables, not at hand", all.size() - checked, all.size()));
    }
    return verdict;
}

namespace {

using Json = nlohmann::ordered_json;

/// Whether the search ends the same way whenever and wherever it is done again.
bool repeatable(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    if (search.algorithm == anytime_name) return false;
    switch (search.status) {
        case Status::solved:
        case Status::unsolvable:
        case Status::depth_limit:
        case Status::gave_up:
            return true;
        case Status::node_limit:
            return search.threads == 1;
        default:
            return false;
    }
}

Job job_of(const Certificate& certificate, const Limits& limits) {
    const CertifiedSearch& search = certificate.search;
    Job job;
    job.id = certificate.id;
    job.start = certificate.start;
    job.goal = certificate.goal;
    job.algorithm = search.algorithm;
    job.heuristic = search.heuristic ? search.heuristic->name : "auto";
    job.cost = certificate.cost;
    job.options = search.options;
    job.options.keep_all = certificate.solutions && !certificate.solutions->moves.empty();
    // As many as there were stop at a node limit as they did; else any number does.
    if (search.status == Status::node_limit) job.options.threads = 1;
    job.limits = limits;
    job.limits.nodes = search.node_limit.value_or(Limits().nodes);
    job.limits.depth = search.depth_limit.value_or(Limits().depth);
    return job;
}

/// The first place where two JSON values differ.
Fault first_difference(const Json& said, const Json& is, const std::string& pointer) {
    if (said.is_object() && is.is_object()) {
        for (const auto& [name, member] : said.items()) {
            const std::string place = fmt::format("{}/{}", pointer, name);
            const auto other = is.find(name);
            if (other == is.end()) return fault_at(place, "is not there when recomputed");
            if (auto fault = first_difference(member, *other, place)) return fault;
        }
        return std::nullopt;
    }
    if (said.is_array() && is.is_array()) {
        if (said.size() != is.size()) {
            return fault_at(pointer,
                            fmt::format("has {} members, recomputed: {}", said.size(), is.size()));
        }
        for (std::size_t i = 0; i < said.size(); ++i) {
            if (auto fault = first_difference(said[i], is[i], fmt::format("{}/{}", pointer, i))) {
                return fault;
            }
        }
        return std::nullopt;
    }
    if (said == is) return std::nullopt;
    const auto glance = [](const Json& value) {
        if (value.is_structured()) return std::string(value.is_array() ? "a list" : "an object");
        return value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 200);
    };
    return fault_at(pointer, fmt::format("is {}, recomputed: {}", glance(said), glance(is)));
}

/// Compares all that two certificates of the same search must have in common.
Fault compare_certificates(const Certificate& said, Certificate again) {
    again.writer = said.writer;
    again.id = said.id;
    again.search.threads = said.search.threads;
    // Where a limit ended the search for a shortest path, "auto" builds one in another way.
    if (is_limit(said.search.status) && said.path && !again.path) {
        again.path = said.path;
        again.gap = said.gap;
        again.claim = said.claim;
    }
    // Which worker of hda* sees a state first is a matter of luck: the same bound, and a path of the same cost.
    if (said.search.algorithm == "hda*" && said.path && again.path &&
        said.path->cost == again.path->cost) {
        again.path = said.path;
        again.search.counters = said.search.counters;
    }
    const auto fields = [](const Certificate& certificate) {
        return Json::parse(to_json(certificate), nullptr, false);
    };
    return first_difference(fields(said), fields(again), "");
}

/// The heuristic's value at the start, as the engine would have it.
Fault check_initial(Engine& engine, const Certificate& certificate,
                    const CertifiedHeuristic& heuristic, std::string_view pointer,
                    const Limits& limits) {
    auto spec = parse_heuristic(heuristic.name);
    if (!spec) return fault_at(pointer, spec.error().message);
    const Labelling labels(certificate.goal);
    auto built = engine.heuristic<DynamicBoard>(
        *spec, certificate.goal.geometry(), labels.goal_blank(),
        canonical_costs(certificate.cost, labels), limits.memory_bytes);
    if (!built) return fault_at(pointer, built.error().message);
    const auto start = labels.canonical_board<DynamicBoard>(certificate.start);
    return compare(fmt::format("{}/initial", pointer), heuristic.initial,
                   (*built)->exact_value((*built)->evaluate(start)), "recomputed");
}

/// The checksums of all tables, built where they are not at hand.
Fault check_all_tables(const Certificate& certificate, pdb::TableSource& tables,
                       const Limits& limits) {
    pdb::BuildObserver nobody;
    for (const auto& [pointer, table] : all_tables(certificate)) {
        if (!table->checksum) continue;
        auto here = tables.table(table->pattern, limits.memory_bytes, nobody);
        if (!here) return fault_at(pointer, here.error().message);
        const std::uint64_t sum = table_checksum(**here);
        if (sum == *table->checksum) continue;
        return fault_at(fmt::format("{}/checksum", pointer),
                        fmt::format("is {:016x}, recomputed: {:016x}", *table->checksum, sum));
    }
    return std::nullopt;
}

/// Rounds below the bound must be those of a search that went as far.
Fault compare_rounds(const std::vector<CertifiedRound>& said, const std::vector<Iteration>& again,
                     std::string_view pointer) {
    for (std::size_t i = 0; i < said.size() && said[i].end == End::exhausted; ++i) {
        const std::string place = fmt::format("{}/{}", pointer, i);
        if (i >= again.size()) return fault_at(place, "there is no such round when recomputed");
        if (said[i].bound != again[i].bound) {
            return compare(place + "/bound", said[i].bound, again[i].bound, "recomputed");
        }
        if (said[i].generated != again[i].generated) {
            return compare(place + "/generated", said[i].generated, again[i].generated,
                           "recomputed");
        }
    }
    return std::nullopt;
}

/// Proves the bound again by a search for anything below it.
Result<CertificateVerdict> prove_bound(CertificateVerdict verdict, const Certificate& certificate,
                                       Engine& engine, const Limits& limits, Observer& observer) {
    const CertifiedBound& bound = certificate.bound;
    const CertifiedSearch& search = certificate.search;
    if (bound.basis == BoundBasis::manhattan) return verdict;
    const CertifiedHeuristic* heuristic = bound.proof        ? &bound.proof->heuristic
                                          : search.heuristic ? &*search.heuristic
                                                             : nullptr;
    const std::string_view pointer = bound.proof ? "/bound/proof/heuristic" : "/search/heuristic";
    if (heuristic != nullptr) {
        verdict.fault = check_initial(engine, certificate, *heuristic, pointer, limits);
        if (!verdict.fault) verdict.fault = check_all_tables(certificate, engine.tables(), limits);
        if (verdict.fault) return verdict;
    }
    if (bound.basis == BoundBasis::estimate) {
        verdict.confirmed.push_back(
            fmt::format("{} says {} of the start", heuristic->name, heuristic->initial));
        return verdict;
    }
    Job job = job_of(certificate, limits);
    job.limits.nodes = Limits().nodes;
    job.limits.depth = bound.value - 1;
    job.options.keep_all = false;
    if (bound.proof) {
        job.algorithm = bound.proof->algorithm;
        job.heuristic = heuristic->name;
        job.options = options_in_force(job.options, job.algorithm);
        job.options.cycles = bound.proof->cycles;
    } else if (search.algorithm == anytime_name) {
        job.algorithm = "ida*";
        job.options = options_in_force(job.options, job.algorithm);
    }
    auto again = engine.solve(job, observer);
    if (!again) return again.error();
    if (again->found) {
        verdict.fault = fault_at("/bound/value", fmt::format("is {}, but there is a solution of {}",
                                                             bound.value, again->cost));
        return verdict;
    }
    const std::vector<CertifiedRound>& rounds = bound.proof ? bound.proof->rounds : search.rounds;
    if (again->status != Status::depth_limit) {
        verdict.stopped = again->status;
        return verdict;
    }
    verdict.fault = compare_rounds(rounds, again->iterations,
                                   bound.proof ? "/bound/proof/rounds" : "/search/rounds");
    if (!verdict.fault && again->lower_bound < bound.value) {
        verdict.fault = fault_at(
            "/bound/value", fmt::format("is {}, recomputed: {}", bound.value, again->lower_bound));
    }
    if (!verdict.fault) {
        verdict.confirmed.push_back(fmt::format("the bound proven again by {} ({} nodes)",
                                                again->algorithm, again->counters.generated));
    }
    return verdict;
}

/// The length of a shortest solution, found without any heuristic; nothing where the board is too large.
Result<std::optional<Solution>> exact_solution(const Certificate& certificate, Engine& engine,
                                               const Limits& limits, Observer& observer) {
    constexpr std::size_t most_cells_by_tile = 9;
    constexpr std::size_t most_cells_in_table = 10;
    const Geometry geometry = certificate.start.geometry();
    const bool by_tile = certificate.cost == CostModel::tile;
    if (geometry.cells() > (by_tile ? most_cells_by_tile : ExactDistances::most_cells)) {
        return std::optional<Solution>();
    }
    if (!by_tile && geometry.cells() <= most_cells_in_table) {
        const Labelling labels(certificate.goal);
        auto table = ExactDistances::build(geometry, labels.goal_blank(), limits.memory_bytes);
        if (!table) return table.error();
        Solution solution;
        solution.status = Status::solved;
        solution.cost = static_cast<Cost>(
            table->distance(labels.canonical_board<DynamicBoard>(certificate.start)));
        return std::optional(std::move(solution));
    }
    Job job;
    job.start = certificate.start;
    job.goal = certificate.goal;
    job.cost = certificate.cost;
    job.algorithm = by_tile ? "ucs" : "bidirectional-bfs";
    job.limits.time = limits.time;
    job.limits.memory_bytes = limits.memory_bytes;
    auto solution = engine.solve(job, observer);
    if (!solution) return solution.error();
    return std::optional(std::move(*solution));
}

Result<CertificateVerdict> check_distance(CertificateVerdict verdict,
                                          const Certificate& certificate, Engine& engine,
                                          const Limits& limits, Observer& observer) {
    auto exact = exact_solution(certificate, engine, limits, observer);
    if (!exact) return exact.error();
    if (!*exact) return verdict;
    const Solution& solution = **exact;
    if (solution.status != Status::solved) {
        verdict.stopped = solution.status;
        return verdict;
    }
    const Cost distance = solution.cost;
    if (certificate.bound.value > distance) {
        verdict.fault = fault_at("/bound/value", fmt::format("is {}, but the exact distance is {}",
                                                             certificate.bound.value, distance));
    } else if (certificate.path && certificate.path->cost < static_cast<std::uint64_t>(distance)) {
        verdict.fault = fault_at("/path/cost", fmt::format("is {}, but the exact distance is {}",
                                                           certificate.path->cost, distance));
    } else {
        verdict.confirmed.push_back(
            fmt::format("exact distance {}, without a heuristic", distance));
    }
    return verdict;
}

}  // namespace

Result<CertificateVerdict> recompute(const Certificate& certificate, Engine& engine,
                                     const Limits& limits, Observer& observer) {
    CertificateVerdict verdict = examine(certificate, engine.tables());
    if (!verdict.holds()) return verdict;
    verdict.trusted.clear();
    if (!repeatable(certificate)) {
        auto proven = prove_bound(std::move(verdict), certificate, engine, limits, observer);
        if (!proven || !proven->holds()) return proven;
        verdict = std::move(*proven);
    } else {
        const Job job = job_of(certificate, limits);
        auto solution = engine.solve(job, observer);
        if (!solution) return solution.error();
        const bool stopped_here =
            is_limit(solution->status) && solution->status != certificate.search.status;
        if (stopped_here) {
            verdict.stopped = solution->status;
            return verdict;
        }
        auto again = certify(job, *solution, engine.tables(), certificate.writer);
        if (!again) return again.error();
        verdict.fault = compare_certificates(certificate, std::move(*again));
        if (verdict.fault) return verdict;
        verdict.confirmed.push_back(fmt::format("searched again with the same result ({} nodes)",
                                                solution->counters.generated));
    }
    if (certificate.claim == ClaimKind::unsolvable) return verdict;
    return check_distance(std::move(verdict), certificate, engine, limits, observer);
}

}  // namespace tessera
