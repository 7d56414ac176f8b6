"""Formula and picture are linked in every panel: a symbol lights a layer, and the layer lights the symbol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from playground import catalog
from playground.engine.run.session import Session
from playground.render.figure_view import FigureView
from playground.render.tokens import LIGHT
from playground.texts.links import NONE, keys
from playground.texts.notes import parse
from playground.ui.controls.style import Look
from playground.ui.inspector.notes_pane import NotesPane

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.engine.declarations.concept import Concept

STEPS = 4
GRID = 12  # px between the positions that are tried


@pytest.fixture
def shown(concept: Concept, qtbot: QtBot) -> Iterator[tuple[FigureView, NotesPane]]:
    """The picture and the notes of the first preset after a few steps."""
    chosen = next(iter(catalog.presets(concept.id).values()))
    session = Session(concept, concept.declaration.params.make(chosen["params"]), chosen.get("seed", 0))
    session.advance(STEPS)
    figure = session.frame().figure
    assert figure is not None
    picture = FigureView(LIGHT, 1.0)
    qtbot.addWidget(picture)
    picture.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    picture.resize(900, 640)
    picture.show()
    picture.set_figure(figure, concept.declaration)
    for _ in range(2):
        # A frame may change a range, and the range what is observed.
        frame = session.frame(picture.view())
        picture.set_frame(frame)
    notes = NotesPane(concept.declaration, parse(catalog.notes(concept.id)))
    qtbot.addWidget(notes)
    notes.resize(300, 900)
    notes.link(figure)
    notes.restyle(Look(LIGHT, 1.0))
    notes.show_frame(frame)
    notes.fill()
    notes.pointed.connect(picture.light)
    picture.touched.connect(notes.light)
    yield picture, notes
    notes._wait.stop()


def symbols(notes: NotesPane) -> dict[str, tuple[object, QPointF]]:
    """Every symbol that has a layer, with its formula and its place there."""
    found: dict[str, tuple[object, QPointF]] = {}
    for view in notes.sections:
        if not view.isHidden():
            for formula in view.formulas:
                found.update({key: (formula, place) for key, place in formula.spots().items()})
    return found


def strengths(picture: FigureView) -> dict[tuple[str, str], float]:
    """How strongly each layer is drawn, by the names of its plot and of itself."""
    return {
        (plot, painter.layer.name): painter.opacity() for plot, box in picture.boxes.items() for painter in box.painters
    }


def test_a_symbol_lights_a_layer_and_the_layer_lights_the_symbol(
    concept: Concept, shown: tuple[FigureView, NotesPane]
) -> None:
    picture, notes = shown
    found = symbols(notes)
    assert found, f"no symbol in the notes of {concept.id} stands for a layer of its picture"
    for key in found:
        notes.pointed.emit(frozenset({key}))
        lit = {name for name, strength in strengths(picture).items() if strength == 1.0}
        expected = {
            (plot, painter.layer.name)
            for plot, box in picture.boxes.items()
            for painter in box.painters
            if key in keys(painter.layer)
        }
        assert expected <= lit
        assert lit != set(strengths(picture)), "nothing faded"
        notes.pointed.emit(NONE)
        assert set(strengths(picture).values()) == {1.0}
    assert any(touched(picture, notes, set(found))), f"no layer of {concept.id} lights one of {sorted(found)}"


def touched(picture: FigureView, notes: NotesPane, wanted: set[str]) -> Iterator[bool]:
    """Whether symbols are lit at the positions of the plots where a layer has one of them."""
    formulas = [formula for view in notes.sections for formula in view.formulas]
    for box in picture.boxes.values():
        for y in np.arange(GRID / 2, box.view.height(), GRID).tolist():
            for x in np.arange(GRID / 2, box.view.width(), GRID).tolist():
                layer = box.under(x, y, GRID)
                here = keys(layer) & wanted if layer is not None else NONE
                if here:
                    picture.touch(box, QPointF(box.view.left() + x, box.view.top() + y))
                    yield any(here & formula.lit_keys for formula in formulas)
