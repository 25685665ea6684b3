// The steps that every job goes through, whatever searches for it.
#include "tessera/engine/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

/// Whether the largest weighted Manhattan distance is safely a Cost: at most every tile across the
/// whole board.
bool tile_costs_fit(Geometry geometry) {
    const std::uint64_t tiles = geometry.cells();
    const std::uint64_t sum_of_numbers = tiles * (tiles - 1) / 2;
    return sum_of_numbers * (geometry.rows + geometry.cols) <
           static_cast<std::uint64_t>(infinite_cost);
}

}  // namespace

std::optional<Error> job_objection(const Job& job, const AlgorithmInfo& algorithm,
                                   const SearchOptions& options) {
    const Geometry a = job.start.geometry();
    const Geometry b = job.goal.geometry();
    if (a != b) {
        return usage_error(
            fmt::format("the board is {}×{} but the goal is {}×{}", a.rows, a.cols, b.rows, b.cols),
            "give a goal of the same size, or a goal by name");
    }
    if (job.cost == CostModel::tile && !algorithm.tile_cost) {
        return usage_error(
            fmt::format("{} counts moves and cannot weigh them by tile", algorithm.name),
            fmt::format("{} can", algorithms_with(&AlgorithmInfo::tile_cost)), "cost");
    }
    if (job.cost == CostModel::tile && !tile_costs_fit(a)) {
        return usage_error("the board is too large for tile costs",
                           "boards of up to 50×50 can be solved by tile cost", "cost");
    }
    return options_objection(options, algorithm, a);
}

bool answer_unsolvable(Solution& solution) {
    if (solvable(solution.asked.start, solution.asked.goal)) return false;
    solution.outcome.status = Status::unsolvable;
    solution.proof.unsolvable = explain_solvability(solution.asked.start, solution.asked.goal);
    return true;
}

Measurement::Measurement(const Host& host) : host_(host) {
    if (host_.reset_peak_memory != nullptr) host_.reset_peak_memory();
    if (host_.cpu_seconds != nullptr) cpu_before_ = host_.cpu_seconds();
}

void Measurement::tell(Solution& solution) const {
    solution.measured.seconds = seconds();
    if (host_.cpu_seconds != nullptr)
        solution.measured.cpu_seconds = host_.cpu_seconds() - cpu_before_;
    solution.measured.peak_memory_bytes =
        host_.peak_memory_bytes != nullptr
            ? host_.peak_memory_bytes()
            : solution.measured.container_bytes + solution.measured.table_bytes;
}

std::optional<Error> take_path(Solution& solution, std::vector<Move> path,
                               std::span<const std::vector<Move>> others) {
    const auto reaches_goal = [&](const std::vector<Move>& one) {
        auto end = replay(solution.asked.start, one);
        return end && *end == solution.asked.goal;
    };
    if (!reaches_goal(path) || !std::all_of(others.begin(), others.end(), reaches_goal)) {
        return Error{ErrorCode::internal,
                     fmt::format("{}{} returned a path that does not reach the goal",
                                 solution.asked.algorithm,
                                 solution.measured.device == cpu_device
                                     ? ""
                                     : fmt::format(" on the device {}", solution.measured.device)),
                     "please report the board and the options"};
    }
    solution.outcome.found = true;
    solution.outcome.moves = std::move(path);
    solution.outcome.slides = slides(solution.outcome.moves);
    solution.outcome.cost =
        solution.asked.cost == CostModel::unit
            ? static_cast<Cost>(solution.outcome.moves.size())
            : static_cast<Cost>(tile_cost(solution.asked.start, solution.outcome.moves));
    solution.measured.effective_branching_factor = effective_branching_factor(
        solution.measured.counters.generated, solution.outcome.moves.size());
    return std::nullopt;
}

}  // namespace tessera
