"""The view on architectures: a slab for each layer, what each costs, and what sharing the weights saves."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.architectures import (
    KNOWN,
    Counted,
    by_hand,
    compared,
    counted,
    of_shape,
    total,
)
from playground.concepts.conv_nets.shape import shape_of
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Regions, Role, Table, Text
from playground.figures.values import Column, Range, Rows

_GAP, _DEPTH = 0.3, 0.32  # between slabs, and how far back they reach, as a share of their height
_LABELLED = 9
_SIDES = np.unique(np.geomspace(8, 512, 40).round())


def observe(params: Params) -> Drawn:
    """The slabs, the table, and the three ways to wire."""
    enters, layers = of_shape(shape_of(params)) if params.architecture == "own" else KNOWN[params.architecture]
    found = counted(enters, layers)
    plots = (_slabs(enters, found), _table(found), _wiring(params))
    hint = "Choose another architecture, or change kernels and channels of the net trained here"
    return Drawn(Figure(plots=plots, wide=True, share=0.46, hint=hint), _numbers(params, found))


def _numbers(params: Params, found: tuple[Counted, ...]) -> dict[str, Any]:
    threes, five, wide, narrow = (counted(*KNOWN[name]) for name in ("threes", "five", "wide", "bottleneck"))
    one = shape_of(params).layers[0]
    # One layer of a net like this one on a picture of the chosen side, all windows inside.
    ways = compared(params.side, params.side, 1, one.channels, one.kernel, one.kernel)
    seen = [layer.field for layer in found if layer.field is not None]
    numbers: dict[str, Any] = {
        "counted_weights": total(found, "weights"),
        "counted_work": total(found, "work"),
        "counted_field": seen[-1].size if seen else None,
        "stack_ratio": _bare(threes) / _bare(five),
        "stack_field": threes[-1].field.size if threes[-1].field else None,
        "single_field": five[-1].field.size if five[-1].field else None,
        "saving": total(wide, "work") / total(narrow, "work"),
        "kernel": one.kernel,
        "kernels_here": one.channels,
    }
    if ways is not None:
        counts = by_hand(params.side, params.side, 1, one.channels, one.kernel, one.kernel)
        three = (ways.shared, ways.local, ways.full)
        numbers |= dict(zip(("shared_weights", "local_weights", "full_weights"), three, strict=True))
        numbers["count_gap"] = max(abs(a - b) for a, b in zip(three, counts, strict=True))
    return numbers


def _bare(layers: tuple[Counted, ...]) -> int:
    return total(layers, "weights") - total(layers, "biases")


# ---- slabs


def _slabs(enters: tuple[int, int, int], found: tuple[Counted, ...]) -> Plot:
    """What every layer gives, as a slab: as high as its maps, as thick as there are many of them."""
    xy, light, values, words, heads, right = _built(enters, found)
    return Plot(
        name="slabs",
        title="Layer by layer",
        unit="{counted_weights} weights, {counted_work} multiply-adds a picture",
        main=True,
        badge="exact",
        x=Axis(range=Range(-0.15, right), ticks=False),
        y=Axis(range=Range(-0.17, 1.0 + _DEPTH), ticks=False),
        layers=(
            Regions(
                name="slabs",
                xy=xy,
                values=values,
                color_map="sequential",
                levels=(-0.25, 1.15),
                light=light,
                words=words,
                key="share of the weights",
            ),
            Text(name="names", xy=heads[1], words=heads[0], side="below", plate=False),
        ),
    )


@lru_cache(maxsize=32)
def _built(
    enters: tuple[int, int, int], found: tuple[Counted, ...]
) -> tuple[Floats, Floats, Floats, list[str], tuple[list[str], Floats], float]:
    """Three faces a slab, their light, colours and words, the names with their places, and how far right they reach."""
    first = Counted("picture", *enters, 0, 0, 0, None)
    most = max(one.weights for one in found) or 1
    faces, light, values, words = list[Floats](), list[float](), list[float](), list[str]()
    names, places, x, before = list[str](), list[tuple[float, float]](), 0.0, ""
    for one in (first, *found):
        high = 0.06 + 0.94 * math.sqrt(max(one.rows, 1) / enters[1]) if enters[1] > 1 else 1.0
        thick = 0.12 + 0.075 * math.log2(max(one.channels, 1))
        back = (_DEPTH * high * 0.55, _DEPTH * high)
        low = (1.0 - high) / 2
        a, b = (x, low), (x + thick, low + high)
        front = [(a[0], a[1]), (b[0], a[1]), (b[0], b[1]), (a[0], b[1])]
        top = [(a[0], b[1]), (b[0], b[1]), (b[0] + back[0], b[1] + back[1]), (a[0] + back[0], b[1] + back[1])]
        right = [(b[0], a[1]), (b[0] + back[0], a[1] + back[1]), (b[0] + back[0], b[1] + back[1]), (b[0], b[1])]
        faces += [np.array([*face, (np.nan, np.nan)]) for face in (right, top, front)]
        light += [-0.35, 0.35, 0.0]
        values += [math.sqrt(one.weights / most)] * 3
        words += [_said(one)] * 3
        shape = _gives(one)
        if len(found) <= _LABELLED or shape != before:
            names.append(shape)
            places.append((x + thick / 2, -0.02))
        before = shape
        x += thick + back[0] + _GAP
    corners = np.concatenate(faces)[:-1]
    return corners, np.array(light), np.array(values), words, (names, np.array(places)), x


def _gives(one: Counted) -> str:
    return f"{one.channels} × {one.rows}²" if one.rows == one.columns and one.rows > 1 else f"{one.channels:,}"


def _said(one: Counted) -> str:
    seen = f", sees {one.field.size} pixels across" if one.field is not None else ""
    return f"{one.name}: {_gives(one)}, {one.weights:,} weights, {one.work:,} multiply-adds{seen}"


# ---- beside


def _table(found: tuple[Counted, ...]) -> Plot:
    """Every layer with its numbers."""
    head = (
        "layer",
        "gives",
        Column("weights", decimals=0),
        Column("multiply-adds", decimals=0),
        Column("field", "px", 0),
    )
    cells = [
        (one.name, _gives(one), f"{one.weights:,}", f"{one.work:,}", "" if one.field is None else str(one.field.size))
        for one in found
    ]
    return Plot(
        name="table",
        title="Counted",
        axes=False,
        badge="exact",
        layers=(Table(name="rows", rows=Rows.of(head, cells), outcome=True),),
    )


@lru_cache(maxsize=32)
def _ways(channels: int, kernel: int) -> Floats:
    """log10 of the weights of the three ways at every side, (3, sides); NaN where no window fits."""
    rows = []
    for side in _SIDES.astype(int).tolist():
        ways = compared(side, side, 1, channels, kernel, kernel)
        rows.append([math.nan] * 3 if ways is None else [math.log10(n) for n in (ways.shared, ways.local, ways.full)])
    return np.array(rows).T


def _wiring(params: Params) -> Plot:
    """Weights of the first layer against the side of the picture: shared, local, full."""
    one = shape_of(params).layers[0]
    ways, x = _ways(one.channels, one.kernel), np.log2(_SIDES)
    kinds: tuple[tuple[str, Role], ...] = (("shared", "hero"), ("local", "second"), ("full", "slot2"))
    return Plot(
        name="wiring",
        title="Why share the weights",
        unit="{shared_weights} shared, {local_weights} local, {full_weights} full at {side} pixels",
        badge="exact",
        x=Axis(label="log₂ of the side in pixels"),
        y=Axis(log=True, zero=True),
        layers=(
            *(Curve(name=name, role=role, x=x, y=y, text=name) for (name, role), y in zip(kinds, ways, strict=True)),
            Level(name="here", role="now", value=math.log2(params.side), across="vertical", text="{side} pixels"),
        ),
    )
