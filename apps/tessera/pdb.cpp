// tessera pdb: build, list, explain, verify and remove the tables of pattern databases.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "commands.hpp"
#include "options.hpp"
#include "pdb_tables.hpp"
#include "system.hpp"
#include "tables.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/json.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view pdb_actions[] = {"build", "list", "info", "verify", "remove"};
constexpr Geometry common_sizes[] = {{3, 3}, {3, 4}, {3, 5}, {4, 4}, {4, 5}, {5, 5}};

struct PdbCommand {
    std::string action;
    std::string name;
    std::string size = "4x4";
    std::string goal;
    std::string memory;
    std::uint32_t threads = 0;  ///< 0: all cores
    std::uint64_t seed = 1;
    CLI::App* sub = nullptr;
    OutputOptions output;

    int run() const;

  private:
    std::optional<Error> objection() const;
    Result<pdb::Partition> partition() const;
    Result<std::vector<TableTarget>> targets() const;
    void print_answer(const Json& tables, const Json& partitions = {}) const;

    int build() const;
    int list() const;
    int info() const;
    int verify() const;
    int remove() const;
};

bool names_a_file(const std::string& name) {
    return name.ends_with(".table") || (name.find('.') == 0 && file_exists(name)) ||
           name.starts_with('/');
}

std::string how_large(std::uint64_t states, std::uint64_t bytes) {
    return fmt::format("{} states, {}", grouped(states), readable_bytes(bytes));
}

std::string state_of(const TableTarget& target) {
    if (!target.fault.empty()) return "damaged";
    if (target.exists) return "cached";
    return backends::FileTables::worth_a_file(target.states) ? "not built" : "built when needed";
}

Error no_folder() {
    return usage_error(
        "there is no folder for tables: none of TESSERA_CACHE, XDG_CACHE_HOME and "
        "HOME is set",
        "set TESSERA_CACHE to a folder");
}

Error interruption() {
    return {ErrorCode::interrupted, "interrupted", ""};
}

/// Checks that a table can be written there, before minutes are spent on it.
std::optional<Error> check_folder(const std::string& folder) {
    if (folder.empty()) return no_folder();
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!failure && access(folder.c_str(), W_OK | X_OK) == 0) return std::nullopt;
    return usage_error(fmt::format("cannot write to the folder '{}'", folder),
                       "set TESSERA_CACHE to a folder that can be written to");
}

/// Sizes of the pattern's table, counted only once for each board and number of tiles: it takes a while.
const Result<pdb::BuildSize>& size_of(const pdb::Pattern& pattern) {
    static std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Result<pdb::BuildSize>>
        known;
    const std::tuple key(pattern.geometry.rows, pattern.geometry.cols, pattern.tiles.size());
    const auto place = known.find(key);
    if (place != known.end()) return place->second;
    return known.emplace(key, pdb::build_size(pattern.geometry, pattern.tiles.size()))
        .first->second;
}

}  // namespace

TableTarget target_of(const pdb::Pattern& pattern, const std::string& folder) {
    TableTarget target;
    target.pattern = pattern;
    if (const auto& size = size_of(pattern)) {
        target.states = size->states;
        target.bytes = size->table_bytes;
    }
    if (folder.empty()) return target;
    target.path = fmt::format("{}/{}", folder, backends::table_file_name(pattern));
    target.exists = file_exists(target.path);
    if (!target.exists) return target;
    const auto header = backends::read_table_header(target.path);
    if (!header) {
        target.fault = header.error().message;
    } else if (const auto error = pdb::check_pattern(*header, pattern)) {
        target.fault = fmt::format("'{}' {}", target.path, error->message);
    }
    return target;
}

TableTarget target_of_file(const std::string& path) {
    TableTarget target;
    target.path = path;
    target.exists = file_exists(path);
    const auto header = backends::read_table_header(path);
    if (header) {
        target.pattern = header->pattern;
        target.states = header->states;
        target.bytes = header->payload_bytes;
    } else {
        target.fault = header.error().message;
    }
    return target;
}

