// Random boards at an exact optimal distance from the goal.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/exact_distances.hpp"
#include "tessera/puzzle/random.hpp"

namespace tessera {

/// Makes boards whose shortest solution has exactly a given number of moves.
///
/// Up to 12 cells every state's distance is tabled, and each board at the distance is equally
/// likely. Beyond, a random board is solved to a proven optimum; the state `distance` moves before
/// the end of an optimal solution is exactly that far away, because every part of a shortest path
/// is a shortest path. The board is solved again to verify it. Such boards are random but not
/// uniform over all boards at the distance.
class DistanceGenerator {
  public:
    /// The time of `limits` is for a board, its other limits are for each search on the way to one.
    DistanceGenerator(Engine& engine, const DynamicBoard& goal, const Limits& limits)
        : engine_(engine), goal_(goal), limits_(limits) {}

    Result<DynamicBoard> make(int distance, Random& random, Observer& observer);
    /// How many boards there are at this distance; nothing where that is not known, or not yet.
    std::optional<std::uint64_t> boards_at(int distance) const;

  private:
    Result<DynamicBoard> from_table(int distance, Random& random, Observer& observer);
    Result<DynamicBoard> by_search(int distance, Random& random, Observer& observer);

    Engine& engine_;
    DynamicBoard goal_;
    Limits limits_;
    std::unique_ptr<ExactDistances> table_;
    int tabled_ = -1;  ///< how far the table was made for
};

}  // namespace tessera
