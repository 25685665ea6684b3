// tessera completions and tessera man: both written from the very options that --help shows.
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "options.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/courses/reports.hpp"
#include "tessera/engine/registry.hpp"

namespace tessera::app {
namespace {

struct DescribedOption {
    Words names;           ///< with their dashes; empty for a positional argument
    std::string argument;  ///< empty for a flag
    std::string description;
    Words values;       ///< what may follow, where that is a fixed list
    bool list = false;  ///< several values may follow, separated by commas
    bool file = false;  ///< the name of a file follows
    std::string group;  ///< of the help; empty for a positional argument
};
struct DescribedCommand {
    std::string name;
    std::string description;
    std::vector<DescribedOption> options;
    Words words;         ///< what the positional argument may be, where there are names for that
    bool files = false;  ///< whether it may be a file
    std::vector<Example> examples = {};
};

Words all_flags(const DescribedCommand& command) {
    Words flags;
    for (const DescribedOption& option : command.options) {
        flags.insert(flags.end(), option.names.begin(), option.names.end());
    }
    return flags;
}

std::vector<DescribedOption> options_of(const CLI::App& command) {
    std::vector<DescribedOption> list;
    const auto add = [&](const CLI::Option* option, const std::string& group) {
        DescribedOption described;
        described.group = group;
        for (const std::string& letter : option->get_snames())
            described.names.push_back("-" + letter);
        for (const std::string& word : option->get_lnames()) described.names.push_back("--" + word);
        if (described.names.empty()) {
            described.argument = option->get_name();
        } else if (option->get_expected_max() > 0) {
            described.argument = option->get_type_name();
            described.values = completion_of(*option).words;
            described.list = described.argument == "NAMES";
            described.file = described.argument == "FILE";
        }
        described.description = option->get_description();
        list.push_back(std::move(described));
    };
    for (const CLI::Option* option : command.get_options()) {
        if (!option->nonpositional()) add(option, "");
    }
    for (const OptionGroup& group : grouped_options(command)) {
        for (const CLI::Option* option : group.options) add(option, group.title);
    }
    return list;
}

/// Commands with commands of their own (`lab run`) are for the shells one command, whose words are theirs and whose options are all
/// they have.
DescribedCommand as_one(const CLI::App& command) {
    const std::string& name = command.get_name();
    DescribedCommand described{name, command.get_description(), options_of(command), {}, false, {}};
    for (const CLI::Option* option : command.get_options()) {
        if (option->nonpositional()) continue;
        const Completion completion = completion_of(*option);
        described.words.insert(described.words.end(), completion.words.begin(),
                               completion.words.end());
        described.files |= completion.files;
    }
    Words known = all_flags(described);
    for (const std::string& inner : command_names(command)) {
        described.words.push_back(inner);
        for (DescribedOption& option : options_of(*command.get_subcommand(inner))) {
            const bool is_new = std::none_of(
                option.names.begin(), option.names.end(), [&](const std::string& flag) {
                    return std::find(known.begin(), known.end(), flag) != known.end();
                });
            if (option.names.empty() || !is_new) continue;
            known.insert(known.end(), option.names.begin(), option.names.end());
            described.options.push_back(std::move(option));
        }
    }
    return described;
}

std::vector<DescribedCommand> describe(const CLI::App& app) {
    std::vector<DescribedCommand> commands;
    for (const std::string& name : command_names(app)) {
        commands.push_back(as_one(*app.get_subcommand(name)));
    }
    return commands;
}

/// For the manual, each with its own options: `lab run`, `lab report`, ….
std::vector<DescribedCommand> describe_each(const CLI::App& app) {
    std::vector<DescribedCommand> commands;
    for (const std::string& name : command_names(app)) {
        const CLI::App& command = *app.get_subcommand(name);
        commands.push_back({name,
                            command.get_description(),
                            options_of(command),
                            {},
                            false,
                            examples_of(command)});
        for (const std::string& inner : command_names(command)) {
            const CLI::App& part = *command.get_subcommand(inner);
            commands.push_back({fmt::format("{} {}", name, inner),
                                part.get_description(),
                                options_of(part),
                                {},
                                false,
                                examples_of(part)});
        }
    }
    return commands;
}

std::string joined(const Words& names, std::string_view separator) {
    return fmt::format("{}", fmt::join(names, separator));
}

/// Words for the shells' lists, where `a*` must not be taken for a pattern of file names.
std::string literal(const Words& names) {
    std::string text;
    for (const char c : joined(names, " ")) {
        if (c == '*') text += '\\';
        text += c;
    }
    return text;
}

std::string bash_completions(const std::vector<DescribedCommand>& commands) {
    Words names;
    for (const DescribedCommand& command : commands) names.push_back(command.name);
    std::string text =
        "# bash completion for tessera; generated by 'tessera completions bash'\n_tessera() {\n"
        "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "    local command=\"${COMP_WORDS[1]}\" words=\"\" files=no list=no before=\"\"\n    "
        "COMPREPLY=()\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='" +
        joined(names, " ") +
        " -h --help -V --version'\n    else\n        case \"$command $previous\" in\n";
    for (const DescribedCommand& command : commands) {
        for (const DescribedOption& option : command.options) {
            if (option.names.empty() || option.argument.empty()) continue;
            text += fmt::format("            '{0} {1}') words='{2}'{3}{4} ;;\n", command.name,
                                joined(option.names, fmt::format("'|'{} ", command.name)),
                                literal(option.values), option.list ? "; list=yes" : "",
                                option.file ? "; files=yes" : "");
        }
    }
    for (const DescribedCommand& command : commands) {
        text += fmt::format("            '{} '*) words='{} {}'; files={} ;;\n", command.name,
                            joined(command.words, " "), joined(all_flags(command), " "),
                            command.files ? "yes" : "no");
    }
    // Of a list separated by commas only the last name is completed. Read line by line: an unquoted $(…) would expand
    // `a*` and split names of files with spaces.
    text +=
        "        esac\n    fi\n"
        "    if [ \"$list\" = yes ]; then before=\"${current%\"${current##*,}\"}\"; fi\n"
        "    local line\n    while IFS= read -r line; do "
        "COMPREPLY+=(\"$line\"); done < <(\n"
        "        compgen -P \"$before\" -W \"$words\" -- \"${current#\"$before\"}\"\n"
        "        if [ \"$files\" = yes ] && [ \"${current#-}\" = \"$current\" ]; then\n"
        "            compgen -f -- \"$current\"\n        fi\n    )\n}\n"
        "complete -o filenames -F _tessera tessera\n";
    return text;
}

std::string zsh_completions(const std::vector<DescribedCommand>& commands) {
    std::string text =
        "#compdef tessera\n# zsh completion for tessera; generated by 'tessera completions zsh'\n"
        "_tessera() {\n    local -a commands\n    commands=(\n";
    for (const DescribedCommand& command : commands) {
        text += fmt::format("        {}\n", shell_quoted(command.name + ":" + command.description));
    }
    text +=
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        "
        "return\n"
        "    fi\n    case \"${words[2]}\" in\n";
    const auto escaped = [](const std::string& plain) {
        std::string result;
        for (const char c : plain) {
            if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
            result += c;
        }
        return result;
    };
    for (const DescribedCommand& command : commands) {
        text += fmt::format(
            "        {})\n            shift words; (( CURRENT-- ))\n            _arguments",
            command.name);
        for (const DescribedOption& option : command.options) {
            for (const std::string& name : option.names) {
                std::string entry = fmt::format("{}[{}]", name, escaped(option.description));
                if (!option.argument.empty())
                    entry += fmt::format(":{}:", escaped(option.argument));
                if (option.list && !option.values.empty()) {
                    entry += fmt::format("_sequence compadd - {}", literal(option.values));
                } else if (!option.values.empty()) {
                    entry += fmt::format("({})", literal(option.values));
                }
                if (option.file) entry += "_files";
                text += " \\\n                " + shell_quoted(entry);
            }
        }
        const std::string words = joined(command.words, " ");
        if (command.files) {
            text += " \\\n                " +
                    shell_quoted(words.empty() ? "*:file:_files"
                                               : "*: :{compadd -- " + words + "; _files}");
        } else if (!words.empty()) {
            text += " \\\n                " + shell_quoted("*: :(" + words + ")");
        }
        text += "\n            ;;\n";
    }
    // Autoloaded from $fpath the file is the function; sourced, it registers it.
    return text +
           "    esac\n}\nif [ \"${funcstack[1]}\" = \"_tessera\" ]; then\n    _tessera "
           "\"$@\"\nelse\n"
           "    compdef _tessera tessera\nfi\n";
}

std::string fish_completions(const std::vector<DescribedCommand>& commands) {
    std::string text = "# fish completion for tessera; generated by 'tessera completions fish'\n";
    for (const DescribedCommand& command : commands) {
        text += fmt::format("complete -c tessera -n __fish_use_subcommand -a {} -d {}\n",
                            command.name, shell_quoted(command.description));
        const std::string when = fmt::format("'__fish_seen_subcommand_from {}'", command.name);
        if (!command.words.empty() || !command.files) {
            text += fmt::format(
                "complete -c tessera -n {}{}{}\n", when, command.files ? "" : " -f",
                command.words.empty() ? "" : " -a " + shell_quoted(joined(command.words, " ")));
        }
        for (const DescribedOption& option : command.options) {
            if (option.names.empty()) continue;
            text += fmt::format("complete -c tessera -n {}", when);
            for (const std::string& name : option.names) {
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            if (!option.argument.empty()) text += " -r";
            if (!option.values.empty()) {
                const std::string values = literal(option.values);
                text += " -f -a " + shell_quoted(option.list
                                                     ? fmt::format("(__fish_append , {})", values)
                                                     : values);
            }
            text += " -d " + shell_quoted(option.description) + "\n";
        }
    }
    return text;
}

/// Text for troff: a leading dot or quote would be a request, a bare dash may become a hyphen, and
/// double quotes vanish from the arguments of a request.
std::string troff(std::string_view plain) {
    std::string text;
    for (const char c : plain) {
        if (c == '\\') {
            text += "\\e";
        } else if (c == '-') {
            text += "\\-";
        } else if (c == '"') {
            text += "\\(dq";
        } else if ((c == '.' || c == '\'') && text.empty()) {
            text += "\\&";
            text += c;
        } else {
            text += c;
        }
    }
    return text;
}

constexpr std::string_view man_page_head = R"(.TH TESSERA 1 "" "{}" "User Commands"
.SH NAME
tessera \- solver and laboratory for sliding\-tile puzzles
.SH SYNOPSIS
.B tessera
.I command
[options]
.br
.B tessera
.I BOARD
.SH DESCRIPTION
Tessera solves sliding\-tile puzzles of any size with every textbook algorithm and heuristic,
and says what is proven about each answer.
A board alone is short for solving it.
Answers go to standard output; progress, notes and errors to standard error.
.SH OPTIONS
.TP
.B \-h, \-\-help
show the commands, or after a command its options
.TP
.B \-V, \-\-version
show the version
.SH COMMANDS
)";

std::string examples_text(const std::vector<Example>& examples) {
    if (examples.empty()) return {};
    std::string text = ".PP\nExamples:\n";
    for (const Example& example : examples) {
        text += fmt::format(".TP\n.B {}\n{}\n", troff(example.line), troff(example.meaning));
    }
    return text;
}

std::string man_page(const std::vector<DescribedCommand>& commands) {
    std::string text = fmt::format(man_page_head, troff(version_text()));
    for (const DescribedCommand& command : commands) {
        text += fmt::format(".SS {}\n{}\n", command.name, troff(command.description));
        std::string group;
        for (const DescribedOption& option : command.options) {
            if (option.group != group) text += fmt::format(".PP\n{}:\n", option.group);
            group = option.group;
            text += ".TP\n";
            if (option.names.empty()) {
                text += fmt::format(".I {}\n", troff(option.argument));
            } else {
                text += fmt::format(
                    ".B {}{}\n", troff(joined(option.names, ", ")),
                    option.argument.empty() ? "" : " \\fI" + troff(option.argument) + "\\fR");
            }
            text += troff(option.description) + "\n";
        }
        text += examples_text(command.examples);
    }
    text += ".SH ALGORITHMS\n";
    for (const AlgorithmInfo* listed : listed_algorithms()) {
        text += fmt::format(".TP\n.B {}\n{}\n", troff(listed->name), troff(listed->synopsis));
    }
    text += ".SH HEURISTICS\n";
    for (const auto* entry : registry::all_heuristics()) {
        text += fmt::format(".TP\n.B {}\n{}{}\n", troff(entry->info->name),
                            troff(entry->info->synopsis),
                            entry->info->admissible ? "" : " (not admissible)");
    }
    text += ".SH REPORTS\n";
    for (const ReportFormat* report : report_formats()) {
        text += fmt::format(".TP\n.B {}\n{}\n", troff(report->name), troff(report->synopsis));
    }
    text +=
        ".SH EXIT STATUS\n0 solved or ok; 1 internal error or a refuted claim; 2 usage; 3 bad "
        "input; 11 unsolvable; "
        "12 gave up (depth or node limit, incomplete algorithm); 22 memory limit; 23 time limit; "
        "130 interrupted.\n"
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours, whatever the terminal can do\n"
        ".TP\n.B TESSERA_CACHE\nthe folder of the pattern databases (default: tessera in "
        "$XDG_CACHE_HOME or in ~/.cache)\n";
    return text;
}

}  // namespace

std::vector<std::string> command_names(const CLI::App& app) {
    Words names;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        // A command without a group is hidden: other commands call it, not people.
        if (!sub->get_group().empty()) names.push_back(sub->get_name());
    }
    return names;
}

