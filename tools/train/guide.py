#!/usr/bin/env python3
"""The learned guide in plain Python: reads and writes weights files and computes values exactly as the engine does.

It needs nothing but Python, and no speed: it is the twin that tests compare the engine and the training with.

    guide.py info WEIGHTS
    guide.py value WEIGHTS "8 7 6  5 4 3  2 1 0" [--size RxC] [--goal-blank CELL]

A weights file has whole numbers only, little-endian: the magic "TESSNET1"; u16 rows, cols (both 0: for any size); u8 R, E,
C, eE, eW; 3 bytes of zero; i32 V0, lambda; then the tables below in the order of `shapes`; and the FNV-1a hash of all that.
Values are in units of 2^-18 moves.
"""

import argparse
import struct
import sys
from array import array

MAGIC = b"TESSNET1"
HEAD = struct.Struct("<8sHHBBBBB3xii")
INNER = 64  # E: numbers that describe a tile on a cell
CHANNELS = 32  # C: numbers that describe the 3×3 around a cell
LINE_CLASSES = 7
CELL_CLASSES = LINE_CLASSES**2
HOME_CLASSES = CELL_CLASSES + 1  # the last is the blank's
OFFSETS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1)]
# Binary digits after the point: of accumulators and of what is added to them, of output weights, of values.
ACCUMULATOR_BITS = 10
OUTPUT_BITS = 8
VALUE_BITS = ACCUMULATOR_BITS + OUTPUT_BITS
SQUARES_PER_CONFLICT = 3


class GuideError(Exception):
    """What is wrong with a weights file or a board, and what to do about it."""


def shapes(radius):
    """Name, typecode and shape of every table, in the order of the file."""
    displacements = (2 * radius + 1) ** 2
    return [
        ("D", "b", (displacements, INNER)),
        ("P", "b", (CELL_CLASSES, INNER)),
        ("Q", "b", (HOME_CLASSES, INNER)),
        ("W", "b", (len(OFFSETS), CHANNELS, INNER)),
        ("b", "h", (CHANNELS,)),
        ("w", "h", (CELL_CLASSES, CHANNELS)),
        ("SD", "h", (displacements,)),
        ("SC", "h", (HOME_CLASSES, CELL_CLASSES)),
    ]


def size_of(shape):
    size = 1
    for side in shape:
        size *= side
    return size


