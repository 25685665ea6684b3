// Boards in every form: what was read is a board, and reads the same after it was written in any form.
//
// An input is a text. Where it begins with `!`, its first line says how it is read: `!korf 4x4`, either may be left out.
#include <optional>

#include "tessera/puzzle/formats.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

/// What the first line asks for; the views live as long as the input.
ReadOptions options_of(std::string_view& text) {
    ReadOptions options;
    options.source = "input";
    if (!text.starts_with('!')) return options;
    std::string_view words = take_line(text).substr(1);
    const std::size_t space = std::min(words.find(' '), words.size());
    options.format = words.substr(0, space);
    if (space < words.size()) {
        if (const auto size = parse_size(words.substr(space + 1))) options.size = *size;
    }
    return options;
}

bool all_of_one_size(const std::vector<BoardEntry>& boards) {
    return std::all_of(boards.begin(), boards.end(), [&](const BoardEntry& entry) {
        return entry.board.geometry() == boards.front().board.geometry();
    });
}

bool says_sizes(std::string_view format) {
    return format != "flat" && format != "csv" && format != "korf";
}

bool says_everything(std::string_view format) {
    return format == "json" || format == "jsonl";
}

void must_be_equal(const BoardEntry& before, const BoardEntry& after, std::string_view format) {
    must(before.board == after.board, "{} has {} for {}", format, inline_form(after.board),
         inline_form(before.board));
    if (!says_everything(format)) return;
    must(before.id == after.id, "{} has another name", format);
    must(before.goal == after.goal, "{} has another goal", format);
    must(before.goal_name == after.goal_name, "{} has another name of the goal", format);
    must(before.optimal == after.optimal, "{} has another length", format);
    must(before.nodes == after.nodes, "{} has another count of nodes", format);
}

/// Written in a form and read again, the boards are the same, and so is the text when it is written once more.
void must_round_trip(const std::vector<BoardEntry>& boards, std::string_view format) {
    const bool one_size = all_of_one_size(boards);
    if (!one_size && !says_sizes(format)) return;
    const auto text = write_boards(boards, format);
    if (!text) return must_be_helpful(text.error());
    ReadOptions options;
    options.source = "written";
    options.format = format;
    if (one_size) options.size = boards.front().board.geometry();
    const auto back = read_boards(*text, options);
    must(back.ok(), "{} cannot read what it wrote: {}\n{}", format,
         back ? "" : back.error().message, *text);
    must(back->boards.size() == boards.size(), "{} wrote {} boards and reads {}", format,
         boards.size(), back->boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i)
        must_be_equal(boards[i], back->boards[i], format);
    // Most forms write a name as a remark, which is not read again.
    if (!says_everything(format)) return;
    const auto again = write_boards(back->boards, format);
    must(again && *again == *text, "{} writes the same boards differently:\n{}\n{}", format, *text,
         again ? *again : again.error().message);
}

}  // namespace

void boards(Bytes input) {
    std::string_view text = text_of(input);
    const ReadOptions options = options_of(text);
    const auto read = read_boards(text, options);
    if (!read) return must_be_helpful(read.error());
    must(!read->boards.empty(), "no board and no error");
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (const BoardEntry& entry : read->boards) {
        must_be_a_board(entry.board);
        if (entry.goal) must_be_a_board(*entry.goal);
        must(!has_control_characters(entry.id) && entry.id.find('\n') == std::string::npos,
             "a name that is not one line: {}", entry.id);
        must(entry.line >= 1 && entry.line <= lines, "a board on line {} of {}", entry.line, lines);
        must(!options.size || entry.board.geometry() == *options.size || says_sizes(read->format),
             "a board of another size than was asked for");
    }
    // One other form an input, so that each is quick: which one depends on the content.
    const auto forms = board_formats();
    std::size_t sum = 0;
    for (const std::uint8_t byte : input) sum += byte;
    must_round_trip(read->boards, read->format);
    must_round_trip(read->boards, forms[sum % forms.size()].name);
    const DynamicBoard& first = read->boards.front().board;
    if (first.geometry().cells() > 64) return;
    for (const std::string& form : {inline_form(first), draw(first)}) {
        const auto back = read_boards(form, {.size = {}, .format = {}, .source = "form"});
        must(back && back->boards.size() == 1 && back->boards.front().board == first,
             "this reads as another board:\n{}", form);
    }
}

}  // namespace tessera::fuzz
