"""The graph of a net of one input, where it bends, and its slope."""

from __future__ import annotations

import numpy as np
import torch

from playground.concepts.relu.line import drawn, on_graph
from playground.concepts.relu.look import Look
from playground.concepts.relu.subdivide import Floats
from playground.figures import editing
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Lines, Points, Role, Text
from playground.figures.values import Range


def graph(look: Look, unit: str = "net {shape}, {activation_regions} activation regions", main: bool = False) -> Plot:
    """The output over the window, with the points or the nodes."""
    found, nodes, (low, high) = look.known.pieces, look.params.data == "nodes", look.across
    assert found is not None
    curve, breaks = drawn(found, low, high), found.breaks
    inside = (breaks > low) & (breaks < high)
    bends, silent = (on_graph(found, breaks[inside & kinks]) for kinks in (found.kinks, ~found.kinks))
    heights = np.concatenate([curve[:, 1], look.data.y.numpy()])
    bottom, top = float(heights.min()), float(heights.max())
    room = 0.08 * (top - bottom) or 1.0
    thing = "a node" if nodes else "a point"
    mouse = editing.add(f"add {thing}", "blue"), editing.move(f"move {thing}"), editing.delete(f"delete {thing}")
    return Plot(
        name="graph",
        title="{linear_regions} linear pieces",
        unit=unit,
        main=main,
        x=Axis(label="x", range=look.across),
        y=Axis(range=Range(bottom - room, top + room)),
        badge="exact",
        layers=(
            Lines(name="graph", outcome=True, xy=curve, dash="solid", symbol="f"),
            Points(name="bends", xy=bends, size=0.6, hover="bends at {x}", symbol="c x_i", outcome=True),
            Points(name="silent", role="ghost", xy=silent, size=0.8, hover="a unit switches, no bend", outcome=True),
            _points(look, "now" if nodes else "muted", 1.4 if nodes else 0.7, "{x}, {y}"),
            Text(name="form", text="{hinge_text}", show="broken_line"),
        ),
        mouse=mouse if main else (),
    )


def graph_beside(look: Look, unit: str) -> Plot:
    """The output of the net beside it."""
    found = look.rival.pieces
    assert found is not None
    return Plot(
        name="rival",
        title="{rival_regions} pieces",
        unit=unit,
        x=Axis(label="x", range=look.across),
        badge="exact",
        layers=(
            _points(look, "muted", 0.4),
            Lines(name="graph", outcome=True, role="slot2", xy=drawn(found, *look.across), dash="solid"),
        ),
    )


def _points(look: Look, role: Role, size: float, hover: str = "") -> Points:
    data = look.data
    xy = torch.cat([data.X, data.y[:, None]], 1)
    return Points(name="points", role=role, xy=xy, ids=data.ids, size=size, hover=hover)


def slopes(look: Look) -> Plot:
    """The slope over the window, as stairs."""
    assert look.known.pieces is not None
    return Plot(
        name="slopes",
        title="Slope",
        unit="constant on each piece",
        x=Axis(label="x", range=look.across),
        y=Axis(zero=True),
        badge="exact",
        layers=(Lines(name="slopes", outcome=True, xy=_stairs(drawn(look.known.pieces, *look.across)), dash="solid"),),
    )


def _stairs(curve: Floats) -> Floats:
    slope = np.diff(curve[:, 1]) / np.maximum(np.diff(curve[:, 0]), 1e-300)
    return np.stack([np.repeat(curve[:, 0], 2)[1:-1], np.repeat(slope, 2)], 1)
