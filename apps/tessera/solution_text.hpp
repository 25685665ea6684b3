// A solution in words, for people.
#pragma once

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {

/// `stats`: the path, and every figure with its meaning.
enum class Show { path, boards, stats, none };

struct SolutionStyle {
    Notation notation = Notation::blank;
    Show show = Show::path;
    bool colour = false;
};

/// Board, goal, result, path and counters, to stdout; the reason and the remedy where there is no solution.
void print_solution(const Solution& solution, const SolutionStyle& style);

}  // namespace tessera::app
