"""The label of a parameter is read whole, whatever the theme and its size were before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground import catalog
from playground.render.tokens import LIGHT, PROJECTOR
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, dress
from playground.ui.inspector.parameters_pane import ParametersPane
from playground.ui.inspector.row import Row


@pytest.fixture(params=catalog.ids())
def pane(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[ParametersPane]:
    declaration = catalog.declaration(request.param)
    start = declaration.params()
    made = ParametersPane(declaration)
    made.show_panel(Panel("g", declaration, start, 0, None, {}, start=start))
    made.resize(268, 600)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.setParent(None)
    made.deleteLater()


def room_lacks(row: Row) -> str:
    """What of a label is cut: its name with the room it has and needs, or empty."""
    words = row.name.text().split() if row.name.wordWrap() else [row.name.text()]
    needs = max(row.name.fontMetrics().horizontalAdvance(word) for word in words)
    return f"{row.name.text()}: {row.name.width()} of {needs}" if row.name.width() < needs else ""


def test_no_label_is_cut_when_the_theme_or_the_width_changes(pane: ParametersPane) -> None:
    for look, width in ((Look(LIGHT, 1.0), 268), (Look(PROJECTOR, 1.6), 500), (Look(LIGHT, 1.0), 268)):
        pane.resize(width, 900)
        pane.setStyleSheet(look.sheet())
        dress(pane, look)
        for _ in range(4):
            QApplication.processEvents()
        cut = [room_lacks(row) for row in pane.rows.values() if row.isVisible()]
        assert [words for words in cut if words] == []
