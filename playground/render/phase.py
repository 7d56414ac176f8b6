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
from playground.figures.titles import title_of

ENTER = Mouse(on="click", kind="enter", target="cells", take={"row": "row", "column": "column"}, label="enter this run")
MOST_LISTED = 12  # uneven values that are listed by their numbers; more are drawn as if they were even
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
        title=title_of(title),
        unit=f"{_words(y)} up",
        layers=(cells, Ring(name="here", role="now", xy="here", text="this run")),
        x=axis_of(x, phase.xs, told),
        y=axis_of(y, phase.ys),
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
    here = [place_of(specs[name], values, getattr(params, name)) for name, values in axes]
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
    return f"{spec.label}{f' ({spec.unit})' if spec.unit else ''}"


def _names(spec: Spec, values: tuple[Any, ...]) -> tuple[str, ...]:
    """What the values are called on the screen."""
    flags = {False: "off", True: "on"}
    return tuple(flags[one] if spec.kind == "flag" else spec.choices.get(one) or spec.text(one) for one in values)


def _wide(phase: PhaseMap) -> bool:
    """Whether a metric is spread over decades."""
    known = phase.z[np.isfinite(phase.z)]
    return bool(phase.metric != "status" and known.size > 1 and known.min() > 0 and known.max() > WIDE * known.min())


def axis_of(spec: Spec, values: tuple[Any, ...], told: str = "") -> Axis:
    """The axis of a parameter.

    Args:
        spec: the parameter.
        values: along it.
        told: what is said behind its name.
    """
    scale = _scale(spec, values)
    return Axis(
        label=_words(spec) + told,
        range=_span(spec, values),
        log=scale == "log",
        whole=spec.kind == "integer",
        words=_names(spec, values) if scale == "list" else (),
    )


def place_of(spec: Spec, values: tuple[Any, ...], value: Any) -> float:
    """Where a value stands on the axis: its decimal logarithm on a logarithmic one, its number in a list.

    NaN where it is none of a list.
    """
    scale = _scale(spec, values)
    if scale == "list":
        return float(values.index(value)) if value in values else math.nan
    return math.log10(value) if scale == "log" else float(value)


def _scale(spec: Spec, values: tuple[Any, ...]) -> str:
    """How the values stand along their axis: "lin" or "log" where they are evenly spaced so, else as a "list"."""
    if spec.kind not in ("real", "integer"):
        return "list"
    own = "log" if spec.log else "lin"
    even = [scale for scale in (own, "lin", "log") if _is_even(spec, values, scale)]
    return even[0] if even else own if len(values) > MOST_LISTED else "list"


def _is_even(spec: Spec, values: tuple[Any, ...], scale: str) -> bool:
    if len(values) < 3:
        return scale == "lin" or values[0] > 0
    if scale == "log" and values[0] <= 0:
        return False
    points = np.log(np.array(values, float)) if scale == "log" else np.array(values, float)
    ideal = np.linspace(points[0], points[-1], len(points))
    off = np.abs(np.exp(ideal) - values if scale == "log" else ideal - points)
    step = np.abs(np.diff(np.array(values, float))).min()
    return bool((off <= max(0.02 * step, 0.6 if spec.kind == "integer" else 0.0)).all())


def _span(spec: Spec, values: tuple[Any, ...]) -> tuple[float, float]:
    """From half a cell before the first value to half a cell after the last."""
    first, last = place_of(spec, values, values[0]), place_of(spec, values, values[-1])
    half = (last - first) / (2 * (len(values) - 1)) if len(values) > 1 else 0.5
    return first - half, last + half
