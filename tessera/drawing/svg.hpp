// Writes SVG: a canvas that takes shapes and text and returns a picture that stands alone.
#pragma once

#include <string>
#include <string_view>

namespace tessera::svg {

/// Text escaped for an element or an attribute of SVG or HTML.
std::string escaped(std::string_view text);

struct Point {
    double x = 0.0;
    double y = 0.0;
};

struct Box {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;

    Point centre() const { return {x + width / 2, y + height / 2}; }
};

/// How a shape looks; empty means none.
struct Shape {
    std::string_view fill = {};
    std::string_view stroke = {};
    double stroke_width = 1.0;
    double corner = 0.0;  ///< radius of the corners of a box
    bool dashed = false;
};

enum class Anchor { start, middle, end };

struct Font {
    double size = 14.0;
    Anchor anchor = Anchor::start;
    bool bold = false;
    std::string_view fill = "#1a1a1a";
};

/// Collects elements in the order they are painted. Coordinates are pixels from the top left.
class Canvas {
  public:
    void box(const Box& box, const Shape& shape);
    /// `at` is on the base line of the text.
    void text(Point at, std::string_view text, const Font& font);
    /// A line with a head at its end.
    void arrow(Point from, Point to, const Shape& shape);
    /// A curve that leaves `from` towards `control` and arrives at `to` from there.
    void curve(Point from, Point control, Point to, const Shape& shape);
    /// Everything painted until `end_group` is one picture, which these words describe to people who cannot see
    /// it.
    void begin_group(std::string_view words);
    void end_group();

    /// The whole picture on a white ground.
    std::string finish(double width, double height, std::string_view title,
                       std::string_view description) const;

  private:
    std::string body_;
};

}  // namespace tessera::svg
