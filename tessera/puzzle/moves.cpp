// Writers and the tolerant reader of move lists.
#include "tessera/puzzle/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"

namespace tessera {
namespace {

constexpr std::array<std::string_view, 5> notation_names{"blank", "tile", "numbers", "compact",
                                                         "arrows"};
constexpr std::array<std::string_view, 4> move_words{"up", "left", "right", "down"};
constexpr std::array<std::string_view, 4> move_arrows{"↑", "←", "→", "↓"};
constexpr std::string_view letters = "ULRD";
constexpr std::string_view separators = " \t\r\n\f\v,;[](){}\"'->";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_with_word(std::string_view text, std::string_view word) {
    if (text.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (lower(text[i]) != word[i]) return false;
    }
    return true;
}

/// A run of digits as a number, stopping at `ceiling` so that no input overflows.
std::size_t read_number(std::string_view text, std::size_t& at, std::size_t ceiling) {
    std::size_t value = 0;
    for (; at < text.size() && digit(text[at]); ++at) {
        value = std::min(ceiling, value * 10 + static_cast<std::size_t>(text[at] - '0'));
    }
    return value;
}

/// "line 2, column 7" of a byte offset, columns counted in characters.
std::string place_of(std::string_view text, std::size_t offset) {
    std::size_t line = 1;
    std::size_t column = 1;
    for (const char c : text.substr(0, offset)) {
        if (c == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
            ++column;
        }
    }
    return fmt::format("line {}, column {} of the moves", line, column);
}

/// What stands at `offset`, up to the next separator, for a message.
std::string word_at(std::string_view text, std::size_t offset) {
    constexpr std::size_t longest = 20;
    const std::string_view rest = text.substr(offset);
    return formats::excerpt(rest.substr(0, rest.find_first_of(separators)), longest);
}

/// One direction at `at`, as a word, an arrow or a letter; `at` moves behind it.
std::optional<Move> read_direction(std::string_view text, std::size_t& at) {
    const std::string_view rest = text.substr(at);
    for (const Move move : all_moves) {
        for (const std::string_view form : {move_words[index(move)], move_arrows[index(move)]}) {
            if (!starts_with_word(rest, form)) continue;
            at += form.size();
            return move;
        }
    }
    for (const Move move : all_moves) {
        if (lower(rest[0]) != lower(letters[index(move)])) continue;
        ++at;
        return move;
    }
    return std::nullopt;
}

Result<std::vector<Move>> parse_directions(std::string_view text, bool of_tiles) {
    std::vector<Move> moves;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(separators, at)) != std::string_view::npos) {
        const std::size_t begin = at;
        const std::optional<Move> move = read_direction(text, at);
        if (!move) {
            return input_error(fmt::format("\"{}\" is not a move ({})", word_at(text, begin),
                                           place_of(text, begin)),
                               "moves are U, L, D, R or up, left, down, right or ↑←↓→, with run "
                               "lengths as in U2RDL3; or tile numbers as in 6 -> 2 -> 4");
        }
        std::size_t count = 1;
        if (at < text.size() && digit(text[at])) count = read_number(text, at, largest_side + 1);
        if (count == 0 || count > largest_side) {
            return input_error(
                fmt::format("run length of \"{}\" is not from 1 to {} ({})", word_at(text, begin),
                            largest_side, place_of(text, begin)),
                "no board lets the blank go further than that in one direction");
        }
        moves.insert(moves.end(), count, of_tiles ? opposite(*move) : *move);
    }
    return moves;
}

/// The direction in which the blank has to go to move `number`, if that tile is beside it.
std::optional<Move> move_of_tile(const DynamicBoard& board, std::size_t number) {
    const MoveSet legal = board.legal_moves();
    for (const Move move : all_moves) {
        if (legal.has(move) && index(board.tile_at(board.neighbour(move))) == number) return move;
    }
    return std::nullopt;
}

std::string tiles_beside_blank(const DynamicBoard& board) {
    std::string list;
    for (const Move move : all_moves) {
        if (!board.legal_moves().has(move)) continue;
        if (!list.empty()) list += ", ";
        list += fmt::to_string(index(board.tile_at(board.neighbour(move))));
    }
    return list;
}

Result<std::vector<Move>> parse_numbers(std::string_view text, const DynamicBoard& start) {
    std::vector<Move> moves;
    DynamicBoard board = start;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with(move_arrows[index(Move::right)])) {
            at += move_arrows[index(Move::right)].size();
        } else if (separators.find(rest[0]) != std::string_view::npos) {
            ++at;
        } else if (!digit(rest[0])) {
            return input_error(fmt::format("\"{}\" is not a tile number ({})", word_at(text, at),
                                           place_of(text, at)),
                               "tile numbers are written as in 6 -> 2 -> 4");
        } else {
            const std::size_t begin = at;
            const std::size_t number = read_number(text, at, board.geometry().cells());
            const std::optional<Move> move = move_of_tile(board, number);
            if (!move) {
                return input_error(
                    fmt::format("move {}: tile {} is not beside the blank ({})", moves.size() + 1,
                                word_at(text, begin), place_of(text, begin)),
                    fmt::format("the tiles that can move there are {}", tiles_beside_blank(board)));
            }
            board.slide(*move);
            moves.push_back(*move);
        }
    }
    return moves;
}

