"""The view of Cover's theorem: how many labelings of points some line separates, counted and sampled beside the law."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log10
from typing import Any

import torch
from torch import Tensor

from playground.concepts.perceptron.cover import log_number, share
from playground.engine.declarations.concept import Findings
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Layer, Role, Text

COVER_POINTS = 40
_N = torch.arange(1, COVER_POINTS + 1, dtype=torch.float64)
_NONE = torch.zeros(0, dtype=torch.float64)
_WIDTHS = (5, 10, 15)
_COUNTED = ("cover_n", "cover_count", "cover_all", "cover_words", "cover_formula", "cover_fraction")


def counting(width: int, plane: Plot, findings: Findings) -> Drawn:
    """Shares and numbers of separable labelings for some numbers of weights and the one in use.

    Args:
        width: how many weights there are.
        plane: the points on screen.
        findings: of the jobs `cover` and `capacity`.
    """
    counted, sampled = findings["cover"], findings["capacity"]
    numbers: dict[str, Any] = {name: counted.get(name) for name in _COUNTED} | {"cover_gap": sampled.get("cover_gap")}
    numbers["cover_words"] = numbers["cover_words"] or ""
    figure = Figure(
        plots=(_share(width, counted, sampled), plane, _count(width, counted)),
        hint="Drag a point onto a line of two others",
    )
    return Drawn(figure, numbers)


@cache
def _law(width: int, logs: bool) -> Tensor:
    """Cover's share for 1 to 40 points, or log10 of his number, (40,)."""
    counts = range(1, COVER_POINTS + 1)
    return torch.tensor([log_number(n, width) if logs else share(n, width) for n in counts], dtype=torch.float64)


def _curves(width: int, logs: bool) -> tuple[Layer, ...]:
    def curve(name: str, role: Role, d: int, show: bool, words: str) -> Curve:
        return Curve(name=name, role=role, x=_N, y=_law(d, logs), text=words if logs else "", show=show)

    others = (curve(f"{d} weights", "muted", d, width != d, f"d = {d}") for d in _WIDTHS)
    return (*others, curve("theorem", "theory", width, True, "d = {weights}"))


def _share(width: int, counted: Mapping[str, Any], sampled: Mapping[str, Any]) -> Plot:
    beyond = next((n for n in range(1, COVER_POINTS + 1) if share(n, width) < 0.8), COVER_POINTS)
    halves = (
        Text(name=f"half {d}", role="muted", text=f"d = {d}", xy=torch.tensor([2.0 * d + 0.5, 0.5]), show=width != d)
        for d in _WIDTHS
    )
    gap = "d = 10, samples ± 2 standard errors, off by at most {cover_gap}"
    return Plot(
        name="share",
        title="Share of separable labelings",
        unit="{cover_words}",
        main=True,
        x=Axis(label="points n", range=(0.0, 42.0)),
        y=Axis(range=(0.0, 1.2)),
        badge="sampled",
        layers=(
            *_curves(width, logs=False),
            _sampled("capacity", "slot3", "", sampled),
            _sampled("sampled", "second", "your points, sampled", counted),
            _exact(counted, "exact_share", "your points"),
            *halves,
            Text(name="here", role="theory", text="d = {weights}", xy=torch.tensor([beyond + 1.5, 0.8])),
            Text(name="capacity name", role="slot3", text=gap, anchor="top right", show="cover_gap"),
        ),
    )


def _sampled(name: str, role: Role, text: str, found: Mapping[str, Any]) -> Layer:
    x, y, low, high = (found.get(f"{name}_{part}", _NONE) for part in ("x", "share", "low", "high"))
    return Curve(name=name, role=role, x=x, y=y, low=low, high=high, text=text, markers=True)


def _exact(counted: Mapping[str, Any], what: str, text: str = "") -> Layer:
    x, y = counted.get("exact_x", _NONE), counted.get(what, _NONE)
    return Curve(name="exact", outcome=True, x=x, y=y, markers=True, text=text)


def _count(width: int, counted: Mapping[str, Any]) -> Plot:
    return Plot(
        name="count",
        title="Number of separable labelings",
        x=Axis(label="points n", range=(0.0, 54.0)),
        y=Axis(range=(0.0, 14.0), log=True),
        badge="exact",
        layers=(
            Curve(name="all", role="ghost", x=_N, y=_N * log10(2), text="all 2ⁿ"),
            *_curves(width, logs=True),
            _exact(counted, "exact_count"),
        ),
    )
