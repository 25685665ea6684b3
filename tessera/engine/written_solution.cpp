// Solutions that somebody wrote down, read from every form in which they are written.
#include "tessera/engine/written_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "tessera/base/json.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

using Json = nlohmann::json;

constexpr const char* as_json = "solutions in JSON are objects of the schema tessera.solve/1";

/// A name that is unknown in a text is a fault of the text, not of the command.
Error in_text(const Error& error, std::string_view source) {
    return input_error(fmt::format("{}: {}", source, error.message), error.hint, error.field);
}

// ---- JSON

/// Reads a figure; one that is absent or null was not given, anything but a whole number is an
/// error.
std::optional<Error> read_number(const Json& json, const char* key, std::string_view source,
                                 std::optional<std::uint64_t>& number) {
    const auto place = json.find(key);
    if (place == json.end() || place->is_null()) return std::nullopt;
    if (!place->is_number_unsigned()) {
        return input_error(fmt::format("{}: \"{}\" is not a whole number", source, key), as_json);
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
        return input_error(fmt::format("{}: a solution without \"{}\"", source, key), as_json);
    }
    const Json wrapped = {{"start", *place}, {"size", json.value("size", Json())}};
    auto read = read_boards(one_line(wrapped), {std::nullopt, "json", source});
    if (!read) return read.error();
    return read->boards.front().board;
}

std::size_t count_at(const Json& json, const char* key) {
    const auto place = json.find(key);
    return place != json.end() && place->is_number_unsigned() ? place->get<std::size_t>() : 0;
}

/// What a path consists of is a remark for people: whatever of it is not as it should be is left out.
std::vector<Stage> stages_at(const Json& json) {
    std::vector<Stage> stages;
    const auto list = json.find("stages");
    if (list == json.end() || !list->is_array()) return stages;
    for (const Json& entry : *list) {
        if (!entry.is_object()) continue;
        Stage stage;
        stage.name = text_at(entry, "name");
        stage.kind = stage.name.starts_with("last ") ? Stage::Kind::block : Stage::Kind::line;
        stage.first = count_at(entry, "first");
        stage.moves = count_at(entry, "moves");
        const auto steps = entry.find("steps");
        if (steps != entry.end() && steps->is_array()) {
            for (const Json& part : *steps) {
                if (!part.is_object()) continue;
                Stage::Step step;
                step.moves = count_at(part, "moves");
                const auto tiles = part.find("tiles");
                if (tiles != part.end() && tiles->is_array()) {
                    for (const Json& tile : *tiles) {
                        if (tile.is_number_unsigned()) {
                            step.tiles.push_back(make_tile(tile.get<std::uint16_t>()));
                        }
                    }
                }
                stage.steps.push_back(std::move(step));
            }
        }
        stages.push_back(std::move(stage));
    }
    return stages;
}

Result<WrittenSolution> solution_from(const Json& json, std::string_view source) {
    if (!json.is_object()) {
        return input_error(fmt::format("{}: expected a JSON object per solution", source), as_json);
    }
    WrittenSolution solution;
    const std::string id = text_at(json, "id");
    solution.id = formats::excerpt(id, id.size());
    auto start = board_at(json, "start", source);
    if (!start) return start.error();
    solution.start = std::move(*start);
    if (json.contains("goal") && json["goal"].is_string()) {
        auto goal = make_goal(text_at(json, "goal"), solution.start.geometry());
        if (!goal) return in_text(goal.error(), source);
        solution.goal = std::move(*goal);
    } else {
        auto goal = board_at(json, "goal", source);
        if (!goal) return goal.error();
        solution.goal = std::move(*goal);
    }
    solution.says_unsolvable = text_at(json, "status") == "unsolvable";
    if (solution.says_unsolvable) return solution;
    if (!json.contains("moves") || !json["moves"].is_string()) {
        return input_error(fmt::format("{}: the solution has no moves", source),
                           "only results with a path, or unsolvable ones, can be verified");
    }
    solution.moves = text_at(json, "moves");
    const std::string convention = text_at(json, "convention");
    if (!convention.empty()) {
        auto notation = notation_named(convention);
        if (!notation) return in_text(notation.error(), source);
        solution.notation = *notation;
    }
    solution.says_optimal = json.contains("optimal") && json["optimal"] == Json(true);
    solution.tile_cost = json.contains("options") && json["options"].is_object() &&
                         cost_named(text_at(json["options"], "cost")) == CostModel::tile;
    for (const auto& [key, figure] :
         {std::pair("length", &solution.length), std::pair("slides", &solution.slides),
          std::pair("cost", &solution.cost), std::pair("lower_bound", &solution.lower_bound)}) {
        if (auto error = read_number(json, key, source, *figure)) return *error;
    }
    solution.stages = stages_at(json);
    return solution;
}

