// What can be reached in a given time: the suites `deadline-*` of the laboratory, each board solved with a deadline.
#include "deadline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/lab/statistics.hpp"
#include "tessera/lab/suite_results.hpp"

namespace tessera::bench {
namespace {

constexpr std::string_view prefix = "deadline-";

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

std::optional<Error> wrong_answer(const lab::RunBoard& board, const Solution& solution) {
    const auto complaint = [&](const std::string& what) {
        return Error{ErrorCode::internal, fmt::format("{}: {}", board.id, what),
                     "figures of wrong answers mean nothing, so the benchmark ends here"};
    };
    if (!solution.outcome.found) return complaint("no solution was returned");
    const Cost length = solution.outcome.cost;
    const Cost bound = solution.proof.lower_bound;
    if (bound > length)
        return complaint(fmt::format("the bound {} is above the length {}", bound, length));
    if (!board.optimal) return std::nullopt;
    if (length < *board.optimal)
        return complaint(fmt::format("{} moves, but the optimum is {}", length, *board.optimal));
    if (bound > *board.optimal)
        return complaint(
            fmt::format("the bound {} is above the optimum {}", bound, *board.optimal));
    if (solution.proof.optimal && length != *board.optimal) {
        return complaint(
            fmt::format("{} moves called optimal, but {} are", length, *board.optimal));
    }
    return std::nullopt;
}

/// An interruption is no answer here.
Result<lab::ExperimentRun> run_through(Engine& engine, const lab::RunTask& task,
                                       const lab::LabSuite& suite, const lab::RunMachine& machine,
                                       Observer& observer) {
    lab::ExperimentRun run = lab::run_task(engine, task, suite.name, machine, observer);
    if (run.error) return *run.error;
    if (run.solution->outcome.status == Status::interrupted)
        return Error{ErrorCode::interrupted, "interrupted", ""};
    return run;
}

/// When the final length was first in hand.
double time_of_final_length(const DeadlineRow& row) {
    const auto found =
        std::find_if(row.milestones().begin(), row.milestones().end(),
                     [&](const Milestone& milestone) { return milestone.cost == row.length(); });
    return found != row.milestones().end() ? found->seconds : row.seconds();
}

/// The mean of what `value` gives of every row; nothing where a row has none.
template <class Value>
std::optional<double> mean_of(std::span<const DeadlineRow> rows, Value value) {
    std::vector<double> values;
    for (const DeadlineRow& row : rows) {
        const std::optional<double> one = value(row);
        if (!one) return std::nullopt;
        values.push_back(*one);
    }
    return values.empty() ? std::nullopt : std::optional(lab::mean(values));
}

}  // namespace

std::vector<std::string> deadline_sets() {
    std::vector<std::string> names;
    for (const lab::ShippedSuite& suite : lab::shipped_suites()) {
        if (suite.name.starts_with(prefix)) names.emplace_back(suite.name.substr(prefix.size()));
    }
    std::sort(names.begin(), names.end(), lab::natural_less);
    return names;
}

Result<lab::LabSuite> deadline_suite(std::string_view set, std::size_t every, std::size_t most) {
    auto suite = lab::load_suite(fmt::format("{}{}", prefix, set));
    if (!suite) return suite.error();
    suite->boards = spread(std::move(suite->boards), every, most);
    for (lab::RunBoard& board : suite->boards) {
        if (!board.id.starts_with(board.set)) board.id = fmt::format("{}-{}", board.set, board.id);
    }
    return suite;
}

std::optional<Error> prepare_deadline(Engine& engine, const lab::LabSuite& suite,
                                      Observer& observer) {
    lab::RunTask task{suite.boards.front(), suite.configurations.front(), suite.limits, 0};
    task.board.start = task.board.goal;
    task.limits.time = Limits().time;
    auto run = run_through(engine, task, suite, {}, observer);
    if (!run) return run.error();
    return std::nullopt;
}

Result<DeadlineRow> run_deadline(Engine& engine, const lab::LabSuite& suite,
                                 const lab::RunBoard& board, const lab::RunMachine& machine,
                                 Observer& observer) {
    lab::RunTask task{board, suite.configurations.front(), suite.limits, 0};
    auto run = run_through(engine, task, suite, machine, observer);
    if (!run) return run.error();
    if (auto error = wrong_answer(board, *run->solution)) return *error;

    DeadlineRow row{board, std::move(*run), std::nullopt};
    // Small boards are solved by one search, whose only solution is the last.
    auto& milestones = row.run.solution->outcome.milestones;
    if (milestones.empty()) milestones.push_back({row.seconds(), row.length(), row.lower_bound()});
    if (suite.configurations.size() > 1) {
        task.configuration = suite.configurations.back();
        task.limits.time = Limits().time;
        auto by_hand = run_through(engine, task, suite, machine, observer);
        if (!by_hand) return by_hand.error();
        row.constructive = by_hand->solution->outcome.cost;
    }
    return row;
}

DeadlineSummary summarise(std::span<const DeadlineRow> rows, double limit_seconds) {
    const auto mean = [&](auto value) {
        return mean_of(rows,
                       [&](const DeadlineRow& row) {
                           return std::optional<double>(static_cast<double>(value(row)));
                       })
            .value_or(0.0);
    };
    DeadlineSummary summary;
    summary.boards = rows.size();
    summary.seconds = mean([](const DeadlineRow& row) { return row.seconds(); });
    summary.length = mean([](const DeadlineRow& row) { return row.length(); });
    summary.lower_bound = mean([](const DeadlineRow& row) { return row.lower_bound(); });
    summary.gap = mean([](const DeadlineRow& row) { return row.gap(); });
    summary.known_optimal = mean_of(rows, [](const DeadlineRow& row) { return row.board.optimal; });
    summary.reference = mean_of(rows, [](const DeadlineRow& row) { return row.board.reference; });
    summary.constructive = mean_of(rows, [](const DeadlineRow& row) { return row.constructive; });
    if (summary.known_optimal) summary.at_optimal = 0;
    if (summary.constructive) summary.of_constructive = summary.length / *summary.constructive;
    summary.first_seconds =
        mean([](const DeadlineRow& row) { return row.milestones().front().seconds; });
    summary.first_length =
        mean([](const DeadlineRow& row) { return row.milestones().front().cost; });
    summary.seconds_to_final = mean(time_of_final_length);
    for (const DeadlineRow& row : rows) {
        summary.proven += row.optimal();
        if (summary.at_optimal) *summary.at_optimal += row.length() == *row.board.optimal;
        summary.slowest_first = std::max(summary.slowest_first, row.milestones().front().seconds);
        summary.longest_overshoot =
            std::max(summary.longest_overshoot, row.seconds() - limit_seconds);
    }
    return summary;
}

}  // namespace tessera::bench
