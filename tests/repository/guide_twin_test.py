"""The learned guide in the program and its plain twin in Python (tools/train/guide.py) have the same values, to the bit.

    guide_twin_test.py PROGRAM
"""

import glob
import json
import os
import random
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools", "train"))
sys.dont_write_bytecode = True

import guide

PROGRAM = sys.argv[1]
BOARDS = 6


def solvable(board, goal, cols):
    """Whether the blank's way and the permutation have the same parity."""
    place = {tile: cell for cell, tile in enumerate(goal)}
    order = [place[tile] for tile in board]
    seen, odd = set(), False
    for cell in range(len(order)):
        length = 0
        while cell not in seen:
            seen.add(cell)
            cell = order[cell]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    a, b = board.index(0), goal.index(0)
    return odd == ((abs(a // cols - b // cols) + abs(a % cols - b % cols)) % 2 == 1)


def text(tiles, cols):
    return "/".join(" ".join(map(str, tiles[first:first + cols])) for first in range(0, len(tiles), cols))


def check(weights, rows, cols, goal_blank, board):
    goal = list(range(1, goal_blank + 1)) + [0] + list(range(goal_blank + 1, rows * cols))
    answer = json.loads(subprocess.run(
        [PROGRAM, "explain", text(board, cols), "--goal", text(goal, cols), "--heuristic", "learned", "--json"],
        check=True, capture_output=True, text=True).stdout)
    # The engine counts from the goal's value.
    ours = weights.value(board, rows, cols, goal_blank) - weights.value(goal, rows, cols, goal_blank)
    ours /= 2**guide.VALUE_BITS
    theirs = answer["heuristics"][0]["value"]
    assert theirs == max(0.0, ours), f"{board}, goal's blank on {goal_blank}: {theirs} in the program, {ours} in Python"


def main():
    files = sorted(glob.glob(os.path.join(ROOT, "data", "weights", "*.net")))
    assert files, "there are no weights"
    draw = random.Random(1)
    checked = 0
    for file in files:
        weights = guide.load(file)
        rows, cols = (weights.rows, weights.cols) if weights.rows else (8, 6)
        cells = rows * cols
        for goal_blank in (0, cells - 1, cols - 1, cells // 2):
            goal = list(range(1, goal_blank + 1)) + [0] + list(range(goal_blank + 1, cells))
            for _ in range(BOARDS):
                board = list(range(cells))
                draw.shuffle(board)
                if not solvable(board, goal, cols):
                    a, b = [cell for cell in range(cells) if board[cell]][:2]
                    board[a], board[b] = board[b], board[a]
                check(weights, rows, cols, goal_blank, board)
                checked += 1
    print(f"{checked} boards, {len(files)} files of weights: the same values")


main()
