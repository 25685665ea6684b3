// Checks solutions that somebody wrote down: replays the path and tests every figure that goes with it.
#include "tessera/engine/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera {
namespace {

using Json = nlohmann::json;

/// A written solution, taken apart; figures that were not given are empty.
struct Claim {
    std::string id;
    DynamicBoard start;
    DynamicBoard goal;
    std::string moves;
    std::optional<Notation> notation;
    bool says_unsolvable = false;
    bool says_optimal = false;
    bool tile_cost = false;
    std::optional<std::uint64_t> length;
    std::optional<std::uint64_t> slides;
    std::optional<std::uint64_t> cost;
    std::optional<std::uint64_t> lower_bound;
};

Verification check_figures(const Claim& claim, const std::vector<Move>& moves) {
    Verification result{claim.id, false, "", moves.size(), slides(moves)};
    const std::uint64_t cost =
        claim.tile_cost ? tile_cost(claim.start, moves) : std::uint64_t{moves.size()};
    const auto wrong = [&](std::string_view what, std::uint64_t said, std::uint64_t is) {
        result.message =
            fmt::format("the path is right, but {} is given as {} and is {}", what, said, is);
        return result;
    };
    if (claim.length && *claim.length != result.length) {
        return wrong("its length", *claim.length, result.length);
    }
    if (claim.slides && *claim.slides != result.slides) {
        return wrong("its number of slides", *claim.slides, result.slides);
    }
    if (claim.cost && *claim.cost != cost) return wrong("its cost", *claim.cost, cost);
    if (claim.lower_bound && *claim.lower_bound > cost) {
        return wrong("a lower bound", *claim.lower_bound, cost);
    }
    if (claim.says_optimal && !claim.lower_bound) {
        result.message = "it is called optimal, but without a lower bound that proves it";
        return result;
    }
    if (claim.says_optimal && *claim.lower_bound != cost) {
        result.message =
            fmt::format("it is called optimal, but the lower bound {} is not its cost {}",
                        *claim.lower_bound, cost);
        return result;
    }
    result.holds = true;
    result.message =
        fmt::format("reaches the goal in {} move{} ({} slide{})", result.length,
                    result.length == 1 ? "" : "s", result.slides, result.slides == 1 ? "" : "s");
    return result;
}

Verification check(const Claim& claim) {
    Verification result{claim.id, false, "", 0, 0};
    if (claim.start.geometry() != claim.goal.geometry()) {
        result.message = "the board and the goal differ in size";
        return result;
    }
    if (claim.says_unsolvable) {
        result.holds = !solvable(claim.start, claim.goal);
        result.message = result.holds ? "it is unsolvable, as it says"
                                      : "it is called unsolvable, but it can be solved";
        return result;
    }
    auto moves = parse_moves(claim.moves, claim.start, claim.notation);
    if (!moves) {
        result.message = moves.error().message;
        return result;
    }
    auto end = replay(claim.start, *moves);
    if (!end) {
        result.message = end.error().message;
        return result;
    }
    if (!(*end == claim.goal)) {
        result.message =
            fmt::format("after {} moves the board is {}, not the goal {}", moves->size(),
                        inline_form(*end).substr(0, 200), inline_form(claim.goal).substr(0, 200));
        return result;
    }
    return check_figures(claim, *moves);
}

/// A name that is unknown in a text is a fault of the text, not of the command.
Error in_text(const Error& error, std::string_view source) {
    return input_error(fmt::format("{}: {}", source, error.message), error.hint);
}

// ---- JSON
// ----------------------------------------------------------------------------------------------------

/// Reads a figure; one that is absent or null was not given, anything but a whole number is an
/// error.
std::optional<Error> read_number(const Json& json, const char* key, std::string_view source,
                                 std::optional<std::uint64_t>& number) {
    const auto place = json.find(key);
    if (place == json.end() || place->is_null()) return std::nullopt;
    if (!place->is_number_unsigned()) {
        return input_error(fmt::format("{}: \"{}\" is not a whole number", source, key),
                           "verify reads what 'tessera solve --json' writes");
    }
    number = place->get<std::uint64_t>();
    return std::nullopt;
}

std::string text_at(const Json& json, const char* key) {
    const auto place = json.find(key);
    return place != json.end() && place->is_string() ? place->get<std::string>() : std::string();
}

/// A board given as a list of numbers, with the object's size.
Result<DynamicBoard> board_at(const Json& json, const char* key, std::string_view source) {
    const auto place = json.find(key);
    if (place == json.end()) {
        return input_error(fmt::format("{}: a solution without \"{}\"", source, key),
                           "verify reads what 'tessera solve --json' writes");
    }
    const Json wrapped = {{"start", *place}, {"size", json.value("size", Json())}};
    auto read = read_boards(wrapped.dump(-1, ' ', false, Json::error_handler_t::replace),
                            {std::nullopt, "json", source});
    if (!read) return read.error();
    return read->boards.front().board;
}

Result<Claim> claim_from(const Json& json, std::string_view source) {
    if (!json.is_object()) {
        return input_error(fmt::format("{}: expected a JSON object per solution", source));
    }
    Claim claim;
    claim.id = text_at(json, "id");
    auto start = board_at(json, "start", source);
    if (!start) return start.error();
    claim.start = std::move(*start);
    if (json.contains("goal") && json["goal"].is_string()) {
        auto goal = make_goal(text_at(json, "goal"), claim.start.geometry());
        if (!goal) return in_text(goal.error(), source);
        claim.goal = std::move(*goal);
    } else {
        auto goal = board_at(json, "goal", source);
        if (!goal) return goal.error();
        claim.goal = std::move(*goal);
    }
    claim.says_unsolvable = text_at(json, "status") == "unsolvable";
    if (claim.says_unsolvable) return claim;
    if (!json.contains("moves") || !json["moves"].is_string()) {
        return input_error(fmt::format("{}: the solution has no moves", source),
                           "only results with a path, or unsolvable ones, can be verified");
    }
    claim.moves = text_at(json, "moves");
    const std::string convention = text_at(json, "convention");
    if (!convention.empty()) {
        auto notation = notation_named(convention);
        if (!notation) return in_text(notation.error(), source);
        claim.notation = *notation;
    }
    claim.says_optimal = json.contains("optimal") && json["optimal"] == Json(true);
    claim.tile_cost = json.contains("options") && json["options"].is_object() &&
                      text_at(json["options"], "cost") == "tile";
    for (const auto& [key, figure] :
         {std::pair("length", &claim.length), std::pair("slides", &claim.slides),
          std::pair("cost", &claim.cost), std::pair("lower_bound", &claim.lower_bound)}) {
        if (auto error = read_number(json, key, source, *figure)) return *error;
    }
    return claim;
}

Result<std::vector<Claim>> claims_from_json(std::string_view text, std::string_view source) {
    std::vector<Json> objects;
    const Json whole = Json::parse(text, nullptr, false);
    if (whole.is_array()) {
        objects.assign(whole.begin(), whole.end());
    } else if (!whole.is_discarded()) {
        objects.push_back(whole);
    } else {
        std::size_t number = 0;
        while (!text.empty()) {
            ++number;
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
            Json object = Json::parse(line, nullptr, false);
            if (object.is_discarded()) {
                return input_error(fmt::format("{}, line {}: not a JSON object", source, number),
                                   "verify reads what 'tessera solve --json' writes");
            }
            objects.push_back(std::move(object));
        }
    }
    std::vector<Claim> claims;
    for (const Json& object : objects) {
        auto claim = claim_from(object, source);
        if (!claim) return claim.error();
        claims.push_back(std::move(*claim));
    }
    return claims;
}

// ---- Plain text
// ----------------------------------------------------------------------------------------------

struct KeyLine {
    std::string_view key;    ///< board, goal, moves
    std::string_view label;  ///< what stands in parentheses behind the key, e.g. tile
    std::string_view value;
};

std::string_view trim(std::string_view text) {
    constexpr std::string_view white = " \t\r";
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white) - first + 1);
}

