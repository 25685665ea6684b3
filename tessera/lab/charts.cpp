// Charts as SVG for html_page: bars, boxes, scatter, lines and steps, on linear or logarithmic axes.
#include "tessera/lab/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tessera/base/readable.hpp"
#include "tessera/lab/html.hpp"

namespace tessera::lab {
namespace {

constexpr double wide = 1000.0;
constexpr double narrow = 350.0;
constexpr double half = 550.0;
/// Mean width of a character of the charts' font, for the room that texts need.
constexpr double character = 6.6;
constexpr double text_height = 16.0;

double text_room(std::string_view text) {
    return character * static_cast<double>(display_width(text));
}

/// With as few digits as say it.
std::string plain(double value) {
    return fmt::format("{:.3g}", value);
}

double decade_below(double value) {
    return std::pow(10.0, std::floor(std::log10(value) + 1e-9));
}
double decade_above(double value) {
    return std::pow(10.0, std::ceil(std::log10(value) - 1e-9));
}

/// The least of 1, 2, 5, 10, … that makes at most so many steps of a span.
double round_step(double span, std::size_t most) {
    const double raw = span / static_cast<double>(std::max<std::size_t>(most, 1));
    const double unit = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * unit >= raw * (1.0 - 1e-9)) return factor * unit;
    }
    return 10.0 * unit;
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text,
                     std::string_view more = {}) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                       anchor, more, html_escaped(text));
}
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind) {
    return fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1,
        x2, y2, kind);
}
constexpr std::string_view soft = " class=\"soft\"";

std::string svg_begin(double width, double height, std::string_view fit, std::string_view title) {
    return fmt::format(
        "<svg class=\"chart {}\" viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "role=\"img\" aria-label=\"{}\">\n",
        fit, width, height, width, height, html_escaped(title));
}

std::string figure_around(std::string_view title, std::string_view for_wide,
                          std::string_view for_narrow) {
    return fmt::format("<figure><figcaption>{}</figcaption>\n{}{}</figure>\n", html_escaped(title),
                       for_wide, for_narrow);
}

const char* grid_kind(const Tick& tick) {
    return tick.labelled ? "grid" : "grid minor";
}

// ---- Bars

AxisRange range_of(const BarChart& chart) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const Bar& bar : chart.bars) {
        if (bar.missing) continue;
        if (bar.value > 0.0) least = std::min(least, bar.value);
        most = std::max(most, bar.value);
    }
    // A bar of the least value should still be seen.
    if (chart.axis.scale == Scale::logarithmic && std::isfinite(least)) least /= 1.5;
    return {chart.axis.scale, least, most};
}

/// What a stopped run was seen to do: striped, open at the end, because it would have gone on.
std::string open_bar(double x, double y, double width, double height) {
    std::string text = fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}H{2:.1f}M{0:.1f} {3:.1f}H{2:.1f}\" fill=\"none\" "
        "class=\"cut\"/>\n",
        x, y, x + width, y + height);
    for (double at = 0.0; at < width; at += 7.0) {
        const double reach = std::min(height, width - at);
        text += svg_line(x + at, y + height, x + at + reach, y + height - reach, "stripe");
    }
    return text;
}

constexpr double bar_height = 13.0;

/// Where the parts of a chart of rows (bars, boxes) lie. On a wide screen a row has its label at its left and its value
/// at its end; on a narrow one both stand above it, and the drawing has all the width.
struct RowLayout {
    bool is_narrow;
    double width;
    double left = 4.0;
    double right = narrow - 16.0;
    double row = bar_height + text_height + 4.0;
    double top = 4.0;
    double bottom = 0.0;

    /// Room on a wide screen for the longest label and the longest value.
    RowLayout(std::size_t rows, double label_room, double value_room, bool for_narrow)
        : is_narrow(for_narrow), width(for_narrow ? narrow : wide) {
        if (!for_narrow) {
            left = std::max(left, label_room + 8.0);
            right = width - std::max(24.0, value_room + 10.0);
            row = bar_height + 6.0;
        }
        bottom = top + row * static_cast<double>(rows);
    }
};

/// How many groups begin among the bars up to this one, after the first.
double groups_before(const BarChart& chart, std::size_t bar) {
    double groups = 0.0;
    for (std::size_t i = 1; i <= bar && i < chart.bars.size(); ++i)
        groups += chart.bars[i].group != chart.bars[i - 1].group ? 1.0 : 0.0;
    return groups;
}
constexpr double group_gap = 8.0;

