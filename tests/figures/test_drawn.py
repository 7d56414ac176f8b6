"""A figure with its data is parted into a spec that stays and data by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from playground.figures.drawn import part
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Level, Lines, Points, Table
from playground.figures.values import Named, Range, Rows


def figure(shift: float = 0.0) -> Figure:
    xy = np.array([[0.0, 1.0], [1.0, 2.0]]) + shift
    plane = Plot(
        name="plane",
        title="Plane, {n} points",
        layers=(
            Points(name="points", xy=xy, show=shift < 5, hover="{x} of {n}"),
            Lines(name="the path", xy=Named("path", xy)),
            Level(name="bound", value=2.0 + shift, text="at {value} and {value:3}"),
        ),
        x=Axis(range=Range(0.0, 2.0 + shift)),
        y=Axis(range=(0.0, 9.0)),
    )
    side = Plot(
        name="side",
        title="Side",
        layers=(
            Bars(name="bars", heights=xy[0], words=["a", "b"], text="{heights}"),
            Table(name="rows", rows=Rows.of(["name", "value"], [("w", 1.0)])),
        ),
    )
    return Figure(plots=(plane, side), hint="Look")


def test_data_leave_under_names_and_the_spec_stays() -> None:
    made = figure()
    spec, data = part(made)
    points, path, bound = spec.plots[0].layers
    assert isinstance(points, Points)
    assert isinstance(path, Lines)
    assert isinstance(bound, Level)
    assert points.xy == "plane.points.xy"
    assert points.show == "plane.points.show"
    assert path.xy == "path"
    assert bound.text == "at {plane.bound.value} and {plane.bound.value:3}"
    assert spec.plots[0].x.range == "plane.x"
    assert spec.plots[0].y.range == (0.0, 9.0)
    assert data["plane.points.show"] is True
    assert data["plane.x"] == Range(0.0, 2.0)
    assert data["side.bars.words"] == ["a", "b"]
    assert data["side.rows.rows"].records() == [{"name": "w", "value": 1.0}]
    np.testing.assert_array_equal(data["path"], [[0.0, 1.0], [1.0, 2.0]])
    assert set(data) == {
        "plane.points.xy",
        "plane.points.show",
        "path",
        "plane.bound.value",
        "plane.x",
        "side.bars.heights",
        "side.bars.words",
        "side.rows.rows",
    }  # every field of the figure that holds data, and no other


def test_the_spec_is_the_very_same_while_only_data_change() -> None:
    first, _ = part(figure())
    again, data = part(figure(7.0), first)
    assert again is first
    assert data["plane.points.show"] is False
    other, _ = part(replace(figure(), hint="Listen"), first)
    assert other is not first
    assert other.plots[0] is first.plots[0]


def test_what_is_named_already_is_left_alone() -> None:
    spec, _ = part(figure())
    again, data = part(spec, spec)
    assert again is spec
    assert data == {}
