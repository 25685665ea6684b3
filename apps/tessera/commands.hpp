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

/// Adds a command to the program, or to the command that it is a part of.
using AddCommand = void(CLI::App& app, Action& action);

// A new command is its own file and its name in both lists here.
AddCommand add_solve, add_check, add_generate, add_convert, add_verify, add_explain, add_compare,
    add_play, add_replay, add_menu, add_list, add_audit, add_selftest, add_bench, add_pdb,
    add_records, add_lab, add_serve;
/// In the order of the help.
inline constexpr AddCommand* all_commands[] = {
    add_solve,    add_check, add_generate, add_convert, add_verify, add_explain,
    add_compare,  add_play,  add_replay,   add_menu,    add_list,   add_audit,
    add_selftest, add_bench, add_pdb,      add_records, add_lab,    add_serve};
// These speak of all others, and come last.
void add_call(CLI::App& app, Action& action, api::Calls calls);
AddCommand add_completions, add_man, add_help;

// The commands of `tessera lab`.
AddCommand add_lab_run, add_lab_script, add_lab_worker, add_lab_status, add_lab_report,
    add_lab_export, add_lab_claims, add_lab_merge;

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
