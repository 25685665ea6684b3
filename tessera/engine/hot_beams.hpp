// Beams with the heuristics that are made to lead them, compiled together for boards of the usual sizes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/engine/registry.hpp"

namespace tessera {

/// Beam searches from one board to the goal, with one heuristic.
class Beams {
  public:
    virtual ~Beams() = default;
    /// From `start`, which has the size they were made for.
    virtual BeamResult run(const DynamicBoard& start, const BeamRequest& request,
                           Counters& counters, Cost lower_bound, Cost best) = 0;
    /// The width that there is room for, if the search goes through so many levels.
    virtual std::size_t widest(Cost levels) const = 0;
};

/// Beams to the canonical goal with this blank, led by `guide`. Learned and squared-distance are compiled
/// together with them on 5×5, 6×6, 7×7 and the dynamic board; the states are the same either way.
std::unique_ptr<Beams> make_beams(Geometry geometry, Cell goal_blank,
                                  std::shared_ptr<const ErasedHeuristic<DynamicBoard>> guide,
                                  Monitor& monitor, std::size_t workers);

/// The algorithm `beam`, if its heuristic is one of these; else nothing.
template <BoardType B>
std::optional<Outcome> search_hot_beam(const registry::SearchInput<B>& input, Monitor& monitor);

}  // namespace tessera
