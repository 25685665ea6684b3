// The text of --help: options in groups with the most used first, and examples. Every command declares both beside its options.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>
#include <vector>

namespace tessera::app {

/// The groups of options, in the order in which they are shown. An option that is put into none is one of `options`.
namespace option_group {
inline constexpr const char* most_used = "Most used";
inline constexpr const char* options = "Options";
inline constexpr const char* boards = "Boards";
inline constexpr const char* search = "Search";
inline constexpr const char* limits = "Limits";
inline constexpr const char* output = "Output";
inline constexpr const char* of_algorithms = "Of single algorithms";
}  // namespace option_group

/// Puts these options of a command, which has them already, into the first group.
void set_most_used(CLI::App& command, std::initializer_list<const char*> names);

/// A command line that works, and what it does.
struct Example {
    std::string line;
    std::string meaning;
};
/// The help ends with them, and before them with `remarks`, which are whole lines.
void set_examples(CLI::App& command, const std::vector<Example>& examples,
                  const std::string& remarks = {});
/// Those that were set.
std::vector<Example> examples_of(const CLI::App& command);

struct OptionGroup {
    std::string title;
    std::vector<const CLI::Option*> options;  ///< without the positional ones
};
/// The options of a command as --help shows them; -h is the last.
std::vector<OptionGroup> grouped_options(const CLI::App& command);

/// Formats the help of a command.
class HelpText final : public CLI::Formatter {
  public:
    HelpText();
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

}  // namespace tessera::app
