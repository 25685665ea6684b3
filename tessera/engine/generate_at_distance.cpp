// Random boards at an exact optimal distance from the goal.
#include "tessera/engine/generate_at_distance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

/// Boards of up to 16 cells are solved from anywhere; on larger ones only a walk stays near enough
/// to the goal.
DynamicBoard candidate(const DynamicBoard& goal, int distance, int attempt, Random& random) {
    if (goal.geometry().cells() <= 16) return random_solvable(goal, random);
    const auto length =
        static_cast<std::uint64_t>(distance) * static_cast<std::uint64_t>(4 + attempt) / 2;
    return random_walk(goal, length, random);
}

/// No 4×4 board is farther than this. Every board reaches a goal with the blank in a corner in 80
/// moves (Brüngger et al. 1999); every cell is at most two steps from a corner, which adds two
/// moves.
constexpr int most_moves_4x4 = 82;

using Clock = std::chrono::steady_clock;
constexpr const char* remedy = "ask for a smaller distance, or allow more time";

Error out_of_time(int distance) {
    return usage_error(
        fmt::format("no board at distance {} was found in the time allowed", distance), remedy,
        "limits.seconds");
}

}  // namespace

Result<DynamicBoard> DistanceGenerator::make(int distance, Random& random, Observer& observer) {
    if (distance == 0) return goal_;
    if (distance < 0) {
        return usage_error(fmt::format("a distance of {} moves makes no sense", distance),
                           "ask for 0 or more");
    }
    if (goal_.geometry().cells() <= ExactDistances::most_cells) {
        return from_table(distance, random, observer);
    }
    if (goal_.geometry() == Geometry{4, 4} && distance > most_moves_4x4) {
        return usage_error(fmt::format("no 4x4 board is {} moves from this goal", distance),
                           fmt::format("no distance is larger than {}", most_moves_4x4));
    }
    return by_search(distance, random, observer);
}

std::optional<std::uint64_t> DistanceGenerator::boards_at(int distance) const {
    if (table_ == nullptr || distance < 0 || distance > table_->largest_distance()) return {};
    return table_->histogram()[static_cast<std::size_t>(distance)];
}

Result<DynamicBoard> DistanceGenerator::from_table(int distance, Random& random,
                                                   Observer& observer) {
    const Labelling labels(goal_);
    if (distance > tabled_) {
        // As far as needed; all of it when that turns out not to be the last word.
        const int farthest = table_ == nullptr ? distance : ExactDistances::everything;
        const Clock::time_point began = Clock::now();
        bool late = false;
        const auto go_on = [&](int, std::uint64_t) {
            late = Clock::now() - began >= limits_.time;
            return !late && !observer.cancelled();
        };
        auto built = ExactDistances::build(goal_.geometry(), labels.goal_blank(),
                                           limits_.memory_bytes, go_on, farthest);
        if (late) return out_of_time(distance);
        if (!built) return built.error();
        table_ = std::make_unique<ExactDistances>(std::move(*built));
        const bool whole = table_->largest_distance() < farthest;
        tabled_ = whole ? std::numeric_limits<int>::max() : farthest;
    }
    auto canonical = table_->random_at(distance, random);
    if (!canonical) return canonical;
    std::vector<Tile> tiles = tiles_of(*canonical);
    for (Tile& tile : tiles) tile = labels.original(tile);
    return DynamicBoard::from_tiles(goal_.geometry(), tiles);
}

Result<DynamicBoard> DistanceGenerator::by_search(int distance, Random& random,
                                                  Observer& observer) {
    constexpr int attempts = 200;
    const Clock::time_point began = Clock::now();
    Job job;
    job.goal = goal_;
    job.algorithm = "ida*";
    job.heuristic = "linear-conflict";
    job.limits = limits_;
    const auto wanted = static_cast<std::size_t>(distance);
    std::size_t farthest = 0;
    // Whatever the clock ends is a failure, and not one more try: what comes out depends on the seed alone.
    const auto solve = [&](const DynamicBoard& start) -> Result<Solution> {
        job.start = start;
        if (limits_.time != Limits().time)
            job.limits.time =
                std::max(std::chrono::nanoseconds(0), limits_.time - (Clock::now() - began));
        auto solution = engine_.solve(job, observer);
        if (!solution) return solution;
        if (solution->outcome.status == Status::interrupted)
            return Error{ErrorCode::interrupted, "interrupted while looking for a board", ""};
        if (solution->outcome.status == Status::time_limit) return out_of_time(distance);
        return solution;
    };
    for (int attempt = 0; attempt < attempts; ++attempt) {
        DynamicBoard board = candidate(goal_, distance, attempt, random);
        const auto solution = solve(board);
        if (!solution) return solution.error();
        if (!solution->proof.optimal) continue;
        farthest = std::max(farthest, solution->outcome.moves.size());
        if (solution->outcome.moves.size() < wanted) continue;

        for (std::size_t i = 0; i < solution->outcome.moves.size() - wanted; ++i) {
            board.slide(solution->outcome.moves[i]);
        }
        const auto check = solve(board);
        if (!check) return check.error();
        if (check->proof.optimal && check->outcome.moves.size() == wanted) return board;
    }
    return usage_error(
        fmt::format("no board at distance {} was found in {} tries (the farthest was at {})",
                    distance, attempts, farthest),
        remedy, "distance");
}

}  // namespace tessera
