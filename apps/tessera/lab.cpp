// tessera lab: experiments.
#include "commands.hpp"

namespace tessera::app {

void add_lab_claims(CLI::App& lab, Action& action);

void add_lab(CLI::App& app, Action& action) {
    CLI::App* lab = app.add_subcommand("lab", "experiments");
    lab->require_subcommand(1);
    add_lab_claims(*lab, action);
}

}  // namespace tessera::app
