// The command line: finds the command that the words name, and turns every fault of the words into an Error.
#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "commands.hpp"
#include "console.hpp"
#include "help_text.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/collections.hpp"

namespace tessera::app {
namespace {

const CLI::App* find_command(const CLI::App& app, std::string_view name) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (sub->get_name() == name) return sub;
    }
    return nullptr;
}

/// The command that the first words name: `solve`, or `lab run`.
const CLI::App& deepest_command(const CLI::App& app, const Words& words) {
    const CLI::App* command = &app;
    for (const std::string& word : words) {
        const CLI::App* inner = find_command(*command, word);
        if (inner == nullptr) break;
        command = inner;
    }
    return *command;
}

/// "tessera lab run".
std::string full_name(const CLI::App& command) {
    return command.get_parent() == nullptr
               ? command.get_name()
               : fmt::format("{} {}", full_name(*command.get_parent()), command.get_name());
}

/// Every name of every option, with its dashes.
Words option_names(const CLI::App& command) {
    Words names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string nearest_of(std::string_view wanted, const Words& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return std::string(nearest_name(wanted, views));
}

std::string before_equals(const std::string& word) {
    return word.substr(0, word.find('='));
}

bool is_negative_number(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
}

Error no_command(std::string_view wanted, const Words& names) {
    Words candidates = names;
    candidates.insert(candidates.end(), {"--help", "--version"});
    const std::string nearest = nearest_of(wanted, candidates);
    return usage_error(fmt::format("there is no command called '{}'", formats::excerpt(wanted, 60)),
                       nearest.empty() ? "'tessera --help' shows the commands"
                                       : fmt::format("did you mean 'tessera {}'?", nearest));
}

/// `tessera BOARD` and `tessera --goal snail BOARD` are short for `tessera solve …`; a word that is
/// nearly a command is not taken for a board.
Result<Words> with_command(const CLI::App& app, Words words) {
    const std::string first = words.front();
    const Words names = command_names(app);
    if (contains(names, first)) return words;
    const bool option = first.size() > 1 && first[0] == '-' && !is_negative_number(first);
    if (option && first != "--" &&
        !contains(option_names(*find_command(app, "solve")), before_equals(first))) {
        return words;
    }
    if (contains(option_names(app), first)) return words;
    const bool wordlike = first.find_first_of("0123456789") == std::string::npos;
    if (!option && wordlike && first.size() > 1 && !file_exists(first) && !names_a_suite(first)) {
        return no_command(first, names);
    }
    words.insert(words.begin(), "solve");
    return words;
}

/// The first argument that looks like an option but is none of the command's.
std::optional<std::string> unknown_option(const CLI::App& command, const Words& words) {
    const Words known = option_names(command);
    for (const std::string& word : words) {
        if (word == "--") break;
        std::string name = before_equals(word);
        if (name.size() > 1 && name[0] == '-' && !is_negative_number(name) &&
            !contains(known, name)) {
            return name;
        }
    }
    return std::nullopt;
}

/// `--time T: stop after this long`, the line of the help about the option with this name.
std::string help_line(const CLI::App& command, const std::string& name) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_name() != name && !option->check_name(name)) continue;
        const std::string argument = option->get_type_name();
        return fmt::format("{}{}{}: {}", name, argument.empty() ? "" : " ", argument,
                           option->get_description());
    }
    return {};
}

/// `tessera lab` alone, or `tessera lab rnu`.
Error no_inner_command(const CLI::App& command, const Words& words, const Words& inner) {
    const std::string shown = full_name(command);
    const auto place = std::find(words.begin(), words.end(), command.get_name());
    const std::string wanted = words.end() - place > 1 ? *(place + 1) : std::string();
    const std::string nearest = nearest_of(wanted, inner);
    return usage_error(wanted.empty() ? fmt::format("'{}' needs a command", shown)
                                      : fmt::format("'{}' has no command '{}'", shown,
                                                    formats::excerpt(wanted, 60)),
                       nearest.empty() ? fmt::format("commands: {}", fmt::join(inner, ", "))
                                       : fmt::format("did you mean '{} {}'?", shown, nearest));
}

