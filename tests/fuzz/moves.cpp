// Paths in every notation: what was read reads the same after it was written in any notation, and leads where it says.
//
// An input is a line with a notation (or none), a line with a board, and the moves.
#include <iterator>
#include <optional>
#include <ranges>

#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

constexpr std::array notations{Notation::blank, Notation::tile, Notation::numbers,
                               Notation::compact, Notation::arrows};

DynamicBoard board_of(std::string_view line) {
    const auto read = read_boards(line, {.size = {}, .format = {}, .source = "board"});
    if (read) return read->boards.front().board;
    return *make_goal("blank-last", {3, 3});
}

/// Of a path that can be walked.
void must_hold_together(const DynamicBoard& start, const std::vector<Move>& path,
                        const DynamicBoard& end) {
    must_be_a_board(end);
    for (const Notation notation : notations) {
        const std::string text = format_moves(path, start, notation);
        const auto back = parse_moves(text, start, notation);
        must(back && *back == path, "as {} it reads differently: {}", to_string(notation), text);
    }
    must(slides(path) <= path.size(), "more slides than moves");
    must((slides(path) == 0) == path.empty(), "no slides, but moves");
    must(tile_cost(start, path) >= path.size(), "a tile that costs nothing");
    std::vector<Move> back;
    std::ranges::transform(std::views::reverse(path), std::back_inserter(back), opposite);
    const auto home = replay(end, back);
    must(home && *home == start, "the way back does not lead back");
    must(tile_cost(end, back) == tile_cost(start, path), "the way back costs something else");
}

}  // namespace

void moves(Bytes input) {
    std::string_view text = text_of(input);
    const std::string_view name = take_line(text);
    std::optional<Notation> notation;
    if (!name.empty()) {
        const auto named = notation_named(name);
        if (named) {
            notation = *named;
        } else {
            must_be_helpful(named.error());
        }
    }
    const std::string_view line = take_line(text);
    if (line.size() > 200) return;
    const DynamicBoard start = board_of(line);
    if (const auto order = order_of(text)) {
        std::string letters;
        for (const Move move : *order) letters += letter(move);
        must(order_of(letters) == order, "the order {} reads differently", letters);
    }
    const auto path = parse_moves(text, start, notation);
    if (!path) return must_be_helpful(path.error());
    const auto end = replay(start, *path);
    if (end) return must_hold_together(start, *path, *end);
    must(notation != Notation::numbers, "tile numbers were read that cannot move");
    must_be_helpful(end.error());
}

}  // namespace tessera::fuzz
