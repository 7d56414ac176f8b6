"""Limits of time and memory: work on what came from outside is broken off with a sentence."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import patience
import pytest
import torch

from playground.engine.errors import BadInput
from playground.engine.limits import limited


def test_what_is_quick_is_not_disturbed() -> None:
    before = threading.active_count()
    with limited("it", seconds=5.0) as sign:
        sign()
        found = sum(range(1000))
    assert found == 499_500
    assert threading.active_count() == before


def _go_on_for_ever() -> None:
    while True:
        with suppress(Exception):  # a concept's own care does not hold it up
            sum(range(1000))


def test_what_takes_too_long_is_broken_off() -> None:
    with (
        pytest.raises(BadInput, match=r"it takes too long: more than 0\.2 s of computing"),
        limited("it", seconds=0.2),
    ):
        _go_on_for_ever()


def test_what_gets_on_is_not_broken_off() -> None:
    ends = time.process_time() + 0.6
    with limited("it", seconds=0.3) as sign:
        while time.process_time() < ends:
            sign()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits the memory of a process")
@pytest.mark.parametrize("grab", [lambda: torch.ones(1 << 30), lambda: np.ones(1 << 30), lambda: bytearray(1 << 32)])
def test_what_needs_too_much_memory_is_refused(grab: Callable[[], Any]) -> None:
    with pytest.raises(BadInput, match="it needs too much memory"), limited("it", memory=1 << 28):
        grab()
    assert len(torch.ones(1 << 20)) == 1 << 20


def test_other_faults_pass() -> None:
    with pytest.raises(RuntimeError, match="other"), limited("it"):
        raise RuntimeError("other")
    with pytest.raises(BadInput, match="mine"), limited("it"):
        raise BadInput("mine")


STUCK = """
import time
from playground.engine import limits
limits._GRACE = 0.2
with limits.limited("it", seconds=0.3, alone=True):
    time.sleep(1000)
"""


def test_a_process_in_one_call_without_end_ends_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=patience.SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (2, "playground: it takes too long: more than 0.3 s of computing\n")
