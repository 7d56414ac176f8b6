"""How fast something is, as an ordinary loop and as a run of a panel, both in processor time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from playground import catalog
from playground.commands.bench.rows import Row
from playground.engine.frame import STOPPED
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

SECONDS = 0.25
TURNS = 3
_CHUNK = 16


def of_loop(act: Callable[[], int]) -> float:
    """How many a second; `act` does some and says how many."""
    begun, done = time.process_time(), 0
    while (spent := time.process_time() - begun) < SECONDS:
        done += act()
    return done / spent


def of_run(name: str, start: Mapping[str, Any], each: Callable[[Session], int]) -> float:
    """How many a second a run gets done; one that ends begins anew, off the clock.

    Args:
        name: the panel.
        start: parameters and seed.
        each: how many of what is counted are in the run so far.
    """
    run, done, spent = begin(catalog.load(name), start), 0, 0.0
    while spent < SECONDS:
        before, begun = each(run), time.process_time()
        run.advance(_CHUNK)
        spent += time.process_time() - begun
        done += each(run) - before
        if run.status in STOPPED:
            run = begin(catalog.load(name), start)
    return done / spent


def versus(subject: str, ours: Callable[[], float], theirs: Callable[[], float], what: str) -> Row:
    """The row of a peer: both in turn, the best of each.

    Args:
        subject: the peer, and the panel that it stands beside.
        ours: how many a second the playground does.
        theirs: how many the peer does.
        what: what is counted.
    """
    pairs = [(ours(), theirs()) for _ in range(TURNS)]
    mine, other = (max(values) for values in zip(*pairs, strict=True))
    return Row.of("peer", subject, mine / other, f"{mine:,.0f} against {other:,.0f} {what} a second")
