// 42: the files of 42 school's n-puzzle generator, with comments and a side line; their goal is the snail.
#include <fmt/format.h>

#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/formats/support/shapes.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera::formats {
namespace forty_two_form {
namespace {

constexpr std::string_view aliases[] = {"42school", "npuzzle"};

constexpr FormatInfo info{
    .name = "42",
    .aliases = aliases,
    .synopsis =
        "# comments anywhere, a line with the side, then the rows; the goal is snail "
        "unless another is given",
    .example = "# This puzzle is solvable\n3\n1 2 3\n8 0 4\n7 6 5\n",
};

bool detect(const Sample& sample) {
    return !sample.text.comments().empty() && has_size_line(sample, 1);
}

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    Result<ReadBoards> result = read_sized(text, options);
    if (!result.ok()) return result;
    for (BoardEntry& entry : result->boards) entry.goal_name = "snail";
    result->notes.emplace_back(
        "read as a file of 42 school, whose goal is snail unless another is given");
    return result;
}

/// The comment above a board: its name, else the generator's sentence on whether the board can be solved for
/// the snail (or for its own goal).
std::string comment(const BoardEntry& entry) {
    if (!entry.id.empty()) return entry.id;
    auto goal = entry.goal ? Result<DynamicBoard>(*entry.goal)
                           : make_goal(entry.goal_name.value_or("snail"), entry.board.geometry());
    const bool reachable = goal && solvable(entry.board, *goal);
    return fmt::format("This puzzle is {}", reachable ? "solvable" : "unsolvable");
}

/// As the generator writes it: numbers as wide as the number of cells.
Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    for (const BoardEntry& entry : entries) {
        if (std::optional<Error> error = require_square(entry, info.name)) return *error;
        const std::size_t width = fmt::formatted_size("{}", entry.board.geometry().cells());
        text += fmt::format("# {}\n{}\n{}", comment(entry), entry.board.geometry().rows,
                            rows_of(entry.board, width));
    }
    return text;
}

}  // namespace
}  // namespace forty_two_form

constinit const Format forty_two{forty_two_form::info, forty_two_form::detect, forty_two_form::read,
                                 forty_two_form::write};

}  // namespace tessera::formats
