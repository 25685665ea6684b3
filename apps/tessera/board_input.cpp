// Reads the boards for a command: from arguments, files, standard input or a shipped collection.
#include "board_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "console.hpp"
#include "system.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/suite.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

bool has_digit(std::string_view word) {
    return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A word with letters in a row, or that starts like a name (`p42`), is no board: the only letter
/// of a board is an x for the blank. JSON and texts of several words are left to the reader.
bool looks_like_a_name(std::string_view word) {
    if (!has_digit(word)) return true;
    if (word.find_first_of(" \t\n{[") != std::string_view::npos) return false;
    if (is_letter(word[0]) && word.size() > 1 && word[1] != ',') return true;
    return std::adjacent_find(word.begin(), word.end(), [](char a, char b) {
               return is_letter(a) && is_letter(b);
           }) != word.end();
}

/// Whether the word is written like a collection: `korff:12`.
bool looks_like_a_suite(std::string_view word) {
    const std::size_t colon = word.find(':');
    return colon != std::string_view::npos && colon > 0 && is_letter(word[0]) &&
           word.find_first_of(" \t\n/.") == std::string_view::npos;
}

/// `7`, `7,`, `[7`, `_` … : something that is a cell of a board rather than a board or a file.
bool is_cell(const std::string& word) {
    if (word.empty() || names_a_suite(word)) return false;
    return word.size() <= 8 && word.find_first_not_of("0123456789,[]()_.x/|-") == std::string::npos;
}

/// A single dash is standard input; among three or more cells it is the blank.
bool are_cells(const std::vector<std::string>& words) {
    if (!std::all_of(words.begin(), words.end(), is_cell)) return false;
    const bool dash = std::find(words.begin(), words.end(), "-") != words.end();
    return words.size() >= (dash ? 4 : 2);
}

/// `solve 1 2 3 … 8 file.txt`: single cells, and something that is none.
std::optional<Error> mixed(const std::vector<std::string>& words) {
    const auto single = [](const std::string& word) {
        return is_cell(word) && word != "-" && !file_exists(word) &&
               word.find('/') == std::string::npos;
    };
    const auto cells = std::count_if(words.begin(), words.end(), single);
    const auto other = std::find_if_not(words.begin(), words.end(), single);
    if (cells < 2 || other == words.end()) return std::nullopt;
    return usage_error(
        fmt::format("{} single cells and '{}' are not one board", cells,
                    formats::excerpt(*other, 60)),
        "give the cells of one board alone, or put every board in quotes: \"1 2 3/4 5 6/7 0 8\" "
        "file.txt");
}

Result<ReadBoards> read_text(std::string_view text, const BoardInput& input,
                             std::string_view source, bool announce_goal) {
    ReadOptions options;
    if (!input.size.empty()) {
        auto size = parse_size(input.size);
        if (!size) return size.error();
        options.size = *size;
    }
    options.format = input.format;
    options.source = source;
    auto read = read_boards(text, options);
    if (read && announce_goal) {
        for (const std::string& note : read->notes) print_note(note);
    }
    return read;
}

Result<std::vector<BoardEntry>> read_word(const std::string& word, const BoardInput& input,
                                          bool announce_goal) {
    if (names_a_suite(word) && !file_exists(word)) return suite_boards(word);
    if (word == "-" || file_exists(word)) {
        auto text = read_file(word);
        if (!text) return text.error();
        auto read = read_text(*text, input, word == "-" ? "standard input" : word, announce_goal);
        if (!read) return read.error();
        return std::move(read->boards);
    }
    if (lab::is_shipped_suite(word)) {
        return input_error(
            fmt::format("'{}' is an experiment of the lab, not a collection of boards", word),
            fmt::format("'tessera lab run {}' runs it; 'tessera list suites' shows the collections "
                        "of boards, for example korf:1-10",
                        word));
    }
    if (looks_like_a_suite(word)) return suite_boards(word);
    if (looks_like_a_name(word)) {
        return input_error(fmt::format("'{}' is not a file, not a board and not a collection",
                                       word.substr(0, 200)),
                           "a board looks like \"1 2 3/4 5 6/7 0 8\"; 'tessera list collections' "
                           "shows the collections");
    }
    auto read = read_text(word, input, "argument", announce_goal);
    if (!read) return read.error();
    return std::move(read->boards);
}

}  // namespace

