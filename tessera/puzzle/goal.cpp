// The named goals, and the relabelling that makes every goal canonical.
#include "tessera/puzzle/goal.hpp"

#include <fmt/format.h>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"

namespace tessera {
namespace {

/// The board whose tiles 1, 2, … follow the order in which `next` names the cells; the last cell is
/// the blank.
template <class NextCell>
DynamicBoard numbered_along(Geometry geometry, NextCell next) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t number = 1; number < tiles.size(); ++number) {
        tiles[index(next())] = make_tile(number);
    }
    tiles[index(next())] = blank_tile;
    return DynamicBoard::from_tiles(geometry, tiles);
}

DynamicBoard blank_last(Geometry geometry) {
    std::size_t place = 0;
    return numbered_along(geometry, [&] { return make_cell(place++); });
}

DynamicBoard blank_first(Geometry geometry) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = make_tile(i);
    return DynamicBoard::from_tiles(geometry, tiles);
}

DynamicBoard column_major(Geometry geometry) {
    std::size_t place = 0;
    return numbered_along(geometry, [&] {
        const Cell cell = geometry.cell(place % geometry.rows, place / geometry.rows);
        ++place;
        return cell;
    });
}

/// Clockwise from the top left, turning right wherever the way ahead is taken or ends.
DynamicBoard snail(Geometry geometry) {
    constexpr Move clockwise[] = {Move::right, Move::down, Move::left, Move::up};
    std::vector<bool> taken(geometry.cells());
    std::size_t heading = 0;
    Cell cell{0};
    const auto blocked = [&](Move move) {
        return !geometry.legal_moves(cell).has(move) ||
               taken[index(geometry.neighbour(cell, move))];
    };
    return numbered_along(geometry, [&] {
        const Cell here = cell;
        taken[index(here)] = true;
        if (blocked(clockwise[heading])) heading = (heading + 1) % 4;
        if (!blocked(clockwise[heading])) cell = geometry.neighbour(cell, clockwise[heading]);
        return here;
    });
}

constexpr NamedGoal goals[] = {
    {"blank-last", "1, 2, 3, … row by row, blank in the last cell (the default)", blank_last},
    {"blank-first", "blank in the first cell, then 1, 2, 3, … row by row (Korf's)", blank_first},
    {"snail", "1, 2, 3, … spiralling inwards clockwise, blank at the end (42 school's)", snail},
    {"column-major", "1, 2, 3, … column by column, blank in the last cell", column_major},
};

struct Alias {
    std::string_view alias, name;
};
constexpr Alias aliases[] = {
    {"last", "blank-last"},       {"standard", "blank-last"},
    {"default", "blank-last"},    {"classic", "blank-last"},
    {"first", "blank-first"},     {"korf", "blank-first"},
    {"spiral", "snail"},          {"42", "snail"},
    {"columns", "column-major"},  {"column", "column-major"},
    {"vertical", "column-major"},
};

std::string_view without_alias(std::string_view name) {
    for (const Alias& entry : aliases) {
        if (entry.alias == name) return entry.name;
    }
    return name;
}

/// Every name and alias, for suggestions.
std::vector<std::string_view> known_names() {
    std::vector<std::string_view> names;
    for (const NamedGoal& goal : goals) names.push_back(goal.name);
    for (const Alias& entry : aliases) names.push_back(entry.alias);
    return names;
}

std::string folded(std::string_view name) {
    std::string result(name);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '_') c = '-';
    }
    return result;
}

}  // namespace

std::span<const NamedGoal> named_goals() {
    return goals;
}

Result<DynamicBoard> make_goal(std::string_view name, Geometry geometry) {
    constexpr std::size_t longest_echo = 40;
    const std::string wanted = folded(name.substr(0, longest_echo));
    for (const NamedGoal& goal : goals) {
        if (goal.name == without_alias(wanted)) return goal.make(geometry);
    }
    const std::string_view nearest = without_alias(nearest_name(name, known_names()));
    std::string hint =
        "goals with a name: blank-last, blank-first, snail, column-major; any board "
        "may be given instead, e.g. \"1 2 3/8 0 4/7 6 5\"";
    if (!nearest.empty()) hint = fmt::format("did you mean \"{}\"? {}", nearest, hint);
    return usage_error(
        fmt::format("there is no goal called \"{}\"", formats::excerpt(folded(name), longest_echo)),
        std::move(hint));
}

std::string_view goal_name(const DynamicBoard& goal) {
    for (const NamedGoal& named : goals) {
        if (named.make(goal.geometry()) == goal) return named.name;
    }
    return "custom";
}

Labelling::Labelling(const DynamicBoard& goal)
    : geometry_(goal.geometry()),
      goal_blank_(goal.blank()),
      canonical_(geometry_.cells(), blank_tile),
      original_(geometry_.cells(), blank_tile) {
    for (std::size_t i = 0; i < geometry_.cells(); ++i) {
        const Tile own = goal.tile_at(make_cell(i));
        const Tile number = goal_tile(make_cell(i), goal_blank_);
        canonical_[index(own)] = number;
        original_[index(number)] = own;
    }
}

}  // namespace tessera