RowLayout layout_of(const BarChart& chart, bool for_narrow) {
    double labels = 0.0;
    double values = 0.0;
    for (const Bar& bar : chart.bars) {
        labels = std::max(labels, text_room(bar.label));
        if (!bar.missing) values = std::max(values, text_room(bar.text));
    }
    RowLayout layout(chart.bars.size(), labels, values, for_narrow);
    layout.bottom += group_gap * groups_before(chart, chart.bars.size());
    return layout;
}

std::string row_axis(const ChartAxis& axis, const RowLayout& layout, const AxisRange& range) {
    std::string svg;
    const double span = layout.right - layout.left;
    for (const Tick& tick : range.ticks(static_cast<std::size_t>(span / 55.0), axis.whole)) {
        const double x = layout.left + span * range.place(tick.value);
        svg += svg_line(x, layout.top, x, layout.bottom, grid_kind(tick));
        if (!tick.labelled) continue;
        // The first would be cut off at the edge of a narrow chart.
        const bool at_edge = layout.is_narrow && x <= layout.left;
        svg += svg_text(x, layout.bottom + text_height, at_edge ? "start" : "middle",
                        axis.text(tick.value), soft);
    }
    svg += svg_line(layout.left, layout.top, layout.left, layout.bottom, "axis");
    return svg + svg_text((layout.left + layout.right) / 2, layout.bottom + 2.0 * text_height,
                          "middle", axis.title, soft);
}

/// The label of a row and its value, which a wide screen shows at `end`.
std::string row_texts(const RowLayout& layout, double row_top, std::string_view label,
                      std::string_view value, double end, std::string_view kind) {
    if (layout.is_narrow) {
        const double baseline = row_top + text_height - 4.0;
        return svg_text(layout.left, baseline, "start", label) +
               svg_text(layout.right, baseline, "end", value, kind);
    }
    const double baseline = row_top + 3.0 + bar_height - 2.5;
    return svg_text(layout.left - 6.0, baseline, "end", label) +
           svg_text(end + 5.0, baseline, "start", value, kind);
}

/// Where the drawing of a row begins.
double drawing_top(const RowLayout& layout, double row_top) {
    return layout.is_narrow ? row_top + text_height : row_top + 3.0;
}

std::string one_bar(const Bar& bar, const RowLayout& layout, const AxisRange& range,
                    double row_top) {
    const double y = drawing_top(layout, row_top);
    const double length = bar.missing ? 0.0 : (layout.right - layout.left) * range.place(bar.value);
    std::string svg;
    if (bar.complete && length > 0.0) {
        svg = fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
            "class=\"bar\"/>\n",
            layout.left, y, length, bar_height);
    } else if (length > 0.0) {
        svg = open_bar(layout.left, y, length, bar_height);
    }
    return svg + row_texts(layout, row_top, bar.label, bar.text, layout.left + length,
                           bar.missing ? soft : "");
}

/// A chart of rows: the axis, then every row by `draw_row(index, top)`.
template <class DrawRow>
std::string draw_rows(std::size_t rows, std::string_view title, const ChartAxis& axis,
                      const RowLayout& layout, const AxisRange& range, const DrawRow& draw_row) {
    std::string svg = svg_begin(layout.width, layout.bottom + 2.0 * text_height + 6.0,
                                layout.is_narrow ? "narrow" : "wide", title);
    svg += row_axis(axis, layout, range);
    for (std::size_t i = 0; i < rows; ++i)
        svg += draw_row(i, layout.top + layout.row * static_cast<double>(i));
    return svg + "</svg>\n";
}

std::string draw(const BarChart& chart, bool for_narrow) {
    const RowLayout layout = layout_of(chart, for_narrow);
    const AxisRange range = range_of(chart);
    return draw_rows(chart.bars.size(), chart.title, chart.axis, layout, range,
                     [&](std::size_t i, double row_top) {
                         return one_bar(chart.bars[i], layout, range,
                                        row_top + group_gap * groups_before(chart, i));
                     });
}

// ---- Boxes

