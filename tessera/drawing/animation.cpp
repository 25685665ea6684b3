// Animates a solution as SVG and as HTML.
// This folder draws pictures and animations (SVG, HTML, GIF) from what the core computes.
#include "tessera/drawing/animation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/drawing/svg.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

constexpr std::size_t pitch = 64;  ///< pixels from cell to cell
constexpr std::size_t inset = 2;   ///< of a tile in its cell
constexpr std::size_t margin = 10;
constexpr std::size_t footer = 34;
constexpr std::size_t line = 24;  ///< from number to number on the strip of the counter
constexpr double lead_seconds = 1.0;
constexpr double rest_seconds = 2.0;
constexpr double longest_slide = 0.25;  ///< seconds

/// The same colours as the page's.
constexpr std::string_view colours =
    ":root{--paper:#f6f2e9;--ink:#2d2a22;--tray:#cfc6b4;--t:#fffaf0;--h:#e3f0e6;--edge:#c2b595}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#16191b;--ink:#f3efe6;--tray:#0d1011;"
    "--t:#363e43;--h:#2c4a3c;--edge:#59636a}}\n";
constexpr std::string_view fonts =
    "font-family:'DejaVu Sans','Liberation Sans',Arial,sans-serif;text-anchor:middle;fill:var(--"
    "ink)";

