// A page of characters with colours, put together in memory before any of it is shown.
#include "canvas.hpp"

#include <algorithm>

namespace tessera::app::terminal {

int text_width(const Line& line) {
    int width = 0;
    for (const Piece& piece : line) width += text_width(piece.text);
    return width;
}

void Canvas::put(Point point, char32_t character, Style style) {
    const bool inside = point.column >= 0 && point.column < size_.width && point.row >= 0 &&
                        point.row < size_.height;
    if (inside) glyphs_[place(point)] = {character, style};
}

void Canvas::write(Point point, std::string_view utf8, Style style, int end) {
    const int stop = end < 0 ? size_.width : std::min(end, size_.width);
    for (; !utf8.empty() && point.column < stop; ++point.column) {
        const char32_t character = take_character(utf8);
        // A control character in a file's name must not reach the terminal.
        const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
        put(point, control ? U'?' : character, style);
    }
}

void Canvas::write(Point point, const Line& line, int end) {
    for (const Piece& piece : line) {
        write(point, piece.text, piece.style, end);
        point.column += text_width(piece.text);
    }
}

void Canvas::fill(Area area, char32_t character, Style style) {
    for (int row = 0; row < area.size.height; ++row) {
        for (int column = 0; column < area.size.width; ++column) {
            put({area.at.column + column, area.at.row + row}, character, style);
        }
    }
}

}  // namespace tessera::app::terminal
