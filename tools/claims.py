#!/usr/bin/env python3
"""Checks the claims of the origins (data/claims/*.toml) against what the program prints, and writes docs/seed-claims.md.

The TOML files hold the claims, the sentences and the rules. This script holds the evidence: the audits, searches and suites that it
lets the program run, and what follows from them by counting. No figure is kept anywhere: each comes from the program or from a
table under data/own. `tessera lab claims` runs this script with itself as the program.
"""
import argparse
import csv
import functools
import json
import math
import os
import re
import signal
import string
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from types import SimpleNamespace

if sys.version_info < (3, 11):
    sys.exit("tessera: the check of the claims needs Python 3.11 or newer")
import tomllib

DATA = Path(__file__).resolve().parent.parent / "data"
VERDICTS = ("holds", "false", "cannot be right", "not testable")
GOALS = {"blank-last": (1, 2, 3, 4, 5, 6, 7, 8, 0), "blank-first": tuple(range(9))}
NO_CLOCK = "10000h"  # the limit of time of every run: nodes limit the runs, so that the answer is the same everywhere


class Failure(Exception):
    """Something that ends the check: a message, and the exit code. No message: somebody else has told it."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


# ---- Running the program


class Program:
    """The program, run as a user would run it."""

    def __init__(self, path, progress="auto"):
        self.path = path
        self.progress = progress

    def lines(self, *words, text="", quiet=False, codes=(0,)):
        """What it prints, line by line. Its messages and progress go to stderr, unless it is to be quiet."""
        # In a session of its own, so that Ctrl-C reaches it once, from here.
        child = subprocess.Popen([self.path, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                 stderr=subprocess.DEVNULL if quiet else None, start_new_session=True)
        try:
            out, _ = child.communicate(text)
        except KeyboardInterrupt:
            child.send_signal(signal.SIGINT)
            child.wait()
            raise
        if child.returncode == 130:
            raise KeyboardInterrupt
        if child.returncode not in codes:
            reason = f"'tessera {' '.join(words)}' ended with {child.returncode}" if quiet else ""
            raise Failure(reason, child.returncode if child.returncode > 0 else 1)
        return out.splitlines()

    def say(self, what):
        """Says on a terminal what comes next; the program's own line of progress replaces it."""
        if self.progress == "auto" and sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{what}")
            sys.stderr.flush()

    def audit(self, size, goal, heuristic):
        self.say(f"audit of {heuristic} on {size}")
        return json.loads(self.lines("audit", size, "--goal", goal, "--heuristic", heuristic, "--json", "--progress", self.progress)[0])

    def solve(self, boards, *options):
        """An answer for each board. That there is no solution within the limits is an answer, too."""
        text = "".join(" ".join(map(str, board)) + "\n" for board in boards)
        answers = self.lines("solve", "-", "--json", "--progress", self.progress, *options, text=text, codes=(0, 12))
        if len(answers) != len(boards):
            raise Failure(f"{len(boards)} boards, but {len(answers)} answers of 'tessera solve {' '.join(options)}'")
        return map(json.loads, answers)  # one at a time: all of 3×3 would be a gigabyte

    def generate(self, size, count, *options):
        lines = self.lines("generate", size, "-n", str(count), "--json", *options, quiet=True)
        return [tuple(json.loads(line)["start"]) for line in lines]

    def export(self, db):
        return [json.loads(line) for line in self.lines("lab", "export", "--format", "jsonl", "--db", db)]

    def run_suite(self, suite, folder):
        self.say(f"suite {suite}")
        db = str(Path(folder) / f"{suite}.db")
        self.lines("lab", "run", suite, "--db", db, "--time", NO_CLOCK, "--json", "--progress", self.progress)
        return self.export(db)


# ---- Boards of 3×3, all of them