Result<std::vector<WrittenSolution>> solutions_from_json(std::string_view text,
                                                         std::string_view source) {
    // Copying a JSON value takes stack for each level, and no solution has more than a few.
    constexpr std::size_t most_levels = 32;
    if (nested_deeper_than(text, most_levels)) {
        return input_error(
            fmt::format("{}: lists within lists within lists, too deep to be a solution", source),
            as_json);
    }
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
                                   as_json);
            }
            objects.push_back(std::move(object));
        }
    }
    std::vector<WrittenSolution> solutions;
    for (const Json& object : objects) {
        auto solution = solution_from(object, source);
        if (!solution) return solution.error();
        solutions.push_back(std::move(*solution));
    }
    return solutions;
}

// ---- Plain text

struct KeyLine {
    std::string_view key;    ///< board, goal, moves
    std::string_view label;  ///< what stands in parentheses behind the key, e.g. tile
    std::string_view value;
};

/// `moves (tile): …` and the like; nothing for any other line.
std::optional<KeyLine> key_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view key = formats::trimmed(line.substr(0, colon));
    std::string_view label;
    if (const std::size_t open = key.find('('); open != std::string_view::npos) {
        label = key.substr(open + 1, key.find(')') - open - 1);
        key = formats::trimmed(key.substr(0, open));
    }
    if (key != "board" && key != "goal" && key != "moves") return std::nullopt;
    return KeyLine{key, label, formats::trimmed(line.substr(colon + 1))};
}

Result<DynamicBoard> one_board(std::string_view text, std::optional<Geometry> size,
                               std::string_view source) {
    auto read = read_boards(text, {size, "", source});
    if (!read) return read.error();
    return read->boards.front().board;
}

Result<DynamicBoard> plain_goal(std::string_view text, Geometry geometry, std::string_view source) {
    const std::string_view board = formats::trimmed(text.substr(0, text.find('(')));
    const bool by_name = board.find_first_of("0123456789") == std::string_view::npos;
    if (!by_name) return one_board(board, geometry, source);
    auto goal = make_goal(board, geometry);
    if (!goal) return in_text(goal.error(), source);
    return goal;
}

Result<std::vector<WrittenSolution>> solutions_from_keys(const std::vector<KeyLine>& lines,
                                                         std::string_view source) {
    std::vector<WrittenSolution> solutions;
    WrittenSolution current;
    bool has_board = false;
    bool has_goal = false;
    for (const KeyLine& line : lines) {
        if (line.key == "board") {
            auto board = one_board(line.value, std::nullopt, source);
            if (!board) return board.error();
            current = WrittenSolution();
            current.start = std::move(*board);
            has_board = true;
            has_goal = false;
        } else if (!has_board) {
            return input_error(fmt::format("{}: '{}:' comes before any 'board:'", source, line.key),
                               "solutions are read as lines 'board: …', 'goal: …' and 'moves: …'");
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
            solutions.push_back(current);
        }
    }
    if (solutions.empty()) {
        return input_error(fmt::format("{}: there is no line 'moves: …'", source),
                           "solutions are read as lines 'board: …', 'goal: …' and 'moves: …'");
    }
    return solutions;
}

/// A board in any form and, on the last line, the moves.
Result<std::vector<WrittenSolution>> solution_from_two_parts(std::string_view text,
                                                             std::string_view source) {
    while (!text.empty() && formats::trimmed(text.substr(text.rfind('\n') + 1)).empty()) {
        const std::size_t end = text.rfind('\n');
        text = text.substr(0, end == std::string_view::npos ? 0 : end);
    }
    const std::size_t last = text.rfind('\n');
    if (last == std::string_view::npos) {
        return input_error(
            fmt::format("{}: expected a board and, on the last line, its moves", source),
            "for example two lines: 1 2 3/4 5 6/7 0 8 and R");
    }
    WrittenSolution solution;
    auto board = one_board(text.substr(0, last), std::nullopt, source);
    if (!board) return board.error();
    solution.start = std::move(*board);
    solution.goal = *make_goal("blank-last", solution.start.geometry());
    solution.moves = std::string(formats::trimmed(text.substr(last + 1)));
    return std::vector<WrittenSolution>{solution};
}

Result<std::vector<WrittenSolution>> solutions_from_text(std::string_view text,
                                                         std::string_view source) {
    std::vector<KeyLine> lines;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (auto line = key_line(rest.substr(0, end))) lines.push_back(*line);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lines.empty() ? solution_from_two_parts(text, source)
                         : solutions_from_keys(lines, source);
}

}  // namespace

Result<std::vector<WrittenSolution>> read_solutions(std::string_view text,
                                                    std::string_view source) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return input_error(fmt::format("{} is empty", source),
                           "give a solution as the program prints it, plain or as JSON");
    }
    // A list of numbers in brackets is a board in plain text; a list of objects is JSON.
    const bool json =
        text[first] == '{' || (text[first] == '[' && text.find('{') != std::string_view::npos);
    return json ? solutions_from_json(text, source) : solutions_from_text(text, source);
}

}  // namespace tessera
