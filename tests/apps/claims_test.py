#!/usr/bin/env python3
"""Tests of tools/claims.py: the evidence, and that every verdict follows from it. The tests of the program run this.

TESSERA_BINARY names the program for the tests that run it; without it they are left out.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace as Fields

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import claims  # noqa: E402

PROGRAM = os.environ.get("TESSERA_BINARY", "")
CLAIMS = [claim for origin in claims.origins() for claim in origin["claim"]]


def named(words, row=None):
    """The one claim whose statement has these words; of several made from one entry that with this value in its row."""
    found = [claim for claim in CLAIMS if words in claim["statement"] and (row is None or row in claim["row"].values())]
    assert len(found) == 1, f"{len(found)} claims have '{words}'"
    return found[0]


def made(suite, configuration, board, outcome="solved", length=10, expanded=100, board_set="", goal="g", states=5):
    """A run that was made up."""
    solved = outcome.startswith("solved")
    return {"suite": suite, "configuration": configuration, "board_set": board_set, "board": board, "start": board, "goal": goal,
            "outcome": outcome, "length": length if solved else None, "expanded": expanded, "peak_states": states,
            "repetition": 0, "node_limit": 1000}


class MadeUp:
    """Stands for the program: answers with what a test wants to be true."""

    progress = "never"

    def __init__(self, audits=None, records=None, answers=None, boards=None):
        self.audits = audits or {}
        self.records = records or []
        self.answers = answers
        self.boards = boards

    def say(self, what):
        pass

    def audit(self, size, goal, heuristic):
        row = {"admissible": True, "consistent": True, "mean_h": 1.0, "inconsistent_moves": 0} | self.audits.get(heuristic, {})
        return {"heuristics": [row], "states_per_distance": self.audits.get("states", [1, 2])}

    def run_suite(self, suite, folder):
        if not self.records:
            raise AssertionError(f"suite {suite} was to be run")
        return self.records

    def solve(self, boards, *options):
        return [self.answers(board, options) for board in boards]

    def generate(self, size, count, *options):
        return self.boards(count, options)


def verdict(words, program, row=None, **more):
    return claims.check(named(words, row), claims.Evidence(program, **more)).verdict


#: For each claim whose verdict is computed: values that lead to the first case, to the second, and so on.
CASES = {
    "16! ≈": [{"boards": math.factorial(16)}, {"boards": math.factorial(15)}],
    "blank in the bottom right": [{"in_corner": 30, "all": 30}, {"in_corner": 29, "all": 30}],
    "isGoal of the text": [{"accepted": 1}, {"accepted": 2}],
    "H3 as coded": [{"over": Fields(states=0)}, {"over": Fields(states=1)}],
    "{name} is admissible": [{"row": Fields(admissible=True)}, {"row": Fields(admissible=False)}],
    "H3 ≥ H1 everywhere": [{"right": 9, "states": 9}, {"right": 8, "states": 9}],
    "its inversions are even": [{"rejected": 0}, {"rejected": 1}],
    "informativeness": [{"h3": 4, "h4": 3, "h1": 2, "h2": 1, "half": 0}, {"h3": 4, "h4": 3, "h1": 2, "h2": 3.5, "half": 1},
                        {"h3": 4, "h4": 3, "h1": 2, "h2": 3.5, "half": 2.5}],
    "most informed": [{"h3": 1, "conflict": Fields(admissible=True, mean_h=2), "walking": Fields(admissible=False, mean_h=3)},
                      {"h3": 1, "conflict": Fields(admissible=False, mean_h=2), "walking": Fields(admissible=True, mean_h=1)}],
    "expands the fewest nodes": [{"h": [2, 2, 1, 2]}, {"h": [2, 2, 2, 3]}],
    "20 % fewer nodes than H4, measured": [{"saved": 24.9}, {"saved": 25.1}],
    "A*, BFS and UCS": [{"a": [7, 7, 7]}, {"a": [7, 7, 8]}],
    "low memory footprint": [{"by_dfs": 1, "by_a_star": 2}, {"by_dfs": 2, "by_a_star": 2}],
    "p < 0.001": [{"p": 0.0009}, {"p": 0.001}],
    "82 % fewer": [{"saved": 84}, {"saved": 86}],
    "maximum fringe size": [{"short": "H2"}, {"short": ""}],
    "average depths": [{"apart": 0.0}, {"apart": 0.01}],
    "{statement_of}": [{"saved": 20.4, "stated": 20}, {"saved": 20.6, "stated": 20}],
    "18 to 22 moves": [{"mean": 22.4}, {"mean": 22.6}],
    "4 inversions": [{"count": 4}, {"count": 6}],
    "Manhattan plus inversions": [{"row": Fields(admissible=True)}, {"row": Fields(admissible=False)}],
    "counted by pairs": [{"pairs": Fields(admissible=True)}, {"pairs": Fields(admissible=False)}],
    "its worked boards": [{"far": 22, "near": 2}, {"far": 22, "near": 4}],
    "depth limit of 30": [{"deep": 0}, {"deep": 1}],
    "A* is always optimal": [{"misled": Fields(longer=0)}, {"misled": Fields(longer=1)}],
    "greedy best-first": [{"longer": 1}, {"longer": 0}],
    "open question": [{"both": [1, 2]}, {"both": [2, 2]}],
    "{board}: moves": [{"found_lengths": [10, 10, 10, 10], "found_nodes": [4, 3, 2, 1], "nodes": [4, 3, 2, 1]},
                       {"found_lengths": [10, 10, 10, 10], "found_nodes": [4, 2, 2, 1], "nodes": [4, 3, 2, 1]}],
    "362,880": [{"reachable": 362880}, {"reachable": 181440}],
    "optimal with both": [{"consistent": True, "a": [7, 7]}, {"consistent": True, "a": [7, 8]}],
    "Manhattan distance is the better": [{"a": [1, 2]}, {"a": [2, 2]}],
    "all four algorithms": [{"dfs": [9]}, {"dfs": [8]}],
    "IDS is optimal": [{"ids": Fields(longer=0)}, {"ids": Fields(longer=1)}],
    "IDS is memory": [{"m": [1, 2]}, {"m": [2, 2]}],
    "Manhattan table": [{"over": Fields(states=0)}, {"over": Fields(states=1)}],
    "solvability by inversions": [{"wrong": 0}, {"wrong": 1}],
    "misplaced tiles never overestimates": [{"over": Fields(states=0)}, {"over": Fields(states=1)}],
    "like the other four": [{"shortest": True}, {"shortest": False}],
    "lead to the goal fastest": [{"h": [3, 3, 2, 3, 2]}, {"h": [3, 3, 3, 3, 2]}],
    "numbers of steps": [{"fewer": 1, "steps": [3, 4], "least": 3}, {"fewer": 0, "steps": [2, 4], "least": 2},
                         {"fewer": 0, "steps": [4, 2], "least": 2}],
    "50 random moves": [{"steps": 51}, {"steps": 50}],
    "15-puzzle of 58": [{"nodes": Fields(exponent=10.1)}, {"nodes": Fields(exponent=10)}],
    "IDA* is less effective": [{"ida": Fields(shortest=3, boards=3)}, {"ida": Fields(shortest=2, boards=3)}],
    "every tile behind a larger": [{"eight": Fields(admissible=True), "strip": Fields(admissible=True)},
                                   {"eight": Fields(admissible=True), "strip": Fields(admissible=False)}],
    "close to the best known": [{"excess": 4.9}, {"excess": 5}],
    "n ≤ 3": [{"manhattan": Fields(admissible=True, consistent=True), "small": Fields(shortest=3, boards=3)},
              {"manhattan": Fields(admissible=True, consistent=True), "small": Fields(shortest=2, boards=3)}],
    "always solves 7×7": [{"solved": 2, "boards": 2}, {"solved": 1, "boards": 2}],
}


class Common(list):
    """A list of one figure per configuration, for every figure that a rule may look at."""

    common = 1
    boards = 9

    def __init__(self, figures):
        super().__init__(Fields(expanded=f, length=f, peak_states=f, solved=f) for f in figures)


class Rules(unittest.TestCase):
    def test_every_case_of_every_verdict_is_reached(self):
        for claim in CLAIMS:
            if len(claim["verdict"]) == 1:
                self.assertNotIn("when", claim["verdict"][0], claim["statement"])
                continue
            keys = [key for key in CASES if key in claim["statement"]]
            self.assertEqual(len(keys), 1, claim["statement"])
            self.assertEqual(len(CASES[keys[0]]), len(claim["verdict"]), claim["statement"])
            for case, values in zip(claim["verdict"], CASES[keys[0]]):
                values = {name: Common(value) if name in ("h", "a", "both", "m", "dfs") else value for name, value in values.items()}
                with self.subTest(claim["statement"], case=case["is"]):
                    reached = claims.case_of(claim, claims.PLAIN, {"stated": [10, 10, 10, 10]} | values)
                    self.assertIs(reached, case)

    def test_a_verdict_is_one_of_four(self):
        for claim in CLAIMS:
            for case in claim["verdict"]:
                self.assertIn(case["is"], claims.VERDICTS)
            self.assertNotIn("when", claim["verdict"][-1], "the last case applies always")


class VerdictsFollowTheEvidence(unittest.TestCase):
    """The same claim, with other evidence, has another verdict."""

    def test_audits(self):
        bad = {"misplaced": {"admissible": False, "over_states": 1, "over_max": 2.0, "over_state": [1, 0], "over_h": 3.0, "over_distance": 1}}
        self.assertEqual(verdict("{name} is admissible", MadeUp(), "misplaced"), "holds")
        self.assertEqual(verdict("{name} is admissible", MadeUp(bad), "misplaced"), "false")
        self.assertEqual(verdict("{name} is admissible", MadeUp(bad), "manhattan"), "holds")
        row = claims.Evidence(MadeUp(bad)).audit("misplaced")
        self.assertEqual(row.says, "not admissible: 1 state too high, by up to 2 (`1 0`: h = 3, distance 1)")
        self.assertEqual(verdict("362,880", MadeUp({"states": [1, 362879]})), "holds")
        self.assertEqual(verdict("362,880", MadeUp({"states": [1, 181439]})), "false")
        self.assertEqual(verdict("most informed", MadeUp()), "holds")
        self.assertEqual(verdict("most informed", MadeUp({"walking-distance": {"mean_h": 1.1}})), "false")

    def test_printed_tables(self):
        source = (ROOT / "data/own/seed-headline-tables.csv").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            own = Path(folder) / "own"
            own.mkdir()
            table = own / "seed-headline-tables.csv"

            def with_table(text):
                table.write_text(text, encoding="utf-8")
                return {"program": MadeUp(), "data": Path(folder)}

            self.assertEqual(verdict("{statement_of}", row="H4 row/col", **with_table(source)), "cannot be right")
            right = source.replace("H3 Manhattan,avg nodes expanded,27301.00", "H3 Manhattan,avg nodes expanded,23591.20")
            self.assertNotEqual(right, source)
            self.assertEqual(verdict("{statement_of}", row="H4 row/col", **with_table(right)), "holds")
            steps = "15-puzzle one fixed state,misplaced + path cost,steps,58"
            self.assertIn(steps, source)
            self.assertEqual(verdict("numbers of steps", row="15-puzzle", **with_table(source)), "cannot be right")
            self.assertEqual(verdict("numbers of steps", row="15-puzzle", **with_table(source.replace(steps, steps[:-2] + "56"))), "holds")
            with self.assertRaises(claims.Failure):
                verdict("50 random moves", **with_table(source.replace(steps, "")))

    def test_records(self):
        def runs(manhattan):
            return MadeUp(records=[made("seeds-15-quick", f"a* with {name}", str(board), length=20, expanded=nodes)
                                   for board in range(12)
                                   for name, nodes in (("misplaced", 900), ("euclidean", 300), ("manhattan", manhattan), ("row-column", 200))])

        for nodes, fewest, measured, significant in ((100, "holds", "false", "holds"), (160, "holds", "holds", "holds"),
                                                     (250, "false", "false", "holds"), (200, "false", "false", "false")):
            self.assertEqual(verdict("fewest nodes", runs(nodes)), fewest)
            self.assertEqual(verdict("than H4, measured", runs(nodes)), measured)
            self.assertEqual(verdict("p < 0.001", runs(nodes)), significant, nodes)
        self.assertEqual(verdict("18 to 22 moves", runs(100)), "holds")
        self.assertEqual(verdict("bottom right", runs(100)), "false")

    def test_searches(self):
        distances = claims.distances_from(claims.GOALS["blank-last"])
        histogram = [0] * 32
        for distance in distances.values():
            histogram[distance] += 1
        starts = sorted(distances)[::20000][:12]

        def deepening(extra):
            def answer(board, options):
                found = int(options[-1]) >= distances[board] + extra
                return {"status": "solved" if found else "depth-limit", "length": distances[board] + extra if found else None}
            return MadeUp({"states": histogram}, answers=answer, boards=lambda count, options: starts)

        self.assertEqual(verdict("IDS is optimal", deepening(0)), "holds")
        self.assertEqual(verdict("IDS is optimal", deepening(2)), "false")
        other = MadeUp({"states": histogram[:-1] + [histogram[-1] + 1]}, boards=lambda count, options: starts)
        with self.assertRaises(claims.Failure):
            verdict("IDS is optimal", other)

    def test_random_boards(self):
        even, odd = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0), (2, 1, *range(3, 16), 0)

        def boards(solvable):
            return MadeUp(boards=lambda count, options: [solvable if "--solvable" in options else odd] * count)

        self.assertEqual(verdict("inversions are even", boards(even)), "holds")
        self.assertEqual(verdict("inversions are even", boards(odd)), "false")
        self.assertEqual(verdict("blank's row from the bottom", boards(even)), "holds")
        self.assertEqual(verdict("blank's row from the bottom", boards(odd)), "false")


class EvidenceByHand(unittest.TestCase):
    def test_means_are_over_boards_that_all_solved(self):
        records = [made("s", "a", "1", "solved-optimally", 10, 100), made("s", "b", "1", "solved", 12, 10),
                   made("s", "a", "2", "solved-optimally", 50, 9000), made("s", "b", "2", "time-limit", 0, 77),
                   made("s", "a", "3", "solved-optimally", 20, 300), made("s", "b", "3", "solved", 24, 30)]
        boards = claims.CommonBoards(records, ("a", "b"))
        self.assertEqual((boards.boards, boards.common, boards[0].solved, boards[1].solved), (3, 2, 3, 2))
        self.assertEqual((boards[0].length, boards[0].expanded, boards[1].expanded), (15, 200, 20))
        self.assertEqual(boards.text, "means over the 2 of 3 boards that all of them solved")

    def test_given_records_are_used_instead_of_runs(self):
        given = [made("seeds-15", "x", "1"), made("seeds-8-quick", "x", "1"), made("seeds-8-quick", "x", "2") | {"repetition": 1}]
        evidence = claims.Evidence(MadeUp(), records=given)
        self.assertEqual(evidence.suite("seeds-15").how, "the 1 records of suite `seeds-15`")
        self.assertEqual(evidence.suite("seeds-8").how, "the 1 records of suite `seeds-8-quick`")
        with self.assertRaisesRegex(AssertionError, "suite seeds-nxn-quick was to be run"):
            evidence.suite("seeds-nxn")

    def test_sign_test(self):
        self.assertEqual(claims.sign_test(0, 0), 1)
        self.assertEqual(claims.sign_test(3, 3), 1)
        self.assertAlmostEqual(claims.sign_test(10, 0), 2 / 1024, delta=1e-12)
        self.assertAlmostEqual(claims.sign_test(1, 9), 2 * 11 / 1024, delta=1e-12)

    def test_growth_is_a_line_through_logarithms(self):
        records = [made("seeds-15-quick", "x", str(n), length=n, expanded=10 ** (n // 2)) for n in (6, 8, 10, 12)]
        growth = claims.Evidence(MadeUp(records=records)).growth("seeds-15", "x", 58)
        self.assertEqual(growth.runs, 3, "a run of 6 moves says nothing")
        self.assertAlmostEqual(growth.every_two_moves, 10)
        self.assertAlmostEqual(growth.exponent, 29)

    def test_rules_on_boards(self):
        self.assertEqual(claims.inversions((2, 1, 6, 4, 5, 3, 7, 8, 0)), 6)
        goal = claims.GOALS["blank-last"]
        board = (1, 2, 3, 4, 5, 6, 0, 7, 8)
        self.assertEqual([claims.per_tile(rule, goal)(board) for rule in ("misplaced", "row-column", "manhattan")], [2, 2, 2])
        self.assertEqual(claims.per_tile("misplaced", goal, blank=True)(board), 3)
        self.assertEqual(claims.per_tile("manhattan", goal)((8, 2, 3, 4, 5, 6, 7, 1, 0)), 6)

    def test_means_as_people_read_them(self):
        self.assertEqual(claims.Sentences().format("{:mean} {:mean} {:mean} {:mean}", 540.44, 540.0, 1491.5, 73344.6), "540.4 540 1,492 73,345")


class Document(unittest.TestCase):
    def test_names_command_counts_and_every_claim(self):
        one = Fields(id="S0.12", statement="one", theirs="a", ours="b", how="by hand", verdict="holds", because="so it is")
        two = Fields(id="S3.16", statement="two | three", theirs="c", ours="d", how="by hand", verdict="cannot be right", because="it is not")
        text = claims.document([("S0: first", [one]), ("S3: second", [two])], "tessera lab claims")
        for part in ("Written by `tessera lab claims`", "- holds: 1\n", "- cannot be right: 1\n", "- false: 0\n", "## S0: ", "## S3: ",
                     "[S0.12](#claim-1)", 'id="claim-2"', "- verdict: **cannot be right**: it is not\n", "| two \\| three |"):
            self.assertIn(part, text)

    def test_sixty_claims_in_the_order_of_their_numbers(self):
        self.assertEqual(len(CLAIMS), 60)
        numbers = [tuple(map(int, re.fullmatch(r"S(\d+)\.(\d+)", claim["id"]).groups())) for claim in CLAIMS]
        self.assertEqual(numbers, sorted(numbers))


@unittest.skipUnless(PROGRAM, "TESSERA_BINARY names no program")
class WithTheProgram(unittest.TestCase):
    def test_records_of_a_lab_run_are_used(self):
        """One suite as it was run, the others made up from it, so that none is run again."""
        with tempfile.TemporaryDirectory() as folder:
            db, records, report = (str(Path(folder) / name) for name in ("runs.db", "runs.jsonl", "report.md"))
            program = claims.Program(PROGRAM, "never")
            program.lines("lab", "run", "seeds-best-first-quick", "--db", db, "--progress", "never")
            lines = program.export(db)
            model = next(r for r in lines if r["outcome"].startswith("solved"))
            for suite, configurations in (("seeds-15", ("a* with misplaced", "a* with euclidean", "a* with manhattan", "a* with row-column")),
                                          ("seeds-15-algorithms", ("a* with manhattan", "bfs", "ucs", "dfs")),
                                          ("seeds-8", ("astar1", "astar2", "iddfs", "dfs with visited states")),
                                          ("seeds-sliding", ("bfs, order LRUD", "a* with linear-conflict-pairs, order LRUD")),
                                          ("seeds-nxn", ("combined-a*",))):
                lines += [model | {"suite": suite, "configuration": name, "key": f"{len(lines) + i:032x}"} for i, name in enumerate(configurations)]
            Path(records).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            subprocess.run([PROGRAM, "lab", "claims", "--db", records, "--output", report, "--progress", "never"], check=True)
            text = Path(report).read_text(encoding="utf-8")
        committed = (ROOT / "docs/seed-claims.md").read_text(encoding="utf-8")
        self.assertIn(f"Written by `tessera lab claims --db {records} --output", text)
        self.assertIn("the 4 records of suite `seeds-15`; means over the 1 of 1 boards", text)
        fewest = "A\\* with H3 expands the fewest nodes of the four |"
        self.assertIn(f"{fewest} holds", committed)
        self.assertIn(f"{fewest} false", text, "four equal runs")
        measured = re.search(r"- here: 3×3 mean lengths.*\n", committed)[0]
        self.assertIn(measured, text, "the suite that was really run")
        self.assertIn("records of suite `seeds-best-first-quick`", text)


if __name__ == "__main__":
    unittest.main()