/// Whiskers to both ends, the middle half as a box, the median as a thick line across it.
std::string one_box(const Box& box, const RowLayout& layout, const AxisRange& range,
                    double row_top) {
    const double top = drawing_top(layout, row_top);
    const double middle = top + bar_height / 2.0;
    const auto x = [&](double value) {
        return layout.left + (layout.right - layout.left) * range.place(value);
    };
    const double first = x(box.first_quarter);
    std::string svg = svg_line(x(box.low), middle, first, middle, "whisker");
    svg += svg_line(x(box.third_quarter), middle, x(box.high), middle, "whisker");
    for (const double end : {box.low, box.high})
        svg += svg_line(x(end), top + 3.0, x(end), top + bar_height - 3.0, "whisker");
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"box\"/>\n",
        first, top, std::max(1.0, x(box.third_quarter) - first), bar_height);
    svg += svg_line(x(box.middle), top - 1.0, x(box.middle), top + bar_height + 1.0, "median");
    return svg + row_texts(layout, row_top, box.label, box.text, x(box.high), "");
}

std::string draw(const BoxChart& chart, bool for_narrow) {
    double labels = 0.0;
    double values = 0.0;
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const Box& box : chart.boxes) {
        labels = std::max(labels, text_room(box.label));
        values = std::max(values, text_room(box.text));
        most = std::max(most, box.high);
        if (box.low > 0.0 || chart.axis.scale == Scale::linear) least = std::min(least, box.low);
    }
    const AxisRange range(chart.axis.scale, least, most, false);
    const RowLayout layout(chart.boxes.size(), labels, values, for_narrow);
    return draw_rows(chart.boxes.size(), chart.title, chart.axis, layout, range,
                     [&](std::size_t i, double row_top) {
                         return one_box(chart.boxes[i], layout, range, row_top);
                     });
}

// ---- Scatter, lines, steps

/// Every look has a shape and a dash of its own, so that colour is not needed to tell series apart.
std::string mark(std::size_t look, double x, double y, std::string_view hint) {
    constexpr double r = 4.0;
    std::string shape;
    switch (look % 4) {
        case 0:
            shape = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"", x, y, r);
            break;
        case 1:
            shape = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"",
                                x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
            break;
        case 2:
            shape = fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}h{}z\"", x, y - r - 0.5, r + 0.5,
                                2 * r, -2 * r - 1);
            break;
        default:
            shape = fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}l{} {}l{} {}z\"", x, y - r - 1,
                                r + 1, r + 1, -r - 1, r + 1, -r - 1, -r - 1);
    }
    if (hint.empty()) return shape + "/>\n";
    // All that these shapes consist of is closed by the same name that opens them.
    const std::string tag = shape.substr(1, shape.find(' ') - 1);
    return fmt::format("{}><title>{}</title></{}>\n", shape, html_escaped(hint), tag);
}

/// Marks of one look: what they have in common is said once.
std::string marks(std::size_t look, std::string_view shapes) {
    // The second four are the first four, hollow.
    const bool hollow = look >= 4;
    return fmt::format("<g class=\"mark{}\" style=\"stroke:var(--s{}){}\">\n{}</g>\n",
                       hollow ? " hollow" : "", look,
                       hollow ? "" : fmt::format(";fill:var(--s{})", look), shapes);
}

std::size_t look_of(const XyChart& chart, std::size_t series) {
    return chart.series[series].look.value_or(series) % most_series;
}

constexpr std::string_view dashes[most_series] = {"",    "7 3", "2 3",  "8 3 2 3",
                                                  "4 2", "1 2", "10 4", "6 2 2 2 2 2"};

struct Bounds {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void include(double value, Scale scale) {
        most = std::max(most, value);
        if (scale == Scale::linear || value > 0.0) least = std::min(least, value);
    }
};

struct Frame {
    double left, right, top, bottom;
};

