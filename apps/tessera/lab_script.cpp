// tessera lab script: writes a job script that spreads a suite over the machines of a cluster.
#include <fmt/format.h>

#include "commands.hpp"
#include "lab_runner.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "tessera/base/readable.hpp"

namespace tessera::app {
namespace {

struct LabScriptCommand {
    std::string suite;
    bool slurm = false;
    std::uint32_t tasks = 16;
    std::uint32_t cores = 1;
    std::string memory = "4G";
    std::string wall = "24:00:00";
    std::string output = "-";

    int run() const;
};

/// For names of files and jobs: the suite may be a path.
std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool fine =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
        plain += fine ? c : '_';
    }
    return plain;
}

constexpr std::string_view slurm_script = R"(#!/bin/bash
# Suite {suite} in {tasks} parts, one task of a Slurm array each. Written by: tessera lab script --slurm
#
#   sbatch {name}.sbatch                 runs all parts; every one has a file of results of its own
#   bash {name}.sbatch merge             joins them in {name}.db, when they are done
#
# A part that was stopped (time, a failed node) goes on where it was: submit the same script again. The tasks
# must see the folder this is submitted from, and a program of the same version: set TESSERA to its path if it is not
# found by name.
#SBATCH --job-name={name}
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={cores}
#SBATCH --mem={memory}
#SBATCH --time={wall}
#SBATCH --output={name}-%a.log

set -eu
tessera="${{TESSERA:-tessera}}"
parts={tasks}
if [[ "${{1:-}}" == merge ]]; then
    exec "$tessera" lab merge {name}-part-*.db --db {name}.db
fi
part="${{SLURM_ARRAY_TASK_ID:?submit it with sbatch, or set SLURM_ARRAY_TASK_ID to try one part}}"
# exec, so that the signal with which Slurm ends a task reaches the program, which then stops cleanly.
exec "$tessera" lab run {suite} --shard "$part/$parts" --jobs {cores} \
    --db "{name}-part-$part.db" --progress never
)";

int LabScriptCommand::run() const {
    if (!slurm) {
        return fail(usage_error("'tessera lab script' needs to know for which scheduler",
                                "--slurm is the one there is; on others use 'tessera lab run SUITE "
                                "--shard I/N' and 'tessera lab merge'"));
    }
    // A suite that cannot be read should not wait in a queue to say so.
    const auto loaded = load_experiment(suite);
    if (!loaded) return fail(loaded.error());
    auto file = OutputFile::open(output);
    if (!file) return fail(file.error());
    const std::string text =
        fmt::format(fmt::runtime(slurm_script), fmt::arg("suite", shell_quoted(suite)),
                    fmt::arg("name", plain_name(loaded->name)), fmt::arg("tasks", tasks),
                    fmt::arg("cores", cores), fmt::arg("memory", memory), fmt::arg("wall", wall));
    if (const auto error = file->write(text)) return fail(*error);
    return exit_ok;
}

}  // namespace

void add_lab_script(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabScriptCommand>();
    CLI::App* sub =
        lab.add_subcommand("script", "a job script that spreads a suite over a cluster");
    sub->add_option("SUITE", command->suite, "a suite that ships with the program, or a TOML file")
        ->required()
        ->type_name("");
    sub->add_flag("--slurm", command->slurm, "for Slurm: a job array")->disable_flag_override();
    sub->add_option("--tasks", command->tasks, "in how many parts (default 16)")
        ->check(whole_number(1, 100'000))
        ->type_name("N");
    sub->add_option("--cores", command->cores, "cores of each part (default 1)")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    sub->add_option("--memory", command->memory, "memory of each part (default 4G)")
        ->type_name("M");
    sub->add_option("--wall", command->wall,
                    "time of each part, as Slurm writes it (default 24:00:00)")
        ->type_name("T");
    sub->add_option("--output", command->output, "where to write it (default: standard output)")
        ->type_name("FILE");
    set_examples(*sub, {{"tessera lab script --slurm korf100 --tasks 16 > job.sh",
                         "a Slurm array job of 16 tasks"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
