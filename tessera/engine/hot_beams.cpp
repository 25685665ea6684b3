// Beams with the heuristics that are made to lead them, compiled together for boards of the usual sizes.
#include "tessera/engine/hot_beams.hpp"

#include <utility>

#include "tessera/engine/board_types.hpp"
#include "tessera/engine/hot_pairs.hpp"
#include "tessera/heuristics/learned.hpp"
#include "tessera/search/beam.hpp"

namespace tessera {
namespace {

template <BoardType B>
using Learned = heuristics::learned::Heuristic<B>;
template <BoardType B>
using Squares = heuristics::squared_distance::Heuristic<B>;

template <BoardType B, HeuristicFor<B> H>
class BeamsLedBy final : public Beams {
  public:
    BeamsLedBy(Geometry geometry, Cell goal_blank, std::shared_ptr<const H> guide, Monitor& monitor,
               std::size_t workers)
        : geometry_(geometry),
          goal_blank_(goal_blank),
          guide_(std::move(guide)),
          search_(monitor, workers) {}

    BeamResult run(const DynamicBoard& start, const BeamRequest& request, Counters& counters,
                   Cost lower_bound, Cost best) override {
        return search_.run({B::from_tiles(geometry_, start.tiles()), goal_blank_, *guide_,
                            request.width, request.depth, request.seed, nullptr, request.pace},
                           counters, lower_bound, best);
    }
    std::size_t widest(Cost levels) const override {
        return search_.widest(geometry_, static_cast<std::size_t>(levels));
    }

  private:
    using Search = search::BeamSearch<B, H>;
    const Geometry geometry_;
    const Cell goal_blank_;
    const std::shared_ptr<const H> guide_;
    Search search_;
};

template <BoardType B>
std::unique_ptr<Beams> beams_on(Geometry geometry, Cell goal_blank,
                                std::shared_ptr<const heuristics::LocalNet> net, Monitor& monitor,
                                std::size_t workers) {
    HeuristicSetup<B> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    auto guide = Learned<B>::with_net(setup, std::move(net));
    if (!guide) return nullptr;
    return std::make_unique<BeamsLedBy<B, Learned<B>>>(
        geometry, goal_blank, std::make_shared<const Learned<B>>(std::move(*guide)), monitor,
        workers);
}

/// Nothing if there is no such code.
template <BoardType Given>
std::unique_ptr<Beams> hot_beams(Geometry geometry, Cell goal_blank,
                                 const ErasedHeuristic<Given>& guide, Monitor& monitor,
                                 std::size_t workers) {
    const auto* learned = dynamic_cast<const Erased<Given, Learned<Given>>*>(&guide);
    if (learned == nullptr &&
        dynamic_cast<const Erased<Given, Squares<Given>>*>(&guide) == nullptr) {
        return nullptr;
    }
    const auto net = learned != nullptr ? learned->concrete().net() : nullptr;
    const auto on = [&]<class B>(std::type_identity<B>) {
        return beams_on<B>(geometry, goal_blank, net, monitor, workers);
    };
    if constexpr (with_hot_pairs) {
        if (geometry == Board<5, 5>::shape) return on(std::type_identity<Board<5, 5>>());
        if (geometry == Board<6, 6>::shape) return on(std::type_identity<Board<6, 6>>());
        if (geometry == Board<7, 7>::shape) return on(std::type_identity<Board<7, 7>>());
    }
    return on(std::type_identity<DynamicBoard>());
}

}  // namespace

std::unique_ptr<Beams> make_beams(Geometry geometry, Cell goal_blank,
                                  std::shared_ptr<const ErasedHeuristic<DynamicBoard>> guide,
                                  Monitor& monitor, std::size_t workers) {
    auto beams = hot_beams(geometry, goal_blank, *guide, monitor, workers);
    if (beams != nullptr) return beams;
    return std::make_unique<BeamsLedBy<DynamicBoard, ErasedHeuristic<DynamicBoard>>>(
        geometry, goal_blank, std::move(guide), monitor, workers);
}

template <BoardType B>
std::optional<Outcome> search_hot_beam(const registry::SearchInput<B>& input, Monitor& monitor) {
    const auto& problem = input.problem;
    const Geometry geometry = problem.start.geometry();
    const std::size_t workers = search::worker_count(monitor, input.options);
    const auto start = DynamicBoard::from_tiles(geometry, tiles_of(problem.start));
    const auto beams = hot_beams(geometry, problem.goal.blank(), *input.forward, monitor, workers);
    if (beams == nullptr) return std::nullopt;
    return search::beam::search_wider(geometry, input.options, monitor, workers,
                                      [&](const BeamRequest& request, Counters& counters) {
                                          return beams->run(start, request, counters, 0,
                                                            infinite_cost);
                                      });
}

#define TESSERA_INSTANTIATE(B) \
    template std::optional<Outcome> search_hot_beam<B>(const registry::SearchInput<B>&, Monitor&);
TESSERA_FOR_ENGINE_BOARDS(TESSERA_INSTANTIATE)
#undef TESSERA_INSTANTIATE

}  // namespace tessera
