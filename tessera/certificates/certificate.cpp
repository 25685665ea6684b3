// Certificates: what an answer proves, and how that is written down.
// This folder writes, reads and checks certificates.
#include "tessera/certificates/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tessera/base/hash.hpp"
#include "tessera/base/json.hpp"
#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/manhattan.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/all_shortest.hpp"

namespace tessera {

std::string_view to_string(ClaimKind kind) {
    switch (kind) {
        case ClaimKind::optimal:
            return "optimal";
        case ClaimKind::bounded:
            return "bounded";
        case ClaimKind::path:
            return "path";
        case ClaimKind::lower_bound:
            return "lower-bound";
        case ClaimKind::unsolvable:
            return "unsolvable";
    }
    return "path";
}

std::string_view to_string(BoundBasis basis) {
    switch (basis) {
        case BoundBasis::none:
            return "none";
        case BoundBasis::manhattan:
            return "manhattan";
        case BoundBasis::estimate:
            return "estimate";
        case BoundBasis::rounds:
            return "rounds";
        case BoundBasis::search:
            return "search";
    }
    return "none";
}

std::string_view to_string(CertifiedRound::End end) {
    switch (end) {
        case CertifiedRound::End::exhausted:
            return "exhausted";
        case CertifiedRound::End::goal:
            return "goal";
        case CertifiedRound::End::incomplete:
            return "incomplete";
        case CertifiedRound::End::stopped:
            return "stopped";
    }
    return "stopped";
}

Result<std::vector<pdb::Pattern>> tables_of(const HeuristicSpec& heuristic, Geometry geometry,
                                            Cell goal_blank) {
    std::vector<pdb::Pattern> patterns;
    const auto add = [&](const pdb::Pattern& pattern) {
        if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) {
            patterns.push_back(pattern);
        }
    };
    if (heuristic.entry->info->pattern_tables) {
        for (const auto& [key, name] : heuristic.parameters) {
            auto partition = pdb::parse_partition(name, geometry, goal_blank);
            if (!partition) return partition.error();
            // The turned and mirrored ones have the same tables.
            for (const pdb::Pattern& pattern : partition->patterns) {
                add(pdb::normalise(pattern).pattern);
            }
        }
    }
    for (const HeuristicSpec& child : heuristic.children) {
        auto theirs = tables_of(child, geometry, goal_blank);
        if (!theirs) return theirs;
        for (const pdb::Pattern& pattern : *theirs) add(pattern);
    }
    return patterns;
}

std::uint64_t table_checksum(const pdb::BitTable& table) {
    return checksum(std::as_bytes(table.words()));
}

Cost manhattan_distance(const DynamicBoard& start, const DynamicBoard& goal, CostModel cost) {
    std::vector<Cost> costs;
    if (cost == CostModel::tile) {
        costs.resize(start.geometry().cells());
        std::iota(costs.begin(), costs.end(), Cost{0});
    }
    return manhattan_distance(start, goal, costs);
}

Cost with_parity_of(Cost bound, Cost manhattan, CostModel cost) {
    return cost == CostModel::unit ? with_parity_of(bound, manhattan) : bound;
}

std::optional<Cost> bound_of_rounds(const std::vector<CertifiedRound>& rounds,
                                    std::optional<Cost> depth_limit) {
    if (rounds.empty()) return std::nullopt;
    const CertifiedRound& last = rounds.back();
    if (last.end != CertifiedRound::End::exhausted) return last.bound;
    // Deepening ends so only where the next bound lies beyond the depth limit. A first bound beyond it proves itself only.
    if (depth_limit) return std::max(last.bound, *depth_limit + 1);
    return last.bound + 1;
}

std::span<const EveryCertificatesOption> every_certificates_options() {
    static const EveryCertificatesOption list[] = {
        {"weight", 0.0},
        {"adaptive", false},
        {"seed", std::uint64_t{1}},
        {"cycles", std::uint64_t{0}},
        {"width", std::uint64_t{0}},
        {"sideways", std::uint64_t{100}},
        {"restarts", std::uint64_t{1000}},
    };
    return list;
}

