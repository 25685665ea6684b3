// Every state of a small board with its exact distance, and what a heuristic is worth against it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include "tessera/puzzle/goal.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing {

/// All states of at most 10 cells that reach the goal, numbered in the order a breadth-first search from the goal
/// meets them.
template <BoardType B>
class StateSpace {
  public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// A slide out of a state: where it leads, and the tile that moved.
    struct Edge {
        std::uint32_t target;
        Tile tile;
    };

    StateSpace(Geometry geometry, Cell goal_blank) : geometry_(geometry), goal_blank_(goal_blank) {
        std::vector<std::uint32_t> number(factorial(geometry.cells()), none);
        const auto goal = canonical_goal<B>(geometry, goal_blank);
        add(goal);
        number[rank(goal)] = 0;
        for (std::size_t state = 0; state < boards_.size(); ++state) {
            const B here = board(state);
            edges_.push_back({Edge{none, blank_tile}, Edge{none, blank_tile},
                              Edge{none, blank_tile}, Edge{none, blank_tile}});
            for (const Move move : all_moves) {
                if (!here.legal_moves().has(move)) continue;
                const Tile tile = here.tile_at(here.neighbour(move));
                B next = here;
                next.slide(move);
                std::uint32_t& found = number[rank(next)];
                if (found == none) {
                    found = static_cast<std::uint32_t>(boards_.size());
                    add(next);
                }
                edges_[state][index(move)] = {found, tile};
            }
        }
    }

    Geometry geometry() const { return geometry_; }
    Cell goal_blank() const { return goal_blank_; }
    std::size_t size() const { return boards_.size(); }
    B board(std::size_t state) const { return B::from_packed(geometry_, &boards_[state]); }
    const std::array<Edge, 4>& edges(std::size_t state) const { return edges_[state]; }

    /// Exact costs to the goal by Dijkstra's algorithm; empty `costs`: one per move.
    std::vector<Cost> distances(const std::vector<Cost>& costs) const {
        std::vector<Cost> distance(size(), infinite_cost);
        using Entry = std::pair<Cost, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        distance[0] = 0;
        open.push({0, 0});
        while (!open.empty()) {
            const auto [cost, state] = open.top();
            open.pop();
            if (cost > distance[state]) continue;
            for (const Edge& edge : edges_[state]) {
                if (edge.target == none) continue;
                const Cost next = cost + (costs.empty() ? 1 : costs[index(edge.tile)]);
                if (next >= distance[edge.target]) continue;
                distance[edge.target] = next;
                open.push({next, edge.target});
            }
        }
        return distance;
    }

  private:
    static constexpr std::size_t factorial(std::size_t n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }

    void add(const B& board) { board.pack(&boards_.emplace_back()); }

    /// The place of the permutation in lexicographic order.
    std::size_t rank(const B& board) const {
        const std::size_t cells = geometry_.cells();
        std::size_t result = 0;
        unsigned unused = (1U << cells) - 1;
        for (std::size_t i = 0; i < cells; ++i) {
            const std::size_t tile = index(board.tile_at(make_cell(i)));
            const auto smaller = std::popcount(unused & ((1U << tile) - 1));
            result = result * (cells - i) + static_cast<std::size_t>(smaller);
            unused &= ~(1U << tile);
        }
        return result;
    }

    Geometry geometry_;
    Cell goal_blank_;
    std::vector<std::uint64_t> boards_;  ///< packed: up to 16 cells take one word
    std::vector<std::array<Edge, 4>> edges_;
};

/// The columns of data/own/heuristics-*.csv.
struct Audit {
    std::size_t over_states = 0;
    double over_max = 0.0;
    std::size_t incons_edges = 0;
    double h_goal = 0.0;
    double mean_h = 0.0;
    double max_h = 0.0;
    std::size_t exact_states = 0;

    bool admissible() const { return over_states == 0; }
    bool consistent() const { return incons_edges == 0 && h_goal == 0.0; }
};

template <BoardType B>
Audit audit(const StateSpace<B>& space, const std::vector<Cost>& distance,
            const ErasedHeuristic<B>& heuristic, const std::vector<Cost>& costs = {}) {
    constexpr double epsilon = 1e-9;
    std::vector<double> h(space.size());
    for (std::size_t i = 0; i < space.size(); ++i) {
        h[i] = heuristic.exact_value(heuristic.evaluate(space.board(i)));
    }
    Audit result;
    result.h_goal = h[0];
    for (std::size_t i = 0; i < space.size(); ++i) {
        const double over = h[i] - distance[i];
        if (over > epsilon) ++result.over_states;
        if (std::abs(over) <= epsilon) ++result.exact_states;
        result.over_max = std::max(result.over_max, over);
        result.max_h = std::max(result.max_h, h[i]);
        result.mean_h += h[i];
        for (const auto& edge : space.edges(i)) {
            if (edge.target == space.none) continue;
            const Cost cost = costs.empty() ? 1 : costs[index(edge.tile)];
            if (h[i] > cost + h[edge.target] + epsilon) ++result.incons_edges;
        }
    }
    result.mean_h /= static_cast<double>(space.size());
    return result;
}

}  // namespace tessera::heuristics::testing
