// tessera selftest: solves random boards in every way there is, and compares the answers with exact distances and each other.
#include "tessera/selftest/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"

namespace tessera::app {
namespace {

constexpr std::uint64_t quick_solves = 3'000;
constexpr std::uint64_t long_solves = 1'000'000;

struct SelftestCommand {
    bool thorough = false;
    std::uint64_t seed = 0;
    CLI::Option* seed_given = nullptr;
    std::optional<std::uint64_t> solves;
    std::uint32_t threads = 0;
    std::string memory;
    std::optional<std::uint64_t> only;
    std::string trusted;
    bool json = false;
    bool jsonl = false;
    OutputOptions output;

    int run() const;
};

void print_disagreements(const lab::SelftestResult& result, bool colour) {
    for (const lab::SelftestDisagreement& disagreement : result.shown) {
        say("{}: {}\n  {}\n", painted("DISAGREEMENT", Paint::bad, colour), disagreement.what,
            disagreement.subject);
        if (!disagreement.reproduce.empty()) say("  {}\n", disagreement.reproduce);
        say("  {}\n", disagreement.again);
    }
    if (result.shown.size() < result.disagreements) {
        say("… and {} more\n", grouped(result.disagreements - result.shown.size()));
    }
    if (!result.shown.empty()) say("\n");
}

void print_summary(const lab::SelftestResult& result, bool colour) {
    print_disagreements(result, colour);
    const auto row = [](std::string_view name, const std::string& text) {
        say("{:<14}{}\n", name, text);
    };
    row("solves",
        fmt::format("{} of {}, {} pairs of algorithm and heuristic, {}", grouped(result.solves),
                    grouped(result.planned), result.pairs.size(), counted(result.goals, "goal")));
    std::string sizes;
    for (const auto& [size, count] : result.by_size) {
        sizes += fmt::format("{}{} {}", sizes.empty() ? "" : ", ", size, grouped(count));
    }
    row("sizes", sizes);
    row("exact",
        fmt::format("{} least costs compared with the true one; {} ended by a limit; {} "
                    "unsolvable",
                    grouped(result.exact), grouped(result.stopped), grouped(result.unsolvable)));
    row("plain", fmt::format("{} solved again plainly, equal to the node", grouped(result.plain)));
    row("threads", fmt::format("{} solved again by several threads, {} of them shared out",
                               grouped(result.threaded), grouped(result.shared)));
    row("byte tables", fmt::format("{} solved again with byte tables", grouped(result.bytes)));
    row("tables", fmt::format("{} compared, {} entries, {}", grouped(result.tables),
                              grouped(result.table_entries), counted(result.table_files, "file")));
    row("seed", fmt::format("{}", result.seed));
    row("digest", result.complete ? fmt::format("{:016x}", result.digest) : "incomplete");
    row("time",
        fmt::format("{}, {}", readable_seconds(result.seconds), counted(result.threads, "thread")));
    say("\n");
    if (!result.agreed()) {
        say("{}\n", painted(counted(result.disagreements, "disagreement"), Paint::bad, colour));
    } else if (!result.complete) {
        say("{}\n", painted("Interrupted; no disagreement so far.", Paint::warning, colour));
    } else {
        say("{}\n", painted("All agree.", Paint::good, colour));
    }
}

int SelftestCommand::run() const {
    lab::SelftestOptions options;
    options.seed = seed_given->count() > 0 ? seed : std::uint64_t{std::random_device()()};
    options.thorough = thorough;
    options.solves = solves.value_or(thorough ? long_solves : quick_solves);
    options.threads = threads;
    options.only = only;
    options.trusted = trusted;
    const auto allowed = memory_allowed(memory);
    if (!allowed) return fail(allowed.error());
    options.memory_bytes = *allowed;
    catch_interrupt();
    ProgressLine line(output.progress_style());
    options.cancelled = [] { return interrupted(); };
    auto last = std::chrono::steady_clock::now();
    options.progress = [&](const lab::SelftestProgress& progress) {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(200)) return;
        last = now;
        if (output.progress_style() == ProgressStyle::json) {
            tell(fmt::format(
                "{{\"event\":\"progress\",\"solves\":{},\"planned\":{},"
                "\"disagreements\":{},\"seconds\":{:.3f}}}\n",
                progress.solves, progress.planned, progress.disagreements, progress.seconds));
            return;
        }
        const double part =
            static_cast<double>(progress.solves) / static_cast<double>(progress.planned);
        line.show(fmt::format("{} of {} solves · {} · {} · {} left", grouped(progress.solves),
                              grouped(progress.planned),
                              counted(progress.disagreements, "disagreement"),
                              readable_seconds(progress.seconds),
                              readable_seconds(progress.seconds / part - progress.seconds)));
    };
    if (jsonl) options.each = [](const std::string& solve) { fmt::print("{}\n", solve); };
    const auto result = lab::run_selftest(options);
    line.clear();
    if (!result) return fail(result.error());
    if (json || jsonl) {
        fmt::print("{}\n", lab::to_json(*result));
    } else {
        print_summary(*result, use_colour(output.colour_wish()));
    }
    if (!result->agreed()) return exit_internal;
    return result->complete ? exit_ok : exit_interrupted;
}

}  // namespace

void add_selftest(CLI::App& app, Action& action) {
    auto command = std::make_shared<SelftestCommand>();
    CLI::App* sub = app.add_subcommand(
        "selftest", "test this program on this machine: random boards against exact distances");
    sub->add_flag("--long", command->thorough,
                  "a million solves, with all states of 12 cells; takes minutes on all cores")
        ->disable_flag_override();
    command->seed_given = add_seed_option(*sub, command->seed);
    sub->add_option("--solves", command->solves,
                    fmt::format("how many (default {}, with --long {})", quick_solves, long_solves))
        ->check(whole_number(1, 100'000'000))
        ->type_name("N");
    sub->add_option("--threads", command->threads,
                    "how many are solved at once (default: all cores); the digest is the same")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    sub->add_option("--memory", command->memory, "use at most this much for tables, e.g. 4G")
        ->type_name("M");
    sub->add_option("--only", command->only, "only the solve with this number")
        ->check(whole_number(0))
        ->type_name("N");
    completed(sub->add_option(
                  "--trust", command->trusted,
                  "take this heuristic for admissible whatever it claims: to see a disagreement"),
              {heuristic_words()})
        ->type_name("NAME");
    sub->add_flag("--json", command->json, "the result as one JSON object")
        ->disable_flag_override();
    sub->add_flag("--jsonl", command->jsonl,
                  "before it every solve as a line: the call, and what came out")
        ->disable_flag_override();
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(*sub,
                 {{"tessera selftest", "3,000 boards in every way, against exact distances"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
