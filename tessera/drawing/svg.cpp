// Writes SVG: a canvas that takes shapes and text and returns a picture that stands alone.
#include "tessera/drawing/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace tessera::svg {
namespace {

/// Short, and the same on every platform: at most two decimals, none that say nothing.
std::string coordinate(double value) {
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string attributes(const Shape& shape) {
    std::string text = fmt::format(" fill=\"{}\"", shape.fill.empty() ? "none" : shape.fill);
    if (!shape.stroke.empty()) {
        text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", shape.stroke,
                            coordinate(shape.stroke_width));
        if (shape.dashed) text += " stroke-dasharray=\"4 3\"";
    }
    return text;
}

std::string pair_of(Point point) {
    return fmt::format("{} {}", coordinate(point.x), coordinate(point.y));
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            case '\n':
            case '\t':
                result += c;
                break;
            default:
                // XML has no way to write the other control characters.
                result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

void Canvas::box(const Box& box, const Shape& shape) {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", coordinate(box.x),
                         coordinate(box.y), coordinate(box.width), coordinate(box.height));
    if (shape.corner > 0.0) body_ += fmt::format(" rx=\"{}\"", coordinate(shape.corner));
    body_ += attributes(shape) + "/>\n";
}

void Canvas::text(Point at, std::string_view text, const Font& font) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", coordinate(at.x),
                         coordinate(at.y), coordinate(font.size), font.fill);
    if (font.anchor != Anchor::start) {
        body_ +=
            fmt::format(" text-anchor=\"{}\"", font.anchor == Anchor::middle ? "middle" : "end");
    }
    if (font.bold) body_ += " font-weight=\"bold\"";
    body_ += fmt::format(">{}</text>\n", escaped(text));
}

void Canvas::arrow(Point from, Point to, const Shape& shape) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0.0) return;
    const double head = std::min(2.0 + 2.0 * shape.stroke_width, length / 2);
    const double dx = (to.x - from.x) / length * head;
    const double dy = (to.y - from.y) / length * head;
    const Point left{to.x - dx - dy * 0.6, to.y - dy + dx * 0.6};
    const Point right{to.x - dx + dy * 0.6, to.y - dy - dx * 0.6};
    body_ += fmt::format("<path d=\"M{} L{} M{} L{} L{}\"{}/>\n", pair_of(from), pair_of(to),
                         pair_of(left), pair_of(to), pair_of(right), attributes(shape));
}

void Canvas::curve(Point from, Point control, Point to, const Shape& shape) {
    body_ += fmt::format("<path d=\"M{} Q{} {}\"{}/>\n", pair_of(from), pair_of(control),
                         pair_of(to), attributes(shape));
}

void Canvas::begin_group(std::string_view words) {
    body_ +=
        fmt::format("<g role=\"img\" aria-label=\"{0}\">\n<title>{0}</title>\n", escaped(words));
}

void Canvas::end_group() {
    body_ += "</g>\n";
}

std::string Canvas::finish(double width, double height, std::string_view title,
                           std::string_view description) const {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title description\" "
        "font-family=\"'DejaVu Sans', 'Liberation Sans', Arial, sans-serif\">\n"
        "<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n"
        "<rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{4}</svg>\n",
        coordinate(width), coordinate(height), escaped(title), escaped(description), body_);
}

}  // namespace tessera::svg
