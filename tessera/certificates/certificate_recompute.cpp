// Checking certificates against tables at hand, and by doing the search again.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tessera/base/json.hpp"
#include "tessera/certificates/certificate_check.hpp"
#include "tessera/certificates/certificate_faults.hpp"
#include "tessera/puzzle/exact_distances.hpp"
#include "tessera/search/all_shortest.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {
namespace {

using certificate_faults::compare;
using certificate_faults::Fault;
using certificate_faults::fault_at;
using certificate_faults::is_limit;

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

/// What holds if the certificate tells the truth about the search.
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

using CertificateJson = nlohmann::ordered_json;

/// Whether the search ends the same way whenever and wherever it is done again.
bool repeatable(const Certificate& certificate) {
    const CertifiedSearch& search = certificate.search;
    if (claims(search.algorithm, &AlgorithmInfo::to_a_deadline) &&
        search.status != Status::unsolvable) {
        return false;
    }
    switch (search.status) {
        case Status::solved:
        case Status::unsolvable:
        case Status::depth_limit:
        case Status::gave_up:
            return true;
        case Status::node_limit:
            return search.threads == 1 && search.device == cpu_device;
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
    if (certificate.solutions && !certificate.solutions->moves.empty()) {
        job.options.set(search::all_shortest::keep_all, OptionValue(true));
    }
    // Where the number of threads matters, one is repeated as one.
    const bool matters = search.status == Status::node_limit ||
                         !claims(search.algorithm, &AlgorithmInfo::repeatable);
    if (matters && search.threads == 1) job.options.threads = 1;
    job.limits = limits;
    job.limits.nodes = search.node_limit.value_or(Limits().nodes);
    job.limits.depth = search.depth_limit.value_or(Limits().depth);
    return job;
}

/// The first place where two JSON values differ.
Fault first_difference(const CertificateJson& said, const CertificateJson& is,
                       const std::string& pointer) {
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
    return fault_at(pointer,
                    fmt::format("is {}, recomputed: {}", glance(said, 200), glance(is, 200)));
}

/// Compares all that two certificates of the same search must have in common.
Fault compare_certificates(const Certificate& said, Certificate again) {
    again.writer = said.writer;
    again.id = said.id;
    again.search.threads = said.search.threads;
    // An older program counted other states as expanded, and searched in another way where the algorithm has changed since.
    const AlgorithmInfo* info = algorithm_info(said.search.algorithm);
    const bool changed = info != nullptr && said.search.counting < info->counting;
    if (said.search.counting < 2) {
        again.search.counters.expanded = said.search.counters.expanded;
        again.search.counters.reexpanded = said.search.counters.reexpanded;
    }
    again.search.counting = said.search.counting;
    if (changed) again.search.counters = said.search.counters;
    // One core is the oracle of devices. Where they met another solution first, what both share are complete rounds, length
    // and bound.
    again.search.device = said.search.device;
    const auto& rounds = said.search.rounds;
    if (!rounds.empty() && rounds.back().end == CertifiedRound::End::incomplete && said.path &&
        again.path && said.path->cost == again.path->cost &&
        rounds.size() == again.search.rounds.size()) {
        again.path = said.path;
        again.search.counters = said.search.counters;
        again.search.rounds.back().generated = rounds.back().generated;
        again.search.rounds.back().end = CertifiedRound::End::incomplete;
    }
    // Where a limit ended the search for a shortest path, "auto" builds one in another way.
    const bool built = is_limit(said.search.status) && said.path && !again.path;
    // Which worker sees a state first may be a matter of luck: then the same bound, and a path of the same cost where the
    // heuristic makes paths shortest.
    const bool admissible = said.search.heuristic && said.search.heuristic->admissible;
    const bool luck = !claims(said.search.algorithm, &AlgorithmInfo::repeatable) &&
                      said.search.threads > 1 && said.path && again.path &&
                      (!admissible || said.path->cost == again.path->cost);
    if (built || luck || (changed && said.path && again.path)) {
        again.path = said.path;
        again.gap = said.gap;
        again.claim = said.claim;
    }
    if (luck) again.search.counters = said.search.counters;
    const auto fields = [](const Certificate& certificate) {
        return CertificateJson::parse(to_json(certificate), nullptr, false);
    };
    return first_difference(fields(said), fields(again), "");
}

/// The heuristic's value at the start, as the engine has it.
Result<Fault> check_initial(Engine& engine, const Certificate& certificate,
                            const CertifiedHeuristic& heuristic, std::string_view pointer,
                            const Limits& limits) {
    auto spec = parse_heuristic(heuristic.name);
    if (!spec) return spec.error();
    const Labelling labels(certificate.goal);
    auto built = engine.heuristic<DynamicBoard>(
        *spec, certificate.goal.geometry(), labels.goal_blank(),
        canonical_costs(certificate.cost, labels), limits.memory_bytes);
    if (!built) return built.error();
    const auto start = labels.canonical_board<DynamicBoard>(certificate.start);
    return compare(fmt::format("{}/initial", pointer), heuristic.initial,
                   (*built)->exact_value((*built)->evaluate(start)), "recomputed");
}

/// The checksums of all tables, built where they are not at hand.
Result<Fault> check_all_tables(const Certificate& certificate, pdb::TableSource& tables,
                               const Limits& limits) {
    pdb::BuildObserver nobody;
    for (const auto& [pointer, table] : all_tables(certificate)) {
        if (!table->checksum) continue;
        auto here = tables.table(table->pattern, limits.memory_bytes, nobody);
        if (!here) return here.error();
        const std::uint64_t sum = table_checksum(**here);
        if (sum == *table->checksum) continue;
        return Fault(
            fault_at(fmt::format("{}/checksum", pointer),
                     fmt::format("is {:016x}, recomputed: {:016x}", *table->checksum, sum)));
    }
    return Fault();
}

/// What it means for a certificate that its search cannot be done again.
Result<CertificateVerdict> not_done(CertificateVerdict verdict, const Error& error,
                                    std::string_view pointer) {
    switch (error.code) {
        case ErrorCode::memory_limit:
            verdict.stopped = Status::memory_limit;
            return verdict;
        case ErrorCode::interrupted:
            verdict.stopped = Status::interrupted;
            return verdict;
        case ErrorCode::internal:
            return error;
        default:
            verdict.fault = fault_at(pointer, error.message);
            return verdict;
    }
}

/// Rounds below the bound must be those of a search that went as far.
Fault compare_rounds(const std::vector<CertifiedRound>& said, const std::vector<Iteration>& again,
                     std::string_view pointer) {
    for (std::size_t i = 0; i < said.size() && said[i].end == CertifiedRound::End::exhausted; ++i) {
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
    if (bound.basis == BoundBasis::manhattan || bound.basis == BoundBasis::none) return verdict;
    const CertifiedHeuristic* heuristic = bound.proof        ? &bound.proof->heuristic
                                          : search.heuristic ? &*search.heuristic
                                                             : nullptr;
    const std::string_view pointer = bound.proof ? "/bound/proof/heuristic" : "/search/heuristic";
    if (heuristic != nullptr) {
        auto fault = check_initial(engine, certificate, *heuristic, pointer, limits);
        if (fault && !*fault) fault = check_all_tables(certificate, engine.tables(), limits);
        if (!fault) return not_done(std::move(verdict), fault.error(), pointer);
        verdict.fault = *fault;
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
    job.options.reset(search::all_shortest::keep_all.name);
    if (bound.proof) {
        job.algorithm = bound.proof->algorithm;
        job.heuristic = heuristic->name;
        job.options = options_in_force(job.options, algorithm_info(job.algorithm));
        job.options.set(search::ida_star::cycles, bound.proof->cycles);
    } else if (claims(search.algorithm, &AlgorithmInfo::to_a_deadline)) {
        job.algorithm = "ida*";
        job.options = options_in_force(job.options, algorithm_info(job.algorithm));
    }
    auto again = engine.solve(job, observer);
    if (!again) {
        return not_done(std::move(verdict), again.error(),
                        bound.proof ? "/bound/proof" : "/search");
    }
    if (again->outcome.found) {
        verdict.fault = fault_at("/bound/value", fmt::format("is {}, but there is a solution of {}",
                                                             bound.value, again->outcome.cost));
        return verdict;
    }
    const std::vector<CertifiedRound>& rounds = bound.proof ? bound.proof->rounds : search.rounds;
    if (again->outcome.status != Status::depth_limit) {
        verdict.stopped = again->outcome.status;
        return verdict;
    }
    verdict.fault = compare_rounds(rounds, again->measured.iterations,
                                   bound.proof ? "/bound/proof/rounds" : "/search/rounds");
    if (!verdict.fault && again->proof.lower_bound < bound.value) {
        verdict.fault = fault_at("/bound/value", fmt::format("is {}, recomputed: {}", bound.value,
                                                             again->proof.lower_bound));
    }
    if (!verdict.fault) {
        verdict.confirmed.push_back(fmt::format("the bound proven again by {} ({} nodes)",
                                                again->asked.algorithm,
                                                again->measured.counters.generated));
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
        solution.outcome.status = Status::solved;
        solution.outcome.cost = static_cast<Cost>(
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
    if (!exact) return not_done(std::move(verdict), exact.error(), "/start");
    if (!*exact) return verdict;
    const Solution& solution = **exact;
    if (solution.outcome.status != Status::solved) {
        verdict.stopped = solution.outcome.status;
        return verdict;
    }
    const Cost distance = solution.outcome.cost;
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
        if (!solution) return not_done(std::move(verdict), solution.error(), "/search");
        const bool stopped_here = is_limit(solution->outcome.status) &&
                                  solution->outcome.status != certificate.search.status;
        if (stopped_here) {
            verdict.stopped = solution->outcome.status;
            return verdict;
        }
        auto again = certify(job, *solution, engine.tables(), certificate.writer);
        if (!again) return not_done(std::move(verdict), again.error(), "/search");
        verdict.fault = compare_certificates(certificate, std::move(*again));
        if (verdict.fault) return verdict;
        verdict.confirmed.push_back(fmt::format("searched again with the same result ({} nodes)",
                                                solution->measured.counters.generated));
    }
    if (certificate.claim == ClaimKind::unsolvable) return verdict;
    return check_distance(std::move(verdict), certificate, engine, limits, observer);
}

}  // namespace tessera
