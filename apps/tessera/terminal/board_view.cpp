// Draws a board with characters: the size, the place and the look of its tiles.
// This folder draws pages on a terminal and reads its keys.
#include "board_view.hpp"

#include <fmt/format.h>

#include <string>

namespace tessera::app::terminal {
namespace {

Style painted_in(int foreground, int background, bool bold = false) {
    Style style;
    style.foreground = static_cast<std::int16_t>(foreground);
    style.background = static_cast<std::int16_t>(background);
    style.bold = bold;
    return style;
}

int digits_of(std::size_t number) {
    return static_cast<int>(std::to_string(number).size());
}

struct BoxLines {
    char32_t top_left, top_right, bottom_left, bottom_right, horizontal, vertical;
};
constexpr BoxLines plain_lines{U'┌', U'┐', U'└', U'┘', U'─', U'│'};
constexpr BoxLines heavy_lines{U'┏', U'┓', U'┗', U'┛', U'━', U'┃'};

void draw_box(Canvas& canvas, Area area, const BoxLines& lines, Style style) {
    const int right = area.at.column + area.size.width - 1;
    const int bottom = area.at.row + area.size.height - 1;
    for (int column = area.at.column + 1; column < right; ++column) {
        canvas.put({column, area.at.row}, lines.horizontal, style);
        canvas.put({column, bottom}, lines.horizontal, style);
    }
    for (int row = area.at.row + 1; row < bottom; ++row) {
        canvas.put({area.at.column, row}, lines.vertical, style);
        canvas.put({right, row}, lines.vertical, style);
    }
    canvas.put(area.at, lines.top_left, style);
    canvas.put({right, area.at.row}, lines.top_right, style);
    canvas.put({area.at.column, bottom}, lines.bottom_left, style);
    canvas.put({right, bottom}, lines.bottom_right, style);
}

/// The lines between the tiles of a grid and around them.
void draw_grid(Canvas& canvas, Point at, const BoardLayout& layout, Style style) {
    const Size size = layout.size();
    const int step_across = (size.width - 1) / layout.geometry().cols;
    const int step_down = (size.height - 1) / layout.geometry().rows;
    constexpr char32_t corners[3][3] = {{U'┌', U'┬', U'┐'}, {U'├', U'┼', U'┤'}, {U'└', U'┴', U'┘'}};
    const auto part = [](int place, int last) { return place == 0 ? 0 : place == last ? 2 : 1; };
    for (int row = 0; row < size.height; ++row) {
        for (int column = 0; column < size.width; ++column) {
            const bool on_row = row % step_down == 0;
            const bool on_column = column % step_across == 0;
            if (!on_row && !on_column) continue;
            const char32_t line =
                on_row && on_column
                    ? corners[part(row, size.height - 1)][part(column, size.width - 1)]
                : on_row ? U'─'
                         : U'│';
            canvas.put({at.column + column, at.row + row}, line, style);
        }
    }
}

}  // namespace

Look::Look(Palette palette) {
    title.bold = true;
    key.bold = true;
    value.bold = true;
    good.bold = true;
    notice.bold = true;
    blank.dim = true;
    label.dim = true;
    help.dim = true;
    if (palette == Palette::none) {
        tile.style.bold = true;
        tile_home.style.reverse = true;
        tile_home.style.bold = true;
        tile_hint.style.underline = true;
        tile_hint.style.bold = true;
        tile_moved.style.bold = true;
        bar_done.reverse = true;
        return;
    }
    if (palette == Palette::sixteen) {
        title.foreground = 14;
        good.foreground = 10;
        notice.foreground = 11;
        tile.style = painted_in(15, 4, true);
        tile_home.style = painted_in(15, 2, true);
        tile_hint.style = painted_in(0, 3);
        tile_moved.style = painted_in(0, 6);
        bar_done = painted_in(2, -1);
        return;
    }
    title.foreground = 117;
    good.foreground = 114;
    notice.foreground = 222;
    key.foreground = 117;
    tile = {painted_in(255, 60, true), 103};
    tile_home = {painted_in(255, 29, true), 78};
    tile_hint = {painted_in(16, 214, true), 94};
    tile_moved = {painted_in(255, 67, true), 153};
    blank.foreground = 240;
    blank.dim = false;
    bar_done = painted_in(114, -1);
    bar_left = painted_in(240, -1);
}

BoardLayout::BoardLayout(Geometry geometry, Form form, Size tile)
    : geometry_(geometry), form_(form), tile_(tile), digits_(digits_of(geometry.cells() - 1)) {}

std::vector<BoardLayout> BoardLayout::all(Geometry geometry) {
    const int digits = digits_of(geometry.cells() - 1);
    return {BoardLayout(geometry, Form::boxes, {digits + 8, 5}),
            BoardLayout(geometry, Form::boxes, {digits + 4, 3}),
            BoardLayout(geometry, Form::grid, {digits + 2, 1}),
            BoardLayout(geometry, Form::bare, {digits + 1, 1})};
}

Size BoardLayout::size() const {
    const int across = geometry_.cols;
    const int down = geometry_.rows;
    if (form_ == Form::grid) {
        return {across * (tile_.width + 1) + 1, down * (tile_.height + 1) + 1};
    }
    return {across * tile_.width, down * tile_.height};
}

Area BoardLayout::tile(Cell cell) const {
    const int column = static_cast<int>(geometry_.col(cell));
    const int row = static_cast<int>(geometry_.row(cell));
    const int line = form_ == Form::grid ? 1 : 0;
    return {{column * (tile_.width + line) + line, row * (tile_.height + line) + line}, tile_};
}

std::optional<Cell> BoardLayout::cell_at(Point point) const {
    for (std::size_t i = 0; i < geometry_.cells(); ++i) {
        if (tile(make_cell(i)).contains(point)) return make_cell(i);
    }
    return std::nullopt;
}

std::string_view arrow(Move direction) {
    switch (direction) {
        case Move::up:
            return "↑";
        case Move::left:
            return "←";
        case Move::right:
            return "→";
        case Move::down:
            return "↓";
    }
    return "";
}

void draw_board(Canvas& canvas, Point at, const BoardLayout& layout, const DynamicBoard& board,
                const DynamicBoard& goal, const Marks& marks, const Look& look) {
    const bool boxes = layout.form() == BoardLayout::Form::boxes;
    if (layout.form() == BoardLayout::Form::grid) draw_grid(canvas, at, layout, look.blank);
    for (std::size_t i = 0; i < board.geometry().cells(); ++i) {
        const Cell cell = make_cell(i);
        const Tile tile = board.tile_at(cell);
        Area area = layout.tile(cell);
        area.at.column += at.column;
        area.at.row += at.row;
        const Point middle{area.at.column + (area.size.width - layout.digits()) / 2,
                           area.at.row + area.size.height / 2};
        if (tile == blank_tile) {
            canvas.fill(area, U' ', {});
            canvas.write({middle.column + layout.digits() - 1, middle.row}, "·", look.blank);
            continue;
        }
        const bool hint = marks.hint == cell;
        const bool home = goal.tile_at(cell) == tile;
        const bool in_wave =
            marks.wave == static_cast<int>(board.geometry().row(cell) + board.geometry().col(cell));
        const Look::Face& face = hint || in_wave       ? look.tile_hint
                                 : marks.moved == cell ? look.tile_moved
                                 : home                ? look.tile_home
                                                       : look.tile;
        const Style style = face.style;
        Style surface = style;
        surface.underline = false;
        canvas.fill(area, U' ', surface);
        if (boxes) {
            Style lines = surface;
            lines.bold = hint;
            if (face.lines >= 0) lines.foreground = face.lines;
            draw_box(canvas, area, hint ? heavy_lines : plain_lines, lines);
        }
        canvas.write(middle, fmt::format("{:>{}}", index(tile), layout.digits()), style);
        if (hint) {
            const int gap = boxes && area.size.height > 3 ? 1 : 0;
            canvas.write({middle.column + layout.digits() + gap, middle.row},
                         arrow(marks.hint_direction), style);
        }
    }
}

}  // namespace tessera::app::terminal
