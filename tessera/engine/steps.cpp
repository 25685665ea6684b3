// The steps that every job goes through, whatever searches for it.
#include "tessera/engine/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/readable.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/formats.hpp"
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
    if (job.checkpoint != nullptr && !has_parts(algorithm)) {
        std::vector<std::string_view> names;
        for (const AlgorithmInfo* other : listed_algorithms()) {
            if (has_parts(*other)) names.push_back(other->name);
        }
        return usage_error(
            fmt::format("{} does not search in parts that a checkpoint can keep", algorithm.name),
            fmt::format("{} can have one; name the algorithm", joined_with_and(names)),
            "checkpoint");
    }
    if (job.cost == CostModel::tile && !tile_costs_fit(a)) {
        return usage_error("the board is too large for tile costs",
                           "boards of up to 50×50 can be solved by tile cost", "cost");
    }
    return options_objection(options, algorithm, a);
}

bool has_parts(const AlgorithmInfo& algorithm) {
    return algorithm.deepens && algorithm.uses_heuristic && !algorithm.counts_solutions;
}

std::optional<Error> begin_checkpoint(Checkpoint& checkpoint, const Question& asked,
                                      double initial_h, std::size_t table_bytes) {
    const AlgorithmInfo& info = *algorithm_info(asked.algorithm);
    SearchIdentity identity{
        {"start", inline_form(asked.start)},
        {"goal", inline_form(asked.goal)},
        {"algorithm", asked.algorithm},
        {"counting", fmt::format("{}", info.counting)},
        {"heuristic", asked.heuristic},
        {"cost", std::string(to_string(asked.cost))},
        {"order", order_text(asked.options.order)},
    };
    tell_options(asked.options, info, [&](const OptionInfo& option, const OptionValue& value) {
        identity.emplace_back(option.name, to_text(value));
    });
    // A combination may leave out what the memory allowed has no room for.
    identity.emplace_back("initial-h", fmt::format("{}", initial_h));
    identity.emplace_back("table-bytes", fmt::format("{}", table_bytes));
    if (auto error = checkpoint.begin(identity)) return error;
    const auto& solution = checkpoint.kept().solution();
    if (!solution) return std::nullopt;
    const auto end = replay(asked.start, solution->path);
    if (end && *end == asked.goal) return std::nullopt;
    return input_error("the solution in the checkpoint does not reach the goal",
                       "remove the file, and the search begins again");
}

Resumed resumed_from(const KeptWork& kept) {
    Resumed resumed;
    for (const KeptRound& round : kept.rounds()) {
        ++resumed.rounds;
        resumed.generated += round.counters.generated;
    }
    for (const auto& part : kept.parts()) {
        if (!part) continue;
        ++resumed.parts;
        resumed.generated += part->counters.generated;
    }
    if (kept.solution()) {
        ++resumed.rounds;
        resumed.generated += kept.solution()->counters.generated;
    }
    return resumed;
}

std::string in_words(const Resumed& resumed) {
    const auto counted = [](std::uint64_t number, std::string_view what) {
        return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
    };
    return fmt::format("{} and {} of the next are taken from the checkpoint, with {}",
                       counted(resumed.rounds, "round"), counted(resumed.parts, "part"),
                       counted(resumed.generated, "node"));
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
