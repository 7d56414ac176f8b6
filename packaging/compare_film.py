"""Films the same scene with the playground and with matplotlib's animation, and prints how much faster one is.

The scene is the first preset of a concept whose run does not end by itself. Both write MP4 through the same encoder;
run it from a source checkout with the test extra installed: `python packaging/compare_film.py minimax 300`.
"""

from __future__ import annotations

import sys
import time

from playground.engine import device

device.prepare()

import matplotlib  # noqa: E402

from playground.commands.bench.peers.film import SIZE, encoding_time, ours, theirs  # noqa: E402


def main() -> None:
    """Both in one run, one after the other."""
    name, count = sys.argv[1], int(sys.argv[2])

    found = {}
    for who, pictures in (("playground", ours(name, count)), ("matplotlib", theirs(count))):
        processor = time.process_time()
        found[who] = encoding_time(pictures, time.perf_counter), time.process_time() - processor
    mine, other = found["playground"], found["matplotlib"]
    print(f"{count} pictures of {SIZE[0]}x{SIZE[1]}, matplotlib {matplotlib.__version__}")
    print(
        f"playground {count / mine[0]:.1f} a second, matplotlib {count / other[0]:.1f}:"
        f" {other[0] / mine[0]:.1f} times as fast, {other[1] / mine[1]:.1f} times in processor time"
    )


if __name__ == "__main__":
    main()