def fnv1a(data):
    """The 64-bit FNV-1a hash."""
    value = 14695981039346656037
    for byte in data:
        value = ((value ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return value


def line_class(x, length):
    """The distance of a row or column from the edges, exact up to 2 on both ends."""
    for distance in range(3):
        if x == distance:
            return distance
        if x == length - 1 - distance:
            return 6 - distance
    return 3


def cell_class(cell, rows, cols):
    return LINE_CLASSES * line_class(cell // cols, rows) + line_class(cell % cols, cols)


def displacement(cell, home, cols, radius):
    """The index of how far a tile is from home, each direction clipped to the radius."""
    down = max(-radius, min(radius, cell // cols - home // cols))
    right = max(-radius, min(radius, cell % cols - home % cols))
    return (down + radius) * (2 * radius + 1) + right + radius


def goal_cell(tile, goal_blank):
    """Where a canonical tile belongs: tiles are numbered in reading order of the goal, without its blank."""
    if tile == 0:
        return goal_blank
    return tile - 1 if tile <= goal_blank else tile


class Weights:
    """A set of weights: whole numbers, flat arrays by the names of `shapes`."""

    def __init__(self, rows, cols, radius, embedding_bits, kernel_bits, base, squares, tables):
        self.rows, self.cols, self.radius = rows, cols, radius
        self.embedding_bits, self.kernel_bits = embedding_bits, kernel_bits  # eE and eW
        self.base, self.squares = base, squares  # V0 and lambda
        self.tables = tables
        self._shares = {}
        if self.shift < 1:
            raise GuideError("eE + eW is less than 11; train again with smaller weights")

    @property
    def shift(self):
        return self.embedding_bits + self.kernel_bits - ACCUMULATOR_BITS

    @property
    def size_name(self):
        return f"{self.rows}x{self.cols}" if self.rows else "any size"

    def encode(self):
        """The bytes of the file."""
        data = HEAD.pack(MAGIC, self.rows, self.cols, self.radius, INNER, CHANNELS, self.embedding_bits, self.kernel_bits,
                         self.base, self.squares)
        for name, code, shape in shapes(self.radius):
            table = array(code, self.tables[name])
            if len(table) != size_of(shape):
                raise GuideError(f"table {name} has {len(table)} numbers, not {size_of(shape)}")
            data += little_endian(table).tobytes()
        return data + struct.pack("<Q", fnv1a(data))

    @staticmethod
    def decode(data):
        """Reads the bytes of a file; GuideError if they are damaged."""
        again = "it is damaged or of another version; get it again, or train it again (tools/train/README.md)"
        if len(data) < HEAD.size + 8 or data[:8] != MAGIC:
            raise GuideError(f"this is no weights file: {again}")
        _, rows, cols, radius, inner, channels, embedding_bits, kernel_bits, base, squares = HEAD.unpack_from(data)
        length = HEAD.size + 8 + sum(size_of(shape) * array(code).itemsize for _, code, shape in shapes(radius))
        if (inner, channels) != (INNER, CHANNELS) or (rows == 0) != (cols == 0) or any(data[17:20]):
            raise GuideError(f"the head of the weights file is wrong: {again}")
        if len(data) != length:
            raise GuideError(f"the weights file has {len(data)} bytes, not {length}: {again}")
        if struct.unpack("<Q", data[-8:])[0] != fnv1a(data[:-8]):
            raise GuideError(f"the hash of the weights file is wrong: {again}")
        tables, place = {}, HEAD.size
        for name, code, shape in shapes(radius):
            table = array(code)
            end = place + size_of(shape) * table.itemsize
            table.frombytes(data[place:end])
            tables[name] = little_endian(table)
            place = end
        return Weights(rows, cols, radius, embedding_bits, kernel_bits, base, squares, tables)

    def shares(self, home_class, cell, home, rows, cols):
        """What a tile on a cell adds to the accumulators around it: a list of channels for each offset."""
        key = (home_class, cell, home, rows, cols)
        if key not in self._shares:
            t = self.tables
            starts = (displacement(cell, home, cols, self.radius), cell_class(cell, rows, cols), home_class)
            rows_of = [t[name][INNER * i:INNER * (i + 1)] for name, i in zip("DPQ", starts)]
            embedding = [sum(numbers) for numbers in zip(*rows_of)]
            half, shift, kernel = 1 << (self.shift - 1), self.shift, t["W"]
            sums = []
            for i in range(0, len(kernel), INNER):
                dot = sum(a * b for a, b in zip(kernel[i:i + INNER], embedding))
                sums.append((dot + half) >> shift)
            self._shares[key] = [sums[i:i + CHANNELS] for i in range(0, len(sums), CHANNELS)]
        return self._shares[key]

    def value(self, board, rows, cols, goal_blank=0):
        """The value of a board in canonical labels (0 is the blank), in units of 2^-18 moves."""
        if self.rows and (rows, cols) != (self.rows, self.cols):
            raise GuideError(f"these weights are for {self.size_name}, the board is {rows}x{cols}: take weights for that or any size")
        board, homes = upper_left(board, rows, cols, goal_blank)
        t = self.tables
        classes = [cell_class(cell, rows, cols) for cell in range(rows * cols)]
        accumulators = [list(t["b"]) for _ in classes]
        value = self.base + (manhattan(board, homes, cols) << VALUE_BITS)
        for cell, tile in enumerate(board):
            home = homes[tile]
            home_class = classes[home] if tile else HOME_CLASSES - 1
            shares = self.shares(home_class, cell, home, rows, cols)
            for (down, right), share in zip(OFFSETS, shares):
                # The cell p from which this one lies at the offset.
                row, col = cell // cols - down, cell % cols - right
                if 0 <= row < rows and 0 <= col < cols:
                    accumulator = accumulators[row * cols + col]
                    for channel, number in enumerate(share):
                        accumulator[channel] += number
            alone = t["SD"][displacement(cell, home, cols, self.radius)] + t["SC"][home_class * CELL_CLASSES + classes[cell]]
            value += alone << (VALUE_BITS - ACCUMULATOR_BITS)
        for cell, accumulator in enumerate(accumulators):
            weights = t["w"][CHANNELS * classes[cell]:CHANNELS * (classes[cell] + 1)]
            value += sum(max(a, 0) * w for a, w in zip(accumulator, weights))
        return value + self.squares * squares(board, homes, rows, cols)


def little_endian(table):
    """The same numbers in the other byte order on a machine that needs it."""
    if sys.byteorder == "big":
        table = array(table.typecode, table)
        table.byteswap()
    return table


def upper_left(board, rows, cols, goal_blank):
    """The board mirrored so that the goal's blank is in the upper left, and the home of every tile on it."""
    def image(cell):
        row, col = divmod(cell, cols)
        if 2 * (goal_blank // cols) > rows - 1:
            row = rows - 1 - row
        if 2 * (goal_blank % cols) > cols - 1:
            col = cols - 1 - col
        return row * cols + col

    mirrored = [0] * len(board)
    for cell, tile in enumerate(board):
        mirrored[image(cell)] = tile
    return mirrored, [image(goal_cell(tile, goal_blank)) for tile in range(len(board))]


def apart(cell, home, cols):
    return abs(cell // cols - home // cols), abs(cell % cols - home % cols)


def manhattan(board, homes, cols):
    return sum(sum(apart(cell, homes[tile], cols)) for cell, tile in enumerate(board) if tile)


def fewest_removed(places):
    """How many of these must go so that the others stand in rising order: all but the longest rising series."""
    longest = []
    for i, place in enumerate(places):
        longest.append(1 + max((longest[j] for j in range(i) if places[j] < place), default=0))
    return len(places) - max(longest, default=0)


def squares(board, homes, rows, cols):
    """The squared distance of all tiles, and 3 for every tile that must leave its line."""
    total = sum(d * d for cell, tile in enumerate(board) if tile for d in apart(cell, homes[tile], cols))
    lines = [[(cell, homes[board[cell]] % cols) for cell in range(row * cols, (row + 1) * cols)
              if board[cell] and homes[board[cell]] // cols == row] for row in range(rows)]
    lines += [[(cell, homes[board[cell]] // cols) for cell in range(col, rows * cols, cols)
               if board[cell] and homes[board[cell]] % cols == col] for col in range(cols)]
    return total + SQUARES_PER_CONFLICT * sum(fewest_removed([place for _, place in line]) for line in lines)


def load(path):
    try:
        with open(path, "rb") as file:
            return Weights.decode(file.read())
    except OSError as error:
        raise GuideError(f"cannot read {path}: {error.strerror}") from error


def parse_size(text):
    rows, _, cols = text.partition("x")
    if not (rows.isdigit() and cols.isdigit() and int(rows) >= 2 and int(cols) >= 2):
        raise GuideError(f"'{text}' is no size; write it as 6x6")
    return int(rows), int(cols)


def parse_board(text, size):
    try:
        board = [int(word) for word in text.replace("/", " ").replace(",", " ").split()]
    except ValueError as error:
        raise GuideError(f"'{text}' is no board; write its numbers row by row, 0 for the blank") from error
    side = round(len(board) ** 0.5)
    rows, cols = parse_size(size) if size else (side, side)
    if sorted(board) != list(range(rows * cols)):
        raise GuideError(f"a {rows}x{cols} board has the numbers 0 to {rows * cols - 1} once each; --size gives another size")
    return board, rows, cols


def info(weights):
    largest = {name: max(map(abs, table)) for name, table in weights.tables.items()}
    data = weights.encode()
    print(f"for {weights.size_name}, displacements up to {weights.radius}, {len(data)} bytes, hash {data[-8:][::-1].hex()}")
    print(f"eE {weights.embedding_bits}, eW {weights.kernel_bits}, V0 {weights.base / 2**VALUE_BITS:.4f} moves, "
          f"lambda {weights.squares / 2**VALUE_BITS:.4f}")
    print("largest numbers: " + ", ".join(f"{name} {number}" for name, number in largest.items()))


def main():
    parser = argparse.ArgumentParser(description="The learned guide in plain Python.")
    commands = parser.add_subparsers(dest="command", required=True)
    about = commands.add_parser("info", help="say what is in a weights file")
    about.add_argument("weights")
    value = commands.add_parser("value", help="the value of a board in canonical labels")
    value.add_argument("weights")
    value.add_argument("board", help="its numbers row by row, 0 for the blank")
    value.add_argument("--size", help="of a board that is not square, as 4x6")
    value.add_argument("--goal-blank", type=int, default=0, help="the cell of the goal's blank (0)")
    arguments = parser.parse_args()
    try:
        weights = load(arguments.weights)
        if arguments.command == "info":
            info(weights)
            return
        board, rows, cols = parse_board(arguments.board, arguments.size)
        if not 0 <= arguments.goal_blank < len(board):
            raise GuideError(f"--goal-blank must be a cell, 0 to {len(board) - 1}")
        units = weights.value(board, rows, cols, arguments.goal_blank)
        print(f"{units} ({units / 2**VALUE_BITS:.6f} moves)")
    except GuideError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