/// At most four decimals, none that say nothing.
std::string number(double value) {
    std::string text = fmt::format("{:.4f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

struct Place {
    std::size_t x;
    std::size_t y;
};

Place place_of(Geometry geometry, Cell cell) {
    return {margin + geometry.col(cell) * pitch, margin + geometry.row(cell) * pitch};
}

std::size_t width_of(Geometry geometry) {
    return 2 * margin + geometry.cols * pitch;
}
std::size_t height_of(Geometry geometry) {
    return 2 * margin + geometry.rows * pitch;
}

/// Two digits fill a tile well; more must be smaller.
std::size_t font_size(Geometry geometry) {
    const std::size_t digits = fmt::to_string(geometry.cells() - 1).size();
    return digits <= 2 ? 28 : digits == 3 ? 22 : 18;
}

std::string transform(Place place) {
    return fmt::format("transform:translate({}px,{}px)", place.x, place.y);
}

/// Where a tile is and whether that is its place, as a style.
std::string style_of(const Animation& animation, Tile tile, Cell cell) {
    return fmt::format("{};fill:var(--{})", transform(place_of(animation.start.geometry(), cell)),
                       animation.goal.tile_at(cell) == tile ? 'h' : 't');
}

/// Seconds from the beginning: when move number `i` (from 0) starts to slide, and when the tile has arrived.
struct Timing {
    double step;
    double slide;
    double total;

    explicit Timing(const Animation& animation)
        : step(1.0 / animation.per_second),
          slide(std::min(longest_slide, 0.6 * step)),
          total(lead_seconds + static_cast<double>(animation.moves.size()) * step + rest_seconds) {}

    double end(std::size_t i) const { return lead_seconds + static_cast<double>(i + 1) * step; }
    std::string percent(double seconds) const { return number(100.0 * seconds / total) + "%"; }
};

/// For each tile that moves the places that it goes through, as keyframes.
std::string tile_keyframes(const Animation& animation) {
    const Timing timing(animation);
    DynamicBoard board = animation.start;
    std::vector<std::string> frames(board.geometry().cells());
    for (std::size_t i = 0; i < animation.moves.size(); ++i) {
        const Cell from = board.neighbour(animation.moves[i]);
        const Cell to = board.blank();
        const Tile tile = board.tile_at(from);
        std::string& of_tile = frames[index(tile)];
        if (of_tile.empty()) of_tile = fmt::format("0%{{{}}}", style_of(animation, tile, from));
        of_tile += fmt::format("{}{{{}}}{}{{{}}}", timing.percent(timing.end(i) - timing.slide),
                               style_of(animation, tile, from), timing.percent(timing.end(i)),
                               style_of(animation, tile, to));
        board.slide(animation.moves[i]);
        // The last place is kept until the end; without this frame the tile would wander back.
        if (i + 1 < animation.moves.size()) continue;
        for (std::size_t cell = 0; cell < frames.size(); ++cell) {
            const Tile here = board.tile_at(make_cell(cell));
            if (frames[index(here)].empty()) continue;
            frames[index(here)] +=
                fmt::format("100%{{{}}}", style_of(animation, here, make_cell(cell)));
        }
    }
    std::string text;
    for (std::size_t tile = 1; tile < frames.size(); ++tile) {
        if (frames[tile].empty()) continue;
        text += fmt::format("#t{0}{{animation:k{0} {1}s ease-in-out infinite}}\n", tile,
                            number(timing.total));
        text += fmt::format("@keyframes k{}{{{}}}\n", tile, frames[tile]);
    }
    return text;
}

/// The counter is a strip of numbers behind a window of one line.
std::string counter_keyframes(const Animation& animation) {
    if (animation.moves.empty()) return {};
    const Timing timing(animation);
    const std::size_t moves = animation.moves.size();
    const std::string last = fmt::format("transform:translateY(-{}px)", moves * line);
    return fmt::format(
        "#strip{{animation:count {}s infinite}}\n@keyframes "
        "count{{0%,{}{{transform:none;animation-timing-function:steps({},end)}}{}{{{}}}"
        "100%{{{}}}}}\n",
        number(timing.total), timing.percent(lead_seconds), moves,
        timing.percent(timing.end(moves - 1)), last, last);
}

std::string tray_and_tiles(const Animation& animation) {
    const Geometry geometry = animation.start.geometry();
    std::string text = fmt::format(
        "<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"8\" fill=\"var(--tray)\"/>\n",
        margin - 4, width_of(geometry) - 2 * margin + 8, height_of(geometry) - 2 * margin + 8);
    for (std::size_t cell = 0; cell < geometry.cells(); ++cell) {
        const Tile tile = animation.start.tile_at(make_cell(cell));
        if (tile == blank_tile) continue;
        text += fmt::format(
            "<g class=\"tile\" id=\"t{0}\" style=\"{1}\"><rect x=\"{2}\" y=\"{2}\" width=\"{3}\" "
            "height=\"{3}\" rx=\"8\" stroke=\"var(--edge)\"/><text x=\"{4}\" "
            "y=\"{5}\">{0}</text></g>\n",
            index(tile), style_of(animation, tile, make_cell(cell)), inset, pitch - 2 * inset,
            pitch / 2, pitch / 2 + font_size(geometry) * 7 / 20);
    }
    return text;
}

std::string title_of(const Animation& animation) {
    const std::size_t moves = animation.moves.size();
    const std::string length = fmt::format("{} move{}", moves, moves == 1 ? "" : "s");
    return animation.name.empty() ? fmt::format("A solution of {}", length)
                                  : fmt::format("{}: {}", animation.name, length);
}

/// For people who cannot see it.
std::string description_of(const Animation& animation) {
    std::string tiles;
    for (const Tile tile : animation.start.tiles()) tiles += fmt::format(" {}", index(tile));
    return fmt::format("From the board{}, 0 for the blank, row by row; moves of the blank: {}.",
                       tiles, format_moves(animation.moves, animation.start, Notation::blank));
}

}  // namespace

std::optional<Error> too_large_to_animate(const Animation& animation) {
    if (animation.start.geometry().cells() > most_animated_cells) {
        return input_error(fmt::format("a board of {} cells is too large for an animation",
                                       animation.start.geometry().cells()),
                           fmt::format("at most {} cells can be drawn; in the terminal any board "
                                       "can be replayed",
                                       most_animated_cells));
    }
    if (animation.moves.size() > most_animated_moves) {
        return input_error(
            fmt::format("{} moves are too many for an animation", animation.moves.size()),
            fmt::format("at most {} can be drawn; look for a shorter solution, or replay it in the "
                        "terminal",
                        most_animated_moves));
    }
    return std::nullopt;
}

std::string animated_svg(const Animation& animation) {
    const Geometry geometry = animation.start.geometry();
    const std::size_t width = width_of(geometry);
    const std::size_t height = height_of(geometry) + footer;
    const std::size_t baseline = height_of(geometry) + line - 2;
    const std::size_t moves = animation.moves.size();
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" role=\"img\" aria-labelledby=\"title description\">\n<title "
        "id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n<style>\n{4}"
        "text{{{5}}}\n.tile text{{font-size:{6}px}}\n{7}{8}"
        "@media(prefers-reduced-motion:reduce){{.tile,#strip{{animation:none!important}}}}\n"
        "</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"var(--paper)\"/>\n",
        width, height, svg::escaped(title_of(animation)), svg::escaped(description_of(animation)),
        colours, fonts, font_size(geometry), tile_keyframes(animation),
        counter_keyframes(animation));
    text += tray_and_tiles(animation);
    text += fmt::format(
        "<clipPath id=\"window\"><rect y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n"
        "<g style=\"font-size:15px\"><g clip-path=\"url(#window)\"><g id=\"strip\">",
        height_of(geometry) + 4, width, line - 2);
    for (std::size_t i = 0; i <= moves; ++i) {
        text += fmt::format("<text x=\"{}\" y=\"{}\">{} / {}</text>", width / 2,
                            baseline + i * line, i, moves);
    }
    return text + "</g></g></g>\n</svg>\n";
}

