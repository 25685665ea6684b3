// What can be reached in a given time: sets of boards, each solved by `auto` with a deadline.
#include "deadline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "external_boards.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::bench {
namespace {

using namespace std::chrono_literals;

Result<std::optional<Cost>> length_in(const ExternalBoard& board, std::optional<std::size_t> column,
                                      std::string_view file) {
    if (!column) return std::optional<Cost>();
    Cost length = 0;
    if (*column < board.columns.size()) {
        const std::string& word = board.columns[*column];
        const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), length);
        if (error == std::errc() && rest == word.data() + word.size()) {
            return std::optional<Cost>(length);
        }
    }
    return input_error(fmt::format("{}: no length in column {} behind the tiles (line {})", file,
                                   *column + 1, board.entry.line),
                       "it is another version of this file than the benchmark knows");
}

Result<std::vector<DeadlineBoard>> boards_of_file(const DeadlineSet& set) {
    auto read = external_boards(set.file);
    if (!read) return read.error();
    std::vector<DeadlineBoard> boards;
    for (const ExternalBoard& external : *read) {
        const BoardEntry& entry = external.entry;
        auto goal = make_goal(entry.goal_name.value_or("blank-last"), entry.board.geometry());
        if (!goal) return goal.error();
        auto optimal = length_in(external, set.optimal_column, set.file);
        if (!optimal) return optimal.error();
        auto reference = length_in(external, set.reference_column, set.file);
        if (!reference) return reference.error();
        boards.push_back({fmt::format("{}-{}", set.name, entry.id), entry.board, std::move(*goal),
                          *optimal, *reference});
    }
    return boards;
}

Result<std::vector<DeadlineBoard>> boards_of_suite(const DeadlineSet& set) {
    auto entries = suite_boards(set.suite);
    if (!entries) return entries.error();
    std::vector<DeadlineBoard> boards;
    for (const BoardEntry& entry : *entries) {
        boards.push_back({entry.id, entry.board, *make_goal("blank-first", entry.board.geometry()),
                          entry.optimal, std::nullopt});
    }
    return boards;
}

std::vector<DeadlineBoard> uniform_boards(const DeadlineSet& set) {
    const DynamicBoard goal = *make_goal("blank-last", {set.uniform_side, set.uniform_side});
    Random random(set.uniform_side);
    std::vector<DeadlineBoard> boards;
    for (std::size_t i = 1; i <= set.boards; ++i) {
        boards.push_back({fmt::format("{}-{}", set.name, i), random_solvable(goal, random), goal,
                          std::nullopt, std::nullopt});
    }
    return boards;
}

/// Items 0, every, 2·every, …; if these are more than `most`, so many of them, evenly spread from the first on.
template <class T>
std::vector<T> spread(std::vector<T> items, std::size_t every, std::size_t most) {
    const std::size_t candidates = (items.size() + every - 1) / every;
    const std::size_t count = std::min(candidates, most);
    std::vector<T> chosen;
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back(std::move(items[i * candidates / count * every]));
    }
    return chosen;
}

Job job_of(const DeadlineBoard& board, const Limits& limits) {
    Job job;
    job.id = board.id;
    job.start = board.start;
    job.goal = board.goal;
    job.limits = limits;
    return job;
}

std::optional<Error> wrong_answer(const DeadlineBoard& board, const Solution& solution) {
    const auto complaint = [&](const std::string& what) {
        return Error{ErrorCode::internal, fmt::format("{}: {}", board.id, what),
                     "figures of wrong answers mean nothing, so the benchmark ends here"};
    };
    if (!solution.found) return complaint("no solution was returned");
    const auto length = static_cast<Cost>(solution.moves.size());
    if (solution.lower_bound > length) {
        return complaint(
            fmt::format("the bound {} is above the length {}", solution.lower_bound, length));
    }
    if (!board.optimal) return std::nullopt;
    if (length < *board.optimal) {
        return complaint(fmt::format("{} moves, but the optimum is {}", length, *board.optimal));
    }
    if (solution.lower_bound > *board.optimal) {
        return complaint(fmt::format("the bound {} is above the optimum {}", solution.lower_bound,
                                     *board.optimal));
    }
    if (solution.optimal && length != *board.optimal) {
        return complaint(
            fmt::format("{} moves called optimal, but {} are", length, *board.optimal));
    }
    return std::nullopt;
}

/// An interruption is no answer here.
Result<Solution> solve_through(Engine& engine, const Job& job, Observer& observer) {
    auto solution = engine.solve(job, observer);
    if (solution && solution->status == Status::interrupted) {
        return Error{ErrorCode::interrupted, "interrupted", ""};
    }
    return solution;
}

/// When the final length was first in hand.
double time_of_final_length(const DeadlineRow& row) {
    const auto found =
        std::find_if(row.milestones.begin(), row.milestones.end(),
                     [&](const Milestone& milestone) { return milestone.cost == row.length; });
    return found != row.milestones.end() ? found->seconds : row.seconds;
}

template <class Value>
double mean_of(std::span<const DeadlineRow> rows, Value value) {
    double sum = 0.0;
    for (const DeadlineRow& row : rows) sum += static_cast<double>(value(row));
    return rows.empty() ? 0.0 : sum / static_cast<double>(rows.size());
}

