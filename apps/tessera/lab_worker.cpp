// tessera lab worker: what 'tessera lab run' starts to do its runs.
#include "commands.hpp"
#include "system.hpp"
#include "tessera/lab/worker.hpp"

namespace tessera::app {

void add_lab_worker(CLI::App& lab, Action& action) {
    auto options = std::make_shared<lab::WorkerOptions>();
    CLI::App* sub =
        lab.add_subcommand("worker", "does runs for 'tessera lab run', which starts it");
    sub->group("");  // not for people: not in the help
    sub->add_option("--memory", options->memory_bytes)->required();
    sub->callback([options, &action] {
        action = [options] { return lab::run_worker(this_process(), *options); };
    });
}

}  // namespace tessera::app
