// The frame of pages that need nothing but themselves: escaped text, one style for screen (light and dark) and paper.
#include "tessera/lab/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/drawing/svg.hpp"

namespace tessera::lab {
namespace {

/// The colours are those of the page (web/src/app.css). Those of series differ in lightness too, so that they can be told apart in grey; charts add shapes and dashes.
constexpr std::string_view style_sheet = R"css(
:root{--paper:#fffdf9;--ink:#23211c;--soft:#5f594c;--line:#d9d2c3;--panel:#f4f1ea;--accent:#0f6b62;
--s0:#0f6b62;--s1:#d1630b;--s2:#5a4bb0;--s3:#b02a6f;--s4:#3f86c9;--s5:#8a6d00;--s6:#62912b;--s7:#5f5f5f}
@media (prefers-color-scheme:dark){:root{--paper:#1d2124;--ink:#ebe8e1;--soft:#abb0ac;--line:#363d42;--panel:#272c30;--accent:#63c9b8;
--s0:#63c9b8;--s1:#f2a25f;--s2:#a99bf5;--s3:#f188bb;--s4:#7fb4ec;--s5:#d9c15a;--s6:#a9d46f;--s7:#b4b4b4}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:1rem 1.25rem 3rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
p,ul{margin:.5rem 0}ul{padding-left:1.2rem}li{margin:.3rem 0}code{font:.9em ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.soft,caption,figcaption,.caption,dt{color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dd{margin:0;min-width:0}
.caption{font-size:.875rem;margin:1rem 0 0}.scroll{overflow-x:auto;margin:.25rem 0 .75rem}.scroll:focus-visible{outline:2px solid var(--accent)}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.25rem 0;font-size:.875rem}
th,td{padding:.28rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap;font-weight:400}
thead th{border-bottom:2px solid var(--line);font-weight:600;vertical-align:bottom}
.number{text-align:right}tbody th{position:sticky;left:0;background:var(--paper)}
td strong{font-weight:700}
.shade td{border:1px solid var(--paper);text-align:right}
.board{border-collapse:separate;border-spacing:3px;font-size:1.1rem}
.board td{width:2.4em;height:2.4em;text-align:center;border:1px solid var(--line);border-radius:4px;background:var(--panel);padding:0}
.board td.blank{background:transparent;border-style:dashed}.boards{display:flex;flex-wrap:wrap;gap:1.5rem}.boards caption{caption-side:top}
figure{margin:1rem 0;break-inside:avoid}figcaption{font-size:.875rem;margin-bottom:.25rem}
.chart{display:block;max-width:100%;height:auto}.chart text{fill:var(--ink);font:12px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.chart .soft{fill:var(--soft)}.chart .grid{stroke:var(--line);stroke-width:1}.chart .minor{stroke-dasharray:1 3}.chart .axis{stroke:var(--soft);stroke-width:1}
.chart .bar{fill:var(--s0)}.chart .stripe{stroke:var(--s0);stroke-width:2}.chart .cut{stroke:var(--s0);stroke-width:1.5}
.chart .series{fill:none;stroke-width:1.8;stroke-linejoin:round}.chart .mark{stroke-width:1.6}.chart .hollow{fill:var(--paper)}
.chart .whisker{stroke:var(--ink);stroke-width:1.2}.chart .box{fill:var(--s0);fill-opacity:.35;stroke:var(--ink);stroke-width:1}.chart .median{stroke:var(--ink);stroke-width:3}
.chart .equal{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:6 4}
.side{display:flex;flex-wrap:wrap;gap:0 1.25rem}.side figure{flex:1 1 480px;min-width:0}
h3{font-size:1.05rem;margin:1.5rem 0 .4rem}
.alarm{border:2px solid var(--s1);border-radius:6px;padding:.4rem .9rem;margin:.75rem 0}
details{margin:.2rem 0;border-bottom:1px solid var(--line)}summary{cursor:pointer;padding:.2rem 0}
pre{background:var(--panel);padding:.6rem .8rem;overflow-x:auto;border-radius:6px;font:.875rem ui-monospace,"DejaVu Sans Mono",monospace}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1.1rem}nav ul ul{display:inline-flex;margin:0 0 0 .6rem;gap:.1rem .7rem;font-size:.9em}nav li{margin:.1rem 0}
a{color:var(--accent)}
.narrow{display:none}
@media (max-width:699px){.narrow{display:block}.wide{display:none}body{padding:.5rem .9rem 2rem}dl{grid-template-columns:1fr}dd{margin-bottom:.3rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--panel:#f2f2f2;--accent:#000;
--s0:#0f6b62;--s1:#d1630b;--s2:#5a4bb0;--s3:#b02a6f;--s4:#3f86c9;--s5:#8a6d00;--s6:#62912b;--s7:#5f5f5f}
body{max-width:none;padding:0;font-size:10pt}.scroll{overflow:visible}table{font-size:7.5pt}th,td{padding:.15rem .35rem}tbody th{position:static}
tr,figure,.side{break-inside:avoid}.side figure{flex:1 1 45%}h2,.caption{break-after:avoid}thead{display:table-header-group}nav{display:none}*{print-color-adjust:exact}.wide{display:block}.narrow{display:none}}
)css";

/// Gives every heading of the body a name, and lists them: those of the second level, and below each its own. Nothing is
/// listed where there is little to choose from.
std::string contents(std::string& body) {
    constexpr std::size_t fewest = 4;
    constexpr std::string_view open = "<h0>";
    std::string list;
    std::string named;
    std::size_t count = 0;
    bool inside = false;
    std::size_t at = 0;
    while (true) {
        const std::size_t found = std::min(body.find("<h2>", at), body.find("<h3>", at));
        if (found == std::string::npos) break;
        const bool below = body[found + 2] == '3';
        const std::size_t text = found + open.size();
        const std::size_t end = body.find("</h", text);
        ++count;
        named += fmt::format("{}<h{} id=\"part-{}\">", body.substr(at, found - at), below ? 3 : 2,
                             count);
        if (below != inside) list += below ? "<ul>" : "</ul></li>";
        if (!below && !inside && count > 1) list += "</li>";
        inside = below;
        list += fmt::format("\n<li><a href=\"#part-{}\">{}</a>{}", count,
                            body.substr(text, end - text), below ? "</li>" : "");
        at = text;
    }
    body = named + body.substr(at);
    if (count < fewest) return {};
    return fmt::format("<nav aria-label=\"Contents\"><ul>{}{}</li>\n</ul></nav>\n", list,
                       inside ? "</ul>" : "");
}

}  // namespace

std::string html_heading(int level, std::string_view text) {
    return fmt::format("<h{0}>{1}</h{0}>\n", level, html_escaped(text));
}

std::string html_escaped(std::string_view text) {
    return svg::escaped(text);
}

std::string html_page(std::string_view title, std::string_view byline, std::string body) {
    const std::string list = contents(body);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<header><h1>{0}</h1>\n<p class=\"soft\">{2}</p></header>\n{3}<main>\n{4}</main>\n"
        "</body>\n</html>\n",
        html_escaped(title), style_sheet, html_escaped(byline), list, body);
}

}  // namespace tessera::lab
