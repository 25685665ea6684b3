// Manhattan plus inversions: two views of the same disorder added up, so most of it counts twice.
#pragma once

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/inversions.hpp"
#include "tessera/heuristics/manhattan.hpp"

namespace tessera::heuristics::manhattan_inversions {

inline constexpr std::string_view aliases[] = {"manhattan-plus-inversions"};

inline constexpr HeuristicInfo info{
    .name = "manhattan-inversions",
    .aliases = aliases,
    .synopsis = "manhattan + inversions",
    .options = {},
    .admissible = false,
    .consistent = false,
    .origin = "the sum of two estimates of the same moves, with nothing relaxed",
    .cost = "as manhattan and inversions together",
    .use = "Only to check what was published with it: it overestimates most boards.",
};

template <BoardType B>
class Heuristic {
  public:
    using State = Cost;

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        auto manhattan = manhattan::Heuristic<B>::make(setup);
        if (!manhattan) return manhattan.error();
        auto inversions = inversions::Heuristic<B>::make(setup);
        if (!inversions) return inversions.error();
        return Heuristic(std::move(*manhattan), std::move(*inversions));
    }

    State evaluate(const B& board) const {
        return manhattan_.evaluate(board) + inversions_.evaluate(board);
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        const State moved = manhattan_.after_slide(state, board, tile, from, to);
        return inversions_.after_slide(moved, board, tile, from, to);
    }
    static Cost value(State state) { return state; }
    static double exact_value(State state) { return state; }
    Explanation explain(const B& board) const {
        Explanation whole;
        whole.parts = {manhattan_.explain(board), inversions_.explain(board)};
        whole.parts[0].title.words = manhattan::info.name;
        whole.parts[1].title.words = inversions::info.name;
        whole.reason.words = "two views of the same disorder, added up";
        whole.combine(Combination::sum);
        return whole;
    }
    std::size_t table_bytes() const { return manhattan_.table_bytes() + inversions_.table_bytes(); }

  private:
    Heuristic(manhattan::Heuristic<B> manhattan, inversions::Heuristic<B> inversions)
        : manhattan_(std::move(manhattan)), inversions_(std::move(inversions)) {}

    manhattan::Heuristic<B> manhattan_;
    inversions::Heuristic<B> inversions_;
};

}  // namespace tessera::heuristics::manhattan_inversions
