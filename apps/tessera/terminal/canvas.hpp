// A page of characters with colours, put together in memory before any of it is shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "characters.hpp"

namespace tessera::app::terminal {

/// A place on the screen, counted from 0 at the top left.
struct Point {
    int column = 0;
    int row = 0;
    bool operator==(const Point&) const = default;
};
struct Size {
    int width = 0;
    int height = 0;
    bool operator==(const Size&) const = default;
};
struct Area {
    Point at;
    Size size;

    bool contains(Point point) const {
        return point.column >= at.column && point.column < at.column + size.width &&
               point.row >= at.row && point.row < at.row + size.height;
    }
};

/// How a character looks. Colours are numbers of the palette of 256; -1 is the terminal's own.
struct Style {
    std::int16_t foreground = -1;
    std::int16_t background = -1;
    bool bold = false;
    bool dim = false;
    bool reverse = false;
    bool underline = false;
    bool operator==(const Style&) const = default;
};

/// A piece of text in one style, and a line made of such pieces.
struct Piece {
    std::string text;
    Style style;
};
using Line = std::vector<Piece>;

int text_width(const Line& line);

/// What is written outside of it is cut off.
class Canvas {
  public:
    struct Glyph {
        char32_t character = U' ';
        Style style;
        bool operator==(const Glyph&) const = default;
    };

    explicit Canvas(Size size)
        : size_(size),
          glyphs_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {}

    Size size() const { return size_; }
    const Glyph& at(Point point) const { return glyphs_[place(point)]; }

    void put(Point point, char32_t character, Style style);
    /// Writes UTF-8 from `point` to the right, up to column `end` (the right edge where it is negative).
    void write(Point point, std::string_view utf8, Style style = {}, int end = -1);
    void write(Point point, const Line& line, int end = -1);
    void fill(Area area, char32_t character, Style style);

  private:
    std::size_t place(Point point) const {
        return static_cast<std::size_t>(point.row) * static_cast<std::size_t>(size_.width) +
               static_cast<std::size_t>(point.column);
    }

    Size size_;
    std::vector<Glyph> glyphs_;
};

}  // namespace tessera::app::terminal
