// Charts as SVG for html_page: bars, boxes, scatter, lines and steps, on linear or logarithmic axes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::lab {

enum class Scale { linear, logarithmic };

/// "0.001", "250", "12.3 k", "4 M": few characters, for axes and long tables.
std::string short_number(double value);
/// "1 ms", "250 ms", "10 s": for ticks of an axis of seconds.
std::string seconds_tick(double value);

/// How a chart writes the values of an axis.
using ValueText = std::string (*)(double);

struct ChartAxis {
    std::string title;
    Scale scale = Scale::linear;
    ValueText text = short_number;
    bool whole = false;  ///< only whole numbers mean something
};

/// A place on an axis; minor ones have no label.
struct Tick {
    double value = 0.0;
    bool labelled = true;
};

/// The part of an axis that is drawn, and where its values lie in it.
///
/// Logarithmic ranges are whole decades around the positive values (1 to 10 where there are none); linear ones begin at
/// zero, unless `from_zero` is false, and end at a tick.
class AxisRange {
  public:
    AxisRange(Scale scale, double least, double most, bool from_zero = true);

    double low() const { return low_; }
    double high() const { return high_; }
    /// 0 at the low end, 1 at the high end; values outside lie at the end.
    double place(double value) const;
    /// Round values, at most about `most` of them labelled: 1, 2 or 5 times a power of ten; decades on a
    /// logarithmic axis, with 2 to 9 times each between them where there is room.
    /// `whole` leaves out fractions.
    std::vector<Tick> ticks(std::size_t most, bool whole = false) const;

  private:
    Scale scale_;
    double low_;
    double high_;
};

struct Bar {
    std::string label;
    double value = 0.0;
    std::string text;      ///< at its end
    bool complete = true;  ///< false: a run that was stopped, of which the value shows only a part
    bool missing = false;  ///< there is no value; only the text is shown
    std::string group = {};  ///< bars of one group that follow each other stand closer together
};
struct BarChart {
    std::string title;
    ChartAxis axis;
    std::vector<Bar> bars;
};

/// The distribution of some values: five of them, and a text with the middle one.
struct Box {
    std::string label;
    double low = 0.0;  ///< where the whiskers end
    double first_quarter = 0.0;
    double middle = 0.0;
    double third_quarter = 0.0;
    double high = 0.0;
    std::string text;
};
struct BoxChart {
    std::string title;
    ChartAxis axis;
    std::vector<Box> boxes;
};

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
    std::vector<std::string> hints;  ///< what a pointer over each point shows; may be empty
    /// Which of the `most_series` looks it has; by default that of its place. Look n + 4 is look n, hollow.
    std::optional<std::size_t> look = std::nullopt;
};
enum class SeriesStyle {
    points,  ///< scatter
    line,
    step,  ///< each value holds until the next: cactus plots
};
struct XyChart {
    std::string title;
    ChartAxis x;
    ChartAxis y;
    SeriesStyle style = SeriesStyle::points;
    std::vector<Series> series;
    /// Both axes have the same range, with a line where x = y: two of them stand side by side where there is room.
    bool square = false;
};
/// A line has this many marks at most, however many points it has.
inline constexpr std::size_t most_marks_of_line = 24;
/// More series than this cannot be told apart.
inline constexpr std::size_t most_series = 8;

/// Each chart in two widths, of which the page shows the one that fits the screen, in a figure with its title.
std::string figure(const BarChart& chart);
std::string figure(const BoxChart& chart);
std::string figure(const XyChart& chart);

}  // namespace tessera::lab
