"""Every name in a figure is in the frame, and every gesture of the mouse is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from playground import catalog
from playground.engine.declarations.concept import Concept
from playground.engine.frame import Frame, PlotView, View
from playground.engine.run.session import Session
from playground.figures import layers as kinds
from playground.figures.figure import SET, Axis, Figure, Plot
from playground.figures.layers import Layer, Trace
from playground.render.data import Data
from playground.texts.template import names

# The fields of the layers that are words of their own; all others are data, templates or metrics.
WORDS = {"name", "role", "symbol", "dash", "color_map", "across", "anchor", "side", "linked", "linked_columns", "draws"}
OTHER = WORDS | {"levels", "names", "bar", "x_label", "y_label", "z_label"}
SERIES = {"series", "against"}
DATA = {"Values": "arrays", "Words": "words", "Number": "metrics", "Flag": "metrics", "TableRows": "tables"}


def test_every_field_of_every_layer_is_known_here() -> None:
    every = [kind for kind in vars(kinds).values() if isinstance(kind, type) and issubclass(kind, Layer)]
    assert Trace in every
    for kind in every:
        texts = {field.name for field in fields(kind) if str(field.type) not in {"bool", "int", "float"}}
        known = OTHER | SERIES | {field.name for field in fields(kind) if str(field.type) in {*DATA, "Template"}}
        assert texts <= known, f"{kind.__name__}: {texts - known} is neither data nor a template for this test"


def view_of(figure: Figure) -> View:
    """A view as a window gives it."""
    plots = {plot.name: PlotView(_range(plot.x), _range(plot.y), 480, 360) for plot in figure.plots}
    return View(plots)


def _range(axis: Axis) -> tuple[float, float]:
    return axis.range if isinstance(axis.range, tuple) else (-1.0, 1.0)


def with_jobs(session: Session, view: View) -> None:
    """All jobs that start by themselves in this mode, finished."""
    session.auto_jobs(view)
    while session.advance_jobs(1.0):
        pass


def figure_of(frame: Frame) -> Figure:
    """The spec in a frame."""
    assert frame.failure is None, frame.failure
    assert frame.figure is not None
    return frame.figure


@pytest.mark.sampled
@pytest.mark.parametrize("steps", [0, 7])
def test_names_in_the_figure_are_in_the_frame(concept: Concept, preset: str, at_preset: Session, steps: int) -> None:
    view = view_of(figure_of(at_preset.frame()))
    at_preset.advance(steps)
    with_jobs(at_preset, view)
    frame = at_preset.frame(view)
    missing = sorted({words for plot in figure_of(frame).plots for words in _missing(plot, frame, concept)})
    assert not missing, "\n".join(missing)


@pytest.mark.sampled
def test_a_figure_is_constant_along_a_run(concept: Concept, preset: str, at_preset: Session, acted: Any) -> None:
    """Zoom, guesses and what is hidden live on the plots, which are made anew where a figure changes."""
    figure = figure_of(at_preset.frame())
    view = view_of(figure)
    for steps in sorted({7, catalog.presets(concept.id)[preset].get("steps", 0)}):
        at_preset.advance(max(0, steps - at_preset.step))
        assert_same(figure, figure_of(at_preset.frame(view)), f"step {at_preset.step}")
    params = at_preset.params
    for gesture in concept.declaration.gestures:
        if acted(at_preset, gesture.kind) and at_preset.params == params:
            assert_same(figure, figure_of(at_preset.frame(view)), gesture.kind)
            at_preset.advance(1)
            assert_same(figure, figure_of(at_preset.frame(view)), f"the step after {gesture.kind}")


def assert_same(one: Figure, other: Figure, where: str) -> None:
    """Two equal figures; a difference is named."""
    assert [plot.name for plot in one.plots] == [plot.name for plot in other.plots], where
    for a, b in zip(one.plots, other.plots, strict=True):
        assert [layer.name for layer in a.layers] == [layer.name for layer in b.layers], f"{where}: {a.name}"
        for first, second in zip(a.layers, b.layers, strict=True):
            assert first == second, f"{where}: {a.name}"
        assert a == b, where
    assert one == other, where


def _missing(plot: Plot, frame: Frame, concept: Concept) -> Iterator[str]:
    """What a plot names and the frame lacks."""
    where = f"plot {plot.name}"
    for template in (plot.title, plot.unit, plot.x.label, plot.y.label, plot.empty_text, plot.empty_keys):
        yield from _unfilled(template, frame, where)
    if plot.empty and plot.empty not in frame.metrics:
        yield f"{where}: number {plot.empty}"
    for axis in (plot.x, plot.y):
        named = isinstance(axis.range, str) and axis.range != "auto"
        if named and axis.range not in {**frame.arrays, **frame.ranges}:
            yield f"{where}: range {axis.range}"
    for layer in plot.layers:
        if layer.show and layer.show not in {**frame.metrics, **frame.arrays}:
            yield f"{where}, layer {layer.name}: flag {layer.show}"
        if not layer.show or Data(frame, None).true(layer.show):
            yield from _missing_in(layer, frame, concept, f"{where}, layer {layer.name}")


def _missing_in(layer: Layer, frame: Frame, concept: Concept, where: str) -> Iterator[str]:
    for field in fields(layer):
        name = getattr(layer, field.name)
        kind = DATA.get(str(field.type))
        if kind is not None:
            assert isinstance(name, str), f"{where}: {field.name} still holds its data"
            # A list of words or a table may be told as lines, a number as an array of one.
            if name and not any(name in found for found in (getattr(frame, kind), frame.metrics, frame.arrays)):
                yield f"{where}: {kind} {name}"
        if field.name in SERIES and name and concept.declaration.metric(name) is None:
            yield f"{where}: metric {name}"
        if str(field.type) == "Template" and name != "auto":
            yield from _unfilled(name, frame, where)


def _unfilled(template: str, frame: Frame, where: str) -> Iterator[str]:
    known = {*frame.metrics, *frame.params, *frame.arrays, "i", "x", "y", "id", "label"}
    yield from (f"{where}: {name} in {template!r}" for name in names(template) if name not in known)


@pytest.mark.sampled
def test_traces_are_recorded(concept: Concept, preset: str, at_preset: Session) -> None:
    if at_preset.advance(3):
        frame = at_preset.frame()
        assert set(frame.series) == set(figure_of(frame).series())


@pytest.mark.sampled
def test_plots_and_their_mouse_are_sound(concept: Concept, preset: str, at_preset: Session) -> None:
    figure = figure_of(at_preset.frame())
    assert 1 <= len(figure.plots) <= 6
    assert len({plot.name for plot in figure.plots}) == len(figure.plots)
    assert sum(plot.main for plot in figure.plots) <= 2
    for plot in figure.plots:
        layer_names = [layer.name for layer in plot.layers]
        assert len(set(layer_names)) == len(layer_names)
        for mouse in plot.mouse:
            assert mouse.label.strip()
            if mouse.kind == SET:
                assert set(mouse.take) <= {
                    name for name, spec in at_preset.params.specs().items() if spec.kind == "real"
                }
                assert set(mouse.take.values()) <= {"x", "y"}
                at_preset.params.changed(mouse.give)
                continue
            gesture = concept.declaration.gesture(mouse.kind)
            given = [*mouse.take, *mouse.give]
            assert sorted(given) == sorted(field.name for field in gesture.fields)
            assert not mouse.target or mouse.target in layer_names
            assert set(mouse.take.values()) <= {"x", "y", "xy", "id", "path", "row", "column"}
            for name, value in mouse.give.items():
                next(field for field in gesture.fields if field.name == name).check(value)
