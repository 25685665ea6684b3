#!/usr/bin/env python3
"""Trains the learned guide on files of guide_samples and writes a weights file and its card.

    train.py --data 7x7.samples --weights 7x7.net --steps 12000

One size of boards gives weights for this size; several sizes give weights for any size. The same command goes on where it
stopped. tools/train/README.md has the whole pipeline.
"""

import argparse
import copy
import json
import math
import os
import sys
import time

import torch
import torch.nn.functional as functional

import guide
from net import INT16, Net, layout, squares
from samples import Samples

WARM_UP = 100
LAST_RATE = 0.02  # of the highest
EMA = 0.998
WEIGHT_DECAY = 1e-4
QUANTISED_FROM = 0.6  # of the steps
# Moves by which a member of the beam should be behind the path's state.
RANK_SCALE = 2.0
# The sum of squares is divided by this and the length: long ways are known less well.
LENGTH_OFFSET = 20.0
LOSSES_TOLD = 20
MOST_HELD_OUT = 20_000
# Weights for any size are checked on squares up to this.
LARGEST_CHECKED = 12
ACCUMULATOR_LIMIT = INT16 / 2.0**guide.ACCUMULATOR_BITS


class Pool:
    """All samples of one size: those to train on together, those held out together."""

    def __init__(self, files):
        self.rows, self.cols = files[0].rows, files[0].cols
        self.states = torch.cat([file.states[:file.trained] for file in files])
        self.lengths = torch.cat([file.lengths[:file.trained] for file in files])
        self.held_states = torch.cat([file.states[file.trained:] for file in files])
        self.held_lengths = torch.cat([file.lengths[file.trained:] for file in files])


def pools_of(files):
    sizes = sorted({(file.rows, file.cols) for file in files})
    return [Pool([file for file in files if (file.rows, file.cols) == size]) for size in sizes]


