"""The third view: the error by step, when each step hears the right word and when it hears what was said."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.seq2seq import Params, tasks
from playground.concepts.seq2seq.net import ATTENDS, FIXED
from playground.concepts.seq2seq.screen import error_of_share, numbers_of, screen_of, weight_map
from playground.concepts.seq2seq.state import Data, State
from playground.concepts.seq2seq.testing import FORCED, FREE, Tested, wrong_by_step
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve
from playground.figures.values import Range
from playground.texts.sums import total

HINT = "Press space to learn; turn down what is fed right, and it practises on its own words"


def observe(params: Params, data: Data, state: State, measured: Tested | None) -> Drawn:
    """The plots and every number that the notes read."""
    one, fed = (screen_of(params, data, state, how) for how in ("own", "right"))
    n = tasks.tested_length(params)
    wrong = wrong_by_step(params, state.tested, n).astype(float)
    if state.tested.seen[n] == 0:
        wrong = wrong[:, :, :0]
    shown, drawn = wrong, state.tested
    if measured is not None and measured.seen[n] > 0:
        shown, drawn = wrong_by_step(params, measured, n).astype(float), measured
    maps = (
        weight_map(one, "own", "It hears itself: {attention_count} of {asked}"),
        weight_map(fed, "right", "It hears what is right: {forced_count} of {asked}"),
    )
    figure = Figure(plots=(_steps(shown, float(drawn.seen[n])), *maps), hint=HINT)
    numbers = {**numbers_of(params, state, one), **_by_hand(wrong), **_measured(params, measured)}
    return Drawn(figure, {**numbers, "forced_count": int(fed.right[ATTENDS].sum())})


def spoiled(forced: Floats) -> Floats:
    """The error of each step if one slip spoilt all that follows: 1 less the product of the shares right so far."""
    return np.asarray(1.0 - np.cumprod(1.0 - forced))


def quarters(wrong: Floats) -> tuple[Floats, Floats]:
    """The errors of the first and of the last quarter of the steps; step 1 hears no word and is left out."""
    later = wrong[1:]
    many = max(1, len(later) // 4)
    return later[:many], later[len(later) - many :]


def _steps(wrong: Floats, many: float) -> Plot:
    x = np.arange(1.0, wrong.shape[2] + 1)

    def curve(net: int, way: int, name: str, role: Any, text: str) -> Curve:
        share = wrong[net, way]
        spread = error_of_share(share, np.array(many))
        return Curve(
            name=name,
            role=role,
            x=x,
            y=share,
            low=share - spread,
            high=share + spread,
            text=text,
            markers=True,
            outcome=True,
        )

    return Plot(
        name="steps",
        title="Error by step",
        badge="sampled",
        unit="share of wrong tokens on new sequences of {length_shown}; bands: two standard errors",
        main=True,
        x=Axis(label="step that writes", range=Range(0.5, 1.35 * wrong.shape[2] + 1.0), whole=True),
        y=Axis(range=(0.0, 1.0)),
        layers=(
            Curve(
                name="spoiled",
                role="theory",
                x=x,
                y=spoiled(wrong[ATTENDS, FORCED]),
                key="if one slip spoils all that follows",
            ),
            curve(FIXED, FREE, "fixed free", "slot2", "fixed vector, hearing itself"),
            curve(FIXED, FORCED, "fixed forced", "slot4", "fixed vector, fed right"),
            curve(ATTENDS, FREE, "attention free", "slot1", "attention, hearing itself"),
            curve(ATTENDS, FORCED, "attention forced", "slot3", "attention, fed right"),
        ),
    )


def _by_hand(wrong: Floats) -> dict[str, Any]:
    """How the error grows from the first quarter of the steps to the last, by the tests while it learns."""
    known = wrong.shape[2] > 1
    found: dict[str, Any] = {
        "spoiled_last": float(spoiled(wrong[ATTENDS, FORCED])[-1]) if known else None,
        "fixed_last": float(quarters(wrong[FIXED, FREE])[1].mean()) if known else None,
        "quarter": len(quarters(wrong[FIXED, FREE])[0]) if known else None,
    }
    for way, name in ((FREE, "free"), (FORCED, "forced")):
        first, last = quarters(wrong[ATTENDS, way]) if known else (wrong[0, 0], wrong[0, 0])
        found |= {
            f"{name}_first": float(first.mean()) if known else None,
            f"{name}_last": float(last.mean()) if known else None,
            f"{name}_growth": _growth(first, last),
            f"{name}_first_sum": total(first.tolist(), 3) if known else "",
            f"{name}_last_sum": total(last.tolist(), 3) if known else "",
        }
    return found


def _measured(params: Params, measured: Tested | None) -> dict[str, Any]:
    """The same by the job."""
    n = tasks.tested_length(params)
    names = ("free_growth_measured", "forced_growth_measured", "fixed_last_measured", "measured_on")
    if measured is None or measured.seen[n] == 0:
        return dict.fromkeys(names)
    wrong = wrong_by_step(params, measured, n).astype(float)
    growth = [_growth(*quarters(wrong[ATTENDS, way])) for way in (FREE, FORCED)]
    last = float(quarters(wrong[FIXED, FREE])[1].mean())
    return dict(zip(names, (*growth, last, round(float(measured.seen[n]))), strict=True))


def _growth(first: Floats, last: Floats) -> float | None:
    """How many times as large the error is; none where there was none to begin with."""
    return float(last.mean() / first.mean()) if len(first) and first.mean() > 0 else None
