// One run of an experiment: what is run, how its content addresses it, and what came of it.
#include "tessera/lab/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tessera/api/json.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::lab {
namespace {

constexpr std::array<std::string_view, run_end_count> end_names{
    "crashed",     "hung",    "error",      "memory-limit", "time-limit",      "node-limit",
    "depth-limit", "gave-up", "unsolvable", "solved",       "solved-optimally"};

/// 128 bits of FNV-1a: not against an adversary, but a clash among a billion runs has a chance of 10^-21.
class ContentHash {
  public:
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
        add_byte(0);  // so that "ab","c" and "a","bc" differ
    }
    template <class Number>
        requires std::is_arithmetic_v<Number>
    void add(Number number) {
        add(fmt::format("{}", number));
    }
    std::string digits() const {
        return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(state_ >> 64U),
                           static_cast<std::uint64_t>(state_));
    }

  private:
    __extension__ using Word = unsigned __int128;

    void add_byte(unsigned char byte) {
        constexpr Word prime = (Word{1} << 88U) + 0x13BU;
        state_ = (state_ ^ byte) * prime;
    }

    Word state_ = (Word{0x6C62272E07BB0142ULL} << 64U) | 0x62B821756295C58DULL;
};

/// Flags are 1 and 0 in keys.
std::string key_text(const OptionValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "1" : "0";
    return to_text(value);
}

/// 0 stands for no limit.
template <class Number>
std::uint64_t or_none(Number limit, Number none) {
    return limit == none ? 0 : static_cast<std::uint64_t>(limit);
}

}  // namespace

std::string_view to_string(RunEnd end) {
    return end_names[static_cast<std::size_t>(end)];
}

std::optional<RunEnd> run_end_named(std::string_view name) {
    for (std::size_t i = 0; i < end_names.size(); ++i) {
        if (end_names[i] == name) return static_cast<RunEnd>(i);
    }
    return std::nullopt;
}

std::string end_words(RunEnd end) {
    std::string words(to_string(end));
    std::replace(words.begin(), words.end(), '-', ' ');
    return words;
}

RunEnd run_end_of(const Solution& solution) {
    switch (solution.outcome.status) {
        case Status::solved:
            return solution.proof.optimal ? RunEnd::solved_optimally : RunEnd::solved;
        case Status::unsolvable:
            return RunEnd::unsolvable;
        case Status::time_limit:
            return RunEnd::time_limit;
        case Status::memory_limit:
            return RunEnd::memory_limit;
        case Status::node_limit:
            return RunEnd::node_limit;
        case Status::depth_limit:
            return RunEnd::depth_limit;
        case Status::gave_up:
            return RunEnd::gave_up;
        case Status::interrupted:
        case Status::error:
            break;
    }
    return RunEnd::error;
}

void move_to_device(RunConfiguration& configuration, std::string_view device) {
    const auto words = [](std::string_view name) { return fmt::format(", device {}", name); };
    const std::string before = words(configuration.device);
    std::string& name = configuration.name;
    if (name.ends_with(before)) name.resize(name.size() - before.size());
    configuration.device = device;
    if (device != cpu_device) name += words(device);
}

std::string RunBoard::name() const {
    return id.empty() ? inline_form(start) : id;
}

std::string RunTask::key(std::string_view version) const {
    ContentHash hash;
    hash.add(version);
    hash.add(board.start.geometry().rows);
    hash.add(board.start.geometry().cols);
    hash.add(flat_form(board.start));
    hash.add(flat_form(board.goal));
    hash.add(configuration.algorithm);
    hash.add(configuration.heuristic);
    hash.add(static_cast<int>(configuration.cost));
    const SearchOptions& options = configuration.options;
    for (const Move move : options.order) hash.add(index(move));
    // Databases know their runs by keys that are older than the table of options: these come first and in this order, given or not.
    constexpr std::pair<std::string_view, std::string_view> always[] = {
        {"weight", "0"}, {"seed", "1"},  {"sideways", "100"}, {"restarts", "1000"}, {"cycles", "0"},
        {"threads", ""}, {"width", "0"}, {"adaptive", "0"},   {"keep-all", "0"}};
    for (const auto& [name, unset] : always) {
        const OptionValue* given = options.find(name);
        if (unset.empty()) {
            hash.add(options.threads);
        } else {
            hash.add(given == nullptr ? std::string(unset) : key_text(*given));
        }
    }
    for (const auto& [name, value] : options.given()) {
        const bool added =
            std::ranges::any_of(always, [&](const auto& one) { return one.first == name; });
        if (!added) hash.add(fmt::format("{}={}", name, key_text(value)));
    }
    hash.add(limits.time.count());
    hash.add(limits.memory_bytes);
    hash.add(limits.nodes);
    hash.add(limits.depth);
    hash.add(repetition);
    // Runs from before there were devices keep their keys.
    if (configuration.device != cpu_device) hash.add(configuration.device);
    return hash.digits();
}

