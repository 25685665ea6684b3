// tessera bench deadline: sets of boards, each board with a deadline; one line per set: lengths, bounds, times.
#include "bench_deadline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bench/deadline.hpp"
#include "commands.hpp"
#include "lab_machine.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/engine/registry.hpp"

namespace tessera::app {
namespace {

using bench::DeadlineRow;
using bench::DeadlineSummary;

double limit_seconds(const lab::LabSuite& suite) {
    return std::chrono::duration<double>(suite.limits.time).count();
}
/// Suites have one set of boards each here.
const std::string& set_of(const lab::LabSuite& suite) {
    return suite.boards.front().set;
}

Result<std::vector<std::string>> chosen_sets(const std::string& wanted) {
    std::vector<std::string> sets = bench::deadline_sets();
    if (wanted.empty()) return sets;
    std::vector<std::string> chosen;
    for (const std::string_view name : split_list(wanted)) {
        if (std::find(sets.begin(), sets.end(), name) == sets.end()) {
            const std::vector<std::string_view> names(sets.begin(), sets.end());
            const std::string_view nearest = nearest_name(name, names);
            return usage_error(fmt::format("--set: there is no set called '{}'", name),
                               nearest.empty() ? fmt::format("sets: {}", fmt::join(names, " "))
                                               : fmt::format("did you mean '{}'?", nearest));
        }
        chosen.emplace_back(name);
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

void print_row_json(const lab::LabSuite& suite, const DeadlineRow& row) {
    std::vector<std::string> milestones;
    for (const Milestone& milestone : row.milestones()) {
        milestones.push_back(fmt::format("{{\"seconds\":{:.6f},\"length\":{},\"lower_bound\":{}}}",
                                         milestone.seconds, milestone.cost, milestone.lower_bound));
    }
    fmt::print(
        "{{\"schema\":\"tessera.deadline/1\",\"kind\":\"board\",\"set\":{},\"id\":{},"
        "\"size\":[{},{}],\"start\":[{}],\"goal\":[{}],\"moves\":{},\"convention\":\"blank\","
        "\"limit_seconds\":{},\"length\":{},\"lower_bound\":{},\"gap\":{:.4f},\"optimal\":{},"
        "\"known_optimal\":{},\"reference_length\":{},\"constructive_length\":{},"
        "\"seconds\":{:.6f},\"milestones\":[{}]}}\n",
        json_string(set_of(suite)), json_string(row.board.id), row.board.start.geometry().rows,
        row.board.start.geometry().cols, fmt::join(tile_numbers(row.board.start.tiles()), ","),
        fmt::join(tile_numbers(row.board.goal.tiles()), ","), json_string(row.run.record.moves),
        limit_seconds(suite), row.length(), row.lower_bound(), row.gap(), row.optimal(),
        whole_or_null(row.board.optimal), whole_or_null(row.board.reference),
        whole_or_null(row.constructive), row.seconds(), fmt::join(milestones, ","));
}

void print_summary_json(const lab::LabSuite& suite, const DeadlineSummary& mean) {
    fmt::print(
        "{{\"schema\":\"tessera.deadline/1\",\"kind\":\"set\",\"set\":{},\"boards\":{},"
        "\"limit_seconds\":{},\"seconds\":{:.6f},\"length\":{:.4f},\"lower_bound\":{:.4f},"
        "\"gap\":{:.4f},\"proven\":{},\"at_known_optimal\":{},\"known_optimal\":{},"
        "\"reference_length\":{},\"constructive_length\":{},\"of_constructive\":{},"
        "\"first_seconds\":{:.6f},\"slowest_first_seconds\":{:.6f},\"first_length\":{:.4f},"
        "\"seconds_to_final_length\":{:.6f},\"longest_overshoot_seconds\":{:.6f}}}\n",
        json_string(set_of(suite)), mean.boards, limit_seconds(suite), mean.seconds, mean.length,
        mean.lower_bound, mean.gap, mean.proven, whole_or_null(mean.at_optimal),
        number_or_null(mean.known_optimal), number_or_null(mean.reference),
        number_or_null(mean.constructive), number_or_null(mean.of_constructive), mean.first_seconds,
        mean.slowest_first, mean.first_length, mean.seconds_to_final, mean.longest_overshoot);
}

void print_summary_text(const lab::LabSuite& suite, const DeadlineSummary& mean) {
    say("{:<12} {:>10}  limit {:g} s  mean {:.3f} s  length {:.2f}", set_of(suite),
        counted(mean.boards, "board"), limit_seconds(suite), mean.seconds, mean.length);
    if (mean.reference) say("  reference {:.2f}", *mean.reference);
    if (mean.known_optimal) {
        say("  optimal {:.2f}  at optimal {}", *mean.known_optimal, *mean.at_optimal);
    }
    say("  proven {}  bound {:.2f}  gap {:.1f} %  final length after {:.2f} s", mean.proven,
        mean.lower_bound, 100.0 * mean.gap, mean.seconds_to_final);
    say("  overshoot {:.3f} s  first answer {:.3f} s (slowest {:.3f} s) {:.1f} moves",
        mean.longest_overshoot, mean.first_seconds, mean.slowest_first, mean.first_length);
    if (mean.constructive) {
        say("  constructive {:.1f}  ratio {:.3f}", *mean.constructive, *mean.of_constructive);
    }
    say("\n");
}

/// Three columns for a plot; the last line is the end of the time.
void print_curve(const DeadlineRow& row) {
    say("# {}: seconds length bound\n", row.board.id);
    for (const Milestone& milestone : row.milestones()) {
        say("{:.4f} {} {}\n", milestone.seconds, milestone.cost, milestone.lower_bound);
    }
    say("{:.4f} {} {}\n", row.seconds(), row.length(), row.lower_bound());
}

/// Says how long it may take, before it does.
void announce(const std::vector<lab::LabSuite>& all) {
    double seconds = 0.0;
    std::size_t boards = 0;
    for (const lab::LabSuite& suite : all) {
        boards += suite.boards.size();
        seconds += static_cast<double>(suite.boards.size()) * limit_seconds(suite);
    }
    print_note(fmt::format("{} in {}: up to {}", counted(boards, "board"),
                           counted(all.size(), "set"), readable_seconds(seconds)));
}

/// Solves the boards of one set and prints what came of it; an interruption still gives what was done.
std::optional<Error> perform(const lab::LabSuite& suite, Engine& engine,
                             const OutputOptions& output, bool curve) {
    ProgressLine line(output.progress_style());
    std::optional<Error> error = bench::prepare_deadline(engine, suite, line);
    std::vector<DeadlineRow> rows;
    for (std::size_t i = 0; i < suite.boards.size() && !error; ++i) {
        auto row = bench::run_deadline(engine, suite, suite.boards[i], this_machine(), line);
        line.clear();
        if (!row) {
            error = row.error();
            break;
        }
        if (output.as_json()) {
            print_row_json(suite, *row);
        } else if (curve) {
            print_curve(*row);
        }
        if (!flush_answer()) return write_error();
        rows.push_back(std::move(*row));
    }
    if (error && error->code != ErrorCode::interrupted) return error;
    if (rows.empty() || (curve && !output.as_json())) return error;
    const DeadlineSummary summary = bench::summarise(rows, limit_seconds(suite));
    output.as_json() ? print_summary_json(suite, summary) : print_summary_text(suite, summary);
    if (!flush_answer()) return write_error();
    return error;
}

}  // namespace

void DeadlineBench::add_to(CLI::App& command) {
    options_ = {
        completed(command.add_option(
                      "--set", sets,
                      fmt::format("deadline: only these sets, separated by commas, of {} (default: "
                                  "all, which takes hours)",
                                  fmt::join(bench::deadline_sets(), ", "))),
                  {bench::deadline_sets()})
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
    std::vector<lab::LabSuite> all;
    for (const std::string& set : *chosen) {
        auto suite = bench::deadline_suite(set, every, curve ? 1 : boards);
        if (!suite) return fail(suite.error());
        for (const std::string& note : suite->notes)
            print_note(fmt::format("{} skipped: {}", set, note));
        if (suite->boards.empty()) continue;
        suite->limits.memory_bytes = default_memory_limit();
        if (limit) suite->limits.time = *limit;
        all.push_back(std::move(*suite));
    }
    if (all.empty()) return exit_ok;
    announce(all);
    catch_interrupt();
    backends::ThreadExecutor executor(0);
    Engine engine(this_process(&executor));
    for (const lab::LabSuite& suite : all) {
        if (auto error = perform(suite, engine, output, curve)) return fail(*error);
    }
    return exit_ok;
}

}  // namespace tessera::app