/// What the option parser found wrong, in our words. Its own message begins with the option's name.
Error in_plain_words(const CLI::ParseError& error, const CLI::App& command, const Words& words) {
    const std::string what = formats::printable(error.what());
    const std::string name = what.substr(0, what.find_first_of(" :"));
    const std::string shown = full_name(command);
    const std::string help = fmt::format("'{} --help' shows what there is", shown);
    const auto remedy = [&](const std::string& option) {
        const std::string about = help_line(command, option);
        return about.empty() ? help : about;
    };
    const bool leftover = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const bool missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    if (const Words inner = command_names(command);
        (leftover || missing) && command.get_parent() != nullptr && !inner.empty()) {
        return no_inner_command(command, words, inner);
    }
    if (leftover || missing) {
        if (const auto option = unknown_option(command, words)) {
            const std::string nearest = nearest_of(*option, option_names(command));
            return usage_error(
                fmt::format("there is no option '{}'", formats::excerpt(*option, 60)),
                nearest.empty() ? help : fmt::format("did you mean '{}'? {}", nearest, help));
        }
    }
    if (leftover) {
        return usage_error(
            fmt::format("'{}' has no use for '{}'", shown,
                        formats::excerpt(std::string_view(what).substr(what.find(": ") + 2), 60)),
            help);
    }
    if (missing) return usage_error(fmt::format("'{}' needs {}", shown, name), remedy(name));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        if (what.find("override") != std::string::npos) {
            return usage_error(fmt::format("--{} takes no value", name), remedy("--" + name));
        }
        const bool twice = what.find("received") != std::string::npos;
        return usage_error(
            fmt::format("{} {}", name, twice ? "may be given only once" : "needs a value"),
            remedy(name));
    }
    return usage_error(what, remedy(name));
}

/// The first option that was given an empty value: nearly always a shell variable that is not set.
std::optional<Error> empty_value(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() || !contains(option->results(), "")) continue;
        return usage_error(fmt::format("{} needs a value", option->get_name()),
                           help_line(command, option->get_name()));
    }
    return std::nullopt;
}

/// The option parser would take `[1,2,3]` apart into three words; with a space behind it, it does
/// not.
void shield(std::string& word) {
    if (word.starts_with("[") && word.ends_with("]") && word.find(',') != std::string::npos)
        word += ' ';
}

void describe_program(CLI::App& app) {
    app.footer(
        "'tessera BOARD' is short for 'tessera solve BOARD'. 'tessera COMMAND --help' shows a "
        "command's options.\n"
        "Exit codes: 0 ok, 1 internal error or a refuted claim, 2 usage, 3 bad input, 11 "
        "unsolvable, 12 gave up, 22 memory limit, 23 time limit, 130 interrupted.");
    app.formatter(std::make_shared<HelpText>());
    app.set_help_flag("-h,--help", "show this help");
    app.set_version_flag("-V,--version", [] { return version_text(); }, "show the version");
}

void add_commands(CLI::App& app, Action& action, api::Calls calls) {
    for (AddCommand* const add : all_commands) {
        add(app, action);
    }
    add_call(app, action, calls);
    add_completions(app, action);
    add_man(app, action);
    add_help(app, action);
    for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; }))
        sub->group("Commands");
}

/// What the option parser says itself: help and version.
Action printing(const CLI::App& app, const CLI::Success& success) {
    std::ostringstream text;
    const int code = app.exit(success, text, text);
    return [text = text.str(), code] {
        say_text(text);
        return code;
    };
}

}  // namespace

struct CommandLine::Parts {
    CLI::App app{"Tessera: solver and laboratory for sliding-tile puzzles", "tessera"};
    Action action;
};

CommandLine::CommandLine(api::Calls calls) : parts_(std::make_unique<Parts>()) {
    describe_program(parts_->app);
    parts_->app.require_subcommand(0, 1);
    add_commands(parts_->app, parts_->action, calls);
}

CommandLine::~CommandLine() = default;

Result<std::function<int()>> CommandLine::understand(std::vector<std::string> words) {
    CLI::App& app = parts_->app;
    for (std::string& word : words) shield(word);
    if (words.empty()) return Action(welcome);
    if (words.size() > 1 && words.front() == "help" && words.back()[0] != '-') {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    auto chosen = with_command(app, words);
    if (!chosen) return chosen.error();
    words = *chosen;
    const CLI::App* command = &deepest_command(app, words);
    try {
        Words reversed(words.rbegin(), words.rend());
        app.parse(reversed);
    } catch (const CLI::Success& success) {
        return printing(app, success);
    } catch (const CLI::ParseError& error) {
        return in_plain_words(error, *command, words);
    }
    if (auto error = empty_value(*command)) return *error;
    for (const char* flag : {"--json", "--jsonl"}) {
        const CLI::Option* option = command->get_option_no_throw(flag);
        if (option != nullptr && option->count() > 0) expect_json();
    }
    return parts_->action ? parts_->action : Action(welcome);
}

}  // namespace tessera::app