std::string format_numbers(std::span<const Move> path, const DynamicBoard& start) {
    std::string text;
    DynamicBoard board = start;
    for (const Move move : path) {
        assert(board.legal_moves().has(move));
        if (!text.empty()) text += " -> ";
        fmt::format_to(std::back_inserter(text), "{}", index(board.tile_at(board.neighbour(move))));
        board.slide(move);
    }
    return text;
}

std::string format_compact(std::span<const Move> path) {
    std::string text;
    for (std::size_t i = 0; i < path.size();) {
        std::size_t end = i;
        while (end < path.size() && path[end] == path[i]) ++end;
        text += letter(path[i]);
        if (end - i > 1) fmt::format_to(std::back_inserter(text), "{}", end - i);
        i = end;
    }
    return text;
}

}  // namespace

std::string_view to_string(Notation notation) {
    return notation_names[static_cast<std::size_t>(notation)];
}

Result<Notation> notation_named(std::string_view name) {
    for (std::size_t i = 0; i < notation_names.size(); ++i) {
        if (notation_names[i] == name) return static_cast<Notation>(i);
    }
    const std::string_view nearest = nearest_name(name, notation_names);
    std::string hint = "move notations: blank, tile, numbers, compact, arrows";
    if (!nearest.empty()) hint = fmt::format("did you mean \"{}\"? {}", nearest, hint);
    return usage_error(
        fmt::format("there is no move notation called \"{}\"", formats::excerpt(name, 40)),
        std::move(hint));
}

std::string_view to_string(Move move) {
    return move_words[index(move)];
}
char letter(Move move) {
    return letters[index(move)];
}

std::string order_text(const std::array<Move, 4>& order) {
    std::string text;
    for (const Move move : order) text += letter(move);
    return text;
}

std::optional<std::array<Move, 4>> order_of(std::string_view text) {
    std::array<Move, 4> order{};
    MoveSet seen;
    std::size_t count = 0;
    for (const char c : text) {
        for (const Move move : all_moves) {
            if ((c == letter(move) || c == letter(move) - 'A' + 'a') && !seen.has(move)) {
                order[count++] = move;
                seen = seen.with(move);
                break;
            }
        }
    }
    if (count != order.size() || text.size() != order.size()) return std::nullopt;
    return order;
}

std::string format_moves(std::span<const Move> path, const DynamicBoard& start, Notation notation) {
    if (notation == Notation::numbers) return format_numbers(path, start);
    if (notation == Notation::compact) return format_compact(path);
    std::string text;
    text.reserve(path.size());
    for (const Move move : path) {
        switch (notation) {
            case Notation::tile:
                text += letter(opposite(move));
                break;
            case Notation::arrows:
                text += move_arrows[index(move)];
                break;
            default:
                text += letter(move);
                break;
        }
    }
    return text;
}

Result<std::vector<Move>> parse_moves(std::string_view text, const DynamicBoard& start,
                                      std::optional<Notation> notation) {
    if (!notation) {
        const std::size_t first = text.find_first_not_of(separators);
        const bool numbers = first != std::string_view::npos && digit(text[first]);
        notation = numbers ? Notation::numbers : Notation::blank;
    }
    if (*notation == Notation::numbers) return parse_numbers(text, start);
    return parse_directions(text, *notation == Notation::tile);
}

Result<DynamicBoard> replay(const DynamicBoard& start, std::span<const Move> moves) {
    DynamicBoard board = start;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!board.legal_moves().has(moves[i])) {
            const Geometry geometry = board.geometry();
            return input_error(
                fmt::format("move {} of {} ({}) is illegal: the blank is at row {}, column {} of a "
                            "{}x{} board",
                            i + 1, moves.size(), to_string(moves[i]),
                            geometry.row(board.blank()) + 1, geometry.col(board.blank()) + 1,
                            geometry.rows, geometry.cols),
                "are these directions of the tiles? Moves are read as directions of the blank "
                "unless the tile notation is asked for");
        }
        board.slide(moves[i]);
    }
    return board;
}

std::size_t slides(std::span<const Move> moves) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i == 0 || moves[i] != moves[i - 1]) ++count;
    }
    return count;
}

std::uint64_t tile_cost(const DynamicBoard& start, std::span<const Move> moves) {
    std::uint64_t cost = 0;
    DynamicBoard board = start;
    for (const Move move : moves) {
        cost += index(board.tile_at(board.neighbour(move)));
        board.slide(move);
    }
    return cost;
}

}  // namespace tessera
