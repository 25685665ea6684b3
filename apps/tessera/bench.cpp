// tessera bench: fixed work, one line per configuration: nodes, nodes/s, memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bench/benchmark.hpp"
#include "bench/deadline.hpp"
#include "bench/lab.hpp"
#include "bench_deadline.hpp"
#include "bench_lab.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/lab/statistics.hpp"

namespace tessera::app {
namespace {

struct BenchCommand {
    std::string name = "quick";
    std::optional<int> repetitions;
    DeadlineBench deadline;
    OutputOptions output;

    int run() const;
};

using lab::median;

/// Millions a second for the median, the slowest and the fastest repetition.
struct Rates {
    double middle;
    double low;
    double high;

    Rates(std::uint64_t nodes, const std::vector<double>& seconds)
        : middle(rate(nodes, median(seconds))),
          low(rate(nodes, *std::max_element(seconds.begin(), seconds.end()))),
          high(rate(nodes, *std::min_element(seconds.begin(), seconds.end()))) {}
    static double rate(std::uint64_t nodes, double seconds) {
        return static_cast<double>(nodes) / std::max(seconds, 1e-9) / 1e6;
    }
};

void print_text(const bench::Measurement& result) {
    const Rates generated(result.generated, result.seconds);
    const Rates expanded(result.expanded, result.seconds);
    say("{:<5} {:<16} {:>3} boards {:>15} generated {:>7.1f} M/s ({:.1f}–{:.1f}) {:>15} "
        "expanded {:>7.2f} M/s  wall {:.2f} s  cpu {:.2f} s",
        result.which->algorithm, result.which->heuristic, result.boards, grouped(result.generated),
        generated.middle, generated.low, generated.high, grouped(result.expanded), expanded.middle,
        median(result.seconds), median(result.cpu_seconds));
    if (result.bytes_per_state > 0.0) {
        say("  {:.1f} bytes/node", result.bytes_per_state);
    }
    say("  peak {}", readable_bytes(result.peak_memory_bytes));
    if (result.threads > 1) say("  {} threads", result.threads);
    if (!result.speed_up.empty()) {
        const auto [low, high] =
            std::minmax_element(result.speed_up.begin(), result.speed_up.end());
        say("  {:.2f}× the line above ({:.2f}–{:.2f})", median(result.speed_up), *low, *high);
    }
    say("\n");
}

void print_json(const bench::Measurement& result) {
    const Rates generated(result.generated, result.seconds);
    const Rates expanded(result.expanded, result.seconds);
    fmt::print(
        "{{\"schema\":\"tessera.bench/1\",\"algorithm\":{},\"heuristic\":{},\"boards\":{},"
        "\"generated\":{},\"expanded\":{},\"repetitions\":{},\"wall_seconds\":{},"
        "\"cpu_seconds\":{},\"generated_per_second\":{:.0f},\"expanded_per_second\":{:.0f},"
        "\"slowest_generated_per_second\":{:.0f},\"fastest_generated_per_second\":{:.0f},"
        "\"bytes_per_node\":{:.2f},\"peak_memory_bytes\":{},\"threads\":{},\"speed_up\":{}}}\n",
        json_string(result.which->algorithm), json_string(result.which->heuristic), result.boards,
        result.generated, result.expanded, result.seconds.size(), median(result.seconds),
        median(result.cpu_seconds), generated.middle * 1e6, expanded.middle * 1e6,
        generated.low * 1e6, generated.high * 1e6, result.bytes_per_state, result.peak_memory_bytes,
        result.threads,
        result.speed_up.empty() ? "null" : fmt::format("{:.4f}", median(result.speed_up)));
}

int BenchCommand::run() const {
    if (name == bench::deadline_name) {
        if (repetitions) {
            return fail(usage_error("--repetitions is not for 'deadline'",
                                    "it solves every board once, for a given time"));
        }
        return deadline.run(output);
    }
    if (const auto option = deadline.given()) {
        return fail(usage_error(fmt::format("{} is not for '{}'", *option, name),
                                "it is an option of 'tessera bench deadline'"));
    }
    if (name == bench::lab_name) return run_lab_bench(repetitions.value_or(1), output);
    std::vector<std::string_view> names{bench::deadline_name, bench::lab_name};
    const bench::Benchmark* chosen = nullptr;
    for (const bench::Benchmark& benchmark : bench::benchmarks()) {
        names.push_back(benchmark.name);
        if (benchmark.name == name) chosen = &benchmark;
    }
    if (chosen == nullptr) {
        const std::string_view nearest = nearest_name(name, names);
        std::string all;
        for (const std::string_view known : names) all += fmt::format(" {}", known);
        return fail(usage_error(
            fmt::format("there is no benchmark called '{}'", name),
            nearest.empty() ? "benchmarks:" + all : fmt::format("did you mean '{}'?", nearest)));
    }
    catch_interrupt();
    ProgressLine line(output.progress_style());
    std::size_t threads = 1;
    for (const bench::Case& which : chosen->cases) {
        threads = std::max<std::size_t>(threads, which.threads);
    }
    backends::ThreadExecutor executor(threads);
    auto results = bench::run(*chosen, repetitions.value_or(chosen->repetitions),
                              this_process(&executor), line);
    line.clear();
    if (!results) return fail(results.error());
    std::uint64_t signature = 0;
    for (const bench::Measurement& result : *results) {
        output.as_json() ? print_json(result) : print_text(result);
        signature += result.generated;
    }
    if (!output.as_json()) {
        say("All lengths{} as expected. Bench: {}\n",
            chosen->cases.front().published_counts ? " and published node counts" : "", signature);
    }
    return exit_ok;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    auto command = std::make_shared<BenchCommand>();
    Words names = names_in(bench::benchmarks());
    names.emplace_back(bench::deadline_name);
    names.emplace_back(bench::lab_name);
    CLI::App* sub = app.add_subcommand("bench", "fixed work, timed: nodes, nodes/s, memory");
    completed(sub->add_option("BENCHMARK", command->name,
                              fmt::format("one of {} (default quick)", fmt::join(names, ", "))),
              {names})
        ->type_name("");
    sub->add_option("--repetitions", command->repetitions,
                    "how often everything is run, one configuration after the other (default: "
                    "the benchmark's own)")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->deadline.add_to(*sub);
    command->output.add_json(*sub, "configuration (deadline: per board and per set)");
    command->output.add_progress(*sub);
    set_examples(*sub, {{"tessera bench", "times a fixed set of searches on this machine"},
                        {"tessera bench deadline --set korf24 --time 5s",
                         "what is reached in five seconds on large boards"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
