// A page with a board on it: title, board, figures beside or below it, a bar of progress, and the keys at the bottom.
#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tessera/base/readable.hpp"

namespace tessera::app::terminal {
namespace {

constexpr int panel_width = 36;
constexpr int margin = 2;
constexpr int message_rows = 4;  ///< kept free for it beside the board

std::vector<std::string> lines_of(std::string_view text, int width) {
    return wrapped(text, static_cast<std::size_t>(std::max(width, 0)));
}

/// The keys in lines of at most this width.
std::vector<Line> key_lines(const std::vector<KeyHelp>& keys, int width, const Look& look) {
    std::vector<Line> lines;
    int used = width + 1;
    for (const KeyHelp& help : keys) {
        const int needed = text_width(help.key) + 1 + text_width(help.meaning);
        if (used > 0 && used + 3 + needed > width) {
            lines.emplace_back();
            used = 0;
        }
        Line& line = lines.back();
        if (used > 0) line.push_back({"   ", {}});
        line.push_back({help.key, look.key});
        line.push_back({" " + help.meaning, look.help});
        used += needed + (used > 0 ? 3 : 0);
    }
    return lines;
}

/// Where everything goes: with the panel beside the board, or below it.
struct Plan {
    BoardLayout layout;
    bool beside = false;
    std::size_t help_lines = 0;
    int below = 0;  ///< rows below the board for the brief lines and the message
};

/// Rows for what is to be said below the board: the brief lines and the message.
int rows_below(const Page& page) {
    return static_cast<int>(page.brief.size()) + 1;
}

std::optional<Plan> plan_for(const Page& page, Geometry geometry, Size size,
                             std::size_t help_lines) {
    const int bar = page.progress ? 1 : 0;
    const std::vector<BoardLayout> layouts = BoardLayout::all(geometry);
    const std::size_t one = std::min<std::size_t>(help_lines, 1);
    // The board shrinks to smaller boxes before the keys are left out, and those go before the boxes do.
    const std::pair<std::size_t, std::size_t> tries[] = {{0, help_lines}, {1, help_lines}, {1, one},
                                                         {2, help_lines}, {2, one},        {1, 0},
                                                         {2, 0},          {3, one},        {3, 0}};
    for (const auto& [size_index, help] : tries) {
        const BoardLayout& layout = layouts[size_index];
        const Size board = layout.size();
        const int fixed = 1 + bar + static_cast<int>(help);
        const int panel_rows = static_cast<int>(page.panel.size()) + 1 + message_rows;
        if (fixed + std::max(board.height, panel_rows) <= size.height &&
            board.width + 2 * margin + panel_width <= size.width) {
            return Plan{layout, true, help, 0};
        }
        if (fixed + board.height + rows_below(page) <= size.height && board.width <= size.width) {
            return Plan{layout, false, help, rows_below(page)};
        }
    }
    return std::nullopt;
}

void say_too_small(Canvas& canvas, const Page& page, Geometry geometry, const Look& look) {
    const Size least = BoardLayout::all(geometry).back().size();
    const int height = 1 + least.height + rows_below(page) + (page.progress ? 1 : 0);
    const std::string text = fmt::format(
        "This window is too small for a {}×{} board: it has {}×{} characters and needs {}×{}. "
        "Make it larger, or press q to quit.",
        geometry.rows, geometry.cols, canvas.size().width, canvas.size().height, least.width,
        height);
    int row = 0;
    for (const std::string& line : lines_of(text, canvas.size().width)) {
        canvas.write({0, row++}, line, look.notice);
    }
}

void draw_bar(Canvas& canvas, Area area, double part, const Look& look) {
    const int full = static_cast<int>(std::lround(part * area.size.width));
    for (int i = 0; i < area.size.width; ++i) {
        const bool done = i < full;
        const char32_t character = done ? (look.bar_done.reverse ? U' ' : U'█') : U'░';
        canvas.put({area.at.column + i, area.at.row}, character,
                   done ? look.bar_done : look.bar_left);
    }
}

void write_message(Canvas& canvas, Point at, int end, int most, const Page& page) {
    int row = 0;
    for (const std::string& line : lines_of(page.message, end - at.column)) {
        if (row == most) return;
        canvas.write({at.column, at.row + row++}, line, page.message_style, end);
    }
}

/// Draws the goal below the panel where it fits; false where it does not.
bool draw_goal_beside(Canvas& canvas, Area room, const DynamicBoard& goal, const Look& look) {
    for (const BoardLayout& layout : BoardLayout::all(goal.geometry())) {
        if (layout.form() == BoardLayout::Form::boxes) continue;
        if (layout.size().width > room.size.width || layout.size().height + 1 > room.size.height) {
            continue;
        }
        canvas.write(room.at, "Goal", look.label);
        draw_board(canvas, {room.at.column, room.at.row + 1}, layout, goal, goal, {}, look);
        return true;
    }
    return false;
}

}  // namespace

std::optional<Cell> Placement::cell_at(Point point) const {
    if (!layout) return std::nullopt;
    return layout->cell_at({point.column - board_at.column, point.row - board_at.row});
}

Line figure(std::string_view label, std::string value, const Look& look) {
    return {{fmt::format("{:<9}", label), look.label}, {std::move(value), look.value}};
}

Placement draw_page(Canvas& canvas, const Page& page, const DynamicBoard& board,
                    const DynamicBoard& goal, const Marks& marks, const Look& look) {
    const Size size = canvas.size();
    const std::vector<Line> help = key_lines(page.keys, size.width - 1, look);
    const std::size_t rows =
        std::max(help.size(), key_lines(page.usual_keys, size.width - 1, look).size());
    const auto plan = plan_for(page, board.geometry(), size, rows);
    Placement placement;
    if (!plan) {
        say_too_small(canvas, page, board.geometry(), look);
        return placement;
    }
    placement.layout = plan->layout;
    const Size board_size = plan->layout.size();
    const int bottom = size.height - static_cast<int>(plan->help_lines);
    for (std::size_t i = 0; i < std::min(plan->help_lines, help.size()); ++i) {
        canvas.write({0, bottom + static_cast<int>(i)}, help[i]);
    }
    const int bar_rows = page.progress ? 1 : 0;
    const int bar_row = bottom - bar_rows;
    if (page.progress) {
        placement.bar = {{0, bar_row}, {size.width, 1}};
        draw_bar(canvas, placement.bar, *page.progress, look);
    }
    canvas.write({0, 0}, page.title);
    // Between title and bottom: the board in the middle of what is there.
    const int room = bar_row - 1 - plan->below;
    const int board_row = 1 + std::max(0, (room - board_size.height) / 2);
    bool goal_instead = false;
    if (plan->beside) {
        const int all = board_size.width + margin + panel_width;
        placement.board_at = {std::max(margin, (size.width - all) / 3), board_row};
        const int column = placement.board_at.column + board_size.width + margin + 1;
        int row =
            std::min(board_row, std::max(2, bar_row - static_cast<int>(page.panel.size()) - 4));
        for (const Line& line : page.panel) canvas.write({column, row++}, line);
        ++row;
        write_message(canvas, {column, row}, size.width - 1, message_rows, page);
        row += message_rows + 1;
        goal_instead =
            page.show_goal &&
            !draw_goal_beside(canvas, {{column, row}, {size.width - column, bar_row - row}}, goal,
                              look);
    } else {
        placement.board_at = {(size.width - board_size.width) / 2, board_row};
        int row = bar_row - plan->below;
        for (const Line& line : page.brief) canvas.write({0, row++}, line);
        write_message(canvas, {0, row}, size.width, 1, page);
        goal_instead = page.show_goal;
    }
    draw_board(canvas, placement.board_at, plan->layout, goal_instead ? goal : board, goal,
               goal_instead ? Marks() : marks, look);
    if (goal_instead) {
        canvas.fill({{0, 0}, {size.width, 1}}, U' ', {});
        canvas.write({0, 0}, "This is the goal; g shows your board again", look.notice);
        placement.layout.reset();
    }
    return placement;
}

}  // namespace tessera::app::terminal