namespace {

std::vector<CertifiedRound> certified_rounds(const std::vector<Iteration>& iterations,
                                             Status status) {
    using End = CertifiedRound::End;
    std::vector<CertifiedRound> rounds;
    rounds.reserve(iterations.size());
    for (const Iteration& iteration : iterations) {
        rounds.push_back({iteration.bound, iteration.generated, End::exhausted});
    }
    if (rounds.empty()) return rounds;
    const bool to_the_end = status == Status::depth_limit || status == Status::unsolvable;
    if (to_the_end) return rounds;
    rounds.back().end = status != Status::solved     ? End::stopped
                        : iterations.back().complete ? End::goal
                                                     : End::incomplete;
    return rounds;
}

Result<CertifiedHeuristic> identify(const std::string& name, double initial, const Job& job,
                                    bool from_both_ends, pdb::TableSource& tables) {
    auto spec = parse_heuristic(name);
    if (!spec) return spec.error();
    CertifiedHeuristic heuristic{spec->name(), spec->admissible(), spec->consistent(), initial, {}};
    std::vector<Cell> blanks{job.goal.blank()};
    if (from_both_ends && job.start.blank() != blanks.front()) blanks.push_back(job.start.blank());
    std::vector<pdb::Pattern> patterns;
    for (const Cell blank : blanks) {
        auto found = tables_of(*spec, job.goal.geometry(), blank);
        if (!found) return found.error();
        for (pdb::Pattern& pattern : *found) {
            if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) {
                patterns.push_back(std::move(pattern));
            }
        }
    }
    pdb::BuildObserver nobody;
    for (const pdb::Pattern& pattern : patterns) {
        auto size = pdb::build_size(pattern.geometry, pattern.tiles.size());
        if (!size) return size.error();
        CertifiedTable entry{pattern, size->table_bytes, std::nullopt};
        // A search that was stopped before its tables were there, or had no room for them, had none.
        if (tables.at_hand(pattern)) {
            auto table = tables.table(pattern, job.limits.memory_bytes, nobody);
            if (table) entry.checksum = table_checksum(**table);
        }
        heuristic.tables.push_back(std::move(entry));
    }
    return heuristic;
}

}  // namespace

BoundBasis basis_of(const Certificate& certificate) {
    const CertifiedBound& bound = certificate.bound;
    const auto gives = [&](Cost value) {
        return with_parity_of(value, bound.manhattan, certificate.cost) == bound.value;
    };
    const auto estimate_gives = [&](const CertifiedHeuristic& heuristic) {
        return heuristic.admissible && gives(static_cast<Cost>(std::ceil(heuristic.initial)));
    };
    const auto rounds_give = [&](const std::vector<CertifiedRound>& rounds,
                                 std::optional<Cost> depth_limit) {
        const auto value = bound_of_rounds(rounds, depth_limit);
        return value && gives(*value);
    };
    if (certificate.claim == ClaimKind::unsolvable) return BoundBasis::none;
    if (bound.value == bound.manhattan) return BoundBasis::manhattan;
    if (bound.proof) {
        if (bound.proof->algorithm.empty() && estimate_gives(bound.proof->heuristic)) {
            return BoundBasis::estimate;
        }
        const bool admissible = bound.proof->heuristic.admissible;
        return admissible && rounds_give(bound.proof->rounds, bound.proof->depth_limit)
                   ? BoundBasis::rounds
                   : BoundBasis::none;
    }
    const CertifiedSearch& search = certificate.search;
    if (search.heuristic && !search.heuristic->admissible) return BoundBasis::none;
    if (search.heuristic && estimate_gives(*search.heuristic)) return BoundBasis::estimate;
    if (rounds_give(search.rounds, search.depth_limit)) return BoundBasis::rounds;
    return BoundBasis::search;
}

ClaimKind claim_of(const Certificate& certificate) {
    if (!certificate.path) return ClaimKind::lower_bound;
    if (certificate.path->cost == static_cast<std::uint64_t>(certificate.bound.value)) {
        return ClaimKind::optimal;
    }
    return certificate.bound.basis == BoundBasis::manhattan ? ClaimKind::path : ClaimKind::bounded;
}