std::string axes(const XyChart& chart, const Frame& frame, const AxisRange& x_range,
                 const AxisRange& y_range) {
    std::string svg;
    for (const Tick& tick : y_range.ticks(
             static_cast<std::size_t>((frame.bottom - frame.top) / 32.0), chart.y.whole)) {
        const double y = frame.bottom - (frame.bottom - frame.top) * y_range.place(tick.value);
        svg += svg_line(frame.left, y, frame.right, y, grid_kind(tick));
        if (tick.labelled)
            svg += svg_text(frame.left - 6.0, y + 4.0, "end", chart.y.text(tick.value), soft);
    }
    for (const Tick& tick : x_range.ticks(
             static_cast<std::size_t>((frame.right - frame.left) / 60.0), chart.x.whole)) {
        const double x = frame.left + (frame.right - frame.left) * x_range.place(tick.value);
        svg += svg_line(x, frame.bottom, x, frame.bottom + (tick.labelled ? 5.0 : 3.0), "axis");
        if (tick.labelled)
            svg += svg_text(x, frame.bottom + text_height + 2.0, "middle", chart.x.text(tick.value),
                            soft);
    }
    svg += svg_line(frame.left, frame.bottom, frame.right, frame.bottom, "axis");
    svg += svg_line(frame.left, frame.top, frame.left, frame.bottom, "axis");
    svg += svg_text(frame.left, frame.top - 8.0, "start", chart.y.title, soft);
    svg += svg_text((frame.left + frame.right) / 2, frame.bottom + 2.0 * text_height + 4.0,
                    "middle", chart.x.title, soft);
    return svg;
}

std::string polyline(const std::vector<std::pair<double, double>>& places, bool steps,
                     std::size_t series) {
    std::string path;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& [x, y] = places[i];
        path += i == 0  ? fmt::format("M{:.1f} {:.1f}", x, y)
                : steps ? fmt::format("H{:.1f}V{:.1f}", x, y)
                        : fmt::format("L{:.1f} {:.1f}", x, y);
    }
    return fmt::format(
        "<path d=\"{}\" class=\"series\" style=\"stroke:var(--s{})\" stroke-dasharray=\"{}\"/>\n",
        path, series, dashes[series]);
}

/// One line per row of names, below the plot.
std::string legend(const XyChart& chart, double left, double width, double top, double& height) {
    std::string svg;
    double x = left;
    double y = top + text_height;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const double room = text_room(chart.series[s].name) + 44.0;
        if (x > left && x + room > width) {
            x = left;
            y += text_height + 2.0;
        }
        if (chart.style != SeriesStyle::points)
            svg += polyline({{x, y - 4.0}, {x + 24.0, y - 4.0}}, false, look_of(chart, s));
        svg += marks(look_of(chart, s), mark(look_of(chart, s), x + 12.0, y - 4.0, {}));
        svg += svg_text(x + 30.0, y, "start", chart.series[s].name);
        x += room;
    }
    height = y - top + 6.0;
    return svg;
}

std::string draw(const XyChart& chart, double width, std::string_view fit) {
    Bounds x_bounds;
    Bounds y_bounds;
    for (const Series& series : chart.series) {
        for (const auto& [x, y] : series.points) {
            x_bounds.include(x, chart.x.scale);
            y_bounds.include(y, chart.y.scale);
        }
    }
    if (chart.square) {
        x_bounds.least = y_bounds.least = std::min(x_bounds.least, y_bounds.least);
        x_bounds.most = y_bounds.most = std::max(x_bounds.most, y_bounds.most);
    }
    const AxisRange x_range(chart.x.scale, x_bounds.least, x_bounds.most, chart.square);
    const AxisRange y_range(chart.y.scale, y_bounds.least, y_bounds.most);
    const double plot_height =
        chart.square ? std::min(420.0, width - 80.0) : std::min(340.0, width * 0.75);
    // Half of the last label lies to the right of its tick.
    const double margin = std::max(14.0, text_room(chart.x.text(x_range.high())) / 2.0 + 2.0);
    const Frame frame{58.0, width - margin, 24.0, 24.0 + plot_height};
    double legend_height = 0.0;
    const double legend_top = frame.bottom + 2.0 * text_height + 10.0;
    const std::string names = legend(chart, 8.0, width, legend_top, legend_height);

    std::string svg = svg_begin(width, legend_top + legend_height, fit, chart.title);
    svg += axes(chart, frame, x_range, y_range);
    if (chart.square) svg += svg_line(frame.left, frame.bottom, frame.right, frame.top, "equal");
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const Series& series = chart.series[s];
        const std::size_t look = look_of(chart, s);
        std::vector<std::pair<double, double>> places;
        for (const auto& [x, y] : series.points) {
            places.emplace_back(frame.left + (frame.right - frame.left) * x_range.place(x),
                                frame.bottom - (frame.bottom - frame.top) * y_range.place(y));
        }
        const bool line = chart.style != SeriesStyle::points;
        if (line) svg += polyline(places, chart.style == SeriesStyle::step, look);
        const std::size_t every =
            line ? (places.size() + most_marks_of_line - 1) / most_marks_of_line : 1;
        std::string shapes;
        for (std::size_t i = 0; i < places.size(); ++i) {
            // The last one, where the line ends, has a mark in any case.
            if (every > 1 && i % every != 0 && i + 1 < places.size()) continue;
            shapes += mark(look, places[i].first, places[i].second,
                           i < series.hints.size() ? series.hints[i] : std::string());
        }
        svg += marks(look, shapes);
    }
    return svg + names + "</svg>\n";
}

}  // namespace

