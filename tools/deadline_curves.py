#!/usr/bin/env python3
"""Draws how solutions become shorter over time, as SVG: one panel for each set of boards, one line for each program.

    tools/deadline_curves.py OLD.jsonl NEW.jsonl --names before,now > docs/pictures/deadline-curves.svg

The files are what `tessera bench deadline --jsonl` prints. A line is the mean length of the boards that all files have.
"""

import argparse
import json
import math
import sys
from html import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 330, 220, 48, 34, 14, 34
COLUMNS = 3
FIRST_SECONDS = 0.1
COLOURS = ("#8a8f98", "#2563c9", "#b4540a", "#2e7d4f")
REFERENCE = "#a3323b"


def read(path):
    """By set and board, what was reached on it."""
    rows = {}
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    row = json.loads(line)
                except ValueError:
                    sys.exit(f"error: {path}, line {number} is no JSON; give the output of 'tessera bench deadline --jsonl'")
                if row.get("kind") == "board":
                    rows.setdefault(row["set"], {})[row["id"]] = row
    except OSError as error:
        sys.exit(f"error: cannot read {path}: {error.strerror}")
    return rows


def length_at(row, seconds):
    reached = [milestone["length"] for milestone in row["milestones"] if milestone["seconds"] <= seconds]
    return reached[-1] if reached else row["milestones"][0]["length"]


def curve(rows, limit):
    """Means at moments that are evenly spread over the logarithm of time."""
    steps = 60
    moments = [FIRST_SECONDS * (limit / FIRST_SECONDS) ** (i / steps) for i in range(steps + 1)]
    return [(moment, sum(length_at(row, moment) for row in rows) / len(rows)) for moment in moments]


def known_mean(rows):
    """The mean of the known lengths, and what they are."""
    for name, words in (("known_optimal", "optimum"), ("reference_length", "DeepCubeA")):
        values = [row.get(name) for row in rows]
        if None not in values:
            return sum(values) / len(values), words
    return None


def round_step(span):
    step = 10.0 ** math.floor(math.log10(span / 3))
    return next(step * factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 5)


def panel(name, programs, names, x0, y0):
    boards = sorted(set.intersection(*(set(rows) for rows in programs)))
    chosen = [[rows[board] for board in boards] for rows in programs]
    limit = chosen[0][0]["limit_seconds"]
    curves = [curve(rows, limit) for rows in chosen]
    known = known_mean(chosen[0])
    lowest = min(length for points in curves for _, length in points)
    final = max(points[-1][1] for points in curves)
    if known:
        lowest = min(lowest, known[0])
    # The first answers are far longer than the rest: they may leave the picture.
    highest = min(max(length for points in curves for _, length in points), lowest + 4 * max(final - lowest, 0.01 * lowest))
    lowest, highest = lowest - 0.05 * (highest - lowest), highest + 0.02 * (highest - lowest)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(seconds):
        return x0 + LEFT + width * math.log(seconds / FIRST_SECONDS) / math.log(limit / FIRST_SECONDS)

    def y(length):
        return y0 + TOP + height * (highest - min(length, highest)) / (highest - lowest)

    parts = [f'<text x="{x0 + LEFT}" y="{y0 + 20}" class="title">{escape(name)}, {len(boards)} boards</text>']
    step = round_step(highest - lowest)
    tick = math.ceil(lowest / step) * step
    while tick <= highest:
        parts.append(f'<path d="M{x0 + LEFT} {y(tick):.1f}h{width}" class="grid"/>'
                     f'<text x="{x0 + LEFT - 5}" y="{y(tick) + 4:.1f}" class="number">{tick:g}</text>')
        tick += step
    for seconds in (0.1, 0.3, 1, 3, 10, 30):
        if seconds <= limit:
            parts.append(f'<text x="{x(seconds):.1f}" y="{y0 + HEIGHT - BOTTOM + 16}" class="time">{seconds:g} s</text>')
    if known:
        parts.append(f'<path d="M{x0 + LEFT} {y(known[0]):.1f}h{width}" class="known"/>'
                     f'<text x="{x0 + LEFT + 4}" y="{y(known[0]) - 4:.1f}" class="known-name">{known[1]} {known[0]:.1f}</text>')
    for points, colour, program in zip(curves, COLOURS, names):
        path = " ".join(f"{x(seconds):.1f},{y(length):.1f}" for seconds, length in points)
        parts.append(f'<polyline points="{path}" stroke="{colour}"><title>{escape(program)}: {points[-1][1]:.2f}</title></polyline>')
    return "".join(parts)


def picture(programs, names):
    sets = [name for name in programs[0] if all(name in rows for rows in programs)]
    if not sets:
        sys.exit("error: the files have no set of boards in common")
    lines = math.ceil(len(sets) / COLUMNS)
    width, height = COLUMNS * WIDTH, lines * HEIGHT + 30
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
             'font-family="sans-serif" font-size="11"><title>Mean length of the solutions over time</title><style>'
             'polyline{fill:none;stroke-width:2}.grid{stroke:#e2e4e8}.known{stroke:' + REFERENCE + ';stroke-dasharray:4 3}'
             '.known-name{fill:' + REFERENCE + '}.number{text-anchor:end;fill:#555}.time{text-anchor:middle;fill:#555}'
             '.title{font-size:13px;font-weight:600}</style><rect width="100%" height="100%" fill="#fff"/>']
    for i, name in enumerate(sets):
        parts.append(panel(name, [rows[name] for rows in programs], names, i % COLUMNS * WIDTH, i // COLUMNS * HEIGHT))
    for i, (name, colour) in enumerate(zip(names, COLOURS)):
        left = LEFT + 160 * i
        parts.append(f'<path d="M{left} {height - 16}h24" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{left + 30}" y="{height - 12}">{escape(name)}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--names", help="what the lines are called, separated by commas (the files' names)")
    options = parser.parse_args()
    names = options.names.split(",") if options.names else options.files
    if len(names) != len(options.files) or len(names) > len(COLOURS):
        parser.error(f"--names needs a name for each file, and there may be {len(COLOURS)} at most")
    sys.stdout.write(picture([read(path) for path in options.files], names))


if __name__ == "__main__":
    main()
