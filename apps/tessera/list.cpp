// tessera list: everything a user can choose from, as the components describe themselves.
#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "console.hpp"
#include "help_text.hpp"
#include "lab_machine.hpp"
#include "options.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/plug_ins.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/json.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/courses/reports.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/lab/suite.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

using Json = nlohmann::ordered_json;

std::string joined(std::span<const std::string_view> names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

void print_options(std::span<const OptionInfo> options) {
    for (const OptionInfo& option : options) {
        say("    {}: {} (default {})\n", option.name, option.synopsis, usual_text(option));
    }
}

void print_algorithms() {
    for (const AlgorithmInfo* listed : listed_algorithms()) {
        const AlgorithmInfo& info = *listed;
        say("{}\n    {}\n    {}, {}; time {}, memory {}{}{}\n", info.name, info.synopsis,
            info.complete ? "complete" : "incomplete",
            !info.optimal         ? "not optimal"
            : info.uses_heuristic ? "optimal with an admissible heuristic"
                                  : "optimal",
            info.time, info.space, info.tile_cost ? "; --cost tile" : "",
            info.uses_heuristic     ? ""
            : info.heuristic_proves ? "; a heuristic that is given guides it, and proves its bound"
                                    : "; uses no heuristic");
        const std::vector<std::string> aliases = aliases_of(info);
        if (!aliases.empty()) say("    also called {}\n", fmt::join(aliases, ", "));
        print_options(info.options);
        say("    use: {}\n", info.use);
    }
    say("\nThe origins' names for pairs of an algorithm and a heuristic:\n");
    for (const Configuration& configuration : configurations()) {
        say("{}\n    {} with {}: {}\n", configuration.name, configuration.algorithm,
            configuration.heuristic, configuration.synopsis);
        const std::string plain = without_star(configuration.name);
        if (plain != configuration.name) say("    also called {}\n", plain);
    }
}

void print_heuristics() {
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        say("{}\n    {}\n    {}, {}; boards: {}\n", info.name, info.synopsis,
            info.admissible ? "admissible" : "NOT admissible",
            info.consistent ? "consistent" : "not consistent", info.sizes);
        if (!info.aliases.empty()) say("    also called {}\n", joined(info.aliases));
        print_options(info.options);
        say("    from: {}\n    cost: {}\n    use: {}\n", info.origin, info.cost, info.use);
    }
}

struct Row {
    std::string_view name;
    std::string synopsis;
};

/// The synopsis, with the files that it needs beside the program.
std::string with_needs(const lab::ShippedSuite& suite) {
    const auto files = suite.external_files();
    if (files.empty()) return std::string(suite.synopsis());
    const std::string more =
        files.size() == 1 ? "" : fmt::format(" and {}", counted(files.size() - 1, "more file"));
    return fmt::format("{} (needs {}{}, not shipped)", suite.synopsis(), files.front(), more);
}

std::vector<Row> rows_of(const std::string& what) {
    std::vector<Row> rows;
    if (what == "goals") {
        for (const NamedGoal& goal : named_goals())
            rows.push_back({goal.name, std::string(goal.synopsis)});
    } else if (what == "formats") {
        for (const FormatInfo& format : board_formats())
            rows.push_back({format.name, std::string(format.synopsis)});
    } else if (what == "reports") {
        for (const ReportFormat* report : report_formats())
            rows.push_back({report->name, std::string(report->synopsis)});
    } else if (what == "options") {
        for (const SearchOption& option : search_options())
            rows.push_back({option.name(), option.description()});
    } else if (what == "lab-suites") {
        for (const lab::ShippedSuite& suite : lab::shipped_suites())
            rows.push_back({suite.name, with_needs(suite)});
    } else {
        for (const Suite& suite : suites())
            rows.push_back({suite.name, std::string(suite.synopsis)});
    }
    return rows;
}

void print_rows(const std::string& what, bool json) {
    Json list = Json::array();
    for (const Row& row : rows_of(what)) {
        if (json) {
            list.push_back({{"name", row.name}, {"synopsis", row.synopsis}});
        } else {
            say("{}\n    {}\n", row.name, row.synopsis);
        }
    }
    if (json) fmt::print("{}\n", one_line({{"schema", "tessera.list/1"}, {what, list}}));
}

/// The cores first, then what plug-ins bring.
std::vector<DeviceInfo> all_devices() {
    DeviceInfo cores;
    cores.name = cpu_device;
    cores.description = this_machine().cpu;
    cores.driver = counted(backends::usable_cores(), "core");
    cores.memory_bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    std::vector<DeviceInfo> devices{std::move(cores)};
    for (SearchBackend* one : backends::plug_ins()) devices.push_back(one->describe());
    return devices;
}

void print_devices(bool json) {
    Json list = Json::array();
    for (const DeviceInfo& device : all_devices()) {
        if (json) {
            list.push_back({{"name", device.name},
                            {"description", device.description},
                            {"driver", device.driver},
                            {"memory_bytes", device.memory_bytes},
                            {"usable", device.unusable.empty()},
                            {"reason", device.unusable}});
            continue;
        }
        say("{}\n    {}", device.name, device.description);
        if (!device.driver.empty()) say("; {}", device.driver);
        if (device.memory_bytes > 0) say("; {}", readable_bytes(device.memory_bytes));
        say("\n");
        if (!device.unusable.empty()) say("    cannot be used: {}\n", device.unusable);
    }
    if (json) fmt::print("{}\n", one_line({{"schema", "tessera.list/1"}, {"devices", list}}));
}

constexpr std::string_view list_kinds[] = {"algorithms", "heuristics", "options",
                                           "goals",      "formats",    "suites",
                                           "reports",    "lab-suites", "devices"};

struct ListCommand {
    std::string what;
    bool json = false;

    int run() const {
        if (std::find(std::begin(list_kinds), std::end(list_kinds), what) == std::end(list_kinds)) {
            const std::string_view nearest = nearest_name(what, list_kinds);
            return fail(usage_error(fmt::format("there is no list of '{}'", what),
                                    nearest.empty() ? fmt::format("lists: {}", joined(list_kinds))
                                                    : fmt::format("did you mean '{}'?", nearest)));
        }
        if (what == "algorithms" && json) {
            fmt::print("{}\n", algorithms_json());
        } else if (what == "algorithms") {
            print_algorithms();
        } else if (what == "heuristics" && json) {
            fmt::print("{}\n", heuristics_json());
        } else if (what == "heuristics") {
            print_heuristics();
        } else if (what == "devices") {
            print_devices(json);
        } else {
            print_rows(what, json);
        }
        return exit_ok;
    }
};

}  // namespace

void add_list(CLI::App& app, Action& action) {
    auto command = std::make_shared<ListCommand>();
    CLI::App* sub = app.add_subcommand("list", "what there is to choose from");
    completed(sub->add_option("WHAT", command->what,
                              "algorithms, heuristics, options, goals, formats, collections, "
                              "reports, lab-suites or devices"),
              {{std::begin(list_kinds), std::end(list_kinds)}})
        ->required()
        ->type_name("");
    sub->add_flag("--json,--jsonl", command->json, "answer as one JSON object")
        ->disable_flag_override();
    set_examples(*sub, {{"tessera list algorithms", "names, what they promise, what they cost"},
                        {"tessera list heuristics --json", "the same kind of list for programs"}});
    sub->callback([command, &action] {
        // The documentation calls shipped boards collections.
        if (command->what == "collections") command->what = "suites";
        action = [command] { return command->run(); };
    });
}

}  // namespace tessera::app
