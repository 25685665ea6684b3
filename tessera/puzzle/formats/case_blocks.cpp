// case: blocks of CASE, INITIAL, GOAL and END, each board with its own goal (the test files of the 8-puzzle origin).
// This folder holds the board formats, one file each.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tessera/puzzle/formats/format.hpp"
#include "tessera/puzzle/formats/support/assemble.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::formats {
namespace case_blocks_form {
namespace {

constexpr std::string_view aliases[] = {"cases", "case-file"};

constexpr FormatInfo info{
    .name = "case",
    .aliases = aliases,
    .synopsis = "blocks \"CASE: name\", \"INITIAL:\" and rows, \"GOAL:\" and rows, \"END\"",
    .example = "CASE: easy\nINITIAL:\n1 2 3\n4 5 6\n7 0 8\nGOAL:\n1 2 3\n4 5 6\n7 8 0\nEND\n",
};

/// The text behind `keyword` (and an optional colon), if the line begins with it.
std::optional<std::string_view> after_keyword(std::string_view line, std::string_view keyword) {
    if (lowered(line.substr(0, keyword.size())) != keyword) return std::nullopt;
    std::string_view rest = trimmed(line.substr(keyword.size()));
    if (rest.starts_with(':')) return trimmed(rest.substr(1));
    if (rest.empty()) return rest;
    return std::nullopt;
}

bool detect(const Sample& sample) {
    const std::vector<Line>& lines = sample.text.lines();
    return !lines.empty() &&
           (after_keyword(lines[0].text, "case") || after_keyword(lines[0].text, "initial"));
}

/// Reads case after case, line by line.
class CaseReader {
  public:
    CaseReader(const Text& text, const ReadOptions& options) : text_(text), options_(options) {}

    Result<ReadBoards> read() {
        for (const Line& line : text_.lines()) {
            if (std::optional<Error> error = take(line)) return *error;
        }
        if (std::optional<Error> error = finish_case()) return *error;
        return std::move(result_);
    }

  private:
    enum class Section { none, initial, goal };

    std::optional<Error> take(const Line& line) {
        if (const auto name = after_keyword(trimmed(line.raw), "case")) {
            if (std::optional<Error> error = finish_case()) return error;
            name_ = std::string(*name);
            line_ = line.number;
            open_ = true;
            return std::nullopt;
        }
        if (after_keyword(line.text, "end")) return finish_case();
        if (const auto rest = after_keyword(line.text, "initial")) {
            if (!open_) line_ = line.number;
            open_ = true;
            return enter(Section::initial, *rest, line);
        }
        if (const auto rest = after_keyword(line.text, "goal")) {
            return enter(Section::goal, *rest, line);
        }
        return add_row(line);
    }

    std::optional<Error> enter(Section section, std::string_view rest, const Line& line) {
        section_ = section;
        if (rest.empty()) return std::nullopt;
        return add_row({line.number, false, line.raw, rest});
    }

    std::optional<Error> add_row(const Line& line) {
        if (section_ == Section::none) {
            return text_.error(
                fmt::format("expected CASE:, INITIAL:, GOAL: or END but found \"{}\"",
                            excerpt(line.text)),
                line.number, 0, "a case is CASE: name, INITIAL: rows, GOAL: rows, END");
        }
        if (section_ == Section::goal && is_name(line.text)) {
            goal_text_ = std::string(line.text);
            return std::nullopt;
        }
        if (std::optional<Error> error = too_long(text_, line)) return error;
        const TokenLine tokens = tokenise(line);
        auto& rows = section_ == Section::initial ? initial_ : goal_;
        std::size_t begin = 0;
        for (std::size_t i = 0; i <= tokens.row_starts.size() && !tokens.cells.empty(); ++i) {
            const std::size_t end =
                i < tokens.row_starts.size() ? tokens.row_starts[i] : tokens.cells.size();
            rows.push_back({{tokens.cells.begin() + static_cast<std::ptrdiff_t>(begin),
                             tokens.cells.begin() + static_cast<std::ptrdiff_t>(end)},
                            tokens.trailing_comma});
            begin = end;
        }
        return std::nullopt;
    }
    /// A goal may also be given by name.
    static bool is_name(std::string_view text) {
        return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'w'; });
    }

    static Result<DynamicBoard> board(const Text& text, std::vector<RowCells> rows,
                                      const std::optional<Geometry>& size) {
        if (rows.size() == 1) return board_of_list(text, rows[0].cells, size);
        return board_of_rows(text, std::move(rows), size);
    }

    std::optional<Error> finish_case() {
        if (!open_) return std::nullopt;
        open_ = false;
        section_ = Section::none;
        if (initial_.empty()) {
            return text_.error(fmt::format("case \"{}\" has no INITIAL: board", excerpt(name_)),
                               line_, 0, "a case is CASE: name, INITIAL: rows, GOAL: rows, END");
        }
        BoardEntry entry;
        entry.id = std::exchange(name_, {});
        entry.line = line_;
        Result<DynamicBoard> start = board(text_, std::exchange(initial_, {}), options_.size);
        if (!start.ok()) return start.error();
        entry.board = std::move(*start);
        if (!goal_.empty()) {
            const Geometry size = entry.board.geometry();
            Result<DynamicBoard> goal = board(text_, std::exchange(goal_, {}), size);
            if (!goal.ok()) return goal.error();
            entry.goal = std::move(*goal);
        }
        if (std::optional<Error> error = set_goal(text_, std::exchange(goal_text_, {}), entry)) {
            return error;
        }
        result_.boards.push_back(std::move(entry));
        return std::nullopt;
    }

    const Text& text_;
    const ReadOptions& options_;
    ReadBoards result_;
    Section section_ = Section::none;
    bool open_ = false;
    std::string name_;
    std::string goal_text_;
    std::size_t line_ = 0;
    std::vector<RowCells> initial_;
    std::vector<RowCells> goal_;
};

Result<ReadBoards> read(const Text& text, const ReadOptions& options) {
    return CaseReader(text, options).read();
}

Result<std::string> write(std::span<const BoardEntry> entries) {
    std::string text;
    std::size_t number = 0;
    for (const BoardEntry& entry : entries) {
        ++number;
        if (!text.empty()) text += "\n";
        text += fmt::format("CASE: {}\nINITIAL:\n{}",
                            entry.id.empty() ? fmt::to_string(number) : entry.id,
                            aligned_rows(entry.board));
        // The origin's reader leaves out a case whose goal is missing or is a name.
        const Result<DynamicBoard> goal =
            entry.goal ? Result<DynamicBoard>(*entry.goal)
                       : make_goal(entry.goal_name.value_or("blank-last"), entry.board.geometry());
        if (!goal) return goal.error();
        text += "GOAL:\n" + aligned_rows(*goal) + "END\n";
    }
    return text;
}

}  // namespace
}  // namespace case_blocks_form

constinit const Format case_blocks{case_blocks_form::info, case_blocks_form::detect,
                                   case_blocks_form::read, case_blocks_form::write};

}  // namespace tessera::formats