std::vector<std::string> partitions_using(const pdb::Pattern& pattern) {
    std::vector<std::string> names;
    for (const std::string& name : pdb::partition_names(pattern.geometry)) {
        const auto partition = pdb::parse_partition(name, pattern.geometry, pattern.goal_blank);
        if (!partition) continue;
        const bool used = std::any_of(
            partition->patterns.begin(), partition->patterns.end(),
            [&](const pdb::Pattern& part) { return pdb::normalise(part).pattern == pattern; });
        if (used) names.push_back(name);
    }
    return names;
}

namespace {

Json json_of(const TableTarget& target) {
    Json json{{"file", target.path}, {"state", state_of(target)}};
    if (!target.fault.empty()) json["fault"] = target.fault;
    const pdb::Pattern& pattern = target.pattern;
    if (pattern.tiles.empty()) return json;
    json["pattern"] = pattern.picture();
    json["size"] = {pattern.geometry.rows, pattern.geometry.cols};
    json["goal_blank"] = index(pattern.goal_blank);
    json["tiles"] = tile_numbers(pattern.tiles);
    json["states"] = target.states;
    json["bytes"] = target.bytes;
    json["used_by"] = partitions_using(pattern);
    return json;
}

Result<pdb::Partition> PdbCommand::partition() const {
    const auto geometry = parse_size(size);
    if (!geometry) return geometry.error();
    BoardEntry entry;
    entry.board = *make_goal("blank-last", *geometry);
    const auto target = goal_of(entry, goal);
    if (!target) return target.error();
    if (target->geometry() != *geometry) {
        return usage_error("the goal has another size than the tables",
                           "give --size as well, for example --size 3x4");
    }
    if (geometry->cells() > pdb::most_cells) {
        return usage_error(
            fmt::format("there are no tables for {}×{}", geometry->rows, geometry->cols),
            fmt::format("boards of at most {} cells have them", pdb::most_cells));
    }
    return pdb::parse_partition(name, *geometry, target->blank());
}

/// The tables that NAME, FILE or `all` means, each once.
Result<std::vector<TableTarget>> PdbCommand::targets() const {
    const std::string folder = backends::cache_folder();
    std::vector<TableTarget> found;
    if (name == "all") {
        for (const std::string& path : backends::table_files_in(folder)) {
            found.push_back(target_of_file(path));
        }
        return found;
    }
    if (names_a_file(name)) {
        const bool in_folder = name.find('/') == std::string::npos && !file_exists(name);
        const std::string path = in_folder ? fmt::format("{}/{}", folder, name) : name;
        if (!file_exists(path)) {
            return input_error(fmt::format("there is no file '{}'", path),
                               "'tessera pdb list' shows the tables there are");
        }
        found.push_back(target_of_file(path));
        return found;
    }
    const auto meant = partition();
    if (!meant) return meant.error();
    for (const pdb::Pattern& pattern : meant->patterns) {
        TableTarget target = target_of(pdb::normalise(pattern).pattern, folder);
        const bool known = std::any_of(found.begin(), found.end(), [&](const TableTarget& other) {
            return other.pattern == target.pattern;
        });
        if (!known) found.push_back(std::move(target));
    }
    return found;
}

void PdbCommand::print_answer(const Json& tables, const Json& partitions) const {
    Json answer{{"schema", "tessera.pdb/1"},
                {"action", action},
                {"folder", backends::cache_folder()},
                {"tables", tables}};
    if (!partitions.is_null()) answer["partitions"] = partitions;
    fmt::print("{}\n", one_line(answer));
}

/// Prints what building takes before it begins; an error if that is more memory than allowed.
std::optional<Error> announce(const std::vector<TableTarget>& wanted, std::size_t allowed,
                              bool quiet) {
    std::uint64_t peak = 0;
    for (const TableTarget& target : wanted) {
        const auto& need = size_of(target.pattern);
        if (!need) return need.error();
        if (target.usable()) continue;
        peak = std::max(peak, need->peak_bytes);
        if (quiet) continue;
        tell(
            for_people(fmt::format("{}: {}, at most {} of memory while it is built\n",
                                   target.pattern.picture(), how_large(target.states, target.bytes),
                                   readable_bytes(need->peak_bytes)),
                       Stream::err));
    }
    if (peak <= allowed) return std::nullopt;
    return Error{ErrorCode::memory_limit,
                 fmt::format("building needs {} of memory, {} are allowed", readable_bytes(peak),
                             readable_bytes(allowed)),
                 "allow more with --memory, or use smaller patterns"};
}

int PdbCommand::build() const {
    catch_interrupt();
    const auto allowed = memory_allowed(memory);
    if (!allowed) return fail(allowed.error());
    const auto wanted = targets();
    if (!wanted) return fail(wanted.error());
    if (const auto error = check_folder(backends::cache_folder())) return fail(*error);
    if (const auto error = announce(*wanted, *allowed, output.as_json())) return fail(*error);
    backends::ThreadExecutor executor(threads);
    backends::FileTables tables(backends::cache_folder(), notices_on_stderr(), &executor);
    ProgressLine line(output.progress_style());
    Json answers = Json::array();
    for (const TableTarget& target : *wanted) {
        const auto begin = std::chrono::steady_clock::now();
        const auto table = tables.table(target.pattern, *allowed, build_line());
        line.clear();
        if (!table) return fail(interrupted() ? interruption() : table.error());
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const TableTarget now = target_of(target.pattern, tables.folder());
        const bool filed = backends::FileTables::worth_a_file(target.states);
        if (filed && !now.usable()) {
            return fail({ErrorCode::internal, "the table could not be kept",
                         "free some space, or set TESSERA_CACHE to another folder"});
        }
        Json answer = json_of(now);
        answer["built"] = filed && !target.usable();
        answer["seconds"] = std::round(seconds * 1e3) / 1e3;
        answers.push_back(std::move(answer));
        if (output.as_json()) continue;
        const std::string what = target.usable() ? "was there already"
                                 : filed ? fmt::format("built in {}", readable_seconds(seconds))
                                         : "is so small that it is built when it is needed";
        say("{}  {}  {}\n", target.pattern.picture(), readable_bytes(target.bytes), what);
    }
    if (output.as_json()) print_answer(answers);
    return exit_ok;
}

void print_table(const TableTarget& target) {
    say("{:<30} {:>5} {:>15} {:>10}  {:<6} {}\n", target.pattern.picture(),
        target.pattern.tiles.size(), grouped(target.states), readable_bytes(target.bytes),
        fmt::format("{}×{}", target.pattern.geometry.rows, target.pattern.geometry.cols),
        fmt::join(partitions_using(target.pattern), ", "));
}

/// A named partition for the goal blank-last, and which of its tables exist.
struct NamedPartition {
    Geometry geometry;
    std::string name;
    std::uint64_t bytes = 0;
    std::string state;
};

/// What is cached of a partition. Small tables are never kept, so only the others count.
std::string state_of(const std::vector<TableTarget>& parts) {
    std::size_t kept = 0;
    std::size_t cached = 0;
    for (const TableTarget& part : parts) {
        if (!part.fault.empty()) return state_of(part);
        if (!backends::FileTables::worth_a_file(part.states)) continue;
        ++kept;
        cached += part.usable() ? 1 : 0;
    }
    if (kept == 0) return "built when needed";
    return cached == kept ? "cached" : cached == 0 ? "not built" : "partly cached";
}

std::vector<NamedPartition> named_partitions(std::span<const Geometry> sizes) {
    std::vector<NamedPartition> all;
    for (const Geometry geometry : sizes) {
        for (const std::string& name : pdb::partition_names(geometry)) {
            const auto parts =
                pdb::parse_partition(name, geometry, make_cell(geometry.cells() - 1));
            if (!parts) continue;
            NamedPartition row{geometry, name, 0, ""};
            std::vector<TableTarget> tables;
            for (const pdb::Pattern& part : parts->patterns) {
                tables.push_back(target_of(pdb::normalise(part).pattern, backends::cache_folder()));
                row.bytes += tables.back().bytes;
            }
            row.state = state_of(tables);
            all.push_back(std::move(row));
        }
    }
    return all;
}

void print_list(const std::string& folder, const std::vector<TableTarget>& tables,
                const std::vector<NamedPartition>& partitions) {
    say("folder: {}\n", folder.empty() ? "none" : folder);
    if (!tables.empty()) {
        say("{:<30} {:>5} {:>15} {:>10}  {:<6} {}\n", "table", "tiles", "states", "bytes", "size",
            "used by");
    }
    std::uint64_t bytes = 0;
    for (const TableTarget& table : tables) {
        bytes += table.bytes;
        if (table.fault.empty()) {
            print_table(table);
        } else {
            say("{}\n", table.fault);
        }
    }
    say("{}, {}\n\nPartitions that have a name (any sizes, or a picture, work too):\n",
        counted(tables.size(), "table"), readable_bytes(bytes));
    if (partitions.empty()) say("none of this size\n");
    if (!partitions.empty()) say("{:<5} {:<12} {:>10}  {}\n", "size", "name", "bytes", "state");
    for (const NamedPartition& row : partitions) {
        say("{:<5} {:<12} {:>10}  {}\n", fmt::format("{}×{}", row.geometry.rows, row.geometry.cols),
            row.name, readable_bytes(row.bytes), row.state);
    }
}

int PdbCommand::list() const {
    const std::string folder = backends::cache_folder();
    std::vector<Geometry> sizes(std::begin(common_sizes), std::end(common_sizes));
    const bool one_size = sub->count("--size") > 0;
    if (one_size) {
        const auto wanted = parse_size(size);
        if (!wanted) return fail(wanted.error());
        sizes = {*wanted};
    }
    std::vector<TableTarget> tables;
    for (const std::string& path : backends::table_files_in(folder)) {
        TableTarget target = target_of_file(path);
        if (!one_size || target.pattern.geometry == sizes.front()) tables.push_back(target);
    }
    const std::vector<NamedPartition> partitions = named_partitions(sizes);
    if (output.as_json()) {
        Json objects = Json::array();
        for (const TableTarget& table : tables) objects.push_back(json_of(table));
        Json rows = Json::array();
        for (const NamedPartition& row : partitions) {
            rows.push_back({{"size", {row.geometry.rows, row.geometry.cols}},
                            {"name", row.name},
                            {"bytes", row.bytes},
                            {"state", row.state}});
        }
        print_answer(objects, rows);
        return exit_ok;
    }
    print_list(folder, tables, partitions);
    return exit_ok;
}

int PdbCommand::info() const {
    const auto wanted = targets();
    if (!wanted) return fail(wanted.error());
    Json answers = Json::array();
    for (const TableTarget& target : *wanted) {
        std::uint64_t peak = 0;
        if (!target.pattern.tiles.empty()) {
            const auto& need = size_of(target.pattern);
            if (!need) return fail(need.error());
            peak = need->peak_bytes;
        }
        answers.push_back(json_of(target));
        answers.back()["build_bytes"] = peak;
        if (output.as_json()) continue;
        if (!target.fault.empty()) {
            say("{}\n", target.fault);
            continue;
        }
        say("{}  {}\n", target.pattern.picture(), state_of(target));
        say("    {}; {} of memory to build it\n", how_large(target.states, target.bytes),
            readable_bytes(peak));
        const auto names = partitions_using(target.pattern);
        if (!names.empty()) say("    used by {}\n", fmt::join(names, ", "));
        if (target.exists) say("    {}\n", target.path);
    }
    if (output.as_json()) print_answer(answers);
    const bool damaged = std::any_of(wanted->begin(), wanted->end(),
                                     [](const auto& target) { return !target.fault.empty(); });
    return damaged ? exit_bad_input : exit_ok;
}

/// Collects what verification finds, prints it line by line unless it is wanted as JSON, and knows the exit code.
class VerifyReport {
  public:
    VerifyReport(ProgressLine& line, bool json) : line_(line), json_(json) {}