def neighbours(board):
    blank = board.index(0)
    for cell in (blank - 3, blank + 3, blank - 1, blank + 1):
        if 0 <= cell < 9 and (abs(cell - blank) == 3 or cell // 3 == blank // 3):
            tiles = list(board)
            tiles[blank], tiles[cell] = tiles[cell], 0
            yield tuple(tiles)


def distances_from(goal):
    """The distance of every state that can be reached, by breadth-first search."""
    distances = {goal: 0}
    queue = [goal]
    for board in queue:
        for other in neighbours(board):
            if other not in distances:
                distances[other] = distances[board] + 1
                queue.append(other)
    return distances


def inversions(board):
    tiles = [tile for tile in board if tile]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])


#: What a tile that is so many rows and columns from its place adds to a heuristic.
PER_TILE = {
    "misplaced": lambda rows, columns: rows + columns > 0,
    "row-column": lambda rows, columns: (rows > 0) + (columns > 0),
    "manhattan": lambda rows, columns: rows + columns,
}


def per_tile(rule, aim, blank=False):
    """The heuristic of this rule, measured to the board `aim`; with `blank` the blank counts like a tile."""
    width = math.isqrt(len(aim))
    table = [[0] * len(aim) for _ in aim]
    for home, tile in enumerate(aim):
        for cell in range(len(aim)):
            if tile or blank:
                table[cell][tile] = int(PER_TILE[rule](abs(home // width - cell // width), abs(home % width - cell % width)))
    return lambda board: sum([row[tile] for row, tile in zip(table, board)])


# ---- Records


def solved(record):
    return record["outcome"] in ("solved", "solved-optimally")


class CommonBoards:
    """Means of several configurations over the boards that all of them solved: never over different boards."""

    def __init__(self, records, configurations, board_set=None):
        by_board = {}
        self.figures = {name: SimpleNamespace(solved=0, length=0.0, expanded=0.0, peak_states=0.0) for name in configurations}
        for record in records:
            name = record["configuration"]
            if name not in self.figures or board_set not in (None, record["board_set"]):
                continue
            runs = by_board.setdefault((record["start"], record["goal"]), {})
            if solved(record):
                self.figures[name].solved += 1
                runs[name] = record
        common = [runs for runs in by_board.values() if len(runs) == len(configurations)]
        self.boards = len(by_board)
        self.common = len(common)
        for name, figures in self.figures.items():
            for field in ("length", "expanded", "peak_states"):
                setattr(figures, field, sum(runs[name][field] for runs in common) / max(1, self.common))

    def __getitem__(self, index):
        """The figures of a configuration, by its place in the list."""
        return list(self.figures.values())[index]

    @property
    def text(self):
        return f"means over the {self.common} of {self.boards} boards that all of them solved"


def sign_test(less, more):
    """How probable a split at least as uneven as this one is, if both sides are equally likely."""
    n = less + more
    tail = sum(math.comb(n, k) for k in range(min(less, more) + 1))
    return min(1.0, 2 * tail / 2**n)


def percent_less(less, more):
    return 100 * (1 - less / more) if more > 0 else 0.0


# ---- The evidence: the functions that the expressions of data/claims use

PLAIN = {f.__name__: f for f in (abs, all, any, len, list, max, min, range, round, sum, zip,
                                 inversions, math.factorial, percent_less, sign_test)}


class Evidence:
    """Everything is made once, when a claim first asks for it."""

    def __init__(self, program, full=False, records=(), folder=None, data=DATA):
        self.program = program
        self.full = full
        self.given = records
        self.folder = folder
        self.data = data
        for name in ("audit", "distances", "suite", "table", "misled_by_pairs", "random_boards", "deepening_with_visited", "shortest_by",
                     "command_line"):
            setattr(self, name, functools.cache(getattr(self, name)))

    def names(self):
        """What an expression may use: everything here, and the functions of PLAIN."""
        return PLAIN | {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}

    # The tables as the origins print them

    def table(self, name):
        with open(self.data / "own" / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def printed(self, origin, table, row, metric):
        """A number of the printed tables; the first one in its cell ("22 / 2936" is 22)."""
        cells = [r["value"] for r in self.table("seed-headline-tables.csv")
                 if (r["seed"], r["table"], r["row"], r["metric"]) == (origin, table, row, metric)]
        if len(cells) != 1:
            raise Failure(f"data/own/seed-headline-tables.csv has {len(cells)} cells for {origin}, {table}, {row}, {metric}")
        return float(cells[0].split()[0])

    def instances(self, n=None):
        """The boards that the n×n origin's own solver was tried on, with its lengths and the shortest where they are known."""
        number = lambda text: int(text) if text else None
        return [SimpleNamespace(n=int(r["n"]), moves=number(r["seed4_moves"]), optimal=number(r["optimal"]),
                                board=tuple(map(int, r["state"].split())))
                for r in self.table("seed4-instances.csv") if n is None or int(r["n"]) == n]

    # Every state of a small board

    def audit(self, heuristic, goal="blank-last", size="3x3"):
        """The program's audit of a heuristic, with a sentence."""
        answer = self.program.audit(size, goal, heuristic)
        if len(answer["heuristics"]) != 1:
            raise Failure(f"{heuristic} cannot be audited on {size}")
        row = SimpleNamespace(**answer["heuristics"][0], states_per_distance=answer["states_per_distance"])
        if row.admissible and row.consistent:
            row.says = "admissible and consistent"
        elif row.admissible:
            row.says = f"admissible, not consistent ({row.inconsistent_moves:,} moves drop it by more than 1)"
        else:
            states = f"{row.over_states:,} state{'' if row.over_states == 1 else 's'}"
            board = " ".join(map(str, row.over_state))
            row.says = (f"not admissible: {states} too high, by up to {row.over_max:g} "
                        f"(`{board}`: h = {row.over_h:g}, distance {row.over_distance})")
        return row

    def distances(self, goal):
        """The distances of all states of 3×3; for a goal with a name they must be those that the program counts."""
        found = distances_from(GOALS.get(goal, goal))
        if goal in GOALS:
            histogram = [0] * (max(found.values()) + 1)
            for distance in found.values():
                histogram[distance] += 1
            if histogram != self.audit("manhattan", goal).states_per_distance:
                raise Failure(f"the program counts other states per distance than this script ({goal})")
        return found

    def too_high(self, rule, aim, goal, blank=False):
        """Where a rule overestimates that measures to `aim`, while `goal` is tested."""
        distances = self.distances(goal)
        h = per_tile(rule, GOALS.get(aim, aim), blank)
        over = [h(board) - distance for board, distance in distances.items()]
        return SimpleNamespace(states=sum(excess > 0 for excess in over), worst=max(over), at_goal=h(GOALS.get(goal, goal)))

    def value(self, rule, aim, board):
        return per_tile(rule, aim)(board)

    def in_order(self, *rules):
        """On how many states each rule is at most the next one; the rules must be the program's heuristics."""
        states = self.distances("blank-last")
        values = []
        for rule in rules:
            h = per_tile(rule, GOALS["blank-last"])
            values.append([h(board) for board in states])
            if abs(sum(values[-1]) / len(states) - self.audit(rule).mean_h) > 1e-9:
                raise Failure(f"the program's {rule} has another mean than this script's")
        return sum(all(a <= b for a, b in zip(column, column[1:])) for column in zip(*values))

    def accepted_up_to_the_blank(self):
        """The states that a goal test takes which compares nothing after the blank."""
        goal = GOALS["blank-last"]
        return sum(board[:board.index(0)] == goal[:board.index(0)] for board in self.distances("blank-last"))

    # Random boards

    def random_boards(self, size, count, seed):
        """Uniform boards: `count` that are solvable, and beside them as many, of which every other one is not."""
        drawn = count * 3 // 2
        solvable, unsolvable = (self.program.generate(size, drawn, "--seed", str(seed), kind) for kind in ("--solvable", "--unsolvable"))
        # Of three draws the first two are solvable boards; the third takes the place of the second in the mixed half.
        return SimpleNamespace(solvable=[board for i, board in enumerate(solvable) if i % 3 < 2],
                               mixed=[pair for i in range(0, drawn, 3) for pair in ((solvable[i], True), (unsolvable[i + 2], False))])

    # Searches

    def misled_by_pairs(self):
        """The starts that A* with pairwise conflicts answers with more than the shortest solution."""
        distances = self.distances("blank-first")
        # In the order of the program's own numbering: by the blank's cell, then by the order of the tiles.
        order = sorted(distances, key=lambda board: (board.index(0), [tile for tile in board if tile]))
        # The whole check looks at every start; else at every state 28 moves away, where the exceptions lie, and some others.
        starts = [board for i, board in enumerate(order)
                  if distances[board] > 0 and (self.full or distances[board] == 28 or i % 97 == 0)]
        self.program.say("A* with pairwise conflicts")
        answers = self.program.solve(starts, "--goal", "blank-first", "--algorithm", "a*", "--heuristic", "linear-conflict-pairs")
        longer = [f"`{' '.join(map(str, start))}` {answer['length']} instead of {distances[start]}"
                  for start, answer in zip(starts, answers) if answer["length"] > distances[start]]
        return SimpleNamespace(starts=len(starts), longer=len(longer), boards=", ".join(longer))

    def deepening_with_visited(self):
        """Iterative deepening with one set of visited states per round, as the 8-puzzle's text describes it, up to 50 moves."""
        starts = self.program.generate("3x3", 200 if self.full else 12, "--seed", "2")
        distances = self.distances("blank-last")
        found = {}
        for depth in range(1, 51):
            left = [start for start in dict.fromkeys(starts) if start not in found]
            if not left:
                break
            self.program.say(f"iterative deepening with visited states: {depth} moves")
            for start, answer in zip(left, self.program.solve(left, "--algorithm", "textbook-dfs", "--max-depth", str(depth))):
                if answer["status"] == "solved":
                    found[start] = answer["length"]
        return SimpleNamespace(boards=len(starts), longer=sum(found.get(start, 99) > distances[start] for start in starts),
                               length=sum(found.get(start, 0) for start in starts) / len(starts),
                               shortest=sum(distances[start] for start in starts if start in found) / len(starts))

    def command_line(self, board):
        """What the report in the words of the n×n origin of the command line says: nodes and moves of each of its searches."""
        found = {}
        for line in self.program.lines("solve", board, "--report", "seed-sliding", quiet=True):
            if line.startswith(" nodes expanded: "):
                found[name] = SimpleNamespace(nodes=int(line.split(": ")[1]), moves=0)
            elif line.startswith(" path: "):
                found[name].moves = len(line.split(": ")[1].split(" -> "))
            elif line:
                name = line
        return found

    def shortest_by(self, algorithm, heuristic, n=None):
        """An algorithm on the boards of the n×n origin whose shortest solutions are known."""
        known = [instance for instance in self.instances(n) if instance.optimal is not None]
        self.program.say(f"{algorithm} on the n×n origin's boards")
        answers = list(self.program.solve([instance.board for instance in known], "--algorithm", algorithm, "--heuristic", heuristic))
        shortest = [answer["optimal"] and answer["length"] == instance.optimal for answer, instance in zip(answers, known)]
        return SimpleNamespace(boards=len(known), shortest=sum(shortest),
                               generated=sum(answer["stats"]["generated"] for answer in answers))

    # Suites

    def suite(self, name):
        """The records of an origin's suite, those that were given or else those of a run now; and how they came about."""
        for recorded in (name, f"{name}-quick"):
            records = [r for r in self.given if r["suite"] == recorded and r["repetition"] == 0]
            if records:
                return SimpleNamespace(records=records, how=f"the {len(records):,} records of suite `{recorded}`")
        run = name if self.full else f"{name}-quick"
        records = self.program.run_suite(run, self.folder)
        boards = len({(r["board_set"], r["board"]) for r in records})
        return SimpleNamespace(records=records,
                               how=f"suite `{run}` ({boards} boards, at most {records[0]['node_limit']:,} generated nodes a run)")

    def runs(self, suite, configuration, board_set=None):
        return [r for r in self.suite(suite).records
                if r["configuration"] == configuration and board_set in (None, r["board_set"])]

    def common(self, suite, *configurations, board_set=None):
        return CommonBoards(self.suite(suite).records, configurations, board_set)

    def lengths(self, suite, configuration, board_set=None):
        """The lengths of the solutions that were found."""
        return [r["length"] for r in self.runs(suite, configuration, board_set) if solved(r)]

    def solved_by_size(self, suite, configuration, sizes):
        """How many boards of each size were solved, and with how many moves."""
        found = []
        for n in sizes:
            lengths = self.lengths(suite, configuration, f"walk {n}x{n}")
            mean = f" (mean {sum(lengths) / len(lengths):.0f} moves)" if lengths else ""
            found.append(f"{n}×{n} {len(lengths)}/{len(self.runs(suite, configuration, f'walk {n}x{n}'))}{mean}")
        return ", ".join(found)

    def fewer_nodes(self, suite, first, second):
        """On how many boards that both solved the first expands fewer nodes than the second, and on how many more."""
        nodes = {r["start"]: r["expanded"] for r in self.runs(suite, first) if solved(r)}
        pairs = [(nodes[r["start"]], r["expanded"]) for r in self.runs(suite, second) if solved(r) and r["start"] in nodes]
        return SimpleNamespace(fewer=sum(a < b for a, b in pairs), more=sum(a > b for a, b in pairs))

    def longer_than(self, suite, first, second):
        """On how many boards the first finds a longer solution than the second."""
        shortest = {r["start"]: r["length"] for r in self.runs(suite, second) if r["length"] is not None}
        return sum((r["length"] or 0) > shortest[r["start"]] for r in self.runs(suite, first) if r["start"] in shortest)

    def growth(self, suite, configuration, depth):
        """log10 of the expanded nodes at a depth, by least squares over the solved runs of at least 8 moves."""
        runs = [r for r in self.runs(suite, configuration) if solved(r) and r["length"] >= 8]
        x = [r["length"] for r in runs]
        y = [math.log10(max(1, r["expanded"])) for r in runs]
        n = len(runs)
        spread = n * sum(a * a for a in x) - sum(x) ** 2
        slope = (n * sum(a * b for a, b in zip(x, y)) - sum(x) * sum(y)) / spread if spread > 0 else 0.0
        offset = (sum(y) - slope * sum(x)) / n if spread > 0 else 0.0
        return SimpleNamespace(runs=n, every_two_moves=10 ** (2 * slope), exponent=offset + slope * depth)


# ---- Claims


class Sentences(string.Formatter):
    """`{name:mean}` is a mean as people read it; everything else is as in Python."""

    def format_field(self, value, spec):
        if spec != "mean":
            return super().format_field(value, spec)
        return f"{value:.1f}" if value < 1000 and value != math.floor(value) else f"{math.floor(value + 0.5):,}"


def origins(folder=DATA / "claims"):
    """The files of data/claims in order; an entry with `each` stands for one claim per row of it."""
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise Failure(f"there are no claims in '{folder}'", 3)
    found = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    for origin in found:
        origin["claim"] = [dict(claim, row=row) for claim in origin["claim"] for row in claim.get("each", [{}])]
    return found


def value_of(expression, names, values):
    # The expressions are our own data, not a stranger's.
    return eval(expression, {"__builtins__": {}} | names | values)


def case_of(claim, names, values):
    """The verdict: the first case that applies."""
    return next(case for case in claim["verdict"] if "when" not in case or value_of(case["when"], names, values))


def check(claim, evidence):
    """The claim with its sentences filled in and its verdict."""
    names = evidence.names()
    values = dict(claim["row"])
    for name, expression in claim.get("let", {}).items():
        values[name] = value_of(expression, names, values)
    case = case_of(claim, names, values)
    texts = {key: claim[key] for key in ("statement", "theirs", "ours", "how")} | {"because": case.get("because") or claim["because"]}
    return SimpleNamespace(id=claim["id"], verdict=case["is"],
                           **{key: Sentences().vformat(text, (), values) for key, text in texts.items()})


def cell(text):
    """Text in a table of Markdown."""
    return "".join("\\" + c if c in "|*\\_<`" else c for c in text.replace("\n", " "))


def wrapped(text):
    """Markdown in lines of 120 characters; tables stay. No new line begins with what would be the mark of a list."""
    lines = []
    for line in text.split("\n"):
        if len(line) <= 120 or line.startswith("|"):
            lines.append(line)
            continue
        kept = re.sub(r" (?=([-+*]|\d+[.)])( |$))", "\0", line)
        lines += [part.replace("\0", " ") for part in textwrap.wrap(
            kept, 120, subsequent_indent="  " if line.startswith("- ") else "", break_long_words=False, break_on_hyphens=False)]
    return "\n".join(lines)


def document(checked, command):
    """The whole report: `checked` is a list of pairs of a heading and its claims, `command` what makes it again."""
    claims = [claim for _, of_one in checked for claim in of_one]
    text = f"""# The origins' claims, checked

Written by `{command}`; do not edit it. The origins are the five small projects that this one grew from; a claim's number is that of \
the list of what they do. "Cannot be right" is a claim that contradicts arithmetic or the origin's own figures, whatever was \
measured. Without `--db` nothing here depends on a clock: the same program writes the same text.

"""
    for verdict in VERDICTS:
        text += f"- {verdict}: {sum(claim.verdict == verdict for claim in claims)}\n"
    text += "\n| claim | the origin says | verdict |\n|---|---|---|\n"
    for number, claim in enumerate(claims, 1):
        text += f"| [{cell(claim.id)}](#claim-{number}) | {cell(claim.statement)} | {claim.verdict} |\n"
    number = 0
    for title, of_one in checked:
        text += f"\n## {title}\n"
        for claim in of_one:
            number += 1
            text += (f"\n<a id=\"claim-{number}\"></a>**{claim.id}: {claim.statement}**\n\n- the origin: {claim.theirs}\n"
                     f"- here: {claim.ours}\n- by: {claim.how}\n- verdict: **{claim.verdict}**: {claim.because}\n")
    return wrapped(text)


# ---- The command


class Output:
    """A file that is opened before the work. It keeps its content until `write`; one that was made for nothing goes again."""

    def __init__(self, path):
        self.path = path
        self.file = None
        self.made_here = path != "-" and not os.path.exists(path)
        if path == "-":
            return
        try:
            self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise Failure(f"cannot write '{path}': {error.strerror}\n         check the folder and the permissions", 3) from None

    def write(self, text):
        name = f"'{self.path}'" if self.file is not None else "the answer"
        try:
            if self.file is None:
                sys.stdout.buffer.write(text.encode())
                sys.stdout.buffer.flush()
                return
            with os.fdopen(self.file, "wb") as file:
                if file.seekable():
                    file.truncate(0)
                file.write(text.encode())
            self.made_here = False
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            raise Failure(f"cannot write {name}: {error.strerror}\n         is the disk full?") from None

    def give_up(self):
        if self.made_here:
            os.unlink(self.path)


def run(options):
    output = Output(options.output)
    program = Program(options.program, options.progress)
    try:
        records = program.export(options.db) if options.db else []
        with tempfile.TemporaryDirectory(prefix="tessera-claims-") as folder:
            evidence = Evidence(program, options.full, records, folder)
            checked = [(origin["title"], [check(claim, evidence) for claim in origin["claim"]]) for origin in origins()]
        command = (f"tessera lab claims{' --full' if options.full else ''}{' --db ' + options.db if options.db else ''}"
                   " --output docs/seed-claims.md")
        output.write(document(checked, command))
    except BaseException:
        output.give_up()
        raise
    finally:
        program.say("")


def interrupted(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description="checks the claims of the origins one by one")
    parser.add_argument("--program", required=True, help="the program, e.g. build/release/bin/tessera")
    parser.add_argument("--output", default="-", help="write to this file instead of standard output")
    parser.add_argument("--full", action="store_true", help="run the whole suites instead of samples")
    parser.add_argument("--db", default="", help="use the runs of this database instead of running a suite again")
    parser.add_argument("--progress", default="auto", choices=("auto", "never", "json"))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    try:
        run(parser.parse_args())
    except KeyboardInterrupt:
        print("tessera: interrupted before every claim was checked", file=sys.stderr)
        return 130
    except Failure as failure:
        if str(failure):
            print(f"tessera: {failure}", file=sys.stderr)
        return failure.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
