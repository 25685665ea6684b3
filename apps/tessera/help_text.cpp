// The text of --help: options in groups with the most used first, and examples. Every command declares both beside its options.
#include "help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tessera/base/text.hpp"

namespace tessera::app {
namespace {

constexpr const char* groups_in_order[] = {option_group::most_used,    option_group::options,
                                           option_group::boards,       option_group::search,
                                           option_group::limits,       option_group::output,
                                           option_group::of_algorithms};

constexpr std::string_view examples_title = "Examples:\n";

}  // namespace

void set_most_used(CLI::App& command, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        command.get_option(name)->group(option_group::most_used);
    }
}

void set_examples(CLI::App& command, const std::vector<Example>& examples,
                  const std::string& remarks) {
    std::string text = remarks + (remarks.empty() ? "" : "\n") + std::string(examples_title);
    for (const Example& example : examples) {
        text += fmt::format("  {}\n      {}\n", example.line, example.meaning);
    }
    text.pop_back();
    command.footer(text);
}

std::vector<Example> examples_of(const CLI::App& command) {
    std::vector<Example> examples;
    const std::string footer = command.get_footer();
    const std::size_t start = footer.find(examples_title);
    if (start == std::string::npos) return examples;
    const auto text = formats::Text::make(std::string_view(footer).substr(start), "");
    for (const formats::Line& line : text->lines()) {
        if (line.raw.starts_with("      ")) {
            examples.back().meaning = line.raw.substr(6);
        } else if (line.raw.starts_with("  ")) {
            examples.push_back({std::string(line.raw.substr(2)), ""});
        }
    }
    return examples;
}

std::vector<OptionGroup> grouped_options(const CLI::App& command) {
    std::vector<OptionGroup> groups;
    for (const char* title : groups_in_order) {
        OptionGroup group{title, command.get_options([&](const CLI::Option* option) {
                              return option->get_group() == title && option->nonpositional() &&
                                     option != command.get_help_ptr();
                          })};
        if (!group.options.empty()) groups.push_back(std::move(group));
    }
    if (command.get_help_ptr() == nullptr) return groups;
    // A group of its own for -h would be all that most commands without options have.
    if (groups.empty()) groups.push_back({option_group::options, {}});
    groups.back().options.push_back(command.get_help_ptr());
    return groups;
}

HelpText::HelpText() {
    constexpr std::size_t first_column = 26;
    column_width(first_column);
    label("SUBCOMMAND", "COMMAND");
    label("REQUIRED", "(required)");
    label("Positionals", "Arguments");
}

std::string HelpText::make_help(const CLI::App* app, std::string name,
                                CLI::AppFormatMode mode) const {
    std::string text = make_description(app) + make_usage(app, std::move(name));
    text += make_positionals(app);
    for (const OptionGroup& group : grouped_options(*app)) {
        text += make_group(group.title, false, group.options);
    }
    text += make_subcommands(app, mode);
    return text + '\n' + make_footer(app);
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
    const std::string name =
        "  " + make_option_name(option, is_positional) + make_option_opts(option);
    const std::size_t column = get_column_width();
    const bool fits = name.size() + 2 <= column;
    return fmt::format("{:<{}}{}{}\n", name, fits ? column : 0,
                       fits ? "" : fmt::format("\n{:{}}", "", column), make_option_desc(option));
}

}  // namespace tessera::app
