"""Ask first: one key hides what comes, in every panel and every preset, and the same key brings it back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from playground import catalog
from playground.engine.kit.arrays import Floats
from playground.engine.run.session import Session
from playground.figures.layers import Lines, Points
from playground.lecture.rehearse import first_figure
from playground.render.figure_view import FigureView
from playground.render.guess import answers, legs
from playground.render.painters.boundaries import BoundaryPainter
from playground.render.plot_box import PlotBox
from playground.render.tokens import LIGHT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.engine.declarations.concept import Concept, Declaration

STEPS = 8


@pytest.mark.sampled
def test_there_is_something_to_predict(declared: Declaration, preset: str) -> None:
    params = declared.params.make(catalog.presets(declared.id)[preset]["params"])
    figure = first_figure(catalog, declared.id, params)
    assert any(layer.outcome for plot in figure.plots for layer in plot.layers)


def test_asking_hides_every_outcome_and_reveals_it(concept: Concept, qtbot: QtBot) -> None:
    known: set[Any] = set()
    for name, chosen in catalog.presets(concept.id).items():
        params = concept.declaration.params.make(chosen["params"])
        plots = tuple(plot.name for plot in first_figure(catalog, concept.id, params).plots)
        if plots in known or len(known) == 5:
            continue
        known.add(plots)
        session = Session(concept, params, chosen.get("seed", 0))
        session.advance(min(STEPS, chosen.get("steps") or STEPS))
        _ask_and_reveal(name, session, qtbot)


def _ask_and_reveal(name: str, session: Session, qtbot: QtBot) -> None:
    view = FigureView(LIGHT, 1.0)
    qtbot.addWidget(view)
    view.set_reduced_motion(True)
    view.resize(1280, 720)
    view.set_figure(first_figure(catalog, session.concept.id, session.params), session.concept.declaration)
    view.show()
    view.set_frame(session.frame(view.view()))
    before, titles = _shown(view), {key: box.title for key, box in view.boxes.items()}
    view.set_ask(True)
    asked = _shown(view)
    for (plot, layer), seen in asked.items():
        outcome = next(one.outcome for one in view.boxes[plot].plot.layers if one.name == layer)
        assert seen == (before[plot, layer] and not outcome), f"{name}: {plot}.{layer}"
    for key, box in view.boxes.items():
        assert not _numbers(box, session) & set(_words(box)), f"{name}: the title of {key} tells a number"
    strokes = _drawn(view)
    view.set_ask(False)
    _compare(name, view, strokes)
    assert _shown(view) == before, name
    assert {key: box.title for key, box in view.boxes.items()} == titles, name
    view.close()


def _shown(view: FigureView) -> dict[tuple[str, str], bool]:
    return {
        (key, painter.layer.name): painter.isVisible() for key, box in view.boxes.items() for painter in box.painters
    }


def _drawn(view: FigureView) -> list[Floats]:
    """A path and a point that a hand might draw over the main plot."""
    assert view._guess is not None
    view_map = view._guess.box.map
    (x0, x1), (y0, y1) = view_map.x, view_map.y
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return [np.array([[x0, y0], middle, [x1, middle[1]]]), np.array([middle])]


def _compare(name: str, view: FigureView, strokes: list[Floats]) -> None:
    """Beside the outcome each guess has a distance, wherever the main plot shows a line, a path or points."""
    guess = view._guess
    assert guess is not None
    main = guess.box.painters
    there = [one for one in main if one.layer.outcome and one.isVisible() and isinstance(one.layer, (Lines, Points))]
    there = [one for one in there if len(legs(one.values[0], alone=isinstance(one.layer, Points)))]
    lines = [one for one in main if isinstance(one, BoundaryPainter) and answers(one)]
    for stroke in strokes:
        guess.strokes = [stroke]
        measured = bool(re.search(r"\d.* off", view.guess_result))
        if there or (lines and len(stroke) > 1):
            assert measured, f"{name}: {view.guess_result}"
    guess.strokes = []


def _words(box: PlotBox) -> list[str]:
    title, unit = box.title
    return f"{title} {unit}".replace(",", " ").split()


def _numbers(box: PlotBox, session: Session) -> set[str]:
    """The numbers of the metrics that the title is bound to, as they would stand there."""
    from playground.texts.template import names

    metrics = session.frame().metrics
    bound = [name for name in names(f"{box.plot.title} {box.plot.unit}") if type(metrics.get(name)) in (int, float)]
    declared = session.concept.declaration
    found = {name: declared.metric(name) for name in bound}
    return {metric.text(metrics[name]) for name, metric in found.items() if metric is not None and _real(metrics[name])}


def _real(value: Any) -> bool:
    return bool(np.isfinite(value))