/// The mean of a column that may be empty; nothing unless every row has it.
std::optional<double> mean_of(std::span<const DeadlineRow> rows,
                              std::optional<Cost> DeadlineRow::* column) {
    const bool complete = std::all_of(rows.begin(), rows.end(), [&](const DeadlineRow& row) {
        return (row.*column).has_value();
    });
    if (rows.empty() || !complete) return std::nullopt;
    return mean_of(rows, [&](const DeadlineRow& row) { return *(row.*column); });
}

}  // namespace

std::span<const DeadlineSet> deadline_sets() {
    // DeepCubeA's lengths stand right behind the tiles, optimal ones (for 15 and 24) behind its nodes and seconds.
    static const DeadlineSet list[] = {
        {"deepcubea-15", 100, 10s, {}, "deepcubea-15.txt", 0, 0, 3},
        {"deepcubea-24", 100, 10s, {}, "deepcubea-24.txt", 0, 0, 3},
        {"deepcubea-35", 100, 10s, {}, "deepcubea-35.txt", 0, 0, std::nullopt},
        {"deepcubea-48", 100, 30s, {}, "deepcubea-48.txt", 0, 0, std::nullopt},
        {"korf24", 50, 10s, "korf24", {}, 0, std::nullopt, std::nullopt},
        {"random35", 100, 30s, {}, "random35-hog2.txt", 0, std::nullopt, std::nullopt},
        {"random48", 100, 30s, {}, "random48-hog2.txt", 0, std::nullopt, std::nullopt},
        {"uniform10", 10, 30s, {}, {}, 10, std::nullopt, std::nullopt},
        {"uniform20", 10, 30s, {}, {}, 20, std::nullopt, std::nullopt},
        {"uniform100", 1, 5s, {}, {}, 100, std::nullopt, std::nullopt},
    };
    return list;
}

std::optional<std::filesystem::path> missing_file(const DeadlineSet& set) {
    if (set.file.empty()) return std::nullopt;
    std::filesystem::path path = external_path(set.file);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

Result<std::vector<DeadlineBoard>> deadline_boards(const DeadlineSet& set, std::size_t every,
                                                   std::size_t most) {
    if (set.uniform_side > 0) return spread(uniform_boards(set), every, most);
    auto boards = set.file.empty() ? boards_of_suite(set) : boards_of_file(set);
    if (!boards) return boards.error();
    return spread(std::move(*boards), every, most);
}

std::optional<Error> prepare_deadline(Engine& engine, const DeadlineBoard& board,
                                      const Limits& limits, Observer& observer) {
    Job job = job_of(board, limits);
    job.start = job.goal;
    job.limits.time = Limits().time;
    auto solution = solve_through(engine, job, observer);
    if (!solution) return solution.error();
    return std::nullopt;
}

Result<DeadlineRow> run_deadline(Engine& engine, const DeadlineSet& set, const DeadlineBoard& board,
                                 const Limits& limits, Observer& observer) {
    const Job job = job_of(board, limits);
    const auto begin = std::chrono::steady_clock::now();
    auto solution = solve_through(engine, job, observer);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (!solution) return solution.error();
    if (auto error = wrong_answer(board, *solution)) return *error;

    DeadlineRow row;
    row.id = board.id;
    row.length = static_cast<Cost>(solution->moves.size());
    row.lower_bound = solution->lower_bound;
    row.optimal = solution->optimal;
    row.gap = gap(*solution).value_or(0.0);
    row.known_optimal = board.optimal;
    row.reference = board.reference;
    row.seconds = passed.count();
    row.milestones = std::move(solution->milestones);
    // Small boards are solved by one search, whose only solution is the last.
    if (row.milestones.empty()) {
        row.milestones.push_back({row.seconds, row.length, row.lower_bound});
    }
    if (set.uniform_side > 0) {
        Job by_hand = job;
        by_hand.algorithm = "human";
        by_hand.limits.time = Limits().time;
        auto constructed = solve_through(engine, by_hand, observer);
        if (!constructed) return constructed.error();
        row.constructive = static_cast<Cost>(constructed->moves.size());
    }
    return row;
}

DeadlineSummary summarise(std::span<const DeadlineRow> rows, double limit_seconds) {
    DeadlineSummary summary;
    summary.boards = rows.size();
    summary.seconds = mean_of(rows, [](const DeadlineRow& row) { return row.seconds; });
    summary.length = mean_of(rows, [](const DeadlineRow& row) { return row.length; });
    summary.lower_bound = mean_of(rows, [](const DeadlineRow& row) { return row.lower_bound; });
    summary.gap = mean_of(rows, [](const DeadlineRow& row) { return row.gap; });
    summary.known_optimal = mean_of(rows, &DeadlineRow::known_optimal);
    summary.reference = mean_of(rows, &DeadlineRow::reference);
    summary.constructive = mean_of(rows, &DeadlineRow::constructive);
    if (summary.known_optimal) summary.at_optimal = 0;
    if (summary.constructive) summary.of_constructive = summary.length / *summary.constructive;
    summary.first_seconds =
        mean_of(rows, [](const DeadlineRow& row) { return row.milestones.front().seconds; });
    summary.first_length =
        mean_of(rows, [](const DeadlineRow& row) { return row.milestones.front().cost; });
    summary.seconds_to_final = mean_of(rows, time_of_final_length);
    for (const DeadlineRow& row : rows) {
        summary.proven += row.optimal;
        if (summary.at_optimal) *summary.at_optimal += row.length == *row.known_optimal;
        summary.slowest_first = std::max(summary.slowest_first, row.milestones.front().seconds);
        summary.longest_overshoot =
            std::max(summary.longest_overshoot, row.seconds - limit_seconds);
    }
    return summary;
}

}  // namespace tessera::bench