std::string short_number(double value) {
    if (value == 0.0) return "0";
    const double size = std::abs(value);
    // 999.6 would be written 1e+03.
    if (size >= 999.5e9) return fmt::format("{:.3g} T", value / 1e12);
    if (size >= 999.5e6) return fmt::format("{} G", plain(value / 1e9));
    if (size >= 999.5e3) return fmt::format("{} M", plain(value / 1e6));
    if (size >= 999.5) return fmt::format("{} k", plain(value / 1e3));
    if (size >= 100.0) return fmt::format("{:.0f}", value);
    return plain(value);
}

std::string seconds_tick(double value) {
    if (value == 0.0) return "0";
    if (value < 0.9995e-3) return fmt::format("{} µs", plain(value * 1e6));
    if (value < 0.9995) return fmt::format("{} ms", plain(value * 1e3));
    return fmt::format("{} s", short_number(value));
}

AxisRange::AxisRange(Scale scale, double least, double most, bool from_zero) : scale_(scale) {
    if (scale == Scale::logarithmic) {
        const bool any = std::isfinite(least) && least > 0.0 && most >= least;
        low_ = any ? decade_below(least) : 1.0;
        high_ = any ? decade_above(most) : 10.0;
        if (high_ <= low_) high_ = low_ * 10.0;
        return;
    }
    const bool any = std::isfinite(least) && std::isfinite(most);
    low_ = any && !from_zero ? least : std::min(0.0, any ? least : 0.0);
    high_ = any ? most : 1.0;
    if (high_ <= low_) high_ = low_ + 1.0;
    const double step = round_step(high_ - low_, 8);
    low_ = std::floor(low_ / step + 1e-9) * step;
    high_ = std::ceil(high_ / step - 1e-9) * step;
}

double AxisRange::place(double value) const {
    if (scale_ == Scale::linear) return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
    if (value <= low_) return 0.0;
    return std::clamp(std::log(value / low_) / std::log(high_ / low_), 0.0, 1.0);
}

std::vector<Tick> AxisRange::ticks(std::size_t most, bool whole) const {
    std::vector<Tick> ticks;
    most = std::max<std::size_t>(most, 2);
    if (scale_ == Scale::linear) {
        const double step = std::max(round_step(high_ - low_, most), whole ? 1.0 : 0.0);
        const auto first = static_cast<std::int64_t>(std::ceil(low_ / step - 1e-9));
        const auto last = static_cast<std::int64_t>(std::floor(high_ / step + 1e-9));
        for (std::int64_t i = first; i <= last; ++i)
            ticks.push_back({static_cast<double>(i) * step});
        return ticks;
    }
    const auto decades = static_cast<std::size_t>(std::llround(std::log10(high_ / low_)));
    const std::size_t every = (decades + most - 1) / most;
    const bool minor = decades <= 4;
    for (std::size_t d = 0; d <= decades; ++d) {
        const double decade = low_ * std::pow(10.0, static_cast<double>(d));
        ticks.push_back({decade, d % std::max<std::size_t>(every, 1) == 0});
        for (int factor = 2; minor && d < decades && factor <= 9; ++factor)
            ticks.push_back({factor * decade, decades == 1 && (factor == 2 || factor == 5)});
    }
    return ticks;
}

std::string figure(const BarChart& chart) {
    return figure_around(chart.title, draw(chart, false), draw(chart, true));
}

std::string figure(const BoxChart& chart) {
    return figure_around(chart.title, draw(chart, false), draw(chart, true));
}

std::string figure(const XyChart& chart) {
    XyChart shown = chart;
    if (shown.series.size() > most_series) shown.series.resize(most_series);
    return figure_around(chart.title, draw(shown, chart.square ? half : wide, "wide"),
                         draw(shown, narrow, "narrow"));
}

}  // namespace tessera::lab
