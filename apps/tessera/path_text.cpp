// A path in words and drawings: every board on the way, and the stages it consists of.
#include "path_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "console.hpp"
#include "terminal/characters.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {

bool is_pair(const Stage& stage, const Stage::Step& step) {
    return stage.kind == Stage::Kind::line && step.tiles.size() == 2 && step.moves > 0;
}

std::string stage_words(const Stage& stage) {
    std::vector<std::string> parts;
    for (const Stage::Step& step : stage.steps) {
        const std::vector<std::size_t> numbers = tile_numbers(step.tiles);
        if (stage.kind == Stage::Kind::block) {
            parts.push_back(fmt::format("{} by the shortest way", fmt::join(numbers, " ")));
        } else if (is_pair(stage, step)) {
            parts.push_back(fmt::format("{} together", fmt::join(numbers, " and ")));
        } else {
            parts.push_back(fmt::format("{}{}", fmt::join(numbers, " and "),
                                        step.moves > 0        ? ""
                                        : numbers.size() == 1 ? " is there"
                                                              : " are there"));
        }
    }
    if (stage.moves == 0) return fmt::format("{}: all there", stage.name);
    if (parts.size() > 1) parts.back().insert(0, "then ");
    return fmt::format("{}: {}, in {}", stage.name, fmt::join(parts, ", "),
                       counted(stage.moves, "move"));
}

std::string drawn(const DynamicBoard& board) {
    std::string drawing = draw(board);
    const int width = terminal::text_width(std::string_view(drawing).substr(0, drawing.find('\n')));
    if (width <= terminal_width(Stream::out).value_or(width)) return drawing;
    return inline_form(board) + '\n';
}

void print_boards(const DynamicBoard& start, std::span<const Move> moves,
                  std::span<const Stage> stages) {
    DynamicBoard board = start;
    say("{}", drawn(board));
    auto stage = stages.begin();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        for (; stage != stages.end() && stage->first <= i; ++stage) {
            say("{}\n", stage_words(*stage));
        }
        board.slide(moves[i]);
        say("After move {}: {}\n{}", i + 1, to_string(moves[i]), drawn(board));
    }
}

}  // namespace tessera::app
