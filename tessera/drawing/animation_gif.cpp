// Animates a solution as a GIF. There is no font in a program without libraries, so digits are strokes of a round pen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "tessera/drawing/animation.hpp"
#include "tessera/drawing/gif.hpp"

namespace tessera {
namespace {

using gif::Colour;
using gif::Picture;

constexpr Colour paper{0xF6, 0xF2, 0xE9};
constexpr Colour tray{0xCF, 0xC6, 0xB4};
constexpr Colour ink{0x2D, 0x2A, 0x22};
constexpr Colour tile_colour{0xFF, 0xFA, 0xF0};
constexpr Colour home_colour{0xE3, 0xF0, 0xE6};

constexpr std::uint8_t mixed(std::uint8_t a, std::uint8_t b, int quarters) {
    return static_cast<std::uint8_t>((a * (4 - quarters) + b * quarters) / 4);
}
constexpr Colour mixed(Colour a, Colour b, int quarters) {
    return {mixed(a.red, b.red, quarters), mixed(a.green, b.green, quarters),
            mixed(a.blue, b.blue, quarters)};
}

/// A ground, and after it its three mixtures with ink, for the edges of strokes.
enum Number : std::uint8_t {
    as_before,
    ink_number,
    tray_number,
    paper_number,
    tile_number = 7,
    home_number = 11,
    corner_number = 15
};

constexpr gif::Palette palette = [] {
    gif::Palette colours{};
    colours[ink_number] = ink;
    colours[tray_number] = tray;
    for (const auto& [number, colour] :
         {std::pair{paper_number, paper}, {tile_number, tile_colour}, {home_number, home_colour}}) {
        for (int quarters = 0; quarters < 4; ++quarters) {
            colours[static_cast<std::size_t>(number + quarters)] = mixed(colour, ink, quarters);
        }
    }
    colours[corner_number] = mixed(tile_colour, tray, 2);
    return colours;
}();

/// A part of an ellipse, from one angle to another (degrees, clockwise from the right); or a line between two points.
struct Stroke {
    double x, y, rx, ry, from, to;
};
constexpr double line_mark = 1e9;
constexpr Stroke straight(double x0, double y0, double x1, double y1) {
    return {x0, y0, x1, y1, line_mark, line_mark};
}

// Each digit in a box of 4 by 7.
constexpr double glyph_width = 4.0;
constexpr double glyph_height = 7.0;
constexpr double glyph_gap = 1.3;
constexpr double pen = 0.42;  ///< half of its width
constexpr Stroke zero[] = {{2, 3.5, 1.7, 3.1, 0, 360}};
constexpr Stroke one[] = {straight(0.9, 1.7, 2.3, 0.4), straight(2.3, 0.4, 2.3, 6.6)};
constexpr Stroke two[] = {
    {2, 2.1, 1.7, 1.7, 180, 395}, straight(3.39, 3.07, 0.4, 6.6), straight(0.4, 6.6, 3.8, 6.6)};
constexpr Stroke three[] = {{1.9, 2.0, 1.6, 1.6, 200, 450}, {1.9, 5.0, 1.8, 1.6, 270, 520}};
constexpr Stroke four[] = {straight(3, 6.6, 3, 0.4), straight(3, 0.4, 0.3, 4.8),
                           straight(0.3, 4.8, 3.9, 4.8)};
constexpr Stroke five[] = {
    straight(3.5, 0.4, 0.9, 0.4), straight(0.9, 0.4, 0.65, 3.2), {2, 4.6, 1.75, 2.0, 225, 510}};
constexpr Stroke six[] = {{2, 4.7, 1.7, 1.9, 0, 360}, {3.4, 4.7, 3.1, 4.3, 180, 257}};
constexpr Stroke seven[] = {straight(0.3, 0.4, 3.7, 0.4), straight(3.7, 0.4, 1.6, 6.6)};
constexpr Stroke eight[] = {{2, 1.95, 1.45, 1.55, 0, 360}, {2, 5.05, 1.75, 1.55, 0, 360}};
constexpr Stroke nine[] = {{2, 2.3, 1.7, 1.9, 0, 360}, {0.6, 2.3, 3.1, 4.3, 0, 77}};
constexpr Stroke slash[] = {straight(3.4, 0, 0.6, 7)};

std::span<const Stroke> strokes_of(char character) {
    static constexpr std::span<const Stroke> digits[] = {zero, one, two,   three, four,
                                                         five, six, seven, eight, nine};
    return character == '/' ? slash : digits[character - '0'];
}

double distance_to_line(double px, double py, double x0, double y0, double x1, double y1) {
    const double dx = x1 - x0;
    const double dy = y1 - y0;
    const double along =
        std::clamp(((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(px - x0 - along * dx, py - y0 - along * dy);
}

double distance_to(const Stroke& stroke, double px, double py) {
    if (stroke.from == line_mark)
        return distance_to_line(px, py, stroke.x, stroke.y, stroke.rx, stroke.ry);
    constexpr int pieces = 32;
    constexpr double degree = 3.14159265358979323846 / 180.0;
    const auto at = [&](int piece) {
        const double angle = (stroke.from + (stroke.to - stroke.from) * piece / pieces) * degree;
        return std::pair{stroke.x + stroke.rx * std::cos(angle),
                         stroke.y + stroke.ry * std::sin(angle)};
    };
    double least = 1e9;
    for (int piece = 0; piece < pieces; ++piece) {
        const auto [x0, y0] = at(piece);
        const auto [x1, y1] = at(piece + 1);
        least = std::min(least, distance_to_line(px, py, x0, y0, x1, y1));
    }
    return least;
}

/// Writes on a ground of this colour, in a line of this height whose middle is at (x, y).
void write(Picture& picture, double x, double y, double height, std::string_view text,
           std::uint8_t ground) {
    const double unit = height / glyph_height;
    const double width =
        (static_cast<double>(text.size()) * (glyph_width + glyph_gap) - glyph_gap) * unit;
    double left = x - width / 2;
    for (const char character : text) {
        const std::span<const Stroke> strokes = strokes_of(character);
        const double top = y - height / 2;
        for (auto row = static_cast<std::size_t>(top - 2);
             row <= static_cast<std::size_t>(top + height + 2); ++row) {
            for (auto column = static_cast<std::size_t>(left - 2);
                 column <= static_cast<std::size_t>(left + glyph_width * unit + 2); ++column) {
                double least = 1e9;
                for (const Stroke& stroke : strokes) {
                    least = std::min(
                        least,
                        distance_to(stroke, (static_cast<double>(column) + 0.5 - left) / unit,
                                    (static_cast<double>(row) + 0.5 - top) / unit));
                }
                // How much of the pixel is inked, roughly: 0 where the pen's edge is half a pixel away.
                const double inked = std::clamp((pen - least) * unit + 0.5, 0.0, 1.0);
                const auto quarters = static_cast<std::uint8_t>(std::lround(4 * inked));
                if (quarters > 0)
                    picture.at(column, row) = quarters == 4
                                                  ? std::uint8_t{ink_number}
                                                  : static_cast<std::uint8_t>(ground + quarters);
            }
        }
        left += (glyph_width + glyph_gap) * unit;
    }
}

/// The sizes of the picture, in pixels.
struct Layout {
    std::size_t pitch;
    std::size_t margin = 8;
    std::size_t footer = 28;
    std::size_t width;
    std::size_t height;

    explicit Layout(Geometry geometry)
        : pitch(std::clamp<std::size_t>(512 / std::max(geometry.rows, geometry.cols), 24, 64)),
          width(2 * margin + geometry.cols * pitch),
          height(2 * margin + geometry.rows * pitch + footer) {}
};

void fill(Picture& picture, std::size_t left, std::size_t top, std::size_t width,
          std::size_t height, std::uint8_t colour) {
    for (std::size_t y = top; y < top + height; ++y)
        std::fill_n(&picture.at(left, y), width, colour);
}

void copy(Picture& picture, std::size_t left, std::size_t top, const Picture& part) {
    for (std::size_t y = 0; y < part.height; ++y)
        std::copy_n(part.pixels.data() + y * part.width, part.width, &picture.at(left, top + y));
}

/// A tile with its number and the tray around it, as large as a cell.
Picture tile_picture(const Layout& layout, Tile tile, bool home, std::size_t digits) {
    Picture cell(layout.pitch, layout.pitch, tray_number);
    const std::size_t gap = layout.pitch >= 40 ? 2 : 1;
    const std::size_t size = layout.pitch - 2 * gap;
    const std::uint8_t colour = home ? home_number : tile_number;
    fill(cell, gap, gap, size, size, colour);
    for (const std::size_t x : {gap, gap + size - 1}) {
        for (const std::size_t y : {gap, gap + size - 1}) cell.at(x, y) = tray_number;
    }
    // The corners: three pixels each, between the tile and the tray.
    const std::size_t near = gap + 1;
    const std::size_t far = gap + size - 2;
    for (const auto& [x, y] : {std::pair{near, gap},
                               {gap, near},
                               {far, gap},
                               {gap + size - 1, near},
                               {near, gap + size - 1},
                               {gap, far},
                               {far, gap + size - 1},
                               {gap + size - 1, far}}) {
        cell.at(x, y) = corner_number;
    }
    const double middle = static_cast<double>(layout.pitch) / 2;
    const double height = static_cast<double>(layout.pitch) * (digits <= 2   ? 0.42
                                                               : digits == 3 ? 0.32
                                                                             : 0.24);
    write(cell, middle, middle, height, fmt::to_string(index(tile)), colour);
    return cell;
}

/// Draws the boards one after the other.
class Film {
  public:
    explicit Film(const Animation& animation)
        : animation_(animation),
          layout_(animation.start.geometry()),
          board_(animation.start),
          picture_(layout_.width, layout_.height, paper_number),
          writer_(layout_.width, layout_.height, palette) {
        const Geometry geometry = board_.geometry();
        fill(picture_, layout_.margin - 4, layout_.margin - 4,
             layout_.width - 2 * layout_.margin + 8, geometry.rows * layout_.pitch + 8,
             tray_number);
        const std::size_t digits = fmt::to_string(geometry.cells() - 1).size();
        for (std::size_t tile = 0; tile < geometry.cells(); ++tile) {
            for (const bool home : {false, true})
                tiles_.push_back(tile_picture(layout_, make_tile(tile), home, digits));
        }
        for (std::size_t cell = 0; cell < geometry.cells(); ++cell) put(make_cell(cell));
        count(0);
    }

    void show(unsigned hundredths) { writer_.frame(picture_, hundredths); }

    /// One move, in several pictures; the last one shows the board after it.
    void slide(Move move, int pictures, unsigned hundredths, unsigned last_hundredths) {
        const Cell from = board_.neighbour(move);
        const Cell to = board_.blank();
        const Tile tile = board_.tile_at(from);
        for (int i = 1; i < pictures; ++i) {
            clear(from);
            clear(to);
            copy(picture_, between(left(from), left(to), i, pictures),
                 between(top(from), top(to), i, pictures), tiles_[2 * index(tile)]);
            show(hundredths);
        }
        board_.slide(move);
        put(from);
        put(to);
        count(++moves_);
        show(last_hundredths);
    }
    std::string finish() const { return writer_.finish(); }

  private:
    std::size_t left(Cell cell) const {
        return layout_.margin + board_.geometry().col(cell) * layout_.pitch;
    }
    std::size_t top(Cell cell) const {
        return layout_.margin + board_.geometry().row(cell) * layout_.pitch;
    }
    static std::size_t between(std::size_t a, std::size_t b, int i, int of) {
        const auto part = static_cast<std::size_t>(i);
        const auto all = static_cast<std::size_t>(of);
        return (a * (all - part) + b * part) / all;
    }
    void clear(Cell cell) {
        fill(picture_, left(cell), top(cell), layout_.pitch, layout_.pitch, tray_number);
    }
    void put(Cell cell) {
        const Tile tile = board_.tile_at(cell);
        clear(cell);
        if (tile == blank_tile) return;
        const bool home = animation_.goal.tile_at(cell) == tile;
        copy(picture_, left(cell), top(cell), tiles_[2 * index(tile) + (home ? 1 : 0)]);
    }
    void count(std::size_t moves) {
        fill(picture_, 0, layout_.height - layout_.footer, layout_.width, layout_.footer,
             paper_number);
        const std::string text = fmt::format("{}/{}", moves, animation_.moves.size());
        // A board of two columns has little room.
        const double room = static_cast<double>(layout_.width - 8) /
                            static_cast<double>(text.size()) * glyph_height /
                            (glyph_width + glyph_gap);
        write(picture_, static_cast<double>(layout_.width) / 2,
              static_cast<double>(layout_.height) - static_cast<double>(layout_.footer) / 2,
              std::min(14.0, room), text, paper_number);
    }

    const Animation& animation_;
    Layout layout_;
    DynamicBoard board_;
    Picture picture_;
    gif::Writer writer_;
    std::vector<Picture> tiles_;  ///< two of each: elsewhere, and at home
    std::size_t moves_ = 0;
};

}  // namespace

std::string animated_gif(const Animation& animation) {
    // Browsers slow down frames of less than two hundredths.
    const auto step =
        std::max(2U, static_cast<unsigned>(std::lround(100.0 / animation.per_second)));
    // Long solutions do without the pictures between two boards.
    constexpr std::size_t many_moves = 300;
    const int pictures = animation.moves.size() > many_moves || step < 12 ? 1 : 4;
    const unsigned between = pictures == 1 ? 0 : 3;
    Film film(animation);
    film.show(100);
    for (std::size_t i = 0; i < animation.moves.size(); ++i) {
        const bool last = i + 1 == animation.moves.size();
        film.slide(animation.moves[i], pictures, between, last ? 200 : step - 3 * between);
    }
    return film.finish();
}

}  // namespace tessera
