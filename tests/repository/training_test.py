"""The pipeline of tools/train from end to end on 3x3, in a minute: samples, training, export, and the plain twin.

    training_test.py GUIDE_SAMPLES FOLDER
"""

import json
import os
import random
import shutil
import subprocess
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "train")
sys.path.insert(0, SOURCE)
sys.dont_write_bytecode = True

SAMPLER, FOLDER = sys.argv[1:]
if not os.path.exists(SAMPLER):
    print("SKIPPED: guide_samples is not built (ninja -C build/release guide_samples)")
    sys.exit(0)
try:
    import torch
except ImportError:
    # Where ./test --long has installed everything, a missing package is a failure.
    if "TESSERA_TOOLS" in os.environ:
        raise
    print("SKIPPED: PyTorch is not installed (apt-get install python3-torch)")
    sys.exit(0)

import guide
from net import Net, layout, squares

SIZE = 3
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)


def place(name):
    return os.path.join(FOLDER, name)


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def sample(name, count, threads, *more):
    return run(SAMPLER, "--size", "3x3", "--width", "256", "--count", str(count), "--threads", str(threads), "--output", place(name), *more)


def bytes_of(name):
    with open(place(name), "rb") as file:
        return file.read()


def samples_go_on():
    """A file that was torn and gone on with is that of one run on one thread."""
    sample("whole", 120, 1)
    sample("3x3.samples", 70, 2)
    with open(place("3x3.samples"), "rb+") as file:
        file.truncate(os.path.getsize(file.name) - 5)
    assert "51 of them new" in sample("3x3.samples", 120, 2)
    assert bytes_of("whole") == bytes_of("3x3.samples")
    refused = subprocess.run([SAMPLER, "--size", "3x3", "--width", "300", "--count", "1", "--output", place("whole")],
                             capture_output=True, text=True)
    assert refused.returncode == 1 and "another --output" in refused.stderr, refused


def train(name, *more):
    return run(sys.executable, os.path.join(SOURCE, "train.py"), "--data", place("3x3.samples"), "--weights", place(name), "--steps",
               "300", "--groups", "256", "--device", "cpu", *more)


def trains():
    """In stages; the loss goes down, and rounding to the grids of the file does not undo that."""
    stages = 0
    while not os.path.exists(place("3x3.net")):
        train("3x3.net", "--seconds", "2")
        stages += 1
        assert stages < 100
    card = json.loads(bytes_of("3x3.json"))
    losses = [row["loss"] for row in card["losses"]]
    assert losses[-1] < 0.5 * losses[0], losses
    assert card["held_out"][0]["ranking_accuracy"] > 0.8, card
    assert card["worst_accumulator"] < 1 and max(card["clipped"]) <= 0.01, card
    assert card["data"][0]["solves"] == 120, card
    # Another plan does not go on with this checkpoint.
    other = subprocess.run([sys.executable, os.path.join(SOURCE, "train.py"), "--data", place("3x3.samples"), "--weights",
                            place("3x3.net"), "--steps", "301"], capture_output=True, text=True)
    assert other.returncode == 1 and "remove it" in other.stderr, other
    print(f"{stages} stages, losses {losses[0]} to {losses[-1]}, held out {card['held_out'][0]}")


def values_agree():
    """The whole numbers that were written have the values of the rounded net, exactly."""
    weights = guide.load(place("3x3.net"))
    saved = torch.load(place("3x3.net.checkpoint"), map_location="cpu")
    net = Net(weights.radius)
    net.load_state_dict(saved["ema"])
    net.embedding_bits, net.kernel_bits = saved["bits"]
    numbers = random.Random(1)
    boards = [numbers.sample(range(SIZE**2), SIZE**2) for _ in range(100)]
    states = torch.tensor(boards, dtype=torch.uint8)
    with torch.no_grad():
        exact = net.values(states, SIZE, SIZE, exact=True)
        quick = net.values(states, SIZE, SIZE)
    of_squares = squares(states, layout(SIZE, SIZE, weights.radius, states.device))
    units = 2**guide.VALUE_BITS
    for board, in_moves, square in zip(boards, exact, of_squares):
        assert weights.value(board, SIZE, SIZE) == round(float(in_moves) * units) + weights.squares * int(square), board
    # What is trained is the same but for the last rounding of shares.
    assert float((exact - quick).abs().max()) < 0.1


def goals_are_mirrored():
    """A board and its goal, mirrored together, have the same value."""
    weights = guide.load(place("3x3.net"))
    board = [4, 1, 2, 0, 3, 5, 6, 7, 8]
    # Tile k belongs on cell k where the blank is first, and on cell k - 1 where it is last.
    turned = [9 - tile if tile else 0 for tile in reversed(board)]
    assert weights.value(board, SIZE, SIZE, 0) == weights.value(turned, SIZE, SIZE, 8)


def weights_lead_again():
    """Weights lead the beams of more samples, which say whose they are; samples of several beams are trained on together."""
    sample("again.samples", 40, 2, "--guide", place("3x3.net"))
    sample("3x3.few", 40, 2)
    assert bytes_of("again.samples") != bytes_of("3x3.few")
    run(sys.executable, os.path.join(SOURCE, "train.py"), "--data", place("3x3.samples"), place("again.samples"), "--weights",
        place("both.net"), "--steps", "20", "--groups", "64", "--device", "cpu")
    guides = [data["guide"] for data in json.loads(bytes_of("both.json"))["data"]]
    assert guides == ["squared-distance", json.loads(bytes_of("3x3.json"))["hash"]], guides
    refused = subprocess.run([SAMPLER, "--size", "3x3", "--width", "256", "--count", "41", "--output", place("again.samples")],
                             capture_output=True, text=True)
    assert refused.returncode == 1 and "another --output" in refused.stderr, refused
    with open(place("damaged.net"), "wb") as file:
        file.write(bytes_of("3x3.net")[:-1])
    refused = subprocess.run([SAMPLER, "--size", "3x3", "--count", "1", "--guide", place("damaged.net"), "--output", place("none")],
                             capture_output=True, text=True)
    assert refused.returncode == 1 and "damaged.net" in refused.stderr, refused


def damage_is_found():
    data = bytes_of("3x3.net")
    assert guide.Weights.decode(data).encode() == data
    for damaged in (data[:-1], data + b"\0", b"X" + data[1:], data[:1000] + bytes([data[1000] ^ 1]) + data[1001:], b""):
        try:
            guide.Weights.decode(damaged)
        except guide.GuideError:
            continue
        raise AssertionError("damaged weights were read")
    answer = run(sys.executable, os.path.join(SOURCE, "guide.py"), "value", place("3x3.net"), "1 0 2/3 4 5/6 7 8")
    assert answer.endswith(" moves)\n"), answer
    assert "for 3x3" in run(sys.executable, os.path.join(SOURCE, "guide.py"), "info", place("3x3.net"))


for test in (samples_go_on, trains, values_agree, goals_are_mirrored, weights_lead_again, damage_is_found):
    test()
    print(f"{test.__name__}: passed")
