"""The pictures of a study: a map of two parameters, curves with bands over the seeds, a table. No Qt, no torch."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.engine.declarations.axes import STATUSES
from playground.engine.frame import Array, Frame, PhaseMap
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Points, Role, Table
from playground.figures.titles import title_of
from playground.figures.values import Rows
from playground.render.phase import axis_of, frame, place_of
from playground.sweep.summary import STATUS, Summary

STEP = "@step"  # across: the steps along the way
SLOTS: tuple[Role, ...] = ("slot1", "slot2", "slot3", "slot4", "slot5", "slot6", "slot7", "slot8")
MOST_ROWS = 200  # of a table at once


def map_of(summary: Summary, x: str, y: str, metric: str) -> PhaseMap:
    """A map of two varied parameters: the mean over the seeds, and over whatever else is varied."""
    base = summary.study.base
    xs, ys = summary.axes[x], summary.axes[y]
    names = list(summary.axes)
    where = summary.places[:, names.index(y)] * len(xs) + summary.places[:, names.index(x)]
    values = summary.values[metric]
    known = np.isfinite(values)
    if metric == STATUS:  # the worst of them: a mean of codes is none
        z = np.full(len(xs) * len(ys), np.nan)
        np.fmax.at(z, where, np.where(known, values, np.nan).max(1, initial=-1.0, where=known))
        z[z < 0] = np.nan
    else:
        sums = np.bincount(where, np.where(known, values, 0.0).sum(1), len(xs) * len(ys))
        counts = np.bincount(where, known.sum(1), len(xs) * len(ys))
        z = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return PhaseMap(x, y, metric, base.steps, xs, ys, z.reshape(len(ys), len(xs)), summary.count, False)


def map_frame(summary: Summary, x: str, y: str, metric: str, params: Any) -> Frame:
    """The picture of `map_of`; a click gives a cell's row and column.

    Args:
        summary: the study.
        x: the varied parameter across.
        y: that up.
        metric: what colours a cell, or `STATUS`.
        params: of the run on the stage, which is ringed.
    """
    return frame(summary.study.base.declaration(), map_of(summary, x, y, metric), params)


def run_of_cell(summary: Summary, x: str, y: str, row: int, column: int) -> int | None:
    """The first run of a cell of a map, whose rows are counted from the top; None where there is none."""
    setting = summary.setting({x: column, y: len(summary.axes[y]) - 1 - row})
    return None if setting is None else setting * summary.study.seeds


def curves_frame(summary: Summary, x: str, by: str, metric: str) -> Frame:
    """Curves of a metric with bands over the seeds: its mean, and from its lowest to its highest value.

    Args:
        summary: the study.
        x: a varied parameter, or `STEP`.
        by: a varied parameter with a curve for each of its values, the first eight; empty: one curve.
        metric: its name.
    """
    declared, study = summary.study.base.declaration(), summary.study
    specs = declared.params.specs()
    arrays: dict[str, Array] = {}
    bands: list[tuple[float, Curve]] = []
    lines: list[Curve | Points] = []
    for i in range(min(len(summary.axes[by]), len(SLOTS)) if by else 1):
        across, cells, ids = _curve(summary, x, {by: i} if by else {}, metric)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of places where nothing has ended yet
            middle, low, high = np.nanmean(cells, 1), np.nanmin(cells, 1), np.nanmax(cells, 1)
        there = np.isfinite(middle)
        for name, values in (("x", across), ("y", middle), ("low", low), ("high", high)):
            arrays[f"{name}{i}"] = values[there].astype(np.float32)
        arrays[f"xy{i}"] = np.stack([across, middle], 1)[there].astype(np.float32)
        arrays[f"ids{i}"] = ids[there].astype(np.int32)
        role = SLOTS[i] if by else "hero"
        words = f"{specs[by].label} {specs[by].text(summary.axes[by][i])}" if by else "mean"
        band = Curve(name=f"band{i}", role=role, x=f"x{i}", y=f"y{i}", low=f"low{i}", high=f"high{i}")
        bands.append((float((high - low)[there].sum()), band))
        lines.append(Curve(name=f"curve{i}", role=role, x=f"x{i}", y=f"y{i}", key=words))
        lines.append(Points(name=f"points{i}", role=role, xy=f"xy{i}", ids=f"ids{i}"))
    widest_first = [band for _, band in sorted(bands, key=lambda one: -one[0])]
    layers = (*widest_first, *lines)
    label = _label(summary, metric)
    steps = x == STEP
    axis = Axis(label="step", range=(0.0, float(study.base.steps))) if steps else axis_of(specs[x], summary.axes[x])
    after = "" if steps else f" after {study.base.steps:,} steps"
    mouse = tuple(_enter(layer.name, "id") for layer in lines if isinstance(layer, Points))
    spread = f"mean, and lowest to highest of {study.seeds} seeds" if study.seeds > 1 else "one seed"
    plot = Plot(
        name="curves",
        title=f"{title_of(label)}{after}",
        unit=spread,
        layers=layers,
        x=axis,
        main=True,
        mouse=mouse,
    )
    return _frame(summary, Figure(plots=(plot,)), arrays)


def _curve(summary: Summary, x: str, chosen: Mapping[str, int], metric: str) -> tuple[Array, Array, Array]:
    """One curve: where its points stand (n,), the values behind them (n, runs), and a run that each stands for (n,)."""
    seeds = summary.study.seeds
    if x == STEP:
        settings = summary.among(chosen)
        kept = summary.along[metric][:, settings].reshape(len(summary.steps), -1)
        return summary.steps, kept, np.full(len(kept), settings[0] * seeds if len(settings) else 0)
    spec = summary.study.base.declaration().params.specs()[x]
    values = summary.axes[x]
    rows = [summary.among({**chosen, x: i}) for i in range(len(values))]
    widest = max((len(one) for one in rows), default=0) * seeds
    cells = np.full((len(values), max(widest, 1)), np.nan)
    for i, settings in enumerate(rows):
        found = summary.values[metric][settings].ravel()
        cells[i, : len(found)] = found
    across = np.array([place_of(spec, values, value) for value in values])
    return across, cells, np.array([one[0] * seeds if len(one) else 0 for one in rows])


def table_frame(summary: Summary, order: str, falling: bool = False, first: int = 0) -> Frame:
    """The rows as a table; a click gives the number of a run.

    Args:
        summary: the study.
        order: the metric by which they are sorted; empty: by their numbers.
        falling: the largest first; what is undefined comes last in any case.
        first: how many rows are passed over.
    """
    study, declared = summary.study, summary.study.base.declaration()
    specs = declared.params.specs()
    ended = np.flatnonzero(np.isfinite(summary.reached.ravel()))
    if order:
        keys = summary.values[order].ravel()[ended]
        ended = ended[np.argsort(-keys if falling else keys, kind="stable")]
    shown = ended[first : first + MOST_ROWS]
    metrics = study.base.metrics
    head = ["row", *(specs[name].label for name in study.names), "seed", "status", "step"]
    head += [_label(summary, name) for name in metrics]
    cells = []
    for number in shown.tolist():
        run, place = study.run(number), divmod(number, study.seeds)
        metric = [_text(declared.metric(name), summary.values[name][place]) for name in metrics]
        own = [specs[name].text(run.values[name]) for name in study.names]
        status = STATUSES[int(summary.values[STATUS][place])] if np.isfinite(summary.values[STATUS][place]) else ""
        cells.append((number, *own, run.seed, status, int(summary.reached[place]), *metric))
    table = Table(name="rows", rows="rows", ids="ids")
    mouse = (_enter("rows", "id"),)
    passed = f", from the {first + 1:,}th" if first else ""
    sorted_by = (f", by {_label(summary, order)}" if order else "") + passed
    plot = Plot(
        name="table", title=f"{len(ended):,} runs{sorted_by}", layers=(table,), main=True, axes=False, mouse=mouse
    )
    arrays = {"ids": shown.astype(np.int32)}
    return _frame(summary, Figure(plots=(plot,)), arrays, {"rows": Rows.of(head, cells)})


def _enter(layer: str, *fields: str) -> Mouse:
    """A click on a datum enters its run."""
    return Mouse(on="click", kind="enter", target=layer, take={name: name for name in fields}, label="enter this run")


def _text(metric: Any, value: Any) -> str:
    return "" if not np.isfinite(value) else str(metric.text(float(value)) if metric is not None else value)


def _label(summary: Summary, metric: str) -> str:
    declared = summary.study.base.declaration().metric(metric)
    if declared is None:
        return metric
    return declared.label + (f", {metric.partition('.')[2]}" if declared.over is not None else "")


def _frame(
    summary: Summary, figure: Figure, arrays: Mapping[str, Array], tables: Mapping[str, Rows] | None = None
) -> Frame:
    return Frame(
        epoch=0,
        step=summary.count,
        reached=len(summary.study),
        length=len(summary.study),
        status="running",
        metrics={},
        arrays=dict(arrays),
        tables=dict(tables or {}),
        figure=figure,
        series={},
        jobs={},
        params={},
        seed=0,
    )
