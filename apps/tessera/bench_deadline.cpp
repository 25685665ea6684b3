// tessera bench deadline: sets of boards, each board with a deadline; one line per set: lengths, bounds, times.
#include "bench_deadline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bench/deadline.hpp"
#include "commands.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/engine/registry.hpp"

namespace tessera::app {
namespace {

using bench::DeadlineBoard;
using bench::DeadlineRow;
using bench::DeadlineSet;
using bench::DeadlineSummary;

/// A set with the boards chosen from it and the time each gets.
struct Assignment {
    const DeadlineSet* set = nullptr;
    std::vector<DeadlineBoard> boards;
    std::chrono::nanoseconds limit{0};

    double limit_seconds() const { return std::chrono::duration<double>(limit).count(); }
};

std::vector<std::string_view> set_names() {
    std::vector<std::string_view> names;
    for (const DeadlineSet& set : bench::deadline_sets()) names.push_back(set.name);
    return names;
}

Result<std::vector<const DeadlineSet*>> chosen_sets(const std::string& wanted) {
    std::vector<const DeadlineSet*> chosen;
    const auto sets = bench::deadline_sets();
    if (wanted.empty()) {
        for (const DeadlineSet& set : sets) chosen.push_back(&set);
        return chosen;
    }
    for (const std::string_view name : split_list(wanted)) {
        const auto found = std::find_if(sets.begin(), sets.end(),
                                        [&](const DeadlineSet& set) { return set.name == name; });
        if (found == sets.end()) {
            const auto names = set_names();
            const std::string_view nearest = nearest_name(name, names);
            return usage_error(fmt::format("--set: there is no set called '{}'", name),
                               nearest.empty() ? fmt::format("sets: {}", fmt::join(names, " "))
                                               : fmt::format("did you mean '{}'?", nearest));
        }
        chosen.push_back(&*found);
    }
    return chosen;
}

std::string number_or_null(std::optional<double> value) {
    return value ? fmt::format("{:.4f}", *value) : "null";
}
template <class Whole>
std::string whole_or_null(std::optional<Whole> value) {
    return value ? fmt::to_string(*value) : "null";
}

void print_row_json(const Assignment& work, const DeadlineRow& row) {
    std::vector<std::string> milestones;
    for (const Milestone& milestone : row.milestones) {
        milestones.push_back(fmt::format("{{\"seconds\":{:.6f},\"length\":{},\"lower_bound\":{}}}",
                                         milestone.seconds, milestone.cost, milestone.lower_bound));
    }
    fmt::print(
        "{{\"schema\":\"tessera.deadline/1\",\"kind\":\"board\",\"set\":{},\"id\":{},"
        "\"limit_seconds\":{},\"length\":{},\"lower_bound\":{},\"gap\":{:.4f},\"optimal\":{},"
        "\"known_optimal\":{},\"reference_length\":{},\"constructive_length\":{},"
        "\"seconds\":{:.6f},\"milestones\":[{}]}}\n",
        json_string(work.set->name), json_string(row.id), work.limit_seconds(), row.length,
        row.lower_bound, row.gap, row.optimal, whole_or_null(row.known_optimal),
        whole_or_null(row.reference), whole_or_null(row.constructive), row.seconds,
        fmt::join(milestones, ","));
}

void print_summary_json(const Assignment& work, const DeadlineSummary& mean) {
    fmt::print(
        "{{\"schema\":\"tessera.deadline/1\",\"kind\":\"set\",\"set\":{},\"boards\":{},"
        "\"limit_seconds\":{},\"seconds\":{:.6f},\"length\":{:.4f},\"lower_bound\":{:.4f},"
        "\"gap\":{:.4f},\"proven\":{},\"at_known_optimal\":{},\"known_optimal\":{},"
        "\"reference_length\":{},\"constructive_length\":{},\"of_constructive\":{},"
        "\"first_seconds\":{:.6f},\"slowest_first_seconds\":{:.6f},\"first_length\":{:.4f},"
        "\"seconds_to_final_length\":{:.6f},\"longest_overshoot_seconds\":{:.6f}}}\n",
        json_string(work.set->name), mean.boards, work.limit_seconds(), mean.seconds, mean.length,
        mean.lower_bound, mean.gap, mean.proven, whole_or_null(mean.at_optimal),
        number_or_null(mean.known_optimal), number_or_null(mean.reference),
        number_or_null(mean.constructive), number_or_null(mean.of_constructive), mean.first_seconds,
        mean.slowest_first, mean.first_length, mean.seconds_to_final, mean.longest_overshoot);
}

void print_summary_text(const Assignment& work, const DeadlineSummary& mean) {
    fmt::print("{:<12} {:>10}  limit {:g} s  mean {:.3f} s  length {:.2f}", work.set->name,
               counted(mean.boards, "board"), work.limit_seconds(), mean.seconds, mean.length);
    if (mean.reference) fmt::print("  reference {:.2f}", *mean.reference);
    if (mean.known_optimal) {
        fmt::print("  optimal {:.2f}  at optimal {}", *mean.known_optimal, *mean.at_optimal);
    }
    fmt::print("  proven {}  bound {:.2f}  gap {:.1f} %  final length after {:.2f} s", mean.proven,
               mean.lower_bound, 100.0 * mean.gap, mean.seconds_to_final);
    fmt::print("  overshoot {:.3f} s  first answer {:.3f} s (slowest {:.3f} s) {:.1f} moves",
               mean.longest_overshoot, mean.first_seconds, mean.slowest_first, mean.first_length);
    if (mean.constructive) {
        fmt::print("  constructive {:.1f}  ratio {:.3f}", *mean.constructive,
                   *mean.of_constructive);
    }
    fmt::print("\n");
}

/// Three columns for a plot; the last line is the end of the time.
void print_curve(const DeadlineRow& row) {
    fmt::print("# {}: seconds length bound\n", row.id);
    for (const Milestone& milestone : row.milestones) {
        fmt::print("{:.4f} {} {}\n", milestone.seconds, milestone.cost, milestone.lower_bound);
    }
    fmt::print("{:.4f} {} {}\n", row.seconds, row.length, row.lower_bound);
}

/// How long all boards of all sets may take.
double longest_run() {
    double seconds = 0.0;
    for (const DeadlineSet& set : bench::deadline_sets()) {
        seconds +=
            static_cast<double>(set.boards) * std::chrono::duration<double>(set.limit).count();
    }
    return seconds;
}

/// Says how long it may take, before it does.
void announce(const std::vector<Assignment>& all) {
    double seconds = 0.0;
    std::size_t boards = 0;
    for (const Assignment& work : all) {
        boards += work.boards.size();
        seconds += static_cast<double>(work.boards.size()) * work.limit_seconds();
    }
    print_note(fmt::format("{} in {}: up to {}", counted(boards, "board"),
                           counted(all.size(), "set"), readable_seconds(seconds)));
}

/// Solves the boards of one set and prints what came of it; an interruption still gives what was done.
std::optional<Error> perform(const Assignment& work, Engine& engine, const OutputOptions& output,
                             bool curve) {
    if (work.boards.empty()) return std::nullopt;
    Limits limits;
    limits.memory_bytes = default_memory_limit();
    limits.time = work.limit;
    ProgressLine line(output.progress_style());
    std::optional<Error> error = bench::prepare_deadline(engine, work.boards.front(), limits, line);
    std::vector<DeadlineRow> rows;
    for (std::size_t i = 0; i < work.boards.size() && !error; ++i) {
        auto row = bench::run_deadline(engine, *work.set, work.boards[i], limits, line);
        line.clear();
        if (!row) {
            error = row.error();
            break;
        }
        if (output.as_json()) {
            print_row_json(work, *row);
        } else if (curve) {
            print_curve(*row);
        }
        if (!flush_answer()) return write_error();
        rows.push_back(std::move(*row));
    }
    if (error && error->code != ErrorCode::interrupted) return error;
    if (rows.empty() || (curve && !output.as_json())) return error;
    const DeadlineSummary summary = bench::summarise(rows, work.limit_seconds());
    output.as_json() ? print_summary_json(work, summary) : print_summary_text(work, summary);
    if (!flush_answer()) return write_error();
    return error;
}

}  // namespace

void DeadlineBench::add_to(CLI::App& command) {
    options_ = {
        command
            .add_option(
                "--set", sets,
                fmt::format("deadline: only these sets, separated by commas, of {} (default: "
                            "all, up to {})",
                            fmt::join(set_names(), ", "), readable_seconds(longest_run())))
            ->type_name("NAMES"),
        command
            .add_option(
                "--boards", boards,
                "deadline: so many boards of each set, spread evenly over it (default: all)")
            ->check(whole_number(1))
            ->type_name("N"),
        command.add_option("--every", every, "deadline: only every K-th board of each set")
            ->check(whole_number(1, 1'000'000))
            ->type_name("K"),
        command
            .add_option("--time", time,
                        "deadline: the time of each board, e.g. 2s (default: each set's own, 5 to "
                        "30 s)")
            ->type_name("T"),
        command
            .add_flag(
                "--curve", curve,
                "deadline: one board of each set, with seconds, length and bound whenever one "
                "of them became better")
            ->disable_flag_override(),
    };
}

std::optional<std::string> DeadlineBench::given() const {
    for (const CLI::Option* option : options_) {
        if (option->count() > 0) return option->get_name();
    }
    return std::nullopt;
}

int DeadlineBench::run(const OutputOptions& output) const {
    auto chosen = chosen_sets(sets);
    if (!chosen) return fail(chosen.error());
    std::optional<std::chrono::nanoseconds> limit;
    if (!time.empty()) {
        auto duration = parse_duration(time);
        if (!duration) return fail(duration.error());
        limit = *duration;
    }
    std::vector<Assignment> all;
    for (const DeadlineSet* set : *chosen) {
        if (auto path = bench::missing_file(*set)) {
            print_note(
                fmt::format("{} skipped: {} is not here; these boards are other people's, "
                            "TESSERA_DATA names their folder",
                            set->name, path->string()));
            continue;
        }
        auto boards_chosen = bench::deadline_boards(*set, every, curve ? 1 : boards);
        if (!boards_chosen) return fail(boards_chosen.error());
        all.push_back({set, std::move(*boards_chosen), limit.value_or(set->limit)});
    }
    if (all.empty()) return exit_ok;
    announce(all);
    catch_interrupt();
    backends::ThreadExecutor executor(0);
    Engine engine(this_process(&executor));
    for (const Assignment& work : all) {
        if (auto error = perform(work, engine, output, curve)) return fail(*error);
    }
    return exit_ok;
}

}  // namespace tessera::app