    void add(const std::string& what, Json answer, const TableCheck& found) {
        const bool ok = found.fault.empty();
        answer["ok"] = ok;
        answer["entries"] = found.entries;
        answer["recomputed"] = found.recomputed;
        answer["boards"] = found.boards;
        if (!ok) answer["wrong"] = found.fault;
        answers_.push_back(std::move(answer));
        if (!ok && code_ == exit_ok) code_ = found.damaged ? exit_bad_input : exit_internal;
        line_.clear();
        if (json_) return;
        if (!ok) {
            say("{}  WRONG: {}\n", what, found.fault);
        } else if (found.boards > 0) {
            say("{}  ok: {} on shortest paths, none overestimated\n", what,
                counted(found.boards, "board"));
        } else {
            say("{}  ok: checksum, {} random entries ({} recomputed)\n", what, found.entries,
                found.recomputed);
        }
    }
    const Json& answers() const { return answers_; }
    int code() const { return code_; }

  private:
    ProgressLine& line_;
    bool json_;
    Json answers_ = Json::array();
    int code_ = exit_ok;
};

/// The partition of the same name for the goal that its tables are made for, if it has the same tables: the
/// collections have that goal.
pdb::Partition as_in_the_tables(const pdb::Partition& partition) {
    const auto normal = [](const pdb::Partition& whole) {
        std::vector<std::string> pictures;
        for (const pdb::Pattern& part : whole.patterns) {
            pictures.push_back(pdb::normalise(part).pattern.picture());
        }
        std::sort(pictures.begin(), pictures.end());
        return pictures;
    };
    const pdb::Pattern& first = partition.patterns.front();
    const auto other = pdb::parse_partition(partition.name, first.geometry,
                                            pdb::normalise(first).pattern.goal_blank);
    return other && normal(*other) == normal(partition) ? *other : partition;
}

TableCheck verify_target(const TableTarget& target, std::uint64_t seed) {
    if (target.fault.empty()) return verify_file(target, seed);
    TableCheck found;
    found.fault = target.fault;
    found.damaged = true;
    return found;
}

int PdbCommand::verify() const {
    catch_interrupt();
    const auto wanted = targets();
    if (!wanted) return fail(wanted.error());
    ProgressLine line(output.progress_style());
    Engine engine(this_process());
    VerifyReport report(line, output.as_json());
    // What of it is to be added up: a partition by its name, else every table alone.
    std::vector<pdb::Partition> sums;
    if (name != "all" && !names_a_file(name)) {
        const auto meant = partition();
        if (!meant) return fail(meant.error());
        sums.push_back(as_in_the_tables(*meant));
    }
    const bool tables_alone = sums.empty();
    for (const TableTarget& target : *wanted) {
        if (!target.exists && backends::FileTables::worth_a_file(target.states)) {
            return fail(
                input_error(fmt::format("the table of {} is not built", target.pattern.picture()),
                            fmt::format("'tessera pdb build {}' builds it", name)));
        }
        if (!target.exists) continue;
        const std::string picture = target.pattern.picture();
        line.show(fmt::format("verifying {}", target.path));
        const TableCheck found = verify_target(target, seed);
        if (interrupted()) return fail(interruption());
        report.add(target.pattern.tiles.empty() ? target.path : picture, json_of(target), found);
        if (!found.fault.empty() && !tables_alone) sums.clear();
        if (found.fault.empty() && tables_alone) sums.push_back({picture, {target.pattern}});
    }
    for (const pdb::Partition& sum : sums) {
        report.add(sum.name, {{"partition", sum.name}}, verify_admissible(engine, sum, seed));
        if (interrupted()) return fail(interruption());
    }
    if (output.as_json()) {
        print_answer(report.answers());
    } else if (report.answers().empty()) {
        say("no tables\n");
    }
    return report.code();
}

int PdbCommand::remove() const {
    const auto wanted = targets();
    if (!wanted) return fail(wanted.error());
    Json answers = Json::array();
    for (const TableTarget& target : *wanted) {
        if (!target.exists) continue;
        const std::string base = target.path.substr(target.path.rfind('/') + 1);
        if (!(base.starts_with("pdb-") && base.ends_with(".table")) && !target.fault.empty()) {
            return fail(input_error(fmt::format("{}, so it is left alone", target.fault),
                                    "'tessera pdb list' shows the tables there are"));
        }
        answers.push_back(json_of(target));
        if (const auto error = backends::remove_table(target.path)) return fail(*error);
        if (!output.as_json()) say("removed {}\n", target.path);
    }
    if (answers.empty() && name != "all") {
        return fail(input_error(fmt::format("no table of {} is cached", name),
                                "'tessera pdb list' shows the tables there are"));
    }
    if (output.as_json()) {
        print_answer(answers);
    } else if (answers.empty()) {
        say("no tables\n");
    }
    return exit_ok;
}

/// An error if the action gets an option that it cannot use, or lacks one.
std::optional<Error> PdbCommand::objection() const {
    if (std::find(std::begin(pdb_actions), std::end(pdb_actions), action) ==
        std::end(pdb_actions)) {
        const std::string_view nearest = nearest_name(action, pdb_actions);
        return usage_error(fmt::format("'tessera pdb' cannot '{}'", formats::excerpt(action, 60)),
                           nearest.empty() ? "it can build, list, info, verify and remove"
                                           : fmt::format("did you mean '{}'?", nearest));
    }
    if (action == "list" && !name.empty()) {
        return usage_error(
            fmt::format("'tessera pdb list' has no use for '{}'", formats::excerpt(name, 60)),
            "'tessera pdb info' tells about one partition or file");
    }
    if (name.empty() && action != "list" && action != "verify") {
        return usage_error(fmt::format("'tessera pdb {}' needs a name", action),
                           action == "remove" ? "a partition such as 7-8, a file, or all"
                                              : "a partition such as 7-8, or a picture");
    }
    if (action == "build" && (name == "all" || names_a_file(name))) {
        return usage_error(
            fmt::format("'{}' is no partition", name.substr(0, 80)),
            "write sizes such as 7-8 or 6-6-3, or draw the goal: one letter a pattern");
    }
    for (const char* option : {"--memory", "--threads"}) {
        if (action != "build" && sub->count(option) > 0) {
            return usage_error(fmt::format("'tessera pdb {}' has no use for {}", action, option),
                               "it is for 'tessera pdb build'");
        }
    }
    if (action != "verify" && sub->count("--seed") > 0) {
        return usage_error(fmt::format("'tessera pdb {}' has no use for --seed", action),
                           "it is for 'tessera pdb verify'");
    }
    return std::nullopt;
}

int PdbCommand::run() const {
    if (const auto error = objection()) return fail(*error);
    if (action == "build") return build();
    if (action == "list") return list();
    if (action == "info") return info();
    if (action == "verify") return verify();
    return remove();
}

}  // namespace

