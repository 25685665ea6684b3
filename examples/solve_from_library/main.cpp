// Solves a board (the first argument, or a sample) with the installed library, and prints the blank's moves.
#include <fmt/core.h>

#include <string_view>

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace {

tessera::Result<tessera::Solution> solve(std::string_view text) {
    const auto boards =
        tessera::read_boards(text, {.size = {}, .format = {}, .source = "argument"});
    if (!boards) return boards.error();
    const tessera::DynamicBoard& start = boards->boards.front().board;
    const auto goal = tessera::make_goal("blank-last", start.geometry());
    if (!goal) return goal.error();

    tessera::Job job;
    job.start = start;
    job.goal = *goal;
    job.algorithm = "a*";
    job.heuristic = "manhattan";
    return tessera::Engine().solve(job);
}

}  // namespace

int main(int argc, char** argv) {
    const auto solution = solve(argc > 1 ? argv[1] : "1 2 3 4/5 6 8 0/9 10 7 11/13 14 15 12");
    if (!solution) {
        fmt::print(stderr, "{}\n", solution.error().message);
        return 1;
    }
    fmt::print("{}, {} moves: {}\n", tessera::to_string(solution->outcome.status),
               solution->outcome.moves.size(),
               tessera::format_moves(solution->outcome.moves, solution->asked.start,
                                     tessera::Notation::blank));
}
