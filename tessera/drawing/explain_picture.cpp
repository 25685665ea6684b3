// Draws an explanation: for each heuristic the board, with the contribution of each tile, line, group and direction.
#include "tessera/drawing/explain_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tessera/base/readable.hpp"
#include "tessera/drawing/svg.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

using svg::Anchor;
using svg::Box;
using svg::Canvas;
using svg::Font;
using svg::Point;
using svg::Shape;

constexpr double margin = 24.0;
constexpr double line_height = 17.0;
constexpr double small_text = 12.0;
/// The width of a character of text of size 1, roughly; lines are cut with some room to spare.
constexpr double character_width = 0.56;

constexpr std::string_view ink = "#1a1a1a";
constexpr std::string_view quiet = "#5a5a5a";
constexpr std::string_view alarm = "#a3132e";
/// The colours of patterns: they differ in lightness, too.
constexpr std::array<std::string_view, 8> group_fills = {
    "#cfe3f5", "#f7d79a", "#a9d9b4", "#e9b7c9", "#f4f0c0", "#b9a9dc", "#dddddd", "#8fc9d6"};

std::string value_text(double value) {
    if (!std::isfinite(value)) return "∞";
    if (value == std::floor(value)) return fmt::format("{:.0f}", value);
    return fmt::format("{:.2f}", value);
}

/// "7, 6 and 5".
std::string listed(const std::vector<Tile>& tiles) {
    std::string text;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (i > 0) text += i + 1 == tiles.size() ? " and " : ", ";
        text += fmt::to_string(index(tiles[i]));
    }
    return text;
}

/// White for 0; the darker, the nearer to the largest value.
std::string shade(double value, double largest) {
    const double part = largest > 0.0 ? value / largest : 0.0;
    const auto mix = [&](double end) { return static_cast<int>(255.0 - part * (255.0 - end)); };
    return fmt::format("#{:02x}{:02x}{:02x}", mix(150.0), mix(190.0), mix(230.0));
}

/// The parts of an explanation, by the way they are drawn; for `largest` only the part that counts.
struct Drawn {
    std::vector<double> tile_values;
    std::vector<const Explanation*> lines;
    std::vector<const Explanation*> patterns;
    std::vector<const Explanation*> jumps;
    std::vector<const Explanation*> departures;
    std::vector<const LineMatrix*> matrices;
    std::vector<double> matrix_values;
    std::vector<bool> towards_home;  ///< by tile: it has a part that says where it goes
    std::vector<Cell> goals;         ///< by tile
    std::vector<std::string> captions;

    Drawn(const Explanation& explanation, Geometry geometry)
        : tile_values(values_by_tile(explanation, geometry)),
          towards_home(geometry.cells(), false),
          goals(geometry.cells()) {
        visit(explanation, 0);
    }

  private:
    void visit(const Explanation& part, int depth) {
        switch (part.kind) {
            case PartKind::tile:
                towards_home[index(part.tiles.front())] = true;
                goals[index(part.tiles.front())] = part.goals.front();
                break;
            case PartKind::line:
                lines.push_back(&part);
                break;
            case PartKind::pattern:
                patterns.push_back(&part);
                break;
            case PartKind::jump:
                jumps.push_back(&part);
                break;
            case PartKind::departure:
                departures.push_back(&part);
                break;
            default:
                break;
        }
        if (part.matrix) {
            matrices.push_back(&*part.matrix);
            matrix_values.push_back(part.value);
        }
        add_caption(part, depth);
        const std::size_t chosen =
            part.combination == Combination::largest ? part.largest_part() : part.parts.size();
        for (std::size_t i = 0; i < part.parts.size(); ++i) {
            if (part.combination == Combination::largest && i != chosen) {
                add_caption(part.parts[i], depth + 1);
            } else {
                visit(part.parts[i], depth + 1);
            }
        }
    }
    /// Tiles, jumps and conflicts are seen on the board.
    void add_caption(const Explanation& part, int depth) {
        if (depth == 0) {
            if (!part.reason.words.empty()) captions.push_back(part.reason.text());
            return;
        }
        if (part.kind == PartKind::tile || part.kind == PartKind::jump ||
            part.kind == PartKind::conflict || part.kind == PartKind::inversion) {
            return;
        }
        std::string text = fmt::format("{}: {} – {}", value_text(part.value), part.title.text(),
                                       part.reason.text());
        if (part.kind == PartKind::pattern) {
            text.insert(0, fmt::format("{} = ", letter(patterns.size() - 1)));
        }
        if (part.kind == PartKind::line && !part.leaving.empty()) {
            text += fmt::format("; {} must leave it", listed(part.leaving));
        }
        captions.push_back(std::move(text));
    }

