"""Opening, switching and dressing take short turns of the window's thread; a panel says at once that it comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import patience
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from window_desk import Driven

from playground.render.tokens import LIGHT
from playground.ui.controls.style import Look
from playground.ui.inspector.parameters_pane import ParametersPane
from playground.ui.panel.opening_page import OpeningPage
from playground.ui.panel.places import stage_place

pytestmark = pytest.mark.window

MOST = 0.5
"""Seconds of the processor in one turn, of a test machine that may compile what it imports; all at once took 1.2."""
SWITCHES = 60
RESTING = 40  # turns of the loop

SCRIPT = """
import json, sys, time
from pathlib import Path
from playground.lecture.autosave import Autosave
from playground.lecture.settings import Settings
from playground.ui.system.application import Application
from playground.ui.system.start_request import Start

if __name__ == "__main__":
    application = Application([], settings=Settings(), autosave=Autosave(Path(sys.argv[1])))
    application.open_first(Start("minimax"))
    window, turns = application.window, []
    gallery = filled = False
    deadline = time.monotonic() + float(sys.argv[2])

    def pump(until):
        global gallery, filled
        while not until() and time.monotonic() < deadline:
            begun = time.thread_time()
            application.qt.processEvents()
            turns.append(time.thread_time() - begun)
            gallery |= window.gallery.isVisible()
            filled |= bool(window.gallery.cards.cards)

    def act(what):
        begun = time.thread_time()
        what()
        turns.append(time.thread_time() - begun)

    def shown(concept):
        panel = application.controller and application.controller.state.panel
        return panel and panel.declaration.id == concept and panel.frame is not None

    pump(lambda: shown("minimax"))
    controller = application.controller
    act(lambda: controller.screen.set_theme("dark"))
    act(lambda: controller.opening.open("mlp", telling=True))
    pump(lambda: shown("mlp") and window.page.inspector.notes.settled)
    print(json.dumps({"longest": max(turns), "gallery": gallery, "filled": filled, "shown": bool(shown("mlp"))}))
    application.close()
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a window tells that is started with a panel, gets another theme, and opens another panel."""
    folder = tmp_path_factory.mktemp("turns")
    path = folder / "turns.py"
    path.write_text(SCRIPT)
    words = [sys.executable, str(path), str(folder), str(patience.SECONDS)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(folder)}
    out = subprocess.check_output(words, text=True, env=environment, timeout=2 * patience.SECONDS)
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    assert found["shown"]
    return found


def test_no_turn_holds_the_window(seen: dict[str, Any]) -> None:
    assert seen["longest"] < MOST


def test_a_start_with_a_panel_shows_and_fills_no_gallery(seen: dict[str, Any]) -> None:
    assert not seen["gallery"]
    assert not seen["filled"]


def drawn(page: OpeningPage) -> QImage:
    page.resize(1280, 720)
    page.restyle(Look(LIGHT, 1.0))
    return page.grab().toImage()


def test_what_opens_is_on_screen_with_the_first_paint(qapp: QCoreApplication) -> None:
    stage = stage_place(Look(LIGHT, 1.0), 1280, 720)
    assert stage.right() < 1280 - 300
    known, unknown = drawn(OpeningPage("minimax")), drawn(OpeningPage(""))
    for image in (known, unknown):
        assert image.pixelColor(stage.topLeft()) == QColor(LIGHT.surface)
    inks = {known.pixelColor(x, y).rgb() for x in range(0, stage.right(), 7) for y in range(60, 600, 7)}
    words = {unknown.pixelColor(x, y).rgb() for x in range(stage.right()) for y in range(stage.center().y() - 12, 400)}
    assert len(inks) > 100, "the picture of the panel"
    assert len(words) > 3, "a word"


def test_what_is_not_seen_is_not_made(driven: Driven) -> None:
    driven.window._make_page(driven.controller.state)  # that of the tests before has what they asked for
    driven.window._show_page(driven.controller.state)
    page, rows = driven.page, driven.page.inspector.parameters
    assert isinstance(rows, ParametersPane)
    hidden = [name for name, spec in driven.panel.params.specs().items() if not spec.matters(driven.panel.params)]
    made = len(page.findChildren(QWidget))
    assert hidden
    assert not set(hidden) & set(rows.rows)
    assert rows.rows[hidden[0]].isHidden()
    assert len(page.findChildren(QWidget)) > made
    with pytest.raises(KeyError):
        _ = rows.rows["no such parameter"]


def widgets() -> int:
    """How many widgets there are, once those that are on their way out are gone."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()
    return sum(len(top.findChildren(QWidget)) for top in QApplication.topLevelWidgets())


def test_switching_panels_and_themes_leaves_nothing(driven: Driven) -> None:
    counts = []
    for number in range(SWITCHES):
        driven.window._make_page(driven.controller.state)
        driven.window._show_page(driven.controller.state)
        if number % 10 == 9:
            driven.controller.screen.set_theme(("dark", "light")[number // 10 % 2])
        counts.append(widgets())
    assert max(counts[2:]) <= counts[1], counts


def test_a_theme_arranges_the_picture_once(driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    driven.step_to(1)
    looks: list[str] = []
    for box in driven.page.stage.picture.boxes.values():
        monkeypatch.setattr(box, "arrange", lambda place, look, reserved: looks.append(look.theme.name))
    driven.controller.screen.set_theme("projector")
    driven.wait(lambda: driven.window.updatesEnabled())
    assert set(looks) == {"projector"}
    assert len(looks) == len(driven.page.stage.picture.boxes)


def test_a_theme_comes_in_two_turns_and_is_seen_at_once(driven: Driven) -> None:
    driven.controller.screen.set_theme("dark")
    assert not driven.window.updatesEnabled(), "nobody sees half of it"
    driven.controller.screen.set_theme("light")
    driven.controller.screen.set_theme("dark")
    driven.wait(lambda: driven.window.updatesEnabled())
    assert driven.page.stage.picture._look.theme.name == "dark"


def test_a_page_shows_its_place_before_its_rows(driven: Driven) -> None:
    state = driven.controller.state
    assert state.panel is not None
    waiting = replace(state, panel=replace(state.panel, frame=None))
    driven.window._make_page(waiting)
    page = driven.page
    page.show_state(waiting, waiting.panel)
    assert not page.inspector.parameters.rows
    driven.wait(lambda: bool(page.inspector.parameters.rows))


class Requests(QObject):
    """Counts how often a widget is laid out anew."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def test_a_window_at_rest_lays_nothing_out(driven: Driven) -> None:
    driven.step_to(2)
    driven.wait(lambda: driven.page.inspector.notes.settled)
    requests = Requests()
    for widget in (driven.page, *driven.page.findChildren(QWidget)):
        widget.installEventFilter(requests)

    def count() -> int:
        requests.count = 0
        for _ in range(RESTING):
            QCoreApplication.processEvents()
        return requests.count

    driven.wait(lambda: count() == 0)
