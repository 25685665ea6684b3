"""Reads the files of guide_samples (their format is told in samples.cpp) into tensors of bytes; needs PyTorch only."""

import os
import struct

import torch

import guide

HEAD = struct.Struct("<8sHHIQQ")
NUMBER = struct.Struct("<I")
MEMBERS = 3
HELD_OUT = 0.02


class Samples:
    """The groups of one file: `states` [groups, 1 + MEMBERS, cells], the path's state first, and its remaining `lengths`.

    The last solves are held out: groups from `trained` on are for measuring only.
    """

    def __init__(self, path):
        self.path = path
        try:
            with open(path, "rb") as file:
                data = bytearray(file.read())
        except OSError as error:
            raise guide.GuideError(f"cannot read {path}: {error.strerror}; make it with guide_samples") from error
        if len(data) < HEAD.size or data[:8] != b"TESSDAT1":
            raise guide.GuideError(f"{path} is no file of guide_samples; make it again")
        _, self.rows, self.cols, self.width, self.first, self.guide_hash = HEAD.unpack_from(data)
        spans = self._spans(data)
        solved = [span for span in spans if span[1] > 0]
        self.solves, self.unsolved = len(spans), len(spans) - len(solved)
        held_out = max(1, round(len(solved) * HELD_OUT))
        if len(solved) <= held_out:
            raise guide.GuideError(f"{path} has {len(solved)} solves only; make more with guide_samples")
        self.held_out = held_out
        self.trained = sum(length for _, length in solved[:-held_out])
        group = self.cells * (1 + MEMBERS)
        flat = torch.frombuffer(data, dtype=torch.uint8)
        self.states = torch.cat([flat[start:start + length * group].view(length, 1 + MEMBERS, self.cells)
                                 for start, length in solved])
        self.lengths = torch.cat([torch.arange(length, 0, -1, dtype=torch.int16) for _, length in solved])
        self.mean_length = sum(length for _, length in solved) / len(solved)

    @property
    def cells(self):
        return self.rows * self.cols

    def _spans(self, data):
        """Where the groups of every whole solve begin, and how many they are."""
        spans, place = [], HEAD.size
        while place + NUMBER.size <= len(data):
            (length,) = NUMBER.unpack_from(data, place)
            start = place + NUMBER.size
            end = start + length * (1 + MEMBERS) * self.cells
            if end + NUMBER.size > len(data) or NUMBER.unpack_from(data, end)[0] != length ^ 0xFFFFFFFF:
                break
            spans.append((start, length))
            place = end + NUMBER.size
        return spans

    def to(self, device):
        self.states, self.lengths = self.states.to(device), self.lengths.to(device)
        return self

    def card(self):
        return {
            "file": os.path.basename(self.path), "size": f"{self.rows}x{self.cols}", "width": self.width,
            "first_seed": self.first, "solves": self.solves, "unsolved": self.unsolved,
            "held_out_solves": self.held_out, "groups": len(self.lengths), "mean_length": round(self.mean_length, 3),
            "guide": f"{self.guide_hash:016x}" if self.guide_hash else "squared-distance",
        }