  public:
    static char letter(std::size_t pattern) { return static_cast<char>('a' + pattern % 26); }
};

/// One heuristic: its name and value, the board, tables, and words.
class Panel {
  public:
    Panel(Canvas& canvas, const BoardExplanation& explained, const HeuristicExplanation& heuristic,
          Point origin, double width, double cell)
        : canvas_(canvas),
          explained_(explained),
          heuristic_(heuristic),
          shape_(explained.start.geometry()),
          drawn_(heuristic.explanation, shape_),
          left_(origin.x),
          y_(origin.y),
          width_(width),
          cell_(cell) {
        for (const Explanation* line : drawn_.lines) {
            (line->line->is_row ? row_gap_ : column_gap_) = cell * 0.36;
        }
        board_left_ =
            left_ + column_gap_ +
            std::max(0.0, (width - column_gap_ - board_size(shape_.cols, column_gap_)) / 2);
    }

    /// Draws it and returns where the next one may begin below it.
    double draw() {
        canvas_.begin_group(fmt::format("{} = {} on {}", heuristic_.name,
                                        value_text(heuristic_.explanation.value),
                                        inline_form(explained_.start)));
        draw_heading();
        y_ += 8.0 + row_gap_;
        board_top_ = y_;
        draw_tiles();
        draw_jumps();
        for (const Explanation* line : drawn_.lines) draw_conflicts(*line);
        y_ = board_top_ + board_size(shape_.rows, row_gap_) + 14.0;
        draw_matrices();
        draw_captions();
        canvas_.end_group();
        return y_;
    }

  private:
    /// Lines in conflict have their bows in gaps between the lines, so that these cover nothing.
    double board_size(std::size_t lines, double gap) const {
        return cell_ * static_cast<double>(lines) + gap * static_cast<double>(lines - 1);
    }
    std::size_t characters_at(double size) const {
        return static_cast<std::size_t>(width_ / (size * character_width));
    }
    Box box_of(Cell cell) const {
        return {board_left_ + (cell_ + column_gap_) * static_cast<double>(shape_.col(cell)),
                board_top_ + (cell_ + row_gap_) * static_cast<double>(shape_.row(cell)), cell_,
                cell_};
    }
    Cell cell_with(Tile tile) const {
        for (std::size_t c = 0; c < shape_.cells(); ++c) {
            if (explained_.start.tile_at(make_cell(c)) == tile) return make_cell(c);
        }
        return make_cell(0);
    }
    void words(std::string_view text, double size, const Font& font) {
        for (const std::string& line : wrapped(text, characters_at(size))) {
            y_ += size * 1.4;
            Font sized = font;
            sized.size = size;
            canvas_.text({left_, y_}, line, sized);
        }
    }

    void draw_heading() {
        Font heading;
        heading.bold = true;
        words(fmt::format("{} = {}", heuristic_.name, value_text(heuristic_.explanation.value)),
              18.0, heading);
        std::string claim = heuristic_.spec.admissible() ? "never too high" : "may be too high";
        if (explained_.truth && explained_.truth->proven()) {
            claim += fmt::format("; the truth is {}", *explained_.truth->best);
        }
        Font plain;
        plain.fill = quiet;
        words(claim, small_text, plain);
        y_ += 4.0;
    }

    bool leaves(Tile tile, bool along_row) const {
        for (const Explanation* line : drawn_.lines) {
            if (line->line->is_row == along_row &&
                std::find(line->leaving.begin(), line->leaving.end(), tile) !=
                    line->leaving.end()) {
                return true;
            }
        }
        return false;
    }
    bool steps_aside(Tile tile) const {
        return std::any_of(drawn_.departures.begin(), drawn_.departures.end(),
                           [&](const Explanation* part) {
                               return std::find(part->leaving.begin(), part->leaving.end(), tile) !=
                                      part->leaving.end();
                           });
    }
    std::optional<std::size_t> pattern_of(Tile tile) const {
        for (std::size_t i = 0; i < drawn_.patterns.size(); ++i) {
            const auto& tiles = drawn_.patterns[i]->tiles;
            if (std::find(tiles.begin(), tiles.end(), tile) != tiles.end()) return i;
        }
        return std::nullopt;
    }

