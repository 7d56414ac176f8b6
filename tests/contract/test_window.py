"""The window on every panel: each control has a name and a place in the tab order, each text is in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QApplication, QLabel, QLineEdit, QScrollBar, QWidget

from playground import catalog
from playground.engine.frame import View
from playground.engine.process.messages import FrameMessage
from playground.engine.run.session import Session
from playground.render import fonts, words
from playground.ui.commands import commands
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import State
from playground.ui.controls.dialogs import Dialogs
from playground.ui.inspector.formula_label import FormulaLabel
from playground.ui.window import Window

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.engine.declarations.concept import Concept

CONTROLS = (QAbstractButton, QLineEdit, QAbstractSlider)
OURS = "«"  # what the pseudo language puts before each text


class Silent:
    """An engine that never answers."""

    def life(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **named: None


class Pseudo(words.Catalogue):
    """A language in which every text shows that it was looked up."""

    def words(self, text: str) -> str:
        return f"{OURS}{text}" if words._LETTERS.search(text) and OURS not in text else text


@pytest.fixture
def page(concept: Concept, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The page of a panel with the first frame of its first preset, in the pseudo language."""
    fonts.install(qapp)
    monkeypatch.setattr(words, "_now", Pseudo({}))
    words.tr.cache_clear()
    window = Window(State())
    window.resize(1280, 720)
    controller = Controller(Silent(), catalog)
    controller.load_catalog()
    dialogs = Dialogs()
    window.attach(controller, catalog.notes, dialogs, commands(window, controller, dialogs))
    window.show()
    controller.opening.open(concept.id)
    panel = controller.state.panel
    assert panel is not None
    session = Session(concept, panel.params, panel.seed)
    session.advance(1)
    frame = session.frame(View())
    controller.handle(FrameMessage(panel.group, (frame,), False, 0.0, "CPU", False))
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    yield window.page
    window.close()
    window.deleteLater()
    words.tr.cache_clear()


def shown(root: QWidget, kinds: tuple[type, ...]) -> list[Any]:
    """The visible widgets of some kinds."""
    return [w for w in root.findChildren(QWidget) if isinstance(w, kinds) and w.isVisibleTo(root)]


def test_every_control_has_a_name_and_every_text_goes_through_the_catalogue(page: Any) -> None:
    # Formulas and numbers are the same in all languages.
    kept = {*page.inspector.notes.formulas, *page.inspector.numbers.texts.values()}
    controls, bare, looked_up = 0, [], 0
    for block in ("parameters", "notes", "numbers"):
        page.inspector.choose(block)
        controls += named_controls(page)
        kept |= {*page.inspector.notes.formulas, *page.inspector.numbers.texts.values()}  # those that came since
        for widget in shown(page, (QLabel, QAbstractButton, QLineEdit)):
            said = [widget.toolTip(), widget.accessibleName()]
            if not isinstance(widget, QLineEdit | FormulaLabel):
                said.append(widget.text())
            looked_up += any(OURS in text for text in said)
            bare += [text for text in said if words._LETTERS.search(text) and OURS not in text and text not in kept]
    assert controls > 10
    assert not bare, bare
    assert looked_up > 20


def named_controls(page: Any) -> int:
    """How many controls there are, each with a name and a place in the tab order."""
    controls = [control for control in shown(page, CONTROLS) if not isinstance(control, QScrollBar)]
    for control in controls:
        assert control.accessibleName().strip(), control
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.accessibleName()
    return len(controls)
