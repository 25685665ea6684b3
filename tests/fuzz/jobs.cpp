// The engine's calls in JSON: a call that makes no sense gets an explanation, any other an answer that holds.
//
// An input is a line with the name of the call, and its request.
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <queue>

#include "tessera/api/api.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/puzzle/solvability.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

using JobJson = nlohmann::ordered_json;

/// An engine in a small room, used again and again as a server does, but not forever: it keeps the heuristics it built.
class Room {
  public:
    Result<std::string> call(std::string_view name, std::string_view request) {
        constexpr int most_calls = 200;
        if (engine_ == nullptr || ++calls_ > most_calls) {
            engine_ = std::make_unique<Engine>();
            calls_ = 0;
        }
        Observer nobody;
        return Api(*engine_, limits()).call(name, request, nobody);
    }

  private:
    static ApiLimits limits() {
        ApiLimits limits;
        limits.cells = 25;
        limits.boards = 4;
        limits.trace_steps = 50;
        limits.audit_cells = 4;
        limits.search.time = std::chrono::milliseconds(20);
        limits.search.memory_bytes = 8 << 20;
        limits.search.nodes = 3'000;
        return limits;
    }

    std::unique_ptr<Engine> engine_;
    int calls_ = 0;
};

JobJson parsed(const std::string& text) {
    must(text.find('\n') == std::string::npos, "an answer of several lines");
    JobJson json = JobJson::parse(text, nullptr, false);
    must(json.is_object(), "not a JSON object: {}", text.substr(0, 200));
    must(json.contains("schema") && json["schema"].is_string(), "an answer without a schema");
    return json;
}

DynamicBoard board_at(const JobJson& json, const char* key) {
    const auto rows = json.at("size").at(0).get<std::uint16_t>();
    const auto cols = json.at("size").at(1).get<std::uint16_t>();
    std::vector<Tile> tiles;
    for (const JobJson& tile : json.at(key)) tiles.push_back(make_tile(tile.get<std::size_t>()));
    must(tiles.size() == std::size_t{rows} * cols, "a board with too many or too few tiles");
    auto board = DynamicBoard::from_tiles({rows, cols}, tiles);
    must_be_a_board(board);
    return board;
}

/// The length of a shortest solution by breadth-first search with nothing in common with the engine's; for 6 cells at most.
std::size_t shortest(const DynamicBoard& start, const DynamicBoard& goal) {
    const auto key = [](const DynamicBoard& board) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < board.geometry().cells(); ++i)
            word = word * 16 + index(board.tile_at(make_cell(i)));
        return word;
    };
    std::map<std::uint64_t, std::size_t> distances{{key(start), 0}};
    std::queue<DynamicBoard> open({start});
    while (!open.empty()) {
        const DynamicBoard board = open.front();
        open.pop();
        const std::size_t distance = distances[key(board)];
        if (board == goal) return distance;
        for (const Move move : all_moves) {
            if (!board.legal_moves().has(move)) continue;
            DynamicBoard next = board;
            next.slide(move);
            if (distances.try_emplace(key(next), distance + 1).second) open.push(next);
        }
    }
    throw BrokenProperty("a solution where there is none");
}

void check_solution(const std::string& reply, const JobJson& json) {
    const DynamicBoard start = board_at(json, "start");
    const DynamicBoard goal = board_at(json, "goal");
    const auto status = json.at("status").get<std::string>();
    must((status == "unsolvable") == !solvable(start, goal), "{}: {}", status, reply);
    if (status == "solved" || json.at("moves").is_string()) {
        const auto verified = verify_solutions(reply, "the answer");
        must(verified.ok(), "cannot be verified: {}", verified ? "" : verified.error().message);
        for (const Verification& one : *verified)
            must(one.holds, "does not hold: {}\n{}", one.message, reply);
    }
    const bool by_moves = json.at("options").value("cost", "unit") == "unit";
    if (!by_moves || start.geometry().cells() > 6 || !json.at("moves").is_string()) return;
    const std::size_t exact = shortest(start, goal);
    const auto length = json.at("length").get<std::size_t>();
    must(length >= exact, "shorter than the shortest: {}", reply);
    must(!json.at("optimal").get<bool>() || length == exact, "not the shortest: {}", reply);
    must(json.at("lower_bound").get<std::size_t>() <= exact, "a bound too high: {}", reply);
}

void check_boards(const JobJson& json, Room& room) {
    for (const JobJson& one : json.at("boards")) {
        const DynamicBoard start = board_at(one, "start");
        const DynamicBoard goal = board_at(one, "goal");
        const JobJson request{
            {"size", one.at("size")}, {"start", one.at("start")}, {"goal", one.at("goal")}};
        const auto reply = room.call("check", request.dump());
        must(reply.ok(), "a board was handed out that cannot be checked: {}", request.dump());
        must(parsed(*reply).at("solvable") == solvable(start, goal), "solvable or not? {}", *reply);
    }
}

}  // namespace

void jobs(Bytes input) {
    static Room room;
    std::string_view request = text_of(input);
    const std::string_view name = take_line(request);
    const auto reply = room.call(name, request);
    if (!reply) {
        const Error& error = reply.error();
        // Limits that a search reaches are answers, those of what is built for it are not.
        must(error.code != ErrorCode::internal, "an internal error: {}", error.message);
        must(!error.message.empty() && error.message.size() < 2'000, "a message of {} bytes",
             error.message.size());
        must(!has_control_characters(error.message), "control characters: {}", error.message);
        const JobJson json = parsed(to_json(error));
        must(json.at("schema") == "tessera.error/1", "another schema");
        return;
    }
    const JobJson json = parsed(*reply);
    must(json.at("schema") == fmt::format("tessera.{}/1", name), "another schema for {}", name);
    if (name == "solve") check_solution(*reply, json);
    if (name == "generate" || name == "read") check_boards(json, room);
    if (name == "generate" || name == "read" || name == "check") {
        const auto again = room.call(name, request);
        // A board at a distance is looked for, and the time may be up before it is found.
        must(again ? *again == *reply : name == "generate",
             "the same call, another answer:\n{}\n{}", *reply,
             again ? *again : again.error().message);
    }
}

}  // namespace tessera::fuzz