Result<Certificate> certify(const Job& job, const Solution& solution, pdb::TableSource& tables,
                            std::string_view writer) {
    Certificate certificate;
    certificate.writer = writer;
    certificate.id = solution.asked.id;
    certificate.start = solution.asked.start;
    certificate.goal = solution.asked.goal;
    certificate.cost = solution.asked.cost;
    const SolvabilityReport parity = explain_solvability(solution.asked.start, solution.asked.goal);
    certificate.permutation_odd = parity.permutation_odd;
    certificate.blank_distance = parity.blank_distance;

    // 1. The search.
    CertifiedSearch& search = certificate.search;
    search.algorithm = solution.asked.algorithm;
    const bool to_a_deadline = claims(solution.asked.algorithm, &AlgorithmInfo::to_a_deadline);
    const registry::AlgorithmEntry* entry = nullptr;
    if (!to_a_deadline) {
        auto found = find_algorithm(solution.asked.algorithm);
        if (!found) return found.error();
        entry = *found;
    }
    search.options =
        options_in_force(solution.asked.options, algorithm_info(solution.asked.algorithm));
    // Which solutions were kept is seen from them.
    search.options.reset(search::all_shortest::keep_all.name);
    if (job.limits.nodes != Limits().nodes) search.node_limit = job.limits.nodes;
    if (job.limits.depth < infinite_cost) search.depth_limit = job.limits.depth;
    search.threads = solution.measured.threads;
    search.device = solution.measured.device;
    search.weights = solution.measured.weights;
    search.status = solution.outcome.status;
    search.counters = solution.measured.counters;
    const bool unsolvable = solution.proof.unsolvable.has_value();
    // To a deadline it only guides the beams; what the bound rests on is in the proof.
    if (!solution.asked.heuristic.empty() && !unsolvable && !to_a_deadline) {
        auto heuristic = identify(solution.asked.heuristic, solution.proof.initial_h, job,
                                  entry->from_both_ends, tables);
        if (!heuristic) return heuristic.error();
        search.heuristic = std::move(*heuristic);
    }
    if (claims(solution.asked.algorithm, &AlgorithmInfo::deepens)) {
        search.rounds = certified_rounds(solution.measured.iterations, solution.outcome.status);
    } else if (!to_a_deadline) {
        search.improvements = solution.measured.iterations;
    }
    if (unsolvable) {
        certificate.claim = ClaimKind::unsolvable;
        certificate.bound.manhattan =
            manhattan_distance(solution.asked.start, solution.asked.goal, solution.asked.cost);
        return certificate;
    }

    // 2. The path.
    if (solution.outcome.found) {
        certificate.path = CertifiedPath{solution.outcome.moves, solution.outcome.moves.size(),
                                         solution.outcome.slides,
                                         static_cast<std::uint64_t>(solution.outcome.cost)};
        certificate.gap = gap(solution);
    }
    if (solution.outcome.solutions > 0) {
        certificate.solutions = CertifiedSolutions{
            solution.outcome.solutions, solution.outcome.all_solutions, solution.outcome.all_paths};
    }

    // 3. The bound.
    CertifiedBound& bound = certificate.bound;
    bound.value = solution.proof.lower_bound;
    bound.manhattan =
        manhattan_distance(solution.asked.start, solution.asked.goal, solution.asked.cost);
    const bool proven_elsewhere = solution.proof.bound && bound.value != bound.manhattan &&
                                  solution.proof.bound->lower_bound == bound.value;
    if (proven_elsewhere) {
        const BoundProof& proven = *solution.proof.bound;
        auto heuristic = identify(proven.heuristic, proven.initial_h, job, false, tables);
        if (!heuristic) return heuristic.error();
        CertifiedProof& proof = bound.proof.emplace();
        proof.heuristic = std::move(*heuristic);
        // Rounds are told only where the heuristic's value at the start is not enough.
        if (basis_of(certificate) != BoundBasis::estimate) {
            proof.algorithm = proven.algorithm;
            proof.cycles = proven.cycles;
            if (proven.depth < infinite_cost) proof.depth_limit = proven.depth;
            proof.rounds = certified_rounds(proven.iterations, proven.status);
        }
    }
    bound.basis = basis_of(certificate);
    certificate.claim = claim_of(certificate);
    return certificate;
}

namespace {

using CertificateJson = nlohmann::ordered_json;

/// Whole numbers as such, so that every reader has them exactly.
CertificateJson plain_number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? CertificateJson(whole) : CertificateJson(value);
}

CertificateJson rounds_json(const std::vector<CertifiedRound>& rounds) {
    CertificateJson list = CertificateJson::array();
    for (const CertifiedRound& round : rounds) {
        list.push_back({{"bound", round.bound},
                        {"generated", round.generated},
                        {"end", to_string(round.end)}});
    }
    return list;
}

CertificateJson heuristic_json(const CertifiedHeuristic& heuristic) {
    CertificateJson tables = CertificateJson::array();
    for (const CertifiedTable& table : heuristic.tables) {
        tables.push_back(
            {{"goal_blank", index(table.pattern.goal_blank)},
             {"tiles", tile_numbers(table.pattern.tiles)},
             {"bytes", table.bytes},
             {"checksum", table.checksum ? CertificateJson(fmt::format("{:016x}", *table.checksum))
                                         : CertificateJson()}});
    }
    return {{"name", heuristic.name},
            {"admissible", heuristic.admissible},
            {"consistent", heuristic.consistent},
            {"initial", plain_number(heuristic.initial)},
            {"tables", std::move(tables)}};
}

CertificateJson certified_value(const OptionValue& value) {
    if (const auto* real = std::get_if<double>(&value)) return plain_number(*real);
    return std::visit([](const auto& given) { return CertificateJson(given); }, value);
}