RunTask RunTask::of(const RunBoard& board, const RunConfiguration& configuration,
                    const Limits& limits, std::uint32_t repetition) {
    RunTask task{board, configuration, limits, repetition};
    std::string& small = task.configuration.small_heuristic;
    if (!small.empty() && Configuration::is_small(board.start.geometry()))
        task.configuration.heuristic = small;
    small.clear();
    return task;
}

Job RunTask::job() const {
    Job job;
    job.id = board.id;
    job.start = board.start;
    job.goal = board.goal;
    job.algorithm = configuration.algorithm;
    job.heuristic = configuration.heuristic;
    job.cost = configuration.cost;
    job.options = configuration.options;
    job.limits = limits;
    job.device = configuration.device;
    return job;
}

std::string limits_words(const Limits& limits) {
    const Limits none;
    std::vector<std::string> parts;
    if (limits.time != none.time)
        parts.push_back(given_seconds(std::chrono::duration<double>(limits.time).count()));
    if (limits.memory_bytes != none.memory_bytes)
        parts.push_back(readable_bytes(limits.memory_bytes));
    if (limits.nodes != none.nodes) parts.push_back(fmt::format("{} nodes", grouped(limits.nodes)));
    if (limits.depth != none.depth) parts.push_back(fmt::format("depth {}", limits.depth));
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string time_now() {
    const auto now = std::chrono::system_clock::now();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(now - seconds).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)), milliseconds);
}

std::string today() {
    constexpr std::size_t day = 10;
    return time_now().substr(0, day);
}

RunRecord record_of(const RunTask& task, std::string_view suite, const RunMachine& machine) {
    RunRecord record;
    record.key = task.key(machine.version);
    record.suite = suite;
    record.set = task.board.set;
    record.board = task.board.id;
    record.rows = task.board.start.geometry().rows;
    record.columns = task.board.start.geometry().cols;
    record.start = flat_form(task.board.start);
    record.goal = flat_form(task.board.goal);
    record.known_optimal = task.board.optimal;
    record.configuration = task.configuration.name;
    record.algorithm = task.configuration.algorithm;
    record.heuristic = task.configuration.heuristic;
    record.seed = task.configuration.options.whole(seed_option);
    record.measured.device = task.configuration.device;
    const Limits none;
    if (task.limits.time != none.time) {
        record.time_limit = std::chrono::duration<double>(task.limits.time).count();
    }
    record.memory_limit = or_none(task.limits.memory_bytes, none.memory_bytes);
    record.node_limit = or_none(task.limits.nodes, none.nodes);
    record.depth_limit = or_none(task.limits.depth, none.depth);
    record.repetition = task.repetition;
    record.machine = machine;
    return record;
}

void fill_in(RunRecord& record, const Solution& solution) {
    record.algorithm = solution.asked.algorithm;
    record.heuristic = solution.asked.heuristic;
    record.options = options_json(solution);
    record.end = run_end_of(solution);
    if (solution.outcome.found) {
        record.length = solution.outcome.moves.size();
        record.slides = solution.outcome.slides;
        record.cost = solution.outcome.cost;
        record.moves = format_moves(solution.outcome.moves, solution.asked.start, Notation::blank);
    }
    if (!solution.proof.unsolvable) record.lower_bound = solution.proof.lower_bound;
    record.initial_h = solution.proof.initial_h;
    record.measured = solution.measured;
}

}  // namespace tessera::lab