namespace {

constexpr std::string_view page_style =
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.4 'DejaVu "
    "Sans','Liberation Sans',Arial,sans-serif;display:flex;flex-direction:column;align-items:"
    "center}\nmain{max-width:100%;padding:12px;box-sizing:border-box;text-align:center}\n"
    "h1{font-size:18px;font-weight:600;margin:4px 0 10px}\n"
    "svg{max-width:100%;max-height:70vh;height:auto}\n"
    ".controls{display:flex;flex-wrap:wrap;gap:6px;justify-content:center;margin:8px 0}\n"
    "button,select{font:inherit;min-width:44px;min-height:44px;color:inherit;background:var(--t);"
    "border:1px solid var(--edge);border-radius:8px}\n"
    "input{width:100%}\n:focus-visible{outline:3px solid #2f7d4f;outline-offset:2px}\n"
    "@media(prefers-reduced-motion:no-preference){.tile{transition:transform .15s ease-in-out,fill "
    ".15s}}\n";

constexpr std::string_view page_controls =
    R"(<div class="controls">
<button id="first" aria-label="to the start">|◀</button>
<button id="back" aria-label="one move back">◀</button>
<button id="play">Play</button>
<button id="next" aria-label="one move on">▶</button>
<button id="last" aria-label="to the end">▶|</button>
<label>Moves a second <select id="speed"></select></label>
</div>
<input id="at" type="range" min="0" value="0" step="1" aria-label="move">
<p><output id="words" for="at"></output></p>
<p><small>Space plays and pauses; ← and → step; Home and End.</small></p>
)";

constexpr std::string_view page_script =
    R"js(const {start, goal, moves, columns, perSecond} = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const offsets = {U: -columns, D: columns, L: -1, R: 1};