void add_pdb(CLI::App& app, Action& action) {
    auto command = std::make_shared<PdbCommand>();
    CLI::App* sub = app.add_subcommand(
        "pdb", "pattern databases: build, list, info, verify or remove their tables");
    command->sub = sub;
    completed(sub->add_option("ACTION", command->action, "build, list, info, verify or remove"),
              {{std::begin(pdb_actions), std::end(pdb_actions)}})
        ->required()
        ->type_name("");
    completed(sub->add_option("NAME", command->name,
                              "a partition (7-8, 6-6-3, or a picture such as aabb/aabb/aacc/bcc_), "
                              "a file, or all (verify, remove)"),
              {{"all", "7-8", "6-6-3", "5-5-5", "6-6-6-6"}, true})
        ->type_name("");
    sub->add_option("--size", command->size, "rows and columns (default 4x4; list: every size)")
        ->type_name("RxC");
    add_goal_option(*sub, command->goal);
    sub->add_option("--memory", command->memory,
                    "build: use at most this much, e.g. 4G (default: half of what is free)")
        ->type_name("M");
    sub->add_option("--threads", command->threads, "build: threads (default: all cores)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    add_seed_option(*sub, command->seed);
    command->output.add_json(*sub, "answer");
    command->output.add_progress(*sub);
    set_examples(*sub,
                 {{"tessera pdb build 7-8", "the best tables for 4x4, once and for all"},
                  {"tessera pdb list --size 5x5", "what there is for a size, and what is cached"}});
    sub->callback([command, &action] {
        if (command->action == "verify" && command->name.empty()) command->name = "all";
        action = [command] { return command->run(); };
    });
}

}  // namespace tessera::app
