#!/usr/bin/env python3
"""Runs the command of every item that the five origins have (tests/data/seeds/*.toml), checks what it prints, and writes docs/seeds.md.

usage: tools/seeds.py [--program PROGRAM] [--long] [--only ID,...] [--output FILE]

A row is right if its command ends with the exit code `code` (0) and prints what the row demands: `shows` (these texts, in this
order), `never` (none of these), `is` (exactly this), `json` (these fields of the one JSON object), `values` (what these Python
expressions make of the output; "at most 5" and "at least 5" are wanted values, too). A row without a command names the tests that guard it, `guards`; they must exist. The exit code is 0
only if every row is right. Rows with `long` are run with --long, or if --only names them.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from types import SimpleNamespace

if sys.version_info < (3, 11):
    sys.exit("tools/seeds.py needs Python 3.11 or newer")
import tomllib

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "tests/data/seeds"
FIELDS = {"id", "asked", "run", "code", "shows", "never", "is", "json", "values", "guards", "needs", "long"}
PATIENCE = 900  # seconds: a command that takes longer hangs
DEFECTS = 25


# ---- Rows


def origins(folder=ROWS):
    """The files of rows in order, each with its title and its rows."""
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("s*.toml"))]


def fault_of_row(row):
    """What is wrong with the row itself, or nothing."""
    if unknown := set(row) - FIELDS:
        return f"unknown fields: {', '.join(sorted(unknown))}"
    if not row.get("asked"):
        return "it does not say what was asked"
    if "run" not in row and "guards" not in row:
        return "it has neither a command nor a test"
    if "run" in row and not set(row) & {"shows", "is", "json", "values"}:
        return "it demands nothing of the output"
    return ""


# ---- The output of a command


class Output:
    """What a command printed, as rows look at it."""

    def __init__(self, text):
        self.text = text
        self.lines = text.splitlines()

    @property
    def objects(self):
        return [json.loads(line) for line in self.lines if line.startswith("{")]

    def field(self, path):
        """A field of the only JSON object: `stats.expanded`, `heuristics.0.value`."""
        (value,) = self.objects
        for name in path.split("."):
            value = value[int(name)] if isinstance(value, list) else value[name]
        return value

    def numbers(self, pattern):
        """Every number that the one group of this pattern finds, in order."""
        return [float(found.replace(",", "")) if "." in found else int(found.replace(",", "")) for found in re.findall(pattern, self.text, re.M)]

    def names(self):
        # Names, not attributes: an expression within a comprehension sees no locals.
        return {"out": self.text, "lines": self.lines, "objects": self.objects, "field": self.field, "numbers": self.numbers,
                "re": re, "len": len, "set": set, "sum": sum, "all": all, "any": any, "sorted": sorted, "max": max, "min": min, "zip": zip,
                "range": range, "round": round, "abs": abs, "int": int, "list": list}


def shortened(text, most=150):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def as_wanted(value, wanted):
    bound = re.fullmatch(r"at (most|least) (-?[\d.]+)", wanted) if isinstance(wanted, str) else None
    if bound:
        return value <= float(bound[2]) if bound[1] == "most" else value >= float(bound[2])
    return value == wanted


def faults_and_evidence(row, code, output):
    """Two lists: what is not as the row demands, and what of the output shows that it is."""
    faults, evidence = [], []
    if code != row.get("code", 0):
        faults.append(f"the exit code is {code}, not {row.get('code', 0)}")
    place = 0
    for wanted in row.get("shows", []):
        found = output.text.find(wanted, place)
        if found < 0:
            faults.append(f"'{wanted}' is missing" if wanted not in output.text else f"'{wanted}' comes too early")
            continue
        place = found + len(wanted)
        first, last = output.text.rfind("\n", 0, found) + 1, output.text.find("\n", place)
        evidence += output.text[first : last if last >= 0 else None].split("\n")
    faults += [f"'{text}' is there" for text in row.get("never", []) if text in output.text]
    if "is" in row:
        if output.text != row["is"]:
            pairs = itertools.zip_longest(output.text.splitlines(), row["is"].splitlines(), fillvalue="(nothing)")
            line, (here, wanted) = next(((i, p) for i, p in enumerate(pairs, 1) if p[0] != p[1]), (0, ("the end", "another end")))
            faults.append(f"line {line} is '{here}', not '{wanted}'")
        evidence += output.lines
    for name, (expression, wanted) in [(f, (f"field('{f}')", v)) for f, v in row.get("json", {}).items()] + list(row.get("values", {}).items()):
        try:
            # The expressions are our own data, not a stranger's.
            value = eval(expression, {"__builtins__": {}} | output.names())
        except Exception as error:  # whatever an output that is quite different leads to
            faults.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if not as_wanted(value, wanted):
            faults.append(f"{name} is {shortened(str(value), 80)}, not {wanted}")
        evidence.append(f"{name}: {shortened(str(value), 80)}")
    return faults, list(dict.fromkeys(evidence))


# ---- Tests that guard what no command shows


def titles_of(file):
    """The titles of the tests in a file: `Suite.Name` of C++, names of Python, texts of JavaScript."""
    text = file.read_text(encoding="utf-8")
    found = [".".join(pair) for pair in re.findall(r"^TYPED_TEST\((\w+),\s*(\w+)\)|^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text, re.M) for pair in [[p for p in pair if p]]]
    found += re.findall(r"^    def (test_\w+)", text, re.M)
    found += [title for _, title in re.findall(r"""\b(?:test|it)(?:\.each\(.*?\))?\(\s*(["'`])((?:(?!\1).)+)\1""", text)]
    return found


def missing_guard(guard):
    """Why there is no such test (`file: title`, or the beginning of the title), or nothing."""
    name, _, title = guard.partition(": ")
    file = ROOT / name
    if not file.is_file():
        return f"there is no file {name}"
    if file.suffix == ".cmake":  # a test of the repository is a script
        return ""
    if not title or not any(found.startswith(title) for found in titles_of(file)):
        return f"there is no test '{title}' in {name}"
    return ""


def guards_of_defects():
    """For the number of each defect of the page, the tests whose title begins with it: `D5: …` or `D5, D16: …`."""
    guards = {}
    for pattern in ("web/tests/browser/*.mjs", "web/tests/unit/*.ts", "tests/*/*.cpp"):
        for file in sorted(ROOT.glob(pattern)):
            for title in titles_of(file):
                # In C++ the name of the test: TEST(Report, D24HasOneMain).
                marked = re.match(r"(D\d+(?:(?:, | and )D\d+)*): ", title) or re.match(r"\w+\.(D\d+)(?=[A-Z_]|$)", title)
                for number in re.findall(r"D(\d+)", marked[1]) if marked else []:
                    guards.setdefault(int(number), []).append(f"{file.relative_to(ROOT)}: {title}")
    return guards


# ---- Running them


class Bench:
    """Runs commands: each in a folder of its own with the files of the rows, all with one cache of tables."""

    def __init__(self, program, folder):
        self.folder = Path(folder)
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "tessera").symlink_to(Path(program).resolve())
        data = Path(os.environ.get("TESSERA_DATA") or ROOT.parent / "shared/data/external")
        self.environment = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": folder, "TESSERA_CACHE": str(self.folder / "cache"), "LC_ALL": "C.UTF-8",
                            "DATA": str(ROOT / "data"), "DOCS": str(ROOT / "docs"), "TESSERA_DATA": str(data), "TERM": "dumb", "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1"}

    def has(self, name):
        return (Path(self.environment["TESSERA_DATA"]) / name).is_file()

    def run(self, command):
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            shutil.copytree(ROWS / "files", place, dirs_exist_ok=True)
            done = subprocess.run(["sh", "-c", command], cwd=place, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        return done.returncode, Output(done.stdout.decode("utf-8", "replace")), done.stderr.decode("utf-8", "replace")


def check(row, bench, everything):
    """The row with its verdict: `right`, `wrong` or `not run`, and why; and the evidence."""
    result = SimpleNamespace(row=row, verdict="right", why="", evidence=[])
    faults = [fault] if (fault := fault_of_row(row)) else [fault for guard in row.get("guards", []) if (fault := missing_guard(guard))]
    if not faults and "run" in row:
        if row.get("long") and not everything:
            result.verdict, result.why = "not run", "it takes long: --long runs it"
        elif "needs" in row and not bench.has(row["needs"]):
            result.verdict, result.why = "not run", f"it needs {row['needs']} in the folder TESSERA_DATA"
        else:
            try:
                code, output, errors = bench.run(row["run"])
                faults, result.evidence = faults_and_evidence(row, code, output)
                if faults and errors:
                    faults.append(f"stderr: {shortened(errors)}")
            except subprocess.TimeoutExpired:
                faults = [f"it takes more than {PATIENCE} s"]
    if faults:
        result.verdict, result.why = "wrong", "; ".join(faults)
    return result


# ---- The document


def cell(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def code(text):
    """Text as code in a table of Markdown."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}" if text.strip() else ""


def evidence_cell(result, most=6):
    lines = [shortened(line) for line in result.evidence if line.strip()]
    shown = [code(line) for line in lines[:most]] + (["…"] if len(lines) > most else [])
    guards = [f"test {code(guard)}" for guard in result.row.get("guards", [])]
    wrong = [] if result.verdict == "right" else [f"**{result.verdict}**: {cell(shortened(result.why, 300))}"]
    return "<br>".join(shown + guards + wrong)


def document(checked, defects):
    """The whole page: `checked` is a list of pairs of a title and its results."""
    results = [result for _, of_one in checked for result in of_one]
    right = sum(result.verdict == "right" for result in results)
    about = textwrap.fill(
        "Written by `tools/seeds.py --long --output docs/seeds.md`; do not edit it. The five origins are the small projects that Tessera "
        "replaces; S numbers are what they do, E numbers are their errors, which must not be repeated. Each row has a command and the "
        "part of its output that counts (values are computed from the output), or the test that guards what no command shows. `./test` "
        "runs the quick rows, `./test --long` all: a row is right only if its command prints what it must. `tests/data/seeds/` has the "
        "rows and the files that they read; `$DATA` is the folder `data`, `$DOCS` this one.", 120, break_on_hyphens=False)
    text = f"# What the origins have, item by item\n\n{about}\n\n{right} of {len(results)} rows are right.\n"
    for title, of_one in checked:
        text += f"\n## {title}\n\n| item | asked | command | output |\n|---|---|---|---|\n"
        for result in of_one:
            row = result.row
            text += f"| {row['id']} | {cell(row['asked'])} | {code(row.get('run', '').strip())} | {evidence_cell(result)} |\n"
    text += "\n## Defects of the page\n\nEach was found by a review, and has a test of its own.\n\n| defect | what was wrong | test |\n|---|---|---|\n"
    for number, words, guards in defects:
        text += f"| D{number} | {cell(words)} | {'<br>'.join(code(guard) for guard in guards) or '**missing**'} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description="checks every item of the origins and writes docs/seeds.md")
    parser.add_argument("--program", default=ROOT / "build/release/bin/tessera", help="the program (default: build/release/bin/tessera)")
    parser.add_argument("--long", action="store_true", help="also the rows that take long")
    parser.add_argument("--only", default="", metavar="ID,...", help="only these rows, with what they print on stdout")
    parser.add_argument("--output", metavar="FILE", help="write the document to this file")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    if not Path(options.program).is_file():
        sys.exit(f"there is no program '{options.program}'; build it with ./run, or name it with --program")
    files = [(origin["title"], [row for row in origin["row"] if not only or row["id"] in only]) for origin in origins()]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bench = Bench(options.program, folder)
        checked = [(title, [pool.submit(check, row, bench, options.long or bool(only)) for row in rows]) for title, rows in files]
        checked = [(title, [future.result() for future in futures]) for title, futures in checked]
    found = guards_of_defects()
    words = tomllib.loads((ROWS / "defects.toml").read_text(encoding="utf-8"))["defect"]
    defects = [(number, words[f"D{number}"], found.get(number, [])) for number in range(1, DEFECTS + 1)] if not only else []
    results = [result for _, of_one in checked for result in of_one]
    for result in results:
        if only:
            print("\n".join([result.row["id"] + ": " + result.verdict, *result.evidence]))
        if result.verdict != "right":
            print(f"{result.row['id']} is {result.verdict}: {result.why}", file=sys.stderr)
    missing = [f"D{number}" for number, _, guards in defects if not guards]
    if missing:
        print(f"no test guards {', '.join(missing)}", file=sys.stderr)
    verdicts = [result.verdict for result in results]
    print(f"{verdicts.count('right')} of {len(verdicts)} rows are right, {verdicts.count('wrong')} wrong, {verdicts.count('not run')} not run", file=sys.stderr)
    if options.output:
        Path(options.output).write_text(document(checked, defects), encoding="utf-8")
    return 1 if "wrong" in verdicts or missing else 0


if __name__ == "__main__":
    sys.exit(main())
