// The boards a command is to work on: from arguments, files, standard input or a shipped suite.
#include "board_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "console.hpp"
#include "system.hpp"
#include "tessera/engine/suites.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

bool has_digit(std::string_view word) {
    return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `7`, `7,`, `[7`, `_` … : something that is a cell of a board rather than a board or a file.
bool is_cell(const std::string& word) {
    if (word == "-" || word.empty() || names_a_suite(word)) return false;
    return word.size() <= 8 && word.find_first_not_of("0123456789,[]()_.x/|") == std::string::npos;
}

Result<ReadBoards> read_text(std::string_view text, const BoardInput& input,
                             std::string_view source) {
    ReadOptions options;
    if (!input.size.empty()) {
        auto size = parse_size(input.size);
        if (!size) return size.error();
        options.size = *size;
    }
    options.format = input.format;
    options.source = source;
    auto read = read_boards(text, options);
    if (read) {
        for (const std::string& note : read->notes) print_note(note);
    }
    return read;
}

Result<std::vector<BoardEntry>> read_word(const std::string& word, const BoardInput& input) {
    if (names_a_suite(word) && !file_exists(word)) return suite_boards(word);
    if (word == "-" || file_exists(word)) {
        auto text = read_file(word);
        if (!text) return text.error();
        auto read = read_text(*text, input, word == "-" ? "standard input" : word);
        if (!read) return read.error();
        return std::move(read->boards);
    }
    if (!has_digit(word) || word.find(".txt") != std::string::npos ||
        word.find(".csv") != std::string::npos || word.find(".json") != std::string::npos) {
        return input_error(
            fmt::format("'{}' is not a file, not a board and not a suite", word.substr(0, 200)),
            "a board looks like \"1 2 3/4 5 6/7 0 8\"; 'tessera list suites' shows the suites");
    }
    auto read = read_text(word, input, "argument");
    if (!read) return read.error();
    return std::move(read->boards);
}

}  // namespace

Result<std::vector<BoardEntry>> read_input(const BoardInput& input) {
    std::vector<std::string> words = input.words;
    if (words.empty()) {
        if (isatty(STDIN_FILENO) != 0) {
            return usage_error("no board was given",
                               "give a board such as \"1 2 3/4 5 6/7 0 8\", a file, a suite such as "
                               "korf:12, or - for standard input");
        }
        words.emplace_back("-");
    }
    if (words.size() > 1 && std::all_of(words.begin(), words.end(), is_cell)) {
        words = {fmt::format("{}", fmt::join(words, " "))};
    }
    std::vector<BoardEntry> all;
    for (const std::string& word : words) {
        auto boards = read_word(word, input);
        if (!boards) return boards.error();
        std::move(boards->begin(), boards->end(), std::back_inserter(all));
    }
    return all;
}

Result<DynamicBoard> goal_of(const BoardEntry& entry, const std::string& wanted) {
    const Geometry geometry = entry.board.geometry();
    if (wanted.empty()) {
        if (entry.goal) return *entry.goal;
        return make_goal(entry.goal_name.value_or("blank-last"), geometry);
    }
    if (!has_digit(wanted)) return make_goal(wanted, geometry);
    auto read = read_boards(wanted, {geometry, "", "--goal"});
    if (!read) return read.error();
    if (read->boards.size() != 1) {
        return usage_error("--goal takes one board or a goal's name",
                           "'tessera list goals' shows the names");
    }
    return read->boards.front().board;
}

}  // namespace tessera::app
