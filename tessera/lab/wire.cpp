// What runner and worker say to each other: lines of JSON through a socket.
#include "tessera/lab/wire.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "tessera/base/json.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lab/json_fields.hpp"
#include "tessera/lab/record_fields.hpp"

namespace tessera::lab {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 7> answer_names{
    "ready", "setup", "building", "searching", "alive", "out-of-memory", "result"};

std::string line_of(const Json& json) {
    return one_line(json) + '\n';
}

// Both sides are the same program, so that what does not fit can only be a line cut short or disturbed; it is
// refused, not explained.

/// The scalars of a job, in one list for both directions: `visit(name, member)`.
template <class Job, class Visit>
void for_each_job_field(Job& job, Visit&& visit) {
    visit("key", job.key);
    visit("algorithm", job.task.configuration.algorithm);
    visit("heuristic", job.task.configuration.heuristic);
    visit("device", job.task.configuration.device);
    auto& options = job.task.configuration.options;
    visit("threads", options.threads);
    visit("memory", job.task.limits.memory_bytes);
    visit("nodes", job.task.limits.nodes);
    visit("depth", job.task.limits.depth);
}

/// Nothing unless it is a permutation of all tiles.
std::optional<DynamicBoard> board_from(const Json& json, Geometry geometry) {
    if (!json.is_array() || json.size() != geometry.cells()) return std::nullopt;
    std::vector<Tile> tiles;
    std::vector<bool> seen(json.size());
    for (const Json& number : json) {
        if (!number.is_number_unsigned() || number.get<std::size_t>() >= seen.size() ||
            seen[number.get<std::size_t>()]) {
            return std::nullopt;
        }
        seen[number.get<std::size_t>()] = true;
        tiles.push_back(make_tile(number.get<std::size_t>()));
    }
    return DynamicBoard::from_tiles(geometry, tiles);
}

/// A value of the option's kind; nothing for any other.
std::optional<OptionValue> option_value(const OptionInfo& option, const Json& json) {
    std::optional<OptionValue> value;
    if (json.is_boolean()) value = json.get<bool>();
    if (json.is_number_unsigned()) value = json.get<std::uint64_t>();
    if (json.is_number_float()) value = json.get<double>();
    if (json.is_string()) value = json.get<std::string>();
    return value && fits(option, *value) ? value : std::nullopt;
}

const Json& member(const Json& object, std::string_view name) {
    static const Json none;
    const auto place = object.find(name);
    return place == object.end() ? none : *place;
}

}  // namespace

std::string to_line(const WireJob& job) {
    Json json;
    for_each_job_field(job, [&](std::string_view name, const auto& value) { json[name] = value; });
    const RunTask& task = job.task;
    json["rows"] = task.board.start.geometry().rows;
    json["columns"] = task.board.start.geometry().cols;
    json["start"] = tile_numbers(task.board.start.tiles());
    json["goal"] = tile_numbers(task.board.goal.tiles());
    json["tile_cost"] = task.configuration.cost == CostModel::tile;
    json["time"] = task.limits.time.count();
    Json order = Json::array();
    for (const Move move : task.configuration.options.order) order.push_back(index(move));
    json["order"] = std::move(order);
    Json options = Json::object();
    for (const auto& [name, value] : task.configuration.options.given()) {
        std::visit([&](const auto& given) { options[name] = given; }, value);
    }
    json["options"] = std::move(options);
    return line_of(json);
}

std::optional<WireJob> job_from_line(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    WireJob job;
    bool good = true;
    for_each_job_field(job, [&](std::string_view name, auto& value) {
        good = read_field(member(json, name), value) && good;
    });
    RunTask& task = job.task;
    Geometry geometry{};
    bool tile_cost = false;
    std::int64_t time = 0;
    good = read_field(member(json, "rows"), geometry.rows) && good;
    good = read_field(member(json, "columns"), geometry.cols) && good;
    good = read_field(member(json, "tile_cost"), tile_cost) && good;
    good = read_field(member(json, "time"), time) && good;
    const auto start = board_from(member(json, "start"), geometry);
    const auto goal = board_from(member(json, "goal"), geometry);
    const Json& order = member(json, "order");
    if (!good || !start || !goal || !order.is_array() || order.size() != 4) return std::nullopt;
    for (std::size_t i = 0; i < 4; ++i) {
        std::size_t number = 0;
        if (!read_field(order[i], number) || number >= all_moves.size()) return std::nullopt;
        for (const Move move : all_moves) {
            if (index(move) == number) task.configuration.options.order[i] = move;
        }
    }
    for (const auto& [name, value] : member(json, "options").items()) {
        const SearchOption* option = find_search_option(name);
        const auto read = option == nullptr ? std::nullopt : option_value(*option->info, value);
        if (!read) return std::nullopt;
        task.configuration.options.set(*option->info, *read);
    }
    task.board.start = *start;
    task.board.goal = *goal;
    task.configuration.cost = tile_cost ? CostModel::tile : CostModel::unit;
    task.limits.time = std::chrono::nanoseconds(time);
    return job;
}

std::string to_line(WireAnswer answer) {
    return line_of(Json{{"event", answer_names[static_cast<std::size_t>(answer)]}});
}

std::string result_line(const RunRecord& record) {
    Json json{{"event", answer_names[static_cast<std::size_t>(WireAnswer::result)]}};
    for_each_result_field(record, [&](std::string_view name, const auto& value) {
        json[name] = field_json<Json>(value);
    });
    return line_of(json);
}

std::optional<WireAnswer> answer_from_line(std::string_view line, RunRecord& record) {
    const Json json = Json::parse(line, nullptr, false);
    std::string name;
    if (!json.is_object() || !read_field(member(json, "event"), name)) return std::nullopt;
    const auto place = std::find(answer_names.begin(), answer_names.end(), name);
    if (place == answer_names.end()) return std::nullopt;
    const auto answer = static_cast<WireAnswer>(place - answer_names.begin());
    bool good = true;
    if (answer == WireAnswer::result) {
        for_each_result_field(record, [&](std::string_view field, auto& value) {
            good = read_field(member(json, field), value) && good;
        });
    }
    return good ? std::optional(answer) : std::nullopt;
}

std::optional<std::string> LineBuffer::next() {
    const std::size_t end = text_.find('\n', begin_);
    if (end == std::string::npos) {
        text_.erase(0, begin_);
        begin_ = 0;
        return std::nullopt;
    }
    std::string line = text_.substr(begin_, end - begin_);
    begin_ = end + 1;
    return line;
}

bool send_all(int socket, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool receive(int socket, LineBuffer& buffer) {
    std::array<char, 1 << 16> bytes;
    while (true) {
        const ssize_t count = recv(socket, bytes.data(), bytes.size(), 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        buffer.append({bytes.data(), static_cast<std::size_t>(count)});
        return true;
    }
}

}  // namespace tessera::lab