/// The options that every certificate has, with their values or defaults; then those that only this algorithm has.
CertificateJson options_json(const CertifiedSearch& search) {
    CertificateJson json{{"order", order_text(search.options.order)}};
    for (const EveryCertificatesOption& one : every_certificates_options()) {
        const OptionValue* given = search.options.find(one.name);
        json[one.name] = certified_value(given != nullptr ? *given : one.unset);
    }
    if (const AlgorithmInfo* info = algorithm_info(search.algorithm)) {
        tell_options(search.options, *info,
                     [&](const OptionInfo& option, const OptionValue& value) {
                         const std::string name = json_name(option.name);
                         if (!json.contains(name)) json[name] = certified_value(value);
                     });
    }
    return json;
}

CertificateJson search_json(const CertifiedSearch& search) {
    CertificateJson json;
    json["algorithm"] = search.algorithm;
    json["heuristic"] = search.heuristic ? heuristic_json(*search.heuristic) : CertificateJson();
    json["options"] = options_json(search);
    json["limits"] = {{"nodes", or_null(search.node_limit)},
                      {"depth", or_null(search.depth_limit)}};
    json["threads"] = search.threads;
    if (search.device != cpu_device) json["device"] = search.device;
    if (!search.weights.empty()) json["weights"] = search.weights;
    json["status"] = to_string(search.status);
    if (search.counting > 1) json["counting"] = search.counting;
    json["counters"] = {
        {"expanded", search.counters.expanded},       {"generated", search.counters.generated},
        {"reexpanded", search.counters.reexpanded},   {"peak_open", search.counters.peak_open},
        {"peak_states", search.counters.peak_states}, {"max_depth", search.counters.max_depth}};
    json["rounds"] = rounds_json(search.rounds);
    CertificateJson improvements = CertificateJson::array();
    for (const Iteration& iteration : search.improvements) {
        improvements.push_back({{"cost", iteration.bound}, {"generated", iteration.generated}});
    }
    json["improvements"] = std::move(improvements);
    return json;
}

CertificateJson bound_json(const CertifiedBound& bound) {
    CertificateJson json;
    json["basis"] = to_string(bound.basis);
    json["value"] =
        bound.basis == BoundBasis::none ? CertificateJson() : CertificateJson(bound.value);
    json["manhattan"] = bound.manhattan;
    json["proof"] = nullptr;
    if (bound.proof) {
        const CertifiedProof& proof = *bound.proof;
        json["proof"] = {{"algorithm", proof.algorithm.empty() ? CertificateJson()
                                                               : CertificateJson(proof.algorithm)},
                         {"heuristic", heuristic_json(proof.heuristic)},
                         {"cycles", proof.cycles},
                         {"depth", or_null(proof.depth_limit)},
                         {"rounds", rounds_json(proof.rounds)}};
    }
    return json;
}

}  // namespace

std::string to_json(const Certificate& certificate) {
    const auto letters = [&](const std::vector<Move>& moves) {
        return format_moves(moves, certificate.start, Notation::blank);
    };
    const Geometry geometry = certificate.start.geometry();
    CertificateJson json;
    json["schema"] = certificate_schema;
    json["writer"] = certificate.writer;
    json["id"] = certificate.id;
    json["size"] = CertificateJson::array({geometry.rows, geometry.cols});
    json["start"] = tile_numbers(certificate.start.tiles());
    json["goal"] = tile_numbers(certificate.goal.tiles());
    json["cost"] = to_string(certificate.cost);
    json["claim"] = {{"kind", to_string(certificate.claim)},
                     {"gap", certificate.gap ? plain_number(*certificate.gap) : CertificateJson()}};
    json["parity"] = {{"permutation", certificate.permutation_odd ? "odd" : "even"},
                      {"blank_distance", certificate.blank_distance}};
    json["path"] = nullptr;
    if (certificate.path) {
        json["path"] = {{"moves", letters(certificate.path->moves)},
                        {"convention", "blank"},
                        {"length", certificate.path->length},
                        {"slides", certificate.path->slides},
                        {"cost", certificate.path->cost}};
    }
    json["solutions"] = nullptr;
    if (certificate.solutions) {
        CertificateJson list = CertificateJson::array();
        for (const std::vector<Move>& moves : certificate.solutions->moves) {
            list.push_back(letters(moves));
        }
        json["solutions"] = {{"count", certificate.solutions->count},
                             {"complete", certificate.solutions->complete},
                             {"moves", std::move(list)}};
    }
    json["bound"] = bound_json(certificate.bound);
    json["search"] = search_json(certificate.search);
    return one_line(json);
}

}  // namespace tessera
