// Checks what heuristics claim about themselves against the exact distance of every state of a small board.
// This folder shows how searches and heuristics get their results: explain, trace and audit.
#include "tessera/lessons/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

/// Fractional heuristics are sums of rounded-down terms: differences below this are rounding, not
/// findings.
constexpr double rounding = 1e-6;

/// Sums kept while the states go by.
struct Sums {
    double h = 0.0;
    double hh = 0.0;
    double d = 0.0;
    double dd = 0.0;
    double hd = 0.0;
    double ratio = 0.0;
};

double pearson(const Sums& sums, double n) {
    const double covariance = sums.hd - sums.h * sums.d / n;
    const double spread = (sums.hh - sums.h * sums.h / n) * (sums.dd - sums.d * sums.d / n);
    return spread > 1e-9 ? covariance / std::sqrt(spread) : 0.0;
}

std::vector<Tile> original_tiles(const DynamicBoard& canonical, const Labelling& labels) {
    std::vector<Tile> tiles = tiles_of(canonical);
    for (Tile& tile : tiles) tile = labels.original(tile);
    return tiles;
}

template <BoardType B>
void look_at_state(AuditRow& row, Sums& sums, const ErasedHeuristic<B>& heuristic,
                   const ExactDistances& distances, const Labelling& labels, std::uint64_t rank) {
    B board = distances.unrank<B>(rank);
    const int distance = distances.distance_by_rank(rank);
    const auto state = heuristic.evaluate(board);
    const double h = heuristic.exact_value(state);
    const double exact = distance;

    const double over = h - exact;
    if (over > rounding) {
        ++row.over_states;
        // Ranks are not in lexicographic order of the boards, so equal ones have to be compared.
        if (over >= row.worst_over - rounding) {
            std::vector<Tile> tiles =
                original_tiles(DynamicBoard::from_tiles(board.geometry(), tiles_of(board)), labels);
            if (over > row.worst_over + rounding || tiles < row.worst_board) {
                row.worst_over = over;
                row.worst_board = std::move(tiles);
                row.worst_h = h;
                row.worst_distance = distance;
            }
        }
    }
    if (std::abs(over) <= rounding) ++row.exact_states;
    if (distance == 0) row.goal_value = h;
    row.largest_h = std::max(row.largest_h, h);

    const MoveSet legal = board.legal_moves();
    for (const Move move : all_moves) {
        if (!legal.has(move)) continue;
        const Cell from = board.neighbour(move);
        const auto next =
            heuristic.after_slide(state, board, board.tile_at(from), from, board.blank());
        const double drop = h - heuristic.exact_value(next);
        row.largest_drop = std::max(row.largest_drop, drop);
        if (drop > 1.0 + rounding) ++row.inconsistent_moves;
    }
    sums.h += h;
    sums.hh += h * h;
    sums.d += exact;
    sums.dd += exact * exact;
    sums.hd += h * exact;
    if (distance > 0) sums.ratio += h / exact;
}

template <BoardType B>
Result<AuditRow> audit_one(Engine& engine, const HeuristicSpec& spec,
                           const ExactDistances& distances, const Labelling& labels,
                           const AuditOptions& options) {
    auto heuristic = engine.heuristic<B>(spec, distances.geometry(), distances.goal_blank(), {},
                                         options.memory_bytes);
    if (!heuristic) return heuristic.error();
    AuditRow row;
    row.spec = spec;
    row.name = spec.name();
    row.claims_admissible = spec.admissible();
    row.claims_consistent = spec.consistent();
    Sums sums;
    const std::uint64_t states = distances.states();
    constexpr std::uint64_t report_every = std::uint64_t{1} << 20;
    for (std::uint64_t rank = 0; rank < states; ++rank) {
        look_at_state<B>(row, sums, **heuristic, distances, labels, rank);
        if (rank % report_every == 0 && options.progress &&
            !options.progress(row.name, static_cast<double>(rank) / static_cast<double>(states))) {
            return Error{ErrorCode::interrupted, "the audit was interrupted", ""};
        }
    }
    const auto n = static_cast<double>(states);
    row.admissible = row.over_states == 0;
    row.consistent = row.inconsistent_moves == 0 && std::abs(row.goal_value) <= rounding;
    row.mean_h = sums.h / n;
    row.mean_ratio = sums.ratio / std::max(1.0, n - 1.0);
    row.correlation = pearson(sums, n);
    return row;
}

double mean_distance(const ExactDistances& distances) {
    double sum = 0.0;
    for (std::size_t d = 0; d < distances.histogram().size(); ++d) {
        sum += static_cast<double>(d) * static_cast<double>(distances.histogram()[d]);
    }
    return sum / static_cast<double>(distances.states());
}

}  // namespace

bool Audit::claims_hold() const {
    return std::all_of(rows.begin(), rows.end(),
                       [](const AuditRow& row) { return row.claims_hold(); });
}

std::vector<HeuristicSpec> default_heuristics() {
    std::vector<HeuristicSpec> specs;
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        specs.push_back({entry, {}, {}});
    }
    return specs;
}

Result<Audit> audit(Engine& engine, const DynamicBoard& goal,
                    const std::vector<HeuristicSpec>& heuristics, const AuditOptions& options) {
    const Geometry geometry = goal.geometry();
    const Labelling labels(goal);
    auto distances = ExactDistances::build(
        geometry, labels.goal_blank(), options.memory_bytes, [&](int depth, std::uint64_t) {
            return !options.progress ||
                   options.progress(fmt::format("exact distances, depth {}", depth), 0.0);
        });
    if (!distances) return distances.error();

    Audit result;
    result.geometry = geometry;
    result.goal = goal;
    result.states = distances->states();
    result.mean_distance = mean_distance(*distances);
    result.histogram = distances->histogram();
    for (const HeuristicSpec& spec : heuristics) {
        auto row = geometry == Board3x3::shape
                       ? audit_one<EngineBoard<Board3x3>>(engine, spec, *distances, labels, options)
                       : audit_one<DynamicBoard>(engine, spec, *distances, labels, options);
        if (row) {
            result.rows.push_back(std::move(*row));
        } else if (row.error().code == ErrorCode::memory_limit) {
            result.left_out.emplace_back(spec.name(), row.error().message);
        } else {
            return row.error();
        }
    }
    return result;
}

}  // namespace tessera
