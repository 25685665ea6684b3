// The true distance from any board to any goal, if it can be computed: the self-test compares every search with it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/exact_distances.hpp"

namespace tessera::lab {

/// True distances to one goal.
///
/// Goals that are images of each other (another corner, rows for columns, other numbers on the tiles) share one table: the board
/// is turned and renamed until the goal is the one that the table was made for. That is done here from the goal's cells alone,
/// without the labelling that the engine uses.
class TrueDistances {
  public:
    /// The distance of the board from the goal; nothing if it is not known.
    std::optional<Cost> of(const DynamicBoard& board) const;

    /// The number of shortest solutions of the board; nothing if distances on the way are not known.
    std::optional<std::uint64_t> shortest_solutions(const DynamicBoard& board) const;

  private:
    friend class DistanceStore;

    /// Distances of the boards near the goal, by their packed tiles.
    using Ball = std::unordered_map<std::uint64_t, std::uint8_t>;

    std::vector<std::uint8_t> turned(const DynamicBoard& board) const;
    std::optional<Cost> of_turned(const std::vector<std::uint8_t>& tiles) const;

    Geometry shape_;                  ///< of the turned board
    Cell blank_{0};                   ///< of the turned goal
    std::vector<std::size_t> place_;  ///< where each cell goes
    std::vector<std::uint8_t> name_;  ///< what each tile is called there
    std::vector<Cost> costs_;         ///< what each of those costs; empty: 1
    std::shared_ptr<const ExactDistances> all_;
    /// By the ranks of `all_`, where moves cost.
    std::shared_ptr<const std::vector<Cost>> by_cost_;
    std::shared_ptr<const Ball> near_;
};

/// Which states have known distances.
enum class Knowledge {
    all,   ///< every state: boards of up to 12 cells
    near,  ///< those up to `DistanceStore::radius` from the goal: boards of up to 16 cells
};

/// Makes true distances and keeps the tables behind them; may be used from several threads.
class DistanceStore {
  public:
    static constexpr int radius = 17;
    /// Larger tables are dropped when they are no longer in use.
    static constexpr std::uint64_t most_states_kept = 4'000'000;

    /// Asked now and then while a table is made: true stops it.
    explicit DistanceStore(std::function<bool()> cancelled = {})
        : cancelled_(std::move(cancelled)) {}

    /// Fails if the board is too large, or the work was cancelled. Costs by tile need `all`.
    Result<TrueDistances> distances(const DynamicBoard& goal, CostModel cost, Knowledge knowledge);

  private:
    struct Entry {
        std::mutex mutex;
        std::weak_ptr<const ExactDistances> all;
        std::shared_ptr<const ExactDistances> kept;
        std::shared_ptr<const TrueDistances::Ball> near;
    };
    Result<std::shared_ptr<const ExactDistances>> complete(Entry& entry, Geometry geometry,
                                                           Cell blank);

    std::function<bool()> cancelled_;
    std::mutex mutex_;
    std::map<std::tuple<std::uint16_t, std::uint16_t, std::size_t>, std::shared_ptr<Entry>>
        entries_;
};

}  // namespace tessera::lab
