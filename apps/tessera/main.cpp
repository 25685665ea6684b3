// The command line: finds the command, runs it, and turns every failure into a message and an exit code.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>

#include "commands.hpp"
#include "console.hpp"
#include "system.hpp"
#include "tessera/engine/suites.hpp"
#include "tessera/puzzle/nearest.hpp"

namespace tessera::app {
namespace {

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(sub->get_name());
    }
    return names;
}

std::string_view nearest_of(std::string_view wanted, const std::vector<std::string>& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return nearest_name(wanted, views);
}

/// `tessera BOARD` is short for `tessera solve BOARD`; a word that is nearly a command is not taken for a board.
Result<std::vector<std::string>> with_command(const CLI::App& app, std::vector<std::string> words) {
    const std::string& first = words.front();
    const std::vector<std::string> names = command_names(app);
    const bool is_command = std::find(names.begin(), names.end(), first) != names.end();
    if (is_command || (first.starts_with("-") && first != "-")) return words;
    const bool wordlike = first.find_first_of("0123456789") == std::string::npos;
    if (wordlike && first != "-" && !file_exists(first) && !names_a_suite(first)) {
        const std::string_view nearest = nearest_of(first, names);
        return usage_error(fmt::format("there is no command called '{}'", first.substr(0, 60)),
                           nearest.empty() ? "'tessera --help' shows the commands"
                                           : fmt::format("did you mean 'tessera {}'?", nearest));
    }
    words.insert(words.begin(), "solve");
    return words;
}

/// The first argument that looks like an option but is none of the command's.
std::optional<std::string> unknown_option(const CLI::App& app, const std::vector<std::string>& words,
                                          std::vector<std::string>& known) {
    const CLI::App* chosen = &app;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (sub->get_name() == words.front()) chosen = sub;
    }
    for (const CLI::Option* option : chosen->get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    }
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (name.size() > 1 && name[0] == '-' && std::find(known.begin(), known.end(), name) == known.end()) {
            return name;
        }
    }
    return std::nullopt;
}

int explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
    std::vector<std::string> known;
    const std::string help = fmt::format("'tessera {}--help' shows what there is",
                                         words.front().starts_with("-") ? "" : words.front() + " ");
    if (const auto option = unknown_option(app, words, known)) {
        const std::string_view nearest = nearest_of(*option, known);
        return fail(usage_error(fmt::format("there is no option '{}'", option->substr(0, 60)),
                                nearest.empty() ? help : fmt::format("did you mean '{}'? {}", nearest, help)));
    }
    return fail(usage_error(error.what(), help));
}

int run(int count, char** arguments) {
    CLI::App app("Tessera: solver and laboratory for sliding-tile puzzles", "tessera");
    app.footer("'tessera BOARD' is short for 'tessera solve BOARD'. 'tessera COMMAND --help' shows a command's options.\n"
               "Exit codes: 0 ok, 1 internal error, 2 usage, 3 bad input, 11 unsolvable, 12 gave up, 22 memory limit,\n"
               "23 time limit, 130 interrupted.");
    app.set_version_flag("--version", [] { return version_text(); });
    app.require_subcommand(0, 1);
    Action action;
    for (const auto add : {add_solve, add_check, add_generate, add_convert, add_verify, add_list,
                           add_audit, add_bench, add_completions, add_man}) {
        add(app, action);
    }
    std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.empty()) return welcome();
    auto chosen = with_command(app, words);
    if (!chosen) return fail(chosen.error());
    words = *chosen;
    try {
        std::vector<std::string> reversed(words.rbegin(), words.rend());
        app.parse(reversed);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        return explain(app, error, words);
    }
    return action ? action() : welcome();
}

}  // namespace
}  // namespace tessera::app

int main(int count, char** arguments) {
    using namespace tessera;
    try {
        return app::run(count, arguments);
    } catch (const std::bad_alloc&) {
        return app::fail({ErrorCode::memory_limit, "the system has no more memory to give",
                          "set a limit with --memory"});
    } catch (const std::exception& error) {
        return app::fail({ErrorCode::internal, error.what(), "please report how this came about"});
    }
}
