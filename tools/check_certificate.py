#!/usr/bin/env python3
"""Checks certificates of tessera (docs/certificates.md) without tessera: nothing here is shared with it.

It replays the path; works out cost, parity, Manhattan distance, claim and gap by itself; looks whether bounds and rounds fit;
on small boards finds the distance by breadth-first search (Dijkstra's with tile costs), and does ida* with Manhattan again.

Exit code: 0 all that is claimed is confirmed; 1 rejected; 2 wrong usage, or no certificate; 4 path and figures confirmed, but
the bound not checked: the board, or the search, is too large for this program.
"""
import argparse, heapq, json, math, sys

MOVES = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
BACK = dict(zip("UDLR", "DURL"))
FIELDS = {
    "": "schema writer id size start goal cost claim parity path solutions bound search",
    "/claim": "kind gap",
    "/parity": "permutation blank_distance",
    "/path": "moves convention length slides cost",
    "/solutions": "count complete moves",
    "/bound": "basis value manhattan proof",
    "/bound/proof": "algorithm heuristic cycles depth rounds",
    "/bound/proof/heuristic": "name admissible consistent initial tables",
    "/search": "algorithm heuristic options limits threads status counters rounds improvements",
    "/search/heuristic": "name admissible consistent initial tables",
    "/search/options": "order weight adaptive seed cycles width sideways restarts",
    "/search/limits": "nodes depth",
    "/search/counters": "expanded generated reexpanded peak_open peak_states max_depth",
}
# "counting": how states are counted as expanded (ida* has always counted so).
OPTIONAL = {"/search": "counting device weights"}
MAY_BE_NULL = "/path /solutions /bound/proof /bound/proof/heuristic /search/heuristic".split()
OPTIMAL = "a* all-shortest anytime-a* bfs bidirectional-a* bidirectional-bfs hda* ida* iddfs rbfs sliding-a* textbook-bfs ucs".split()

class Rejected(Exception): pass
class TooLarge(Exception): pass

def require(holds, pointer, message):
    if not holds: raise Rejected(f"{pointer or '/'}: {message}")

def same(pointer, said, found, what):
    require(isinstance(said, bool) == isinstance(found, bool) and said == found, pointer,
            f"is {said!r}, expected {found!r}: {what}")

def whole(pointer, value, least=0):
    require(type(value) is int and value >= least, pointer, f"is {value!r}, expected a whole number from {least}")