    void draw_tiles() {
        const double largest =
            *std::max_element(drawn_.tile_values.begin(), drawn_.tile_values.end());
        for (std::size_t c = 0; c < shape_.cells(); ++c) {
            const Box box = box_of(make_cell(c));
            const Tile tile = explained_.start.tile_at(make_cell(c));
            if (tile == blank_tile) {
                canvas_.box(box, {"#eeeeee", "#bbbbbb", 1.0, 0.0, false});
                continue;
            }
            draw_tile(tile, box, largest);
        }
    }
    void draw_tile(Tile tile, const Box& box, double largest) {
        const double value = drawn_.tile_values[index(tile)];
        const std::optional<std::size_t> pattern = pattern_of(tile);
        const std::string shaded =
            drawn_.matrices.empty() ? shade(value, largest) : shade(lines_off(tile), 3.0);
        const std::string_view fill =
            pattern ? group_fills[*pattern % group_fills.size()] : std::string_view(shaded);
        const bool by_row = leaves(tile, true);
        const bool by_column = leaves(tile, false);
        const bool marked = by_row || by_column || steps_aside(tile);
        const double inset = marked ? 2.5 : 1.0;
        canvas_.box({box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset},
                    {fill, marked ? alarm : std::string_view("#555555"), marked ? 3.5 : 1.0,
                     cell_ * 0.1, false});
        Font number;
        number.size = cell_ * (shape_.cells() > 100 ? 0.34 : 0.4);
        number.anchor = Anchor::middle;
        number.bold = true;
        canvas_.text({box.centre().x, box.centre().y + number.size * 0.36},
                     fmt::to_string(index(tile)), number);
        Font mark;
        mark.size = std::max(8.0, cell_ * 0.2);
        if (value != 0.0) {
            mark.anchor = Anchor::end;
            canvas_.text({box.x + box.width * 0.93, box.y + box.height * 0.92},
                         fmt::format("+{}", value_text(value)), mark);
        }
        if (pattern) {
            mark.anchor = Anchor::start;
            canvas_.text({box.x + box.width * 0.1, box.y + box.height * 0.26},
                         std::string(1, Drawn::letter(*pattern)), mark);
        }
        if (!drawn_.matrices.empty() && cell_ >= 36.0) {
            const Cell home = home_of(tile);
            mark.anchor = Anchor::middle;
            mark.fill = quiet;
            canvas_.text({box.centre().x, box.y + box.height * 0.92},
                         fmt::format("r{} c{}", shape_.row(home) + 1, shape_.col(home) + 1), mark);
        }
        if (drawn_.towards_home[index(tile)]) draw_way_home(tile, box);
        if (by_row) draw_exit(box, true);
        if (by_column) draw_exit(box, false);
    }
    Cell home_of(Tile tile) const {
        const auto tiles = explained_.goal.tiles();
        return make_cell(
            static_cast<std::size_t>(std::find(tiles.begin(), tiles.end(), tile) - tiles.begin()));
    }
    /// 1 for a tile outside its row or its column, 2 for one outside both.
    double lines_off(Tile tile) const {
        const Cell here = cell_with(tile);
        const Cell home = home_of(tile);
        return (shape_.row(here) != shape_.row(home) ? 1.0 : 0.0) +
               (shape_.col(here) != shape_.col(home) ? 1.0 : 0.0);
    }
    /// A little arrow that points to where the tile belongs.
    void draw_way_home(Tile tile, const Box& box) {
        const Point home = box_of(drawn_.goals[index(tile)]).centre();
        const Point here = box.centre();
        const double length = std::hypot(home.x - here.x, home.y - here.y);
        if (length == 0.0 || cell_ < 28.0) return;
        const Point at{box.x + box.width * 0.22, box.y + box.height * 0.82};
        const double dx = (home.x - here.x) / length * cell_ * 0.12;
        const double dy = (home.y - here.y) / length * cell_ * 0.12;
        canvas_.arrow({at.x - dx, at.y - dy}, {at.x + dx, at.y + dy}, {{}, quiet, 1.4, 0.0, false});
    }
    /// Arrows both ways out of the line the tile has to leave.
    void draw_exit(const Box& box, bool of_row) {
        const double reach = cell_ * 0.13;
        const Point at = of_row ? Point{box.x + box.width * 0.84, box.y + box.height * 0.5}
                                : Point{box.x + box.width * 0.5, box.y + box.height * 0.16};
        const Point step = of_row ? Point{0.0, reach} : Point{reach, 0.0};
        const Shape shape{{}, alarm, 1.8, 0.0, false};
        canvas_.arrow(at, {at.x + step.x, at.y + step.y}, shape);
        canvas_.arrow(at, {at.x - step.x, at.y - step.y}, shape);
    }

