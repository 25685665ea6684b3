// Parity of permutations, the reason in words, and the repairing swap.
#include "tessera/puzzle/solvability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

/// Where each tile lies on `board`.
std::vector<Cell> cells_by_tile(const DynamicBoard& board) {
    std::vector<Cell> cells(board.geometry().cells());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[index(board.tile_at(make_cell(i)))] = make_cell(i);
    }
    return cells;
}

/// Parity of the permutation that carries every cell of `start` to the goal cell of what lies on
/// it: a cycle of k cells is k − 1 swaps.
bool odd_permutation(const DynamicBoard& start, const DynamicBoard& goal) {
    const std::vector<Cell> home = cells_by_tile(goal);
    std::vector<bool> seen(home.size());
    bool odd = false;
    for (std::size_t first = 0; first < home.size(); ++first) {
        if (seen[first]) continue;
        seen[first] = true;
        std::size_t cell = index(home[index(start.tile_at(make_cell(first)))]);
        while (cell != first) {
            seen[cell] = true;
            odd = !odd;
            cell = index(home[index(start.tile_at(make_cell(cell)))]);
        }
    }
    return odd;
}

std::size_t blank_distance(const DynamicBoard& start, const DynamicBoard& goal) {
    return static_cast<std::size_t>(start.geometry().manhattan(start.blank(), goal.blank()));
}

/// Finds the best of about three swaps per cell. To try all pairs would take seconds on the largest boards.
class SwapFinder {
  public:
    SwapFinder(const DynamicBoard& start, const DynamicBoard& goal)
        : start_(start), home_(cells_by_tile(goal)) {}

    void find(SolvabilityReport& report) {
        const Geometry geometry = start_.geometry();
        for (std::size_t i = 0; i < geometry.cells(); ++i) {
            const Cell cell = make_cell(i);
            consider(cell, home_[index(start_.tile_at(cell))]);
            const MoveSet legal = geometry.legal_moves(cell);
            for (const Move move : {Move::right, Move::down}) {
                if (legal.has(move)) consider(cell, geometry.neighbour(cell, move));
            }
        }
        report.swap_a = std::min(best_a_, best_b_);
        report.swap_b = std::max(best_a_, best_b_);
    }

  private:
    Cost distance(Tile tile, Cell cell) const {
        return start_.geometry().manhattan(cell, home_[index(tile)]);
    }
    void consider(Cell x, Cell y) {
        const Tile a = start_.tile_at(x);
        const Tile b = start_.tile_at(y);
        if (a == b || a == blank_tile || b == blank_tile) return;
        const Cost change = distance(a, y) + distance(b, x) - distance(a, x) - distance(b, y);
        if (change >= best_change_) return;
        best_change_ = change;
        best_a_ = a;
        best_b_ = b;
    }

    const DynamicBoard& start_;
    std::vector<Cell> home_;
    Cost best_change_ = std::numeric_limits<Cost>::max();
    Tile best_a_ = blank_tile;
    Tile best_b_ = blank_tile;
};

std::string_view parity_word(bool odd) {
    return odd ? "odd" : "even";
}

std::string reason_of(const SolvabilityReport& report) {
    const std::string_view permutation = parity_word(report.permutation_odd);
    const std::string_view blank = parity_word(report.blank_distance % 2 == 1);
    if (report.solvable) {
        return fmt::format(
            "The tiles are an {} permutation of the goal and the blank is {} step{} from its "
            "place, "
            "which is {} too; boards where the two agree can be solved.",
            permutation, report.blank_distance, report.blank_distance == 1 ? "" : "s", blank);
    }
    return fmt::format(
        "The tiles are an {} permutation of the goal, but the blank is {} step{} from its place, "
        "which is {}. Every move changes both parities at once, so they can never come to agree.",
        permutation, report.blank_distance, report.blank_distance == 1 ? "" : "s", blank);
}

}  // namespace

bool solvable(const DynamicBoard& start, const DynamicBoard& goal) {
    if (start.geometry() != goal.geometry()) return false;
    return odd_permutation(start, goal) == (blank_distance(start, goal) % 2 == 1);
}

std::uint64_t inversions(const DynamicBoard& board) {
    // A Fenwick tree over tile numbers counts, for each tile, the larger ones read before it.
    const std::size_t cells = board.geometry().cells();
    std::vector<std::uint32_t> tree(cells, 0);
    std::uint64_t total = 0;
    std::uint64_t seen = 0;
    for (const Tile tile : board.tiles()) {
        if (tile == blank_tile) continue;
        std::uint64_t not_larger = 0;
        for (std::size_t i = index(tile); i > 0; i &= i - 1) not_larger += tree[i];
        total += seen - not_larger;
        for (std::size_t i = index(tile); i < cells; i += i & (~i + 1)) ++tree[i];
        ++seen;
    }
    return total;
}

SolvabilityReport explain_solvability(const DynamicBoard& start, const DynamicBoard& goal) {
    SolvabilityReport report;
    const Geometry size = start.geometry();
    for (const NamedGoal& named : named_goals()) {
        if (solvable(start, named.make(size))) report.reachable_goals.push_back(named.name);
    }
    if (size != goal.geometry()) {
        report.reason = fmt::format("The board is {}x{} but the goal is {}x{}.", size.rows,
                                    size.cols, goal.geometry().rows, goal.geometry().cols);
        return report;
    }
    report.permutation_odd = odd_permutation(start, goal);
    report.blank_distance = blank_distance(start, goal);
    report.solvable = report.permutation_odd == (report.blank_distance % 2 == 1);
    report.reason = reason_of(report);
    if (!report.solvable) SwapFinder(start, goal).find(report);
    return report;
}

}  // namespace tessera