void add_completions(CLI::App& app, Action& action) {
    CLI::App* sub = app.add_subcommand("completions", "shell completion for bash, zsh or fish");
    auto shell = std::make_shared<std::string>();
    one_of(sub->add_option("SHELL", *shell, "bash, zsh or fish"), {"bash", "zsh", "fish"})
        ->required()
        ->type_name("");
    set_examples(*sub,
                 {{"tessera completions bash > ~/.local/share/bash-completion/completions/tessera",
                   "completion in every new bash"}});
    sub->callback([&app, &action, shell] {
        action = [&app, shell] {
            const auto commands = describe(app);
            fmt::print("{}", *shell == "bash"  ? bash_completions(commands)
                             : *shell == "zsh" ? zsh_completions(commands)
                                               : fish_completions(commands));
            return static_cast<int>(exit_ok);
        };
    });
}

void add_man(CLI::App& app, Action& action) {
    CLI::App* sub = app.add_subcommand("man", "the manual page, for: tessera man | man -l -");
    set_examples(*sub, {{"tessera man | man -l -", "read the manual page"},
                        {"tessera man > ~/.local/share/man/man1/tessera.1",
                         "install it, for: man tessera"}});
    sub->callback([&app, &action] {
        action = [&app] {
            fmt::print("{}", man_page(describe_each(app)));
            return static_cast<int>(exit_ok);
        };
    });
}

void add_help(CLI::App& app, Action& action) {
    CLI::App* sub = app.add_subcommand("help", "the commands, or the options of one command");
    // `main` turns `help COMMAND` into `COMMAND --help`; the argument is declared for --help and
    // the completions.
    auto name = std::make_shared<std::string>();
    completed(sub->add_option("COMMAND", *name, "the command to explain"), {command_names(app)})
        ->type_name("");
    set_examples(*sub,
                 {{"tessera help solve", "the options of 'solve', as 'tessera solve --help'"}});
    sub->callback([&app, &action, name] {
        action = [&app, name] {
            app.clear();
            say_text(app.help());
            return static_cast<int>(exit_ok);
        };
    });
}

}  // namespace tessera::app