    /// A bow over the two tiles of each pair: above a row, left of a column; the wider the higher.
    void draw_conflicts(const Explanation& line) {
        const bool is_row = line.line->is_row;
        const double gap = is_row ? row_gap_ : column_gap_;
        const double longest = static_cast<double>((is_row ? shape_.cols : shape_.rows) - 1);
        for (const auto& [first, second] : line.pairs) {
            const Box a = box_of(cell_with(first));
            const Box b = box_of(cell_with(second));
            const double steps =
                std::hypot(a.x - b.x, a.y - b.y) / (cell_ + (is_row ? column_gap_ : row_gap_));
            // A curve rises half as far as its control point.
            const double rise = 2.0 * gap * (0.4 + 0.55 * steps / longest);
            const Shape shape{{}, alarm, 2.0, 0.0, !is_row};
            if (is_row) {
                const Point from{a.centre().x + cell_ * 0.08, a.y + 2.0};
                const Point to{b.centre().x - cell_ * 0.08, b.y + 2.0};
                canvas_.curve(from, {(from.x + to.x) / 2, from.y - rise}, to, shape);
            } else {
                const Point from{a.x + 2.0, a.centre().y + cell_ * 0.08};
                const Point to{b.x + 2.0, b.centre().y - cell_ * 0.08};
                canvas_.curve(from, {from.x - rise, (from.y + to.y) / 2}, to, shape);
            }
        }
    }
    void draw_jumps() {
        for (const Explanation* jump : drawn_.jumps) {
            const Point from = box_of(jump->cells.front()).centre();
            const Point to = box_of(jump->goals.front()).centre();
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            const double dx = (to.x - from.x) / length;
            const double dy = (to.y - from.y) / length;
            const double off = cell_ * 0.3;
            // Beside the middle, so that jumps there and back do not cover each other.
            const Point aside{-dy * cell_ * 0.1, dx * cell_ * 0.1};
            canvas_.arrow({from.x + dx * off + aside.x, from.y + dy * off + aside.y},
                          {to.x - dx * off + aside.x, to.y - dy * off + aside.y},
                          {{}, alarm, 1.5, 0.0, false});
        }
    }

    /// Side by side where they fit, else one below the other.
    void draw_matrices() {
        double x = left_;
        double deepest = y_;
        for (std::size_t i = 0; i < drawn_.matrices.size(); ++i) {
            const LineMatrix& matrix = *drawn_.matrices[i];
            const double size = matrix_label + matrix_cell * static_cast<double>(matrix.lines);
            if (x > left_ && x + size > left_ + width_) {
                x = left_;
                y_ = deepest;
            }
            deepest = std::max(deepest, draw_matrix(matrix, drawn_.matrix_values[i], {x, y_}));
            x += size + 28.0;
        }
        y_ = deepest;
    }
    double draw_matrix(const LineMatrix& matrix, double value, Point at) {
        const std::string_view noun = matrix.of_rows ? "row" : "col";
        Font font;
        font.size = small_text;
        font.bold = true;
        canvas_.text({at.x, at.y + 12.0},
                     fmt::format("{} moves: {}", matrix.of_rows ? "vertical" : "horizontal",
                                 value_text(value)),
                     font);
        font.bold = false;
        font.fill = quiet;
        const double top = at.y + 38.0;
        canvas_.text({at.x, top - 6.0}, "tiles for", font);
        font.anchor = Anchor::middle;
        for (std::size_t j = 0; j < matrix.lines; ++j) {
            canvas_.text(
                {at.x + matrix_label + matrix_cell * (static_cast<double>(j) + 0.5), top - 6.0},
                fmt::format("{}", j + 1), font);
        }
        for (std::size_t i = 0; i < matrix.lines; ++i) {
            const double y = top + matrix_cell * static_cast<double>(i);
            font.anchor = Anchor::start;
            canvas_.text({at.x, y + 17.0},
                         fmt::format("in {} {}{}", noun, i + 1, i == matrix.blank_line ? " □" : ""),
                         font);
            for (std::size_t j = 0; j < matrix.lines; ++j) {
                draw_count(matrix, i, j,
                           {at.x + matrix_label + matrix_cell * static_cast<double>(j), y,
                            matrix_cell, matrix_cell});
            }
        }
        return top + matrix_cell * static_cast<double>(matrix.lines) + 10.0;
    }
    void draw_count(const LineMatrix& matrix, std::size_t i, std::size_t j, const Box& box) {
        const std::size_t count = matrix.count(i, j);
        canvas_.box(box, {i == j      ? std::string_view("#e6e6e6")
                          : count > 0 ? std::string_view("#cfe3f5")
                                      : std::string_view("#ffffff"),
                          "#999999", 1.0, 0.0, false});
        Font font;
        font.size = 13.0;
        font.anchor = Anchor::middle;
        font.bold = i != j && count > 0;
        font.fill = count == 0 ? std::string_view("#9a9a9a") : ink;
        canvas_.text({box.centre().x, box.centre().y + 4.5}, fmt::to_string(count), font);
    }