Result<std::vector<BoardEntry>> read_input(const BoardInput& input, bool announce_goal) {
    std::vector<std::string> words = input.words;
    if (words.empty()) {
        if (isatty(STDIN_FILENO) != 0) {
            return usage_error(
                "no board was given",
                "give a board such as \"1 2 3/4 5 6/7 0 8\", a file, a collection such as "
                "korf:12, or - for standard input");
        }
        words.emplace_back("-");
    }
    if (are_cells(words)) {
        words = {fmt::format("{}", fmt::join(words, " "))};
    }
    if (const auto error = mixed(words)) return *error;
    std::vector<BoardEntry> all;
    for (const std::string& word : words) {
        auto boards = read_word(word, input, announce_goal);
        if (!boards) return boards.error();
        std::move(boards->begin(), boards->end(), std::back_inserter(all));
    }
    return all;
}

/// A line without its end and the spaces around it.
static std::string_view content_of(std::string_view line) {
    return formats::trimmed(line.substr(0, line.find('\n')));
}

/// A file, or standard input, whose lines are boards.
struct BoardStream::Lines {
    BoardInput input;
    bool announce_goal = false;
    std::string source;
    std::FILE* file = nullptr;
    std::string first;       ///< lines that were looked at already
    std::size_t number = 0;  ///< of the latest line

    Lines(BoardInput its_input, bool announce, std::string its_source, std::FILE* its_file)
        : input(std::move(its_input)),
          announce_goal(announce),
          source(std::move(its_source)),
          file(its_file) {}
    ~Lines() {
        if (file != stdin) std::fclose(file);
    }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    /// The next line; one that is longer than any board comes in pieces. False: there is none.
    bool take(std::string& line) {
        constexpr std::size_t longest = 1 << 20;
        line = std::exchange(first, {});
        if (line.empty()) {
            int c = 0;
            while (line.size() < longest && (c = std::getc(file)) != EOF) {
                line += static_cast<char>(c);
                if (c == '\n') break;
            }
        }
        number += line.empty() ? 0 : 1;
        return !line.empty();
    }
    /// Whether the first line is a board that is no row of a larger one; it will be taken again.
    bool begins_with_a_board() {
        std::string line;
        while (take(line) && content_of(line).empty()) {
        }
        first = line;
        number -= line.empty() ? 0 : 1;
        const std::string_view content = content_of(line);
        // Where the size is given, a row of a board is none.
        const bool whole = content.find('/') != std::string_view::npos ||
                           content.starts_with('{') || !input.size.empty();
        return whole && read_text(line, input, source, false);
    }
};

Result<BoardStream> BoardStream::open(const BoardInput& input, bool announce_goal,
                                      bool line_by_line) {
    const std::string word = input.words.empty() ? "-" : input.words.front();
    const bool waiting = word == "-" && !(input.words.empty() && isatty(STDIN_FILENO) != 0);
    const bool is_file = word != "-" && !names_a_suite(word) && file_exists(word);
    if (input.words.size() <= 1 && (waiting || (line_by_line && is_file))) {
        if (!waiting) {
            auto readable = read_file(word);
            if (!readable) return readable.error();
        }
        std::FILE* const file = waiting ? stdin : std::fopen(word.c_str(), "rb");
        if (file == nullptr) return read_file(word).error();
        BoardStream stream({});
        stream.lines_ =
            std::make_shared<Lines>(input, announce_goal, waiting ? "standard input" : word, file);
        if (line_by_line || stream.lines_->begins_with_a_board()) return stream;
        auto rest = read_file(word);
        if (!rest) return rest.error();
        const Lines& lines = *stream.lines_;
        auto read = read_text(std::string(lines.number, '\n') + lines.first + *rest, input,
                              lines.source, announce_goal);
        if (!read) return read.error();
        return BoardStream(std::move(read->boards));
    }
    auto boards = read_input(input, announce_goal);
    if (!boards) return boards.error();
    return BoardStream(std::move(*boards));
}