class Training:
    def __init__(self, options):
        self.options = options
        self.device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.backends.cudnn.benchmark = True
        files = [Samples(path).to(self.device) for path in options.data]
        self.data_card = [file.card() for file in files]
        self.pools = pools_of(files)
        self.sizes = [(pool.rows, pool.cols) for pool in self.pools]
        self.any_size = len(self.sizes) > 1
        self.radius = options.radius or max(max(size) for size in self.sizes) - 1
        if not 1 <= self.radius <= 31:
            raise guide.GuideError("--radius must be from 1 to 31")
        torch.manual_seed(options.seed)
        self.net = Net(self.radius).to(self.device)
        self.ema = copy.deepcopy(self.net)
        # Both on the GPU at once where there is one.
        fused = {"fused": True} if self.device.type == "cuda" else {}
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=options.rate, weight_decay=WEIGHT_DECAY, **fused)
        self.random = torch.Generator(self.device)
        self.rounded_from = math.floor(QUANTISED_FROM * options.steps)
        self.step, self.losses, self.trained_seconds = 0, [], 0.0
        self.checkpoint = options.weights + ".checkpoint"
        # What a checkpoint must agree in.
        self.plan = {"data": self.data_card, "steps": options.steps, "groups": options.groups, "seed": options.seed,
                     "rate": options.rate, "radius": self.radius, "lambda": options.squares,
                     "lambda_in_loss": options.lambda_in_loss}

    # Values and loss.

    def values(self, net, states, rows, cols, exact=False):
        values = net.values(states, rows, cols, exact)
        if self.options.lambda_in_loss:
            values = values + self.options.squares * squares(states, layout(rows, cols, self.radius, states.device))
        return values

    def batch_values(self, states, pool):
        """Of the path's states and their members; half of the boards are mirrored at their diagonal."""
        half = len(states) // 2
        mirrored = layout(pool.rows, pool.cols, self.radius, states.device).transpose(states[:half])
        if pool.rows == pool.cols:
            values = self.values(self.net, torch.cat([mirrored, states[half:]]).flatten(0, 1), pool.rows, pool.cols)
        else:
            values = torch.cat([self.values(self.net, mirrored.flatten(0, 1), pool.cols, pool.rows),
                                self.values(self.net, states[half:].flatten(0, 1), pool.rows, pool.cols)])
        return values.view(states.shape[:2])

    def loss(self, pool):
        # Each step has random numbers of its own, so that a run that goes on draws the same.
        self.random.manual_seed(self.options.seed * 2**32 + self.step)
        chosen = torch.randint(len(pool.lengths), (self.options.groups,), device=self.device, generator=self.random)
        lengths = pool.lengths[chosen].float()
        values = self.batch_values(pool.states[chosen], pool)
        path, members = values[:, 0], values[:, 1:]
        distance = ((path - lengths) ** 2 / (lengths + LENGTH_OFFSET)).mean()
        rank = functional.softplus((path[:, None] - members) / RANK_SCALE).mean()
        return distance + rank

    # The loop.

    def train(self):
        """False: stopped before the last step, because the seconds were over."""
        options, begin = self.options, time.monotonic()
        if os.path.exists(self.checkpoint):
            self.resume()
        before = self.trained_seconds
        each = max(1, options.steps // LOSSES_TOLD)
        total, counted = torch.zeros((), device=self.device), 0
        while self.step < options.steps:
            if self.step == self.rounded_from:
                self.quantise()
            self.set_rate()
            loss = self.loss(self.pools[self.step % len(self.pools)])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.step += 1
            self.follow()
            total += loss.detach()
            counted += 1
            if self.step % each == 0:
                self.losses.append({"step": self.step, "loss": round(float(total) / counted, 5)})
                self.trained_seconds = before + time.monotonic() - begin
                print(f"step {self.step} of {options.steps}: loss {self.losses[-1]['loss']:.4f}, {self.trained_seconds:.0f} s", flush=True)
                total.zero_()
                counted = 0
            over = options.seconds and self.step % 10 == 0 and time.monotonic() - begin > options.seconds
            if self.step % options.checkpoint_every == 0 or self.step == options.steps or over:
                self.trained_seconds = before + time.monotonic() - begin
                self.save()
            if over and self.step < options.steps:
                return False
        return True

    def set_rate(self):
        done = self.step / self.options.steps
        cosine = 0.5 * (1 + math.cos(math.pi * done)) * (1 - LAST_RATE) + LAST_RATE
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * min(1.0, (self.step + 1) / WARM_UP) * cosine

    @torch.no_grad()
    def follow(self):
        """The mean of the weights over the last few hundred steps, of fewer at first, follows them."""
        steps = self.step - (self.rounded_from if self.net.quantised else 0)
        weight = 1 - min(EMA, (1 + steps) / (10 + steps))
        for mean, now in zip(self.ema.parameters(), self.net.parameters()):
            mean.lerp_(now, weight)

    def quantise(self):
        """From here on all numbers are rounded to the grids of the weights file."""
        # Half of what fits, because the numbers will still change.
        smaller = self.net.limit_accumulators(self.checked_sizes(), ACCUMULATOR_LIMIT / 2)
        self.net.choose_grids()
        self.ema = copy.deepcopy(self.net)
        print(f"step {self.step}: rounded from here on, eE {self.net.embedding_bits}, eW {self.net.kernel_bits}, "
              f"{smaller} channels made smaller", flush=True)

    def checked_sizes(self):
        if not self.any_size:
            return self.sizes
        return sorted(set(self.sizes) | {(side, side) for side in range(3, LARGEST_CHECKED + 1)})

    # Checkpoints.

    def save(self):
        temporary = self.checkpoint + ".part"
        torch.save({"plan": self.plan, "step": self.step, "losses": self.losses, "seconds": self.trained_seconds,
                    "net": self.net.state_dict(), "ema": self.ema.state_dict(), "optimizer": self.optimizer.state_dict(),
                    "bits": (self.net.embedding_bits, self.net.kernel_bits)}, temporary)
        os.replace(temporary, self.checkpoint)

    def resume(self):
        saved = torch.load(self.checkpoint, map_location=self.device)
        if saved["plan"] != self.plan:
            raise guide.GuideError(f"{self.checkpoint} is of a training with other data or options: "
                                   "remove it, or name other --weights")
        self.net.load_state_dict(saved["net"])
        self.ema.load_state_dict(saved["ema"])
        self.optimizer.load_state_dict(saved["optimizer"])
        for net in (self.net, self.ema):
            net.embedding_bits, net.kernel_bits = saved["bits"]
        self.step, self.losses, self.trained_seconds = saved["step"], saved["losses"], saved["seconds"]
        print(f"going on at step {self.step}", flush=True)

    # What comes out.

    @torch.no_grad()
    def held_out(self, pool):
        """The error of the length and how often the path's state is before a member that differs, by exact values."""
        each = -(-len(pool.held_lengths) // MOST_HELD_OUT)
        states, lengths = pool.held_states[::each], pool.held_lengths[::each].double()
        values = torch.cat([self.values(self.ema, part.flatten(0, 1), pool.rows, pool.cols, exact=True)
                            for part in states.split(256)]).view(states.shape[:2])
        differs = (states[:, 1:] != states[:, :1]).any(-1)
        before = values[:, :1] < values[:, 1:]
        return {"size": f"{pool.rows}x{pool.cols}", "groups": len(lengths),
                "root_mean_square_error": round(float(((values[:, 0] - lengths) ** 2).mean().sqrt()), 4),
                "ranking_accuracy": round(float(before[differs].double().mean()), 5)}

    def finish(self):
        """Writes the weights file and its card."""
        # They have drifted out of their limit only if training went very wrong; then a bit of precision goes, not the run.
        smaller = 0
        while float(self.ema.worst_accumulators(self.checked_sizes()).max()) > ACCUMULATOR_LIMIT:
            smaller += self.ema.limit_accumulators(self.checked_sizes(), ACCUMULATOR_LIMIT * 0.9)
        worst = float(self.ema.worst_accumulators(self.checked_sizes()).max()) / ACCUMULATOR_LIMIT
        rows, cols = (0, 0) if self.any_size else self.sizes[0]
        data = self.ema.export(rows, cols, self.options.squares).encode()
        with open(self.options.weights + ".part", "wb") as file:
            file.write(data)
        os.replace(self.options.weights + ".part", self.options.weights)
        card = {
            "weights": os.path.basename(self.options.weights), "hash": data[-8:][::-1].hex(), "bytes": len(data),
            "size": f"{rows}x{cols}" if rows else "any", **self.plan,
            "embedding_bits": self.ema.embedding_bits, "kernel_bits": self.ema.kernel_bits,
            "clipped": [round(share, 6) for share in self.ema.clipped()], "channels_made_smaller": smaller,
            "worst_accumulator": round(worst, 4), "losses": self.losses,
            "held_out": [self.held_out(pool) for pool in self.pools],
            "seconds": round(self.trained_seconds, 1), "torch": torch.__version__,
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "processor",
        }
        with open(os.path.splitext(self.options.weights)[0] + ".json", "w", encoding="utf-8") as file:
            json.dump(card, file, indent=1)
            file.write("\n")
        for row in card["held_out"]:
            print(f"{row['size']}: held out {row['groups']} groups, root mean square error {row['root_mean_square_error']}, "
                  f"ranking accuracy {row['ranking_accuracy']}")
        print(f"{self.options.weights}: {len(data)} bytes, hash {card['hash']}, eE {self.ema.embedding_bits}, eW {self.ema.kernel_bits}, "
              f"clipped {card['clipped']}, worst accumulator {worst:.2f} of what fits")


def main():
    parser = argparse.ArgumentParser(description="Trains the learned guide on files of guide_samples.")
    parser.add_argument("--data", nargs="+", required=True, metavar="FILE", help="files of guide_samples")
    parser.add_argument("--weights", required=True, metavar="FILE", help="what is written; its card is beside it, as .json")
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--groups", type=int, default=4096, help="in a step: states of paths, each with its members (4096)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1.5e-3, help="the highest rate of learning (0.0015)")
    parser.add_argument("--radius", type=int, help="displacements beyond it are taken for it (the largest there are)")
    parser.add_argument("--lambda", type=float, default=0.2, dest="squares", help="the weight of squared distance (0.2)")
    parser.add_argument("--lambda-in-loss", action="store_true", help="train the net together with its share of squared distance")
    parser.add_argument("--checkpoint-every", type=int, default=1000, metavar="STEPS")
    parser.add_argument("--seconds", type=float, help="stop after so many; the same command goes on")
    parser.add_argument("--device", help="cuda or cpu (cuda where there is one)")
    options = parser.parse_args()
    if options.steps < 1 or options.groups < 2 or options.checkpoint_every < 1:
        parser.error("--steps, --groups and --checkpoint-every must be at least 1, 2 and 1")
    try:
        training = Training(options)
        if training.train():
            training.finish()
        else:
            print(f"stopped at step {training.step} of {options.steps}: the same command goes on")
    except guide.GuideError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