    void draw_captions() {
        constexpr std::size_t most = 10;
        Font font;
        for (std::size_t i = 0; i < drawn_.captions.size() && i < most; ++i) {
            words(drawn_.captions[i], small_text, font);
        }
        if (drawn_.captions.size() > most) {
            words(fmt::format("… and {} more", drawn_.captions.size() - most), small_text, font);
        }
    }

    static constexpr double matrix_label = 74.0;
    static constexpr double matrix_cell = 24.0;

    Canvas& canvas_;
    const BoardExplanation& explained_;
    const HeuristicExplanation& heuristic_;
    Geometry shape_;
    Drawn drawn_;
    double left_;
    double y_;
    double width_;
    double cell_;
    double row_gap_ = 0.0;     ///< between rows
    double column_gap_ = 0.0;  ///< between columns
    double board_left_ = 0.0;
    double board_top_ = 0.0;
};

std::string headline(const BoardExplanation& explained) {
    const Geometry shape = explained.start.geometry();
    return fmt::format("{}{}×{} board, goal {}", explained.id.empty() ? "" : explained.id + ": ",
                       shape.rows, shape.cols, goal_name(explained.goal));
}

}  // namespace

std::vector<std::string> default_panels() {
    return {"manhattan", "linear-conflict", "walking-distance", "pdb"};
}

std::vector<std::string> every_panel(const BoardExplanation& explained) {
    std::vector<std::string> names;
    names.reserve(explained.heuristics.size());
    for (const HeuristicExplanation& heuristic : explained.heuristics) {
        names.push_back(heuristic.name);
    }
    return names;
}

std::string draw_explanation(const BoardExplanation& explained,
                             const std::vector<std::string>& panels) {
    std::vector<const HeuristicExplanation*> chosen;
    for (const std::string& name : panels) {
        for (const HeuristicExplanation& heuristic : explained.heuristics) {
            if (heuristic.name == name) chosen.push_back(&heuristic);
        }
    }
    const Geometry shape = explained.start.geometry();
    const double side = std::max(shape.rows, shape.cols);
    const double cell = std::clamp(std::floor(320.0 / side), 24.0, 72.0);
    const double panel = std::max(400.0, cell * (1.36 * static_cast<double>(shape.cols) + 0.4));
    const std::size_t columns = std::min<std::size_t>(std::max<std::size_t>(chosen.size(), 1), 2);
    const double width = margin + static_cast<double>(columns) * (panel + margin);

    Canvas canvas;
    Font heading;
    heading.size = 20.0;
    heading.bold = true;
    double y = margin + 16.0;
    canvas.text({margin, y}, headline(explained), heading);
    Font plain;
    plain.size = 13.0;
    const auto characters =
        static_cast<std::size_t>((width - 2 * margin) / (plain.size * character_width));
    const SolvabilityReport& report = explained.solvability;
    const std::string verdict =
        fmt::format("{} {}", report.solvable ? "Solvable." : "Unsolvable.", report.reason);
    for (const std::string& line : wrapped(verdict, characters)) {
        y += line_height;
        canvas.text({margin, y}, line, plain);
    }
    y += margin;
    for (std::size_t i = 0; i < chosen.size(); i += columns) {
        double deepest = y;
        for (std::size_t j = 0; j < columns && i + j < chosen.size(); ++j) {
            const Point origin{margin + static_cast<double>(j) * (panel + margin), y};
            deepest = std::max(
                deepest, Panel(canvas, explained, *chosen[i + j], origin, panel, cell).draw());
        }
        y = deepest + margin;
    }
    std::vector<std::string> values;
    values.reserve(chosen.size());
    for (const HeuristicExplanation* heuristic : chosen) {
        values.push_back(
            fmt::format("{} = {}", heuristic->name, value_text(heuristic->explanation.value)));
    }
    return canvas.finish(width, y, headline(explained),
                         fmt::format("The board {} and what heuristics say of it: {}.",
                                     inline_form(explained.start), fmt::join(values, ", ")));
}

}  // namespace tessera
