// Options that several commands share, and reading their values.
#include "options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <map>

#include "system.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/lab/quantities.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {

Result<std::chrono::nanoseconds> parse_duration(const std::string& text) {
    if (const auto duration = lab::duration_of(text)) return *duration;
    return usage_error(fmt::format("--time: '{}' is not a time", text),
                       "write for example 30s, 500ms, 2m or 1h");
}

Result<std::size_t> parse_memory(const std::string& text) {
    if (const auto bytes = lab::memory_of(text)) return *bytes;
    return usage_error(fmt::format("--memory: '{}' is not an amount of memory", text),
                       "write for example 4G, 512M or a number of bytes");
}

Result<std::size_t> memory_allowed(const std::string& text) {
    if (text.empty()) return default_memory_limit();
    const auto bytes = parse_memory(text);
    if (!bytes) return bytes.error();
    return within_enforced_limits(*bytes);
}

Result<std::array<Move, 4>> parse_order(const std::string& text) {
    if (const auto order = order_of(text)) return *order;
    return usage_error(fmt::format("--order: '{}' is not a move order", text),
                       "name each of U, D, L and R once, for example --order UDLR");
}

Error with_shell_hint(Error error, std::string_view algorithms) {
    for (const std::string_view name : split_list(algorithms)) {
        if (error.code != ErrorCode::usage || !file_exists(std::string(name))) continue;
        error.hint =
            "the shell replaces an unquoted * by file names: write 'a*' in quotes, or astar";
        error.field.clear();
    }
    return error;
}

/// CLI11 shows the words of its own validators in every help, and gives them to nobody.
static std::map<const CLI::Option*, Completion>& completions() {
    static std::map<const CLI::Option*, Completion> all;
    return all;
}

CLI::Option* completed(CLI::Option* option, Completion completion) {
    completions()[option] = std::move(completion);
    return option;
}

CLI::Option* one_of(CLI::Option* option, Words words) {
    return completed(option, {words})
        ->check(CLI::Validator(
            [words = std::move(words)](const std::string& value) -> std::string {
                if (std::find(words.begin(), words.end(), value) != words.end()) return {};
                const std::vector<std::string_view> views(words.begin(), words.end());
                const std::string_view nearest = nearest_name(value, views);
                return fmt::format(
                    "'{}' is none of {}{}", formats::excerpt(value, 60), fmt::join(words, ", "),
                    nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
            },
            ""));
}

Completion completion_of(const CLI::Option& option) {
    const auto found = completions().find(&option);
    return found == completions().end() ? Completion() : found->second;
}

Words algorithm_words() {
    Words names{"auto"};
    const auto add = [&](std::string_view name) {
        names.emplace_back(name);
        if (const std::string plain = without_star(name); plain != name) names.push_back(plain);
    };
    for (const AlgorithmInfo* listed : listed_algorithms()) add(listed->name);
    for (const Configuration& known : configurations()) add(known.name);
    return names;
}

Words heuristic_words() {
    Words names{"auto"};
    for (const auto* entry : registry::all_heuristics()) names.emplace_back(entry->info->name);
    return names;
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [=](std::string& value) -> std::string {
            std::uint64_t number = 0;
            const char* end = value.data() + value.size();
            const auto [rest, error] = std::from_chars(value.data(), end, number);
            if (error == std::errc() && rest == end && number >= least && number <= most) {
                value = std::to_string(number);  // 010 is ten, not eight
                return {};
            }
            const bool open = most == std::numeric_limits<std::uint64_t>::max();
            return fmt::format("'{}' is not a whole number {}", formats::excerpt(value, 60),
                               open ? fmt::format("of at least {}", least)
                                    : fmt::format("from {} to {}", least, most));
        },
        "");
}

CLI::Validator number_from(double least, double most) {
    return CLI::Validator(
        [=](const std::string& value) -> std::string {
            char* rest = nullptr;
            const double number = std::strtod(value.c_str(), &rest);
            const bool whole = !value.empty() && rest == value.c_str() + value.size();
            if (whole && number >= least && number <= most) return {};
            return fmt::format("'{}' is not a number from {} to {}", formats::excerpt(value, 60),
                               least, most);
        },
        "");
}

void add_board_options(CLI::App& command, BoardInput& input) {
    completed(command.add_option(
                  "BOARD", input.words,
                  "a board (\"1 2 3/4 5 6/7 0 8\"), a file, a collection (korf:12), or - for "
                  "standard input"),
              {names_in(suites()), true})
        ->type_name("");
    command.add_option("--size", input.size, "rows and columns, where the form does not say")
        ->type_name("RxC")
        ->group(option_group::boards);
    completed(command.add_option(
                  "--format", input.format,
                  "the form of the boards (default: detected); 'tessera list formats' shows them"),
              {names_in(board_formats())})
        ->type_name("FORMAT")
        ->group(option_group::boards);
}

void add_goal_option(CLI::App& command, std::string& goal) {
    completed(
        command.add_option("--goal", goal,
                           "blank-last (default), blank-first, snail, column-major, or a board"),
        {names_in(named_goals())})
        ->type_name("GOAL")
        ->group(option_group::boards);
}

