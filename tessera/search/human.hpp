// Human: builds a solution row by row and column by column, as people do, immediately on any size.
#pragma once

#include <algorithm>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/solvability.hpp"
#include "tessera/search/constructive/construct.hpp"

namespace tessera::search::human {

inline constexpr std::string_view aliases[] = {"constructive", "rows"};

inline constexpr AlgorithmInfo info{
    .name = "human",
    .aliases = aliases,
    .synopsis =
        "fills row after row and column after column, as people do: at once on any size, with "
        "every stage explained; paths are about twice the shortest",
    .options = {},
    .uses_heuristic = false,
    .complete = true,
    .optimal = false,
    .proves_bounds = true,
    .tile_cost = false,
    .linear_memory = true,
    .time = "O(d)",
    .space = "O(d)",
    .reference = "Parberry 1995, A real-time algorithm for the (n^2-1)-puzzle",
    .use =
        "For a solution at once on any size, with reasons that people can follow. It is about "
        "twice as long as needed.",
};

/// Only the last few cells are searched, so there is no frontier to count: expanded and generated are the moves
/// made, and the node limit is a limit of moves.
class Builder {
  public:
    Builder(const DynamicBoard& start, const DynamicBoard& goal, Monitor& monitor)
        : constructor_(start, goal), monitor_(monitor) {}
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;
    ~Builder() { monitor_.release(accounted_); }

    Outcome run() {
        while (account()) {
            if (made() > deepest()) return finish(Status::depth_limit);
            if (constructor_.done() && made() <= monitor_.limits().nodes) {
                return finish(Status::solved);
            }
            count();
            if (monitor_.due(counters_.generated) && !monitor_.poll(counters_, 0)) break;
            constructor_.step();
        }
        return finish(monitor_.status());
    }

  private:
    std::uint64_t made() const { return constructor_.moves().size(); }
    std::uint64_t deepest() const {
        return static_cast<std::uint64_t>(std::max(monitor_.limits().depth, 0));
    }

    /// False: the memory limit was reached.
    bool account() {
        const std::size_t bytes = constructor_.bytes();
        if (bytes <= accounted_) return true;
        if (!monitor_.reserve(bytes - accounted_)) return false;
        accounted_ = bytes;
        return true;
    }

    /// A step makes many moves; moves beyond a limit do not count.
    void count() {
        const std::uint64_t moves = std::min({made(), monitor_.limits().nodes, deepest()});
        counters_.expanded = counters_.generated = counters_.max_depth = moves;
        counters_.peak_open = counters_.peak_states = 1;
    }

    Outcome finish(Status status) {
        count();
        Outcome outcome;
        outcome.status = status;
        if (status == Status::solved) {
            constructive::Construction construction = constructor_.take();
            outcome.path = std::move(construction.moves);
            outcome.stages = std::move(construction.stages);
            // A board that is a single block was solved by the shortest way, and that was proven.
            if (outcome.stages.size() == 1 && outcome.stages[0].kind == Stage::Kind::block) {
                outcome.lower_bound = static_cast<Cost>(outcome.path.size());
            }
        }
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    constructive::Constructor constructor_;
    Monitor& monitor_;
    Counters counters_;
    std::size_t accounted_ = 0;
};

template <BoardType B>
Outcome search(const Problem<B>& problem, const SearchOptions&, Monitor& monitor) {
    const Geometry geometry = problem.start.geometry();
    const auto start = DynamicBoard::from_tiles(geometry, tiles_of(problem.start));
    const auto goal = DynamicBoard::from_tiles(geometry, tiles_of(problem.goal));
    if (!solvable(start, goal)) {
        Outcome outcome;
        outcome.status = Status::unsolvable;
        return outcome;
    }
    return Builder(start, goal, monitor).run();
}

}  // namespace tessera::search::human
