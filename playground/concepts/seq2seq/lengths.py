"""The second view: how much is right at each length, with one vector and with attention."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.concepts.seq2seq import Params, tasks
from playground.concepts.seq2seq.declared import LONGEST
from playground.concepts.seq2seq.net import ATTENDS, FIXED
from playground.concepts.seq2seq.screen import error_of_share, learning, numbers_of, screen_of, weight_map
from playground.concepts.seq2seq.state import Data, State
from playground.concepts.seq2seq.testing import FREE, Tested, errors_of
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Role

LONG = 20
_NETS: tuple[tuple[int, Role, str], ...] = ((FIXED, "slot2", "fixed vector"), (ATTENDS, "slot1", "attention"))

HINT = "Press space to learn; lengths outside of the two lines were never learned"


def observe(params: Params, data: Data, state: State, measured: Tested | None) -> Drawn:
    """The plots and every number that the notes read."""
    one = screen_of(params, data, state, "own")
    shown = state.tested if measured is None else measured
    figure = Figure(plots=(_lengths(params, shown), weight_map(one), learning()), hint=HINT)
    return Drawn(figure, {**numbers_of(params, state, one), **_numbers(params, state.tested)})


def by_length(params: Params, tested: Tested) -> tuple[Floats, Floats]:
    """The lengths that were tested, and the share of tokens right at each, (NETS, lengths)."""
    known = [n for n in range(LONGEST + 1) if tested.seen[n] > 0]
    right = [1.0 - found[:, FREE] for n in known if (found := errors_of(params, tested, n)) is not None]
    return np.array(known, dtype=float), np.array(right, dtype=float).reshape(-1, 2).T


def _lengths(params: Params, tested: Tested) -> Plot:
    known, right = by_length(params, tested)
    tokens = np.array([float(tested.seen[int(n)]) * tasks.steps_of(params, int(n)) for n in known])
    dates = params.task == "dates"
    ends = (
        ()
        if dates
        else (
            Level(
                name="shortest", role="grid", value=params.shortest, across="vertical", text="learned from {shortest}"
            ),
            Level(
                name="longest",
                role="grid",
                value=max(params.shortest, params.longest),
                across="vertical",
                text="to {longest} letters",
            ),
        )
    )
    curves = tuple(_curve(role, name, known, right[net], tokens) for net, role, name in _NETS)
    low, high = (10.0, 20.0) if dates else (1.0, LONGEST + 4.0)
    return Plot(
        name="lengths",
        title="Right by length",
        badge="sampled",
        unit="share of tokens, each net hearing itself; bands: two standard errors",
        main=True,
        x=Axis(label="characters read" if dates else "letters read", range=(low, high), whole=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(*ends, *curves),
    )


def _curve(role: Role, name: str, x: Floats, y: Floats, tokens: Floats) -> Curve:
    spread = error_of_share(y, tokens)
    return Curve(name=name, role=role, x=x, y=y, low=y - spread, high=y + spread, text=name, markers=True, outcome=True)


def _numbers(params: Params, tested: Tested) -> dict[str, Any]:
    """The two nets at 20 letters and at the length that is shown, and the bits of a sequence."""
    known, right = by_length(params, tested)
    found = dict(zip(known.astype(int).tolist(), right.T.tolist(), strict=True))
    fixed, attention = found.get(LONG, (None, None))
    shown = found.get(tasks.tested_length(params))
    return {
        "fixed_long": fixed,
        "attention_long": attention,
        "gap_long": None if fixed is None or attention is None else attention - fixed,
        "lead": None if shown is None else shown[ATTENDS] - shown[FIXED],
        "bits": None if params.task == "dates" else params.length * math.log2(len(tasks.LETTERS)),
    }
