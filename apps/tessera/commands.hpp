// The commands of the program. Each has its own file, which adds its options and runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/api/call.hpp"

namespace tessera::app {

/// Set by the command that was chosen; returns the exit code.
using Action = std::function<int()>;

void add_solve(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_play(CLI::App& app, Action& action);
void add_replay(CLI::App& app, Action& action);
void add_menu(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_audit(CLI::App& app, Action& action);
void add_selftest(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_lab(CLI::App& app, Action& action);
void add_pdb(CLI::App& app, Action& action);
void add_call(CLI::App& app, Action& action, api::Calls calls);
void add_serve(CLI::App& app, Action& action);
void add_completions(CLI::App& app, Action& action, api::Calls calls);
void add_man(CLI::App& app, Action& action);
void add_help(CLI::App& app, Action& action);

// The commands of `tessera lab`.
void add_lab_run(CLI::App& lab, Action& action);
void add_lab_script(CLI::App& lab, Action& action);
void add_lab_worker(CLI::App& lab, Action& action);
void add_lab_status(CLI::App& lab, Action& action);
void add_lab_report(CLI::App& lab, Action& action);
void add_lab_export(CLI::App& lab, Action& action);
void add_lab_claims(CLI::App& lab, Action& action);
void add_lab_merge(CLI::App& lab, Action& action);

/// The names of all commands that were added.
std::vector<std::string> command_names(const CLI::App& app);
/// `tessera` alone: solves a sample board and shows what to try next.
int welcome();
/// The text of `--version`.
std::string version_text();
/// Parts of it: the number with its commit, and the compiler with the kind of build.
std::string program_version();
std::string program_build();

}  // namespace tessera::app
