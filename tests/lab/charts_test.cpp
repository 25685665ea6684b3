// Charts: ticks where people expect them, values where they belong, every text escaped.
#include "tessera/lab/charts.hpp"

#include <gtest/gtest.h>

#include <regex>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/texts.hpp"

namespace tessera::lab {
namespace {

std::vector<double> labelled(const AxisRange& range, std::size_t most, bool whole = false) {
    std::vector<double> values;
    for (const Tick& tick : range.ticks(most, whole)) {
        if (tick.labelled) values.push_back(tick.value);
    }
    return values;
}

TEST(Axis, LinearTicksAreRound) {
    const AxisRange range(Scale::linear, 3.0, 97.0);
    EXPECT_DOUBLE_EQ(range.low(), 0.0);
    EXPECT_DOUBLE_EQ(range.high(), 100.0);
    EXPECT_EQ(labelled(range, 5), (std::vector<double>{0, 20, 40, 60, 80, 100}));
    EXPECT_EQ(labelled(range, 2), (std::vector<double>{0, 50, 100}));
    EXPECT_DOUBLE_EQ(range.place(50.0), 0.5);
    EXPECT_DOUBLE_EQ(range.place(-5.0), 0.0);
    EXPECT_DOUBLE_EQ(range.place(500.0), 1.0);
}

TEST(Axis, WholeNumbersHaveNoFractionsBetweenThem) {
    const AxisRange range(Scale::linear, 1.0, 3.0, false);
    for (const double value : labelled(range, 20, true)) EXPECT_EQ(value, std::floor(value));
}

TEST(Axis, LogarithmicRangesAreWholeDecades) {
    const AxisRange range(Scale::logarithmic, 37.0, 4'200'000.0);
    EXPECT_DOUBLE_EQ(range.low(), 10.0);
    EXPECT_DOUBLE_EQ(range.high(), 1e7);
    EXPECT_EQ(labelled(range, 10), (std::vector<double>{10, 100, 1000, 1e4, 1e5, 1e6, 1e7}));
    EXPECT_LE(labelled(range, 3).size(), 4U);
    EXPECT_NEAR(range.place(1e4), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(range.place(0.0), 0.0) << "zero has no place, and lies at the end";
    // A value that is a decade itself does not open another.
    EXPECT_DOUBLE_EQ(AxisRange(Scale::logarithmic, 10.0, 1000.0).low(), 10.0);
    EXPECT_DOUBLE_EQ(AxisRange(Scale::logarithmic, 10.0, 1000.0).high(), 1000.0);
}

TEST(Axis, NothingToShowIsNoTrouble) {
    const double none = std::numeric_limits<double>::infinity();
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
        for (const auto& [least, most] : std::vector<std::pair<double, double>>{
                 {none, -none}, {none, 0.0}, {5.0, 5.0}, {0.0, 0.0}, {1e-9, 1e12}}) {
            const AxisRange range(scale, least, most);
            EXPECT_LT(range.low(), range.high());
            EXPECT_TRUE(std::isfinite(range.low()) && std::isfinite(range.high()));
            EXPECT_GE(range.ticks(5).size(), 2U);
            EXPECT_LE(range.ticks(5).size(), 60U);
        }
    }
}

TEST(Numbers, AreShort) {
    EXPECT_EQ(short_number(0.0), "0");
    EXPECT_EQ(short_number(0.25), "0.25");
    EXPECT_EQ(short_number(999.0), "999");
    EXPECT_EQ(short_number(999.9), "1 k");
    EXPECT_EQ(short_number(1000.0), "1 k");
    EXPECT_EQ(short_number(12'345.0), "12.3 k");
    EXPECT_EQ(short_number(999'999.0), "1 M");
    EXPECT_EQ(short_number(4.56e9), "4.56 G");
    EXPECT_EQ(seconds_tick(1e-5), "10 µs");
    EXPECT_EQ(seconds_tick(1e-3), "1 ms");
    EXPECT_EQ(seconds_tick(0.1), "100 ms");
    EXPECT_EQ(seconds_tick(1.0), "1 s");
}

TEST(Charts, BarsInBothWidthsAndEscaped) {
    BarChart chart;
    chart.title = "a < b & \"c\"";
    chart.axis = {"nodes", Scale::logarithmic, short_number};
    chart.bars = {{"<script>", 100.0, "100", true, false},
                  {"stopped", 1000.0, "1,000", false, false},
                  {"absent", 0.0, "not run", true, true}};
    const std::string svg = figure(chart);
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(count_of(svg, "&lt;script&gt;"), 2U) << "once for wide and once for narrow screens";
    EXPECT_EQ(count_of(svg, "class=\"bar\""), 2U) << "only what came to its end is a full bar";
    EXPECT_GT(count_of(svg, "class=\"stripe\""), 10U);
    EXPECT_EQ(count_of(svg, ">not run<"), 2U);
    EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

/// Bars of one algorithm stand together: between groups there is more room than between bars.
TEST(Charts, BarsOfAGroupStandTogether) {
    BarChart chart;
    chart.axis = {"nodes", Scale::linear, short_number};
    for (const char* group : {"a", "a", "b"}) {
        chart.bars.push_back({"bar", 5.0, "5"});
        chart.bars.back().group = group;
    }
    const std::string svg = figure(chart);
    const std::regex place("y=\"([0-9.]+)\"[^>]*class=\"bar\"");
    std::vector<double> tops;
    for (std::sregex_iterator at(svg.begin(), svg.end(), place), end; at != end; ++at)
        tops.push_back(std::stod((*at)[1]));
    ASSERT_EQ(tops.size(), 6U);
    EXPECT_GT(tops[2] - tops[1], tops[1] - tops[0]);
    EXPECT_GT(tops[5] - tops[4], tops[4] - tops[3]);
}

TEST(Charts, SeriesHaveMarksLinesAndALegend) {
    XyChart chart;
    chart.x = {"boards", Scale::linear, short_number, true};
    chart.y = {"nodes", Scale::logarithmic, short_number};
    chart.style = SeriesStyle::step;
    for (int s = 0; s < 10; ++s) {
        chart.series.push_back({"series<" + std::to_string(s),
                                {{1.0, 10.0}, {2.0, 1000.0 * (s + 1)}},
                                {"first", "second"}});
    }
    const std::string svg = figure(chart);
    EXPECT_EQ(count_of(svg, "series&lt;7"), 2U);
    EXPECT_EQ(count_of(svg, "series&lt;8"), 0U) << "more than eight cannot be told apart";
    EXPECT_EQ(count_of(svg, "<title>second</title>"), 16U);
    // Steps go along, then up.
    EXPECT_GT(count_of(svg, "H"), 10U);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_NE(figure(XyChart()).find("<svg"), std::string::npos) << "even without any series";
}

/// On an axis from 1 to 10,000 that is 1,000 − label − value wide, a decade is a quarter of it.
TEST(Charts, BoxesLieWhereTheirValuesAre) {
    BoxChart chart;
    chart.title = "boxes & whiskers";
    chart.axis = {"nodes", Scale::logarithmic, short_number};
    chart.boxes = {{"a<b", 1.0, 10.0, 100.0, 1000.0, 10'000.0, "100"}};
    const std::string svg = figure(chart);
    EXPECT_EQ(count_of(svg, "class=\"box\""), 2U) << "once for wide and once for narrow screens";
    EXPECT_EQ(count_of(svg, "class=\"median\""), 2U);
    EXPECT_EQ(count_of(svg, "class=\"whisker\""), 8U);
    EXPECT_EQ(count_of(svg, "a&lt;b"), 2U);
    // Narrow: from 4 to 334; the quarters at 86.5 and 251.5, the median in the middle.
    EXPECT_NE(svg.find("<rect x=\"86.5\" y=\"20.0\" width=\"165.0\""), std::string::npos) << svg;
    EXPECT_NE(svg.find("<line x1=\"169.0\" y1=\"19.0\" x2=\"169.0\""), std::string::npos) << svg;
    EXPECT_NE(figure(BoxChart()).find("<svg"), std::string::npos) << "even without any box";
}

TEST(Charts, SquareOnesHaveOneRangeAndTheLineOfEquality) {
    XyChart chart;
    chart.x = {"one", Scale::logarithmic, short_number};
    chart.y = {"other", Scale::logarithmic, short_number};
    chart.square = true;
    chart.series.push_back({"both", {{10.0, 1000.0}}, {}});
    chart.series.push_back({"one stopped", {{100.0, 100.0}}, {}, 4});
    const std::string svg = figure(chart);
    EXPECT_EQ(count_of(svg, "class=\"equal\""), 2U);
    EXPECT_EQ(count_of(svg, "class=\"mark hollow\""), 4U) << "in the plot and in the legend";
    EXPECT_EQ(count_of(svg, ">1 k</text>"), 4U) << "both axes reach as far as either needs";
}

TEST(Charts, LongLinesHaveFewMarks) {
    XyChart chart;
    chart.style = SeriesStyle::step;
    Series series{"long", {}, {}};
    for (int i = 1; i <= 500; ++i) series.points.emplace_back(i, i);
    chart.series.push_back(series);
    // In two widths, each with one in the legend, and one where the line ends.
    EXPECT_LE(count_of(figure(chart), "<circle"), 2U * (most_marks_of_line + 2U));
    EXPECT_GE(count_of(figure(chart), "<circle"), 2U * (most_marks_of_line / 2U));
}

}  // namespace
}  // namespace tessera::lab
