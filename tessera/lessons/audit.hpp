// Checks what heuristics claim about themselves against the exact distance of every state of a small board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/exact_distances.hpp"

namespace tessera {

/// What the exact distances say about one heuristic. Values are the exact ones, before rounding up.
struct AuditRow {
    HeuristicSpec spec;
    std::string name;
    bool claims_admissible = false;
    bool claims_consistent = false;

    bool admissible = true;  ///< h ≤ h* on every state
    bool consistent = true;  ///< |h(s) − h(t)| ≤ 1 on every move, and h(goal) = 0
    double goal_value = 0.0;
    std::uint64_t over_states = 0;  ///< states with h > h*
    double worst_over = 0.0;        ///< largest h − h*, with the first state in lexicographic order
    std::vector<Tile> worst_board;  ///< in the goal's own labels
    double worst_h = 0.0;
    int worst_distance = 0;
    std::uint64_t inconsistent_moves = 0;  ///< directed moves s→t with h(s) > 1 + h(t)
    double largest_drop = 0.0;             ///< largest h(s) − h(t) along a move
    double mean_h = 0.0;
    double largest_h = 0.0;
    std::uint64_t exact_states = 0;  ///< states with h = h*
    double mean_ratio = 0.0;         ///< mean of h / h* over the states other than the goal
    double correlation = 0.0;        ///< Pearson's, between h and h*

    /// No claim is refuted. A claim not made is never false.
    bool claims_hold() const {
        return (!claims_admissible || admissible) && (!claims_consistent || consistent);
    }
};

/// The result for all heuristics on one board and goal.
struct Audit {
    Geometry geometry;
    DynamicBoard goal;
    std::uint64_t states = 0;
    double mean_distance = 0.0;
    std::vector<std::uint64_t> histogram;  ///< states per distance
    std::vector<AuditRow> rows;
    /// Heuristics that cannot be built for this board, with the reason.
    std::vector<std::pair<std::string, std::string>> left_out;

    bool claims_hold() const;
};

struct AuditOptions {
    /// Four gigabytes, or all there can be where addresses have 32 bits.
    std::size_t memory_bytes =
        static_cast<std::size_t>(std::min<std::uint64_t>(std::uint64_t{4} << 30, SIZE_MAX));
    /// Told what is being done and how much of it (0 … 1); false stops the audit.
    std::function<bool(std::string_view what, double fraction)> progress;
};

/// Audits the given heuristics on every state from which `goal` can be reached (boards of up to 12
/// cells).
Result<Audit> audit(Engine& engine, const DynamicBoard& goal,
                    const std::vector<HeuristicSpec>& heuristics, const AuditOptions& options = {});

/// Every registered heuristic in its default form.
std::vector<HeuristicSpec> default_heuristics();

}  // namespace tessera
