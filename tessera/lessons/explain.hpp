// Every heuristic's value on one board and where it comes from, in the user's own tile numbers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tessera/contracts/explanation.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera {

/// One heuristic on one board.
struct HeuristicExplanation {
    HeuristicSpec spec;
    std::string name;
    /// What a search uses: the value rounded up; nothing where it is infinite.
    std::optional<Cost> estimate;
    Explanation explanation;
};

/// What decides whether the board can be solved, beside the report that says so.
struct Parity {
    /// The cycles of the permutation from start to goal, the blank included: each tile stands where the
    /// next one belongs. Tiles at home are left out.
    std::vector<std::vector<Tile>> cycles;
    /// A cycle of n needs n − 1 swaps; the permutation is odd where the sum is.
    std::size_t swaps = 0;
    /// Pairs of tiles in another order than in the goal, read row by row, the blank left out.
    std::uint64_t inversions = 0;
};

/// The least cost of a solution, as far as a search has found it out.
struct TrueDistance {
    std::optional<Cost> best;  ///< of a solution found
    Cost lower_bound = 0;      ///< proven

    bool proven() const { return best && *best == lower_bound; }
};

struct BoardExplanation {
    std::string id;
    DynamicBoard start;
    DynamicBoard goal;
    CostModel cost = CostModel::unit;
    SolvabilityReport solvability;
    Parity parity;
    std::optional<TrueDistance> truth;  ///< nothing where it was not looked for, or there is none
    std::vector<HeuristicExplanation> heuristics;
    /// Heuristics that cannot be built for this board, with the reason.
    std::vector<std::pair<std::string, std::string>> left_out;
};

struct ExplainOptions {
    std::string id;
    CostModel cost = CostModel::unit;
    /// Look for the true distance whatever it takes within the limits, not only on small boards.
    bool exact = false;
    Limits limits;
    /// Hears how the building of tables goes; may be null.
    pdb::BuildObserver* build_observer = nullptr;
};

/// Explains each of the heuristics on `start`. Those that have no table for this size are left out, with the
/// reason; any other failure to build one is an Error. An unsolvable board is explained like any other.
Result<BoardExplanation> explain(Engine& engine, const DynamicBoard& start,
                                 const DynamicBoard& goal,
                                 const std::vector<HeuristicSpec>& heuristics,
                                 const ExplainOptions& options, Observer& observer);

/// The value of each tile of the board that the explanation's tiles say (of `largest` only the part that counts),
/// indexed by tile; parts about lines, groups or directions are not shared out.
std::vector<double> values_by_tile(const Explanation& explanation, Geometry geometry);

}  // namespace tessera
