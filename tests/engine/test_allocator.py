"""Memory that a long step sets free stays at hand: without that, half of its time goes into getting it again."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Each slice of the work takes and sets free some MB on the thread of long work; prints page faults for each turn.
PROBE = """
import math, resource, sys
from playground.engine.process import allocator
if sys.argv[1] == "settled":
    assert allocator.settle()
import torch
from playground.engine.kit.giving_way import LongWork

def turn():
    for _ in range(20):
        kept = [torch.ones(100_000) for _ in range(10)]
    return len(kept)

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

def take(turns):
    for _ in range(turns):
        work = LongWork(turn)
        assert work.go_on(math.inf) and work.result == 10

take(3)
before = faults()
take(20)
print((faults() - before) / 20)
"""


def _faults(how: str) -> float:
    done = subprocess.run([sys.executable, "-c", PROBE, how], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="the C library's heap is settled on Linux alone")
def test_a_long_step_does_not_get_its_memory_anew() -> None:
    assert _faults("settled") < 0.05 * _faults("as it is")