const opposite = {U: "D", D: "U", L: "R", R: "L"};
const tileGoes = {U: "down", D: "up", L: "right", R: "left"};
let board = start.slice(), at = 0, timer = 0, speed = perSecond;
function draw(cell) {
  const tile = part("t" + board[cell]);
  tile.style.transform = `translate(${margin + cell % columns * pitch}px,${margin + Math.floor(cell / columns) * pitch}px)`;
  tile.style.fill = board[cell] === goal[cell] ? "var(--h)" : "var(--t)";
}
function slide(move) {
  const blank = board.indexOf(0), from = blank + offsets[move];
  board[blank] = board[from];
  board[from] = 0;
  draw(blank);
  return board[blank];
}
function goTo(target) {
  let words = "";
  target = Math.max(0, Math.min(moves.length, target));
  for (; at < target; at++) words = `: tile ${slide(moves[at])} ${tileGoes[moves[at]]}`;
  for (; at > target; at--) slide(opposite[moves[at - 1]]);
  part("words").textContent = `move ${at} of ${moves.length}${words}`;
  part("at").value = at;
  for (const id of ["first", "back"]) part(id).disabled = at === 0;
  for (const id of ["next", "last"]) part(id).disabled = at === moves.length;
  if (at === moves.length) pause();
}
function pause() {
  clearInterval(timer);
  timer = 0;
  part("play").textContent = "Play";
  part("words").ariaLive = "polite";
}
function play() {
  if (!moves.length) return;
  if (at === moves.length) goTo(0);
  clearInterval(timer);
  part("words").ariaLive = "off";
  part("play").textContent = "Pause";
  timer = setInterval(() => goTo(at + 1), 1000 / speed);
}
function step(by) {
  pause();
  goTo(at + by);
}
part("play").onclick = () => (timer ? pause() : play());
part("first").onclick = () => step(-moves.length);
part("last").onclick = () => step(moves.length);
part("back").onclick = () => step(-1);
part("next").onclick = () => step(1);
part("at").max = moves.length;
part("at").oninput = (event) => step(Number(event.target.value) - at);
for (const one of [...new Set([0.5, 1, 2, 4, 8, 16, perSecond])].sort((a, b) => a - b)) part("speed").add(new Option(one, one, one === speed, one === speed));
part("speed").onchange = (event) => {
  speed = Number(event.target.value);
  if (timer) play();
};
onkeydown = (event) => {
  if (event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const by = {ArrowLeft: -1, ArrowRight: 1, Home: -moves.length, End: moves.length}[event.key];
  if (by) step(by);
  else if (event.key === " " && !event.target.matches("button")) part("play").click();
  else return;
  event.preventDefault();
};
goTo(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
)js";

std::string numbers_of(const DynamicBoard& board) {
    std::string text;
    for (const Tile tile : board.tiles()) {
        text += fmt::format("{}{}", text.empty() ? "" : ",", index(tile));
    }
    return "[" + text + "]";
}

}  // namespace

std::string animated_html(const Animation& animation) {
    const Geometry geometry = animation.start.geometry();
    const std::string title = svg::escaped(title_of(animation));
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src "
        "'unsafe-inline';script-src 'unsafe-inline'\">\n<meta name=\"color-scheme\" "
        "content=\"light dark\">\n<title>{}</title>\n<style>\n{}text{{{}}}\n.tile "
        "text{{font-size:{}px}}\n{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n",
        title, colours, fonts, font_size(geometry), page_style, title);
    text += fmt::format(
        "<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-labelledby=\"description\">\n<desc id=\"description\">{2}</desc>\n{3}</svg>\n{4}",
        width_of(geometry), height_of(geometry), svg::escaped(description_of(animation)),
        tray_and_tiles(animation), page_controls);
    text += fmt::format(
        "<script type=\"application/json\" "
        "id=\"data\">{{\"start\":{},\"goal\":{},\"moves\":\"{}\",\"columns\":{},\"perSecond\":{}}}"
        "</script>\n<script>\nconst margin = {}, pitch = {};\n{}</script>\n</main>\n</body>\n"
        "</html>\n",
        numbers_of(animation.start), numbers_of(animation.goal),
        format_moves(animation.moves, animation.start, Notation::blank), geometry.cols,
        number(animation.per_second), margin, pitch, page_script);
    return text;
}

}  // namespace tessera