/// `moves (tile): …` and the like; nothing for any other line.
std::optional<KeyLine> key_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view key = trim(line.substr(0, colon));
    std::string_view label;
    if (const std::size_t open = key.find('('); open != std::string_view::npos) {
        label = key.substr(open + 1, key.find(')') - open - 1);
        key = trim(key.substr(0, open));
    }
    if (key != "board" && key != "goal" && key != "moves") return std::nullopt;
    return KeyLine{key, label, trim(line.substr(colon + 1))};
}

Result<DynamicBoard> one_board(std::string_view text, std::optional<Geometry> size,
                               std::string_view source) {
    auto read = read_boards(text, {size, "", source});
    if (!read) return read.error();
    return read->boards.front().board;
}

Result<DynamicBoard> plain_goal(std::string_view text, Geometry geometry, std::string_view source) {
    const std::string_view board = trim(text.substr(0, text.find('(')));
    const bool by_name = board.find_first_of("0123456789") == std::string_view::npos;
    if (!by_name) return one_board(board, geometry, source);
    auto goal = make_goal(board, geometry);
    if (!goal) return in_text(goal.error(), source);
    return goal;
}

Result<std::vector<Claim>> claims_from_keys(const std::vector<KeyLine>& lines,
                                            std::string_view source) {
    std::vector<Claim> claims;
    Claim current;
    bool has_board = false;
    bool has_goal = false;
    for (const KeyLine& line : lines) {
        if (line.key == "board") {
            auto board = one_board(line.value, std::nullopt, source);
            if (!board) return board.error();
            current = Claim();
            current.start = std::move(*board);
            has_board = true;
            has_goal = false;
        } else if (!has_board) {
            return input_error(
                fmt::format("{}: '{}:' comes before any 'board:'", source, line.key));
        } else if (line.key == "goal") {
            auto goal = plain_goal(line.value, current.start.geometry(), source);
            if (!goal) return goal.error();
            current.goal = std::move(*goal);
            has_goal = true;
        } else {
            if (!has_goal) current.goal = *make_goal("blank-last", current.start.geometry());
            current.moves = std::string(line.value);
            current.notation.reset();
            if (!line.label.empty()) {
                auto notation = notation_named(line.label);
                if (!notation) return in_text(notation.error(), source);
                current.notation = *notation;
            }
            claims.push_back(current);
        }
    }
    if (claims.empty()) {
        return input_error(fmt::format("{}: there is no line 'moves: …'", source),
                           "verify reads what 'tessera solve' prints, with its moves");
    }
    return claims;
}

