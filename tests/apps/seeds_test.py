#!/usr/bin/env python3
"""Tests of tools/seeds.py and of its rows: that a wrong output, a missing test or a missing item is found. The tests of the program run
this. TESSERA_BINARY names the program for the rows themselves; without it they are left out. TESSERA_LONG: also those that take long."""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import seeds  # noqa: E402

ROWS = [row for origin in seeds.origins() for row in origin["row"]]
#: How many items of each kind the origins have, S0, S1, … and E0, E1, …
ITEMS = {"S": (49, 20, 28, 16, 18), "E": (11, 6, 6, 6, 11)}


def faults(row, text, code=0):
    return seeds.faults_and_evidence(row, code, seeds.Output(text))[0]


class Rows(unittest.TestCase):
    def test_every_item_has_a_row_in_order(self):
        wanted = [f"{kind}{origin}.{number}" for origin in range(5) for kind in "SE" for number in range(1, ITEMS[kind][origin] + 1)]
        self.assertEqual(list(dict.fromkeys(row["id"] for row in ROWS)), wanted)
        self.assertEqual(len(wanted), 131 + 40)

    def test_every_row_demands_something(self):
        for row in ROWS:
            self.assertEqual(seeds.fault_of_row(row), "", row["id"])

    def test_the_page_has_every_row(self):
        page = (ROOT / "docs/seeds.md").read_text(encoding="utf-8")
        for row in ROWS:
            line = f"| {row['id']} | {seeds.cell(row['asked'])} | {seeds.code(row.get('run', '').strip())} |"
            self.assertIn(line, page, "run tools/seeds.py --long --output docs/seeds.md")


class Checks(unittest.TestCase):
    def test_texts_in_their_order(self):
        row = {"shows": ["one", "two"], "never": ["three"]}
        self.assertEqual(faults(row, "one\ntwo\n"), [])
        self.assertEqual(faults(row, "two\none\n"), ["'two' comes too early"])
        self.assertEqual(faults(row, "one\n"), ["'two' is missing"])
        self.assertEqual(faults(row, "one two three"), ["'three' is there"])

    def test_exact_texts_and_exit_codes(self):
        self.assertEqual(faults({"is": "a\nb\n"}, "a\nb\n"), [])
        self.assertEqual(faults({"is": "a\nb\n"}, "a\nc\n"), ["line 2 is 'c', not 'b'"])
        self.assertEqual(faults({"is": "a\nb\n"}, "a\n"), ["line 2 is '(nothing)', not 'b'"])
        self.assertEqual(len(faults({"is": "a\n"}, "a")), 1)
        self.assertEqual(faults({"is": ""}, "", 3), ["the exit code is 3, not 0"])
        self.assertEqual(faults({"is": "", "code": 3}, "", 3), [])

    def test_fields_and_values(self):
        row = {"json": {"stats.expanded": 3}, "values": {"lines": ["len(lines)", "at least 1"]}}
        self.assertEqual(faults(row, '{"stats":{"expanded":3}}\n'), [])
        self.assertEqual(faults(row, '{"stats":{"expanded":4}}\n'), ["stats.expanded is 4, not 3"])
        self.assertEqual(len(faults(row, "")), 2)
        self.assertIn("KeyError", faults(row, '{"stats":{}}')[0])

    def test_a_row_that_demands_nothing_is_a_fault(self):
        self.assertNotEqual(seeds.fault_of_row({"id": "S9.9", "asked": "x", "run": "true"}), "")
        self.assertNotEqual(seeds.fault_of_row({"id": "S9.9", "asked": "x"}), "")
        self.assertNotEqual(seeds.fault_of_row({"id": "S9.9", "asked": "x", "guards": [], "shown": []}), "")

    def test_a_guard_must_exist(self):
        self.assertEqual(seeds.missing_guard("tests/apps/seeds_test.py: test_a_guard_must_exist"), "")
        self.assertIn("no test", seeds.missing_guard("tests/apps/seeds_test.py: test_of_something_else"))
        self.assertIn("no test", seeds.missing_guard("tests/apps/seeds_test.py"))
        self.assertIn("no file", seeds.missing_guard("tests/apps/nothing.py: test_a_guard_must_exist"))
        self.assertEqual(seeds.missing_guard("tests/search/a_star_test.cpp: AStar.KeepsLimits"), "")
        self.assertEqual(seeds.missing_guard("web/tests/browser/solve.test.mjs: step, scrub"), "")

    def test_every_defect_of_the_page_has_a_test(self):
        guards = seeds.guards_of_defects()
        self.assertEqual([f"D{n}" for n in range(1, seeds.DEFECTS + 1) if n not in guards], [])


@unittest.skipUnless(os.environ.get("TESSERA_BINARY"), "TESSERA_BINARY names no program")
class WithTheProgram(unittest.TestCase):
    def test_every_row_is_right(self):
        words = [sys.executable, ROOT / "tools/seeds.py", "--program", os.environ["TESSERA_BINARY"]]
        done = subprocess.run(words + (["--long"] if os.environ.get("TESSERA_LONG") else []), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(re.search(r"^\d+ of \d+ rows are right, 0 wrong", done.stderr, re.M), done.stderr)


if __name__ == "__main__":
    unittest.main()