class Puzzle:
    """Start, goal and what moves cost. Boards are sequences of tiles; 0 is the blank."""
    def __init__(self, c):
        for side in c["size"]: whole("/size", side, 2)
        self.rows, self.cols = c["size"]
        self.cells = self.rows * self.cols
        for name in ("start", "goal"):
            require(len(c[name]) == self.cells and all(type(t) is int for t in c[name])
                    and sorted(c[name]) == list(range(self.cells)), f"/{name}", f"is no board of {self.cells} cells")
        require(c["cost"] in ("unit", "tile"), "/cost", "expected unit or tile")
        self.start, self.goal, self.by_tile = c["start"], c["goal"], c["cost"] == "tile"
        self.home = {tile: cell for cell, tile in enumerate(self.goal)}
        self.steps = []  # for each cell, where the blank can go from there
        for cell in range(self.cells):
            row, col = divmod(cell, self.cols)
            self.steps.append({m: (row + dr) * self.cols + col + dc for m, (dr, dc) in MOVES.items()
                               if 0 <= row + dr < self.rows and 0 <= col + dc < self.cols})

    def price(self, tile): return tile if self.by_tile else 1
    def apart(self, a, b): return abs(a // self.cols - b // self.cols) + abs(a % self.cols - b % self.cols)
    def manhattan(self): return sum(self.price(t) * self.apart(cell, self.home[t]) for cell, t in enumerate(self.start) if t)

    def permutation_is_odd(self):
        """Bringing tiles home by swaps takes an odd number of them."""
        board, swaps = list(self.start), 0
        for cell in range(self.cells):
            while board[cell] != self.goal[cell]:
                home = self.home[board[cell]]
                board[cell], board[home] = board[home], board[cell]
                swaps += 1
        return swaps % 2 == 1

    def replay(self, moves, pointer):
        """What the moves cost, and how many slides they are; they must lead to the goal."""
        board, blank, cost, slides, last = list(self.start), self.start.index(0), 0, 0, None
        for number, move in enumerate(moves, 1):
            to = self.steps[blank].get(move)
            require(to is not None, pointer, f"move {number}, {move!r}, is impossible")
            cost += self.price(board[to])
            board[blank], board[to] = board[to], 0
            blank, slides, last = to, slides + (move != last), move
        require(board == self.goal and type(moves) is str, pointer, f"after {len(moves)} moves the board is {board}, not the goal")
        return cost, slides

    def neighbours(self, board):
        blank = board.index(0)
        for to in self.steps[blank].values():
            a, b = min(blank, to), max(blank, to)
            yield board[:a] + board[b:b + 1] + board[a + 1:b] + board[a:a + 1] + board[b + 1:]

    def layers(self, first):
        """States at distance 0, 1, 2, … with the number of ways to each. By parity a neighbour is one nearer or one further."""
        before, now = {}, {bytes(first): 1}
        while True:
            yield now
            after = {}
            for board, ways in now.items():
                for n in self.neighbours(board):
                    if n not in before: after[n] = after.get(n, 0) + ways
            before, now = now, after

    def distance(self, most_states):
        """The cost of a shortest solution and how many there are; None for their number with tile costs."""
        if self.cells > (9 if self.by_tile else 12): raise TooLarge("board too large")
        if self.by_tile: return self.dijkstra(), None
        sides, moves = [self.layers(self.start), self.layers(self.goal)], 0
        ends = [next(side) for side in sides]
        while not ends[0].keys() & ends[1].keys():
            larger = len(ends[0]) > len(ends[1])
            ends[larger] = next(sides[larger])  # the smaller of the two goes on
            moves += 1
            if len(ends[0]) + len(ends[1]) > most_states: raise TooLarge("board too far from its goal")
        return moves, sum(ends[0][s] * ends[1][s] for s in ends[0].keys() & ends[1].keys())

    def dijkstra(self):
        best, queue = {bytes(self.start): 0}, [(0, bytes(self.start))]
        while True:
            cost, board = heapq.heappop(queue)
            if board == bytes(self.goal): return cost
            for after in self.neighbours(board):
                further = cost + board[after.index(0)]
                if further >= best.get(after, math.inf): continue
                best[after] = further
                heapq.heappush(queue, (further, after))

    def deepen(self, bound, order, to_the_end, most):
        """One round of ida* with Manhattan distance: states entered, children, whether the goal was met, the next bound."""
        board, count = list(self.start), {"expanded": 0, "generated": 0, "end": "exhausted", "next": math.inf}
        def visit(blank, g, h, undo):
            count["expanded"] += 1
            for move in order:
                to = self.steps[blank].get(move)
                if to is None or move == undo: continue
                tile, home = board[to], self.home[board[to]]
                cost = g + self.price(tile)
                left = h + self.price(tile) * (self.apart(blank, home) - self.apart(to, home))
                count["generated"] += 1
                require(count["generated"] <= most, "/search/rounds", f"more than {most} nodes with the bound {bound}")
                if cost + left > bound:
                    count["next"] = min(count["next"], cost + left)
                    continue
                board[blank], board[to] = tile, 0
                if left == 0 and board == self.goal: count["end"] = "goal"
                else: visit(to, cost, left, BACK[move])
                board[blank], board[to] = 0, tile
                if count["end"] == "goal" and not to_the_end: return
        visit(board.index(0), 0, self.manhattan(), None)
        return count

def check_form(c):
    for pointer, names in FIELDS.items():
        value = c
        for name in pointer.split("/")[1:]: value = value and value[name]
        if value is None and pointer in MAY_BE_NULL: continue
        require(isinstance(value, dict), pointer, "is no object")
        required, further = set(names.split()), set(value) - set(f"{names} {OPTIONAL.get(pointer, '')}".split())
        if pointer == "/search/options":  # an algorithm may have others, which only `verify` knows
            further = [name for name in further if not isinstance(value[name], (bool, int, float, str))]
        require(required <= set(value) and not further, pointer, f"expected exactly the fields {names}")
    same("/schema", c["schema"], "tessera.certificate/1", "the format")
    require(c["search"].get("counting", 2) in (2, 3), "/search/counting", "is not one that is written")
    for name, count in c["search"]["counters"].items(): whole(f"/search/counters/{name}", count)
    for name in ("rounds", "improvements"): require(type(c["search"][name]) is list, f"/search/{name}", "is no list")

def check_run(run, pointer, puzzle):
    """The heuristic and the rounds of a search."""
    h, rounds = run["heuristic"], run["rounds"]
    if h and h["name"] == "manhattan":
        for name, value in {"admissible": True, "consistent": True, "initial": puzzle.manhattan()}.items():
            same(f"{pointer}/heuristic/{name}", h[name], value, "of Manhattan distance")
    for i, r in enumerate(rounds):
        here = f"{pointer}/rounds/{i}"
        require(sorted(r) == ["bound", "end", "generated"], here, "expected exactly bound, generated and end")
        whole(f"{here}/generated", r["generated"])
        whole(f"{here}/bound", r["bound"], rounds[i - 1]["bound"] + 1 if i else math.ceil(h["initial"]) if h else 0)
        ends = ("exhausted", "goal", "incomplete", "stopped") if i == len(rounds) - 1 else ("exhausted",)
        require(r["end"] in ends, f"{here}/end", f"expected one of {', '.join(ends)}")

def basis_of(c, puzzle):
    """What gives the bound; where it is the search alone, nothing here can tell that it is right."""
    bound, run, value = c["bound"], c["bound"]["proof"] or c["search"], c["bound"]["value"]
    depth = run["depth"] if bound["proof"] else run["limits"]["depth"]
    def gives(number):  # moves have the parity of Manhattan distance
        return value == number + (0 if puzzle.by_tile else (number - bound["manhattan"]) % 2)
    if c["claim"]["kind"] == "unsolvable": return "none"
    if value == bound["manhattan"]: return "manhattan"
    h = run["heuristic"]
    require(not h or h["admissible"], "/bound/value", "rests on an estimate that is not admissible")
    alone = not (bound["proof"] and run["algorithm"])
    if h and alone and gives(math.ceil(h["initial"])): return "estimate"
    for last in run["rounds"][-1:]:
        proven = last["bound"]
        if last["end"] == "exhausted": proven = max(proven, (proven if depth is None else depth) + 1)
        if gives(proven): return "rounds"
    require(not bound["proof"], "/bound/value", "is not what the proof gives")
    return "search"

def check_figures(c, puzzle):
    """Everything that can be said without a search."""
    path, bound, search, claim = c["path"], c["bound"], c["search"], c["claim"]
    odd, apart = puzzle.permutation_is_odd(), puzzle.apart(puzzle.start.index(0), puzzle.goal.index(0))
    same("/parity/permutation", c["parity"]["permutation"], "odd" if odd else "even", "from start to goal")
    same("/parity/blank_distance", c["parity"]["blank_distance"], apart, "rows and columns")
    same("/bound/manhattan", bound["manhattan"], puzzle.manhattan(), "Manhattan distance of the start")
    if odd != apart % 2:
        same("/claim", claim, {"kind": "unsolvable", "gap": None}, "the parities differ")
        require(not any((path, c["solutions"], bound["proof"], search["heuristic"], search["rounds"], search["improvements"],
                         *search["counters"].values())) and bound["value"] is None, "", "an unsolvable board is not searched")
    same("/search/status", search["status"] == "unsolvable", odd != apart % 2, "whether it is unsolvable")
    same("/bound/basis", bound["basis"], basis_of(c, puzzle), "what gives the bound")
    if odd != apart % 2: return
    whole("/bound/value", bound["value"], bound["manhattan"])
    require(puzzle.by_tile or (bound["value"] - bound["manhattan"]) % 2 == 0, "/bound/value", "has the wrong parity")
    kind, gap = "lower-bound", None
    if path:
        cost, slides = puzzle.replay(path["moves"], "/path/moves")
        for name, found in (("convention", "blank"), ("length", len(path["moves"])), ("slides", slides), ("cost", cost)):
            same(f"/path/{name}", path[name], found, "from the replay")
        require(bound["value"] <= cost, "/bound/value", f"is {bound['value']}, more than the path costs, {cost}")
        kind = "optimal" if cost == bound["value"] else "path" if bound["value"] == bound["manhattan"] else "bounded"
        gap = (cost - bound["value"]) / bound["value"] if bound["value"] else 0
    same("/claim/kind", claim["kind"], kind, "from path and bound")
    same("/claim/gap", claim["gap"], gap, "(cost - bound) / bound")
    check_run(search, "/search", puzzle)
    if bound["proof"]: check_run(bound["proof"], "/bound/proof", puzzle)
    require(search["algorithm"] not in ("ida*", "iddfs", "all-shortest") or search["counters"]["generated"] == sum(r["generated"] for r in search["rounds"]),
            "/search/counters/generated", "is not the sum of all rounds")
    if search["status"] == "solved":
        require(path is not None, "/path", "is null, but the search solved the board")
        surely = search["algorithm"] in OPTIMAL and (not search["heuristic"] or search["heuristic"]["admissible"])
        require(not surely or bound["value"] == path["cost"], "/bound/value", "the search ended, so its path is shortest")
        require(bool(c["solutions"]) == (surely and search["algorithm"] == "all-shortest"), "/solutions", "only for all-shortest")
    if c["solutions"]:
        listed, count = c["solutions"]["moves"], c["solutions"]["count"]
        for i, moves in enumerate(listed):
            same(f"/solutions/moves/{i}", puzzle.replay(moves, f"/solutions/moves/{i}")[0], path["cost"], "the cost of all")
        require(type(listed) is list and len(set(listed)) == len(listed) in (0, count), "/solutions", f"expected {count} moves")

def count_again(c, puzzle, most_nodes):
    """Searches as ida* with Manhattan distance did; whether it could."""
    search, h, value, expanded = c["search"], c["search"]["heuristic"], puzzle.manhattan(), 0
    if (search["algorithm"] not in ("ida*", "all-shortest") or h["name"] != "manhattan" or search["options"]["cycles"]
            or search["counters"]["generated"] > most_nodes or not search["rounds"]):
        return False
    for i, r in enumerate(search["rounds"]):
        if r["end"] in ("incomplete", "stopped"): return True
        same(f"/search/rounds/{i}/bound", r["bound"], value, "the smallest f above the bound before")
        found = puzzle.deepen(r["bound"], search["options"]["order"], search["algorithm"] != "ida*", r["generated"])
        for name in ("generated", "end"): same(f"/search/rounds/{i}/{name}", r[name], found[name], "searched again")
        expanded, value = expanded + found["expanded"], found["next"]
    same("/search/counters/expanded", search["counters"]["expanded"], expanded, "counted again")
    return True

def confirm(c, puzzle, options):
    """Confirms the bound by searches of its own; what was done, in words."""
    bound, path, counted = c["bound"], c["path"], count_again(c, puzzle, options.nodes)
    done = ["rounds searched again, with the same counts"] if counted else []
    try:
        distance, ways = puzzle.distance(options.states)
    except TooLarge:
        if bound["basis"] == "manhattan" or (bound["basis"] == "rounds" and counted): return done  # that gives the bound already
        raise
    require(bound["value"] <= distance, "/bound/value", f"is {bound['value']}, but the distance is {distance}")
    require(not path or path["cost"] >= distance, "/path/cost", f"is {path and path['cost']}, less than the distance {distance}")
    if c["solutions"] and c["solutions"]["complete"] and ways is not None:
        same("/solutions/count", c["solutions"]["count"], ways, "counted by breadth-first search")
    return done + [f"distance {distance} found without a heuristic"]

def unique(pairs):
    require(len(dict(pairs)) == len(pairs), "", "an object has a field twice")
    return dict(pairs)

def check(text, options):
    try:
        c = json.loads(text, object_pairs_hook=unique)
        check_form(c)
        puzzle = Puzzle(c)
        check_figures(c, puzzle)
        done = [] if c["claim"]["kind"] == "unsolvable" else confirm(c, puzzle, options)
        return 0, "; ".join([f"confirmed: {c['claim']['kind']}"] + done)
    except Rejected as fault:
        return 1, f"rejected: {fault}"
    except TooLarge as reason:
        return 4, (f"{'path' if c['path'] else 'figures'} confirmed; "
                   f"{'optimality' if c['claim']['kind'] == 'optimal' else 'bound'} not checked: {reason}")
    except (TypeError, KeyError, AttributeError, IndexError, OverflowError, ValueError, RecursionError) as fault:
        return 1, f"rejected: not a certificate ({type(fault).__name__}: {fault})"

def main():
    parser = argparse.ArgumentParser(description="Checks certificates of tessera without tessera.")
    parser.add_argument("file", help="a certificate, or several with a line for each")
    parser.add_argument("--states", type=int, default=2_000_000, help="most states held by a breadth-first search")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="most nodes of a search done again")
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    try:
        results = [check(line, options) for line in open(options.file, encoding="utf-8") if line.strip()]
    except (OSError, UnicodeDecodeError) as fault:
        sys.exit(print(f"check_certificate: {fault}", file=sys.stderr) or 2)
    for _, message in results: print(message)
    sys.exit(1 if any(code == 1 for code, _ in results) else max((code for code, _ in results), default=2))
if __name__ == "__main__": main()
