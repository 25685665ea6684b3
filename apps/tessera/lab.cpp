// tessera lab: experiments; each of its sub-commands has its own file.
#include "commands.hpp"

namespace tessera::app {

void add_lab_report(CLI::App& lab, Action& action);
void add_lab_export(CLI::App& lab, Action& action);

void add_lab(CLI::App& app, Action& action) {
    CLI::App* lab = app.add_subcommand("lab", "experiments: run suites, report and export");
    lab->require_subcommand(1);
    add_lab_report(*lab, action);
    add_lab_export(*lab, action);
}

}  // namespace tessera::app
