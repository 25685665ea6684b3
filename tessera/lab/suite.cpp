// A suite: which boards are run with which configurations within which limits; data, read from TOML.
#include "tessera/lab/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/quantities.hpp"
#include "tessera/lab/suite_boards.hpp"
#include "tessera/lab/suite_configurations.hpp"
#include "tessera/lab/suite_table.hpp"
#include "tessera/lab/text_file.hpp"
#include "tessera/puzzle/collections.hpp"

namespace tessera::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view known_keys[] = {"title", "repetitions", "limits", "boards",
                                           "configurations"};
constexpr std::string_view known_limits[] = {"time", "memory", "nodes", "max_depth"};

void read_limits(const toml::table& inner, SuiteFaults& faults, Limits& limits) {
    const SuiteTable table(inner, "[limits]", faults, known_limits);
    if (const auto time = table.amount("time")) {
        const auto duration = duration_of(*time);
        if (duration) limits.time = *duration;
        if (!duration || duration->count() == 0) {
            table.fault("time", fmt::format("'{}' is not a time to run for", *time),
                        "write for example \"30s\", \"500ms\", \"2m\" or \"1h\"");
        }
    }
    if (const auto memory = table.amount("memory")) {
        const auto bytes = memory_of(*memory);
        if (bytes) limits.memory_bytes = *bytes;
        if (!bytes || *bytes == 0) {
            table.fault("memory", fmt::format("'{}' is not an amount of memory", *memory),
                        "write for example \"4G\", \"512M\" or a number of bytes");
        }
    }
    constexpr std::uint64_t most_nodes = std::numeric_limits<std::int64_t>::max();
    limits.nodes = table.whole("nodes", 1, most_nodes).value_or(limits.nodes);
    constexpr std::uint64_t most_depth = 1'000'000;
    if (const auto depth = table.whole("max_depth", 0, most_depth))
        limits.depth = static_cast<Cost>(*depth);
}

Error without_suite(std::string_view name) {
    if (names_a_suite(name)) {
        return input_error(
            fmt::format("'{}' is a collection of boards, not an experiment", name),
            fmt::format("a TOML file with suite = \"{}\" makes an experiment of them", name),
            "suite");
    }
    std::vector<std::string_view> names;
    for (const ShippedSuite& suite : shipped_suites()) names.push_back(suite.name);
    const std::string_view nearest = nearest_name(name, names);
    return input_error(
        fmt::format("'{}' is neither an experiment (a suite of the lab) nor a file", name),
        nearest.empty() ? "a file is TOML, see docs/interface.md"
                        : fmt::format("did you mean '{}'?", nearest),
        "suite");
}

}  // namespace

std::vector<RunTask> LabSuite::tasks() const {
    std::vector<RunTask> all;
    all.reserve(boards.size() * configurations.size() * repetitions);
    for (const RunBoard& board : boards) {
        for (const RunConfiguration& configuration : configurations) {
            for (std::uint32_t repetition = 0; repetition < repetitions; ++repetition) {
                all.push_back(RunTask::of(board, configuration, limits, repetition));
            }
        }
    }
    return all;
}

std::optional<Error> LabSuite::objection() const {
    if (!boards.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const std::string& path : missing) names.push_back(fs::path(path).filename().string());
    return input_error(
        fmt::format("the suite {} has no boards here: it needs {}, which {} not ship with the "
                    "program",
                    name, fmt::join(names, ", "), names.size() == 1 ? "does" : "do"),
        fmt::format("put the file{} into '{}', or set TESSERA_DATA to the folder that has {}",
                    names.size() == 1 ? "" : "s", external_data_folder(),
                    names.size() == 1 ? "it" : "them"));
}

std::vector<std::string_view> ShippedSuite::external_files() const {
    constexpr std::string_view before = "\nexternal = \"";
    std::vector<std::string_view> files;
    std::size_t at = 0;
    while ((at = text.find(before, at)) != std::string_view::npos) {
        at += before.size();
        files.push_back(text.substr(at, text.find('"', at) - at));
    }
    return files;
}

bool is_shipped_suite(std::string_view name) {
    return std::ranges::any_of(shipped_suites(), [&](const auto& one) { return one.name == name; });
}

std::string_view ShippedSuite::synopsis() const {
    // Every shipped suite begins with its title; a test holds them to it.
    constexpr std::string_view before = "title = \"";
    const std::size_t start = text.find(before);
    if (start == std::string_view::npos) return {};
    const std::string_view rest = text.substr(start + before.size());
    return rest.substr(0, rest.find('"'));
}

std::string external_data_folder() {
    const char* folder = std::getenv("TESSERA_DATA");
    return folder != nullptr ? folder : "../shared/data/external";
}

Result<LabSuite> read_suite(std::string_view text, std::string_view name, std::string_view source,
                            const SuiteSurroundings& surroundings) {
    SuiteFaults faults(source);
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        faults.add(parsed.error().source(), parsed.error().description(),
                   "a suite is TOML (https://toml.io); texts stand in quotes");
        return *faults.first();
    }
    LabSuite suite;
    suite.name = name;
    const SuiteTable table(parsed.table(), "a suite", faults, known_keys);
    suite.title = table.text("title").value_or(suite.name);
    constexpr std::uint64_t most_repetitions = 1'000'000;
    suite.repetitions =
        static_cast<std::uint32_t>(table.whole("repetitions", 1, most_repetitions).value_or(1));
    if (const toml::table* limits = table.table("limits")) {
        read_limits(*limits, faults, suite.limits);
    }
    for (const toml::table* one : table.tables("configurations"))
        add_configurations(*one, faults, suite);
    // Boards last: making them may take a while, which is in vain when anything else is wrong.
    if (!faults.first()) {
        for (const toml::table* one : table.tables("boards"))
            add_boards(*one, surroundings, faults, suite);
    }
    if (suite.configurations.empty()) {
        table.fault("configurations", "the suite has no configurations",
                    "add [[configurations]] with, for example, algorithm = \"a*\"");
    }
    if (suite.boards.empty() && suite.notes.empty()) {
        table.fault("boards", "the suite has no boards",
                    "add [[boards]] with, for example, suite = \"korf:1-10\"");
    }
    if (faults.first()) return *faults.first();
    return suite;
}

Result<LabSuite> load_suite(std::string_view name_or_path) {
    SuiteSurroundings surroundings;
    surroundings.data_folder = external_data_folder();
    for (const ShippedSuite& shipped : shipped_suites()) {
        if (shipped.name == formats::typed_name(name_or_path))
            return read_suite(shipped.text, shipped.name, shipped.name, surroundings);
    }
    const fs::path path(name_or_path);
    std::error_code ignored;
    if (!fs::exists(path, ignored) || fs::is_directory(path, ignored))
        return without_suite(name_or_path);
    const auto text = text_of_file(path, "check the permissions");
    if (!text) return text.error();
    surroundings.folder = path.parent_path().string();
    return read_suite(*text, path.stem().string(), path.string(), surroundings);
}

}  // namespace tessera::lab