/// One row of the table of options, read into `given`, which must stay where it is.
static void add_search_option(CLI::App& command, const SearchOption& option, SearchOptions& given) {
    const OptionInfo& info = *option.info;
    const std::string flag = fmt::format("--{}", option.name());
    const std::string description = option.description();
    const auto add = [&](auto read, const char* type) {
        return command
            .add_option_function<std::string>(
                flag,
                [&given, &info, read](const std::string& text) { given.set(info, read(text)); },
                description)
            ->type_name(type)
            ->group(option_group::of_algorithms);
    };
    switch (info.kind()) {
        case OptionKind::flag:
            command
                .add_flag_callback(
                    flag, [&given, &info] { given.set(info, OptionValue(true)); }, description)
                ->group(option_group::of_algorithms);
            break;
        case OptionKind::whole:
            add(
                [](const std::string& text) -> OptionValue {
                    return std::uint64_t{std::strtoull(text.c_str(), nullptr, 10)};
                },
                "N")
                ->check(whole_number(std::get<std::uint64_t>(info.least),
                                     std::get<std::uint64_t>(info.most)));
            break;
        case OptionKind::real:
            add(
                [](const std::string& text) -> OptionValue {
                    return std::strtod(text.c_str(), nullptr);
                },
                "X")
                ->check(number_from(std::get<double>(info.least), std::get<double>(info.most)));
            break;
        case OptionKind::word:
            one_of(add([](const std::string& text) -> OptionValue { return text; }, "WORD"),
                   {info.words.begin(), info.words.end()});
            break;
        case OptionKind::limit:
            break;
    }
}

void note_puzzle_name(std::string_view size) {
    std::size_t tiles = 0;
    const auto [end, failure] = std::from_chars(size.data(), size.data() + size.size(), tiles);
    if (failure != std::errc{} || end != size.data() + size.size()) return;
    for (std::size_t side = 3; side * side <= tiles + 1; ++side) {
        if (side * side != tiles + 1) continue;
        print_note(fmt::format("{0} is read as {0}x{0}; the {0}-puzzle is {1}x{1}", tiles, side));
    }
}

CLI::Option* add_cost_option(CLI::App& command, std::string& cost, const std::string& description) {
    return one_of(command.add_option("--cost", cost, description),
                  {cost_names.begin(), cost_names.end()})
        ->type_name("MODEL");
}

CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed) {
    return command.add_option("--seed", seed, "seed of the random choices")
        ->check(whole_number(0))
        ->type_name("S");
}

void add_device_option(CLI::App& command, std::string& device, std::string_view usual) {
    completed(command.add_option(
                  "--device", device,
                  fmt::format("where it is searched: cpu, auto, or one of 'tessera list devices' "
                              "(default {})",
                              usual)),
              {{std::string(any_device), std::string(cpu_device)}})
        ->type_name("NAME")
        ->group(option_group::search);
}

void SearchArguments::add_to(CLI::App& command) {
    add_cost_option(command, cost,
                    fmt::format("unit (default): a move costs 1; tile: its tile's number, with {}",
                                algorithms_with(&AlgorithmInfo::tile_cost)))
        ->group(option_group::search);
    command
        .add_option("--order", order,
                    "the order in which moves of the blank are tried (default ULRD)")
        ->type_name("UDLR")
        ->group(option_group::search);
    for (const SearchOption& option : search_options()) add_search_option(command, option, given);
}

Result<SearchOptions> SearchArguments::options() const {
    SearchOptions options = given;
    auto moves_in_order = parse_order(order.empty() ? "ULRD" : order);
    if (!moves_in_order) return moves_in_order.error();
    options.order = *moves_in_order;
    return options;
}

void LimitOptions::add_to(CLI::App& command) {
    command.add_option("--time", time, "stop after this long, e.g. 30s, 2m")
        ->type_name("T")
        ->group(option_group::limits);
    command
        .add_option("--memory", memory,
                    "use at most this much, e.g. 4G (default: half of what is free)")
        ->type_name("M")
        ->group(option_group::limits);
    command.add_option("--nodes", nodes, "stop after generating this many nodes")
        ->check(whole_number(1))
        ->type_name("N")
        ->group(option_group::limits);
    command.add_option("--max-depth", max_depth, "look at no path longer than this")
        ->check(whole_number(0))
        ->type_name("D")
        ->group(option_group::limits);
}

Result<Limits> LimitOptions::limits() const {
    Limits limits;
    if (!time.empty()) {
        auto duration = parse_duration(time);
        if (!duration) return duration.error();
        limits.time = *duration;
    }
    const auto allowed = memory_allowed(memory);
    if (!allowed) return allowed.error();
    limits.memory_bytes = *allowed;
    if (nodes) limits.nodes = *nodes;
    if (max_depth) {
        limits.depth = static_cast<Cost>(std::min<std::uint64_t>(*max_depth, infinite_cost));
    }
    return limits;
}

void OutputOptions::add_json(CLI::App& command, std::string_view unit) {
    command
        .add_flag("--json", json, fmt::format("answer as JSON, one object and line per {}", unit))
        ->disable_flag_override()
        ->group(option_group::output);
    command.add_flag("--jsonl", jsonl, "another name of --json")
        ->disable_flag_override()
        ->group(option_group::output);
}

void OutputOptions::add_progress(CLI::App& command) {
    one_of(command.add_option("--progress", progress,
                              "auto (on a terminal), never, or json lines on stderr"),
           {"auto", "never", "json"})
        ->type_name("STYLE")
        ->group(option_group::output);
}

void OutputOptions::add_colour(CLI::App& command) {
    one_of(command.add_option("--color", colour, "auto, always or never; NO_COLOR is honoured"),
           {"auto", "always", "never"})
        ->type_name("WHEN")
        ->group(option_group::output);
}

ProgressStyle OutputOptions::progress_style() const {
    if (progress == "json") return ProgressStyle::json;
    return progress == "never" ? ProgressStyle::never : ProgressStyle::automatic;
}

Colour OutputOptions::colour_wish() const {
    if (colour == "always") return Colour::always;
    return colour == "never" ? Colour::never : Colour::automatic;
}

}  // namespace tessera::app
