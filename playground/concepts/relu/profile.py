"""The view of a profile: the output along a line, and how many regions random nets have along it."""

from __future__ import annotations

from dataclasses import replace

import torch

from playground.concepts.relu import LINE
from playground.concepts.relu.bars import bars
from playground.concepts.relu.graph import graph, slopes
from playground.concepts.relu.line import drawn, on_graph, pieces, restricted, within
from playground.concepts.relu.look import HINT, Look
from playground.concepts.relu.plane import COLORED, plane
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Lines, Points, Role

_DEPTHS: tuple[tuple[int, Role, str], ...] = ((3, "slot3", "3 layers"), (2, "slot2", "2"), (1, "slot1", "1"))
_NOTHING = torch.zeros(0)


def profile(look: Look) -> Drawn:
    """The output along the line between the two ends; for one input across the window."""
    if look.params.data in LINE:
        return Drawn(Figure(plots=(graph(look, main=True), bars(look), slopes(look)), hint=HINT))
    ends = look.state.ends
    start, end = ends.numpy()
    found = pieces(restricted(look.known.layers, start, end))
    breaks = found.breaks[(found.breaks > 0.0) & (found.breaks < 1.0)]
    border = Points(name="breaks", outcome=True, role="now", xy=on_graph(found, breaks), size=0.6, linked="borders")
    layers = (
        Lines(name="line", role="now", xy=ends, dash="solid"),
        replace(border, name="crossings", xy=start + breaks[:, None] * (end - start)),
        Points(name="ends", role="now", xy=ends, size=1.4),
    )
    move = Mouse(on="drag", target="ends", kind="move_end", take={"id": "id", "x": "x", "y": "y"}, label="move an end")
    heights = Plot(
        name="profile",
        title="Output along the line",
        unit="{profile_pieces} regions, {profile_linear} linear",
        x=Axis(label="from one end to the other", range=(0.0, 1.0)),
        badge="exact",
        layers=(Lines(name="profile", outcome=True, xy=drawn(found, 0.0, 1.0), dash="solid"), border),
    )
    ground = plane(look, COLORED[look.params.color], layers, (move,), main=True)
    numbers = dict(zip(("profile_pieces", "profile_linear"), within(found, 0.0, 1.0), strict=True))
    return Drawn(Figure(plots=(ground, heights, _along(look)), hint="Drag the ends of the line"), numbers)


def _along(look: Look) -> Plot:
    """Mean regions along the line in random nets, with bands of two standard errors."""
    found = look.findings["along"]
    curves = (
        Curve(
            name=f"along_{depth}",
            outcome=True,
            role=role,
            x=found.get("along_units", _NOTHING),
            y=found.get(f"along_{depth}", _NOTHING),
            low=found.get(f"along_{depth}_low", _NOTHING),
            high=found.get(f"along_{depth}_high", _NOTHING),
            text=text,
            markers=True,
        )
        for depth, role, text in _DEPTHS
    )
    return Plot(
        name="along",
        title="Regions along it, random nets",
        x=Axis(label="hidden units in all", range=(0.0, 60.0)),
        y=Axis(zero=True),
        badge="sampled",
        layers=tuple(curves),
    )
