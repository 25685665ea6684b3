// tessera lab run: does what is missing of a suite on all cores.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "commands.hpp"
#include "lab_machine.hpp"
#include "lab_records.hpp"
#include "lab_runner.hpp"
#include "lab_summary.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/lab/runner.hpp"
#include "tessera/lab/store.hpp"
#include "tessera/lab/suite.hpp"
#include "tessera/lab/worker.hpp"

namespace tessera::app {
namespace {

using lab::RunnerProgress;

struct LabRunCommand {
    std::string suite;
    std::string db;
    std::optional<std::size_t> jobs;
    std::string shard;
    std::string time;
    std::string memory;
    std::optional<std::uint64_t> nodes;
    std::string device;  ///< empty: as the suite says
    bool retry = false;
    OutputOptions output;

    int run() const;

  private:
    /// The suite with the limits that were given here instead of its own.
    Result<lab::LabSuite> chosen() const;
    lab::RunnerOptions options(const std::vector<lab::RunTask>& tasks) const;
    /// The options that make the runs others than the suite says, ready for a shell.
    std::string own_limits() const;
    int tell(lab::ResultStore& store, const lab::LabSuite& chosen,
             const RunnerProgress& made) const;
};

Result<lab::LabSuite> LabRunCommand::chosen() const {
    auto loaded = load_experiment(suite);
    if (!loaded) return loaded;
    if (!time.empty()) {
        auto duration = parse_duration(time);
        if (!duration) return duration.error();
        loaded->limits.time = *duration;
    }
    if (!memory.empty()) {
        auto bytes = parse_memory(memory);
        if (!bytes) return bytes.error();
        loaded->limits.memory_bytes = *bytes;
    }
    if (nodes) loaded->limits.nodes = *nodes;
    if (!device.empty()) {
        auto& all = loaded->configurations;
        for (lab::RunConfiguration& one : all) lab::move_to_device(one, device);
        // Those that differed in nothing else are the same now.
        for (auto one = all.begin(); one != all.end();) {
            const bool known = std::any_of(
                all.begin(), one, [&](const auto& other) { return other.name == one->name; });
            one = known ? all.erase(one) : one + 1;
        }
    }
    return loaded;
}

lab::RunnerOptions LabRunCommand::options(const std::vector<lab::RunTask>& tasks) const {
    lab::RunnerOptions made = own_runner_options();
    // A search has one thread unless its suite says otherwise; then fewer run at once.
    std::size_t threads = 1;
    for (const lab::RunTask& task : tasks) {
        threads = std::max<std::size_t>(threads, task.configuration.options.threads);
    }
    made.jobs = jobs.value_or(std::max<std::size_t>(1, backends::usable_cores() / threads));
    made.retry = retry;
    return made;
}

std::string LabRunCommand::own_limits() const {
    std::vector<std::string> words;
    const auto add = [&](std::string_view option, const std::string& value) {
        if (!value.empty()) words.push_back(fmt::format("--{} {}", option, shell_word(value)));
    };
    add("time", time);
    add("memory", memory);
    add("nodes", nodes ? fmt::format("{}", *nodes) : "");
    add("device", device);
    return fmt::format("{}", fmt::join(words, " "));
}

/// Where the suite allows a run more memory than a worker has here.
void note_memory(std::size_t wanted, std::size_t room, std::size_t jobs) {
    if (wanted == Limits().memory_bytes || wanted <= room) return;
    const std::string reason =
        jobs == 1 ? fmt::format("only {} are free for it here", readable_bytes(room))
                  : fmt::format("{} workers at once leave {} for each; fewer --jobs leave more",
                                jobs, readable_bytes(room));
    print_note(fmt::format("the suite allows a run {}, but {}", readable_bytes(wanted), reason));
}

int LabRunCommand::tell(lab::ResultStore& store, const lab::LabSuite& done,
                        const RunnerProgress& made) const {
    const auto records = store.records(done.name);
    if (!records) return fail(records.error());
    const auto status = store.status();
    if (!status) return fail(status.error());
    const auto configurations = of_suite(*status, done.name);
    if (output.as_json()) {
        fmt::print(
            "{{\"schema\":\"tessera.lab-run/1\",\"suite\":{},\"db\":{},\"total\":{},\"before\":{},"
            "\"done\":{},\"others\":{},\"missing\":{},\"seconds\":{:.6f},\"interrupted\":{},"
            "\"configurations\":{}}}\n",
            json_string(done.name), json_string(store.path()), made.total, made.before, made.done,
            made.others, made.missing(), made.elapsed, made.interrupted,
            outcomes_json(configurations, *records));
        return made.interrupted ? exit_interrupted : exit_ok;
    }
    say("{}", unexplained_runs(*records));
    say("{}", status_table(configurations));
    if (const std::string means = averages(*records); !means.empty()) say("{}\n", means);
    std::string last =
        fmt::format("{} done in {}", counted(made.done, "run"), readable_seconds(made.elapsed));
    if (made.before > 0) last += fmt::format(", {} before", grouped(made.before));
    if (made.others > 0) last += fmt::format(", {} by other runners", grouped(made.others));
    if (made.missing() > 0) last += fmt::format(", {} missing", grouped(made.missing()));
    say("{}{}; results in {}\n", last, repeats_words(*records), store.path());
    if (made.interrupted) {
        print_note("interrupted; the same command goes on from here");
        return exit_interrupted;
    }
    return exit_ok;
}

int LabRunCommand::run() const {
    auto part = shard.empty() ? Result<lab::Shard>(lab::Shard()) : lab::parse_shard(shard);
    if (!part) return fail(part.error());
    auto loaded = chosen();
    if (!loaded) return fail(loaded.error());
    const std::vector<lab::RunTask> tasks = loaded->tasks();
    auto store = lab::ResultStore::open(db.empty() ? loaded->name + ".db" : db);
    if (!store) return fail(store.error());
    if (const auto error = remember_facts(*store, *loaded, suite, own_limits()))
        return fail(*error);
    for (const std::string& note : loaded->notes) print_note(note);

    lab::RunnerOptions how = options(tasks);
    how.shard = *part;
    note_memory(loaded->limits.memory_bytes, lab::search_memory(how.memory_bytes / how.jobs),
                how.jobs);
    catch_interrupt();
    ProgressLine line(output.progress_style());
    SuiteLine watcher(line, output.progress_style());
    const auto made = lab::run_suite(*store, loaded->name, tasks, this_machine(), how, watcher);
    line.clear();
    if (!made) return fail(made.error());
    return tell(*store, *loaded, *made);
}

}  // namespace

void add_lab_run(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabRunCommand>();
    CLI::App* sub = lab.add_subcommand(
        "run", "do the runs of a suite that are not done yet; what is done is saved at once");
    sub->add_option("SUITE", command->suite, "a suite that ships with the program, or a TOML file")
        ->required()
        ->type_name("");
    sub->add_option("--db", command->db, "where the results are kept (default: SUITE.db here)")
        ->type_name("FILE");
    sub->add_option("--jobs", command->jobs, "runs at once (default: all cores)")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    sub->add_option("--shard", command->shard, "only part I of N, to spread a suite over machines")
        ->type_name("I/N");
    sub->add_option("--time", command->time, "limit of every run instead of the suite's, e.g. 10s")
        ->type_name("T");
    sub->add_option(
           "--memory", command->memory,
           "limit of every run instead of the suite's, e.g. 2G; a worker's share of what is "
           "free is one in any case")
        ->type_name("M");
    sub->add_option("--nodes", command->nodes, "limit of every run instead of the suite's")
        ->check(whole_number(1))
        ->type_name("N");
    add_device_option(*sub, command->device, "cpu, or what the suite says");
    sub->add_flag("--retry", command->retry, "do again what crashed, hung or was refused before")
        ->disable_flag_override();
    command->output.add_json(*sub, "suite");
    command->output.add_progress(*sub);
    set_examples(*sub,
                 {{"tessera lab run korf100-quick",
                   "a shipped experiment, in a minute; the same command goes on after Ctrl-C"},
                  {"tessera lab run mine.toml --jobs 2", "one of your own, on two cores"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
