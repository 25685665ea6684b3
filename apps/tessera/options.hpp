// Options that several commands share, and reading their values.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "board_input.hpp"
#include "console.hpp"
#include "help_text.hpp"
#include "progress.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {

/// "30s", "500ms", "2m", "1h" or plain seconds.
Result<std::chrono::nanoseconds> parse_duration(const std::string& text);
/// "4G", "512M", "1.5GiB" or plain bytes.
Result<std::size_t> parse_memory(const std::string& text);
/// The value of --memory: the default if it was not given, and never more than the system will really give.
Result<std::size_t> memory_allowed(const std::string& text);
/// "UDLR": each of the four letters once.
Result<std::array<Move, 4>> parse_order(const std::string& text);

/// An unquoted `a*` reaches the program as the name of a file that begins with an a: what is wrong with it is not the name.
Error with_shell_hint(Error error, std::string_view algorithms);

using Words = std::vector<std::string>;

/// What the shells complete for an option or an argument.
struct Completion {
    Words words;
    bool files = false;  ///< names of files, too
};
CLI::Option* completed(CLI::Option* option, Completion completion);
/// That; nothing for an option that was given none.
Completion completion_of(const CLI::Option& option);
/// The value of this option must be one of these words, and the completions offer them.
CLI::Option* one_of(CLI::Option* option, Words words);

/// The names of all things in a list, or of what its pointers point to.
template <class List>
Words names_in(const List& list) {
    Words names;
    for (const auto& one : list) {
        if constexpr (requires { one->name; })
            names.emplace_back(one->name);
        else
            names.emplace_back(one.name);
    }
    return names;
}
/// What --algorithm and --heuristic may be, `auto` too.
Words algorithm_words();
Words heuristic_words();
/// The value must be a whole number in decimal digits within the range.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// The value must be a number within the range.
CLI::Validator number_from(double least, double most);

/// Adds BOARD…, --size and --format.
void add_board_options(CLI::App& command, BoardInput& input);
/// Adds --goal.
void add_goal_option(CLI::App& command, std::string& goal);
/// Says how a bare number was read that is also the name of a puzzle: 8 is 8×8, and the 8-puzzle is 3×3.
void note_puzzle_name(std::string_view size);
/// Adds --cost.
CLI::Option* add_cost_option(CLI::App& command, std::string& cost, const std::string& description);
/// Adds --seed.
CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed);

/// Adds --device.
void add_device_option(CLI::App& command, std::string& device, std::string_view usual);

/// --time, --memory, --nodes, --max-depth.
struct LimitOptions {
    std::string time;
    std::string memory;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> max_depth;

    void add_to(CLI::App& command);
    Result<Limits> limits() const;
};

/// The options of searches: --cost, --order, and every option of every algorithm.
struct SearchArguments {
    std::string cost = "unit";
    std::string order;    ///< empty: ULRD, or the order of the report
    SearchOptions given;  ///< without the order

    void add_to(CLI::App& command);
    Result<SearchOptions> options() const;
    CostModel cost_model() const { return *cost_named(cost); }
};

/// --json and --jsonl, --progress, --color; each command adds those that mean something there.
struct OutputOptions {
    bool json = false;
    bool jsonl = false;
    std::string progress = "auto";
    std::string colour = "auto";

    /// `unit` is what each JSON object stands for, e.g. "board".
    void add_json(CLI::App& command, std::string_view unit);
    void add_progress(CLI::App& command);
    void add_colour(CLI::App& command);
    bool as_json() const { return json || jsonl; }
    ProgressStyle progress_style() const;
    Colour colour_wish() const;
};

}  // namespace tessera::app
