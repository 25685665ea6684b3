"""The net of the learned guide in PyTorch, and its way onto the grids of the weights file."""

import functools
import math

import torch
import torch.nn.functional as functional
from torch import nn

import guide
from guide import ACCUMULATOR_BITS, CELL_CLASSES, CHANNELS, HOME_CLASSES, INNER, OFFSETS, OUTPUT_BITS, VALUE_BITS

INT8 = 127
INT16 = 32767
MOST_CLIPPED = 0.001
# What is trained counts in units of this many moves.
MOVES = 10.0


class Layout:
    """What depends on a size alone: classes, displacements and distances of every tile on every cell (blank first)."""

    def __init__(self, rows, cols, radius, device):
        cells = rows * cols
        classes = [guide.cell_class(cell, rows, cols) for cell in range(cells)]
        pairs = [(tile, cell) for tile in range(cells) for cell in range(cells)]

        def table(function, dtype=torch.long):
            return torch.tensor([function(tile, cell) for tile, cell in pairs], dtype=dtype, device=device)

        self.rows, self.cols, self.cells = rows, cols, cells
        self.displacement = table(lambda tile, cell: guide.displacement(cell, tile, cols, radius))
        self.home_class = table(lambda tile, _: classes[tile] if tile else HOME_CLASSES - 1)
        self.cell_class = table(lambda _, cell: classes[cell])
        self.manhattan = table(lambda tile, cell: sum(guide.apart(cell, tile, cols)) if tile else 0, torch.float32)
        self.squares = table(lambda tile, cell: sum(d * d for d in guide.apart(cell, tile, cols)) if tile else 0, torch.float32)
        self.classes = torch.tensor(classes, device=device)
        self.cell = torch.arange(cells, device=device, dtype=torch.int32)
        # The board mirrored at its main diagonal: which cell is read for each, and what its tile is called then.
        self.transposed_cells = torch.tensor([row * cols + col for col in range(cols) for row in range(rows)], device=device)
        self.transposed_tiles = torch.tensor([(tile % cols) * rows + tile // cols for tile in range(cells)],
                                             dtype=torch.uint8, device=device)

    def index(self, states):
        """Where every tile on its cell is found in the tables."""
        return states.int() * self.cells + self.cell

    def transpose(self, states):
        return self.transposed_tiles[states[..., self.transposed_cells].long()]


@functools.lru_cache(maxsize=None)
def layout(rows, cols, radius, device):
    return Layout(rows, cols, radius, device)


def fewest_removed(places, on_line):
    """As guide.fewest_removed, for the last dimension of `places`, of which those `on_line` count."""
    length = places.shape[-1]
    longest = []
    for i in range(length):
        best = torch.zeros_like(places[..., 0])
        for j in range(i):
            best = torch.where((places[..., j] < places[..., i]) & on_line[..., j], torch.maximum(best, longest[j]), best)
        longest.append(torch.where(on_line[..., i], best + 1, torch.zeros_like(best)))
    return on_line.sum(-1) - torch.stack(longest, -1).amax(-1)


def squares(states, at):
    """As guide.squares, for many boards."""
    total = functional.embedding(at.index(states), at.squares[:, None]).squeeze(-1).sum(-1)
    board = states.view(-1, at.rows, at.cols).short()
    row = torch.arange(at.rows, device=states.device)[:, None]
    col = torch.arange(at.cols, device=states.device)
    home_row, home_col = torch.div(board, at.cols, rounding_mode="floor"), board % at.cols
    in_row = fewest_removed(home_col, (home_row == row) & (board > 0)).sum(-1)
    in_col = fewest_removed(home_row.transpose(1, 2), ((home_col == col) & (board > 0)).transpose(1, 2)).sum(-1)
    return total + guide.SQUARES_PER_CONFLICT * (in_row + in_col)


def on_grid(x, bits, most):
    """Rounded to whole multiples of 2^-bits; the gradient passes as if nothing had happened."""
    rounded = torch.round(x * 2.0**bits).clamp(-most, most) * 2.0**-bits
    return rounded.detach() + (x - x.detach())


class Net(nn.Module):
    def __init__(self, radius):
        super().__init__()
        displacements = (2 * radius + 1) ** 2
        self.radius = radius
        self.embedding_bits = self.kernel_bits = None  # eE and eW, as soon as numbers are rounded
        self.displacements = nn.Parameter(torch.randn(displacements, INNER) * 0.3)
        self.cells = nn.Parameter(torch.randn(CELL_CLASSES, INNER) * 0.1)
        self.homes = nn.Parameter(torch.randn(HOME_CLASSES, INNER) * 0.1)
        limit = 1 / math.sqrt(INNER * len(OFFSETS))
        self.kernel = nn.Parameter(torch.empty(CHANNELS, INNER, 3, 3).uniform_(-limit, limit))
        self.bias = nn.Parameter(torch.empty(CHANNELS).uniform_(-limit, limit))
        self.output = nn.Parameter(torch.randn(CHANNELS) * 0.02)
        self.output_by_class = nn.Parameter(torch.zeros(CELL_CLASSES, CHANNELS))
        self.single_by_displacement = nn.Parameter(torch.zeros(displacements))
        self.single_by_class = nn.Parameter(torch.zeros(HOME_CLASSES, CELL_CLASSES))
        self.base = nn.Parameter(torch.zeros(1))

    @property
    def quantised(self):
        return self.embedding_bits is not None

    def tables(self):
        """The numbers by the names of the weights file, in moves; on its grids once those are chosen."""
        tables = {
            "D": self.displacements, "P": self.cells, "Q": self.homes, "W": self.kernel, "b": self.bias,
            "w": (self.output + self.output_by_class) * MOVES, "SD": self.single_by_displacement * MOVES,
            "SC": self.single_by_class * MOVES, "V0": self.base * MOVES,
        }
        if not self.quantised:
            return tables
        grids = {"D": (self.embedding_bits, INT8), "P": (self.embedding_bits, INT8), "Q": (self.embedding_bits, INT8),
                 "W": (self.kernel_bits, INT8), "b": (ACCUMULATOR_BITS, INT16), "w": (OUTPUT_BITS, INT16),
                 "SD": (ACCUMULATOR_BITS, INT16), "SC": (ACCUMULATOR_BITS, INT16), "V0": (VALUE_BITS, 2**31 - 1)}
        return {name: on_grid(table, *grids[name]) for name, table in tables.items()}

    def values(self, states, rows, cols, exact=False):
        """The values in moves of boards [count, cells], without the share of squared distance.

        `exact`: in double precision and with the rounding of the weights file, so that nothing differs from the engine.
        """
        at = layout(rows, cols, self.radius, states.device)
        t = self.tables()
        if exact:
            t = {name: table.double() for name, table in t.items()}
        index = at.index(states)
        embeddings = t["D"][at.displacement] + t["P"][at.cell_class] + t["Q"][at.home_class]
        single = t["SD"][at.displacement] + t["SC"][at.home_class, at.cell_class] + at.manhattan
        if exact:
            active = self._accumulators_by_shares(index, embeddings, t, at)
        else:
            # Small whole numbers on a grid are exact in TF32, not in bfloat16.
            halved = states.is_cuda and not self.quantised
            with torch.autocast(states.device.type, dtype=torch.bfloat16, enabled=halved):
                table = embeddings.bfloat16() if halved else embeddings
                inputs = functional.embedding(index, table).view(-1, rows, cols, INNER).permute(0, 3, 1, 2)
                active = functional.relu(functional.conv2d(inputs, t["W"], t["b"], padding=1))
        weights = t["w"][at.classes].t().reshape(CHANNELS, rows, cols)
        near = (active.to(weights.dtype) * weights).flatten(1).sum(1)
        alone = functional.embedding(index, single[:, None]).squeeze(-1).sum(-1)
        return near + alone + t["V0"]

    def _shares(self, embeddings, t):
        """[tile and cell, offset, channel], rounded as the engine rounds them when it loads the weights."""
        kernel = t["W"].permute(2, 3, 0, 1).reshape(len(OFFSETS) * CHANNELS, INNER)
        shares = embeddings @ kernel.t()
        unit = 2.0**ACCUMULATOR_BITS
        return (torch.floor(shares * unit + 0.5) / unit).view(-1, len(OFFSETS), CHANNELS)

    def _accumulators_by_shares(self, index, embeddings, t, at):
        shares = functional.embedding(index, self._shares(embeddings, t).flatten(1))
        shares = functional.pad(shares.view(-1, at.rows, at.cols, len(OFFSETS), CHANNELS), (0, 0, 0, 0, 1, 1, 1, 1))
        total = t["b"].expand(len(index), at.rows, at.cols, CHANNELS)
        for offset, (down, right) in enumerate(OFFSETS):
            total = total + shares[:, 1 + down:1 + down + at.rows, 1 + right:1 + right + at.cols, offset]
        return functional.relu(total).permute(0, 3, 1, 2)

    @torch.no_grad()
    def worst_accumulators(self, sizes):
        """By channel, the largest absolute value that an accumulator could have on any board of these sizes."""
        worst = torch.zeros(CHANNELS, dtype=torch.double, device=self.bias.device)
        t = {name: table.double() for name, table in self.tables().items()}
        for rows, cols in sizes:
            at = layout(rows, cols, self.radius, self.bias.device)
            embeddings = t["D"][at.displacement] + t["P"][at.cell_class] + t["Q"][at.home_class]
            shares = self._shares(embeddings, t).view(at.cells, rows, cols, len(OFFSETS), CHANNELS)
            for extreme in (shares.amax(0), -shares.amin(0)):
                padded = functional.pad(extreme, (0, 0, 0, 0, 1, 1, 1, 1))
                total = torch.zeros(rows, cols, CHANNELS, dtype=torch.double, device=worst.device)
                for offset, (down, right) in enumerate(OFFSETS):
                    total = total + padded[1 + down:1 + down + rows, 1 + right:1 + right + cols, offset]
                worst = torch.maximum(worst, total.flatten(0, 1).amax(0) + t["b"].abs())
        return worst

    @torch.no_grad()
    def limit_accumulators(self, sizes, most):
        """Makes channels smaller whose accumulators could exceed `most`, and their output weights larger: relu does not mind."""
        factor = (most / self.worst_accumulators(sizes)).clamp(max=1.0).float()
        self.kernel *= factor[:, None, None, None]
        self.bias *= factor
        self.output /= factor
        self.output_by_class /= factor
        return int((factor < 1).sum())

    @torch.no_grad()
    def choose_grids(self):
        """Sets eE and eW: as fine as the largest numbers allow, of which one in a thousand may be clipped."""
        embeddings = torch.cat([table.flatten() for table in (self.displacements, self.cells, self.homes)])
        self.embedding_bits = finest_bits(embeddings)
        # The engine's shift must be 1 at least.
        self.kernel_bits = max(finest_bits(self.kernel.flatten()), ACCUMULATOR_BITS + 1 - self.embedding_bits)

    @torch.no_grad()
    def clipped(self):
        """The shares of numbers of D, P, Q and of W that are beyond their grid."""
        embeddings = torch.cat([table.flatten() for table in (self.displacements, self.cells, self.homes)])
        return [float((numbers.abs() > (INT8 + 0.5) * 2.0**-bits).float().mean())
                for numbers, bits in ((embeddings, self.embedding_bits), (self.kernel, self.kernel_bits))]

    @torch.no_grad()
    def export(self, rows, cols, squares_weight):
        """The whole numbers of the weights file."""
        t = {name: table.double().cpu() for name, table in self.tables().items()}
        t["W"] = t["W"].permute(2, 3, 0, 1)
        bits = {"D": self.embedding_bits, "P": self.embedding_bits, "Q": self.embedding_bits, "W": self.kernel_bits,
                "b": ACCUMULATOR_BITS, "w": OUTPUT_BITS, "SD": ACCUMULATOR_BITS, "SC": ACCUMULATOR_BITS, "V0": VALUE_BITS}
        whole = {name: torch.round(table.reshape(-1) * 2.0**bits[name]).long().tolist() for name, table in t.items()}
        return guide.Weights(rows, cols, self.radius, self.embedding_bits, self.kernel_bits, whole.pop("V0")[0],
                             round(squares_weight * 2**VALUE_BITS), whole)


def finest_bits(numbers):
    """The most binary digits after the point with which at most one number in a thousand is beyond an int8."""
    allowed = int(len(numbers) * MOST_CLIPPED)
    largest = float(numbers.abs().topk(allowed + 1).values[-1])
    return max(0, min(15, math.floor(math.log2((INT8 + 0.5) / max(largest, 1e-9)))))