/// A board in any form and, on the last line, the moves.
Result<std::vector<Claim>> claim_from_two_parts(std::string_view text, std::string_view source) {
    while (!text.empty() && trim(text.substr(text.rfind('\n') + 1)).empty()) {
        const std::size_t end = text.rfind('\n');
        text = text.substr(0, end == std::string_view::npos ? 0 : end);
    }
    const std::size_t last = text.rfind('\n');
    if (last == std::string_view::npos) {
        return input_error(
            fmt::format("{}: expected a board and, on the last line, its moves", source),
            "for example two lines: 1 2 3/4 5 6/7 0 8 and R");
    }
    Claim claim;
    auto board = one_board(text.substr(0, last), std::nullopt, source);
    if (!board) return board.error();
    claim.start = std::move(*board);
    claim.goal = *make_goal("blank-last", claim.start.geometry());
    claim.moves = std::string(trim(text.substr(last + 1)));
    return std::vector<Claim>{claim};
}

Result<std::vector<Claim>> claims_from_text(std::string_view text, std::string_view source) {
    std::vector<KeyLine> lines;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (auto line = key_line(rest.substr(0, end))) lines.push_back(*line);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lines.empty() ? claim_from_two_parts(text, source) : claims_from_keys(lines, source);
}

}  // namespace

Result<std::vector<Verification>> verify_solutions(std::string_view text, std::string_view source) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return input_error(fmt::format("{} is empty", source),
                           "give what 'tessera solve' printed, plain or with --json");
    }
    // A list of numbers in brackets is a board in plain text; a list of objects is JSON.
    const bool json =
        text[first] == '{' || (text[first] == '[' && text.find('{') != std::string_view::npos);
    auto claims = json ? claims_from_json(text, source) : claims_from_text(text, source);
    if (!claims) return claims.error();
    std::vector<Verification> results;
    results.reserve(claims->size());
    for (const Claim& claim : *claims) results.push_back(check(claim));
    return results;
}

}  // namespace tessera
