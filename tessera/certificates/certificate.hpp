// Certificates: an answer with what proves it, written so that another program can check it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/pdb/table_source.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

inline constexpr std::string_view certificate_schema = "tessera.certificate/1";

/// What a certificate says of its board; docs/certificates.md tells what each takes to be believed.
enum class ClaimKind {
    optimal,      ///< the path costs as much as the bound
    bounded,      ///< a path, and a bound that a search or a heuristic proved
    path,         ///< a path; the bound is no more than Manhattan distance
    lower_bound,  ///< no path, only a bound
    unsolvable    ///< by parity
};
std::string_view to_string(ClaimKind kind);

/// What the bound rests on. The later ones take more trust, so it is the first of these that gives the bound's value.
enum class BoundBasis {
    none,       ///< there is none: the board is unsolvable
    manhattan,  ///< Manhattan distance of the start
    estimate,   ///< an admissible heuristic's value at the start
    rounds,     ///< rounds of iterative deepening that were searched to their end
    search      ///< what the search itself proved, with its counters to compare
};
std::string_view to_string(BoundBasis basis);

/// One round of iterative deepening.
struct CertifiedRound {
    enum class End {
        exhausted,   ///< no solution costs as much as the bound or less
        goal,        ///< a solution was met, the first in search order
        incomplete,  ///< another one was met; one core counts other nodes
        stopped      ///< by a limit: it says nothing
    };
    Cost bound = 0;
    std::uint64_t generated = 0;
    End end = End::exhausted;

    bool operator==(const CertifiedRound&) const = default;
};

std::string_view to_string(CertifiedRound::End end);

/// One table of a pattern database: whose it is, and the checksum of its content (pdb::checksum).
struct CertifiedTable {
    pdb::Pattern pattern;  ///< normalised
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> checksum;  ///< nothing where the search never had it

    bool operator==(const CertifiedTable&) const = default;
};

/// Which heuristic, what it claims, and what it said of the start.
struct CertifiedHeuristic {
    std::string name;  ///< in full, e.g. pdb:7-8
    bool admissible = false;
    bool consistent = false;
    double initial = 0.0;
    std::vector<CertifiedTable> tables;

    bool operator==(const CertifiedHeuristic&) const = default;
};

/// The search that gave the answer: enough to do it again.
struct CertifiedSearch {
    static constexpr std::uint64_t newest_counting = 3;

    std::string algorithm;
    std::optional<CertifiedHeuristic> heuristic;
    SearchOptions options;
    std::optional<std::uint64_t> node_limit;
    std::optional<Cost> depth_limit;
    std::uint64_t threads = 1;
    std::string device{cpu_device};  ///< where it was searched; left out where it is the cpu
    std::string weights;  ///< of a learned heuristic that led it; left out where there is none
    Status status = Status::error;
    /// How `counters` were counted. 1, left out: `expanded` had the goal that ended a search, or states at a depth limit. Before
    /// 3, beams kept other states.
    std::uint64_t counting = newest_counting;
    Counters counters;
    std::vector<CertifiedRound> rounds;  ///< of iterative deepening
    /// What the solution in hand cost after each round of a search that improves it, and its nodes.
    std::vector<Iteration> improvements;
};

/// The search, or the heuristic alone, that proved the bound where that was another one.
struct CertifiedProof {
    std::string algorithm;  ///< empty: the heuristic's value is the bound
    CertifiedHeuristic heuristic;
    std::uint64_t cycles = 0;
    std::optional<Cost> depth_limit;
    std::vector<CertifiedRound> rounds;
};

struct CertifiedBound {
    BoundBasis basis = BoundBasis::none;
    Cost value = 0;
    Cost manhattan = 0;  ///< of the start, moves weighed by the cost model
    std::optional<CertifiedProof> proof;
};

struct CertifiedPath {
    std::vector<Move> moves;
    std::uint64_t length = 0;
    std::uint64_t slides = 0;
    std::uint64_t cost = 0;
};

/// Every shortest solution, where they were asked for.
struct CertifiedSolutions {
    std::uint64_t count = 0;
    bool complete = false;
    std::vector<std::vector<Move>> moves;  ///< empty where only their number was asked for
};

/// All that a certificate says, as it stands there: nothing of it is checked but its form and that start and goal are boards of
/// one size with the same tiles.
struct Certificate {
    std::string writer;  ///< a remark: which program wrote it
    std::string id;      ///< a remark: what the board is called
    DynamicBoard start;
    DynamicBoard goal;
    CostModel cost = CostModel::unit;
    ClaimKind claim = ClaimKind::path;
    std::optional<double> gap;  ///< (cost − bound) / bound, where there is a path
    bool permutation_odd = false;
    std::uint64_t blank_distance = 0;
    std::optional<CertifiedPath> path;
    std::optional<CertifiedSolutions> solutions;
    CertifiedBound bound;
    CertifiedSearch search;
};

/// The certificate of an answer of this job. Tables come from `tables`, where the search has just had them from.
Result<Certificate> certify(const Job& job, const Solution& solution, pdb::TableSource& tables,
                            std::string_view writer);

/// `tessera.certificate/1`, on one line.
std::string to_json(const Certificate& certificate);

/// Reads one certificate. An Error for anything that `to_json` would not write, with the JSON pointer of the place: a field that
/// is missing, unknown or given twice, another type, a number out of range.
Result<Certificate> read_certificate(std::string_view text);

/// Whether a text is meant as certificates: JSON objects with this schema, of any version.
bool looks_like_certificates(std::string_view text);

/// One certificate, or several with a line for each. `source` is what errors call the text.
Result<std::vector<Certificate>> read_certificates(std::string_view text, std::string_view source);

/// The tables that a heuristic looks up on boards with this goal: those of each `pdb` in it.
Result<std::vector<pdb::Pattern>> tables_of(const HeuristicSpec& heuristic, Geometry geometry,
                                            Cell goal_blank);

/// The checksum of a table's content, as its file has it.
std::uint64_t table_checksum(const pdb::BitTable& table);

/// Manhattan distance of two boards in the same labels, moves weighed by the cost model.
Cost manhattan_distance(const DynamicBoard& start, const DynamicBoard& goal, CostModel cost);

/// Raises a lower bound to the parity of the Manhattan distance, where every move costs 1.
Cost with_parity_of(Cost bound, Cost manhattan, CostModel cost);

/// What rounds with an admissible heuristic prove: all that cost less than the last bound were exhausted; nothing without rounds.
std::optional<Cost> bound_of_rounds(const std::vector<CertifiedRound>& rounds,
                                    std::optional<Cost> depth_limit);

/// What the certificate's bound must be called to rest on; `none` where nothing in it gives the bound.
BoundBasis basis_of(const Certificate& certificate);

/// What path and bound together say of a board that can be solved.
ClaimKind claim_of(const Certificate& certificate);

/// The options that every certificate names, whether its algorithm has them or not, and their values when they are not set:
/// the format is older than the table of options. Other options stand behind them where the algorithm has them.
struct EveryCertificatesOption {
    std::string_view name;
    OptionValue unset;
};
std::span<const EveryCertificatesOption> every_certificates_options();

}  // namespace tessera