Result<std::optional<BoardEntry>> BoardStream::next() {
    if (taken_ == boards_.size() && lines_ != nullptr) {
        auto read = next_line();
        if (!read || !*read) return read;
        return std::move(*read);
    }
    if (taken_ == boards_.size()) return std::optional<BoardEntry>();
    return std::optional<BoardEntry>(std::move(boards_[taken_++]));
}

Result<std::optional<BoardEntry>> BoardStream::next_line() {
    std::string line;
    while (lines_->take(line)) {
        const std::string_view content = content_of(line);
        if (content.empty() || content.starts_with('#')) continue;
        auto read = read_text(line, lines_->input, lines_->source, lines_->announce_goal);
        // Again, with the number that the line has in its file.
        if (!read) {
            return read_text(std::string(lines_->number - 1, '\n') + line, lines_->input,
                             lines_->source, false)
                .error();
        }
        lines_->announce_goal = false;
        if (read->boards.empty()) continue;
        boards_ = std::move(read->boards);
        taken_ = 1;
        return std::optional<BoardEntry>(std::move(boards_.front()));
    }
    return std::optional<BoardEntry>();
}

Result<DynamicBoard> goal_of(const BoardEntry& entry, const std::string& wanted) {
    const Geometry geometry = entry.board.geometry();
    if (wanted.empty()) {
        if (entry.goal) return *entry.goal;
        return make_goal(entry.goal_name.value_or("blank-last"), geometry);
    }
    if (looks_like_a_name(wanted)) return make_goal(wanted, geometry);
    auto read = read_boards(wanted, {geometry, "", "--goal"});
    if (!read) return read.error();
    if (read->boards.size() != 1) {
        return usage_error("--goal takes one board or a goal's name",
                           "'tessera list goals' shows the names");
    }
    return read->boards.front().board;
}

Result<DynamicBoard> goal_for(Geometry geometry, const std::string& wanted) {
    BoardEntry entry;
    entry.board = *make_goal("blank-last", geometry);
    auto goal = goal_of(entry, wanted);
    if (goal && goal->geometry() != geometry) {
        return usage_error("the goal has another size than the boards to make");
    }
    return goal;
}

void set_goal(BoardEntry& entry, const DynamicBoard& goal) {
    const std::string_view name = goal_name(goal);
    entry.goal.reset();
    entry.goal_name.reset();
    if (name == "custom") {
        entry.goal = goal;
    } else if (name != "blank-last") {
        entry.goal_name = std::string(name);
    }
}

void note_lost_goals(std::span<const BoardEntry> entries, std::string_view format) {
    constexpr std::size_t enough = 1000;
    if (entries.empty()) return;
    entries = entries.first(std::min(entries.size(), enough));
    auto text = write_boards(entries, format);
    if (!text) return;
    auto read = read_boards(*text, {entries.front().board.geometry(), format, ""});
    if (!read || read->boards.size() != entries.size()) return;
    std::set<std::string> goals;
    bool lost = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto meant = goal_of(entries[i], "");
        const auto understood = goal_of(read->boards[i], "");
        if (!meant || !understood) continue;
        lost |= !(*meant == *understood);
        const std::string_view name = goal_name(*meant);
        goals.insert(name == "custom" ? '"' + inline_form(*meant) + '"' : std::string(name));
    }
    if (!lost) return;
    if (goals.size() > 1) {
        print_note(fmt::format(
            "the format {} does not carry goals, and these boards have {} different ones; json "
            "and case carry them",
            format, goals.size()));
    } else {
        print_note(
            fmt::format("the format {} does not carry the goal; read these boards with --goal {}",
                        format, *goals.begin()));
    }
}

}  // namespace tessera::app
