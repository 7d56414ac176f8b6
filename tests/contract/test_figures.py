"""Every name in a figure is in the frame, and every gesture of the mouse is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from playground import catalog
from playground.engine.declarations.concept import Concept
from playground.engine.frame import Frame, PlotView, View
from playground.engine.run.session import Session
from playground.figures import layers as kinds
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Layer, Trace
from playground.figures.template import names

# What the fields of the layers name: an array, a scalar, a recorded metric, or a template.
_ARRAYS = (
    "xy labels ids hollow values wb tails vectors z extent x y low high heights edges mark pairs sizes widths strong "
    "routes states flows dots size"
)
_SCALARS = "show value margin words row_words column_words heads more brief brief_more edge_words edge_more upright"
ARRAYS, SCALARS = set(_ARRAYS.split()), set(_SCALARS.split())
SERIES = {"series", "against"}
TEMPLATES = {"text", "hover", "bar", "margin_text"}
WORDS = {"name", "role", "symbol", "dash", "color_map", "across", "anchor", "side", "linked", "linked_columns", "draws"}


def test_every_field_of_every_layer_is_known_here() -> None:
    every = [kind for kind in vars(kinds).values() if isinstance(kind, type) and issubclass(kind, Layer)]
    assert Trace in every
    for kind in every:
        texts = {field.name for field in fields(kind) if "str" in str(field.type) or "Literal" in str(field.type)}
        unknown = texts - ARRAYS - SCALARS - SERIES - TEMPLATES - WORDS - {"levels", "names"}
        assert not unknown, f"{kind.__name__}: {unknown} is neither an array nor a scalar nor a template for this test"


def view_of(figure: Figure) -> View:
    """A view as a window gives it."""
    plots = {plot.name: PlotView(_range(plot.x), _range(plot.y), 480, 360) for plot in figure.plots}
    return View(plots, figure.series())


def _range(axis: Axis) -> tuple[float, float]:
    return axis.range if isinstance(axis.range, tuple) else (-1.0, 1.0)


def with_jobs(session: Session, view: View) -> None:
    """All jobs that start by themselves in this mode, finished."""
    session.auto_jobs(view)
    while session.advance_jobs(1.0):
        pass


@pytest.mark.parametrize("steps", [0, 7])
def test_names_in_the_figure_are_in_the_frame(concept: Concept, preset: str, at_preset: Session, steps: int) -> None:
    figure = catalog.figure(concept.id, at_preset.params)
    view = view_of(figure)
    at_preset.advance(steps)
    with_jobs(at_preset, view)
    frame = at_preset.frame(view)
    assert frame.failure is None
    missing = sorted({words for plot in figure.plots for words in _missing(plot, frame, concept)})
    assert not missing, "\n".join(missing)


def _missing(plot: Plot, frame: Frame, concept: Concept) -> Iterator[str]:
    """What a plot names and the frame lacks."""
    where = f"plot {plot.name}"
    for template in (plot.title, plot.unit, plot.x.label, plot.y.label, plot.empty_text, plot.empty_keys):
        yield from _unfilled(template, frame, where)
    if plot.empty and plot.empty not in frame.metrics:
        yield f"{where}: scalar {plot.empty}"
    for axis in (plot.x, plot.y):
        if isinstance(axis.range, str) and axis.range != "auto" and axis.range not in frame.arrays:
            yield f"{where}: array {axis.range}"
    for layer in plot.layers:
        if layer.show and layer.show not in frame.metrics:
            yield f"{where}, layer {layer.name}: scalar {layer.show}"
        if not layer.show or frame.metrics.get(layer.show):
            yield from _missing_in(layer, frame, concept, f"{where}, layer {layer.name}")


def _missing_in(layer: Layer, frame: Frame, concept: Concept, where: str) -> Iterator[str]:
    for field in fields(layer):
        name = getattr(layer, field.name)
        if not isinstance(name, str) or not name:
            continue
        if field.name in ARRAYS and name not in frame.arrays:
            yield f"{where}: array {name}"
        if field.name in SCALARS and name not in frame.metrics:
            yield f"{where}: scalar {name}"
        if field.name in SERIES and concept.declaration.metric(name) is None:
            yield f"{where}: metric {name}"
        if field.name in TEMPLATES and name != "auto":
            yield from _unfilled(name, frame, where)


def _unfilled(template: str, frame: Frame, where: str) -> Iterator[str]:
    known = {*frame.metrics, *frame.params, *frame.arrays, "i", "x", "y", "id", "label"}
    yield from (f"{where}: {name} in {template!r}" for name in names(template) if name not in known)


def test_traces_are_recorded(concept: Concept, preset: str, at_preset: Session) -> None:
    figure = catalog.figure(concept.id, at_preset.params)
    if at_preset.advance(3):
        frame = at_preset.frame(view_of(figure))
        assert set(frame.series) == set(figure.series())


def test_plots_and_their_mouse_are_sound(concept: Concept, preset: str, at_preset: Session) -> None:
    figure = catalog.figure(concept.id, at_preset.params)
    assert 1 <= len(figure.plots) <= 6
    assert len({plot.name for plot in figure.plots}) == len(figure.plots)
    assert sum(plot.main for plot in figure.plots) <= 1
    for plot in figure.plots:
        layer_names = [layer.name for layer in plot.layers]
        assert len(set(layer_names)) == len(layer_names)
        for mouse in plot.mouse:
            gesture = concept.declaration.gesture(mouse.kind)
            given = [*mouse.take, *mouse.give]
            assert sorted(given) == sorted(field.name for field in gesture.fields)
            assert not mouse.target or mouse.target in layer_names
            assert set(mouse.take.values()) <= {"x", "y", "xy", "id", "path", "row", "column"}
            for name, value in mouse.give.items():
                next(field for field in gesture.fields if field.name == name).check(value)
            assert mouse.label.strip()
