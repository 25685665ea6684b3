// tessera lab: experiments that are saved as they run; each of its commands has its own file.
#include "commands.hpp"
#include "help_text.hpp"

namespace tessera::app {

void add_lab(CLI::App& app, Action& action) {
    CLI::App* lab = app.add_subcommand(
        "lab",
        "experiments: run suites, save the results, report on them, check the origins' claims");
    lab->require_subcommand(1);
    for (const auto add : {add_lab_run, add_lab_status, add_lab_report, add_lab_export,
                           add_lab_merge, add_lab_script, add_lab_claims, add_lab_worker}) {
        add(*lab, action);
    }
    // Those without a group are hidden: other commands call them, not people.
    for (CLI::App* sub : lab->get_subcommands([](CLI::App*) { return true; })) {
        if (!sub->get_group().empty()) sub->group("Commands");
    }
    set_examples(*lab, {{"tessera lab run korf100-quick", "a shipped experiment, in a minute"},
                        {"tessera lab report --db korf100-quick.db --output report.html",
                         "what came out, as a page"}});
}

}  // namespace tessera::app
