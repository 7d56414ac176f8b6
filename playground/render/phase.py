"""The picture of a phase map: a plane of cells whose axes are two parameters. No Qt, no torch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playground.engine.declarations.axes import STATUSES
from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import Spec
from playground.engine.frame import Frame, PhaseMap
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Image, Ring

ENTER = Mouse(on="click", kind="enter", target="cells", take={"row": "row", "column": "column"}, label="enter this run")
WIDE = 1000.0  # from this ratio of its ends on, a positive metric is coloured by its logarithm


def _figure(declaration: Declaration, phase: PhaseMap) -> Figure:
    """The figure of a map; a click on a cell gives its row and column."""
    specs = declaration.params.specs()
    metric = declaration.metric(phase.metric)
    name = metric.label if metric is not None else "status"
    title = f"{name} after {phase.steps:,} steps"
    x, y = specs[phase.x], specs[phase.y]
    status = phase.metric == "status"
    bar = f"log10 of {name}" if _wide(phase) else name
    cells = Image(name="cells", z="z", extent="extent", levels=(0.0, 5.0) if status else None, bar=bar)
    seen = sorted({int(code) for code in phase.z[np.isfinite(phase.z)].tolist()}) if status else []
    told = f" · status: {', '.join(f'{code} {STATUSES[code]}' for code in seen)}" if seen else ""
    plot = Plot(
        name="phase",
        title=title[:1].upper() + title[1:],
        unit=f"{_words(y)} up",
        layers=(cells, Ring(name="here", role="now", xy="here", text="this run")),
        x=_axis(x, phase.xs, told),
        y=_axis(y, phase.ys),
        main=True,
        mouse=(ENTER,),
    )
    return Figure(plots=(plot,))


def frame(declaration: Declaration, phase: PhaseMap, params: Any) -> Frame:
    """The frame that draws a map; a click on one of its cells gives its row and column.

    Args:
        declaration: of the concept.
        phase: the map.
        params: of the run on the stage, which is ringed.
    """
    specs = declaration.params.specs()
    x, y = _span(specs[phase.x], phase.xs), _span(specs[phase.y], phase.ys)
    axes = ((phase.x, phase.xs), (phase.y, phase.ys))
    here = [_place(specs[name], values, getattr(params, name)) for name, values in axes]
    inside = x[0] <= here[0] <= x[1] and y[0] <= here[1] <= y[1]
    arrays = {
        "z": (np.log10(phase.z) if _wide(phase) else phase.z)[::-1].astype(
            np.float32
        ),  # the first row of a picture is on top
        "extent": np.array([*x, *y], np.float32),
        "here": np.array([here] if inside else np.zeros((0, 2)), np.float32),
    }
    total = len(phase.xs) * len(phase.ys)
    return Frame(
        epoch=0,
        step=phase.done,
        reached=total,
        length=total,
        status="running",
        metrics={},
        arrays=arrays,
        figure=_figure(declaration, phase),
        series={},
        jobs={},
        params={},
        seed=0,
    )


def cell_values(phase: PhaseMap, row: int, column: int) -> dict[str, Any]:
    """The two values of a cell; rows are counted from the top."""
    return {phase.x: phase.xs[column], phase.y: phase.ys[len(phase.ys) - 1 - row]}


def _words(spec: Spec) -> str:
    words = f"{spec.label}{f' ({spec.unit})' if spec.unit else ''}"
    names = list(spec.choices.values()) if spec.kind == "choice" else ["off", "on"] if spec.kind == "flag" else []
    return words + (f": {', '.join(f'{i} {name}' for i, name in enumerate(names))}" if names else "")


def _wide(phase: PhaseMap) -> bool:
    """Whether a metric is spread over decades."""
    known = phase.z[np.isfinite(phase.z)]
    return bool(phase.metric != "status" and known.size > 1 and known.min() > 0 and known.max() > WIDE * known.min())


def _axis(spec: Spec, values: tuple[Any, ...], told: str = "") -> Axis:
    listed = spec.kind in ("choice", "flag")
    return Axis(
        label=_words(spec) + told, range=_span(spec, values), log=spec.log, whole=listed or spec.kind == "integer"
    )


def _place(spec: Spec, values: tuple[Any, ...], value: Any) -> float:
    """Where a value stands on the axis: its decimal logarithm on a logarithmic one, its number in a list."""
    if spec.kind in ("choice", "flag"):
        return float(values.index(value))
    return math.log10(value) if spec.log else float(value)


def _span(spec: Spec, values: tuple[Any, ...]) -> tuple[float, float]:
    """From half a cell before the first value to half a cell after the last."""
    first, last = _place(spec, values, values[0]), _place(spec, values, values[-1])
    half = (last - first) / (2 * (len(values) - 1)) if len(values) > 1 else 0.5
    return first - half, last + half
