// A page of characters with colours, put together in memory before any of it is shown.
#include "canvas.hpp"

#include <algorithm>

namespace tessera::app::terminal {
namespace {

/// Takes the next character off a UTF-8 text; a byte that begins none is taken as it is.
char32_t take_character(std::string_view& utf8) {
    const auto first = static_cast<unsigned char>(utf8.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 1 || first < 0xc0 || utf8.size() < length) {
        utf8.remove_prefix(1);
        return first;
    }
    char32_t character = first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        character = (character << 6) | (static_cast<unsigned char>(utf8[i]) & 0x3fU);
    }
    utf8.remove_prefix(length);
    return character;
}

}  // namespace

int text_width(std::string_view utf8) {
    int width = 0;
    for (; !utf8.empty(); ++width) take_character(utf8);
    return width;
}

int text_width(const Line& line) {
    int width = 0;
    for (const Piece& piece : line) width += text_width(piece.text);
    return width;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
    std::vector<std::string> lines;
    std::string line;
    int used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const int its_width = text_width(word);
        if (used > 0 && used + 1 + its_width > width) {
            lines.push_back(std::move(line));
            line.clear();
            used = 0;
        }
        if (used > 0) line += ' ';
        line += word;
        used += its_width + (used > 0 ? 1 : 0);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!line.empty()) lines.push_back(std::move(line));
    return lines;
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
